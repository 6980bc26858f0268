//! Curves in space as lines.

use portolan_mesh::curve;
use portolan_scene::{Fate, GeometryId, Meta, Segment, Spline};

use crate::blob::{Piece, single};
use crate::json::{self, ARRAY_BUFFER, F32, Index};
use crate::writer::Writer;
use crate::{SPLINE, extras};

/// A strip of lines, as glTF counts it.
const LINE_STRIP: u32 = 3;

impl Writer<'_> {
    /// A curve as a strip of lines.
    pub fn spline(&mut self, id: GeometryId, meta: &Meta, spline: &Spline) -> Option<Index> {
        if let Some(known) = self.splines.get(&id) {
            return *known;
        }
        let index = self.make_spline(meta, spline);
        self.splines.insert(id, index);
        index
    }

    fn make_spline(&mut self, meta: &Meta, spline: &Spline) -> Option<Index> {
        let points = curve(spline, self.options.curves);
        let points: Vec<[f32; 3]> = points.iter().map(|p| p.map(single)).collect();
        let label = meta.label().unwrap_or("?");
        if points.len() < 2 {
            let message = format!("curve `{label}` has no length");
            self.losses.push(&SPLINE, Fate::Dropped, meta.origin, message);
            return None;
        }
        let straight = spline.segments.iter().all(|s| *s == Segment::Linear);
        if !straight {
            let message = format!("curve `{label}` was converted to {} line segments", points.len() - 1);
            self.losses.push(&SPLINE, Fate::Approximated, meta.origin, message);
        }
        let fold = |start: f32, of: fn(f32, f32) -> f32| {
            let all = points.iter().fold([start; 3], |a, b| [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2])]);
            all.map(f64::from).to_vec()
        };
        let (min, max) = (fold(f32::INFINITY, f32::min), fold(f32::NEG_INFINITY, f32::max));
        let count = points.len();
        let piece = Piece::Vectors(std::sync::Arc::new(points));
        let accessor = self.blob.accessor(piece, F32, "VEC3", count, Some(ARRAY_BUFFER));
        self.blob.bound(accessor, min, max);
        let mut primitive = json::Primitive { mode: LINE_STRIP, ..json::Primitive::default() };
        primitive.attributes.insert("POSITION", accessor);
        self.root.meshes.push(json::Mesh {
            name: extras::name(meta),
            primitives: vec![primitive],
            weights: vec![],
            extras: extras::of(meta),
        });
        Some(self.root.meshes.len() as Index - 1)
    }
}
