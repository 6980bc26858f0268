//! Small elements of numbers.

use portolan_scene::brep::{Frame, is_usable};
use portolan_syntax::Node;

use super::{Reader, What};
use crate::data::Text;

impl<'a> Reader<'a> {
    /// All usable numbers of a child.
    pub(super) fn list(&self, element: Node<'a>, name: &str) -> Vec<f64> {
        element.child(name).map(numbers).unwrap_or_default()
    }

    /// Three numbers of a child.
    pub(super) fn vector(&self, element: Node<'a>, name: &str) -> Option<[f64; 3]> {
        match *self.list(element, name) {
            [x, y, z, ..] => Some([x, y, z]),
            _ => None,
        }
    }

    /// Where something begins: the origin where nothing is said.
    pub(super) fn origin(&mut self, element: Node<'a>) -> [f64; 3] {
        let found = self.vector(element, "origin");
        if let (Some(node), None) = (element.child("origin"), found) {
            self.tell(node, What::Direction, "`<origin>` does not hold three usable numbers");
        }
        found.unwrap_or_default()
    }

    /// A direction of length 1; told if it has none.
    pub(super) fn direction(&mut self, element: Node<'a>, name: &str) -> Option<[f64; 3]> {
        let Some(v) = self.vector(element, name) else {
            if let Some(node) = element.child(name).filter(|c| Text::of(*c).floats().nth(2).is_some()) {
                self.tell(node, What::Direction, format!("`<{name}>` does not hold three usable numbers"));
                return None;
            }
            self.tell(element, What::Missing, format!("`<{}>` has no `<{name}>`", element.local_name()));
            return None;
        };
        let length = portolan_scene::glam::DVec3::from_array(v).length();
        if !(length > 0.0 && length.is_finite()) {
            let node = element.child(name).unwrap_or(element);
            self.tell(node, What::Direction, format!("`<{name}>` has length zero"));
            return None;
        }
        Some(v.map(|x| x / length))
    }

    /// One or two sizes of a child, above zero; one stands for both where two are wanted. A size of zero is told and kept.
    pub(super) fn sizes(&mut self, element: Node<'a>, name: &str) -> Option<[f64; 2]> {
        let list = self.list(element, name);
        let sizes = match *list {
            [a, b, ..] => [a, b],
            [a] => [a, a],
            [] => {
                let of = element.local_name();
                let written = element.child(name).filter(|c| Text::of(*c).floats().next().is_some());
                match written {
                    Some(node) => self.tell(node, What::Radius, format!("`<{name}>` of a `<{of}>` is not a number")),
                    None => self.tell(element, What::Missing, format!("`<{of}>` has no `<{name}>`")),
                }
                return None;
            }
        };
        if sizes.iter().any(|s| *s < 0.0) {
            let node = element.child(name).unwrap_or(element);
            self.tell(node, What::Radius, format!("`<{name}>` of a `<{}>` is negative", element.local_name()));
        }
        Some(sizes.map(f64::abs))
    }

    /// Where an element stands: `<origin>`, then each `<orient>` in the frame of those before.
    pub(super) fn frame(&mut self, element: Node<'a>) -> Frame {
        let origin = self.origin(element);
        let mut frame = Frame { origin, ..Frame::default() };
        for orient in element.elements().filter(|e| e.local_name() == "orient") {
            if let [x, y, z, angle, ..] = *numbers(orient) {
                if [x, y, z] == [0.0; 3] {
                    self.tell(orient, What::Direction, "`<orient>` has an axis of length zero");
                }
                frame = frame.turned([x, y, z], angle.to_radians());
            }
        }
        frame
    }
}

fn numbers(element: Node<'_>) -> Vec<f64> {
    let text = Text::of(element);
    text.floats().map(|(x, _)| x).take_while(|x| is_usable(*x)).collect()
}
