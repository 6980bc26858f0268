//! What a primitive has for its corners, and which of it is used.

use std::collections::HashSet;

use portolan_scene::{Attribute, MaterialBinding, Mesh, Primitive, Semantic};

/// Data that a primitive has, and the column that picks it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Data<'a> {
    /// What it is.
    pub attribute: &'a Attribute,
    /// Which index of a corner picks its row.
    pub column: u32,
    /// Is it data of vertices? Only such follows a morph.
    pub of_vertex: bool,
}

impl<'a> Data<'a> {
    /// Numbers in a row.
    #[inline]
    pub fn width(&self, mesh: &Mesh) -> u32 {
        mesh.streams.get(self.attribute.stream as usize).map_or(0, |s| s.width)
    }

    /// The row that a corner picks, as it was written; empty if there is none.
    #[inline]
    pub fn row<'m>(&self, mesh: &'m Mesh, primitive: &Primitive, corner: usize) -> &'m [f32] {
        let row = primitive.row(corner, self.column);
        let stream = mesh.streams.get(self.attribute.stream as usize);
        stream.zip(row).map_or(&[], |(s, row)| s.row(row as usize))
    }
}

/// Everything a primitive has for its corners; what a corner has counts before what its vertex has.
pub fn data<'a>(mesh: &'a Mesh, primitive: &'a Primitive) -> Vec<Data<'a>> {
    let mut all: Vec<Data<'a>> = Vec::new();
    let of_corners =
        primitive.inputs.iter().map(|i| Data { attribute: &i.attribute, column: i.column, of_vertex: false });
    let column = primitive.vertex_column;
    let of_vertices = mesh.vertices.iter().map(|attribute| Data { attribute, column, of_vertex: true });
    let mut known = HashSet::new();
    for data in of_corners.chain(of_vertices) {
        if known.insert((&data.attribute.semantic, data.attribute.set)) {
            all.push(data);
        }
    }
    all
}

/// The data of a kind that is used where nobody asks for a set: that of the lowest set, of those with at least so many
/// numbers in a row.
pub fn first<'a>(mesh: &Mesh, data: &[Data<'a>], semantic: &Semantic, least_width: u32) -> Option<Data<'a>> {
    let fitting = data.iter().filter(|d| d.attribute.semantic == *semantic && d.width(mesh) >= least_width);
    fitting.min_by_key(|d| d.attribute.set).copied()
}

/// The texture coordinates that a texture uses, as a place in `data`; `None` if there are none at all.
///
/// The material names them, and how the name is meant is tried in this order: as the instance binds it, as the set
/// whose number it ends with (`UVSET1`), as the lowest set.
pub fn texture_set(data: &[Data<'_>], name: &str, binding: Option<&MaterialBinding>) -> Option<usize> {
    let of = |semantic: &Semantic, set: Option<u32>| {
        let fits = |d: &Data<'_>| d.attribute.semantic == *semantic && d.attribute.set.unwrap_or(0) == set.unwrap_or(0);
        data.iter().position(fits)
    };
    let bound = binding.and_then(|b| b.inputs.iter().find(|(n, ..)| **n == *name));
    let bound = bound.and_then(|(_, semantic, set)| of(semantic, *set));
    bound.or_else(|| of(&Semantic::TexCoord, Some(number(name)?))).or_else(|| {
        let sets = data.iter().enumerate().filter(|(_, d)| d.attribute.semantic == Semantic::TexCoord);
        sets.min_by_key(|(_, d)| d.attribute.set).map(|(at, _)| at)
    })
}

/// The texture coordinates of a primitive as places in `data`: those that the names of its textures ask for
/// ([`texture_set`]), then the others. Empty if there are none: formats that know texture coordinates as such have no
/// place for other data in their stead.
pub fn texture_coordinates(data: &[Data<'_>], names: &[&str], binding: Option<&MaterialBinding>) -> Vec<usize> {
    let is_coordinates = |d: &Data<'_>| d.attribute.semantic == Semantic::TexCoord;
    if !data.iter().any(is_coordinates) {
        return vec![];
    }
    let mut order: Vec<usize> = names.iter().filter_map(|n| texture_set(data, n, binding)).collect();
    for (at, _) in data.iter().enumerate().filter(|(_, d)| is_coordinates(d)) {
        if !order.contains(&at) {
            order.push(at);
        }
    }
    order
}

/// The number at the end of a name: `UVSET0`, `CHANNEL1`.
fn number(name: &str) -> Option<u32> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    name.get(stem.len()..)?.parse().ok()
}
