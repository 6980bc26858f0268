//! Geometry nodes other than sets of faces.

use portolan_geom::{solid, sweep};
use portolan_scene::{Fate, Geometry, GeometryId, Made, PrimitiveKind, Semantic, Shape, Sweep};

use super::mesh::{Columns, List, Rows, of_solid};
use super::shape::Needs;
use super::{Lower, codes};
use crate::world::NodeId as WorldId;

/// What a simple solid is made from: its kind, its numbers, its parts, and what is needed of it.
pub(super) type Solid = (&'static str, [u64; 3], [bool; 4], Needs);

/// Solids of one kind that are shapes of their own. A world of thousands of equal spheres has one for all further ones, because
/// the mesh of a sphere takes a thousand times what is written of it.
const OWN: u32 = 32;

/// Bytes that a point of a swept section takes, with its normals and faces.
const SWEPT: u64 = 200;

impl Lower<'_> {
    /// The shape of a geometry node; `None` if there is nothing to be drawn.
    pub(super) fn geometry(&mut self, id: WorldId, needs: Needs) -> Option<GeometryId> {
        if let Some(known) = self.known.geometries.get(&(id, needs)) {
            return *known;
        }
        let solid = self.solid(id, needs);
        let shared = solid.as_ref().and_then(|solid| self.known.solids.get(solid)).filter(|(count, _)| *count >= OWN);
        if let Some((_, shared)) = shared.copied() {
            self.known.geometries.insert((id, needs), Some(shared));
            return Some(shared);
        }
        let made = self.columns(id, needs).filter(|(c, _)| !c.vertices.is_empty()).map(|(columns, made)| {
            let both = !self.world.flag(id, "solid") || matches!(columns.kind, PrimitiveKind::Points);
            let mesh = columns.mesh(portolan_scene::Meta { origin: self.world.origin(id), ..Default::default() }, both);
            let geometry = GeometryId::next(&self.scene.geometries);
            let meta = self.meta(id);
            let shape = Geometry { made: made.map(Box::new), ..Geometry::new(meta, Shape::Mesh(mesh)) };
            self.scene.geometries.push(shape);
            geometry
        });
        self.known.geometries.insert((id, needs), made);
        if let (Some(solid), Some(made)) = (solid, made) {
            let entry = self.known.solids.entry(solid).or_insert((0, made));
            *entry = (entry.0 + 1, made);
        }
        made
    }

    /// What a simple solid without a name is made from; `None` for other geometry.
    fn solid(&self, id: WorldId, needs: Needs) -> Option<Solid> {
        if self.world.node(id)?.name.is_some() {
            return None;
        }
        let number = |name: &str| self.world.number(id, name).to_bits();
        let flag = |name: &str| self.world.flag(id, name);
        let both = flag("solid");
        Some(match self.world.kind(id) {
            "Box" => ("Box", self.world.triple(id, "size").map(f64::to_bits), [both, false, false, false], needs),
            "Cone" => {
                let numbers = [number("bottomRadius"), number("height"), 0];
                ("Cone", numbers, [both, flag("side"), flag("bottom"), false], needs)
            }
            "Cylinder" => {
                let numbers = [number("radius"), number("height"), 0];
                ("Cylinder", numbers, [both, flag("side"), flag("top"), flag("bottom")], needs)
            }
            "Sphere" => ("Sphere", [number("radius"), 0, 0], [both, false, false, false], needs),
            _ => return None,
        })
    }

    fn columns(&mut self, id: WorldId, needs: Needs) -> Option<(Columns, Option<Made>)> {
        let number = |name: &str| self.world.number(id, name);
        let flag = |name: &str| self.world.flag(id, name);
        let plain = |solid| of_solid(solid, false);
        Some(match self.world.kind(id) {
            "Box" => {
                let size = self.world.triple(id, "size");
                self.check_sizes(id, &size)?;
                (plain(solid::cuboid(size)), Some(Made::Box { size }))
            }
            "Cone" => {
                let (radius, height) = (number("bottomRadius"), number("height"));
                let parts = [flag("side"), flag("bottom")];
                self.check_sizes(id, &[radius, height])?;
                (plain(solid::cone(radius, height, parts)), Some(Made::Cone { radius, height, parts }))
            }
            "Cylinder" => {
                let (radius, height) = (number("radius"), number("height"));
                let parts = [flag("side"), flag("top"), flag("bottom")];
                self.check_sizes(id, &[radius, height])?;
                (plain(solid::cylinder(radius, height, parts)), Some(Made::Cylinder { radius, height, parts }))
            }
            "Sphere" => {
                let radius = number("radius");
                self.check_sizes(id, &[radius])?;
                (plain(solid::sphere(radius)), Some(Made::Sphere { radius }))
            }
            "Extrusion" => self.extrusion(id)?,
            "ElevationGrid" => self.grid(id, needs)?,
            "IndexedFaceSet" => (self.face_set(id, needs)?, None),
            "IndexedLineSet" => (self.line_set(id, needs)?, None),
            "PointSet" => (self.point_set(id, needs)?, None),
            "Text" => self.text(id)?,
            kind => {
                let message = format!("a `{kind}` is not a geometry node");
                self.lose(&codes::MISPLACED, Fate::Dropped, id, message);
                return None;
            }
        })
    }

    fn check_sizes(&mut self, id: WorldId, sizes: &[f64]) -> Option<()> {
        if sizes.iter().all(|s| *s > 0.0 && s.is_finite()) {
            return Some(());
        }
        let message = format!("a size of `{}` is not above zero", self.label(id));
        self.lose(&codes::NUMBERS, Fate::Dropped, id, message);
        None
    }

    fn extrusion(&mut self, id: WorldId) -> Option<(Columns, Option<Made>)> {
        let section = self.world.floats(id, "crossSection").as_chunks::<2>().0;
        let spine = self.world.floats(id, "spine").as_chunks::<3>().0;
        let (scale, orientation) = (self.world.floats(id, "scale"), self.world.floats(id, "orientation"));
        let given = sweep::Sweep {
            section,
            spine,
            scale: scale.as_chunks::<2>().0,
            orientation: orientation.as_chunks::<4>().0,
            caps: [self.world.flag(id, "beginCap"), self.world.flag(id, "endCap")],
            crease: self.world.number(id, "creaseAngle"),
        };
        let points = section.len() as u64 * spine.len() as u64;
        self.check_points(id, points)?;
        self.check_memory(id, points.saturating_mul(SWEPT))?;
        if section.len() < 2
            || spine.len() < 2
            || section.iter().flatten().chain(spine.iter().flatten()).any(|v| !v.is_finite())
        {
            let message = format!("`{}` has too few points, or one that is not finite", self.label(id));
            self.lose(&codes::FACES, Fate::Dropped, id, message);
            return None;
        }
        let made = Sweep {
            section: section.to_vec(),
            spine: spine.to_vec(),
            scale: given.scale.to_vec(),
            orientation: given.orientation.iter().map(|[x, y, z, a]| [*x, *y, *z, a.to_degrees()]).collect(),
            caps: given.caps,
            crease: given.crease.to_degrees(),
        };
        let columns = of_solid(sweep::sweep(&given), !self.world.flag(id, "ccw"));
        Some((columns, Some(Made::Sweep(Box::new(made)))))
    }

    /// Is it not more than the limits allow? Asked before anything is made.
    pub(super) fn check_points(&mut self, id: WorldId, points: u64) -> Option<()> {
        if points <= self.limits.generated {
            return Some(());
        }
        let message = format!(
            "`{}` would have {points} points, which exceeds the limit of {}",
            self.label(id),
            self.limits.generated
        );
        self.lose(&codes::TOO_LARGE, Fate::Dropped, id, message);
        None
    }

    /// Is it not more memory than the size of the files explains? Asked before anything is made.
    pub(super) fn check_memory(&mut self, id: WorldId, bytes: u64) -> Option<()> {
        // Whatever is made of it takes as much once more.
        if bytes <= self.resources.budget().limit() / 2 {
            return Some(());
        }
        let message = format!("`{}` would use far more memory than the size of its file explains", self.label(id));
        self.lose(&codes::TOO_LARGE, Fate::Dropped, id, message);
        None
    }

    /// Lines from point to point; what has an index outside, or fewer than two points, is left out.
    fn line_set(&mut self, id: WorldId, needs: Needs) -> Option<Columns> {
        let positions = self.world.floats(id, "coord");
        let points = positions.as_chunks::<3>().0;
        let sound = |i: &i32| {
            usize::try_from(*i).ok().and_then(|i| points.get(i)).is_some_and(|p| p.iter().all(|v| v.is_finite()))
        };
        let indices = self.world.ints(id, "coordIndex");
        let (mut vertices, mut counts, mut slots, mut numbers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut start, mut number, mut dropped) = (0usize, 0u32, 0u32);
        for run in indices.split(|i| *i < 0) {
            let first = start;
            start += run.len() + 1;
            if run.is_empty() {
                continue;
            }
            number += 1;
            if run.len() < 2 || !run.iter().all(sound) {
                dropped += 1;
                continue;
            }
            vertices.extend(run.iter().map(|i| *i as u32));
            slots.extend((first..first + run.len()).map(|s| s as u32));
            numbers.extend(std::iter::repeat_n(number - 1, run.len()));
            counts.push(run.len() as u32);
        }
        self.tell_dropped(id, dropped, ["line", "lines"]);
        let mut lists = Vec::new();
        if needs.colours {
            lists.extend(self.colours(id, &vertices, &slots, &numbers));
        }
        Some(Columns {
            kind: PrimitiveKind::LineStrips,
            positions: positions.to_vec(),
            vertices,
            counts,
            rings: vec![],
            lists,
        })
    }

    fn point_set(&mut self, id: WorldId, needs: Needs) -> Option<Columns> {
        let positions = self.world.floats(id, "coord");
        let points = positions.as_chunks::<3>().0;
        let sound = |place: &u32| points.get(*place as usize).is_some_and(|p| p.iter().all(|v| v.is_finite()));
        let vertices: Vec<u32> = (0..points.len() as u32).filter(sound).collect();
        self.tell_dropped(id, (points.len() - vertices.len()) as u32, ["point", "points"]);
        let mut lists = Vec::new();
        let colours = self.world.floats(id, "color");
        if needs.colours && colours.len() / 4 >= points.len() {
            let data = colours.to_vec();
            lists.push(List { semantic: Semantic::Color, width: 4, data, rows: Rows::Vertex });
        } else if needs.colours {
            let message = format!("`{}` has fewer colours than points", self.label(id));
            self.lose(&codes::LISTS, Fate::Dropped, id, message);
        }
        Some(Columns {
            kind: PrimitiveKind::Points,
            positions: positions.to_vec(),
            vertices,
            counts: vec![],
            rings: vec![],
            lists,
        })
    }

    pub(super) fn tell_dropped(&mut self, id: WorldId, count: u32, [one, many]: [&str; 2]) {
        if count > 0 {
            let label = self.label(id);
            let (one, many) = (format!("{one} of `{label}` is dropped"), format!("{many} of `{label}` are dropped"));
            let message = portolan_syntax::counted(count, &one, &many);
            self.lose(&codes::FACES, Fate::Dropped, id, message);
        }
    }
}
