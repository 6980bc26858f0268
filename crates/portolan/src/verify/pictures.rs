//! Pictures of both scenes, taken alike.

use std::sync::Arc;

use portolan_eval::{Playing, Stage, duration};
use portolan_image::{Rgba, RgbaImage};
use portolan_render::{cameras, times_in_full};
use portolan_scene::{Opacity, Primitive, Scene, Shape, ViewId};

use super::Verification;
use crate::import::Imported;
use crate::pictures::{Lights, Moments, Shot, Studio};
use crate::{Error, ErrorKind};

/// A picture of each scene at one moment.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What is shown: the clip and the number of the moment.
    pub name: String,
    /// The moment in the first scene, in seconds.
    pub time: f64,
    /// The share of pixels that show anything which differ visibly.
    pub share: f64,
    /// The first scene.
    pub a: RgbaImage,
    /// The second scene.
    pub b: RgbaImage,
}

/// How much a channel must differ to be seen.
const VISIBLE: u8 = 32;

/// Clips of which pictures are taken.
const MOST_CLIPS: usize = 4;

/// Takes pictures of both scenes: of what plays by itself, and of clips that both have.
pub(super) fn take(
    a: &Arc<Imported>,
    b: &Arc<Imported>,
    size: (u32, u32),
    verification: &Verification,
) -> Result<Vec<Pair>, Error> {
    let (first, second) = (a.drawn(), b.drawn());
    if first.views.is_empty() && second.views.is_empty() {
        return Ok(Vec::new());
    }
    let most = most_pairs([first, second]);
    if most == 0 {
        let message = "the instances of the scene have so many faces that not all of them would be drawn";
        return Err(Error::new(ErrorKind::Refused, message));
    }
    // Each looks through its own camera, so that one that differs is seen, too; without one in both, everything is shown.
    let camera = if has_camera(first) && has_camera(second) { "scene" } else { "fit" };
    // Both are shown in one space of colours: that of screens, unless neither document uses it.
    let encode = [first, second].iter().any(|scene| scene.materials.iter().any(|m| !m.linear));
    let shot = |clip: Option<&str>| {
        Shot::default().with(|c| {
            c.size = size;
            c.camera = Some(camera.to_owned());
            c.clip = clip.map(str::to_owned);
            c.moments = Moments::Start;
            c.samples = 4;
            c.lights = Lights::Lit;
            c.allow_empty = true;
            // Both are as they were meant already.
            c.opacity = Opacity::Strict;
            c.encode = Some(encode);
            c.limits = verification.limits.clone();
        })
    };
    let moments = verification.options.moments.clamp(1, 5) as usize;
    let mut clips: Vec<Option<&str>> = vec![None];
    let names = |scene: &'_ Scene| -> Vec<String> {
        scene.clips.iter().filter_map(|c| c.meta.label().map(str::to_owned)).collect()
    };
    let (own, others) = (names(first), names(second));
    clips.extend(own.iter().filter(|n| others.contains(n)).take(MOST_CLIPS).map(|n| Some(n.as_str())));
    let mut pairs = Vec::new();
    for clip in clips {
        let range = |scene: &Scene| {
            let playing = match clip {
                Some(name) => crate::sample::clip_named(scene, name).map(Playing::Clip),
                None => Some(Playing::Default),
            };
            playing.and_then(|p| duration(scene, &p)).unwrap_or((0.0, 0.0))
        };
        let (own, other) = (range(first), range(second));
        // What plays without a clip plays at the same seconds in both.
        let other = if clip.is_none() { own } else { other };
        let count = if own.1 > own.0 { moments } else { 1 };
        let (mut here, mut there) = (Studio::new(a, &shot(clip))?, Studio::new(b, &shot(clip))?);
        for number in 0..count.min(most - pairs.len()) {
            // Between keys and never at the end, where a step is a matter of rounding.
            let share = (number as f64 + 0.43) / count as f64;
            let at = |(from, to): (f64, f64)| if to > from { from + (to - from) * share } else { from };
            let (own, other) = (here.picture(at(own))?, there.picture(at(other))?);
            let name = format!("{}-{}", clip.unwrap_or("scene"), number + 1);
            pairs.push(Pair { name, time: at(range(first)), share: apart(&own, &other), a: own, b: other });
        }
    }
    Ok(pairs)
}

/// Of how many moments pictures are taken. Shapes may be drawn as often as they are written and some more; what instances multiply is
/// bounded, because a picture of a part of the faces says nothing of the document.
fn most_pairs(scenes: [&Scene; 2]) -> usize {
    let (mut all, mut shown) = (0u64, 0u64);
    for scene in scenes {
        let count = |shape: &Shape| match shape {
            Shape::Mesh(mesh) => mesh.primitives.iter().map(Primitive::triangles).sum(),
            _ => 0,
        };
        let faces: Vec<u64> = scene.geometries.iter().map(|g| count(&g.shape)).collect();
        all = all.saturating_add(faces.iter().sum());
        let stage = Stage::new(scene, scene.default_view.unwrap_or(ViewId(0)), portolan_eval::LIMIT);
        let drawn = stage.placed.iter().filter_map(|placed| scene.node(placed.node)).flat_map(|node| &node.drawn);
        let of_each = drawn.filter_map(|d| faces.get(scene.chain(d.what)?.0.index()));
        shown = of_each.fold(shown, |sum, faces| sum.saturating_add(*faces));
    }
    usize::try_from(times_in_full(shown, all)).unwrap_or(usize::MAX)
}

fn has_camera(scene: &Scene) -> bool {
    let view = scene.default_view.unwrap_or(ViewId(0));
    let stage = Stage::new(scene, view, portolan_eval::LIMIT);
    !cameras(scene, &stage).is_empty()
}

fn differ(p: &Rgba<u8>, q: &Rgba<u8>) -> bool {
    p.0.iter().zip(q.0).any(|(p, q)| p.abs_diff(q) > VISIBLE)
}

/// The share of pixels that show anything in either picture which differ visibly.
fn apart(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let pixels = || a.pixels().zip(b.pixels());
    let shown = pixels().filter(|(p, q)| p != q || p.0 != [0; 4]).count();
    let different = pixels().filter(|(p, q)| differ(p, q)).count();
    different as f64 / shown.max(1) as f64
}

impl Pair {
    /// The first picture in grey, with what differs visibly in red.
    pub fn difference(&self) -> RgbaImage {
        let mut picture = self.a.clone();
        for (pixel, other) in picture.pixels_mut().zip(self.b.pixels()) {
            let [r, g, b, a] = pixel.0.map(u32::from);
            let grey = ((r * 3 + g * 6 + b) * a / 2550 / 2 + 64) as u8;
            *pixel = if differ(pixel, other) { Rgba([255, 0, 0, 255]) } else { Rgba([grey, grey, grey, 255]) };
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_a_share_of_what_is_seen() {
        let mut a = RgbaImage::new(10, 10);
        let mut b = RgbaImage::new(10, 10);
        for x in 0..4 {
            a.put_pixel(x, 0, Rgba([200, 0, 0, 255]));
            b.put_pixel(x, 0, Rgba([if x == 0 { 100 } else { 190 }, 0, 0, 255]));
        }
        assert_eq!(apart(&a, &b), 0.25);
        assert_eq!(apart(&a, &a), 0.0);
        let pair = Pair { name: String::new(), time: 0.0, share: 0.25, a, b };
        let red = pair.difference().pixels().filter(|p| p.0 == [255, 0, 0, 255]).count();
        assert_eq!(red, 1);
    }
}
