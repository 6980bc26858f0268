//! Documents in another version, edited in place.
//!
//! Types of integers, opacity, matrices, spectra, metrics and properties of textures are written as the version has them, or
//! are left out and told. Whatever else a version does not have stays, and is told by whoever judges the result.

use portolan_scene::{ColourSlot, Fate, Losses, Origin, Scene};
use portolan_syntax::ddl::{self, Primitive, Property, Run, primitive_type};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Edit, Node, Span, Tree};

use crate::raise::codes;

/// What is written differently in a version.
pub(crate) fn version_edits(tree: &Tree, version: &str, scene: &Scene, losses: &mut Losses) -> Vec<Edit> {
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
        let attrib = word(node, "attrib");
        match (name, attrib.as_deref()) {
            ("Color", Some("opacity")) if !colours => edits.extend(opacity_number(node)),
            ("Param", Some("opacity")) if colours => edits.extend(opacity_colour(node)),
            ("Param", Some("fovx")) if old_types => {
                if let Some(attribute) = node.attribute("attrib") {
                    edits.push(Edit::replace(attribute.value_span(), "fov".to_owned()));
                }
            }
            ("Spectrum", Some(attrib)) if colours => {
                edits.push(spectrum_colour(node, attrib, scene));
                let message = format!(
                    "the spectrum of `{attrib}` was converted to a colour: spectra need OpenGEX \
                    3.0"
                );
                losses.push(&codes::VERSION, Fate::Approximated, origin(node), message);
            }
            ("Metric", _) => {
                let Some(key) = word(node, "key") else { continue };
                let primary = colours && matches!(&*key, "red" | "green" | "blue" | "white");
                if primary || old_types && key == "forward" {
                    edits.push(Edit::delete(node.span()));
                    let what = if primary { "; colour values are not converted" } else { "" };
                    let message = format!("the metric `{key}` is dropped: it needs a later version{what}");
                    losses.push(&codes::VERSION, Fate::Dropped, origin(node), message);
                }
            }
            ("Texture", _) if colours => {
                for name in ["swizzle", "x_address", "y_address", "z_address", "border"] {
                    let Some(edit) = without(node, name) else { continue };
                    edits.push(edit);
                    let message = format!("`{name}` of a texture is dropped: it needs OpenGEX 3.0");
                    losses.push(&codes::VERSION, Fate::Dropped, origin(node), message);
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
    let size_at = node.attributes().find(|a| a.kind() == AttrKind::SubArray)?;
    let text = node.text_nodes().next()?;
    Some(vec![Edit::replace(size_at.value_span(), "16".to_owned()), Edit::replace(text.span(), arrays)])
}

/// A property that is a string.
fn word(node: Node<'_>, name: &str) -> Option<String> {
    match node.attribute(name).map(ddl::property) {
        Some(Property::String(word)) => Some(word.into_owned()),
        _ => None,
    }
}

fn origin(node: Node<'_>) -> Origin {
    Origin { document: 0, element: node.id().0 }
}

/// The structure without a property. It must have another one before it, as `Texture` has.
fn without(node: Node<'_>, name: &str) -> Option<Edit> {
    let plain = node.attributes().filter(|a| a.kind() == AttrKind::Plain);
    let at: Vec<(&str, Span)> = plain.map(|a| (a.full_name(), a.span())).collect();
    let place = at.iter().position(|(n, _)| *n == name)?;
    let (_, own) = at.get(place)?;
    let span = match (place.checked_sub(1).and_then(|before| at.get(before)), at.get(place + 1)) {
        (Some((_, before)), _) => Span::new(before.end, own.end),
        (None, Some((_, next))) => Span::new(own.start, next.start),
        (None, None) => *own,
    };
    Some(Edit::delete(span))
}

/// A colour in the place of a spectrum, unless one stands beside it.
fn spectrum_colour(node: Node<'_>, attrib: &str, scene: &Scene) -> Edit {
    let beside =
        |above: Node<'_>| above.children_named("Color").any(|colour| word(colour, "attrib").as_deref() == Some(attrib));
    if node.parent().is_some_and(beside) {
        return Edit::delete(node.span());
    }
    let holder = node.parent().map(origin);
    let material = scene.materials.iter().find(|m| Some(m.meta.origin) == holder);
    let light = scene.lights.iter().find(|l| Some(l.meta.origin) == holder);
    let slot = match attrib {
        "specular" => ColourSlot::Specular,
        "emission" => ColourSlot::Emission,
        "transparency" => ColourSlot::Transparent,
        "clearcoat" => ColourSlot::Clearcoat,
        "sheen" => ColourSlot::Sheen,
        _ => ColourSlot::Diffuse,
    };
    let colour = material.and_then(|m| m.colour(slot)).map(|c| {
        let [r, g, b, _] = c.value;
        [r, g, b]
    });
    let Some(rgb) = colour.or(light.map(|l| l.colour)) else { return Edit::delete(node.span()) };
    let [r, g, b] = rgb.map(|c| c as f32);
    let text = format!("Color (attrib = \"{attrib}\") {{float[3] {{{{{r:?}, {g:?}, {b:?}}}}}}}");
    Edit::replace(node.span(), text)
}
