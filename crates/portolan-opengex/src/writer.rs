//! OpenGEX files: scenes written anew, and documents that stay as they are.
//!
//! Of a document that is kept, every byte stays. Where another version is asked for, what the versions write differently is
//! edited in place; what the version does not have stays, and is told by whoever judges the result. Pictures are put beside
//! it.

use portolan_format::{Answer, Job, Output, Writer};
use portolan_resources::{Companions, NOT_WRITTEN, RENAMED};
use portolan_scene::{Content, Fate, Holder, Item, Losses, Pixels};
use portolan_syntax::ddl::{self, Primitive, Property, Run, primitive_type};
use portolan_syntax::{Edit, Node, Span, Tree, edit};

use crate::raise::{Options, Version, codes, write as raise};

/// OpenGEX, with its pictures beside it.
pub static OGEX: Writer = Writer {
    extension: "ogex",
    about: "OpenGEX, with its pictures beside it",
    versions: &["1.1", "2.0", "3.0"],
    prepares: true,
    keeps_opacity: false,
    solids: None,
    one_view: true,
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
        Content::Dates | Content::Wording => Answer::Lost(Fate::Noted),
        Content::Extra if has_structure => Answer::Told,
        Content::View | Content::Steps | Content::Layers | Content::Levels => Answer::Told,
        Content::Shadows => Answer::Written,
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
        tolerance: conversion.tolerance,
        triangulate: conversion.triangulate,
        name: conversion.name.clone(),
        names: conversion.names.clone(),
        ..Options::default()
    };
    let (output, losses) = raise(job.scene, &|location| job.picture(location), &options);
    Output { files: output.files, losses, version: Some(version.name()) }
}

/// The document itself, in another version if that is asked for, with the pictures it refers to.
fn keep(job: &Job<'_>) -> Output {
    let conversion = job.conversion;
    let documents = job.opened.documents();
    let Some((_, tree)) = documents.first() else {
        return Output { files: Vec::new(), losses: Losses::default(), version: None };
    };
    let mut losses = Losses::default();
    let mut edits = conversion.version.as_deref().map(|version| version_edits(tree, version)).unwrap_or_default();
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
    Output { files: std::iter::once(main).chain(companions.into_files()).collect(), losses, version: version.copied() }
}

/// Lets textures refer to a picture by another name.
fn renamed(tree: &Tree, from: &str, to: &str) -> Vec<Edit> {
    let textures = tree.nodes().filter(|n| n.is_element() && n.local_name() == "Texture");
    let strings = textures.flat_map(|texture| texture.elements().filter(|e| primitive_type(e.name().full).is_some()));
    let texts = strings.flat_map(|string| string.text_nodes().collect::<Vec<_>>());
    let same = texts.filter(|text| ddl::string_value(tree.slice(text.span()).trim()) == from);
    same.map(|text| Edit::replace(text.span(), ddl::quoted(to))).collect()
}

/// What is written differently in a version.
fn version_edits(tree: &Tree, version: &str) -> Vec<Edit> {
    let (old_types, colours) = (version < "2.0", version < "3.0");
    let mut edits = Vec::new();
    for node in tree.nodes().filter(|n| n.is_element()) {
        let name = node.name().full;
        if let Some(primitive) = primitive_type(name).filter(|p| p.is_integer() && p.long_name().starts_with('u')) {
            let wanted = match old_types {
                true => format!("unsigned_{}", primitive.long_name().trim_start_matches('u')),
                false => primitive.long_name().to_owned(),
            };
            // Short names are part of every later version.
            if name != wanted && (old_types || name.starts_with("unsigned_")) {
                edits.push(Edit::replace(node.name_span(), wanted));
            }
        }
        let attrib = match node.attribute("attrib").map(ddl::property) {
            Some(Property::String(word)) => Some(word.into_owned()),
            _ => None,
        };
        match (name, attrib.as_deref()) {
            ("Color", Some("opacity")) if !colours => edits.extend(opacity_number(node)),
            ("Param", Some("opacity")) if colours => edits.extend(opacity_colour(node)),
            ("Param", Some("fovx")) if old_types => {
                if let Some(attribute) = node.attribute("attrib") {
                    edits.push(Edit::replace(attribute.value_span(), "fov".to_owned()));
                }
            }
            ("Transform", _) if colours => edits.extend(node.elements().filter_map(whole_matrix).flatten()),
            _ => {}
        }
    }
    edits
}

/// The words of the values of a run.
fn words(node: Node<'_>) -> Option<(Run<'_>, Vec<&str>)> {
    let run = Run::of(node).filter(|r| r.primitive() == Primitive::Float32)?;
    let words: Result<Vec<Span>, _> = run.floats().map(|v| v.map(|(_, span)| span)).collect();
    Some((run, words.ok()?.into_iter().map(|span| node.tree().slice(span)).collect()))
}

/// Opacity was a colour before 3.0; a grey one is a number.
fn opacity_number(node: Node<'_>) -> Option<Edit> {
    let (_, words) = node.elements().find_map(words)?;
    let [r, g, b, ..] = words.as_slice() else { return None };
    (r == g && g == b).then(|| Edit::replace(node.span(), format!("Param (attrib = \"opacity\") {{float {{{r}}}}}")))
}

fn opacity_colour(node: Node<'_>) -> Option<Edit> {
    let (_, words) = node.elements().find_map(words)?;
    let [v] = words.as_slice() else { return None };
    Some(Edit::replace(node.span(), format!("Color (attrib = \"opacity\") {{float[3] {{{{{v}, {v}, {v}}}}}}}")))
}

/// Before 3.0 a matrix had sixteen numbers.
fn whole_matrix(node: Node<'_>) -> Option<Vec<Edit>> {
    let (run, words) = words(node)?;
    let size = run.layout().sub_array?;
    // For each of the sixteen the place among the given ones, or what stands there without.
    let places: [Result<usize, &str>; 16] = std::array::from_fn(|i| {
        let (column, row) = (i / 4, i % 4);
        let usual = if column == row { "1.0" } else { "0.0" };
        match size {
            12 if row < 3 => Ok(column * 3 + row),
            9 if row < 3 && column < 3 => Ok(column * 3 + row),
            6 if row < 2 && column < 2 => Ok(column * 2 + row),
            6 if row < 2 && column == 3 => Ok(4 + row),
            4 if row < 2 && column < 2 => Ok(column * 2 + row),
            _ => Err(usual),
        }
    });
    if ![12, 9, 6, 4].contains(&size) || words.is_empty() || !words.len().is_multiple_of(size as usize) {
        return None;
    }
    let arrays = words.chunks(size as usize).map(|matrix| {
        let sixteen = places.map(|p| p.map_or_else(|usual| usual, |at| matrix.get(at).copied().unwrap_or("0.0")));
        format!("{{{}}}", sixteen.join(", "))
    });
    let arrays = arrays.collect::<Vec<String>>().join(", ");
    let size_at = node.attributes().find(|a| a.kind() == portolan_syntax::tree::AttrKind::SubArray)?;
    let text = node.text_nodes().next()?;
    Some(vec![Edit::replace(size_at.value_span(), "16".to_owned()), Edit::replace(text.span(), arrays)])
}
