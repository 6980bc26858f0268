//! `<rigid_constraint>`: what holds bodies together.

use portolan_scene::{
    Attachment, Constraint, End, Fate, LOCKED, Limit, PhysicsField, PhysicsScene, Spring, SpringNumber, Target,
};
use portolan_syntax::xml::number;

use super::body::offset;
use super::{Model, of_scene};
use crate::raise::kinematics::unique;
use crate::raise::{Raise, codes};

impl<'a> Raise<'a> {
    /// Puts every constraint into the model of its bodies; one between bodies of two models is told.
    pub(super) fn assign_constraints(&mut self, physics: &'a PhysicsScene, models: &mut [Model]) {
        let mut assigned: Vec<(usize, u32)> = Vec::new();
        for (constraint, at) in physics.constraints.iter().zip(0u32..) {
            let bodies = constraint.ends.iter().filter_map(|end| match end.to {
                End::Body(body) => Some(body),
                _ => None,
            });
            let bodies: Vec<u32> = bodies.collect();
            let holds = |model: &Model| !bodies.is_empty() && bodies.iter().all(|body| model.sid(*body).is_some());
            match models.iter().position(holds) {
                Some(model) => assigned.push((model, at)),
                None => {
                    let name = constraint.meta.label().unwrap_or("constraint");
                    let message = format!("the constraint `{name}` connects bodies of different models");
                    self.lose(&codes::PHYSICS, Fate::Dropped, &constraint.meta, message);
                }
            }
        }
        for (place, model) in models.iter_mut().enumerate() {
            let own: Vec<u32> = assigned.iter().filter(|(m, _)| *m == place).map(|(_, at)| *at).collect();
            let named = own.iter().map(|at| {
                let meta = physics.constraints.get(*at as usize).map(|c| &c.meta)?;
                meta.sid.as_deref().or(meta.label())
            });
            let sids = unique(named, "constraint");
            model.constraints = own.into_iter().zip(sids).collect();
        }
    }

    pub(super) fn constraint(&mut self, it: &'a Constraint, (scene, at): (u32, u32), sid: &str, model: &Model) {
        let Some(physics) = self.scene.physics.get(scene as usize) else { return };
        let meta = &it.meta;
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open("rigid_constraint").attribute("sid", sid).maybe("name", name.as_deref());
        for (word, end) in ["ref_attachment", "attachment"].iter().zip(&it.ends) {
            self.attachment(word, end, it, model, physics);
        }
        self.out.open("technique_common");
        let enabled = of_scene(scene, PhysicsField::Enabled(at));
        if !it.enabled || self.addresses.sid(&enabled).is_some() {
            self.driven("enabled", &enabled, if it.enabled { "true" } else { "false" });
        }
        if it.interpenetrate {
            self.out.leaf("interpenetrate", "true");
        }
        let limits = [("swing_cone_and_twist", true, &it.angular), ("linear", false, &it.linear)];
        let sides = |angular: bool| {
            [false, true].map(|upper| of_scene(scene, PhysicsField::Limit { constraint: at, angular, upper }))
        };
        let said = limits.map(|(_, angular, limits)| {
            *limits != [LOCKED; 3] || sides(angular).iter().any(|side| self.addresses.sid(side).is_some())
        });
        if said.contains(&true) {
            self.out.open("limits");
            for ((word, angular, limits), _) in limits.into_iter().zip(said).filter(|(_, said)| *said) {
                self.limits(word, limits, &sides(angular));
            }
            self.out.close();
        }
        if it.angular_spring.or(it.linear_spring).is_some() {
            self.out.open("spring");
            for (word, angular, spring) in [("angular", true, it.angular_spring), ("linear", false, it.linear_spring)] {
                let number = |number| of_scene(scene, PhysicsField::Spring { constraint: at, angular, number });
                self.spring(word, spring, &number);
            }
            self.out.close();
        }
        self.out.close();
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    fn attachment(&mut self, word: &str, end: &'a Attachment, it: &'a Constraint, model: &Model, of: &'a PhysicsScene) {
        self.out.open(word);
        match end.to {
            End::World => {}
            End::Body(body) => {
                self.out.attribute("rigid_body", &format!("{}/{}", model.id, model.sid(body).unwrap_or_default()));
                let offset = of.bodies.get(body as usize).map(offset).unwrap_or_default();
                self.rigid(offset, &it.meta);
            }
            End::Node(node) => {
                let id = self.ids.nodes.get(node.index()).cloned().flatten();
                self.out.attribute("rigid_body", &id.unwrap_or_default());
            }
        }
        self.rigid(&end.transforms, &it.meta);
        self.out.close();
    }

    fn limits(&mut self, word: &str, limits: &[Limit; 3], sides: &[Target; 2]) {
        self.out.open(word);
        for ((side, word, none), target) in [(0, "min", "-INF"), (1, "max", "INF")].into_iter().zip(sides) {
            let words = limits.iter().map(|limit| limit.get(side).copied().flatten().map_or(none.into(), number));
            self.driven(word, target, &words.collect::<Vec<String>>().join(" "));
        }
        self.out.close();
    }

    fn spring(&mut self, word: &str, spring: Option<Spring>, target: &dyn Fn(SpringNumber) -> Target) {
        let Some(spring) = spring else { return };
        self.out.open(word);
        for (word, which, value) in [
            ("stiffness", SpringNumber::Stiffness, spring.stiffness),
            ("damping", SpringNumber::Damping, spring.damping),
            ("target_value", SpringNumber::Target, spring.target),
        ] {
            self.driven(word, &target(which), &number(value));
        }
        self.out.close();
    }
}
