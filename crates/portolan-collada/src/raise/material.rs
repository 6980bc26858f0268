//! `<material>`, and how instances bind materials.

use portolan_scene::{Drawn, Material, MaterialBinding, MaterialId};
use portolan_syntax::xml::number;

use super::effect::{Param, fed_numbers};
use super::name::ncname;
use super::source::semantic_word;
use super::{Raise, fragment};

impl<'a> Raise<'a> {
    pub(super) fn has_materials(&self) -> bool {
        self.effects.of.iter().any(Option::is_some)
    }

    pub(super) fn materials(&mut self) {
        for (place, material) in self.scene.materials.iter().enumerate() {
            if let Some(effect) = self.effects.of.get(place).copied().flatten() {
                self.material(place, effect, material);
            }
        }
    }

    fn material(&mut self, place: usize, effect: usize, material: &'a Material) {
        let meta = &material.meta;
        let id = self.ids.materials.get(place).cloned().flatten();
        let url = self.ids.effects.get(effect).cloned().flatten().unwrap_or_default();
        self.head("material", id.as_deref(), meta);
        self.asset(meta);
        self.out.open("instance_effect").attribute("url", &fragment(&url));
        self.kept(meta, "instance_effect", |name| name == "technique_hint");
        let first = self.effects.list.get(effect).and_then(|f| self.scene.material(*f));
        let mut set: Vec<Param> = Vec::new();
        for kept in meta.kept().iter().filter(|k| &*k.place == "instance_effect" && &*k.name == "setparam") {
            let Some(param) = Param::of(kept) else { continue };
            let fed = material.fed.iter().find(|(_, name)| **name == *param.name);
            let now = fed.and_then(|(field, _)| fed_numbers(material, *field));
            match now.filter(|now| !param.is(now)) {
                Some(now) => self.set_parameter(&param.name, &now),
                None if self.is_usable(kept) || !param.numbers.is_empty() => self.put_back(kept),
                None => self.kept_of(std::slice::from_ref(kept), "instance_effect", |_| true),
            }
            set.push(param);
        }
        // What another value makes of the effect of all has to be said here.
        for (field, name) in &material.fed {
            let (now, shared) = (fed_numbers(material, *field), first.and_then(|f| fed_numbers(f, *field)));
            let first_sets = first.is_some_and(|f| {
                f.meta.kept().iter().any(|k| &*k.name == "setparam" && Param::of(k).is_some_and(|p| *p.name == **name))
            });
            if let Some(now) = now.filter(|now| !first_sets && Some(now) != shared.as_ref())
                && !set.iter().any(|p| *p.name == **name)
            {
                self.set_parameter(name, &now);
            }
        }
        self.kept(meta, "instance_effect", |name| !matches!(name, "technique_hint" | "setparam"));
        self.out.close();
        self.kept(meta, "", |_| true);
        // Some writers bind effects; what they add to them stays there.
        let is_effect =
            material.effect.as_ref().is_some_and(|e| e.origin == meta.origin && e.id == meta.id && e.id.is_some());
        if !is_effect {
            self.extras(&meta.extras, meta.origin);
        }
        self.out.close();
    }

    fn set_parameter(&mut self, name: &str, numbers: &[f64]) {
        let kind = if numbers.len() == 1 { "float".to_owned() } else { format!("float{}", numbers.len()) };
        self.out.open("setparam").attribute("ref", name).open(&kind).numbers(numbers).close().close();
    }

    /// The materials of something drawn.
    pub(super) fn bind_material(&mut self, drawn: &'a Drawn) {
        let place = "bind_material";
        let unbound = "bind_material/technique_common";
        if drawn.materials.is_empty() && !drawn.meta.kept().iter().any(|k| *k.place == *unbound && self.is_usable(k)) {
            return;
        }
        self.out.open(place);
        self.kept(&drawn.meta, place, |name| name == "param");
        self.out.open("technique_common");
        for binding in &drawn.materials {
            self.instance_material(binding);
        }
        self.kept(&drawn.meta, unbound, |_| true);
        self.out.close();
        self.kept(&drawn.meta, place, |name| name == "technique");
        self.kept(&drawn.meta, place, |name| name == "extra");
        self.out.close();
    }

    fn instance_material(&mut self, binding: &'a MaterialBinding) {
        let meta = &binding.meta;
        let written = |id: MaterialId| self.effects.of.get(id.index()).copied().flatten().is_some();
        let base = self.scene.material(binding.material).and_then(|m| m.base);
        let material = if written(binding.material) { binding.material } else { base.unwrap_or(binding.material) };
        let target = self.ids.materials.get(material.index()).cloned().flatten().unwrap_or_default();
        let name = self.name_text(meta.name.as_deref(), meta.origin);
        self.out.open("instance_material").maybe("sid", meta.sid.as_deref()).maybe("name", name.as_deref());
        self.out.attribute("symbol", &ncname(&binding.symbol)).attribute("target", &fragment(&target));
        // A variant has the bound values already.
        if material != binding.material || base.is_none() {
            self.kept(meta, "", |name| name == "bind");
        }
        for (name, semantic, set) in &binding.inputs {
            let name = ncname(name);
            self.out.open("bind_vertex_input").attribute("semantic", &name);
            self.out.attribute("input_semantic", &semantic_word(semantic));
            self.out.maybe("input_set", set.map(number).as_deref()).close();
        }
        self.kept(meta, "", |name| name != "bind");
        self.extras(&meta.extras, meta.origin);
        self.out.close();
    }
}
