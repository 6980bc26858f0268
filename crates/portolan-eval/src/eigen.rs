//! Symmetric matrices.

use portolan_geom::moments::principal;
use portolan_scene::glam::DMat3;

/// A rotation whose columns are eigenvectors of a symmetric matrix.
pub fn eigenvectors(symmetric: DMat3) -> DMat3 {
    let (_, axes) = principal(symmetric.to_cols_array_2d());
    DMat3::from_cols_array_2d(&axes)
}
