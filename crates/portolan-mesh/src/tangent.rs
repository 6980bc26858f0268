//! Tangents that are computed, for normal maps.

use std::collections::HashMap;
use std::sync::Arc;

use portolan_geom::{normals, tangents};
use portolan_scene::{Mesh, Primitive, Semantic};

use crate::{Data, Indexed, data, direction, first, triple};

impl Indexed<'_> {
    /// Gives its vertices tangents after MikkTSpace; vertices whose faces do not agree are split. `coordinates` is the
    /// place of the texture coordinates in the [`data`] of the primitive.
    ///
    /// Texture coordinates run upwards here, as the green of a normal map does.
    pub fn add_tangents(&mut self, mesh: &Mesh, primitive: &Primitive, coordinates: usize) {
        let all = data(mesh, primitive);
        let Some(texture) = all.get(coordinates) else { return };
        let row = |data: &Data<'_>, v: usize| {
            let stream = mesh.streams.get(data.attribute.stream as usize)?;
            Some(stream.row(self.row(data.column, v)?))
        };
        let positions = self.positions(mesh, primitive);
        let directions: Vec<[f32; 3]> = match (&self.normals, first(mesh, &all, &Semantic::Normal, 3)) {
            (Some(made), _) => made.to_vec(),
            (None, Some(normal)) => {
                let one = |v| row(&normal, v).and_then(|r| direction(triple(r))).unwrap_or(normals::FALLBACK);
                (0..self.count).map(one).collect()
            }
            (None, None) => return,
        };
        let place = |v| {
            let [u, v, _] = triple(row(texture, v).unwrap_or_default());
            [u, v]
        };
        let places: Vec<[f32; 2]> = (0..self.count).map(place).collect();
        let triangles = self.index_list().into_owned();
        let Some(found) = tangents::mikktspace(&positions, &directions, &places, &triangles) else { return };
        let made = match tangents::per_vertex(&found, &triangles, self.count) {
            Some(made) => made,
            None => split(self, primitive, &triangles, &found),
        };
        self.tangents = Some(Arc::new(made));
    }
}

/// Makes a vertex of every vertex and tangent that belong together; gives the tangents.
fn split(indexed: &mut Indexed<'_>, primitive: &Primitive, triangles: &[u32], found: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let mut known: HashMap<(u32, [u32; 4]), u32> = HashMap::new();
    let (mut vertices, mut made) = (Vec::new(), Vec::new());
    let mut indices = Vec::with_capacity(triangles.len());
    for (vertex, tangent) in triangles.iter().zip(found) {
        let next = vertices.len() as u32;
        let new = *known.entry((*vertex, tangent.map(f32::to_bits))).or_insert(next);
        if new == next {
            vertices.push(*vertex);
            made.push(*tangent);
        }
        indices.push(new);
    }
    indexed.split(primitive, &vertices, indices);
    made
}
