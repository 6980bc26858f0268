//! `<physics_material>`: how surfaces behave in contact.

use portolan_scene::{Contact, Fate, PhysicsMaterial};
use portolan_syntax::Node;

use super::{codes, said};
use crate::lower::Lower;

impl<'a> Lower<'a> {
    /// The material in an element, or the one that is named there.
    pub(super) fn physics_material(&mut self, holder: Node<'a>) -> Option<PhysicsMaterial> {
        let inner = holder.child("physics_material");
        let material = match (inner, holder.child("instance_physics_material")) {
            (Some(inner), _) => inner,
            (None, instance) => self.follow_kind(instance?, "physics_material")?,
        };
        let mut number = |name: &str| {
            let element = said(material, name)?;
            let value = self.finite(element, 1)?.first().copied()?;
            if value < 0.0 {
                self.lose(&codes::NUMBER, Fate::Dropped, element, format!("the {name} {value} is negative"));
            }
            Some(value).filter(|v| *v >= 0.0)
        };
        let contact = Contact {
            static_friction: number("static_friction").unwrap_or(0.0),
            dynamic_friction: number("dynamic_friction").unwrap_or(0.0),
            restitution: number("restitution").unwrap_or(0.0),
        };
        Some(PhysicsMaterial { meta: self.meta(material), contact })
    }
}
