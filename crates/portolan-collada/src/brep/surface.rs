//! `<surface>`: elementary surfaces, B-splines and swept curves.

use std::f64::consts::FRAC_PI_2;

use portolan_scene::brep::{Frame, NurbsSurface, Surface};
use portolan_syntax::Node;

use super::{Reader, What};

impl<'a> Reader<'a> {
    /// The surface of a `<surface>`.
    pub(super) fn surface(&mut self, element: Node<'a>) -> Option<Surface> {
        let frame = self.frame(element);
        let named = |e: &Node<'a>| !matches!(e.local_name(), "orient" | "origin" | "extra");
        let Some(kind) = element.elements().find(named) else {
            self.tell(element, What::Missing, "`<surface>` is empty");
            return None;
        };
        let own = Frame::default();
        let surface = match kind.local_name() {
            "plane" => self.plane(kind)?,
            "sphere" => Surface::Sphere { frame: own, radius: self.positive(kind, "radius")?[0] },
            "cylinder" => Surface::Cylinder { frame: own, radii: self.positive(kind, "radius")? },
            "cone" => self.cone(kind)?,
            "torus" => Surface::Torus { frame: own, radii: self.positive(kind, "radius")? },
            "nurbs_surface" => self.nurbs_surface(kind)?,
            "swept_surface" => self.swept(kind)?,
            other => {
                self.tell(kind, What::Missing, format!("`<{other}>` is not a surface"));
                return None;
            }
        };
        Some(surface.placed(&frame))
    }

    /// `0 0 1 0` is the plane of the frame; another equation has no frame of its own, so one is made for it.
    fn plane(&mut self, element: Node<'a>) -> Option<Surface> {
        let frame = match *self.list(element, "equation") {
            [a, b, c, d, ..] if [a, b, c, d] != [0.0, 0.0, 1.0, 0.0] => {
                let square = a * a + b * b + c * c;
                let made = Frame::along([a, b, c].map(|x| -d * x / square), [a, b, c]);
                if made.is_none() {
                    let node = element.child("equation").unwrap_or(element);
                    self.tell(node, What::Direction, "`<equation>` has a normal of length zero");
                }
                made?
            }
            _ => Frame::default(),
        };
        Some(Surface::Plane { frame })
    }

    fn cone(&mut self, element: Node<'a>) -> Option<Surface> {
        let radius = self.sizes(element, "radius")?[0];
        let Some(written) = self.list(element, "angle").first().copied() else {
            self.tell(element, What::Missing, "`<cone>` has no `<angle>`");
            return None;
        };
        let mut angle = written;
        if written.abs() >= FRAC_PI_2 {
            angle = written.to_radians();
            let node = element.child("angle").unwrap_or(element);
            let message = format!("the half angle `{written}` of a cone is beyond π/2 radians; it is read as degrees");
            self.tell(node, What::Degrees, message);
        }
        if angle == 0.0 || angle.abs() >= FRAC_PI_2 {
            let node = element.child("angle").unwrap_or(element);
            self.tell(node, What::Radius, format!("a cone cannot have the half angle `{written}`"));
            return None;
        }
        Some(Surface::Cone { frame: Frame::default(), radius, angle })
    }

    fn nurbs_surface(&mut self, element: Node<'a>) -> Option<Surface> {
        let degree = [self.degree(element, "degree_u")?, self.degree(element, "degree_v")?];
        let knots = [self.knots(element, "KNOT_U")?, self.knots(element, "KNOT_V")?];
        let poles = self.poles(element)?;
        let counts = [knots[0].len(), knots[1].len(), poles.len()];
        let made = NurbsSurface::new(degree, knots, poles);
        if made.is_none() {
            let message = format!(
                "degrees {} and {}, {} and {} knots and {} poles do not make a B-spline",
                degree[0], degree[1], counts[0], counts[1], counts[2]
            );
            self.tell(element, What::Nurbs, message);
        }
        made.map(Surface::Nurbs)
    }

    fn swept(&mut self, element: Node<'a>) -> Option<Surface> {
        let Some(curve) = element.child("curve").and_then(|c| self.curve(c)) else {
            self.tell(element, What::Missing, "`<swept_surface>` has no curve");
            return None;
        };
        let curve = Box::new(curve);
        if element.child("axis").is_some() {
            let origin = self.origin(element);
            return Some(Surface::Revolution { curve, origin, axis: self.direction(element, "axis")? });
        }
        self.direction(element, "direction")?;
        Some(Surface::Extrusion { curve, direction: self.vector(element, "direction")? })
    }
}
