//! Vectors of three numbers, in double precision: the product of two `f32` is exact there and never overflows.

/// A vector or point.
pub(crate) type Vec3 = [f64; 3];

/// The same numbers, wider.
#[inline]
pub(crate) fn widen(v: [f32; 3]) -> Vec3 {
    v.map(f64::from)
}

/// `a − b`.
#[inline]
pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + b`.
#[inline]
pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `a × b`.
#[inline]
pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `a · b`.
#[inline]
pub(crate) fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `v · factor`.
#[inline]
pub(crate) fn scale(v: Vec3, factor: f64) -> Vec3 {
    v.map(|x| x * factor)
}

/// The vector of length 1 in the direction of `v`; `None` when it has no direction.
#[inline]
pub(crate) fn unit(v: Vec3) -> Option<Vec3> {
    let square = dot(v, v);
    if square > f64::MIN_POSITIVE && square.is_finite() {
        return Some(scale(v, square.sqrt().recip()));
    }
    // Very short or very long: bring it near 1 first.
    let largest = v[0].abs().max(v[1].abs()).max(v[2].abs());
    if !(largest > 0.0 && v.iter().all(|x| x.is_finite())) {
        return None;
    }
    let near = v.map(|x| x / largest);
    Some(scale(near, dot(near, near).sqrt().recip()))
}

/// Twice the area vector of a closed ring of points (Newell): its direction is the normal of the best-fitting plane,
/// and the ring runs counter-clockwise around it.
pub(crate) fn newell(ring: &[[f32; 3]]) -> Vec3 {
    let (Some(&first), Some(&last)) = (ring.first(), ring.last()) else { return [0.0; 3] };
    // Relative to the first point, so that a small polygon far from the origin keeps its precision.
    let origin = widen(first);
    let mut before = sub(widen(last), origin);
    let mut sum = [0.0; 3];
    for &corner in ring {
        let here = sub(widen(corner), origin);
        sum = add(sum, cross(before, here));
        before = here;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newell_of_a_rectangle_is_twice_its_area_along_its_normal() {
        let ring = [[0.0, 0.0, 5.0], [2.0, 0.0, 5.0], [2.0, 3.0, 5.0], [0.0, 3.0, 5.0]];
        assert_eq!(newell(&ring), [0.0, 0.0, 12.0]);
        assert_eq!(newell(&[]), [0.0; 3]);
    }

    #[test]
    fn unit_copes_with_extremes() {
        assert_eq!(unit([0.0, 3.0, 4.0]), Some([0.0, 0.6000000000000001, 0.8]));
        assert_eq!(unit([0.0, 0.0, 1e-200]), Some([0.0, 0.0, 1.0]));
        assert_eq!(unit([1e300, 0.0, 0.0]), Some([1.0, 0.0, 0.0]));
        assert_eq!(unit([0.0; 3]), None);
        assert_eq!(unit([f64::NAN, 1.0, 0.0]), None);
        assert_eq!(unit([f64::INFINITY, 1.0, 0.0]), None);
    }
}
