//! A document through everything that is made of it.

use portolan::convert::Writer;
use portolan::convert::{Conversion, Converted, convert, to};
use portolan::pictures::Shot;
use portolan::sample::{Playing, regular_times, sample};
use portolan::{Imported, Importer, Resources, file};

use super::glb;

/// Reads a document as a scene and tells which promises are not kept. Nothing comes back of what is no document.
pub fn import(resources: &dyn Resources, path: &str, faults: &mut Vec<String>) -> Option<Imported> {
    match Importer::new(resources).import(path) {
        Ok(imported) => {
            faults.extend(imported.scene.check().iter().map(|f| format!("the scene: {f}")));
            Some(imported)
        }
        Err(why) => {
            if why.code.id == file::INTERNAL.id {
                faults.push("reading panics".into());
            }
            None
        }
    }
}

/// Where everything stands at the beginning, in the middle and at the end are finite numbers.
pub fn play(imported: &Imported, faults: &mut Vec<String>) {
    let scene = &imported.scene;
    let Some(view) = scene.default_view else { return };
    let times = regular_times(scene, &Playing::Default, 1.0, 10_000);
    let (first, last) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
    let samples = sample(scene, view, &Playing::Default, &[first, (first + last) / 2.0, last]);
    for track in &samples.tracks {
        if track.world.iter().flatten().any(|v| !v.is_finite()) {
            faults.push(format!("`{}` stands nowhere", track.path));
        }
    }
}

/// A small picture of it is drawn, whatever it is.
pub fn draw(imported: &Imported, resources: &dyn Resources, faults: &mut Vec<String>) {
    let shot = Shot { size: (24, 16), samples: 2, ..Shot::default() };
    match portolan::render(imported, resources, &shot) {
        Ok(picture) if picture.dimensions() == shot.size => {}
        Ok(picture) => faults.push(format!("a picture of {:?} pixels", picture.dimensions())),
        Err(why) => faults.push(format!("no picture: {why}")),
    }
}

/// Writes a scene in another format; a binary glTF file is looked at.
pub fn write(imported: &Imported, resources: &dyn Resources, to: &'static Writer, faults: &mut Vec<String>) -> Vec<u8> {
    match convert(imported, resources, &Conversion::to(to)) {
        Ok(Converted { files, .. }) => {
            let Some((_, bytes)) = files.into_iter().next() else {
                faults.push(format!("no {} file", to.extension));
                return Vec::new();
            };
            if to == &to::GLB {
                faults.extend(glb::faults(&bytes));
            }
            bytes
        }
        Err(why) => {
            faults.push(format!("{}: {why}", to.extension));
            Vec::new()
        }
    }
}
