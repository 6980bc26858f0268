//! Ear cutting: takes one corner after another off a polygon in the plane.

/// Turns below this are straight; coordinates are about 1 (see [`super::plane::Plane::project`]).
const STRAIGHT: f64 = 1e-14;

/// Up to this many corners looking at all of them is faster than a grid.
const SMALL: usize = 40;

/// Ears are rare where so many corners in a row are none.
const RARE: u32 = 16;

/// Cuts ears; keeps its buffers.
#[derive(Default)]
pub(super) struct Cutter {
    before: Vec<u32>,
    after: Vec<u32>,
    gone: Vec<bool>,
    grid: Grid,
    /// How many more corners may be looked at. Beyond it the rest becomes a fan, so that a polygon made to be slow ends.
    patience: u64,
}

/// How strict the choice of the next ear is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pass {
    /// A left turn, nothing inside the ear nor on its border.
    Clean,
    /// A left turn, nothing inside.
    Touching,
    /// Corners on a line: their triangle has no area, so it cannot cover anything wrongly.
    Straight,
    /// Any left turn: the polygon crosses itself.
    Any,
}

impl Pass {
    fn next(self) -> Option<Self> {
        match self {
            Self::Clean => Some(Self::Touching),
            Self::Touching => Some(Self::Straight),
            Self::Straight => Some(Self::Any),
            Self::Any => None,
        }
    }
}

impl Cutter {
    /// Appends exactly `points.len() − 2` triangles.
    pub(super) fn cut(&mut self, points: &[[f64; 2]], out: &mut Vec<u32>) {
        let Ok(count) = u32::try_from(points.len()) else { return };
        if count < 3 {
            return;
        }
        self.before.clear();
        self.before.extend((0..count).map(|i| if i == 0 { count - 1 } else { i - 1 }));
        self.after.clear();
        self.after.extend((0..count).map(|i| if i + 1 == count { 0 } else { i + 1 }));
        self.gone.clear();
        self.gone.resize(points.len(), false);
        self.patience = 1_000_000 + (1000 * u64::from(count)).min(500_000_000);
        let gridded = points.len() > SMALL;
        if gridded {
            let reflex = (0..count).filter(|&i| {
                turn(at(points, link(&self.before, i)), at(points, i), at(points, link(&self.after, i))) <= STRAIGHT
            });
            self.grid.build(points, reflex);
        }

        let mut left = count;
        let mut here = 0;
        let mut pass = Pass::Clean;
        // Corners looked at since the last ear, in this pass.
        let mut tried = 0;
        while left > 3 && self.patience > 0 {
            let (before, after) = (link(&self.before, here), link(&self.after, here));
            if self.is_ear(points, here, pass, gridded) {
                out.extend([before, here, after]);
                put(&mut self.after, before, after);
                put(&mut self.before, after, before);
                if let Some(gone) = self.gone.get_mut(here as usize) {
                    *gone = true;
                }
                left -= 1;
                // Leaving out one corner avoids long fans of slivers. Where ears are rare, as in a spiral, the next one
                // is most likely where this one was.
                here = if tried < RARE && pass == Pass::Clean { link(&self.after, after) } else { before };
                (pass, tried) = (Pass::Clean, 0);
                continue;
            }
            here = after;
            tried += 1;
            if tried >= left {
                tried = 0;
                match pass.next() {
                    Some(next) => pass = next,
                    None => break,
                }
            }
        }
        // The last triangle, or a fan of what cannot be cut.
        let mut corner = link(&self.after, here);
        for _ in 2..left {
            let next = link(&self.after, corner);
            out.extend([here, corner, next]);
            corner = next;
        }
    }

    fn is_ear(&mut self, points: &[[f64; 2]], corner: u32, pass: Pass, gridded: bool) -> bool {
        let (before, after) = (link(&self.before, corner), link(&self.after, corner));
        let ear = Ear { corners: [before, corner, after], points: [before, corner, after].map(|i| at(points, i)) };
        let [a, b, c] = ear.points;
        let area = turn(a, b, c);
        self.patience = self.patience.saturating_sub(1);
        match pass {
            Pass::Straight => return area.abs() <= STRAIGHT,
            Pass::Any => return area > STRAIGHT,
            Pass::Clean | Pass::Touching if area <= STRAIGHT => return false,
            Pass::Clean | Pass::Touching => {}
        }
        let mut looked = 0;
        let clear = if gridded {
            let blocks = |i: u32| {
                looked += 1;
                !self.gone.get(i as usize).copied().unwrap_or(true) && self.blocks(points, i, &ear, pass)
            };
            !self.grid.any_near(&ear.points, blocks)
        } else {
            let mut other = link(&self.after, after);
            let mut clear = true;
            while other != before && clear {
                looked += 1;
                clear = !self.blocks(points, other, &ear, pass);
                other = link(&self.after, other);
            }
            clear
        };
        self.patience = self.patience.saturating_sub(looked);
        clear
    }

    /// Whether a corner of the polygon stands in the way of cutting an ear.
    fn blocks(&self, points: &[[f64; 2]], other: u32, ear: &Ear, pass: Pass) -> bool {
        if ear.corners.contains(&other) {
            return false;
        }
        let p = at(points, other);
        let [a, b, c] = ear.points;
        let sides = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
        let inside = sides.iter().all(|&side| side > STRAIGHT);
        if !inside && sides.iter().any(|&side| side < -STRAIGHT) {
            return false;
        }
        let (p_before, p_after) = (link(&self.before, other), link(&self.after, other));
        let (q, r) = (at(points, p_before), at(points, p_after));
        if inside {
            // Where the polygon turns left, another corner of it is inside as well or an edge crosses anyway.
            return turn(q, p, r) <= STRAIGHT;
        }
        if p == a || p == b || p == c {
            // Rings joined to their holes by a cut pass twice through the same point: it is in the way only if the
            // ring goes on into the ear from there.
            let (from, to) = if p == a {
                (b, c)
            } else if p == b {
                (c, a)
            } else {
                (a, b)
            };
            let into = |x: [f64; 2]| turn(p, from, x) > STRAIGHT && turn(p, x, to) > STRAIGHT;
            return into(q) || into(r);
        }
        pass == Pass::Clean && turn(q, p, r) <= STRAIGHT
    }
}

/// A candidate: a corner with its neighbours.
struct Ear {
    corners: [u32; 3],
    points: [[f64; 2]; 3],
}

/// The corners that can be in the way, sorted into squares.
#[derive(Default)]
struct Grid {
    low: [f64; 2],
    per_unit: [f64; 2],
    side: usize,
    /// Where the corners of each square start in `corners`; one more than there are squares.
    starts: Vec<u32>,
    corners: Vec<u32>,
    /// Used while building only.
    ends: Vec<u32>,
}

impl Grid {
    fn build(&mut self, points: &[[f64; 2]], reflex: impl Iterator<Item = u32> + Clone) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            low = [low[0].min(point[0]), low[1].min(point[1])];
            high = [high[0].max(point[0]), high[1].max(point[1])];
        }
        let count = reflex.clone().count();
        self.side = (count as f64).sqrt().ceil().clamp(1.0, 1024.0) as usize;
        self.low = low;
        let per_unit = |extent: f64| if extent > 0.0 { self.side as f64 / extent } else { 0.0 };
        self.per_unit = [per_unit(high[0] - low[0]), per_unit(high[1] - low[1])];

        self.starts.clear();
        self.starts.resize(self.side * self.side + 1, 0);
        for corner in reflex.clone() {
            let [x, y] = self.square(at(points, corner));
            if let Some(start) = self.starts.get_mut(y * self.side + x + 1) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.corners.clear();
        self.corners.resize(count, 0);
        // Each square is filled from its end, `starts[s + 1]`, down to its start.
        let mut ends = std::mem::take(&mut self.ends);
        ends.clear();
        ends.extend(self.starts.iter().skip(1));
        for corner in reflex {
            let [x, y] = self.square(at(points, corner));
            if let Some(end) = ends.get_mut(y * self.side + x) {
                *end -= 1;
                if let Some(slot) = self.corners.get_mut(*end as usize) {
                    *slot = corner;
                }
            }
        }
        self.ends = ends;
    }

    fn square(&self, point: [f64; 2]) -> [usize; 2] {
        // A cast saturates, so that what lies outside ends up in a square at the border.
        let of = |x: f64, low: f64, per_unit: f64| (((x - low) * per_unit) as usize).min(self.side - 1);
        [of(point[0], self.low[0], self.per_unit[0]), of(point[1], self.low[1], self.per_unit[1])]
    }

    /// Whether `test` holds for any corner in the squares around a triangle.
    fn any_near(&self, [a, b, c]: &[[f64; 2]; 3], mut test: impl FnMut(u32) -> bool) -> bool {
        // One tolerance wider: corners may touch from outside.
        let low = [a[0].min(b[0]).min(c[0]) - STRAIGHT, a[1].min(b[1]).min(c[1]) - STRAIGHT];
        let high = [a[0].max(b[0]).max(c[0]) + STRAIGHT, a[1].max(b[1]).max(c[1]) + STRAIGHT];
        let ([left, bottom], [right, top]) = (self.square(low), self.square(high));
        (bottom..=top).any(|y| {
            let start = self.starts.get(y * self.side + left).copied().unwrap_or(0);
            let end = self.starts.get(y * self.side + right + 1).copied().unwrap_or(0);
            self.corners.get(start as usize..end as usize).is_some_and(|row| row.iter().any(|&corner| test(corner)))
        })
    }
}

/// Twice the area of a triangle, positive when it runs counter-clockwise.
#[inline]
pub(super) fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[inline]
fn at(points: &[[f64; 2]], corner: u32) -> [f64; 2] {
    points.get(corner as usize).copied().unwrap_or_default()
}

#[inline]
fn link(links: &[u32], corner: u32) -> u32 {
    links.get(corner as usize).copied().unwrap_or_default()
}

#[inline]
fn put(links: &mut [u32], corner: u32, value: u32) {
    if let Some(link) = links.get_mut(corner as usize) {
        *link = value;
    }
}
