//! Images of 1.5 as images and surfaces of 1.4.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;
use super::effect::SAMPLERS;
use super::sampler::ORDER;

/// What became of an image of 1.5.
enum Became {
    /// It is an image of 1.4.
    Image(Id),
    /// It has parts, or nothing in it yet: a surface says how.
    Built(Id),
}

impl Migrate<'_> {
    /// Brings images, samplers and targets into the form of 1.4.
    pub fn images_down(&mut self) {
        for sampler in self.draft.find(&SAMPLERS) {
            if self.draft.child(sampler, "source").is_none() {
                self.sampler_down(sampler);
            }
        }
        self.targets_down();
        self.material_values_down();
        for image in self.draft.find(&["image"]) {
            self.image_down(image);
        }
    }

    fn image_down(&mut self, image: Id) {
        if let Some(init) = self.draft.child(image, "init_from") {
            self.keep_if_set(init, "mips_generate");
            if let Some(reference) = self.draft.child(init, "ref") {
                let uri = self.draft.word(reference);
                self.draft.unwrap(reference);
                // The line that the reference had for itself is no part of a URI.
                if self.draft.children(init).is_empty() && self.draft.is_plain(init) {
                    self.draft.set_text(init, &uri);
                }
            } else if let Some(hex) = self.draft.child(init, "hex") {
                if let Some(format) = self.draft.attribute(hex, "format") {
                    self.draft.set(image, "format", &format);
                }
                self.draft.unwrap(hex);
                self.draft.rename(init, "data");
            }
        } else if self.draft.child(image, "data").is_none() {
            // Surfaces say what it was; without data there is no image in 1.4.
            let built = ["create_2d", "create_3d", "create_cube"].iter().any(|n| self.draft.child(image, n).is_some());
            let why = if built { "is assembled from parts, which 1.4 stores in surfaces" } else { "is empty" };
            let fate = if built { Fate::Baked } else { Fate::Dropped };
            self.lose(&codes::IMAGE, fate, image, format!("an image {why}; it is kept in an extra"));
            let library = self.draft.parent(image);
            self.keep_element(image);
            self.drop_empty_library(library, "image");
        }
    }

    /// A library without anything in it is not valid.
    pub fn drop_empty_library(&mut self, library: Option<Id>, item: &str) {
        if let Some(library) = library.filter(|l| self.draft.named(*l, item).is_empty()) {
            self.keep_element(library);
        }
    }

    fn keep_if_set(&mut self, id: Id, name: &str) {
        if self.draft.attribute(id, name).is_some() {
            self.keep_attribute(id, name);
        }
    }

    fn became(&self, url: &str) -> Option<Became> {
        let image = self.by_url("image", url)?;
        let plain = ["init_from", "data"].iter().any(|n| self.draft.child(image, n).is_some());
        Some(if plain { Became::Image(image) } else { Became::Built(image) })
    }

    fn sampler_down(&mut self, sampler: Id) {
        // Values of materials are handled with their effects.
        let Some(parent) = self.draft.parent(sampler) else { return };
        if self.draft.name(parent) == "setparam" && self.draft.around(sampler, "instance_effect").is_some() {
            return;
        }
        let instance = self.draft.child(sampler, "instance_image");
        let url = instance.and_then(|i| self.draft.attribute(i, "url"));
        let surface = url.as_deref().and_then(|url| self.surface_for(sampler, url));
        self.states_down(sampler, true);
        let Some(surface) = surface else {
            let message = "a sampler does not refer to an image of this document; 1.4 needs a surface for it";
            self.lose(&codes::SAMPLER, Fate::Approximated, sampler, message);
            if let Some(instance) = instance {
                self.keep_element(instance);
            }
            let name = self.empty_surface(sampler);
            let source = self.draft.leaf("source", &name);
            self.put(sampler, source, &ORDER);
            return;
        };
        let source = self.draft.leaf("source", &surface);
        match instance {
            Some(instance) if self.draft.attributes(instance).len() == 1 && self.draft.is_bare(instance) => {
                self.draft.replace(instance, source);
            }
            Some(instance) => {
                self.keep_element(instance);
                self.put(sampler, source, &ORDER);
            }
            None => self.put(sampler, source, &ORDER),
        }
    }

    /// A surface that holds nothing.
    fn empty_surface(&mut self, sampler: Id) -> String {
        let kind = kind_of(self.draft.name(sampler));
        let wanted = self.surface_name(sampler);
        let surface = self.draft.create("surface");
        self.draft.set(surface, "type", kind);
        self.new_surface(sampler, &wanted, surface)
    }

    /// The SID of a surface that holds an image, for a sampler; made if there is none.
    pub fn surface_for(&mut self, sampler: Id, url: &str) -> Option<String> {
        let became = self.became(url)?;
        let (Became::Image(image) | Became::Built(image)) = became;
        let id = self.draft.attribute(image, "id")?;
        // One that was kept, or that another sampler has got already.
        for scope in self.scopes(sampler) {
            for param in self.draft.named(scope, "newparam") {
                let Some(surface) = self.draft.child(param, "surface") else { continue };
                let known = self.built.iter().any(|(s, i)| *s == surface && *i == id);
                let init = self.draft.named(surface, "init_from");
                let same = init.len() == 1 && init.first().is_some_and(|i| self.draft.word(*i) == id);
                if known || same {
                    return self.draft.attribute(param, "sid");
                }
            }
        }
        let kind = kind_of(self.draft.name(sampler));
        let surface = match became {
            Became::Image(_) => {
                let surface = self.draft.create("surface");
                self.draft.set(surface, "type", kind);
                let init = self.draft.leaf("init_from", &id);
                self.draft.append(surface, init);
                surface
            }
            Became::Built(image) => self.surface_of_parts(image, kind),
        };
        self.built.push((surface, id));
        let wanted = self.surface_name(sampler);
        Some(self.new_surface(sampler, &wanted, surface))
    }

    /// What to call the surface of a sampler: as exporters do.
    fn surface_name(&self, sampler: Id) -> String {
        let param = self.draft.around(sampler, "newparam");
        let sid = param.and_then(|p| self.draft.attribute(p, "sid")).unwrap_or_else(|| "image".to_owned());
        format!("{}-surface", sid.strip_suffix("-sampler").unwrap_or(&sid))
    }

    /// Puts a surface parameter before the one it is for, or to the other parameters of the profile.
    fn new_surface(&mut self, near: Id, wanted: &str, surface: Id) -> String {
        let effect = self.draft.around(near, "effect").unwrap_or(self.draft.root);
        let sid = self.free_sid(effect, wanted);
        let param = self.draft.create("newparam");
        self.draft.set(param, "sid", &sid);
        self.draft.append(param, surface);
        let own = self.draft.ancestors(near).into_iter().find(|a| self.draft.name(*a) == "newparam");
        match own {
            Some(own) => self.draft.insert_before(own, param),
            None => {
                let scope =
                    self.scopes(near).into_iter().find(|s| self.draft.name(*s) != "technique").unwrap_or(effect);
                let order = ["asset", "annotate", "code", "include", "image", "newparam", "technique", "extra"];
                self.put(scope, param, &order);
            }
        }
        sid
    }

    /// A surface for an image that is put together from parts, or that is drawn into.
    fn surface_of_parts(&mut self, image: Id, kind: &str) -> Id {
        let surface = self.draft.create("surface");
        let create = ["create_2d", "create_3d", "create_cube"].iter().find_map(|n| self.draft.child(image, n));
        let kind = match create.map(|c| self.draft.name(c)) {
            Some("create_3d") => "3D",
            Some("create_cube") => "CUBE",
            _ => kind,
        };
        self.draft.set(surface, "type", kind);
        let parts = create.map(|c| self.draft.named(c, "init_from")).unwrap_or_default();
        if parts.is_empty() {
            let init = self.draft.create(if self.draft.child(image, "renderable").is_some() {
                "init_as_target"
            } else {
                "init_as_null"
            });
            self.draft.append(surface, init);
        }
        for part in parts {
            self.part_down(surface, part, kind);
        }
        if let Some(create) = create {
            self.layout_down(surface, create);
        }
        surface
    }

    fn part_down(&mut self, surface: Id, part: Id, kind: &str) {
        if self.draft.attribute(part, "array_index").is_some_and(|i| i.trim() != "0") {
            let message = "1.4 has no image arrays: only the first image is written";
            return self.lose(&codes::IMAGE, Fate::Dropped, part, message);
        }
        let Some(id) = self.part_image(part) else { return };
        let init = self.draft.leaf("init_from", &id);
        let mut number = |from: &str, to: &str| {
            if let Some(value) = self.draft.attribute(part, from).filter(|v| v.trim() != "0") {
                self.draft.set(init, to, value.trim());
            }
        };
        number("mip_index", "mip");
        if kind == "3D" {
            number("depth", "slice");
        }
        if let Some(face) = self.draft.attribute(part, "face") {
            self.draft.set(init, "face", &face);
        }
        self.draft.append(surface, init);
    }

    /// The image of 1.4 that holds a part: one with the same file, else a new one.
    fn part_image(&mut self, part: Id) -> Option<String> {
        let content = self.draft.children(part).first().copied()?;
        let text = self.draft.word(content);
        let libraries = self.draft.named(self.draft.root, "library_images");
        for image in libraries.into_iter().flat_map(|l| self.draft.named(l, "image")) {
            let init = self.draft.child(image, "init_from");
            let file = init.map(|i| self.draft.child(i, "ref").unwrap_or(i));
            if file.is_some_and(|f| self.draft.word(f) == text) {
                return self.draft.attribute(image, "id");
            }
        }
        let stem = text.rsplit('/').next().and_then(|f| f.split('.').next()).filter(|_| text.len() < 200);
        let id = self.draft.claim(stem.unwrap_or("image"));
        let image = self.draft.create("image");
        self.draft.set(image, "id", &id);
        let init = self.draft.create("init_from");
        let copy = self.draft.copy(content);
        self.draft.append(init, copy);
        self.draft.append(image, init);
        self.shelve("library_images", image);
        self.image_down(image);
        Some(id)
    }

    /// Format, size and levels of an image as those of a surface.
    fn layout_down(&mut self, surface: Id, create: Id) {
        let draft = &mut self.draft;
        let format = draft.child(create, "format");
        if let Some(exact) = format.and_then(|f| draft.child(f, "exact")).map(|e| draft.word(e)) {
            let exact = draft.leaf("format", &exact);
            draft.append(surface, exact);
        }
        if let Some(hint) = format.and_then(|f| draft.child(f, "hint")) {
            let old = draft.create("format_hint");
            for name in ["channels", "range", "precision"] {
                let Some(value) = draft.attribute(hint, name) else { continue };
                let value = match (name, value.as_str()) {
                    ("channels", "RGBE") => "RGB".to_owned(),
                    ("precision", "DEFAULT") => continue,
                    ("precision", "MAX") => "HIGH".to_owned(),
                    _ => value,
                };
                let child = draft.leaf(name, &value);
                draft.append(old, child);
            }
            if draft.attribute(hint, "space").is_some_and(|s| s.contains("SRGB")) {
                let option = draft.leaf("option", "SRGB_GAMMA");
                draft.append(old, option);
            }
            draft.append(surface, old);
        }
        let size = ["size_exact", "size"].iter().find_map(|n| draft.child(create, n));
        if let Some(size) = size {
            let edge = |name: &str| draft.attribute(size, name);
            let width = edge("width").unwrap_or_else(|| "0".into());
            let is_cube = draft.name(create) == "create_cube";
            let height = edge("height").unwrap_or_else(|| if is_cube { width.clone() } else { "0".into() });
            let depth = edge("depth").unwrap_or_else(|| "0".into());
            if [&width, &height, &depth].iter().any(|e| e.trim() != "0") {
                let child = draft.leaf("size", &format!("{} {} {}", width.trim(), height.trim(), depth.trim()));
                draft.append(surface, child);
            }
        } else if let Some(ratio) = draft.child(create, "size_ratio") {
            let edge = |name: &str| draft.attribute(ratio, name).unwrap_or_else(|| "1".into());
            let text = format!("{} {}", edge("width"), edge("height"));
            let child = draft.leaf("viewport_ratio", &text);
            draft.append(surface, child);
        }
        if let Some(mips) = draft.child(create, "mips") {
            for (from, to) in [("levels", "mip_levels"), ("auto_generate", "mipmap_generate")] {
                if let Some(value) = draft.attribute(mips, from) {
                    let child = draft.leaf(to, value.trim());
                    draft.append(surface, child);
                }
            }
        }
        if let Some(array) = draft.child(create, "array") {
            self.lose(&codes::IMAGE, Fate::Dropped, array, "1.4 has no image arrays");
        }
    }

    /// Targets name surfaces instead of images.
    fn targets_down(&mut self) {
        for target in self.draft.find(&["color_target", "depth_target", "stencil_target"]) {
            let Some(inner) = self.draft.children(target).first().copied() else { continue };
            let name = match self.draft.name(inner) {
                "param" => {
                    let sid = self.draft.attribute(inner, "ref").unwrap_or_default();
                    let param = self.param(target, &sid);
                    let sampler = param.and_then(|p| {
                        self.draft.children(p).into_iter().find(|c| SAMPLERS.contains(&self.draft.name(*c)))
                    });
                    let source = sampler.and_then(|s| self.draft.child(s, "source")).map(|s| self.draft.word(s));
                    source.unwrap_or(sid)
                }
                "instance_image" => {
                    let url = self.draft.attribute(inner, "url").unwrap_or_default();
                    match self.surface_for(target, &url) {
                        Some(name) => name,
                        None => continue,
                    }
                }
                _ => continue,
            };
            self.draft.set_text(target, &name);
        }
    }

    /// Images and states of samplers that materials set.
    fn material_values_down(&mut self) {
        for instance in self.draft.find(&["instance_effect"]) {
            for setparam in self.draft.named(instance, "setparam") {
                let effect = self.instanced_effect(instance);
                if let Some(image) = self.draft.child(setparam, "sampler_image") {
                    self.set_image_down(setparam, image, effect);
                } else if let Some(states) = self.draft.child(setparam, "sampler_states") {
                    self.set_states_down(setparam, states, effect);
                }
            }
        }
    }

    /// The sampler of an effect that a material sets, and the SID of its surface.
    fn set_sampler(&self, setparam: Id, effect: Option<Id>) -> Option<(Id, String)> {
        let reference = self.draft.attribute(setparam, "ref")?;
        let effect = effect?;
        let scopes = self.profiles(effect).into_iter().chain([effect]);
        let param = scopes.into_iter().find_map(|s| self.param_in(s, &reference))?;
        let sampler = self.draft.children(param).into_iter().find(|c| SAMPLERS.contains(&self.draft.name(*c)))?;
        let source = self.draft.child(sampler, "source")?;
        Some((sampler, self.draft.word(source)))
    }

    fn set_image_down(&mut self, setparam: Id, image: Id, effect: Option<Id>) {
        let found = self.set_sampler(setparam, effect);
        let url = self.draft.attribute(image, "url").unwrap_or_default();
        let (Some((sampler, surface)), Some(became)) = (found, self.became(&url)) else {
            return self.drop_element(setparam, &codes::SAMPLER, "sets an image that 1.4 cannot reach");
        };
        let kind = kind_of(self.draft.name(sampler));
        let new = match became {
            Became::Image(image) => {
                let id = self.draft.attribute(image, "id").unwrap_or_default();
                let new = self.draft.create("surface");
                self.draft.set(new, "type", kind);
                let init = self.draft.leaf("init_from", &id);
                self.draft.append(new, init);
                new
            }
            Became::Built(image) => self.surface_of_parts(image, kind),
        };
        // The surface may be that of several samplers of the effect; then all of them change.
        self.draft.replace(image, new);
        self.change_attribute(setparam, "ref", &surface);
        if let Some(original) = self.draft.origin(setparam) {
            self.keep_original(setparam, original);
        }
    }

    fn set_states_down(&mut self, setparam: Id, states: Id, effect: Option<Id>) {
        let Some((sampler, surface)) = self.set_sampler(setparam, effect) else {
            return self.drop_element(setparam, &codes::SAMPLER, "sets a sampler that 1.4 cannot reach");
        };
        let name = self.draft.name(sampler).to_owned();
        self.states_down(states, false);
        self.draft.rename(states, &name);
        // 1.4 sets whole samplers, so what the effect says and the material does not is said again.
        for state in self.draft.children(sampler) {
            let known = self.draft.child(states, self.draft.name(state)).is_some();
            if !known && !matches!(self.draft.name(state), "source" | "extra") {
                let copy = self.draft.copy(state);
                self.put(states, copy, &ORDER);
            }
        }
        let source = self.draft.leaf("source", &surface);
        self.put(states, source, &ORDER);
        if let Some(original) = self.draft.origin(setparam) {
            self.keep_original(setparam, original);
        }
    }
}

/// The type of the surface that a sampler reads.
fn kind_of(sampler: &str) -> &'static str {
    match sampler {
        "sampler1D" => "1D",
        "sampler3D" => "3D",
        "samplerCUBE" => "CUBE",
        "samplerRECT" => "RECT",
        "samplerDEPTH" => "DEPTH",
        _ => "2D",
    }
}
