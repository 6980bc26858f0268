//! OpenGEX files: scenes written anew, and documents that stay as they are.
//!
//! Of a document that is kept, every byte stays. Where another version is asked for, what the versions write differently is
//! edited in place (`migrate.rs`); whatever else it does not have stays, and is told by whoever judges the result. Pictures are put beside
//! it.

use portolan_format::{Answer, Choice, Job, Output, Writer};
use portolan_mesh::Tolerance;
use portolan_resources::{Companions, NOT_WRITTEN, RENAMED};
use portolan_scene::{Content, Fate, Holder, Item, Losses, Pixels};
use portolan_syntax::ddl::{self, primitive_type};
use portolan_syntax::{Edit, Tree, edit};

use crate::migrate::version_edits;
use crate::raise::{Options, Version, codes, write as raise};

/// OpenGEX, with its pictures beside it.
pub static OGEX: Writer = Writer {
    refuses: &[
        (Choice::Embed, "OpenGEX refers to its textures"),
        (Choice::Polygons, "OpenGEX has triangles and quads only"),
        (Choice::Tangents, "tangents are computed for glTF only"),
        (Choice::Touch, "OpenGEX does not support it"),
    ],
    extension: "ogex",
    about: "OpenGEX, with its images in separate files",
    versions: &["1.1", "2.0", "3.0"],
    prepares: true,
    keeps_opacity: false,
    carries_words: false,
    solids: None,
    keeps_space: true,
    one_view: true,
    shows_worlds: false,
    answer,
    write,
    keep: Some(keep),
    archive_of: None,
    invalid: Some(&codes::INVALID),
    invalid_edits: Some(&codes::VERSION),
};

/// What becomes of what a scene holds. Data of applications is written if it is OpenDDL, and told if not.
fn answer(item: &Item<'_>) -> Answer {
    let has_structure = matches!(
        item.holder,
        Holder::Document
            | Holder::Node
            | Holder::NodeInstance
            | Holder::Drawn
            | Holder::Geometry
            | Holder::Material
            | Holder::Effect
            | Holder::Image
            | Holder::Camera
            | Holder::Light
            | Holder::Clip
            | Holder::View
    );
    match item.content {
        Content::Dates | Content::Wording | Content::Comments => Answer::Lost(Fate::Noted),
        // What the document kept as text, such as data of its libraries, belongs to no structure.
        Content::Extra if has_structure && !item.own_origin => Answer::Told,
        Content::View | Content::Steps | Content::Layers | Content::Levels => Answer::Told,
        Content::Shadows | Content::Precision | Content::LastDigits => Answer::Written,
        Content::Unused => match item.holder {
            Holder::Camera | Holder::Light | Holder::Material | Holder::Geometry => Answer::Written,
            _ => Answer::Lost(Fate::Dropped),
        },
        Content::About
        | Content::Extra
        | Content::Physics
        | Content::Kinematics
        | Content::Shader
        | Content::Brep
        | Content::Technique
        | Content::Data
        | Content::Behaviour
        | Content::Unknown
        | Content::AlphaCutoff
        | Content::Proxy => Answer::Lost(Fate::Dropped),
    }
}

fn write(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let version = conversion.version.as_deref().and_then(Version::named).unwrap_or_default();
    let options = Options {
        version,
        view: job.view,
        precise: conversion.precise,
        sample_rate: conversion.sample_rate,
        tolerance: conversion.motion_tolerance(),
        curves: Tolerance::metres(conversion.tolerance, job.scene.space.metres),
        triangulate: conversion.triangulate,
        name: conversion.name.clone(),
        names: conversion.names.clone(),
        ..Options::default()
    };
    let (output, losses) = raise(job.scene, &|location| job.picture(location), &options);
    Output { files: output.files, losses, version: Some(version.name()), keeps: &[] }
}

/// The document itself, in another version if that is asked for, with the pictures it refers to.
fn keep(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let documents = job.opened.documents();
    let Some((_, tree)) = documents.first() else {
        return Output { files: Vec::new(), losses: Losses::default(), version: None, keeps: &[] };
    };
    let mut losses = Losses::default();
    let mut edits = match conversion.version.as_deref() {
        Some(version) => version_edits(tree, version, job.read, &mut losses),
        None => Vec::new(),
    };
    let mut companions = Companions::new(conversion.names.clone());
    for image in &job.read.images {
        let Pixels::File { reference, location: Some(location) } = &image.pixels else { continue };
        // What lies outside of the document's folder stays where it is.
        let outside = reference.starts_with('/') || reference.contains("..") || reference.contains([':', '\\']);
        if outside || (job.in_place)(location, reference) {
            continue;
        }
        let Ok(bytes) = job.picture(location) else { continue };
        match companions.picture_at(reference, bytes) {
            Ok(placed) if *placed.name == **reference => {}
            Ok(placed) => {
                edits.extend(renamed(tree, reference, &placed.name));
                let message = format!("`{reference}` is written as `{}`", placed.name);
                losses.push(&RENAMED, Fate::Noted, image.meta.origin, message);
            }
            Err(why) => {
                let message = format!("`{reference}` is not copied: {why}");
                losses.push(&NOT_WRITTEN, Fate::Approximated, image.meta.origin, message);
            }
        }
    }
    let bytes = match edits.is_empty() {
        true => tree.source().bytes().to_vec(),
        false => edit::apply(tree.source(), &edits).0,
    };
    let main = (format!("{}.ogex", conversion.name), bytes);
    let version = OGEX.versions.iter().chain(job.from.versions).find(|v| Some(**v) == conversion.version.as_deref());
    Output {
        files: std::iter::once(main).chain(companions.into_files()).collect(),
        losses,
        version: version.copied(),
        keeps: &[],
    }
}

/// Lets textures refer to a picture by another name.
fn renamed(tree: &Tree, from: &str, to: &str) -> Vec<Edit> {
    let textures = tree.nodes().filter(|n| n.is_element() && n.local_name() == "Texture");
    let strings = textures.flat_map(|texture| texture.elements().filter(|e| primitive_type(e.name().full).is_some()));
    let texts = strings.flat_map(|string| string.text_nodes().collect::<Vec<_>>());
    let same = texts.filter(|text| ddl::string_value(tree.slice(text.span()).trim()) == from);
    same.map(|text| Edit::replace(text.span(), ddl::quoted(to))).collect()
}
