//! Scenes out again, in other formats.

mod archive;
mod judge;
mod ledger;
mod place;
mod process;
mod time;

use std::borrow::Cow;

use portolan_format::{Format, Job};
use portolan_scene::{Geometry, Losses, Scene, Shape, ViewId};

use crate::Error;
use crate::formats::formats;
use crate::guard::guarded;
use crate::import::Imported;
use judge::Written;
pub(crate) use ledger::ledger;
use place::Place;

pub use portolan_format::{Answer, Choice, Conversion, Writer};
pub use time::date_time;

/// The file formats that scenes can be written to.
pub mod to {
    pub use portolan_collada::{DAE, ZAE};
    pub use portolan_gltf::{GLB, GLTF};
    pub use portolan_opengex::OGEX;
    pub use portolan_plain::{OBJ_FILE as OBJ, PLY_FILE as PLY, STEP_FILE as STEP, STL_FILE as STL};
    pub use portolan_urdf::URDF;
    pub use portolan_xvrml::{WRL, X3D_FILE as X3D, XWRL};
}

/// Every file format that scenes can be written to: documents of all formats, then archives.
pub fn writers() -> impl Iterator<Item = &'static Writer> {
    let mut all: Vec<&'static Writer> = formats().into_iter().flat_map(|format| format.writers).copied().collect();
    all.sort_by_key(|writer| writer.archive_of.is_some());
    all.into_iter()
}

/// The writer for this file extension.
pub fn writer_named(name: &str) -> Option<&'static Writer> {
    writers().find(|writer| writer.extension.eq_ignore_ascii_case(name))
}

/// The allowed range of units, in metres.
pub const UNITS: std::ops::RangeInclusive<f64> = portolan_process::space::METRES;

/// The result of a conversion.
#[derive(Debug)]
pub struct Converted {
    /// Names and contents of the files; the first is the main file.
    pub files: Vec<(String, Vec<u8>)>,
    /// All losses of reading and writing.
    pub losses: Losses,
}

/// The view with this id or name.
pub fn view_named(scene: &Scene, name: &str) -> Option<ViewId> {
    let is = |text: &Option<Box<str>>| text.as_deref() == Some(name);
    let place =
        scene.views.iter().position(|v| is(&v.meta.id)).or_else(|| scene.views.iter().position(|v| is(&v.meta.name)));
    place.map(|p| ViewId(p as u32))
}

/// Writes a scene in another format.
pub(crate) fn convert(imported: &Imported, conversion: &Conversion) -> Result<Converted, Error> {
    let view = match &conversion.view {
        Some(name) => Some(view_named(&imported.scene, name).ok_or_else(|| no_view(name))?),
        None => None,
    };
    for (choice, option) in Choice::ALL {
        if let Some(why) = conversion.to.refuses(choice).filter(|_| conversion.asks_for(choice)) {
            return Err(Error::usage(format!(
                "`{option}` does not apply to .{} files: {why}",
                conversion.to.extension
            )));
        }
    }
    let kept = is_kept(imported.format, conversion);
    if !conversion.allow_empty {
        // What the scene has no fields for comes over to a document of the same format.
        let document = conversion.to.archive_of.unwrap_or(conversion.to);
        match imported.format.writers.contains(&document) {
            true => imported.is_what_it_says()?,
            false => imported.holds_something()?,
        }
    }
    let versions = if kept { imported.format.versions } else { conversion.to.versions };
    if let Some(version) = conversion.version.as_deref().filter(|v| !versions.contains(v)) {
        return Err(no_version(conversion.to, version));
    }
    if let Some(document) = conversion.to.archive_of {
        return archive::write(imported, conversion, document);
    }
    if kept {
        let converted = self::kept(imported, conversion)?;
        return archive::with_companions(imported, conversion, converted);
    }
    let mut converted = written(imported, conversion, view, false)?;
    // What was lost on the way in comes first.
    let mut losses = imported.losses.clone();
    losses.append(converted.losses);
    converted.losses = losses;
    Ok(converted)
}

/// The document as it is, edited where the conversion asks for it.
fn kept(imported: &Imported, conversion: &Conversion) -> Result<Converted, Error> {
    let mut converted = written(imported, conversion, None, true)?;
    imported.tell_what_is_kept(&mut converted.losses);
    Ok(converted)
}

fn written(imported: &Imported, conversion: &Conversion, view: Option<ViewId>, kept: bool) -> Result<Converted, Error> {
    let place = Place::new(imported, conversion);
    guarded("writing", || {
        let (scene, mut losses) = match kept {
            true => (Cow::Borrowed(&imported.scene), Losses::default()),
            false => process::prepare(imported, conversion),
        };
        let job = Job {
            scene: &scene,
            read: &imported.scene,
            from: imported.format,
            opened: &*imported.opened,
            view,
            conversion,
            resources: &*imported.resources,
            uri: &|reference, location| place.uri(reference, location),
            in_place: &|location, reference| place.is_in_place(location, reference),
        };
        let to = conversion.to;
        let output = match to.keep.filter(|_| kept) {
            Some(keep) => keep(&job),
            None => {
                let mut unplaced = None;
                let mut look = || unplaced = Some(to.unplaced(&scene, view, &imported.losses));
                let write = || (to.write)(&job);
                // Neither needs the other, and both go through the whole scene.
                let mut output = match is_large(&scene) {
                    true => portolan_parallel::beside(write, look),
                    false => {
                        look();
                        write()
                    }
                };
                if let Some(unplaced) = unplaced {
                    unplaced.tell(to.extension, output.keeps, &mut output.losses);
                }
                output
            }
        };
        losses.append(output.losses);
        judge(imported, conversion, kept, &output.files, output.version, &mut losses)?;
        Ok(Converted { files: output.files, losses })
    })?
}

/// Is it worth the work of others to go through a scene?
fn is_large(scene: &Scene) -> bool {
    let numbers = |geometry: &Geometry| match &geometry.shape {
        Shape::Mesh(mesh) => mesh.streams.iter().map(|stream| stream.exact.len()).sum(),
        _ => 0,
    };
    scene.nodes.len() > 4096 || scene.geometries.iter().map(numbers).sum::<usize>() > 1 << 17
}

/// Is the document kept? Otherwise a new one is written from the scene.
pub(crate) fn is_kept(format: &Format, conversion: &Conversion) -> bool {
    let document = conversion.to.archive_of.unwrap_or(conversion.to);
    let same = format.writers.contains(&document) && document.keep.is_some();
    same && !conversion.rebuild && !conversion.changes_the_scene()
}

/// Tells what is wrong with a document that was written, or that was edited and was not wrong before; what is not
/// well-formed is refused.
fn judge(
    imported: &Imported,
    conversion: &Conversion,
    kept: bool,
    files: &[(String, Vec<u8>)],
    version: Option<&str>,
    losses: &mut Losses,
) -> Result<(), Error> {
    let code = if kept { conversion.to.invalid_edits } else { conversion.to.invalid };
    let (Some(code), Some((name, bytes))) = (code, files.first()) else { return Ok(()) };
    let written = Written { name, bytes, version };
    let before = imported.tree(0).map(|tree| tree.source().bytes()).filter(|_| kept);
    match before {
        Some(before) if *before == **bytes && version.is_none() => Ok(()),
        Some(before) => written.tell_new_faults(before, code, losses),
        None => written.tell_faults(code, losses),
    }
}

fn no_view(name: &str) -> Error {
    Error::usage(format!("scene `{name}` does not exist"))
}

/// The format has no such version, or none that is written.
fn no_version(writer: &Writer, version: &str) -> Error {
    let known = match writer.versions {
        [] => String::new(),
        known => format!("; supported versions are {}", known.join(", ")),
    };
    Error::usage(format!("cannot write version `{version}` of `{}`{known}", writer.extension))
}
