//! Routes of X3D and VRML97: fields of folded nodes have nodes of their own again.

use portolan_scene::Fate;

use super::codes;
use super::x3d::X3d;
use super::x3d_shape::{FONT, LISTS, TRANSFORM, is_list};
use crate::world::{NodeId, Port, Route};

impl X3d<'_> {
    pub fn route(&mut self, route: &Route) {
        let world = self.world;
        let Some([from, to]) = self.plan.ends_of(world, route) else { return };
        let (from, to) = (from.to_owned(), to.to_owned());
        let (Some((from, output)), Some((to, input))) = (self.end(route.from, from), self.end(route.to, to)) else {
            let end = |(id, port): (NodeId, Port)| format!("{}.{}", world.kind(id), world.port_name(id, port));
            let message = format!("the route from `{}` to `{}` is not written", end(route.from), end(route.to));
            return self.losses.push(&codes::ROUTE, Fate::Dropped, route.origin, message);
        };
        self.out.route([&from, &output, &to, &input]);
    }

    /// The node and the name of an end of a route; `None` if there is no such end.
    fn end(&self, (id, port): (NodeId, Port), name: String) -> Option<(String, String)> {
        let world = self.world;
        let field = match port {
            Port::AddChildren => return Some((name, "addChildren".to_owned())),
            Port::RemoveChildren => return Some((name, "removeChildren".to_owned())),
            Port::Declared(_) => return Some((name, world.port_name(id, port).to_owned())),
            Port::Event(_) => return Some((name, event(world.port_name(id, port)))),
            Port::Field(_) => world.port_name(id, port),
        };
        let kind = world.kind(id);
        let list = world.node(id).is_some_and(|n| n.kind.get().fields.iter().any(|f| f.name == field && is_list(f)));
        if let Some((list, _, inner)) = LISTS.iter().find(|(name, ..)| list && *name == field) {
            return Some((self.parts.get(&(id, *list))?.clone(), (*inner).to_owned()));
        }
        match kind {
            "Texture" if TRANSFORM.contains(&field) => {
                Some((self.parts.get(&(id, "transform"))?.clone(), field.to_owned()))
            }
            "Text" if FONT.contains(&field) => None,
            "Collision" if field == "collide" && !self.classic => Some((name, "enabled".to_owned())),
            "LOD" if field == "children" && self.classic => Some((name, "level".to_owned())),
            "Switch" if field == "children" && self.classic => Some((name, "choice".to_owned())),
            "Box" | "Cone" | "Cylinder" | "Sphere" => None,
            _ => Some((name, field.to_owned())),
        }
    }
}

/// An event as X3D calls it: `set-fraction` is `set_fraction`, `is-active` is `isActive`.
fn event(name: &str) -> String {
    let joined = |words: &str| {
        let mut made = String::new();
        for (place, word) in words.split('-').enumerate() {
            let mut letters = word.chars();
            match letters.next().filter(|_| place > 0) {
                Some(first) => made.extend(first.to_uppercase()),
                None => letters = word.chars(),
            }
            made.push_str(letters.as_str());
        }
        made
    };
    match (name.strip_suffix("-changed"), name.strip_prefix("set-")) {
        (Some(rest), _) => format!("{}_changed", joined(rest)),
        (None, Some(rest)) => format!("set_{}", joined(rest)),
        (None, None) => joined(name),
    }
}

#[cfg(test)]
mod tests {
    use super::event;

    #[test]
    fn events_have_the_names_of_x3d() {
        let names = ["set-fraction", "is-active", "hit-tex-coord-changed", "touch-time", "time", "value-changed"];
        let events = ["set_fraction", "isActive", "hitTexCoord_changed", "touchTime", "time", "value_changed"];
        assert_eq!(names.map(event), events);
    }
}
