//! COLLADA files: scenes written anew, and documents that stay as they are, in another version if that is asked for.

use hashbrown::HashMap;
use portolan_format::{Answer, Choice, Job, Output, Writer};
use portolan_mesh::Tolerance;
use portolan_scene::{Content, Fate, Item, Losses, Origin};
use portolan_syntax::{Edit, Limits, NodeId, Source, Tree, edit, xml};

use crate::Opened;
use crate::migrate::{codes as version_codes, migrate_within, touch};
use crate::raise::{Options, Pictures, Version, codes, write as raise};

/// COLLADA.
pub static DAE: Writer = Writer {
    refuses: &[
        (Choice::Embed, "COLLADA refers to its textures; write a .zae archive to include them"),
        (Choice::Tangents, "tangents are computed for glTF only"),
        (Choice::Precise, "it is supported for OpenGEX only"),
    ],
    extension: "dae",
    about: "COLLADA",
    versions: &["1.5.0", "1.4.1"],
    prepares: false,
    keeps_opacity: true,
    carries_words: false,
    solids: Some("1.5.0"),
    keeps_space: true,
    one_view: false,
    shows_worlds: false,
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
    about: "a COLLADA archive with everything it refers to",
    refuses: &[
        (Choice::Separate, "an archive contains its textures; write a `.dae`"),
        (Choice::Link, "an archive contains its textures; write a `.dae`"),
        (Choice::Tangents, "tangents are computed for glTF only"),
        (Choice::Precise, "it is supported for OpenGEX only"),
    ],
    archive_of: Some(&DAE),
    ..DAE
};

/// What becomes of what a scene holds: everything has a place, or is told where it has none.
fn answer(item: &Item<'_>) -> Answer {
    match item.content {
        Content::Behaviour => Answer::Lost(Fate::Dropped),
        Content::Precision | Content::LastDigits | Content::Comments => Answer::Written,
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

/// In the version that is asked for, else in that of the document if it is COLLADA, else in the usual one. A document of
/// another version is written in its own one first and then changed into the other, so that what is only kept of it goes
/// the way of every change of versions.
fn write(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let from_collada = *job.from == crate::FORMAT;
    let asked = conversion.version.as_deref().and_then(Version::named);
    let own = from_collada.then(|| Version::like(job.opened.version()));
    // Joints need 1.5; what changes the version keeps them aside.
    let words = job.scene.aside.kept.iter().find(|kept| matches!(kept.what, Content::Kinematics | Content::Physics));
    let worded = words.filter(|kept| kept.format == crate::FORMAT.id).map(|kept| Version::like(kept.version));
    let needed = (!job.scene.mechanisms.is_empty()).then_some(Version::V1_5_0).or(worded);
    let options = Options {
        version: own.or(needed).or(asked).unwrap_or_default(),
        view: job.view,
        from_collada,
        name: conversion.name.clone(),
        tolerance: conversion.motion_tolerance(),
        names: conversion.names.clone(),
    };
    let pictures = Pictures { read: &|location| job.picture(location), uri: job.uri };
    let (mut output, mut losses) = raise(job.scene, &pictures, &options);
    if let Some((_, bytes)) = output.files.first_mut() {
        if let Some(version) = asked.filter(|asked| *asked != options.version) {
            let (changed, told) = in_version(std::mem::take(bytes), version.name(), job);
            *bytes = changed;
            losses.append(told);
        }
        if let Some(time) = &conversion.touch {
            *bytes = touched(std::mem::take(bytes), time);
        }
    }
    Output { files: output.files, losses, version: None, keeps: &[] }
}

/// The document itself. Without another version or time to set, not a byte of it changes.
fn keep(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let name = format!("{}.dae", conversion.name);
    let mut losses = Losses::default();
    let opened = job.opened.as_any().downcast_ref::<Opened>();
    let Some(documents) = opened.and_then(|opened| opened.all()) else {
        return Output { files: Vec::new(), losses, version: None, keeps: &[] };
    };
    let main = documents.main();
    let mut edits = Vec::new();
    if let Some(version) = conversion.version.as_deref()
        && let Some(migrated) = migrate_within(&main.tree, &main.bound, version, distance(job))
    {
        edits = migrated.edits;
        losses = migrated.losses;
        for (number, other) in documents.iter().enumerate().skip(1) {
            if other.bound.version_name() != version {
                let own = other.bound.version_name();
                let message = format!("`{}` remains a document of version {own}", other.location);
                let origin = Origin { document: number as u32, element: 0 };
                losses.push(&version_codes::REFERENCED, Fate::Noted, origin, message);
            }
        }
    }
    if let Some(time) = &conversion.touch {
        edits.extend(touch(&main.tree, time));
    }
    let bytes = if edits.is_empty() { main.tree.source().bytes().to_vec() } else { applied(&main.tree, &edits) };
    Output { files: vec![(name, bytes)], losses, version: None, keeps: &[] }
}

/// How far triangles may be from exact solids.
fn distance(job: &Job<'_>) -> Tolerance {
    Tolerance::metres(job.conversion.tolerance, job.scene.space.metres)
}

fn applied(tree: &Tree, edits: &[Edit]) -> Vec<u8> {
    edit::apply(tree.source(), edits).0
}

/// Sets when a document that was written anew was last changed.
fn touched(bytes: Vec<u8>, time: &str) -> Vec<u8> {
    let Some(tree) = read_again(&bytes) else { return bytes };
    applied(&tree, &touch(&tree, time))
}

/// A document that was written anew, in another version. What is told of it is told of the objects that it was written
/// from.
fn in_version(bytes: Vec<u8>, version: &str, job: &Job<'_>) -> (Vec<u8>, Losses) {
    let mut losses = Losses::default();
    let Some(tree) = read_again(&bytes) else { return (bytes, losses) };
    let bound = portolan_schema::bind(&tree, &portolan_schema::tables::collada::SCHEMA, None);
    let Some(migrated) = migrate_within(&tree, &bound, version, distance(job)) else { return (bytes, losses) };
    let mut origins: HashMap<&str, Origin> = HashMap::new();
    job.scene.aside.kept.iter().for_each(|kept| _ = origins.entry(&kept.name).or_insert(kept.origin));
    job.scene.each_meta(&mut |_, meta| {
        if let Some(id) = &meta.id {
            origins.insert(id, meta.origin);
        }
    });
    for loss in migrated.losses.iter() {
        let element = tree.node(NodeId(loss.origin.element)).filter(|node| node.is_element());
        let around = element.into_iter().flat_map(|e| std::iter::once(e).chain(e.ancestors()));
        let origin = around.filter(|e| e.is_element()).find_map(|e| {
            let id = e.attribute_value("id").and_then(|id| origins.get(id.trim()));
            id.or_else(|| origins.get(e.local_name())).copied()
        });
        for _ in 0..loss.count {
            losses.push(loss.code, loss.fate, origin.unwrap_or_default(), loss.message.clone());
        }
    }
    (applied(&tree, &migrated.edits), losses)
}

/// The tree of a document that was written anew.
fn read_again(bytes: &[u8]) -> Option<Tree> {
    let source = Source::new("new.dae", bytes.to_vec(), None, &Limits::default()).ok()?;
    Some(xml::parse(source, &Limits::default()).0)
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
