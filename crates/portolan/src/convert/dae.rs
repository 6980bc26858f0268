//! Scenes as COLLADA, judged before they leave.

use std::path::{Component, Path, PathBuf};

use portolan_collada::raise::{Options, Pictures, Version, codes, write as raise};
use portolan_image::Read;
use portolan_scene::{Losses, Scene, ViewId};

use super::judge::Written;
use super::{Conversion, Refusal, version};
use crate::Imported;
use crate::pack::absolute;

/// Writes a scene as COLLADA: in the version that is asked for, else in that of the document if it is COLLADA, else in
/// the usual one. What the checker finds wrong with the result is told.
pub(super) fn write(
    imported: &Imported,
    scene: &Scene,
    images: Read<'_>,
    view: Option<ViewId>,
    conversion: &Conversion,
) -> Result<(Vec<(String, Vec<u8>)>, Losses), Refusal> {
    let from_collada = imported.is(&portolan_collada::FORMAT);
    let asked = conversion.version.as_deref().and_then(Version::named);
    let own = from_collada.then(|| Version::like(imported.version));
    let version = asked.or(own).unwrap_or_default();
    let options = Options {
        version,
        view,
        from_collada,
        name: conversion.name.clone(),
        tolerance: conversion.tolerance,
        names: conversion.names.clone(),
    };
    let place = Place::new(imported, conversion, from_collada);
    let pictures = Pictures { read: images, uri: &|reference, location| place.uri(reference, location) };
    let (mut output, mut losses) = raise(scene, &pictures, &options);
    if let (Some(time), Some((_, bytes))) = (&conversion.touch, output.files.first_mut()) {
        *bytes = version::touched(std::mem::take(bytes), time);
    }
    if let Some((name, bytes)) = output.files.first() {
        Written { name, bytes, version: None }.tell_faults(&codes::INVALID, &mut losses)?;
    }
    Ok((output.files, losses))
}

/// Where the document was, and where it will be.
struct Place {
    /// Are pictures put beside the document, even if it could refer to them where they are?
    together: bool,
    /// Are references those of COLLADA, and is the new document in the folder of the old one?
    stays: bool,
    folder: Option<PathBuf>,
}

impl Place {
    fn new(imported: &Imported, conversion: &Conversion, from_collada: bool) -> Place {
        let old = absolute(Path::new(imported.location())).and_then(|p| p.parent().map(Path::to_path_buf));
        let folder = conversion.folder.as_deref().and_then(|f| absolute(Path::new(f)));
        Place {
            together: conversion.embed == Some(false),
            stays: from_collada && (folder.is_none() || folder == old),
            folder,
        }
    }

    /// What the document says for a picture; `None` puts the picture beside it.
    fn uri(&self, reference: &str, location: Option<&str>) -> Option<String> {
        if self.together && location.is_some() {
            return None;
        }
        let valid = !reference.contains([' ', '\\']);
        if valid && (self.stays || location.is_none()) {
            return Some(reference.to_owned());
        }
        let Some(location) = location else { return Some(portolan_resources::uri::from_native(reference)) };
        let file = absolute(Path::new(location)).filter(|p| p.is_file())?;
        let folder = self.folder.clone().or_else(|| absolute(Path::new("")))?;
        let relative = relative(&folder, &file)?;
        Some(portolan_resources::uri::from_native(&relative))
    }
}

/// The way from a folder to a file; `None` if they are on different drives.
fn relative(folder: &Path, file: &Path) -> Option<String> {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), file.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return None;
    }
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    let down = to.iter().skip(common).map(|c| c.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_relative() {
        let way = |a: &str, b: &str| relative(Path::new(a), Path::new(b));
        assert_eq!(way("/a/b", "/a/b/c.png").as_deref(), Some("c.png"));
        assert_eq!(way("/a/b", "/a/t/x y.png").as_deref(), Some("../t/x y.png"));
    }
}
