//! Scenes out again, in other formats.

mod dae;
mod judge;
mod keep;
mod ledger;
mod ogex;
mod process;
mod version;
mod zae;

use portolan_check::Unreadable;
use portolan_resources::FreeNames;
use portolan_scene::{Losses, Scene, UpAxis, ViewId};
use portolan_syntax::Limits;

use crate::{Imported, Resources};
pub(crate) use ledger::ledger;

pub use version::now;

/// A format that scenes are written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Output {
    /// glTF 2.0 in one binary file.
    Glb,
    /// glTF 2.0 as text, with its data beside it.
    Gltf,
    /// Wavefront OBJ, with its materials beside it.
    Obj,
    /// Binary STL.
    Stl,
    /// Binary PLY.
    Ply,
    /// OpenGEX, with its pictures beside it.
    Ogex,
    /// COLLADA.
    Dae,
    /// An archive of COLLADA with everything it refers to.
    Zae,
}

impl Output {
    /// All of them.
    pub const ALL: [Output; 8] =
        [Output::Glb, Output::Gltf, Output::Obj, Output::Stl, Output::Ply, Output::Ogex, Output::Dae, Output::Zae];

    /// Its file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Output::Glb => "glb",
            Output::Gltf => "gltf",
            Output::Obj => "obj",
            Output::Stl => "stl",
            Output::Ply => "ply",
            Output::Ogex => "ogex",
            Output::Dae => "dae",
            Output::Zae => "zae",
        }
    }

    /// The versions of it that can be written, the usual one last; empty if there is only one.
    pub fn versions(self) -> Vec<&'static str> {
        match self {
            Output::Ogex => portolan_opengex::raise::Version::ALL.map(|v| v.name()).to_vec(),
            Output::Dae | Output::Zae => portolan_collada::raise::Version::ALL.map(|v| v.name()).to_vec(),
            _ => Vec::new(),
        }
    }

    /// The format with this extension or name.
    pub fn named(name: &str) -> Option<Output> {
        Output::ALL.into_iter().find(|o| o.extension().eq_ignore_ascii_case(name))
    }
}

/// Metres of the units that scenes can be written in.
pub const UNITS: std::ops::RangeInclusive<f64> = portolan_process::space::METRES;

/// How to convert.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Into which format.
    pub to: Output,
    /// What the files are called, without extension.
    pub name: String,
    /// The view to write, by id or name; `None` writes all of them where the format can, else the default one.
    pub view: Option<String>,
    /// Are textures inside the file? `None`: as is usual for the format.
    pub embed: Option<bool>,
    /// Keys a second for animations; `None` keeps keys where the format can.
    pub sample_rate: Option<f64>,
    /// How far curves and sampled animations may be off, in metres and fractions of 1.
    pub tolerance: f64,
    /// Are polygons cut into triangles where the format has polygons?
    pub triangulate: bool,
    /// Are all faces written as polygons where the format has them? Otherwise they are what they were.
    pub polygons: bool,
    /// Has each node one matrix in place of its transforms?
    pub single_matrix: bool,
    /// The axis that points up; `None` is that of the document.
    pub up_axis: Option<UpAxis>,
    /// Metres of one unit, within [`UNITS`]; `None` is that of the document.
    pub unit: Option<f64>,
    /// Is transparency read the other way round where its exporter seems to have meant it so
    /// ([`Scene::is_opacity_inverted`])? Otherwise such materials are told.
    pub mend_opacity: bool,
    /// Are tangents computed where a normal map needs them?
    pub tangents: bool,
    /// Are floating-point numbers written as their bits, where the format can, so that none is rounded?
    pub precise: bool,
    /// The version of the format; `None` is the usual one.
    pub version: Option<String>,
    /// Is a document that is in the format already written anew from what it means? Otherwise it is kept as it is.
    pub rebuild: bool,
    /// COLLADA: when the document says it was last changed; `None` leaves that alone.
    pub touch: Option<String>,
    /// Names that files beside the main one may have: not those of other files that are there.
    pub names: FreeNames,
    /// The folder that the files will be put into, so that references to others are right; `None`: that of the document.
    pub folder: Option<String>,
    /// Limits on what images may cost.
    pub limits: Limits,
}

impl Conversion {
    /// Does it ask for what a document that is kept as it is cannot give?
    pub fn changes_the_scene(&self) -> bool {
        self.triangulate
            || self.polygons
            || self.single_matrix
            || self.up_axis.is_some()
            || self.unit.is_some()
            || self.mend_opacity
            || self.sample_rate.is_some()
    }

    /// Into a format, with default options.
    pub fn to(to: Output) -> Conversion {
        Conversion {
            to,
            name: "scene".to_owned(),
            view: None,
            embed: None,
            sample_rate: None,
            tolerance: 1e-4,
            triangulate: false,
            polygons: false,
            single_matrix: false,
            up_axis: None,
            unit: None,
            mend_opacity: false,
            tangents: false,
            precise: false,
            version: None,
            rebuild: false,
            touch: None,
            names: FreeNames::default(),
            folder: None,
            limits: Limits::default(),
        }
    }
}

/// What a conversion gives.
#[derive(Debug)]
pub struct Converted {
    /// Names and bytes; the first is the one to open.
    pub files: Vec<(String, Vec<u8>)>,
    /// What did not come over, on the way in and on the way out.
    pub losses: Losses,
}

/// Why a conversion gives nothing.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// There is no view of this name.
    NoView(String),
    /// The format has no such version, or none that is written.
    NoVersion(Output, String),
    /// A file that belongs to the result cannot be read, or the result cannot be written.
    Unreadable(Unreadable),
    /// A fault of this program.
    Internal(Unreadable),
    /// A fault of this program, too: the document that it wrote or edited is not well-formed, and is not given out.
    Malformed(Unreadable),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NoView(name) => write!(f, "there is no scene `{name}`"),
            Refusal::NoVersion(output, version) => {
                let known = output.versions();
                write!(f, "version `{version}` of `{}` is not written", output.extension())?;
                if known.is_empty() { Ok(()) } else { write!(f, "; written are {}", known.join(", ")) }
            }
            Refusal::Unreadable(why) | Refusal::Internal(why) | Refusal::Malformed(why) => why.fmt(f),
        }
    }
}

/// The view with this id or name.
pub fn view_named(scene: &Scene, name: &str) -> Option<ViewId> {
    let is = |text: &Option<Box<str>>| text.as_deref() == Some(name);
    let place =
        scene.views.iter().position(|v| is(&v.meta.id)).or_else(|| scene.views.iter().position(|v| is(&v.meta.name)));
    place.map(|p| ViewId(p as u32))
}

/// Writes a scene in another format.
pub fn convert(imported: &Imported, resources: &dyn Resources, conversion: &Conversion) -> Result<Converted, Refusal> {
    let view = match &conversion.view {
        Some(name) => Some(view_named(&imported.scene, name).ok_or_else(|| Refusal::NoView(name.clone()))?),
        None => None,
    };
    let kept = version::is_kept(imported, conversion);
    let versions = if kept { imported.format.versions.to_vec() } else { conversion.to.versions() };
    if let Some(version) = conversion.version.as_deref().filter(|v| !versions.contains(v)) {
        return Err(Refusal::NoVersion(conversion.to, version.to_owned()));
    }
    let rebuild = conversion.rebuild || conversion.changes_the_scene();
    if conversion.to == Output::Ogex && imported.is(&portolan_opengex::FORMAT) && !rebuild {
        return keep::keep(imported, resources, conversion);
    }
    if conversion.to == Output::Dae && kept {
        let converted = guarded(|| version::keep(imported, conversion))??;
        return zae::out_of_archive(imported, resources, conversion, converted);
    }
    if conversion.to == Output::Zae {
        return zae::write(imported, resources, conversion);
    }
    let images = |location: &str| resources.read(location, conversion.limits.bytes).map_err(|e| e.to_string());
    let work = || {
        let (scene, mut losses) = process::prepare(&imported.scene, conversion);
        let (files, written) = write(imported, &scene, &images, view, conversion)?;
        losses.append(written);
        Ok((files, losses))
    };
    let (files, written) = guarded(work)??;
    let mut losses = imported.losses.clone();
    losses.append(written);
    Ok(Converted { files, losses })
}

fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Refusal> {
    crate::guard::guarded("writing", work).map_err(Refusal::Internal)
}

/// Writes a scene that is ready for it.
fn write(
    imported: &Imported,
    scene: &Scene,
    images: portolan_image::Read<'_>,
    view: Option<ViewId>,
    conversion: &Conversion,
) -> Result<(Vec<(String, Vec<u8>)>, Losses), Refusal> {
    Ok(match conversion.to {
        Output::Glb | Output::Gltf => {
            let container = match (conversion.to, conversion.embed) {
                (Output::Glb, _) => portolan_gltf::Container::Glb,
                (_, Some(true)) => portolan_gltf::Container::GltfEmbedded,
                _ => portolan_gltf::Container::Gltf,
            };
            let options = portolan_gltf::Options {
                container,
                embed_images: conversion.embed,
                view,
                sample_rate: conversion.sample_rate,
                tolerance: conversion.tolerance,
                tangents: conversion.tangents,
                name: conversion.name.clone(),
                names: conversion.names.clone(),
                ..portolan_gltf::Options::default()
            };
            let (output, losses) = portolan_gltf::write(scene, images, &options);
            (output.files, losses)
        }
        Output::Ogex => ogex::write(scene, images, view, conversion)?,
        Output::Dae | Output::Zae => dae::write(imported, scene, images, view, conversion)?,
        Output::Obj | Output::Stl | Output::Ply => {
            let options = portolan_plain::Options {
                view,
                name: conversion.name.clone(),
                names: conversion.names.clone(),
                triangulate: conversion.triangulate,
                space: match conversion.up_axis.is_some() || conversion.unit.is_some() {
                    true => portolan_plain::OutputSpace::Document,
                    false => portolan_plain::OutputSpace::Si,
                },
                ..portolan_plain::Options::default()
            };
            match conversion.to {
                Output::Obj => portolan_plain::obj(scene, &options),
                Output::Stl => portolan_plain::stl(scene, &options),
                _ => portolan_plain::ply(scene, &options),
            }
        }
    })
}
