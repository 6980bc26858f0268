//! `<shape>`: what a body collides with.

use portolan_scene::{Collider, Fate, Form};
use portolan_syntax::Node;

use super::{codes, truth};
use crate::lower::Lower;
use crate::lower::geometry::label;

impl<'a> Lower<'a> {
    /// A shape of a body, in its own numbers; `None` if it has no extent.
    pub(super) fn collider(&mut self, shape: Node<'a>) -> Option<Collider> {
        let mut form = None;
        for element in shape.elements() {
            let found = match element.local_name() {
                "box" => self.cuboid(element),
                "sphere" => {
                    self.sizes(element, &["radius"], 1, false).and_then(|v| v.first().copied()).map(Form::Sphere)
                }
                "plane" => self.plane(element),
                "cylinder" => self.cylinder(element),
                "capsule" => self.capsule(element),
                "ellipsoid" => self.ellipsoid(element),
                "tapered_cylinder" | "tapered_capsule" => self.tapered(element),
                "instance_geometry" => self.shape_geometry(element),
                _ => continue,
            };
            form = found;
            found?;
        }
        let Some(form) = form else {
            self.lose(&codes::SHAPE, Fate::Dropped, shape, "a shape of a body is empty");
            return None;
        };
        let mut collider = Collider::new(form);
        collider.origin = self.origin(shape);
        collider.hollow = shape.child("hollow").and_then(truth).unwrap_or(false);
        if collider.hollow && matches!(form, Form::Plane(_)) {
            self.lose(&codes::SHAPE, Fate::Noted, shape, "a plane cannot be hollow");
            collider.hollow = false;
        }
        collider.mass = shape.child("mass").and_then(|mass| self.amount(mass));
        collider.density = shape.child("density").and_then(|density| self.amount(density));
        collider.material = self.physics_material(shape);
        collider.transforms = self.physics_steps(shape);
        Some(collider)
    }

    /// Sizes in a child of a form: above zero, or zero where that is allowed. Where one number is written in place of several,
    /// it counts for all.
    fn sizes(&mut self, form: Node<'a>, names: &[&str], wanted: usize, or_zero: bool) -> Option<Vec<f64>> {
        let kind = form.local_name();
        let Some(element) = names.iter().find_map(|name| form.child(name)) else {
            let message = format!("a {kind} has no `{}`", names.first().copied().unwrap_or_default());
            self.lose(&codes::SHAPE, Fate::Dropped, form, message);
            return None;
        };
        let mut values = self.words(element);
        if let ([one], true) = (values.as_slice(), wanted > 1) {
            let message = format!("`{}` of a {kind} is one number instead of {wanted}", element.local_name());
            self.lose(&codes::GUESSED, Fate::Noted, element, message);
            values = vec![*one; wanted];
        }
        let is_size = |v: &f64| v.is_finite() && (*v > 0.0 || (or_zero && *v == 0.0));
        if values.len() != wanted || !values.iter().all(is_size) {
            let message = format!("`{}` of a {kind} is not a size: `{}`", element.local_name(), element.text().trim());
            self.lose(&codes::SHAPE, Fate::Dropped, element, message);
            return None;
        }
        Some(values)
    }

    /// A box; one that is flat is let pass, for exporters write it for walls and floors.
    fn cuboid(&mut self, form: Node<'a>) -> Option<Form> {
        let half = first_three(self.sizes(form, &["half_extents", "half_extends"], 3, true)?)?;
        let flat = half.iter().filter(|h| **h == 0.0).count();
        if flat > 0 {
            let (fate, what) = if flat == 1 { (Fate::Noted, "is flat") } else { (Fate::Dropped, "has no extent") };
            self.lose(&codes::SHAPE, fate, form, format!("a box {what}"));
        }
        (flat < 2).then_some(Form::Box(half))
    }

    fn height(&mut self, form: Node<'a>, or_zero: bool) -> Option<f64> {
        self.sizes(form, &["height"], 1, or_zero)?.first().copied()
    }

    fn cylinder(&mut self, form: Node<'a>) -> Option<Form> {
        let height = self.height(form, false)?;
        let radii = pair(self.sizes(form, &["radius"], 2, false)?)?;
        Some(Form::Cylinder { height, radii })
    }

    fn capsule(&mut self, form: Node<'a>) -> Option<Form> {
        let height = self.height(form, true)?;
        // Two of 1.4, three of 1.5.
        let many = form.child("radius").map_or(3, |radius| self.words(radius).len());
        let values = self.sizes(form, &["radius"], if many == 2 { 2 } else { 3 }, false)?;
        let radii = match values[..] {
            [x, z] => [x, (x + z) / 2.0, z],
            [x, y, z] => [x, y, z],
            _ => return None,
        };
        Some(Form::Capsule { height, radii })
    }

    /// A word of 1.4 that its schema has and uses nowhere.
    fn ellipsoid(&mut self, form: Node<'a>) -> Option<Form> {
        let radii = first_three(self.sizes(form, &["size", "radius"], 3, false)?)?;
        Some(Form::Capsule { height: 0.0, radii })
    }

    fn tapered(&mut self, form: Node<'a>) -> Option<Form> {
        let is_capsule = form.local_name() == "tapered_capsule";
        let height = self.height(form, is_capsule)?;
        let top = pair(self.sizes(form, &["radius1"], 2, true)?)?;
        let bottom = pair(self.sizes(form, &["radius2"], 2, true)?)?;
        let widest = [top[0].max(bottom[0]), top[1].max(bottom[1])];
        if widest[0] <= 0.0 || widest[1] <= 0.0 {
            let message = format!("a {} without radii has no extent", form.local_name().replace('_', " "));
            self.lose(&codes::SHAPE, Fate::Dropped, form, message);
            return None;
        }
        Some(match is_capsule {
            true => Form::TaperedCapsule { height, top, bottom },
            false => Form::TaperedCylinder { height, top, bottom },
        })
    }

    fn plane(&mut self, form: Node<'a>) -> Option<Form> {
        let equation = form.child("equation").map(|e| self.words(e)).unwrap_or_default();
        let values = <[f64; 4]>::try_from(equation).ok().filter(|v| v.iter().all(|v| v.is_finite()));
        let plane = values.filter(|[a, b, c, _]| [*a, *b, *c] != [0.0; 3]);
        if plane.is_none() {
            self.lose(&codes::SHAPE, Fate::Dropped, form, "the equation of a plane has no normal");
        }
        plane.map(Form::Plane)
    }

    fn shape_geometry(&mut self, instance: Node<'a>) -> Option<Form> {
        let element = self.follow(instance, "url")?;
        let geometry = self.geometry(element);
        if geometry.is_none() {
            let message = format!("`{}` is a `{}`, not a geometry", label(element), element.local_name());
            self.lose(&codes::SHAPE, Fate::Dropped, instance, message);
        }
        geometry.map(Form::Geometry)
    }
}

fn pair(values: Vec<f64>) -> Option<[f64; 2]> {
    values.try_into().ok()
}

fn first_three(values: Vec<f64>) -> Option<[f64; 3]> {
    values.try_into().ok()
}
