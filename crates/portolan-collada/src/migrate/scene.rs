//! How scenes are evaluated: effects in 1.4, materials in 1.5.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;

impl Migrate<'_> {
    /// A step that is drawn with an effect gets a material for it.
    pub fn renders_up(&mut self) {
        for render in self.draft.find(&["render"]) {
            let Some(instance) = self.draft.child(render, "instance_effect") else { continue };
            let url = self.draft.attribute(instance, "url").unwrap_or_default();
            let wanted = format!("{}-material", url.trim_start_matches('#'));
            let id = self.draft.claim(&wanted);
            let material = self.draft.create("material");
            self.draft.set(material, "id", &id);
            let new = self.draft.create("instance_material");
            self.draft.set(new, "url", &format!("#{id}"));
            self.draft.replace(instance, new);
            self.draft.append(material, instance);
            self.shelve("library_materials", material);
            let message = format!("a render step now uses the new material `{id}`");
            self.lose(&codes::PARAMETER, Fate::Noted, render, message);
        }
    }

    /// A step that is drawn with a material says what that says of its effect.
    pub fn renders_down(&mut self) {
        for render in self.draft.find(&["render"]) {
            let Some(instance) = self.draft.child(render, "instance_material") else { continue };
            let url = self.draft.attribute(instance, "url").unwrap_or_default();
            let effect = self.by_url("material", &url).and_then(|m| self.draft.child(m, "instance_effect"));
            let Some(effect) = effect else {
                let why = "uses a material of another document, which 1.4 does not support";
                self.drop_element(instance, &codes::ELEMENT, why);
                continue;
            };
            if !self.draft.is_bare(instance) {
                let message =
                    "1.4 does not support material parameters set by a render step; they are kept in an extra";
                self.lose(&codes::ELEMENT, Fate::Dropped, instance, message);
            }
            let copy = self.draft.copy(effect);
            // Within an evaluation it has no name of its own.
            self.draft.unset(copy, "sid");
            let original = self.draft.origin(instance);
            self.draft.replace(instance, copy);
            if let Some(original) = original {
                self.keep_original(copy, original);
            }
        }
    }
}
