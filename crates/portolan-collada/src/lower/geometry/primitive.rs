//! Primitives: what corners make up.

use portolan_scene::{Attribute, Fate, Input, Primitive, PrimitiveKind, Semantic};
use portolan_syntax::Node;

use super::super::codes;
use super::Reading;
use super::mesh::Streams;
use crate::data::{self, Text};

/// More indices a corner are not believed.
const WIDEST: u64 = 1024;

pub(super) fn is_primitive(name: &str) -> bool {
    kind(name).is_some()
}

fn kind(name: &str) -> Option<PrimitiveKind> {
    Some(match name {
        "lines" => PrimitiveKind::Lines,
        "linestrips" => PrimitiveKind::LineStrips,
        "triangles" => PrimitiveKind::Triangles,
        "trifans" => PrimitiveKind::TriangleFans,
        "tristrips" => PrimitiveKind::TriangleStrips,
        "polygons" | "polylist" => PrimitiveKind::Polygons,
        _ => return None,
    })
}

/// Reads a primitive. `vertices` are the data of the mesh's vertices; a primitive that names its positions itself gives
/// them to a mesh that has none.
pub(super) fn primitive<'a>(
    reading: &mut Reading<'_, 'a>,
    streams: &mut Streams<'a>,
    vertices: &mut Vec<Attribute>,
    element: Node<'a>,
) -> Option<Primitive> {
    let kind = kind(element.local_name())?;
    let inputs: Vec<data::Input<'a>> = streams.data.inputs(element).collect();
    let mut stride = 0;
    let mut vertex_column = None;
    let (mut others, mut kept) = (Vec::new(), Vec::new());
    for (place, input) in inputs.iter().enumerate() {
        // Some exporters leave the offset away and mean the order.
        let column = input.offset.unwrap_or(place as u64);
        stride = stride.max(column.saturating_add(1));
        if column >= WIDEST {
            reading.lose(&codes::INPUT, Fate::Dropped, input.node, "an offset is far too large");
            return None;
        }
        let column = column as u32;
        // A mesh has one `<vertices>`, so whatever an input `VERTEX` names wrongly, that is meant.
        let own = || element.parent_element().is_some_and(|mesh| mesh.child("vertices").is_some());
        let at_vertices = match input.target {
            Some(target) => target.local_name() == "vertices",
            None => own(),
        };
        match input.semantic.as_ref() {
            "VERTEX" if at_vertices => vertex_column = vertex_column.or(Some(column)),
            // The specification's own examples name positions without a `<vertices>`.
            "VERTEX" | "POSITION" => {
                let position = data::Input { semantic: "POSITION".into(), ..input.clone() };
                let Some(attribute) = streams.attribute(reading, &position) else { continue };
                match vertices.iter().find(|a| a.semantic == Semantic::Position) {
                    None => vertices.push(attribute),
                    Some(known) if known.stream == attribute.stream => {}
                    Some(_) => {
                        let message = "the positions are not those of the mesh's `<vertices>`";
                        reading.lose(&codes::INPUT, Fate::Dropped, input.node, message);
                        return None;
                    }
                }
                vertex_column = vertex_column.or(Some(column));
            }
            _ => match streams.attribute(reading, input) {
                Some(attribute) => others.push(Input { attribute, column }),
                None => reading.cx.keep(input.node, "input", &mut kept),
            },
        }
    }
    let Some(position) = vertices.iter().find(|a| a.semantic == Semantic::Position).map(|a| a.stream) else {
        // An empty primitive needs nothing.
        match element.elements().any(|e| matches!(e.local_name(), "p" | "ph")) {
            true => reading.lose(&codes::NO_POSITION, Fate::Dropped, element, "the primitive has no positions"),
            false => tell_empty(reading, element),
        }
        return None;
    };
    let Some(vertex_column) = vertex_column else {
        match inputs.is_empty() {
            true => tell_empty(reading, element),
            false => reading.lose(&codes::NO_POSITION, Fate::Dropped, element, "the primitive has no input `VERTEX`"),
        }
        return None;
    };
    let symbol = element.attribute_value("material").map(|m| m.trim().trim_start_matches('#').to_owned());
    let mut primitive = Primitive {
        meta: reading.cx.meta(element),
        kind,
        material: symbol.filter(|s| !s.is_empty()).map(String::into_boxed_str),
        inputs: others,
        vertex_column,
        stride: stride as u32,
        indices: Vec::new(),
        counts: Vec::new(),
        rings: Vec::new(),
    };
    if !kept.is_empty() {
        primitive.meta.aside_mut().kept.append(&mut kept);
    }
    if element.local_name() == "polygons" {
        primitive.meta.aside_mut().word = Some("polygons".into());
    }
    let needed = corners(reading, element, &mut primitive);
    let mut limits = vec![u32::MAX; stride as usize];
    let rows = |stream| u32::try_from(streams.rows(stream)).unwrap_or(u32::MAX);
    let columns = primitive.inputs.iter().map(|i| (i.column, rows(i.attribute.stream)));
    for (column, rows) in columns.chain([(vertex_column, rows(position))]) {
        if let Some(limit) = limits.get_mut(column as usize) {
            *limit = rows.min(*limit);
        }
    }
    let fits = needed.largest.iter().zip(&limits).all(|(largest, limit)| largest <= limit) && needed.bad == 0;
    if !fits {
        let mended = mend(&mut primitive, &mut limits);
        if mended > 0 {
            let message = portolan_syntax::counted(
                mended,
                "index of normals, texture coordinates or other data is out of range; the first entry is used",
                "indices of normals, texture coordinates or other data are out of range; the first entry is used",
            );
            reading.lose(&codes::INDEX, Fate::Approximated, element, message);
        }
        let left_out = leave_out(&mut primitive, &limits);
        if left_out > 0 {
            let message = format!(
                "`{}`: {}",
                element.local_name(),
                portolan_syntax::counted(
                    left_out,
                    "primitive is dropped: an index is out of range",
                    "primitives are dropped: an index is out of range"
                )
            );
            reading.lose(&codes::INDEX, Fate::Dropped, element, message);
        }
    }
    Some(primitive)
}

/// Nothing is drawn of an empty primitive; what is lost is its name.
fn tell_empty<'a>(reading: &mut Reading<'_, 'a>, element: Node<'a>) {
    if let Some(name) = element.attribute_value("name") {
        let message = format!("the empty primitive `{name}` is dropped");
        reading.lose(&codes::CORNERS, Fate::Noted, element, message);
    }
}

/// What the index lists ask for.
#[derive(Default)]
struct Needed {
    /// Rows that each column needs.
    largest: Vec<u32>,
    /// Words that are no index.
    bad: usize,
}

/// Reads the index lists into the primitive.
fn corners(reading: &mut Reading<'_, '_>, element: Node<'_>, primitive: &mut Primitive) -> Needed {
    let stride = primitive.stride as usize;
    let declared = usize::try_from(data::whole_attribute(element, "count").unwrap_or(0)).unwrap_or(0);
    let mut needed = Needed::default();
    let mut ragged = false;
    let mut list = |primitive: &mut Primitive, p: Node<'_>, hint: usize| -> usize {
        let before = primitive.indices.len();
        let text = Text::of(p);
        let (decoded, largest) = text.list().indices(stride, hint, &mut primitive.indices);
        needed.bad += decoded.bad_count;
        if needed.largest.len() < largest.len() {
            needed.largest.resize(largest.len(), 0);
        }
        needed.largest.iter_mut().zip(&largest).for_each(|(all, one)| *all = (*all).max(*one));
        let whole = decoded.count / stride;
        ragged |= decoded.count % stride != 0;
        primitive.indices.truncate(before + whole * stride);
        whole
    };
    let mut short = 0u64;
    match element.local_name() {
        "lines" | "triangles" => {
            let size = if element.local_name() == "lines" { 2 } else { 3 };
            let mut total = 0;
            for p in element.elements().filter(|e| e.local_name() == "p") {
                total += list(primitive, p, declared.saturating_mul(size * stride));
            }
            let left = total % size;
            primitive.indices.truncate((total - left) * stride);
            short += u64::from(left > 0);
        }
        "polylist" => {
            let mut counts = Vec::new();
            if let Some(vcount) = element.child("vcount") {
                Text::of(vcount).list().u32s(declared, &mut counts);
            }
            let sum: u64 = counts.iter().map(|c| u64::from(*c)).sum();
            let hint = usize::try_from(sum).unwrap_or(usize::MAX).saturating_mul(stride);
            let mut total = 0;
            for p in element.elements().filter(|e| e.local_name() == "p") {
                total += list(primitive, p, hint);
            }
            short += polylist(primitive, counts, total);
        }
        "polygons" => short += polygons(element, primitive, &mut list),
        _ => {
            let least = if primitive.kind == PrimitiveKind::LineStrips { 2 } else { 3 };
            for p in element.elements().filter(|e| e.local_name() == "p") {
                let before = primitive.indices.len();
                let corners = list(primitive, p, 0);
                if corners < least {
                    primitive.indices.truncate(before);
                    short += u64::from(corners > 0);
                } else {
                    primitive.counts.push(corners as u32);
                }
            }
        }
    }
    if short > 0 {
        let message = format!(
            "`{}`: {}",
            element.local_name(),
            portolan_syntax::counted(
                short,
                "primitive is dropped: it has too few corners",
                "primitives are dropped: they have too few corners"
            )
        );
        reading.lose(&codes::CORNERS, Fate::Dropped, element, message);
    }
    if ragged {
        reading.lose(&codes::CORNERS, Fate::Dropped, element, "the indices of the last corner are incomplete");
    }
    needed
}

/// Fits the numbers of corners to the corners there are; tells how many polygons were left out.
fn polylist(primitive: &mut Primitive, mut counts: Vec<u32>, corners: usize) -> u64 {
    let stride = primitive.stride as usize;
    let declared = counts.len();
    let mut used = 0usize;
    let fitting = counts.iter().take_while(|c| {
        let fits = usize::try_from(**c).is_ok_and(|c| c <= corners - used);
        used += if fits { **c as usize } else { 0 };
        fits
    });
    let kept = fitting.count();
    counts.truncate(kept);
    let mut short = (declared - kept) as u64 + u64::from(used < corners && declared == kept);
    primitive.indices.truncate(used * stride);
    if counts.iter().any(|c| *c < 3) {
        let mut at = 0;
        let mut indices = Vec::with_capacity(primitive.indices.len());
        for count in &counts {
            let size = *count as usize * stride;
            if *count >= 3 {
                indices.extend_from_slice(primitive.indices.get(at..at + size).unwrap_or_default());
            } else {
                short += 1;
            }
            at += size;
        }
        counts.retain(|c| *c >= 3);
        primitive.indices = indices;
    }
    primitive.counts = counts;
    short
}

/// `<p>` is a polygon without holes, `<ph>` one with.
fn polygons(
    element: Node<'_>,
    primitive: &mut Primitive,
    list: &mut dyn FnMut(&mut Primitive, Node<'_>, usize) -> usize,
) -> u64 {
    let mut short = 0;
    let mut rings = Vec::new();
    for child in element.elements() {
        let before = (primitive.indices.len(), primitive.counts.len());
        let mut ring = |primitive: &mut Primitive, p: Node<'_>| {
            let start = primitive.indices.len();
            let corners = list(primitive, p, 0);
            if corners < 3 {
                primitive.indices.truncate(start);
                return false;
            }
            primitive.counts.push(corners as u32);
            true
        };
        match child.local_name() {
            "p" => match ring(primitive, child) {
                true => rings.push(1),
                false => short += 1,
            },
            "ph" => {
                let mut parts = child.elements().filter(|e| matches!(e.local_name(), "p" | "h"));
                if !parts.next().is_some_and(|outer| ring(primitive, outer)) {
                    primitive.indices.truncate(before.0);
                    primitive.counts.truncate(before.1);
                    short += 1;
                    continue;
                }
                for hole in parts {
                    short += u64::from(!ring(primitive, hole));
                }
                rings.push((primitive.counts.len() - before.1) as u32);
            }
            _ => {}
        }
    }
    if rings.iter().any(|r| *r != 1) {
        primitive.rings = rings;
    }
    short
}

/// Puts right the indices of everything but positions, without which a shape is still what it is: those beyond the data
/// lead to its first row, and data without rows is left out. Tells how many that were.
fn mend(primitive: &mut Primitive, limits: &mut [u32]) -> u64 {
    let vertex_column = primitive.vertex_column as usize;
    let mut mended = 0;
    for (column, limit) in limits.iter_mut().enumerate().filter(|(column, _)| *column != vertex_column) {
        if *limit == 0 {
            primitive.inputs.retain(|input| input.column as usize != column);
            *limit = u32::MAX;
        }
        let indices = primitive.indices.iter_mut().skip(column).step_by(primitive.stride.max(1) as usize);
        for index in indices.filter(|index| **index >= *limit) {
            *index = 0;
            mended += 1;
        }
    }
    mended
}

/// Leaves out what has a corner whose indices are not below the limits; tells how many that were.
fn leave_out(primitive: &mut Primitive, limits: &[u32]) -> u64 {
    let stride = primitive.stride as usize;
    let indices = std::mem::take(&mut primitive.indices);
    let counts = std::mem::take(&mut primitive.counts);
    let rings = std::mem::take(&mut primitive.rings);
    let fits = |piece: &[u32]| {
        piece.chunks_exact(stride).all(|corner| corner.iter().zip(limits).all(|(index, limit)| index < limit))
    };
    let mut left_out = 0;
    let fixed = match primitive.kind {
        PrimitiveKind::Points => 1,
        PrimitiveKind::Lines => 2,
        PrimitiveKind::Triangles => 3,
        _ => 0,
    };
    if fixed > 0 {
        for piece in indices.chunks_exact(fixed * stride) {
            match fits(piece) {
                true => primitive.indices.extend_from_slice(piece),
                false => left_out += 1,
            }
        }
        return left_out;
    }
    let mut rest = indices.as_slice();
    let mut sizes = counts.iter().copied();
    let groups: Box<dyn Iterator<Item = u32>> = match rings.is_empty() {
        true => Box::new(std::iter::repeat_n(1, counts.len())),
        false => Box::new(rings.iter().copied()),
    };
    for group in groups {
        let sizes: Vec<u32> = sizes.by_ref().take(group as usize).collect();
        let length: usize = sizes.iter().map(|s| *s as usize * stride).sum();
        let (piece, behind) = rest.split_at(length.min(rest.len()));
        rest = behind;
        if !fits(piece) {
            left_out += 1;
            continue;
        }
        primitive.indices.extend_from_slice(piece);
        primitive.counts.extend(sizes);
        if !rings.is_empty() {
            primitive.rings.push(group);
        }
    }
    left_out
}
