//! A boundary representation as entities: geometry, topology, solids.

use std::collections::HashMap;

use portolan_scene::brep::{Body, Conic, Curve, Edge, Frame, Nurbs, NurbsSurface, Oriented, Point, Surface};

use super::Place;
use super::text::{Text, joined, list, real, reals, string};

/// A body on its way into a file. Everything is written once, when it is first used.
pub(super) struct Model<'t, 'b> {
    body: &'b Body,
    place: Place,
    text: &'t mut Text,
    edges: Vec<Edge>,
    curves: HashMap<u32, u32>,
    surfaces: HashMap<u32, u32>,
    vertices: HashMap<u32, u32>,
    written: HashMap<u32, u32>,
    directions: HashMap<[u64; 3], u32>,
}

impl<'t, 'b> Model<'t, 'b> {
    pub fn new(body: &'b Body, place: Place, text: &'t mut Text) -> Model<'t, 'b> {
        Model {
            body,
            place,
            text,
            edges: body.settled(),
            curves: HashMap::new(),
            surfaces: HashMap::new(),
            vertices: HashMap::new(),
            written: HashMap::new(),
            directions: HashMap::new(),
        }
    }

    /// The solids. Of several shells the largest one is the outer one.
    pub fn solids(&mut self, name: &str) -> Vec<u32> {
        let mut done = Vec::new();
        for solid in &self.body.solids {
            let outer = solid.iter().enumerate().max_by(|a, b| self.extent(*a.1).total_cmp(&self.extent(*b.1)));
            let Some((outer, _)) = outer else { continue };
            let shells: Vec<Option<u32>> = solid.iter().map(|shell| self.shell(*shell, "CLOSED_SHELL")).collect();
            let Some(first) = shells.get(outer).copied().flatten() else { continue };
            let rest = shells.iter().enumerate().filter(|(at, _)| *at != outer).filter_map(|(_, shell)| *shell);
            let voids: Vec<u32> =
                rest.map(|shell| self.text.put(&format!("ORIENTED_CLOSED_SHELL('',*,#{shell},.T.)"))).collect();
            let name = string(name);
            done.push(match voids.is_empty() {
                true => self.text.put(&format!("MANIFOLD_SOLID_BREP({name},#{first})")),
                false => self.text.put(&format!("BREP_WITH_VOIDS({name},#{first},{})", list(&voids))),
            });
        }
        done
    }

    /// Shells and faces of no solid.
    pub fn loose(&mut self, name: &str) -> Vec<u32> {
        let within = |list: &[Vec<Oriented>], many: usize| {
            let mut used = vec![false; many];
            for index in list.iter().flatten().map(|o| o.index as usize) {
                used.iter_mut().skip(index).take(1).for_each(|u| *u = true);
            }
            used
        };
        let shells = within(&self.body.solids, self.body.shells.len());
        let faces = within(&self.body.shells, self.body.faces.len());
        let free = |used: Vec<bool>| (0u32..).zip(used).filter(|(_, used)| !*used).map(|(index, _)| index);
        let as_is = |index: u32| Oriented { index, reversed: false };
        let mut open: Vec<u32> = free(shells).filter_map(|shell| self.shell(as_is(shell), "OPEN_SHELL")).collect();
        let alone: Vec<u32> = free(faces).filter_map(|face| self.face(as_is(face))).collect();
        if !alone.is_empty() {
            open.push(self.text.put(&format!("OPEN_SHELL('',{})", list(&alone))));
        }
        match open.is_empty() {
            true => Vec::new(),
            false => vec![self.text.put(&format!("SHELL_BASED_SURFACE_MODEL({},{})", string(name), list(&open)))],
        }
    }

    /// Edges and vertices that bound nothing.
    pub fn left(&self) -> usize {
        let mut edges = vec![false; self.body.edges.len()];
        for wire in self.body.faces.iter().flat_map(|f| &f.wires) {
            for used in self.body.wires.get(wire.index as usize).into_iter().flatten() {
                edges.iter_mut().skip(used.index as usize).take(1).for_each(|e| *e = true);
            }
        }
        let mut vertices = vec![false; self.body.points.len()];
        for end in self.body.edges.iter().flat_map(|e| e.ends) {
            vertices.iter_mut().skip(end as usize).take(1).for_each(|v| *v = true);
        }
        edges.iter().chain(&vertices).filter(|used| !**used).count()
    }

    /// How far the vertices of a shell are apart.
    fn extent(&self, shell: Oriented) -> f64 {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let faces = self.body.shells.get(shell.index as usize).into_iter().flatten();
        let wires = faces.filter_map(|f| self.body.faces.get(f.index as usize)).flat_map(|f| &f.wires);
        let edges = wires.filter_map(|w| self.body.wires.get(w.index as usize)).flatten();
        for edge in edges.filter_map(|e| self.edges.get(e.index as usize)) {
            let curve = edge.curve.and_then(|c| self.body.curves.get(c as usize));
            let [from, to] = edge.range;
            let along = curve.map(|c| [0.0, 0.25, 0.5, 0.75, 1.0].map(|s| c.point(from + (to - from) * s)));
            let ends = edge.ends.map(|v| self.body.points.get(v as usize).copied().unwrap_or_default());
            for p in ends.into_iter().chain(along.into_iter().flatten()) {
                for ((low, high), x) in low.iter_mut().zip(&mut high).zip(p) {
                    (*low, *high) = (low.min(x), high.max(x));
                }
            }
        }
        low.iter().zip(high).map(|(a, b)| b - a).fold(0.0, f64::max)
    }

    /// A shell whose faces look out of the material.
    fn shell(&mut self, shell: Oriented, kind: &str) -> Option<u32> {
        let faces = self.body.shells.get(shell.index as usize)?;
        let turned = |face: &Oriented| Oriented { reversed: face.reversed != shell.reversed, ..*face };
        let faces: Vec<u32> = faces.iter().filter_map(|face| self.face(turned(face))).collect();
        (!faces.is_empty()).then(|| self.text.put(&format!("{kind}('',{})", list(&faces))))
    }

    /// A face; one that is turned around looks against the normal of its surface.
    fn face(&mut self, used: Oriented) -> Option<u32> {
        let face = self.body.faces.get(used.index as usize)?;
        let mut bounds = Vec::new();
        for wire in &face.wires {
            let Some(ring) = self.ring(wire.index) else { continue };
            let sense = flag(wire.reversed == used.reversed);
            let kind = if face.wires.len() == 1 { "FACE_OUTER_BOUND" } else { "FACE_BOUND" };
            bounds.push(self.text.put(&format!("{kind}('',#{ring},{sense})")));
        }
        let surface = self.surface(face.surface)?;
        let sense = flag(!used.reversed);
        let bounds = list(&bounds);
        Some(self.text.put(&format!("ADVANCED_FACE('',{bounds},#{surface},{sense})")))
    }

    /// A wire. Edges that are single points have no place in it; one of nothing else is a vertex.
    fn ring(&mut self, wire: u32) -> Option<u32> {
        let body = self.body;
        let wire = body.wires.get(wire as usize)?;
        let mut edges = Vec::new();
        for used in wire {
            if let Some(edge) = self.edge(used.index) {
                let sense = flag(!used.reversed);
                edges.push(self.text.put(&format!("ORIENTED_EDGE('',*,*,#{edge},{sense})")));
            }
        }
        if edges.is_empty() {
            let first = body.edges.get(wire.first()?.index as usize)?.ends[0];
            let vertex = self.vertex(first)?;
            return Some(self.text.put(&format!("VERTEX_LOOP('',#{vertex})")));
        }
        Some(self.text.put(&format!("EDGE_LOOP('',{})", list(&edges))))
    }

    fn edge(&mut self, index: u32) -> Option<u32> {
        if let Some(known) = self.written.get(&index) {
            return Some(*known);
        }
        let edge = *self.edges.get(index as usize)?;
        let number = edge.curve?;
        let period = self.body.curves.get(number as usize)?.period();
        let curve = self.curve_of(number)?;
        let [from, to] = edge.ends;
        let (from, to) = (self.vertex(from)?, self.vertex(to)?);
        let sense = flag(period.is_some() || edge.range[0] <= edge.range[1]);
        let id = self.text.put(&format!("EDGE_CURVE('',#{from},#{to},#{curve},{sense})"));
        self.written.insert(index, id);
        Some(id)
    }

    fn vertex(&mut self, index: u32) -> Option<u32> {
        if let Some(known) = self.vertices.get(&index) {
            return Some(*known);
        }
        let point = self.point(*self.body.points.get(index as usize)?);
        let id = self.text.put(&format!("VERTEX_POINT('',#{point})"));
        self.vertices.insert(index, id);
        Some(id)
    }

    fn point(&mut self, p: Point) -> u32 {
        let p = reals(self.place.point(p));
        self.text.put(&format!("CARTESIAN_POINT('',{p})"))
    }

    fn direction(&mut self, d: Point) -> u32 {
        let d = self.place.direction(d).map(|x| x + 0.0);
        let key = d.map(f64::to_bits);
        if let Some(known) = self.directions.get(&key) {
            return *known;
        }
        let id = self.text.put(&format!("DIRECTION('',{})", reals(d)));
        self.directions.insert(key, id);
        id
    }

    fn axes(&mut self, frame: &Frame) -> u32 {
        let [x, _, z] = frame.axes;
        let (origin, z, x) = (self.point(frame.origin), self.direction(z), self.direction(x));
        self.text.put(&format!("AXIS2_PLACEMENT_3D('',#{origin},#{z},#{x})"))
    }

    fn vector(&mut self, direction: Point) -> u32 {
        let long = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        let unit = direction.map(|x| x / long);
        let (unit, long) = (self.direction(unit), real(long * self.place.factor));
        self.text.put(&format!("VECTOR('',#{unit},{long})"))
    }

    fn curve_of(&mut self, index: u32) -> Option<u32> {
        if let Some(known) = self.curves.get(&index) {
            return Some(*known);
        }
        let id = self.curve(self.body.curves.get(index as usize)?);
        self.curves.insert(index, id);
        Some(id)
    }

    fn curve(&mut self, curve: &Curve) -> u32 {
        let length = |x: f64| real(x * self.place.factor);
        let entity = match curve {
            Curve::Line { origin, direction } => {
                let (origin, vector) = (self.point(*origin), self.vector(*direction));
                format!("LINE('',#{origin},#{vector})")
            }
            Curve::Conic { frame, conic } => {
                let (kind, sizes) = match *conic {
                    Conic::Circle { radius } => ("CIRCLE", length(radius)),
                    Conic::Ellipse { radii: [a, b] } => ("ELLIPSE", format!("{},{}", length(a), length(b))),
                    Conic::Parabola { focal } => ("PARABOLA", length(focal)),
                    Conic::Hyperbola { radii: [a, b] } => ("HYPERBOLA", format!("{},{}", length(a), length(b))),
                };
                let axes = self.axes(frame);
                format!("{kind}('',#{axes},{sizes})")
            }
            Curve::Nurbs(nurbs) => self.spline(nurbs),
        };
        self.text.put(&entity)
    }

    fn spline(&mut self, nurbs: &Nurbs) -> String {
        let weights: Vec<f64> = nurbs.poles().map(|(_, w)| w).collect();
        let poles: Vec<u32> =
            nurbs.poles().map(|(p, _)| p).collect::<Vec<_>>().into_iter().map(|p| self.point(p)).collect();
        let (poles, closed) = (list(&poles), flag(nurbs.is_closed()));
        let basic = format!("{},{poles},.UNSPECIFIED.,{closed},.F.", nurbs.degree());
        let (times, knots) = knots(nurbs.knots());
        match is_plain(&weights) {
            true => format!("B_SPLINE_CURVE_WITH_KNOTS('',{basic},{times},{knots},.UNSPECIFIED.)"),
            false => format!(
                "(BOUNDED_CURVE()B_SPLINE_CURVE({basic})B_SPLINE_CURVE_WITH_KNOTS({times},{knots},.UNSPECIFIED.)CURVE()\
                 GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE({})REPRESENTATION_ITEM(''))",
                reals(weights)
            ),
        }
    }

    fn surface(&mut self, index: u32) -> Option<u32> {
        if let Some(known) = self.surfaces.get(&index) {
            return Some(*known);
        }
        let surface = self.body.surfaces.get(index as usize)?;
        let size = |x: f64| real(x * self.place.factor);
        let entity = match surface {
            Surface::Plane { frame } => format!("PLANE('',#{})", self.axes(frame)),
            Surface::Sphere { frame, radius } => {
                let radius = size(*radius);
                format!("SPHERICAL_SURFACE('',#{},{radius})", self.axes(frame))
            }
            Surface::Cylinder { frame, radii: [a, b] } if a == b => {
                let radius = size(*a);
                format!("CYLINDRICAL_SURFACE('',#{},{radius})", self.axes(frame))
            }
            Surface::Cylinder { frame, radii } => {
                let curve = Curve::Conic { frame: *frame, conic: Conic::Ellipse { radii: *radii } };
                let (curve, vector) = (self.curve(&curve), self.vector(frame.axes[2]));
                format!("SURFACE_OF_LINEAR_EXTRUSION('',#{curve},#{vector})")
            }
            Surface::Cone { frame, radius, angle } => {
                let (frame, radius, angle) = upright(frame, *radius, *angle);
                let (radius, angle) = (size(radius), real(angle));
                format!("CONICAL_SURFACE('',#{},{radius},{angle})", self.axes(&frame))
            }
            Surface::Torus { frame, radii: [far, near] } => {
                let (far, near) = (size(*far), size(*near));
                format!("TOROIDAL_SURFACE('',#{},{far},{near})", self.axes(frame))
            }
            Surface::Nurbs(nurbs) => self.spline_surface(nurbs),
            Surface::Extrusion { curve, direction } => {
                let (curve, vector) = (self.curve(curve), self.vector(*direction));
                format!("SURFACE_OF_LINEAR_EXTRUSION('',#{curve},#{vector})")
            }
            Surface::Revolution { curve, origin, axis } => {
                let (curve, origin, axis) = (self.curve(curve), self.point(*origin), self.direction(*axis));
                let axis = self.text.put(&format!("AXIS1_PLACEMENT('',#{origin},#{axis})"));
                format!("SURFACE_OF_REVOLUTION('',#{curve},#{axis})")
            }
        };
        let id = self.text.put(&entity);
        self.surfaces.insert(index, id);
        Some(id)
    }

    fn spline_surface(&mut self, nurbs: &NurbsSurface) -> String {
        let [degree_u, degree_v] = nurbs.degree();
        let [knots_u, knots_v] = nurbs.knots();
        let along_u = knots_u.len().saturating_sub(degree_u + 1).max(1);
        let poles: Vec<(Point, f64)> = nurbs.poles().collect();
        // A list for each u, along v.
        let column = |u: usize| poles.iter().skip(u).step_by(along_u).copied();
        let mut points = Vec::with_capacity(along_u);
        for u in 0..along_u {
            let ids: Vec<u32> = column(u).map(|(p, _)| self.point(p)).collect();
            points.push(list(&ids));
        }
        let points = joined(points.into_iter());
        let [closed_u, closed_v] = nurbs.is_closed().map(flag);
        let basic = format!("{degree_u},{degree_v},{points},.UNSPECIFIED.,{closed_u},{closed_v},.F.");
        let ((times_u, at_u), (times_v, at_v)) = (knots(knots_u), knots(knots_v));
        let spans = format!("{times_u},{times_v},{at_u},{at_v},.UNSPECIFIED.");
        let weights: Vec<f64> = poles.iter().map(|(_, w)| *w).collect();
        match is_plain(&weights) {
            true => format!("B_SPLINE_SURFACE_WITH_KNOTS('',{basic},{spans})"),
            false => format!(
                "(BOUNDED_SURFACE()B_SPLINE_SURFACE({basic})B_SPLINE_SURFACE_WITH_KNOTS({spans})\
                 GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE({})REPRESENTATION_ITEM('')SURFACE())",
                joined((0..along_u).map(|u| reals(column(u).map(|(_, w)| w))))
            ),
        }
    }
}

fn flag(is: bool) -> &'static str {
    if is { ".T." } else { ".F." }
}

fn is_plain(weights: &[f64]) -> bool {
    weights.windows(2).all(|pair| pair.first() == pair.last())
}

/// How often each knot stands, and the knots, each once.
fn knots(all: &[f64]) -> (String, String) {
    let runs: Vec<&[f64]> = all.chunk_by(|a, b| a == b).collect();
    let times = joined(runs.iter().map(|run| run.len().to_string()));
    (times, reals(runs.iter().filter_map(|run| run.first().copied())))
}

/// A cone whose radius and angle are positive: turned over, and from a place further along its axis, if need be.
fn upright(frame: &Frame, radius: f64, angle: f64) -> (Frame, f64, f64) {
    let [x, y, z] = frame.axes;
    let (mut frame, mut radius, mut angle) = (*frame, radius, angle);
    if angle < 0.0 {
        frame.axes = [x, y.map(|c| -c), z.map(|c| -c)];
        angle = -angle;
    }
    if radius < 0.0 {
        let up = -2.0 * radius / libm::tan(angle);
        frame.origin = frame.place([0.0, 0.0, up]);
        radius = -radius;
    }
    (frame, radius, angle)
}
