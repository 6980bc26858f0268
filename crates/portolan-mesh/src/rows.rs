//! Rows of streams as points.

use portolan_scene::Mesh;

/// The first three numbers of a row; what is missing is zero.
#[inline]
pub fn triple(row: &[f32]) -> [f32; 3] {
    let at = |i: usize| row.get(i).copied().unwrap_or(0.0);
    [at(0), at(1), at(2)]
}

/// All rows of a width as points; what is missing is zero.
pub fn points(data: &[f32], width: usize) -> Vec<[f32; 3]> {
    data.chunks_exact(width.max(1)).map(triple).collect()
}

/// The direction of a vector, of length 1; `None` if it has none.
#[inline]
pub fn direction(v: [f32; 3]) -> Option<[f32; 3]> {
    let wide = v.map(f64::from);
    let length = wide.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0 && length.is_finite()).then(|| wide.map(|x| (x / length) as f32))
}

/// The vertices that primitives use, in ascending order.
pub fn used_vertices(mesh: &Mesh) -> Vec<u32> {
    let mut used = vec![false; mesh.vertex_count()];
    for primitive in &mesh.primitives {
        for corner in primitive.indices.chunks_exact((primitive.stride as usize).max(1)) {
            let vertex = corner.get(primitive.vertex_column as usize);
            if let Some(mark) = vertex.and_then(|v| used.get_mut(*v as usize)) {
                *mark = true;
            }
        }
    }
    (0..).zip(used).filter(|(_, used)| *used).map(|(v, _)| v).collect()
}
