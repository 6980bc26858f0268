//! The profile GLES: texture units of 1.4, samplers of 1.5.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;
use super::sampler::ORDER;

impl Migrate<'_> {
    fn gles_profiles(&self) -> Vec<Id> {
        let effects = self.effects();
        let profiles = effects.into_iter().flat_map(|e| self.profiles(e));
        profiles.filter(|p| self.draft.name(*p) == "profile_GLES").collect()
    }

    /// Units, their states and their surfaces become samplers.
    pub fn gles_up(&mut self) {
        for profile in self.gles_profiles() {
            let inside = self.draft.all(profile);
            for id in &inside {
                match self.draft.name(*id) {
                    "texture_unit" => self.unit_up(*id),
                    "texture_pipeline" => self.pipeline_up(*id),
                    "argument" | "texenv" => {
                        if let Some(unit) = self.draft.unset(*id, "unit") {
                            self.draft.set(*id, "sampler", &unit);
                        }
                    }
                    _ => {}
                }
            }
            for id in inside {
                let alone = matches!(self.draft.name(id), "sampler_state" | "texture_pipeline");
                if let Some(param) = self.draft.parent(id).filter(|p| alone && self.draft.name(*p) == "newparam") {
                    self.keep_element(param);
                }
            }
        }
    }

    fn unit_up(&mut self, unit: Id) {
        if self.draft.parent(unit).is_none_or(|p| self.draft.name(p) != "newparam") {
            return;
        }
        let named =
            |migrate: &Migrate<'_>, name: &str| migrate.draft.child(unit, name).map(|c| (c, migrate.draft.word(c)));
        self.draft.unset(unit, "sid");
        if let Some((surface, sid)) = named(self, "surface") {
            match self.image_of(unit, &sid) {
                Some(image) => {
                    let instance = self.draft.create("instance_image");
                    self.draft.set(instance, "url", &format!("#{image}"));
                    self.draft.replace(surface, instance);
                }
                None => self.draft.detach(surface),
            }
        }
        if let Some((states, sid)) = named(self, "sampler_state") {
            let param = self.param(unit, &sid).and_then(|p| self.draft.child(p, "sampler_state"));
            for state in param.map(|p| self.draft.children(p)).unwrap_or_default() {
                let copy = self.draft.copy(state);
                self.put(unit, copy, &ORDER);
            }
            self.draft.detach(states);
        }
        self.draft.rename(unit, "sampler2D");
        self.states_up(unit);
    }

    /// A state that names a pipeline holds it itself.
    fn pipeline_up(&mut self, pipeline: Id) {
        let Some(sid) = self.draft.attribute(pipeline, "param") else { return };
        let found = self.param(pipeline, &sid).and_then(|p| self.draft.child(p, "texture_pipeline"));
        self.draft.unset(pipeline, "param");
        let Some(found) = found.filter(|_| self.draft.child(pipeline, "value").is_none()) else { return };
        let value = self.draft.create("value");
        for child in self.draft.children(found) {
            let copy = self.draft.copy(child);
            for part in self.draft.all(copy) {
                if let Some(unit) = self.draft.unset(part, "unit") {
                    self.draft.set(part, "sampler", &unit);
                }
            }
            self.draft.append(value, copy);
        }
        self.draft.append(pipeline, value);
    }

    /// Samplers become units with states and surfaces.
    pub fn gles_down(&mut self) {
        for profile in self.gles_profiles() {
            for id in self.draft.all(profile) {
                match self.draft.name(id) {
                    "sampler2D" => self.unit_down(profile, id),
                    "argument" | "texenv" => {
                        if let Some(sampler) = self.draft.unset(id, "sampler") {
                            self.draft.set(id, "unit", &sampler);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn unit_down(&mut self, profile: Id, sampler: Id) {
        let Some(param) = self.draft.parent(sampler).filter(|p| self.draft.name(*p) == "newparam") else { return };
        let sid = self.draft.attribute(param, "sid").unwrap_or_default();
        let Some(effect) = self.draft.parent(profile) else { return };
        self.states_down(sampler, false);
        let instance = self.draft.child(sampler, "instance_image");
        let url = instance.and_then(|i| self.draft.attribute(i, "url"));
        let surface = url.as_deref().and_then(|u| self.surface_for(sampler, u));
        if let Some(instance) = instance {
            self.draft.detach(instance);
        }
        let states: Vec<Id> = self
            .draft
            .children(sampler)
            .into_iter()
            .filter(|s| !matches!(self.draft.name(*s), "texcoord" | "extra"))
            .collect();
        let mut name = None;
        if !states.is_empty() {
            let state_sid = self.free_sid(effect, &format!("{sid}-state"));
            let new = self.draft.create("newparam");
            self.draft.set(new, "sid", &state_sid);
            let holder = self.draft.create("sampler_state");
            for state in states {
                self.draft.append(holder, state);
            }
            self.draft.append(new, holder);
            self.draft.insert_before(param, new);
            name = Some(state_sid);
        }
        self.draft.rename(sampler, "texture_unit");
        let order = ["surface", "sampler_state", "texcoord", "extra"];
        for (element, text) in [("surface", surface), ("sampler_state", name)] {
            match text {
                Some(text) => {
                    let child = self.draft.leaf(element, &text);
                    self.put(sampler, child, &order);
                }
                None if element == "surface" => {
                    let message = format!("the sampler `{sid}` does not refer to an image of this document");
                    self.lose(&codes::SAMPLER, Fate::Dropped, sampler, message);
                }
                None => {}
            }
        }
    }
}
