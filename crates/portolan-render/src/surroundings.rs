//! What is around everything: sky, ground, panorama, fog.

use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{Background, Filter, Fog, ImageId, NodeId, Operation, Sampler, Wrap};

use crate::Subject;
use crate::texture::Texture;

/// A background, ready to be looked at.
pub(crate) struct Sky<'a> {
    background: &'a Background,
    /// From the world to its own axes.
    turn: DMat3,
    sides: [Option<&'a Texture>; 6],
    sampler: Sampler,
}

/// A fog, ready to be looked through.
pub(crate) struct Haze<'a> {
    fog: &'a Fog,
    /// Units of the world in one of its own.
    unit: f64,
}

/// The matrix of a node's first place.
fn matrix(subject: &Subject<'_>, holder: Option<NodeId>) -> DMat3 {
    let place = holder.and_then(|node| subject.stage.places(node).first().copied());
    place.map_or(DMat3::IDENTITY, |at| DMat3::from_mat4(subject.pose.world(at)))
}

impl<'a> Sky<'a> {
    /// That of the view, if it has one.
    pub fn new(subject: &Subject<'a>) -> Option<Sky<'a>> {
        let view = subject.scene.view(subject.stage.view?)?;
        let background = subject.scene.background(view.background?)?;
        let above = matrix(subject, background.holder);
        // Only how the axes are turned matters, not where they are and how long.
        let column = |v: DVec3| v.normalize_or_zero();
        let above = DMat3::from_cols(column(above.x_axis), column(above.y_axis), column(above.z_axis));
        let own = DMat3::from_mat4(Operation::Rotate(background.rotation).matrix());
        let turn = (above * own).transpose();
        let texture = |image: Option<ImageId>| image.and_then(|i| subject.textures.texture(i));
        let sampler = Sampler { wrap_s: Wrap::Clamp, wrap_t: Wrap::Clamp, mip: Filter::None, ..Sampler::default() };
        Some(Sky { background, turn, sides: background.panorama.map(texture), sampler })
    }

    /// What is seen in a direction, which need not be of length 1; opaque but for the sky's own alpha.
    pub fn at(&self, direction: DVec3) -> [f64; 4] {
        let d = (self.turn * direction).normalize_or(DVec3::NEG_Z);
        let degrees = |cosine: f64| libm::acos(cosine.clamp(-1.0, 1.0)).to_degrees();
        let Background { sky, ground, .. } = self.background;
        let mut seen = sky.at(degrees(d.y)).or(sky.colours.last().copied()).unwrap_or([0.0, 0.0, 0.0, 1.0]);
        if let Some(ground) = ground.at(degrees(-d.y)) {
            seen = over(seen, ground);
        }
        let (side, at) = side(d);
        if let Some(texture) = self.sides.get(side).copied().flatten() {
            seen = over(seen, texture.sample(&self.sampler, at, [0.0; 2], [0.0; 2]));
        }
        seen
    }
}

impl<'a> Haze<'a> {
    /// That of the view, if it has one.
    pub fn new(subject: &Subject<'a>) -> Option<Haze<'a>> {
        let view = subject.scene.view(subject.stage.view?)?;
        let fog = subject.scene.fog(view.fog?)?;
        let unit = libm::cbrt(matrix(subject, fog.holder).determinant().abs());
        (fog.range > 0.0 && unit > 0.0 && unit.is_finite()).then_some(Haze { fog, unit })
    }

    /// A colour as it is seen from a distance.
    pub fn through(&self, colour: DVec3, distance: f64) -> DVec3 {
        DVec3::from_array(self.fog.colour).lerp(colour, self.fog.left(distance / self.unit))
    }
}

/// Which picture of the panorama is in a direction, and where it is looked at.
fn side(d: DVec3) -> (usize, [f64; 2]) {
    let (x, y, z) = (d.x.abs(), d.y.abs(), d.z.abs());
    let (side, right, up, depth) = if z >= x && z >= y {
        if d.z < 0.0 { (0, d.x, d.y, z) } else { (1, -d.x, d.y, z) }
    } else if x >= y {
        if d.x > 0.0 { (2, d.z, d.y, x) } else { (3, -d.z, d.y, x) }
    } else if d.y > 0.0 {
        (4, d.x, d.z, y)
    } else {
        (5, d.x, -d.z, y)
    };
    (side, [right, up].map(|v| v / depth / 2.0 + 0.5))
}

/// A colour before another one; neither is multiplied by alpha.
fn over([r, g, b, a]: [f64; 4], [nr, ng, nb, na]: [f64; 4]) -> [f64; 4] {
    let alpha = na + a * (1.0 - na);
    let mix = |far: f64, near: f64| if alpha > 0.0 { (near * na + far * a * (1.0 - na)) / alpha } else { 0.0 };
    [mix(r, nr), mix(g, ng), mix(b, nb), alpha]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bg_5_pictures_stand_upright() {
        // Straight ahead, to the right, and half way up.
        assert_eq!(side(DVec3::new(0.0, 0.5, -1.0)), (0, [0.5, 0.75]));
        assert_eq!(side(DVec3::new(0.5, 0.0, -1.0)), (0, [0.75, 0.5]));
        // Turned to the right, what was ahead is at the left.
        assert_eq!(side(DVec3::new(1.0, 0.0, -0.5)), (2, [0.25, 0.5]));
        assert_eq!(side(DVec3::new(-1.0, 0.0, -0.5)), (3, [0.75, 0.5]));
        assert_eq!(side(DVec3::new(0.5, 0.0, 1.0)), (1, [0.25, 0.5]));
        // Above +Z is up, below −Z is.
        assert_eq!(side(DVec3::new(0.5, 1.0, 0.25)), (4, [0.75, 0.625]));
        assert_eq!(side(DVec3::new(0.5, -1.0, 0.25)), (5, [0.75, 0.375]));
    }

    #[test]
    fn bg_6_alpha_lets_what_is_behind_show() {
        assert_eq!(over([0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, 0.25]), [0.25, 0.0, 0.75, 1.0]);
        assert_eq!(over([0.5; 4], [0.0; 4]), [0.5; 4]);
    }
}
