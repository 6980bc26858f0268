//! Vertices of a primitive that are equal in everything become one.

use portolan_geom::merge_equal;
use portolan_scene::{Mesh, Primitive, Stream};

use crate::{Indexed, data};

impl Indexed<'_> {
    /// Makes one of all vertices whose numbers are the same to the bit. With `apart`, vertices of the mesh stay apart even if
    /// they lie at the same place, because something else is known of each: joints that move it.
    pub fn merge_equal<'m>(&mut self, mesh: &'m Mesh, primitive: &Primitive, apart: bool) {
        let mut picked: Vec<(u32, &'m Stream)> = Vec::new();
        let positions = mesh.positions().map(|stream| (primitive.vertex_column, stream));
        let others = data(mesh, primitive)
            .into_iter()
            .filter_map(|d| Some((d.column, mesh.streams.get(d.attribute.stream as usize)?)));
        for (column, stream) in positions.into_iter().chain(others) {
            if !picked.iter().any(|(c, s)| *c == column && std::ptr::eq(*s, stream)) {
                picked.push((column, stream));
            }
        }
        let normals = self.normals.clone();
        let row = |&(column, stream): &(u32, &'m Stream), vertex: usize| -> &'m [f32] {
            self.row(column, vertex).map_or(&[], |row| stream.row(row))
        };
        let own = |vertex: usize| match apart {
            true => self.row(primitive.vertex_column, vertex).unwrap_or(vertex),
            false => 0,
        };
        let normal = |vertex: usize| normals.as_ref().and_then(|n| n.get(vertex));
        let bits = |numbers: &[f32], mut hash: u64| {
            for number in numbers {
                hash = (hash.rotate_left(5) ^ u64::from(number.to_bits())).wrapping_mul(0x517c_c1b7_2722_0a95);
            }
            hash
        };
        let hash = |vertex: usize| {
            let start = normal(vertex).map_or(own(vertex) as u64, |n| bits(n, own(vertex) as u64));
            picked.iter().fold(start, |hash, source| bits(row(source, vertex), hash))
        };
        let same =
            |a: &[f32], b: &[f32]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
        let equal = |a: usize, b: usize| {
            own(a) == own(b)
                && picked.iter().all(|source| same(row(source, a), row(source, b)))
                && match (normal(a), normal(b)) {
                    (Some(a), Some(b)) => same(a, b),
                    (a, b) => a.is_none() == b.is_none(),
                }
        };
        let Some(merged) = merge_equal(self.count, hash, equal) else { return };
        let through = |vertex: &u32| merged.numbers.get(*vertex as usize).copied().unwrap_or(0);
        let indices: Vec<u32> = self.index_list().iter().map(through).collect();
        self.split(primitive, &merged.vertices, indices);
    }
}
