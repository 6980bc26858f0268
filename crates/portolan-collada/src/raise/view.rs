//! `<visual_scene>` and `<scene>`.

use portolan_scene::{Evaluation, Fate, Kept, Rendering, View, ViewId};

use super::kinematics::Robots;
use super::name::ncname;
use super::node::Placed;
use super::physics::Bodies;
use super::{Raise, codes, fragment, label};
use crate::kept::attribute;

impl<'a> Raise<'a> {
    pub(super) fn views(&mut self, placed: &Placed) {
        for id in &placed.views {
            if let Some(view) = self.scene.view(*id) {
                self.view(*id, view, placed);
            }
        }
    }

    fn view(&mut self, id: ViewId, view: &'a View, placed: &Placed) {
        let meta = &view.meta;
        let own = self.ids.views.get(id.index()).cloned().flatten();
        self.head("visual_scene", own.as_deref(), meta);
        self.asset(meta);
        for root in &view.roots {
            if placed.homes.get(root.index()).copied().flatten() == Some(id) {
                self.node(*root);
            } else {
                // It stands elsewhere already.
                let url = self.ids.nodes.get(root.index()).cloned().flatten().unwrap_or_default();
                self.out.open("node").open("instance_node").attribute("url", &fragment(&url)).close().close();
            }
        }
        if view.roots.is_empty() {
            self.out.open("node").close();
        }
        for evaluation in &view.evaluations {
            self.evaluation(evaluation);
        }
        self.kept(meta, "", |_| true);
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }

    fn evaluation(&mut self, evaluation: &'a Evaluation) {
        let meta = &evaluation.meta;
        let kept = meta.kept().iter().any(|k| &*k.name == "render" && self.is_usable(k));
        let says = |r: &&Rendering| self.is_new() || r.camera.is_some();
        let steps: Vec<&'a Rendering> = evaluation.renderings.iter().filter(says).collect();
        if !kept && steps.len() < evaluation.renderings.len().max(1) {
            let message = format!("a render evaluation of `{}` is not written completely", label(meta));
            self.lose(&codes::EVALUATION, Fate::Dropped, meta, message);
            if steps.is_empty() {
                return;
            }
        }
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open("evaluate_scene");
        if self.is_new() {
            self.out.maybe("id", meta.id.as_deref()).maybe("sid", meta.sid.as_deref());
            if !evaluation.enabled {
                self.out.attribute("enable", "false");
            }
        }
        self.out.maybe("name", name.as_deref());
        if self.is_new() {
            self.asset(meta);
        }
        match kept {
            true => self.kept(meta, "", |name| name == "render"),
            false => steps.into_iter().for_each(|step| self.rendering(step)),
        }
        if self.is_new() {
            self.extras(&meta.extras, meta.origin);
        }
        self.out.close();
    }

    fn rendering(&mut self, step: &'a Rendering) {
        let camera = step.camera.and_then(|c| self.ids.nodes.get(c.index())).cloned().flatten();
        self.out.open("render").maybe("camera_node", camera.map(|c| fragment(&c)).as_deref());
        for layer in &step.layers {
            self.out.leaf("layer", &ncname(layer));
        }
        if let Some(material) = step.material {
            let (element, id) = match self.is_new() {
                true => ("instance_material", self.ids.materials.get(material.index())),
                false => {
                    let effect = self.effects.of.get(material.index()).copied().flatten();
                    ("instance_effect", effect.and_then(|e| self.ids.effects.get(e)))
                }
            };
            if let Some(id) = id.cloned().flatten() {
                self.out.open(element).attribute("url", &fragment(&id)).close();
            }
        }
        self.out.close();
    }

    /// What is shown first, and what else the document starts with.
    pub(super) fn default_scene(&mut self, placed: &Placed, robots: &Robots, bodies: &Bodies) {
        let aside = &self.scene.aside;
        let shown = self.options.view.or(self.scene.default_view).filter(|v| placed.views.contains(v));
        let kept =
            aside.kept.iter().any(|k| &*k.place == "scene" && &*k.name != "instance_visual_scene" && self.is_usable(k));
        if shown.is_none() && !kept && robots.scenes.is_empty() && bodies.scenes.is_empty() {
            return;
        }
        self.out.open("scene");
        self.kept_of(&aside.kept, "scene", |name| name == "instance_physics_scene");
        for (id, _) in &bodies.scenes {
            self.out.open("instance_physics_scene").attribute("url", &fragment(id)).close();
        }
        if let Some(id) = shown.and_then(|v| self.ids.views.get(v.index())).cloned().flatten() {
            let url = fragment(&id);
            let names = |k: &Kept| {
                let said = attribute(k, "url").unwrap_or_default();
                said.strip_prefix('#').is_some_and(|old| self.names.now(k.origin.document, old) == &*id)
            };
            let is_same = |k: &&Kept| {
                &*k.name == "instance_visual_scene" && &*k.place == "scene" && self.is_usable(k) && names(k)
            };
            match aside.kept.iter().find(is_same) {
                Some(kept) => self.put_back(kept),
                None => _ = self.out.open("instance_visual_scene").attribute("url", &url).close(),
            }
        }
        let rest = |name: &str| !matches!(name, "instance_physics_scene" | "instance_visual_scene" | "extra");
        self.kept_of(&aside.kept, "scene", rest);
        self.kinematics_instances(robots);
        self.kept_of(&aside.kept, "scene", |name| name == "extra");
        self.out.close();
    }
}
