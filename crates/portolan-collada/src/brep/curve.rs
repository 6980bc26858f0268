//! `<curve>`: lines, conic sections and B-splines.

use portolan_scene::brep::{Conic, Curve, Frame, MOST_DEGREE, Nurbs, Point};
use portolan_syntax::Node;

use super::{Reader, What};
use crate::data::whole_attribute;
use crate::lower::source;

impl<'a> Reader<'a> {
    /// The curve of a `<curve>`; none where it is empty or cannot be read.
    pub(super) fn curve(&mut self, element: Node<'a>) -> Option<Curve> {
        let frame = self.frame(element);
        let named = |e: &Node<'a>| !matches!(e.local_name(), "orient" | "origin" | "extra");
        let kind = element.elements().find(named)?;
        let conic = |conic: Conic| Some(Curve::Conic { frame: Frame::default(), conic });
        let curve = match kind.local_name() {
            "line" => {
                let origin = self.origin(kind);
                Some(Curve::Line { origin, direction: self.direction(kind, "direction")? })
            }
            // Without a radius it is a point: that of an edge at a pole or an apex.
            "circle" => {
                let radius = self.sizes(kind, "radius")?[0];
                if radius == 0.0 { None } else { conic(Conic::Circle { radius }) }
            }
            "ellipse" => conic(Conic::Ellipse { radii: self.sizes(kind, "radius")? }),
            "hyperbola" => conic(Conic::Hyperbola { radii: self.positive(kind, "radius")? }),
            "parabola" => conic(Conic::Parabola { focal: self.positive(kind, "focal")?[0] }),
            "nurbs" => self.nurbs(kind).map(Curve::Nurbs),
            other => {
                self.tell(kind, What::Missing, format!("`<{other}>` is not a curve"));
                None
            }
        };
        Some(curve?.placed(&frame))
    }

    /// Sizes that must not be zero.
    pub(super) fn positive(&mut self, element: Node<'a>, name: &str) -> Option<[f64; 2]> {
        let sizes = self.sizes(element, name)?;
        if sizes.contains(&0.0) {
            let node = element.child(name).unwrap_or(element);
            self.tell(node, What::Radius, format!("`<{name}>` of a `<{}>` is zero", element.local_name()));
            return None;
        }
        Some(sizes)
    }

    fn nurbs(&mut self, element: Node<'a>) -> Option<Nurbs> {
        let degree = self.degree(element, "degree")?;
        let knots = self.knots(element, "KNOT")?;
        let poles = self.poles(element)?;
        let (count, many) = (knots.len(), poles.len());
        let made = Nurbs::new(degree, knots, poles);
        if made.is_none() {
            let message = format!(
                "degree {degree}, {} and {} do not make a B-spline",
                portolan_syntax::counted(count, "knot", "knots"),
                portolan_syntax::counted(many, "pole", "poles")
            );
            self.tell(element, What::Nurbs, message);
        }
        made
    }

    pub(super) fn degree(&mut self, element: Node<'a>, name: &str) -> Option<usize> {
        let degree = whole_attribute(element, name).and_then(|d| usize::try_from(d).ok());
        let found = degree.filter(|d| (1..=MOST_DEGREE).contains(d));
        if found.is_none() {
            let message = format!("`{name}` of `<{}>` is not between 1 and {MOST_DEGREE}", element.local_name());
            self.tell(element, What::Nurbs, message);
        }
        found
    }

    pub(super) fn knots(&mut self, element: Node<'a>, semantic: &str) -> Option<Vec<f64>> {
        let control = element.child("control_vertices");
        let source = control.and_then(|c| self.data.input(c, semantic)).and_then(|i| self.source(&i));
        let found = source.and_then(|s| source::numbers::<f64>(self.data, s)).map(|r| r.data);
        if found.is_none() {
            let message = format!("`<{}>` has no `{semantic}`", element.local_name());
            self.tell(control.unwrap_or(element), What::Missing, message);
        }
        found
    }

    /// Poles with their weights: the fourth number of a pole, or else the input of their own.
    pub(super) fn poles(&mut self, element: Node<'a>) -> Option<Vec<(Point, f64)>> {
        let control = element.child("control_vertices");
        let input = |reader: &Reader<'a>, semantic: &str| {
            let source = control.and_then(|c| reader.data.input(c, semantic)).and_then(|i| reader.source(&i))?;
            source::numbers::<f64>(reader.data, source)
        };
        let Some(rows) = input(self, "POLE").filter(|r| r.len() > 0) else {
            let message = format!("`<{}>` has no `POLE`", element.local_name());
            self.tell(control.unwrap_or(element), What::Missing, message);
            return None;
        };
        let weights = input(self, "WEIGHT").map(|r| r.data).unwrap_or_default();
        let pole = |(row, at): (&[f64], usize)| {
            let number = |i: usize| row.get(i).copied().unwrap_or(0.0);
            let weight = row.get(3).or_else(|| weights.get(at)).copied().unwrap_or(1.0);
            ([number(0), number(1), number(2)], weight)
        };
        Some(rows.data.chunks_exact(rows.width).zip(0..).map(pole).collect())
    }
}
