//! COLLADA files: scenes written anew, and documents that stay as they are, in another version if that is asked for.

use portolan_format::{Answer, Job, Output, Writer};
use portolan_scene::{Content, Fate, Item, Losses, Origin};
use portolan_syntax::{Edit, Limits, Source, Tree, edit, xml};

use crate::Opened;
use crate::migrate::{codes as version_codes, migrate_within, touch};
use crate::raise::{Options, Pictures, Version, codes, write as raise};

/// COLLADA.
pub static DAE: Writer = Writer {
    extension: "dae",
    about: "COLLADA",
    versions: &["1.5.0", "1.4.1"],
    prepares: false,
    keeps_opacity: true,
    solids: Some("1.5.0"),
    one_view: false,
    answer,
    write,
    keep: Some(keep),
    archive_of: None,
    invalid: Some(&codes::INVALID),
    invalid_edits: Some(&version_codes::INVALID),
};

/// COLLADA documents as archives.
pub static ZAE: Writer = Writer {
    extension: "zae",
    about: "an archive of COLLADA with everything it refers to",
    archive_of: Some(&DAE),
    ..DAE
};

/// What becomes of what a scene holds: everything has a place, or is told where it has none.
fn answer(item: &Item<'_>) -> Answer {
    match item.content {
        Content::Behaviour => Answer::Lost(Fate::Dropped),
        Content::About
        | Content::Dates
        | Content::Extra
        | Content::Physics
        | Content::Kinematics
        | Content::Shader
        | Content::Brep
        | Content::Technique
        | Content::Data
        | Content::Unknown
        | Content::Wording
        | Content::AlphaCutoff
        | Content::View
        | Content::Steps
        | Content::Layers
        | Content::Proxy
        | Content::Levels
        | Content::Shadows
        | Content::Unused => Answer::Told,
    }
}

/// In the version that is asked for, else in that of the document if it is COLLADA, else in the usual one.
fn write(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let from_collada = *job.from == crate::FORMAT;
    let asked = conversion.version.as_deref().and_then(Version::named);
    let own = from_collada.then(|| Version::like(job.opened.version()));
    let options = Options {
        version: asked.or(own).unwrap_or_default(),
        view: job.view,
        from_collada,
        name: conversion.name.clone(),
        tolerance: conversion.tolerance,
        names: conversion.names.clone(),
    };
    let pictures = Pictures { read: &|location| job.picture(location), uri: job.uri };
    let (mut output, losses) = raise(job.scene, &pictures, &options);
    if let (Some(time), Some((_, bytes))) = (&conversion.touch, output.files.first_mut()) {
        *bytes = touched(std::mem::take(bytes), time);
    }
    Output { files: output.files, losses, version: None }
}

/// The document itself. Without another version or time to set, not a byte of it changes.
fn keep(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let name = format!("{}.dae", conversion.name);
    let mut losses = Losses::default();
    let opened = job.opened.as_any().downcast_ref::<Opened>();
    let Some(documents) = opened.and_then(|opened| opened.all()) else {
        return Output { files: Vec::new(), losses, version: None };
    };
    let main = documents.main();
    let mut edits = Vec::new();
    let distance = conversion.surface_tolerance.map(|metres| metres / job.scene.space.metres);
    if let Some(version) = conversion.version.as_deref()
        && let Some(migrated) = migrate_within(&main.tree, &main.bound, version, distance)
    {
        edits = migrated.edits;
        losses = migrated.losses;
        for (number, other) in documents.iter().enumerate().skip(1) {
            if other.bound.version_name() != version {
                let own = other.bound.version_name();
                let message = format!("`{}` stays a document of version {own}", other.location);
                let origin = Origin { document: number as u32, element: 0 };
                losses.push(&version_codes::REFERENCED, Fate::Noted, origin, message);
            }
        }
    }
    if let Some(time) = &conversion.touch {
        edits.extend(touch(&main.tree, time));
    }
    let bytes = if edits.is_empty() { main.tree.source().bytes().to_vec() } else { applied(&main.tree, &edits) };
    Output { files: vec![(name, bytes)], losses, version: None }
}

fn applied(tree: &Tree, edits: &[Edit]) -> Vec<u8> {
    edit::apply(tree.source(), edits).0
}

/// Sets when a document that was written anew was last changed.
fn touched(bytes: Vec<u8>, time: &str) -> Vec<u8> {
    let Ok(source) = Source::new("new.dae", bytes.clone(), None, &Limits::default()) else { return bytes };
    let (tree, _) = xml::parse(source, &Limits::default());
    applied(&tree, &touch(&tree, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_set_and_nothing_else() {
        let text = "<COLLADA version=\"1.4.1\"><asset><created>1</created><modified> 2 </modified></asset></COLLADA>";
        let set = String::from_utf8(touched(text.as_bytes().to_vec(), "NOW")).unwrap();
        assert_eq!(set, text.replace(" 2 ", "NOW"));
    }

    #[test]
    fn the_versions_are_those_that_can_be_written() {
        assert_eq!(DAE.versions, Version::ALL.map(Version::name));
    }
}
