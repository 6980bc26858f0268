//! Symmetric matrices.

use portolan_scene::glam::DMat3;

/// A rotation whose columns are eigenvectors of a symmetric matrix, after Jacobi.
pub fn eigenvectors(symmetric: DMat3) -> DMat3 {
    let mut m = symmetric;
    let mut turn = DMat3::IDENTITY;
    for sweep in 0..60 {
        let (p, q) = [(0, 1), (0, 2), (1, 2)].get(sweep % 3).copied().unwrap_or((0, 1));
        let (a, b, c) = (m.col(p)[p], m.col(q)[q], m.col(q)[p]);
        if c == 0.0 {
            continue;
        }
        let ratio = (b - a) / (2.0 * c);
        let t = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
        let cos = 1.0 / (t * t + 1.0).sqrt();
        let sin = t * cos;
        let mut plane = DMat3::IDENTITY;
        plane.col_mut(p)[p] = cos;
        plane.col_mut(q)[q] = cos;
        plane.col_mut(q)[p] = sin;
        plane.col_mut(p)[q] = -sin;
        m = plane.transpose() * m * plane;
        turn *= plane;
    }
    turn
}
