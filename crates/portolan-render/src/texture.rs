//! Pictures on surfaces.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use portolan_scene::{Filter, ImageId, Sampler, Wrap};

/// Most texels that are mixed for an anisotropic filter.
const MOST_TAPS: f64 = 16.0;

/// A decoded picture. Smaller versions of it for use in the distance are made when they are first needed, and kept.
#[derive(Clone, Debug)]
pub struct Texture {
    whole: Level,
    smaller: OnceLock<Vec<Level>>,
}

#[derive(Clone, Debug)]
struct Level {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Texture {
    /// A picture of `width` × `height` pixels: red, green, blue, alpha of each, row by row from the top, as they are
    /// written in the file. `None` if the number of bytes does not fit, or there are none.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Texture> {
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(4)?;
        let fits = bytes > 0 && bytes == rgba.len();
        fits.then(|| Texture { whole: Level { width, height, rgba }, smaller: OnceLock::new() })
    }

    /// Pixels of a row, and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.whole.width, self.whole.height)
    }

    /// Its bytes.
    pub fn rgba(&self) -> &[u8] {
        &self.whole.rgba
    }

    fn smaller(&self) -> &[Level] {
        self.smaller.get_or_init(|| {
            let mut levels: Vec<Level> = Vec::new();
            loop {
                let last = levels.last().unwrap_or(&self.whole);
                if last.width == 1 && last.height == 1 {
                    return levels;
                }
                let half = last.half();
                levels.push(half);
            }
        })
    }

    fn level(&self, number: usize) -> &Level {
        match number.checked_sub(1) {
            None => &self.whole,
            Some(n) => {
                let levels = self.smaller();
                levels.get(n).or(levels.last()).unwrap_or(&self.whole)
            }
        }
    }

    /// The colour at a place, red, green, blue, alpha from 0 to 1. `across` and `down` are how far the place moves from
    /// one pixel of the picture to the next.
    pub(crate) fn sample(&self, sampler: &Sampler, at: [f64; 2], across: [f64; 2], down: [f64; 2]) -> [f64; 4] {
        if !at.iter().all(|c| c.is_finite() && c.abs() < 1e9) {
            return [0.0; 4];
        }
        let (width, height) = (f64::from(self.whole.width), f64::from(self.whole.height));
        let length = |[u, v]: [f64; 2]| ((u * width) * (u * width) + (v * height) * (v * height)).sqrt();
        let (along_x, along_y) = (length(across), length(down));
        let (longer, shorter) = (along_x.max(along_y), along_x.min(along_y));
        if !longer.is_finite() || longer <= 1.0 {
            return self.level(0).pick(sampler, sampler.magnify, at);
        }
        // As many samples along the longer way as needed to make the footprint of each nearly round.
        let most = f64::from(sampler.anisotropy.max(1)).min(MOST_TAPS);
        let taps = (longer / shorter.max(1.0)).ceil().clamp(1.0, most);
        let step = if along_x >= along_y { across } else { down };
        let detail = libm::log2((longer / taps).max(1.0));
        if taps == 1.0 {
            return self.detailed(sampler, at, detail);
        }
        let mut sum = [0.0; 4];
        for tap in 0..taps as u32 {
            let t = (f64::from(tap) + 0.5) / taps - 0.5;
            let colour = self.detailed(sampler, [at[0] + step[0] * t, at[1] + step[1] * t], detail);
            for (s, c) in sum.iter_mut().zip(colour) {
                *s += c / taps;
            }
        }
        sum
    }

    fn detailed(&self, sampler: &Sampler, at: [f64; 2], detail: f64) -> [f64; 4] {
        let last = self.smaller().len() as f64;
        let detail = detail.clamp(0.0, last);
        match sampler.mip {
            Filter::None => self.level(0).pick(sampler, sampler.minify, at),
            Filter::Nearest => self.level((detail + 0.5).floor() as usize).pick(sampler, sampler.minify, at),
            Filter::Linear => {
                let (level, share) = (detail.floor(), detail - detail.floor());
                let large = self.level(level as usize).pick(sampler, sampler.minify, at);
                if share == 0.0 {
                    return large;
                }
                let small = self.level(level as usize + 1).pick(sampler, sampler.minify, at);
                mix(large, small, share)
            }
        }
    }
}

fn mix(a: [f64; 4], b: [f64; 4], share: f64) -> [f64; 4] {
    let [p, q, r, s] = a;
    let [t, u, v, w] = b;
    let one = |a: f64, b: f64| a + (b - a) * share;
    [one(p, t), one(q, u), one(r, v), one(s, w)]
}

impl Level {
    /// Half as many texels both ways, each the mean of those it covers.
    fn half(&self) -> Level {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let spans = |old: u32, new: u32| -> Vec<Vec<(u32, u64)>> {
            // Lengths in parts of 1/new of an old texel, so that all are whole.
            let (old, new) = (u64::from(old), u64::from(new));
            let span = |i: u64| {
                let (from, to) = (i * old, (i + 1) * old);
                let texels = from / new..to.div_ceil(new);
                texels.map(|t| (t as u32, to.min((t + 1) * new) - from.max(t * new))).collect()
            };
            (0..new).map(span).collect()
        };
        let (columns, rows) = (spans(self.width, width), spans(self.height, height));
        let total = u64::from(self.width) * u64::from(self.height);
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for row in &rows {
            for column in &columns {
                let mut sum = [0u64; 4];
                for (y, tall) in row {
                    for (x, wide) in column {
                        for (s, c) in sum.iter_mut().zip(self.bytes(*x, *y)) {
                            *s += u64::from(c) * tall * wide;
                        }
                    }
                }
                rgba.extend(sum.map(|s| ((s + total / 2) / total) as u8));
            }
        }
        Level { width, height, rgba }
    }

    fn bytes(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(at..at + 4).and_then(|b| b.try_into().ok()).unwrap_or_default()
    }

    /// The colour at a place; (0, 0) is the lower left corner.
    fn pick(&self, sampler: &Sampler, filter: Filter, [u, v]: [f64; 2]) -> [f64; 4] {
        let x = u * f64::from(self.width);
        let y = (1.0 - v) * f64::from(self.height);
        if filter == Filter::Nearest {
            return self.texel(sampler, x.floor(), y.floor());
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (share_x, share_y) = (x - left, y - top);
        let upper = mix(self.texel(sampler, left, top), self.texel(sampler, left + 1.0, top), share_x);
        let lower = mix(self.texel(sampler, left, top + 1.0), self.texel(sampler, left + 1.0, top + 1.0), share_x);
        mix(upper, lower, share_y)
    }

    fn texel(&self, sampler: &Sampler, x: f64, y: f64) -> [f64; 4] {
        // Rows are counted from the top, but coordinates, and what lies outside, from the bottom.
        let from_bottom = f64::from(self.height) - 1.0 - y;
        let column = wrap(sampler.wrap_s, x as i64, self.width);
        let row = wrap(sampler.wrap_t, from_bottom as i64, self.height);
        match (column, row) {
            (Some(x), Some(y)) => self.bytes(x, self.height - 1 - y).map(|b| f64::from(b) / 255.0),
            _ => sampler.border.map_or([0.0; 4], |b| b.map(f64::from)),
        }
    }
}

/// Where the texel of a number is found; `None` in the border.
fn wrap(wrap: Wrap, number: i64, count: u32) -> Option<u32> {
    let n = i64::from(count);
    let clamped = |i: i64| i.clamp(0, n - 1);
    let found = match wrap {
        Wrap::Repeat => number.rem_euclid(n),
        Wrap::Mirror => {
            let i = number.rem_euclid(2 * n);
            if i < n { i } else { 2 * n - 1 - i }
        }
        Wrap::Clamp => clamped(number),
        Wrap::Border => Some(number).filter(|i| (0..n).contains(i))?,
        Wrap::MirrorOnce => clamped(if number < 0 { -1 - number } else { number }),
        Wrap::MirrorBorder => Some(if number < 0 { -1 - number } else { number }).filter(|i| *i < n)?,
    };
    Some(found as u32)
}

/// What is shown where a picture is missing.
pub(crate) fn checker([u, v]: [f64; 2]) -> [f64; 4] {
    let cell = |c: f64| if c.is_finite() { (c * 8.0).floor() as i64 } else { 0 };
    if (cell(u) ^ cell(v)) & 1 == 0 { [1.0, 0.0, 1.0, 1.0] } else { [0.25, 0.25, 0.25, 1.0] }
}

/// Where the pictures of a scene are found.
pub trait Textures: Sync {
    /// The picture of an image; `None` if there is none, which shows as a checker pattern.
    fn texture(&self, image: ImageId) -> Option<&Texture>;
}

/// No pictures at all.
impl Textures for () {
    fn texture(&self, _: ImageId) -> Option<&Texture> {
        None
    }
}

impl Textures for BTreeMap<ImageId, Texture> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(&image)
    }
}

impl Textures for HashMap<ImageId, Texture> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(&image)
    }
}

/// One for each image, in their order.
impl Textures for Vec<Option<Texture>> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(image.index())?.as_ref()
    }
}

/// The same for pictures that several images share.
impl Textures for Vec<Option<Arc<Texture>>> {
    fn texture(&self, image: ImageId) -> Option<&Texture> {
        self.get(image.index())?.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two by two: red, green above blue, white.
    fn four() -> Texture {
        let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
        Texture::new(2, 2, rgba).unwrap()
    }

    fn look(sampler: &Sampler, u: f64, v: f64) -> [f64; 4] {
        four().sample(sampler, [u, v], [0.0; 2], [0.0; 2])
    }

    #[test]
    fn the_origin_is_the_lower_left_corner() {
        let nearest = Sampler { magnify: Filter::Nearest, ..Sampler::default() };
        assert_eq!(look(&nearest, 0.1, 0.1), [0., 0., 1., 1.]);
        assert_eq!(look(&nearest, 0.1, 0.9), [1., 0., 0., 1.]);
        assert_eq!(look(&nearest, 0.9, 0.9), [0., 1., 0., 1.]);
    }

    #[test]
    fn four_texels_are_mixed_by_their_distance() {
        let clamp = Sampler { wrap_s: Wrap::Clamp, wrap_t: Wrap::Clamp, ..Sampler::default() };
        assert_eq!(look(&clamp, 0.25, 0.75), [1., 0., 0., 1.]);
        assert_eq!(look(&clamp, 0.5, 0.75), [0.5, 0.5, 0., 1.]);
        assert_eq!(look(&clamp, 0.5, 0.5), [0.5, 0.5, 0.5, 1.]);
        // An eighth of the way: a quarter of a texel to the right, and as much down.
        let [r, g, b, _] = look(&clamp, 0.375, 0.625);
        assert_eq!((r, g, b), (0.5625 + 0.0625, 0.1875 + 0.0625, 0.1875 + 0.0625));
        assert_eq!(look(&clamp, 0.0, 1.0), [1., 0., 0., 1.]);
        // Repeated, the corner is the mean of all.
        assert_eq!(look(&Sampler::default(), 0.0, 1.0), [0.5, 0.5, 0.5, 1.]);
    }

    #[test]
    fn outside_there_is_what_the_mode_says() {
        let found = |mode: Wrap| -> Vec<Option<u32>> { (-3..6).map(|i| wrap(mode, i, 3)).collect() };
        let some = |list: [u32; 9]| list.map(Some).to_vec();
        assert_eq!(found(Wrap::Repeat), some([0, 1, 2, 0, 1, 2, 0, 1, 2]));
        assert_eq!(found(Wrap::Mirror), some([2, 1, 0, 0, 1, 2, 2, 1, 0]));
        assert_eq!(found(Wrap::Clamp), some([0, 0, 0, 0, 1, 2, 2, 2, 2]));
        assert_eq!(found(Wrap::MirrorOnce), some([2, 1, 0, 0, 1, 2, 2, 2, 2]));
        let border = [None, None, None, Some(0), Some(1), Some(2), None, None, None];
        assert_eq!(found(Wrap::Border), border);
        let sampler = Sampler {
            wrap_s: Wrap::Border,
            wrap_t: Wrap::Repeat,
            border: Some([0.5, 0.25, 0.0, 1.0]),
            ..Sampler::default()
        };
        assert_eq!(look(&sampler, 1.5, 0.25), [0.5, 0.25, 0.0, 1.0]);
        assert_eq!(look(&sampler, f64::NAN, 0.25), [0.0; 4]);
    }

    #[test]
    fn distant_pictures_are_means() {
        let far = [1.0, 0.0];
        let grey = four().sample(&Sampler::default(), [0.3, 0.3], far, [0.0, 1.0]);
        assert!(grey.iter().take(3).all(|c| (c - 128.0 / 255.0).abs() < 1e-9), "{grey:?}");
        let none = Sampler { mip: Filter::None, minify: Filter::Nearest, ..Sampler::default() };
        assert_eq!(four().sample(&none, [0.3, 0.3], far, [0.0, 1.0]), [0., 0., 1., 1.]);
        // Three texels become one: each counts a third, not half and half.
        let three = Texture::new(3, 1, [[90; 4], [0; 4], [0; 4]].concat()).unwrap();
        assert_eq!(three.level(1).rgba, [30; 4]);
        assert_eq!(three.level(9).rgba, [30; 4]);
    }

    #[test]
    fn bytes_must_fit() {
        assert!(Texture::new(2, 2, vec![0; 15]).is_none());
        assert!(Texture::new(0, 2, vec![]).is_none());
        assert!(Texture::new(u32::MAX, u32::MAX, vec![]).is_none());
    }
}
