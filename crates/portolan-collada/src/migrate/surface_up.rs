//! Surfaces of 1.4 become images; samplers and targets refer to those.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;
use super::effect::SAMPLERS;
use super::sampler::ORDER;

/// One part of a surface: what it is filled from, and where.
struct Part {
    image: String,
    mip: u32,
    slice: u32,
    face: Option<String>,
}

/// Faces of a cube in the order of 1.4.
const FACES: [&str; 6] = ["POSITIVE_X", "NEGATIVE_X", "POSITIVE_Y", "NEGATIVE_Y", "POSITIVE_Z", "NEGATIVE_Z"];

impl Migrate<'_> {
    /// Brings samplers, surfaces and targets of all effects and materials into the form of 1.5.
    pub fn surfaces_up(&mut self) {
        self.material_values_up();
        for effect in self.effects() {
            self.textures_up(effect);
            for sampler in self.samplers_below(effect) {
                let source = self.draft.child(sampler, "source").map(|s| self.draft.word(s));
                let image = source.as_deref().and_then(|s| self.image_of(sampler, s));
                self.sampler_up(sampler, image.as_deref());
            }
            self.targets_up(effect);
            self.drop_surfaces(effect);
        }
    }

    /// Samplers of 1.4 below an element.
    fn samplers_below(&self, id: Id) -> Vec<Id> {
        let all = self.draft.all(id).into_iter();
        all.filter(|s| SAMPLERS.contains(&self.draft.name(*s)) && self.draft.child(*s, "source").is_some()).collect()
    }

    fn sampler_up(&mut self, sampler: Id, image: Option<&str>) {
        let Some(source) = self.draft.child(sampler, "source") else { return };
        self.states_up(sampler);
        self.levels_up(sampler);
        match image {
            Some(image) if self.draft.child(sampler, "instance_image").is_none() => {
                let instance = self.draft.create("instance_image");
                self.draft.set(instance, "url", &format!("#{image}"));
                self.draft.replace(source, instance);
            }
            Some(_) => self.draft.detach(source),
            None => {
                let name = self.draft.word(source);
                let message = format!(
                    "the sampler refers to `{name}`, which is not a surface; it is kept in an \
                    extra"
                );
                self.lose(&codes::IMAGE, Fate::Dropped, sampler, message);
                self.keep_element(source);
            }
        }
    }

    /// The id of the image that a surface parameter, seen from a place, is filled from. Built if it has parts.
    pub fn image_of(&mut self, from: Id, sid: &str) -> Option<String> {
        match self.param(from, sid).and_then(|p| Some((p, self.draft.child(p, "surface")?))) {
            Some((param, surface)) => self.surface_image(surface, self.draft.attribute(param, "sid").as_deref()),
            // Some writers leave the surface out.
            None => {
                let id = sid.strip_prefix('#').unwrap_or(sid);
                self.by_id("image", id).map(|_| id.to_owned())
            }
        }
    }

    fn surface_image(&mut self, surface: Id, sid: Option<&str>) -> Option<String> {
        if let Some((_, image)) = self.built.iter().find(|(s, _)| *s == surface) {
            return Some(image.clone());
        }
        let (parts, whole) = self.parts(surface);
        let single = match parts.as_slice() {
            [one] if one.mip == 0 && one.slice == 0 && one.face.as_deref().is_none_or(|f| f == FACES[0]) => {
                Some(one.image.clone())
            }
            _ => None,
        };
        let target = ["init_as_target", "init_as_null"].iter().any(|n| self.draft.child(surface, n).is_some());
        let image = match (whole.or(single), target || !parts.is_empty()) {
            (Some(image), _) => image,
            (None, true) => self.build_image(surface, sid, &parts),
            (None, false) => return None,
        };
        self.built.push((surface, image.clone()));
        Some(image)
    }

    /// What a surface is filled from: parts, or one image that holds all of it.
    fn parts(&self, surface: Id) -> (Vec<Part>, Option<String>) {
        let mut parts = Vec::new();
        let mut whole = None;
        for init in self.draft.children(surface) {
            let number = |name: &str| self.draft.attribute(init, name).and_then(|v| v.trim().parse().ok()).unwrap_or(0);
            match self.draft.name(init) {
                "init_from" => {
                    let (mip, slice, face) = (number("mip"), number("slice"), self.draft.attribute(init, "face"));
                    // Before 1.4.1 several ids could stand in one element.
                    for image in self.draft.text(init).split_ascii_whitespace() {
                        parts.push(Part { image: image.to_owned(), mip, slice, face: face.clone() });
                    }
                }
                "init_cube" | "init_volume" | "init_planar" => {
                    let mut faces = FACES.iter();
                    for child in self.draft.children(init) {
                        let Some(image) = self.draft.attribute(child, "ref").map(|r| r.trim().to_owned()) else {
                            continue;
                        };
                        if self.draft.name(child) == "face" {
                            let face = faces.next().map(|f| (*f).to_owned());
                            parts.push(Part { image, mip: 0, slice: 0, face });
                        } else {
                            whole = Some(image);
                        }
                    }
                }
                _ => {}
            }
        }
        (parts, whole)
    }

    /// A new image for a surface with parts, or one that is drawn into.
    fn build_image(&mut self, surface: Id, sid: Option<&str>, parts: &[Part]) -> String {
        let kind = self.draft.attribute(surface, "type").unwrap_or_default();
        let draft = &mut self.draft;
        let number = |draft: &super::draft::Draft<'_>, name: &str| draft.child(surface, name).map(|c| draft.word(c));
        let size: Vec<String> =
            number(draft, "size").map(|s| s.split_ascii_whitespace().map(str::to_owned).collect()).unwrap_or_default();
        let edge = |at: usize| size.get(at).filter(|s| s.parse::<u32>().is_ok()).cloned().unwrap_or_else(|| "0".into());
        let wanted = sid.map_or_else(|| "image".to_owned(), |s| format!("{s}-image"));
        let id = draft.claim(&wanted);
        let image = draft.create("image");
        draft.set(image, "id", &id);
        let is_target = draft.child(surface, "init_as_target").is_some();
        if is_target {
            let renderable = draft.create("renderable");
            draft.set(renderable, "share", "true");
            draft.append(image, renderable);
        }
        let (element, size_element) = match kind.as_str() {
            "CUBE" => ("create_cube", "size"),
            "3D" => ("create_3d", "size"),
            _ => ("create_2d", "size_exact"),
        };
        let create = draft.create(element);
        draft.append(image, create);
        // What is drawn into and has no size is as large as the picture.
        let as_viewport = || (parts.is_empty() && size.is_empty()).then(|| "1 1".to_owned());
        let ratio = number(draft, "viewport_ratio").or_else(as_viewport).filter(|_| element == "create_2d");
        match ratio {
            Some(ratio) => {
                let mut shares = ratio.split_ascii_whitespace();
                let size = draft.create("size_ratio");
                draft.set(size, "width", shares.next().unwrap_or("1"));
                draft.set(size, "height", shares.next().unwrap_or("1"));
                draft.append(create, size);
            }
            None => {
                let size = draft.create(size_element);
                let names: &[&str] = match element {
                    "create_cube" => &["width"],
                    "create_3d" => &["width", "height", "depth"],
                    _ => &["width", "height"],
                };
                for (at, name) in names.iter().enumerate() {
                    draft.set(size, name, &edge(at));
                }
                draft.append(create, size);
            }
        }
        let given = parts.iter().map(|p| p.mip).max().map_or(1, |m| m.saturating_add(1));
        let levels = number(draft, "mip_levels").unwrap_or_else(|| given.to_string());
        let mips = draft.create("mips");
        draft.set(mips, "levels", &levels);
        let generate = number(draft, "mipmap_generate").unwrap_or_else(|| "false".into());
        draft.set(mips, "auto_generate", &generate);
        draft.append(create, mips);
        self.format_up(surface, create);
        for part in parts {
            self.part_up(create, part);
        }
        self.shelve("library_images", image);
        id
    }

    fn part_up(&mut self, create: Id, part: &Part) {
        let content = self.by_id("image", &part.image).and_then(|i| self.draft.child(i, "init_from"));
        let source = content.and_then(|c| self.draft.children(c).first().copied());
        let Some(source) = source else {
            let message = format!("image `{}` does not exist", part.image);
            self.lose(&codes::IMAGE, Fate::Dropped, create, message);
            return;
        };
        let kind = self.draft.name(create).to_owned();
        let init = self.draft.create("init_from");
        match kind.as_str() {
            "create_cube" => {
                self.draft.set(init, "face", part.face.as_deref().unwrap_or("POSITIVE_X"));
            }
            "create_3d" => self.draft.set(init, "depth", &part.slice.to_string()),
            _ => {}
        }
        self.draft.set(init, "mip_index", &part.mip.to_string());
        let copy = self.draft.copy(source);
        self.draft.append(init, copy);
        self.draft.append(create, init);
    }

    fn format_up(&mut self, surface: Id, create: Id) {
        let exact = self.draft.child(surface, "format").map(|f| self.draft.word(f));
        let old = self.draft.child(surface, "format_hint");
        if exact.is_none() && old.is_none() {
            return;
        }
        let word = |migrate: &Migrate<'_>, name: &str| {
            old.and_then(|h| migrate.draft.child(h, name)).map(|c| migrate.draft.word(c))
        };
        let format = self.draft.create("format");
        let hint = self.draft.create("hint");
        let channels = word(self, "channels").unwrap_or_else(|| "RGBA".into());
        let channels = match channels.as_str() {
            "XYZ" => "RGB",
            "XYZW" => "RGBA",
            other => other,
        };
        self.draft.set(hint, "channels", channels);
        let range = word(self, "range").unwrap_or_else(|| "UNORM".into());
        self.draft.set(hint, "range", &range);
        if let Some(precision) = word(self, "precision") {
            self.draft.set(hint, "precision", &precision);
        }
        let options = old.map(|h| self.draft.named(h, "option")).unwrap_or_default();
        if options.iter().any(|o| self.draft.word(*o) == "SRGB_GAMMA") {
            self.draft.set(hint, "space", "SRGB_GAMMA");
        }
        self.draft.append(format, hint);
        if let Some(exact) = exact {
            let exact = self.draft.leaf("exact", &exact);
            self.draft.append(format, exact);
        }
        self.draft.append(create, format);
    }

    /// Textures that name an image, or the surface that is to be an image, get a sampler.
    fn textures_up(&mut self, effect: Id) {
        for profile in self.profiles(effect) {
            if self.draft.name(profile) != "profile_COMMON" {
                continue;
            }
            let inside = self.draft.all(profile).into_iter();
            let textures: Vec<Id> = inside.filter(|t| self.draft.name(*t) == "texture").collect();
            for texture in textures {
                let Some(name) = self.draft.attribute(texture, "texture") else { continue };
                let name = name.trim().to_owned();
                let param = self.param(texture, &name);
                let surface = param.is_some_and(|p| self.draft.child(p, "surface").is_some());
                let image = match (param, surface) {
                    (None, _) => self.by_id("image", &name).map(|_| name.clone()),
                    (Some(_), true) => self.image_of(texture, &name),
                    _ => None,
                };
                let Some(image) = image else { continue };
                let sid = self.make_sampler(effect, profile, &name, &image);
                let what = if surface { "a surface" } else { "an image" };
                let message = format!("the texture `{name}` is {what}; the sampler `{sid}` was added");
                self.lose(&codes::PARAMETER, Fate::Noted, texture, message);
                // An image is still there when the way back needs it; a surface would have another name.
                match surface {
                    true => self.draft.set(texture, "texture", &sid),
                    false => self.change_attribute(texture, "texture", &sid),
                }
            }
        }
    }

    /// The sampler of an image that a texture calls by this name.
    fn make_sampler(&mut self, effect: Id, profile: Id, name: &str, image: &str) -> String {
        match self.param_in(profile, &format!("{name}-sampler")) {
            Some(known) => self.draft.attribute(known, "sid").unwrap_or_default(),
            None => {
                let sid = self.free_sid(effect, &format!("{name}-sampler"));
                let param = self.draft.create("newparam");
                self.draft.set(param, "sid", &sid);
                let sampler = self.draft.create("sampler2D");
                let instance = self.draft.create("instance_image");
                self.draft.set(instance, "url", &format!("#{image}"));
                self.draft.append(sampler, instance);
                self.draft.append(param, sampler);
                self.levels_up(sampler);
                self.put(profile, param, &["asset", "code", "include", "image", "newparam", "technique", "extra"]);
                sid
            }
        }
    }

    /// Targets name images instead of surfaces.
    fn targets_up(&mut self, effect: Id) {
        for target in self.draft.all(effect) {
            if !matches!(self.draft.name(target), "color_target" | "depth_target" | "stencil_target") {
                continue;
            }
            if !self.draft.children(target).is_empty() {
                continue;
            }
            let name = self.draft.word(target);
            let inner = match self.image_of(target, &name) {
                Some(image) => {
                    let instance = self.draft.create("instance_image");
                    self.draft.set(instance, "url", &format!("#{image}"));
                    instance
                }
                None => {
                    let param = self.draft.create("param");
                    self.draft.set(param, "ref", &name);
                    param
                }
            };
            self.draft.set_text(target, "");
            self.draft.append(target, inner);
        }
    }

    /// Surface parameters have done their duty. Those that say more than which image they hold are kept.
    fn drop_surfaces(&mut self, effect: Id) {
        for surface in self.draft.all(effect) {
            if self.draft.name(surface) != "surface" {
                continue;
            }
            let Some(param) = self.draft.parent(surface).filter(|p| self.draft.name(*p) == "newparam") else {
                continue;
            };
            let says_more = self.draft.children(surface).iter().any(|c| self.draft.name(*c) != "init_from")
                || self.draft.children(param).len() > 1
                || self.draft.named(surface, "init_from").len() != 1
                || self.built.iter().all(|(s, _)| *s != surface);
            for generator in self.draft.named(surface, "generator") {
                let message = "a surface is generated by a program, which 1.5 does not support; it is kept in an extra";
                self.lose(&codes::IMAGE, Fate::Dropped, generator, message);
            }
            if says_more {
                self.keep_element(param);
            } else {
                self.draft.detach(param);
            }
        }
    }

    /// Surfaces and samplers that materials set.
    fn material_values_up(&mut self) {
        for instance in self.draft.find(&["instance_effect"]) {
            for setparam in self.draft.named(instance, "setparam") {
                let Some(reference) = self.draft.attribute(setparam, "ref") else { continue };
                let effect = self.instanced_effect(instance);
                if let Some(surface) = self.draft.child(setparam, "surface") {
                    let image = self.surface_image(surface, Some(&reference));
                    self.set_surface_up(setparam, effect, &reference, image.as_deref());
                }
                let value = self.draft.children(setparam).into_iter().find(|c| SAMPLERS.contains(&self.draft.name(*c)));
                if let Some(sampler) = value {
                    self.set_sampler_up(setparam, sampler, effect);
                }
            }
        }
    }

    fn set_surface_up(&mut self, setparam: Id, effect: Option<Id>, surface: &str, image: Option<&str>) {
        let samplers = effect.map(|e| self.sampler_params(e, surface)).unwrap_or_default();
        let Some(image) = image.filter(|_| !samplers.is_empty()) else {
            return self.drop_element(setparam, &codes::PARAMETER, "sets a surface that no sampler uses");
        };
        for sid in samplers {
            let new = self.set_image(&sid, image);
            self.draft.insert_before(setparam, new);
        }
        self.keep_element(setparam);
    }

    /// SIDs of the samplers of an effect that read a surface.
    fn sampler_params(&self, effect: Id, surface: &str) -> Vec<String> {
        let mut found = Vec::new();
        for sampler in self.samplers_below(effect) {
            let reads = self.draft.child(sampler, "source").is_some_and(|s| self.draft.word(s) == surface);
            let param = self.draft.parent(sampler).filter(|p| self.draft.name(*p) == "newparam");
            if let Some(sid) = param.filter(|_| reads).and_then(|p| self.draft.attribute(p, "sid"))
                && !found.contains(&sid)
            {
                found.push(sid);
            }
        }
        found
    }

    fn set_image(&mut self, sampler: &str, image: &str) -> Id {
        let new = self.draft.create("setparam");
        self.draft.set(new, "ref", sampler);
        let value = self.draft.create("sampler_image");
        self.draft.set(value, "url", &format!("#{image}"));
        self.draft.append(new, value);
        new
    }

    fn set_sampler_up(&mut self, setparam: Id, sampler: Id, effect: Option<Id>) {
        let reference = self.draft.attribute(setparam, "ref").unwrap_or_default();
        let source = self.draft.child(sampler, "source");
        let name = source.map(|s| self.draft.word(s)).unwrap_or_default();
        let profiles = effect.map(|e| self.profiles(e)).unwrap_or_default();
        let scope = profiles.into_iter().chain(effect).find(|s| self.param_in(*s, &name).is_some());
        let param = scope.and_then(|s| self.param_in(s, &name));
        let surface = param.and_then(|p| self.draft.child(p, "surface"));
        if let Some(image) = surface.and_then(|s| self.surface_image(s, Some(&name))) {
            let new = self.set_image(&reference, &image);
            self.draft.insert_before(setparam, new);
        }
        if let Some(source) = source {
            self.draft.detach(source);
        }
        self.states_up(sampler);
        self.levels_up(sampler);
        self.draft.rename(sampler, "sampler_states");
        for child in self.draft.children(sampler) {
            if !ORDER.contains(&self.draft.name(child)) {
                self.drop_element(child, &codes::SAMPLER, "is not a sampler state");
            }
        }
    }
}
