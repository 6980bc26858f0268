//! The colours of pixels.

use portolan_mesh::{Data, Elements};
use portolan_scene::glam::DVec3;

use crate::body::{Body, Part};
use crate::frame::Frame;
use crate::outline::{crosses, segment, weights};
use crate::shading::{Finish, Spot, shade};
use crate::tile::{NOTHING, Tile};
use crate::used::{Coordinates, Place};

/// Red, green, blue, alpha.
type Rgba = [f64; 4];

/// A place on an element.
struct Here<'f, 'a> {
    body: &'f Body<'a>,
    part: &'f Part<'a>,
    corners: [u32; 3],
    /// Where the corners are in the space of the body.
    places: [DVec3; 3],
    /// Weights of the corners: here, one pixel to the right, one pixel below.
    weights: [[f64; 3]; 3],
}

impl<'a> Frame<'a> {
    /// The bytes of a tile.
    pub fn shade_tile(&self, tile: &mut Tile) -> Vec<u8> {
        tile.sort();
        let tile = &*tile;
        let samples = self.pattern.len();
        let mut fragments = tile.fragments.chunk_by(|a, b| a.pixel == b.pixel).peekable();
        let mut colours: Vec<Rgba> = Vec::with_capacity(samples);
        let mut bytes = Vec::with_capacity(tile.width as usize * tile.height as usize * 4);
        for (seen, pixel) in tile.seen.chunks(samples.max(1)).zip(0..) {
            let (x, y) = (f64::from(tile.x + pixel % tile.width), f64::from(tile.y + pixel / tile.width));
            self.opaque(seen, x, y, &mut colours);
            if let Some(layers) = fragments.next_if(|f| f.first().is_some_and(|f| f.pixel == pixel)) {
                for layer in layers {
                    let (dx, dy) = self.pattern.centre(layer.mask);
                    let (colour, weights) = self.shade(layer.element, x + dx, y + dy);
                    for (_, below) in (0..).zip(&mut colours).filter(|(i, _)| layer.mask >> i & 1 == 1) {
                        *below = over(*below, colour, weights);
                    }
                }
            }
            bytes.extend(written(&colours));
        }
        bytes
    }

    /// A pixel in which nothing is seen but the background; `None` if that is not everywhere the same.
    pub fn nothing(&self) -> Option<[u8; 4]> {
        self.sky.is_none().then(|| written(&[self.behind(0.0, 0.0)]))
    }

    /// What is behind everything at a place of the picture, multiplied by alpha.
    fn behind(&self, x: f64, y: f64) -> Rgba {
        let [r, g, b, a] = match &self.sky {
            Some(sky) => sky.at(self.view.direction(x, y)),
            None => self.background,
        };
        [r * a, g * a, b * a, a]
    }

    /// The colours of a pixel's samples without what is seen through, multiplied by alpha.
    fn opaque(&self, seen: &[u32], x: f64, y: f64, colours: &mut Vec<Rgba>) {
        let behind = match seen.contains(&NOTHING) {
            true => self.behind(x + 0.5, y + 0.5),
            false => [0.0; 4],
        };
        colours.clear();
        colours.resize(seen.len(), behind);
        let mut done = 0u64;
        for (i, element) in seen.iter().enumerate() {
            if done >> i & 1 == 1 || *element == NOTHING {
                continue;
            }
            let same = seen.iter().enumerate().skip(i).filter(|(_, e)| *e == element);
            let mask = same.fold(0u64, |mask, (i, _)| mask | 1 << i);
            done |= mask;
            let (dx, dy) = self.pattern.centre(mask);
            let ([r, g, b], _) = self.shade(*element, x + dx, y + dy);
            for (_, colour) in (0..).zip(colours.iter_mut()).filter(|(i, _)| mask >> i & 1 == 1) {
                *colour = [r, g, b, 1.0];
            }
        }
    }

    /// The colour of an element at a place of the picture, and how it counts against what lies behind it.
    fn shade(&self, element: u32, x: f64, y: f64) -> ([f64; 3], Rgba) {
        let Some((body, part)) = self.find(element) else { return ([0.0; 3], [0.0; 4]) };
        let corners = part.elements.corners(element - part.first);
        let place = |corner: u32| body.position(part.primitive.vertex(corner as usize).unwrap_or(0));
        let [p, q, r] = corners;
        let local = [place(p), place(q), place(r)];
        let [p, q, r] = local;
        let projected = [body.projector.project(p), body.projector.project(q), body.projector.project(r)];
        let weights = match part.elements.kind {
            Elements::Triangles => {
                let (edges, _) = crosses(projected);
                [(x, y), (x + 1.0, y), (x, y + 1.0)].map(|(x, y)| weights(&edges, x, y))
            }
            Elements::Lines => {
                let t = self.along([projected[0], projected[1]], x, y);
                [[1.0 - t, t, 0.0]; 3]
            }
            Elements::Points => [[1.0, 0.0, 0.0]; 3],
        };
        let places = local.map(|p| DVec3::from_array(p.map(f64::from)));
        let here = Here { body, part, corners, places, weights };
        let mut finish = part.surface.finish(&here);
        let [a, b, c] = places;
        let [[p, q, r], ..] = weights;
        let point = body.to_world.transform_point3(a * p + b * q + c * r);
        let eye = self.view.towards(point);
        let (normal, coat_normal) = match here.normal() {
            Some(normal) => {
                let normal = if part.turned_behind { here.towards(eye, normal) } else { normal };
                (part.surface.normal(&here, normal), part.surface.coat_normal(&here, normal))
            }
            // Lines and points have no side that light could miss.
            None => {
                finish = unlit(finish);
                (eye, eye)
            }
        };
        let spot = Spot { point, normal, coat_normal, eye, place: body.place };
        let mut colour = shade(&finish, &spot, &self.lights);
        if let Some(haze) = &self.haze {
            let limited = DVec3::from_array(colour.to_array().map(limited));
            colour = haze.through(limited, self.view.distance(point));
        }
        (colour.to_array().map(limited), part.surface.weights(&here))
    }

    /// How far along a line a place of the picture is, in perspective.
    fn along(&self, ends: [crate::view::Corner; 2], x: f64, y: f64) -> f64 {
        let Some(([p, q], [near_p, near_q])) = segment(&self.view, ends) else { return 0.0 };
        let (dx, dy) = (q.0 - p.0, q.1 - p.1);
        let square = dx * dx + dy * dy;
        let t = if square > 0.0 { (((x - p.0) * dx + (y - p.1) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
        if !self.view.perspective {
            return t;
        }
        let (p, q) = ((1.0 - t) * near_p, t * near_q);
        if p + q > 0.0 { q / (p + q) } else { t }
    }
}

/// All light is thrown back as it is.
fn unlit(finish: Finish) -> Finish {
    Finish { lit: false, emission: finish.emission + finish.diffuse, ambient: DVec3::ZERO, ..finish }
}

impl Here<'_, '_> {
    fn mix<const N: usize>(&self, source: Data<'_>, weights: [f64; 3], default: [f64; N]) -> [f64; N] {
        let mut sum = [0.0; N];
        for (corner, weight) in self.corners.iter().zip(weights) {
            let numbers = self.body.numbers(self.part, source, *corner, default);
            for (s, n) in sum.iter_mut().zip(numbers) {
                *s += n * weight;
            }
        }
        sum
    }

    /// The normal on the side of the face that is seen. Which side that is, the face itself says: some modellers write the
    /// same face twice with normals of both sides.
    fn towards(&self, eye: DVec3, normal: DVec3) -> DVec3 {
        let [a, b, c] = self.places;
        let own = self.body.turned((b - a).cross(c - a));
        if own.dot(normal) * own.dot(eye) < 0.0 { -normal } else { normal }
    }

    /// Where the surface looks in the world: as the document says, or as the face does; `None` if it has no side.
    fn normal(&self) -> Option<DVec3> {
        let [[p, q, r], ..] = self.weights;
        if let Some(source) = self.part.normal {
            let [a, b, c] = self.corners.map(|corner| self.body.normal(self.part, source, corner));
            let normal = self.body.turned(a * p + b * q + c * r);
            if normal != DVec3::ZERO {
                return Some(normal);
            }
        }
        if self.part.elements.kind != Elements::Triangles {
            return None;
        }
        let [a, b, c] = self.places;
        let own = (b - a).cross(c - a).normalize_or_zero();
        let mixed = match self.part.around {
            Some(around) => {
                let primitive = self.part.primitive;
                let vertices = |corners: [u32; 3]| corners.map(|c| primitive.vertex(c as usize).unwrap_or(0));
                let place = |face: u32| {
                    let vertices = vertices(self.part.elements.corners(face));
                    (vertices, vertices.map(|v| DVec3::from_array(self.body.position(v).map(f64::from))))
                };
                let [a, b, c] = vertices(self.corners).map(|v| around.normal(v, own, place));
                a * p + b * q + c * r
            }
            None => own,
        };
        let normal = self.body.turned(mixed);
        Some(if normal == DVec3::ZERO { DVec3::Z } else { normal })
    }
}

impl Place for Here<'_, '_> {
    fn coordinates(&self, channel: usize) -> Coordinates {
        let Some(source) = self.part.coordinates.get(channel) else { return [[0.0; 2]; 3] };
        self.weights.map(|weights| self.mix(*source, weights, [0.0; 2]))
    }

    fn tangents(&self, channel: usize) -> Option<(DVec3, DVec3)> {
        let source = *self.part.coordinates.get(channel)?;
        let [a, b, c] = self.corners.map(|corner| self.body.numbers(self.part, source, corner, [0.0; 2]));
        let [p, q, r] = self.places.map(|p| self.body.to_world.transform_point3(p));
        let (du1, dv1, du2, dv2) = (b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]);
        let determinant = du1 * dv2 - du2 * dv1;
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let (one, two) = (q - p, r - p);
        Some(((one * dv2 - two * dv1) / determinant, (two * du1 - one * du2) / determinant))
    }

    fn colour(&self) -> Option<Rgba> {
        let [weights, ..] = self.weights;
        Some(self.mix(self.part.colour?, weights, [1.0; 4]))
    }
}

/// Lays a colour over another one, which is multiplied by alpha.
fn over(below: Rgba, [r, g, b]: [f64; 3], weights: Rgba) -> Rgba {
    let [x, y, z, a] = below;
    let [wr, wg, wb, wa] = weights;
    let mix = |below: f64, above: f64, weight: f64| below * (1.0 - weight) + above * weight;
    [mix(x, r, wr), mix(y, g, wg), mix(z, b, wb), mix(a, 1.0, wa)]
}

/// The mean of samples as it is written: alpha apart from colours.
fn written(colours: &[Rgba]) -> [u8; 4] {
    let mut sum = [0.0; 4];
    for colour in colours {
        for (s, c) in sum.iter_mut().zip(colour) {
            *s += c;
        }
    }
    let [r, g, b, a] = sum;
    if a <= 0.0 {
        return [0; 4];
    }
    let alpha = a / colours.len().max(1) as f64;
    // What is half-way goes down: half transparent is not yet opaque.
    [byte(r / a), byte(g / a), byte(b / a), (limited(alpha) * 255.0 + (0.5 - 1e-9)) as u8]
}

/// A number from 0 to 1 as a byte. What is half-way but for rounding goes up.
pub(crate) fn byte(x: f64) -> u8 {
    (limited(x) * 255.0 + (0.5 + 1e-9)) as u8
}

fn limited(x: f64) -> f64 {
    if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) }
}
