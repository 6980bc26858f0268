//! Polygons, strips and fans as they were written.

use std::ops::Range;

use portolan_geom::Triangulator;
use portolan_scene::Primitive;

/// A polygon of a primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Polygon<'a> {
    /// Its first corner; the others follow, ring after ring.
    pub start: u32,
    /// Number of all corners.
    pub corners: u32,
    /// Corners of each ring; all but the first are holes.
    pub rings: &'a [u32],
}

impl Polygon<'_> {
    /// Its corners.
    #[inline]
    pub fn range(&self) -> Range<u32> {
        self.start..self.start + self.corners
    }

    /// Is it a triangle as it stands?
    #[inline]
    pub fn is_triangle(&self) -> bool {
        self.rings == [3]
    }
}

/// The polygons of a primitive, one after the other. Counts that lead beyond the corners end it.
#[derive(Clone)]
pub struct Polygons<'a> {
    primitive: &'a Primitive,
    limit: u64,
    polygon: usize,
    ring: usize,
    corner: u64,
}

impl<'a> Polygons<'a> {
    /// Those of a primitive that consists of polygons.
    pub fn new(primitive: &'a Primitive) -> Polygons<'a> {
        Polygons { primitive, limit: primitive.corners() as u64, polygon: 0, ring: 0, corner: 0 }
    }
}

impl<'a> Iterator for Polygons<'a> {
    type Item = Polygon<'a>;

    #[inline]
    fn next(&mut self) -> Option<Polygon<'a>> {
        let rings = match self.primitive.rings.is_empty() {
            true => 1,
            false => *self.primitive.rings.get(self.polygon)? as usize,
        };
        let rings = self.primitive.counts.get(self.ring..self.ring.checked_add(rings)?)?;
        let corners = rings.iter().map(|c| u64::from(*c)).sum::<u64>();
        let start = self.corner;
        if start + corners > self.limit {
            return None;
        }
        self.polygon += 1;
        self.ring += rings.len();
        self.corner += corners;
        Some(Polygon { start: start as u32, corners: corners as u32, rings })
    }
}

/// The strips, fans or rings of a primitive: first corner and length of each. Counts that lead beyond the corners end it.
pub fn runs(primitive: &Primitive) -> impl Iterator<Item = (u32, u32)> + '_ {
    let limit = primitive.corners() as u64;
    let mut next = 0u64;
    primitive.counts.iter().map_while(move |count| {
        let start = next;
        next += u64::from(*count);
        (next <= limit).then_some((start as u32, *count))
    })
}

/// Cuts polygons into triangles, one after the other; keeps its buffers.
#[derive(Default)]
pub struct Cutter {
    triangulator: Triangulator,
    places: Vec<[f32; 3]>,
}

impl Cutter {
    /// Appends the triangles of a polygon to `out`, as corners of the primitive. `place` appends where the corners of a
    /// range are.
    pub fn cut(&mut self, polygon: Polygon<'_>, place: impl Fn(Range<u32>, &mut Vec<[f32; 3]>), out: &mut Vec<u32>) {
        if polygon.is_triangle() {
            return out.extend(polygon.range());
        }
        self.places.clear();
        place(polygon.range(), &mut self.places);
        let before = out.len();
        let rings = if polygon.rings.len() > 1 { polygon.rings } else { &[] };
        self.triangulator.polygon(&self.places, rings, out);
        out.iter_mut().skip(before).for_each(|corner| *corner += polygon.start);
    }
}
