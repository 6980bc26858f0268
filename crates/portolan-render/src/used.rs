//! Pictures, colours and numbers as a material uses them.

use portolan_scene::glam::{DMat4, DVec2, DVec3};
use portolan_scene::{Sampler, Swizzle, TextureUse};

use crate::texture::{Texture, checker};

/// Coordinates at a place: there, one pixel to the right, one pixel below.
pub(crate) type Coordinates = [[f64; 2]; 3];

/// What a surface wants to know about a place on a face.
pub(crate) trait Place {
    /// Coordinates for textures of a channel.
    fn coordinates(&self, channel: usize) -> Coordinates;
    /// How the world's places change with the coordinates of a channel, where that is known.
    fn tangents(&self, channel: usize) -> Option<(DVec3, DVec3)>;
    /// The colour of the vertices, if they have one.
    fn colour(&self) -> Option<[f64; 4]>;
}

/// A picture as a material uses it.
#[derive(Clone, Debug)]
pub(crate) struct Used<'a> {
    /// `None` is missing.
    texture: Option<&'a Texture>,
    sampler: Sampler,
    swizzle: Swizzle,
    /// How coordinates are changed.
    change: Option<DMat4>,
    /// Which of the part's coordinates; `None`: it has none.
    channel: Option<usize>,
    amount: f64,
}

impl<'a> Used<'a> {
    pub fn new(given: &TextureUse, texture: Option<&'a Texture>, channel: Option<usize>) -> Used<'a> {
        let change = given.matrix().filter(|m| m.is_finite());
        let (sampler, swizzle, amount) = (given.sampler.clone(), given.swizzle, given.amount);
        Used { texture, sampler, swizzle, change, channel, amount }
    }

    fn changed(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        match &self.change {
            Some(change) => {
                let place = change.transform_point3(DVec3::new(u, v, 0.0));
                [place.x, place.y]
            }
            None => [u, v],
        }
    }

    /// Its colour at a place of a surface.
    pub fn at(&self, place: &dyn Place) -> [f64; 4] {
        let there = self.channel.map_or([[0.0; 2]; 3], |c| place.coordinates(c));
        let [at, right, below] = there.map(|c| self.changed(c));
        let across = [right[0] - at[0], right[1] - at[1]];
        let down = [below[0] - at[0], below[1] - at[1]];
        self.look(at, across, down)
    }

    /// Its colour at its own coordinates, before they are changed, however far away.
    pub fn whole(&self, at: [f64; 2]) -> [f64; 4] {
        self.look(self.changed(at), [0.0; 2], [0.0; 2])
    }

    fn look(&self, at: [f64; 2], across: [f64; 2], down: [f64; 2]) -> [f64; 4] {
        match self.texture {
            Some(texture) => self.swizzle.apply(texture.sample(&self.sampler, at, across, down)),
            None => checker(at),
        }
    }

    /// What it adds to a normal as a relief.
    pub fn relief(&self, kind: Relief, place: &dyn Place, normal: DVec3) -> DVec3 {
        let bend = || {
            let (texture, channel) = (self.texture?, self.channel?);
            let (along_u, along_v) = place.tangents(channel)?;
            let tangent = (along_u - normal * normal.dot(along_u)).try_normalize()?;
            let side = if normal.cross(tangent).dot(along_v) < 0.0 { -1.0 } else { 1.0 };
            let binormal = normal.cross(tangent) * side;
            let slope = match kind {
                Relief::Normals => self.tilt(place),
                _ => self.slope(kind, texture, channel, place),
            };
            Some(tangent * slope.x + binormal * slope.y)
        };
        bend().unwrap_or(DVec3::ZERO)
    }

    /// How far a picture of normals leans to the right and up.
    fn tilt(&self, place: &dyn Place) -> DVec2 {
        let [x, y, z, _] = self.at(place).map(|c| c * 2.0 - 1.0);
        DVec2::new(x, y) * self.amount / z.max(1e-3)
    }

    /// How far a picture of heights falls to the right and up: the difference from texel to texel, as if texels were as
    /// wide as heights are high.
    fn slope(&self, kind: Relief, texture: &Texture, channel: usize, place: &dyn Place) -> DVec2 {
        let height = |at: [f64; 2]| {
            let [r, g, b, _] = self.swizzle.apply(texture.sample(&self.sampler, at, [0.0; 2], [0.0; 2]));
            if kind == Relief::First { r } else { (r + g + b) / 3.0 }
        };
        let [at, ..] = place.coordinates(channel);
        let [u, v] = self.changed(at);
        let (width, tall) = texture.size();
        let (du, dv) = (f64::from(width).recip(), f64::from(tall).recip());
        let across = height([u - du, v]) - height([u + du, v]);
        let up = height([u, v - dv]) - height([u, v + dv]);
        DVec2::new(across, up) * self.amount
    }
}

/// What a picture says about the relief of a surface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relief {
    /// Normals.
    Normals,
    /// Heights: the mean of its colours.
    Heights,
    /// Heights in its first channel.
    First,
}

/// A colour, or a picture times a colour.
#[derive(Clone, Debug)]
pub(crate) struct Slot<'a> {
    pub value: [f64; 4],
    pub picture: Option<Used<'a>>,
}

impl Slot<'_> {
    pub fn at(&self, place: &dyn Place) -> [f64; 4] {
        let Some(picture) = &self.picture else { return self.value };
        let [r, g, b, a] = picture.at(place);
        let [p, q, s, t] = self.value;
        [r * p, g * q, b * s, a * t]
    }

    pub fn rgb(&self, place: &dyn Place) -> DVec3 {
        let [r, g, b, _] = self.at(place);
        DVec3::new(r, g, b)
    }
}

/// A number, or the first channel of a picture times a number.
#[derive(Clone, Debug)]
pub(crate) struct Number<'a> {
    pub value: f64,
    pub picture: Option<Used<'a>>,
}

impl Number<'_> {
    /// From 0 to 1.
    pub fn share(&self, place: &dyn Place) -> f64 {
        let value = self.at(place);
        if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
    }

    pub fn at(&self, place: &dyn Place) -> f64 {
        match &self.picture {
            Some(picture) => {
                let [first, ..] = picture.at(place);
                first * self.value
            }
            None => self.value,
        }
    }
}
