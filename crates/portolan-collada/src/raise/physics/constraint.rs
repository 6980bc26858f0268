//! `<rigid_constraint>`: what holds bodies together.

use portolan_scene::{Attachment, Constraint, End, Fate, LOCKED, Limit, PhysicsScene, Spring};
use portolan_syntax::xml::number;

use super::Model;
use super::body::offset;
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

    pub(super) fn constraint(&mut self, it: &'a Constraint, sid: &str, model: &Model, physics: &'a PhysicsScene) {
        let meta = &it.meta;
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open("rigid_constraint").attribute("sid", sid).maybe("name", name.as_deref());
        for (word, end) in ["ref_attachment", "attachment"].iter().zip(&it.ends) {
            self.attachment(word, end, it, model, physics);
        }
        self.out.open("technique_common");
        for (word, is, usual) in [("enabled", it.enabled, true), ("interpenetrate", it.interpenetrate, false)] {
            if is != usual {
                self.out.leaf(word, if is { "true" } else { "false" });
            }
        }
        if it.angular != [LOCKED; 3] || it.linear != [LOCKED; 3] {
            self.out.open("limits");
            self.limits("swing_cone_and_twist", &it.angular);
            self.limits("linear", &it.linear);
            self.out.close();
        }
        if it.angular_spring.or(it.linear_spring).is_some() {
            self.out.open("spring");
            self.spring("angular", it.angular_spring);
            self.spring("linear", it.linear_spring);
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

    fn limits(&mut self, word: &str, limits: &[Limit; 3]) {
        if *limits == [LOCKED; 3] {
            return;
        }
        self.out.open(word);
        for (side, word, none) in [(0, "min", "-INF"), (1, "max", "INF")] {
            let words = limits.iter().map(|limit| limit.get(side).copied().flatten().map_or(none.into(), number));
            self.out.leaf(word, &words.collect::<Vec<String>>().join(" "));
        }
        self.out.close();
    }

    fn spring(&mut self, word: &str, spring: Option<Spring>) {
        let Some(Spring { stiffness, damping, target }) = spring else { return };
        self.out.open(word).leaf("stiffness", &number(stiffness)).leaf("damping", &number(damping));
        self.out.leaf("target_value", &number(target)).close();
    }
}
