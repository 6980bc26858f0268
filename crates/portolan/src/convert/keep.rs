//! Documents that stay as they are: OpenGEX to OpenGEX.
//!
//! Every byte stays. Where another version is asked for, what the versions write differently is edited in place; what the
//! version does not have is told and stays.

use portolan_opengex::raise::codes;
use portolan_resources::{Companions, NOT_WRITTEN, RENAMED, join};
use portolan_scene::{Fate, Losses, Pixels};
use portolan_syntax::ddl::{self, Primitive, Property, Run, primitive_type};
use portolan_syntax::{Edit, Node, Span, Tree, edit};

use std::path::Path;

use super::judge::Written;
use super::{Conversion, Converted, Refusal};
use crate::pack::absolute;
use crate::{Imported, Resources};

/// The document itself, in another version if that is asked for, with the pictures it refers to.
pub(super) fn keep(
    imported: &Imported,
    resources: &dyn Resources,
    conversion: &Conversion,
) -> Result<Converted, Refusal> {
    let Some(tree) = imported.tree(0) else {
        return Ok(Converted { files: Vec::new(), losses: imported.losses.clone() });
    };
    let mut losses = Losses::default();
    let mut edits = conversion.version.as_deref().map(|version| version_edits(tree, version)).unwrap_or_default();
    let mut companions = Companions::new(conversion.names.clone());
    for image in &imported.scene.images {
        let Pixels::File { reference, location: Some(location) } = &image.pixels else { continue };
        // What lies outside of the document's folder stays where it is.
        let outside = reference.starts_with('/') || reference.contains("..") || reference.contains([':', '\\']);
        if outside || is_in_place(location, reference, conversion) {
            continue;
        }
        let Ok(bytes) = resources.read(location, conversion.limits.bytes) else { continue };
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
    let own = tree.source().bytes();
    let bytes = if edits.is_empty() { own.to_vec() } else { edit::apply(tree.source(), &edits).0 };
    if conversion.version.is_some() || !edits.is_empty() {
        let written = Written { name: "kept.ogex", bytes: &bytes, version: conversion.version.as_deref() };
        written.tell_new_faults(own, &codes::VERSION, &mut losses)?;
    }
    let main = (format!("{}.ogex", conversion.name), bytes);
    Ok(Converted { files: std::iter::once(main).chain(companions.into_files()).collect(), losses })
}

/// Is a picture already where the new document looks for it, because it is in the folder of the old one?
fn is_in_place(location: &str, reference: &str, conversion: &Conversion) -> bool {
    let Some(folder) = conversion.folder.as_deref() else { return false };
    let wanted = absolute(Path::new(&join(folder, reference)));
    wanted.is_some() && wanted == absolute(Path::new(location))
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
