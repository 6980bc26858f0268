//! Boxes, cones, cylinders and spheres as polygons.
//!
//! Circles have [`ROUND`] corners, the first one where the texture begins: behind (−Z). From there they run
//! counter-clockwise seen from above. Places on the axes are exact, so that bounds are.

/// Corners of a circle.
pub const ROUND: u32 = 32;

/// Polygons with normals and texture coordinates.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Solid {
    /// Places.
    pub positions: Vec<[f32; 3]>,
    /// Of length 1.
    pub normals: Vec<[f32; 3]>,
    /// (0, 0) is the lower left corner of a texture.
    pub coordinates: Vec<[f32; 2]>,
    /// For each corner its position, its normal and its texture coordinates.
    pub corners: Vec<[u32; 3]>,
    /// Corners of each polygon, which runs counter-clockwise seen from outside.
    pub counts: Vec<u32>,
}

impl Solid {
    fn position(&mut self, position: [f64; 3]) -> u32 {
        self.positions.push(position.map(|x| x as f32));
        self.positions.len() as u32 - 1
    }

    fn normal(&mut self, normal: [f64; 3]) -> u32 {
        self.normals.push(normal.map(|x| x as f32));
        self.normals.len() as u32 - 1
    }

    fn coordinate(&mut self, coordinate: [f64; 2]) -> u32 {
        self.coordinates.push(coordinate.map(|x| x as f32));
        self.coordinates.len() as u32 - 1
    }

    fn polygon(&mut self, corners: impl IntoIterator<Item = [u32; 3]>) {
        let before = self.corners.len();
        self.corners.extend(corners);
        self.counts.push((self.corners.len() - before) as u32);
    }

    /// A flat end of a cone or cylinder; `rim` are the positions of its circle.
    fn cap(&mut self, rim: &[u32], up: bool) {
        let sign = if up { 1.0 } else { -1.0 };
        let normal = self.normal([0.0, sign, 0.0]);
        let mut corners = Vec::with_capacity(rim.len());
        for (place, position) in (0..ROUND).zip(rim) {
            let [x, z] = circle(place, ROUND);
            // Seen from above with −Z up, from below with +Z up.
            let coordinate = self.coordinate([x / 2.0 + 0.5, -sign * z / 2.0 + 0.5]);
            corners.push([*position, normal, coordinate]);
        }
        if !up {
            corners.reverse();
        }
        self.polygon(corners);
    }
}

/// A place (x, z) on the circle of radius 1, from behind over the left.
fn circle(place: u32, of: u32) -> [f64; 2] {
    // One quarter is computed; the others are the same numbers, so that opposite places are exactly opposite.
    let quarter = of / 4;
    let (turn, rest) = (place / quarter % 4, place % quarter);
    let (sine, cosine) = match rest {
        0 => (0.0, 1.0),
        _ => libm::sincos(std::f64::consts::FRAC_PI_2 * f64::from(rest) / f64::from(quarter)),
    };
    match turn {
        0 => [-sine, -cosine],
        1 => [-cosine, sine],
        2 => [sine, cosine],
        _ => [cosine, -sine],
    }
}

/// A box around the origin. A whole texture is on each side.
#[must_use]
pub fn cuboid(size: [f64; 3]) -> Solid {
    let mut solid = Solid::default();
    let [x, y, z] = size.map(|s| s / 2.0);
    for corner in 0..8u32 {
        let pick = |bit: u32, v: f64| if corner >> bit & 1 == 1 { v } else { -v };
        solid.position([pick(0, x), pick(1, y), pick(2, z)]);
    }
    for at in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
        solid.coordinate(at);
    }
    // Front, back, right, left, top, bottom; each from the lower left corner of its texture.
    const SIDES: [([f64; 3], [u32; 4]); 6] = [
        ([0.0, 0.0, 1.0], [4, 5, 7, 6]),
        ([0.0, 0.0, -1.0], [1, 0, 2, 3]),
        ([1.0, 0.0, 0.0], [5, 1, 3, 7]),
        ([-1.0, 0.0, 0.0], [0, 4, 6, 2]),
        ([0.0, 1.0, 0.0], [6, 7, 3, 2]),
        ([0.0, -1.0, 0.0], [0, 1, 5, 4]),
    ];
    for (normal, corners) in SIDES {
        let normal = solid.normal(normal);
        solid.polygon(corners.into_iter().zip(0..).map(|(position, coordinate)| [position, normal, coordinate]));
    }
    solid
}

/// A cone about the Y axis with its tip up; side and bottom may be missing.
#[must_use]
pub fn cone(radius: f64, height: f64, [side, bottom]: [bool; 2]) -> Solid {
    let mut solid = Solid::default();
    let rim: Vec<u32> = ring(&mut solid, radius, -height / 2.0);
    if side {
        let tip = solid.position([0.0, height / 2.0, 0.0]);
        let length = (radius * radius + height * height).sqrt();
        let (out, up) = if length > 0.0 { (height / length, radius / length) } else { (0.0, 1.0) };
        let normal = |place: u32, of: u32| {
            let [x, z] = circle(place, of);
            [x * out, up, z * out]
        };
        for place in 0..ROUND {
            let ends = [place, place + 1].map(|p| {
                let normal = solid.normal(normal(p % ROUND, ROUND));
                let coordinate = solid.coordinate([f64::from(p) / f64::from(ROUND), 0.0]);
                [rim.get((p % ROUND) as usize).copied().unwrap_or(0), normal, coordinate]
            });
            // The tip looks the way of the middle of each face.
            let middle = solid.normal(normal(2 * place + 1, 2 * ROUND));
            let coordinate = solid.coordinate([(f64::from(place) + 0.5) / f64::from(ROUND), 1.0]);
            solid.polygon(ends.into_iter().chain([[tip, middle, coordinate]]));
        }
    }
    if bottom {
        solid.cap(&rim, false);
    }
    solid
}

/// A cylinder about the Y axis; side, top and bottom may be missing.
#[must_use]
pub fn cylinder(radius: f64, height: f64, [side, top, bottom]: [bool; 3]) -> Solid {
    let mut solid = Solid::default();
    let lower = ring(&mut solid, radius, -height / 2.0);
    let upper = ring(&mut solid, radius, height / 2.0);
    if side {
        for place in 0..ROUND {
            let [x, z] = circle(place, ROUND);
            solid.normal([x, 0.0, z]);
        }
        for place in 0..=ROUND {
            let s = f64::from(place) / f64::from(ROUND);
            solid.coordinate([s, 0.0]);
            solid.coordinate([s, 1.0]);
        }
        for place in 0..ROUND {
            let next = (place + 1) % ROUND;
            let at = |ring: &[u32], place: u32| ring.get(place as usize).copied().unwrap_or(0);
            solid.polygon([
                [at(&lower, place), place, 2 * place],
                [at(&lower, next), next, 2 * place + 2],
                [at(&upper, next), next, 2 * place + 3],
                [at(&upper, place), place, 2 * place + 1],
            ]);
        }
    }
    if top {
        solid.cap(&upper, true);
    }
    if bottom {
        solid.cap(&lower, false);
    }
    solid
}

/// A sphere around the origin.
#[must_use]
pub fn sphere(radius: f64) -> Solid {
    let mut solid = Solid::default();
    let rings = ROUND / 2;
    // From pole to pole, both of them once.
    let bottom = solid.position([0.0, -radius, 0.0]);
    solid.normal([0.0, -1.0, 0.0]);
    for ring in 1..rings {
        // Half a circle from below: the first number is how far out, the second how high.
        let [out, high] = circle(ROUND - ring, ROUND).map(|v| if v == 0.0 { 0.0 } else { v });
        for place in 0..ROUND {
            let [x, z] = circle(place, ROUND);
            solid.position([x * out * radius, high * radius, z * out * radius]);
            solid.normal([x * out, high, z * out]);
        }
    }
    let top = solid.position([0.0, radius, 0.0]);
    solid.normal([0.0, 1.0, 0.0]);
    for ring in 0..=rings {
        for place in 0..=ROUND {
            solid.coordinate([f64::from(place) / f64::from(ROUND), f64::from(ring) / f64::from(rings)]);
        }
    }
    // The pole's texture coordinate is in the middle of each face.
    let poles = solid.coordinates.len() as u32;
    for place in 0..ROUND {
        let s = (f64::from(place) + 0.5) / f64::from(ROUND);
        solid.coordinate([s, 0.0]);
        solid.coordinate([s, 1.0]);
    }
    let at = |ring: u32, place: u32| 1 + (ring - 1) * ROUND + place % ROUND;
    let texture = |ring: u32, place: u32| ring * (ROUND + 1) + place;
    let corner = |ring: u32, place: u32| [at(ring, place), at(ring, place), texture(ring, place)];
    for place in 0..ROUND {
        solid.polygon([[bottom, bottom, poles + 2 * place], corner(1, place + 1), corner(1, place)]);
    }
    for ring in 1..rings - 1 {
        for place in 0..ROUND {
            let (low, high) = (ring, ring + 1);
            solid.polygon([corner(low, place), corner(low, place + 1), corner(high, place + 1), corner(high, place)]);
        }
    }
    for place in 0..ROUND {
        let last = rings - 1;
        solid.polygon([corner(last, place), corner(last, place + 1), [top, top, poles + 2 * place + 1]]);
    }
    solid
}

/// The positions of a circle at a height.
fn ring(solid: &mut Solid, radius: f64, height: f64) -> Vec<u32> {
    (0..ROUND)
        .map(|place| {
            let [x, z] = circle(place, ROUND);
            solid.position([x * radius, height, z * radius])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(solid: &Solid) -> ([f32; 3], [f32; 3]) {
        let used = solid.corners.iter().map(|c| solid.positions[c[0] as usize]);
        used.fold(([f32::MAX; 3], [f32::MIN; 3]), |(low, high), p| {
            (std::array::from_fn(|i| low[i].min(p[i])), std::array::from_fn(|i| high[i].max(p[i])))
        })
    }

    /// All faces look away from the inside, and normals with them.
    fn check_outward(solid: &Solid) {
        let mut start = 0;
        for count in &solid.counts {
            let face = &solid.corners[start..start + *count as usize];
            start += *count as usize;
            let ring: Vec<[f32; 3]> = face.iter().map(|c| solid.positions[c[0] as usize]).collect();
            let normal = crate::normals::newell(&ring).unwrap();
            for corner in face {
                let given = solid.normals[corner[1] as usize];
                let length: f32 = given.iter().map(|x| x * x).sum();
                assert!((length - 1.0).abs() < 1e-5, "{given:?}");
                let cosine: f32 = normal.iter().zip(given).map(|(a, b)| a * b).sum();
                assert!(cosine > 0.9, "{normal:?} {given:?}");
            }
            let middle: f32 = ring.iter().map(|p| p.iter().zip(normal).map(|(a, b)| a * b).sum::<f32>()).sum();
            assert!(middle > 0.0);
        }
        assert_eq!(start, solid.corners.len());
    }

    #[test]
    fn bx_1_cn_1_cy_1_sp_1_bounds_are_exact() {
        for (solid, half) in [
            (cuboid([1.0, 2.0, 4.0]), [0.5, 1.0, 2.0]),
            (cone(3.0, 5.0, [true, true]), [3.0, 2.5, 3.0]),
            (cone(3.0, 5.0, [true, false]), [3.0, 2.5, 3.0]),
            (cylinder(3.0, 5.0, [true; 3]), [3.0, 2.5, 3.0]),
            (sphere(7.0), [7.0; 3]),
        ] {
            assert_eq!(bounds(&solid), (half.map(|x| -x), half));
            check_outward(&solid);
        }
        assert_eq!(bounds(&cone(3.0, 5.0, [false, true])).1[1], -2.5);
        assert_eq!(cylinder(1.0, 1.0, [false, true, false]).counts, [ROUND]);
    }

    /// The texture coordinates of the corner at a place of a face that looks along a normal.
    fn texture_at(solid: &Solid, place: [f32; 3], looks: [f32; 3]) -> [f32; 2] {
        let found = solid.corners.iter().find(|c| {
            let close = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
            close(solid.positions[c[0] as usize], place) && close(solid.normals[c[1] as usize], looks)
        });
        solid.coordinates[found.unwrap()[2] as usize]
    }

    #[test]
    fn bx_2_textures_stand_upright_on_a_box() {
        let solid = cuboid([2.0; 3]);
        assert_eq!(texture_at(&solid, [-1.0, -1.0, 1.0], [0.0, 0.0, 1.0]), [0.0, 0.0]);
        assert_eq!(texture_at(&solid, [1.0, 1.0, -1.0], [0.0, 0.0, -1.0]), [0.0, 1.0]);
        assert_eq!(texture_at(&solid, [1.0, -1.0, -1.0], [1.0, 0.0, 0.0]), [1.0, 0.0]);
        // From above −Z is up, from below +Z is.
        assert_eq!(texture_at(&solid, [-1.0, 1.0, -1.0], [0.0, 1.0, 0.0]), [0.0, 1.0]);
        assert_eq!(texture_at(&solid, [-1.0, -1.0, 1.0], [0.0, -1.0, 0.0]), [0.0, 1.0]);
    }

    #[test]
    fn cn_3_cy_2_textures_begin_behind_and_run_over_the_left() {
        let solid = cylinder(1.0, 2.0, [true; 3]);
        assert_eq!(texture_at(&solid, [-1.0, -1.0, 0.0], [-1.0, 0.0, 0.0]), [0.25, 0.0]);
        assert_eq!(texture_at(&solid, [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]), [0.5, 1.0]);
        // Caps: the top with −Z up, the bottom with +Z up.
        assert_eq!(texture_at(&solid, [0.0, 1.0, -1.0], [0.0, 1.0, 0.0]), [0.5, 1.0]);
        assert_eq!(texture_at(&solid, [0.0, -1.0, 1.0], [0.0, -1.0, 0.0]), [0.5, 1.0]);
        assert_eq!(texture_at(&cone(1.0, 2.0, [false, true]), [1.0, -1.0, 0.0], [0.0, -1.0, 0.0]), [1.0, 0.5]);
    }

    #[test]
    fn sp_1_a_sphere_has_its_seam_behind() {
        let solid = sphere(1.0);
        assert_eq!(texture_at(&solid, [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]), [0.25, 0.5]);
        assert_eq!(texture_at(&solid, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), [0.75, 0.5]);
    }
}
