//! Parts of the picture, each the work of one thread.

use crate::outline::Outline;

/// Pixels along each side of a tile.
pub(crate) const SIDE: u32 = 32;

/// No element.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Layers that are kept for a pixel when there are too many for memory: the nearest ones.
const MOST_LAYERS: usize = 32;

/// Fragments of a tile from which on layers are counted.
const MANY: usize = 2 * MOST_LAYERS * (SIDE * SIDE) as usize;

/// Where the samples of a pixel are, from its upper left corner.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub offsets: Vec<(f64, f64)>,
}

impl Pattern {
    /// Samples that are spread evenly, no two in a row or column: the set of Hammersley.
    pub fn new(count: u32) -> Pattern {
        let count = count.clamp(1, crate::MOST_SAMPLES);
        let bits = count.next_power_of_two().trailing_zeros();
        let offset = |i: u32| {
            let mirrored = if bits == 0 { 0 } else { i.reverse_bits() >> (32 - bits) };
            let y = (f64::from(mirrored) + 0.5) / f64::from(1u32 << bits);
            ((f64::from(i) + 0.5) / f64::from(count), y)
        };
        Pattern { offsets: (0..count).map(offset).collect() }
    }

    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The mean place of some samples.
    pub fn centre(&self, mask: u64) -> (f64, f64) {
        let (mut x, mut y) = (0.0, 0.0);
        for (_, (dx, dy)) in (0..64).zip(&self.offsets).filter(|(i, _)| mask >> i & 1 == 1) {
            x += dx;
            y += dy;
        }
        let count = f64::from(mask.count_ones().max(1));
        (x / count, y / count)
    }
}

/// Something that is seen through at a pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fragment {
    pub pixel: u32,
    pub element: u32,
    /// Which samples.
    pub mask: u64,
    pub nearness: f32,
}

/// A part of the picture.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
    /// For each sample of each pixel how near the nearest opaque thing is.
    nearest: Vec<f32>,
    /// No sample is farther than this; what is farther need not be looked at.
    floor: f32,
    /// Samples drawn since that was found out.
    fresh: usize,
    /// And which element it is.
    pub seen: Vec<u32>,
    /// What lies in front of it and is seen through.
    pub fragments: Vec<Fragment>,
    /// Samples that may still be looked at.
    left: usize,
    /// Elements that were not drawn because there are too many in one place.
    pub left_out: u64,
}

impl Tile {
    /// A tile with nothing on it, of which at most `most` samples are looked at while things are drawn.
    pub fn new([x, y, width, height]: [u32; 4], samples: usize, most: usize) -> Tile {
        let count = width as usize * height as usize * samples;
        let (nearest, seen) = (vec![f32::NEG_INFINITY; count], vec![NOTHING; count]);
        let (floor, fragments) = (f32::NEG_INFINITY, Vec::new());
        Tile { x, y, width, height, nearest, floor, fresh: 0, seen, fragments, left: most, left_out: 0 }
    }

    pub fn bounds(&self) -> [f64; 4] {
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        [x, y, x + f64::from(self.width), y + f64::from(self.height)]
    }

    /// Draws something that hides what lies behind it. `range` is the nearness of the far and near plane.
    pub fn draw(&mut self, outline: &Outline, element: u32, pattern: &Pattern, range: (f64, f64)) {
        if outline.most as f32 <= self.floor || self.is_spent() {
            return;
        }
        let samples = pattern.len();
        let (x0, y0, width) = (self.x, self.y, self.width);
        let (nearest, seen, fresh, left) = (&mut self.nearest, &mut self.seen, &mut self.fresh, &mut self.left);
        cover(outline, (x0, y0, width, self.height), pattern, |x, y, mask| {
            *left = left.saturating_sub(samples);
            let first = ((y - y0) as usize * width as usize + (x - x0) as usize) * samples;
            let (Some(nearest), Some(seen)) =
                (nearest.get_mut(first..first + samples), seen.get_mut(first..first + samples))
            else {
                return;
            };
            for (i, ((dx, dy), (nearest, seen))) in pattern.offsets.iter().zip(nearest.iter_mut().zip(seen)).enumerate()
            {
                if mask >> i & 1 == 0 {
                    continue;
                }
                let here = outline.nearness(f64::from(x) + dx, f64::from(y) + dy);
                if here >= range.0 && here <= range.1 && here as f32 > *nearest {
                    *nearest = here as f32;
                    *seen = element;
                    *fresh += 1;
                }
            }
        });
        if self.fresh >= self.nearest.len() {
            self.fresh = 0;
            self.floor = self.nearest.iter().copied().fold(f32::INFINITY, f32::min);
        }
    }

    /// Draws something that is seen through.
    pub fn draw_through(&mut self, outline: &Outline, element: u32, pattern: &Pattern, range: (f64, f64)) {
        if outline.most as f32 <= self.floor || self.is_spent() {
            return;
        }
        let samples = pattern.len();
        let (x0, y0, width) = (self.x, self.y, self.width);
        let (nearest, fragments, left) = (&self.nearest, &mut self.fragments, &mut self.left);
        cover(outline, (x0, y0, width, self.height), pattern, |x, y, mask| {
            *left = left.saturating_sub(samples);
            let pixel = (y - y0) * width + (x - x0);
            let first = pixel as usize * samples;
            let Some(nearest) = nearest.get(first..first + samples) else { return };
            let mut free = 0u64;
            let mut sum = 0.0;
            for (i, ((dx, dy), nearest)) in pattern.offsets.iter().zip(nearest).enumerate() {
                if mask >> i & 1 == 0 {
                    continue;
                }
                let here = outline.nearness(f64::from(x) + dx, f64::from(y) + dy);
                if here >= range.0 && here <= range.1 && here as f32 > *nearest {
                    free |= 1 << i;
                    sum += here;
                }
            }
            if free != 0 {
                let nearness = (sum / f64::from(free.count_ones())) as f32;
                fragments.push(Fragment { pixel, element, mask: free, nearness });
            }
        });
        if self.fragments.len() > MANY {
            self.thin();
        }
    }

    /// Are there too many things in this place already?
    fn is_spent(&mut self) -> bool {
        self.left_out += u64::from(self.left == 0);
        self.left == 0
    }

    /// Puts fragments in order: by pixel, the farthest first.
    pub fn sort(&mut self) {
        self.fragments.sort_unstable_by(|a, b| {
            let order = a.pixel.cmp(&b.pixel).then(a.nearness.total_cmp(&b.nearness));
            order.then(a.element.cmp(&b.element))
        });
    }

    /// Keeps the nearest layers.
    fn thin(&mut self) {
        self.sort();
        let mut kept: Vec<Fragment> = Vec::with_capacity(self.fragments.len() / 2);
        for pixel in self.fragments.chunk_by(|a, b| a.pixel == b.pixel) {
            kept.extend(pixel.iter().skip(pixel.len().saturating_sub(MOST_LAYERS)));
        }
        self.fragments = kept;
    }
}

/// Calls a function for every pixel of a rectangle of which samples are inside an outline, with a bit for each.
fn cover(
    outline: &Outline,
    (x0, y0, width, height): (u32, u32, u32, u32),
    pattern: &Pattern,
    mut each: impl FnMut(u32, u32, u64),
) {
    let [left, top, right, bottom] = outline.bounds;
    let span = |least: f64, most: f64, from: u32, count: u32| {
        let least = (least.floor().max(0.0) as u32).max(from);
        let most = (most.floor().max(-1.0) + 1.0).min(f64::from(from + count)) as u32;
        (least, most)
    };
    let (first_x, end_x) = span(left, right, x0, width);
    let (first_y, end_y) = span(top, bottom, y0, height);
    let edges = outline.edges();
    for y in first_y..end_y {
        // The pixels of the row that can be inside, give or take one.
        let (mut from, mut to) = (first_x, end_x);
        if to.saturating_sub(from) > 4 {
            let (above, below) = (f64::from(y), f64::from(y + 1));
            for edge in edges {
                let rest = (edge.b * above).max(edge.b * below) + edge.c;
                if edge.a > 0.0 {
                    let least = (-rest / edge.a).floor() - 1.0;
                    from = from.max(least.clamp(0.0, f64::from(u32::MAX)) as u32);
                } else if edge.a < 0.0 {
                    let most = (rest / -edge.a).floor() + 2.0;
                    to = to.min(most.clamp(0.0, f64::from(u32::MAX)) as u32);
                } else if rest < 0.0 {
                    to = from;
                }
            }
        }
        for x in from..to {
            let mut mask = 0u64;
            for (i, (dx, dy)) in pattern.offsets.iter().enumerate() {
                let (x, y) = (f64::from(x) + dx, f64::from(y) + dy);
                if edges.iter().all(|e| e.holds(x, e.b * y + e.c)) {
                    mask |= 1 << i;
                }
            }
            if mask != 0 {
                each(x, y, mask);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use portolan_scene::glam::DMat4;
    use portolan_scene::{Camera, Meta, Projection};

    use super::*;
    use crate::outline::Sides;
    use crate::view::{Corner, View};

    fn view() -> View {
        let projection = Projection::Orthographic { x: Some(16.0), y: Some(16.0), aspect: None };
        View::of_camera(&Camera { meta: Meta::default(), projection, near: 0.0, far: 10.0 }, DMat4::IDENTITY, (32, 32))
    }

    fn corner(x: f32, y: f32) -> Corner {
        Corner { x, y, w: 1.0, depth: 1.0 }
    }

    fn masks(corners: [(f32, f32); 3], pattern: &Pattern) -> Vec<u64> {
        let mut found = vec![0; 32 * 32];
        let corners = corners.map(|(x, y)| corner(x, y));
        if let Some(outline) = Outline::triangle(&view(), corners, Sides::Both) {
            cover(&outline, (0, 0, 32, 32), pattern, |x, y, mask| found[(y * 32 + x) as usize] = mask);
        }
        found
    }

    #[test]
    fn samples_are_spread_evenly() {
        assert_eq!(Pattern::new(1).offsets, [(0.5, 0.5)]);
        assert_eq!(Pattern::new(4).offsets, [(0.125, 0.125), (0.375, 0.625), (0.625, 0.375), (0.875, 0.875)]);
        for count in [2, 3, 7, 16, 64] {
            let pattern = Pattern::new(count);
            assert_eq!(pattern.len(), count as usize);
            assert!(pattern.offsets.iter().all(|(x, y)| (0.0..1.0).contains(x) && (0.0..1.0).contains(y)));
        }
        assert_eq!(Pattern::new(0).len(), 1);
        assert_eq!(Pattern::new(1000).len(), 64);
    }

    #[test]
    fn a_triangle_covers_its_area() {
        let pattern = Pattern::new(16);
        let samples: u32 =
            masks([(2.0, 3.0), (30.0, 5.0), (11.0, 29.0)], &pattern).iter().map(|m| m.count_ones()).sum();
        // Half of the cross product of its sides: (28·26 − 2·9) / 2.
        assert!((f64::from(samples) / 16.0 - 355.0).abs() < 1.0, "{samples}");
    }

    #[test]
    fn neighbours_share_no_sample_and_leave_none_out() {
        for count in [1, 4] {
            let pattern = Pattern::new(count);
            // Edges through sample places, upright, level and steep.
            let (a, b, c, d) = ((0.5, 0.5), (30.5, 0.5), (30.5, 30.5), (0.5, 30.5));
            let (one, two) = (masks([a, b, c], &pattern), masks([c, d, a], &pattern));
            let whole: u32 = one
                .iter()
                .zip(&two)
                .map(|(p, q)| {
                    assert_eq!(p & q, 0);
                    (p | q).count_ones()
                })
                .sum();
            assert_eq!(whole, 30 * 30 * count);
        }
    }

    #[test]
    fn nothing_is_covered_by_nothing() {
        let pattern = Pattern::new(4);
        let none = [(f32::NAN, 0.0), (1.0, 1.0), (2.0, 5.0)];
        for corners in [none, [(1.0, 1.0); 3], [(0.0, 0.0), (10.0, 10.0), (20.0, 20.0)]] {
            assert_eq!(masks(corners, &pattern).iter().sum::<u64>(), 0);
        }
        let huge = [(-1e30, -1e30), (1e30, -1e30), (0.0, 1e30)];
        assert!(masks(huge, &pattern).iter().all(|m| *m == 15));
    }

    #[test]
    fn too_many_layers_are_thinned_to_the_nearest() {
        let pattern = Pattern::new(1);
        let mut tile = Tile::new([0, 0, 32, 32], 1, usize::MAX);
        let view = view();
        for layer in 0..100u32 {
            let deep = |(x, y)| Corner { x, y, w: 1.0, depth: 9.0 - layer as f32 / 20.0 };
            let corners = [(-50.0, -50.0), (100.0, -50.0), (0.0, 100.0)].map(deep);
            let outline = Outline::triangle(&view, corners, Sides::Both).unwrap();
            tile.draw_through(&outline, layer, &pattern, view.range);
        }
        tile.sort();
        assert!(tile.fragments.len() <= MANY + 1024);
        assert_eq!(tile.fragments.iter().rfind(|f| f.pixel == 0).unwrap().element, 99);
    }
}
