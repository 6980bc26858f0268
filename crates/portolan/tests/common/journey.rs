//! A document through everything that is made of it.

use portolan::convert::Writer;
use portolan::convert::{Conversion, Converted, to};
use portolan::pictures::Shot;
use portolan::sample::{Playing, regular_times, sample_view};
use portolan::{File, OpenOptions, Resources};

use super::glb;

/// Reads a document as a scene and tells which promises are not kept. Nothing comes back of what is no document.
pub fn import(resources: impl Resources + 'static, path: &str, faults: &mut Vec<String>) -> Option<File> {
    match OpenOptions::within(resources).open(path) {
        Ok(imported) if imported.scene().is_ok() => {
            faults.extend(imported.scene().unwrap().check().iter().map(|f| format!("the scene: {f}")));
            Some(imported)
        }
        opened => {
            let why = opened.and_then(|file| file.scene().map(|_| ())).unwrap_err();
            if why.kind() == portolan::ErrorKind::Internal {
                faults.push("reading panics".into());
            }
            None
        }
    }
}

/// Where everything stands at the beginning, in the middle and at the end are finite numbers.
pub fn play(imported: &File, faults: &mut Vec<String>) {
    let scene = imported.scene().unwrap();
    let Some(view) = scene.default_view else { return };
    let times = regular_times(scene, &Playing::Default, 1.0, 10_000);
    let (first, last) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
    let samples = sample_view(scene, view, &Playing::Default, &[first, (first + last) / 2.0, last]);
    for track in &samples.tracks {
        if track.world.iter().flatten().any(|v| !v.is_finite()) {
            faults.push(format!("`{}` stands nowhere", track.path));
        }
    }
}

/// A small picture of it is drawn, whatever it is.
pub fn draw(imported: &File, faults: &mut Vec<String>) {
    let shot = Shot::default().with(|c| {
        c.size = (24, 16);
        c.samples = 2;
        c.allow_empty = true;
    });
    match imported.render(&shot) {
        Ok(picture) if picture.dimensions() == shot.size => {}
        Ok(picture) => faults.push(format!("a picture of {:?} pixels", picture.dimensions())),
        Err(why) => faults.push(format!("no picture: {why}")),
    }
}

/// Writes a scene in another format; a binary glTF file is looked at.
pub fn write(imported: &File, to: &'static Writer, faults: &mut Vec<String>) -> Vec<u8> {
    match imported.convert(&Conversion::to(to).with(|c| c.allow_empty = true)) {
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
