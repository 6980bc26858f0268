//! `<rigid_constraint>`: what holds bodies together.

use portolan_scene::{
    Attachment, Constraint, End, Fate, LOCKED, Limit, PhysicsField, PhysicsScene, Spring, SpringNumber,
};
use portolan_syntax::Node;

use super::body::Instances;
use super::scopes::Scopes;
use super::{codes, said, truth};
use crate::lower::Lower;
use crate::lower::geometry::label;

/// The numbers of a spring.
const SPRING: [(&str, SpringNumber); 3] = [
    ("stiffness", SpringNumber::Stiffness),
    ("damping", SpringNumber::Damping),
    ("target_value", SpringNumber::Target),
];

impl<'a> Lower<'a> {
    /// Takes over the constraints of all models. Instances of constraints only give them names.
    pub(super) fn constraints(&mut self, scopes: &Scopes<'a>, known: &Instances, physics: &mut PhysicsScene) {
        for (scope, at) in scopes.all.iter().zip(0..) {
            for element in scope.definition.children_named("rigid_constraint") {
                if let Some(constraint) = self.constraint(element, at, (scopes, known)) {
                    self.drive_constraint(element, physics.constraints.len() as u32);
                    physics.constraints.push(constraint);
                }
            }
            for instance in scope.instance.children_named("instance_rigid_constraint") {
                let name = instance.attribute_value("constraint").unwrap_or_default();
                if scopes.find(&name, at, "rigid_constraint").is_none() {
                    let message = format!("the constraint `{}` is not in the model", name.trim());
                    self.lose(&codes::REFERENCE, Fate::Dropped, instance, message);
                }
            }
        }
    }

    fn constraint(&mut self, element: Node<'a>, scope: u32, all: (&Scopes<'a>, &Instances)) -> Option<Constraint> {
        let mut ends = [Attachment::default(), Attachment::default()];
        for (end, name) in ends.iter_mut().zip(["ref_attachment", "attachment"]) {
            let Some(attachment) = element.child(name) else {
                let message = format!("the constraint `{}` has no `{name}`; it is fixed to the world", label(element));
                self.lose(&codes::GUESSED, Fate::Noted, element, message);
                continue;
            };
            *end = self.attachment(attachment, scope, all)?;
        }
        let [first, second] = [ends[0].to, ends[1].to];
        let holds_body = [first, second].iter().any(|end| matches!(end, End::Body(_)));
        if !holds_body || first == second {
            let message =
                format!("the constraint `{}` does not connect a body to another one or to the world", label(element));
            self.lose(&codes::CONSTRAINT, Fate::Noted, element, message);
        }
        let limits = said(element, "limits");
        let spring = said(element, "spring");
        let mut constraint = Constraint {
            meta: self.meta(element),
            ends,
            enabled: said(element, "enabled").and_then(truth).unwrap_or(true),
            interpenetrate: said(element, "interpenetrate").and_then(truth).unwrap_or(false),
            linear: self.limits(limits.and_then(|l| l.child("linear"))),
            angular: self.limits(limits.and_then(|l| l.child("swing_cone_and_twist"))),
            linear_spring: spring.and_then(|s| s.child("linear")).map(|s| self.spring(s)),
            angular_spring: spring.and_then(|s| s.child("angular")).map(|s| self.spring(s)),
        };
        constraint.convert(&self.kinematic_frame(element));
        Some(constraint)
    }

    /// Lets channels drive the numbers of a constraint.
    fn drive_constraint(&mut self, element: Node<'a>, constraint: u32) {
        if let Some(enabled) = said(element, "enabled") {
            self.drive_physics(enabled, PhysicsField::Enabled(constraint));
        }
        for (angular, word, spring_word) in [(false, "linear", "linear"), (true, "swing_cone_and_twist", "angular")] {
            let limits = said(element, "limits").and_then(|l| l.child(word));
            for (upper, side) in [(false, "min"), (true, "max")] {
                if let Some(side) = limits.and_then(|l| l.child(side)) {
                    self.drive_physics(side, PhysicsField::Limit { constraint, angular, upper });
                }
            }
            let spring = said(element, "spring").and_then(|s| s.child(spring_word));
            for (word, number) in SPRING {
                if let Some(part) = spring.and_then(|s| s.child(word)) {
                    self.drive_physics(part, PhysicsField::Spring { constraint, angular, number });
                }
            }
        }
    }

    fn attachment(
        &mut self,
        element: Node<'a>,
        scope: u32,
        (scopes, known): (&Scopes<'a>, &Instances),
    ) -> Option<Attachment> {
        let transforms = self.physics_steps(element);
        let written = element.attribute_value("rigid_body");
        let Some(path) = written.as_deref().map(str::trim).filter(|path| !path.is_empty()) else {
            return Some(Attachment { transforms, ..Attachment::default() });
        };
        let found = scopes.find(path, scope, "rigid_body");
        let body = found.as_ref().and_then(|f| known.get(&(f.scope, f.element.id().0)).copied());
        let node = || {
            let by_id = self.documents.follow(element, path).ok();
            let found = by_id.or_else(|| self.documents.path(path, element).ok().map(|f| f.node))?;
            self.known.nodes.get(&self.origin(found)).copied()
        };
        let to = match (body, &found) {
            (Some(body), _) => End::Body(body),
            (None, None) => match node() {
                Some(node) => End::Node(node),
                None => {
                    let message = format!("the body `{path}` of a constraint does not exist");
                    self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
                    return None;
                }
            },
            (None, Some(_)) => {
                let message = format!("the body `{path}` of a constraint is never instantiated");
                self.lose(&codes::REFERENCE, Fate::Dropped, element, message);
                return None;
            }
        };
        let last = path.rsplit(['/', '#', '.']).next().unwrap_or(path);
        let named = found.and_then(|f| f.element.attribute_value("sid").map(|sid| sid.trim().into()));
        Some(Attachment { to, called: Some(named.unwrap_or_else(|| last.into())), transforms })
    }

    /// Limits for three axes; what is left out is 0.
    fn limits(&mut self, element: Option<Node<'a>>) -> [Limit; 3] {
        let Some(element) = element else { return [LOCKED; 3] };
        let mut side = |name: &str| {
            let Some(child) = element.child(name) else { return [0.0; 3] };
            let values = <[f64; 3]>::try_from(self.words(child)).ok().filter(|v| !v.iter().any(|v| v.is_nan()));
            if values.is_none() {
                self.lose(&codes::NUMBER, Fate::Dropped, child, format!("`{name}` of a limit does not have 3 numbers"));
            }
            values.unwrap_or_default()
        };
        let (low, high) = (side("min"), side("max"));
        let mut limits = [LOCKED; 3];
        let mut swapped = false;
        for ((limit, low), high) in limits.iter_mut().zip(low).zip(high) {
            let wrong = low > high;
            let free = wrong && (low, high) == (1.0, -1.0) && self.is_of_bullet();
            let (low, high) = if wrong { (high, low) } else { (low, high) };
            // A minimum of plus infinity is none as well.
            *limit = [low, high].map(|v| Some(v).filter(|v| v.is_finite() && !free));
            swapped |= wrong;
        }
        if swapped {
            let message = "a lower limit of a constraint exceeds the upper limit";
            self.lose(&codes::LIMITS, Fate::Approximated, element, message);
        }
        limits
    }

    /// Was the document written by the Bullet SDK?
    fn is_of_bullet(&self) -> bool {
        let tools = self.scene.asset.contributors.iter().filter_map(|c| c.tool.as_deref());
        tools.into_iter().any(|tool| tool.to_ascii_lowercase().contains("bullet"))
    }

    fn spring(&mut self, element: Node<'a>) -> Spring {
        let mut spring = Spring::default();
        for (word, number) in SPRING {
            let Some(child) = element.child(word) else { continue };
            let slot = spring.number(number);
            *slot = self.finite(child, 1).and_then(|v| v.first().copied()).unwrap_or(*slot);
        }
        spring
    }
}
