//! Between 1.4.0 and 1.4.1.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

/// What a limit or spring of a constraint says, and what 1.4.1 takes for granted.
const GRANTED: [(&str, &str, &str); 13] = [
    ("rigid_constraint/technique_common", "enabled", "true"),
    ("rigid_constraint/technique_common", "interpenetrate", "false"),
    ("limits/swing_cone_and_twist", "min", "0.0 0.0 0.0"),
    ("limits/swing_cone_and_twist", "max", "0.0 0.0 0.0"),
    ("limits/linear", "min", "0.0 0.0 0.0"),
    ("limits/linear", "max", "0.0 0.0 0.0"),
    ("spring/angular", "stiffness", "1.0"),
    ("spring/angular", "damping", "0.0"),
    ("spring/angular", "target_value", "0.0"),
    ("spring/linear", "stiffness", "1.0"),
    ("spring/linear", "damping", "0.0"),
    ("spring/linear", "target_value", "0.0"),
    ("instance_rigid_body/technique_common", "velocity", "0.0 0.0 0.0"),
];

impl Migrate<'_> {
    /// 1.4.0 as 1.4.1.
    pub fn early_up(&mut self) {
        for input in self.draft.find(&["input"]) {
            if self.draft.attribute(input, "semantic").is_some_and(|s| s.trim() == "TEXTURE") {
                self.change_attribute(input, "semantic", "TEXCOORD");
                self.lose(
                    &codes::VALUE,
                    Fate::Noted,
                    input,
                    "the semantic `TEXTURE` was renamed to `TEXCOORD` in 1.4.1",
                );
            }
        }
        for surface in self.draft.find(&["surface"]) {
            for init in self.draft.named(surface, "init_from") {
                self.split_images(init);
            }
        }
        for usertype in self.draft.find(&["usertype"]) {
            if self.draft.attribute(usertype, "name").is_some() {
                self.usertype_source(usertype);
            }
        }
        for mesh in self.draft.find(&["convex_mesh"]) {
            self.drop_dummies(mesh);
        }
    }

    /// One image each since 1.4.1.
    fn split_images(&mut self, init: Id) {
        let text = self.draft.text(init);
        let images: Vec<&str> = text.split_ascii_whitespace().collect();
        let Some((first, others)) = images.split_first().filter(|(_, o)| !o.is_empty()) else { return };
        for other in others.iter().rev() {
            let copy = self.draft.copy(init);
            self.draft.set_text(copy, other);
            self.draft.insert_after(init, copy);
        }
        self.draft.set_text(init, first);
    }

    /// Data that 1.4.0 demanded although the hull of another geometry is meant.
    fn drop_dummies(&mut self, mesh: Id) {
        if self.draft.attribute(mesh, "convex_hull_of").is_none() {
            return;
        }
        let holds = |id: &Id| {
            self.draft.all(*id).into_iter().any(|e| {
                let filled = matches!(self.draft.name(e), "float_array" | "p") && !self.draft.word(e).is_empty();
                filled || matches!(self.draft.name(e), "extra")
            })
        };
        let children = self.draft.children(mesh);
        if !children.is_empty() && !children.iter().any(holds) {
            for child in children {
                self.draft.detach(child);
            }
        }
    }

    /// 1.4.1 as 1.4.0: what was taken for granted is written.
    pub fn early_down(&mut self) {
        for mesh in self.draft.find(&["convex_mesh"]) {
            if self.draft.children(mesh).is_empty() {
                self.empty_data(mesh);
                let message = "empty data was added to a convex mesh, because 1.4.0 requires it";
                self.lose(&codes::DEMANDED, Fate::Noted, mesh, message);
            }
        }
        for hint in self.draft.find(&["technique_hint"]) {
            if self.draft.attribute(hint, "platform").is_none() {
                self.draft.set(hint, "platform", "PC");
                let message = "the platform `PC` was added to a technique hint, because 1.4.0 requires one";
                self.lose(&codes::DEMANDED, Fate::Noted, hint, message);
            }
        }
        for surface in self.draft.find(&["surface"]) {
            self.surface_early(surface);
        }
        for transparent in self.draft.find(&["transparent"]) {
            if self.draft.attribute(transparent, "opaque").is_some_and(|o| o.trim() == "A_ONE") {
                // It means what 1.4.0 does without it.
                self.keep_attribute(transparent, "opaque");
            }
        }
        for target in self.draft.find(&["color_target", "depth_target", "stencil_target"]) {
            for (name, usual) in [("face", "POSITIVE_X"), ("mip", "0")] {
                if self.draft.attribute(target, name).is_some_and(|v| v.trim() == usual) {
                    self.draft.unset(target, name);
                }
            }
        }
        self.write_granted();
        if let Some(base) = self.draft.attribute(self.draft.root, "xml:base") {
            let message = format!(
                "the base `{base}` of the references does not exist in 1.4.0; it is kept in an \
                extra"
            );
            self.lose(&codes::ATTRIBUTE, Fate::Dropped, self.draft.root, message);
            self.resolve_base(&base);
            self.keep_attribute(self.draft.root, "xml:base");
        }
    }

    /// A surface of 1.4.0 has a format and no other ways to be filled than images.
    fn surface_early(&mut self, surface: Id) {
        if self.draft.attribute(surface, "type").is_none() {
            return;
        }
        for init in self.draft.children(surface) {
            if !matches!(self.draft.name(init), "init_cube" | "init_volume" | "init_planar") {
                continue;
            }
            let parts = self.draft.children(init);
            let ids: Vec<String> = parts.iter().filter_map(|p| self.draft.attribute(*p, "ref")).collect();
            let original = self.draft.origin(init);
            let new = self.draft.leaf("init_from", &ids.join(" "));
            self.draft.replace(init, new);
            if let Some(original) = original {
                self.keep_original(new, original);
            }
            let message = "a surface is initialized with a list of images, the only way in 1.4.0";
            self.lose(&codes::IMAGE, Fate::Approximated, new, message);
        }
        if self.draft.child(surface, "format").is_none() {
            let format = self.draft.leaf("format", "A8R8G8B8");
            let order = ["init_from", "init_as_null", "init_as_target", "format", "format_hint"];
            self.put(surface, format, &order);
            let message = "the format `A8R8G8B8` was added to a surface, because 1.4.0 requires one";
            self.lose(&codes::DEMANDED, Fate::Noted, surface, message);
        }
    }

    fn write_granted(&mut self) {
        let parents = ["technique_common", "swing_cone_and_twist", "linear", "angular"];
        for parent in self.draft.find(&parents) {
            let around = self.draft.parent(parent).map(|p| self.draft.name(p)).unwrap_or_default();
            let path = format!("{around}/{}", self.draft.name(parent));
            let rows: Vec<_> = GRANTED.iter().filter(|(place, ..)| *place == path).collect();
            let order = [
                "angular_velocity",
                "velocity",
                "dynamic",
                "mass",
                "enabled",
                "interpenetrate",
                "limits",
                "spring",
                "stiffness",
                "damping",
                "target_value",
                "min",
                "max",
            ];
            for (_, name, value) in rows {
                if self.draft.child(parent, name).is_none() {
                    let child = self.draft.leaf(name, value);
                    self.put(parent, child, &order);
                }
            }
            if path.starts_with("instance_rigid_body") && self.draft.child(parent, "angular_velocity").is_none() {
                let child = self.draft.leaf("angular_velocity", "0.0 0.0 0.0");
                self.put(parent, child, &order);
            }
        }
    }

    /// Relative references get the base they were relative to.
    fn resolve_base(&mut self, base: &str) {
        let folder = base.rfind('/').and_then(|at| base.get(..=at)).unwrap_or_default().to_owned();
        let relative = |uri: &str| {
            let has_scheme = uri.split(['/', '#', '?']).next().is_some_and(|head| head.contains(':'));
            !uri.is_empty() && !uri.starts_with(['#', '/']) && !has_scheme
        };
        for id in self.draft.all(self.draft.root) {
            for name in ["url", "source", "target"] {
                let reference = self.draft.attribute(id, name).unwrap_or_default();
                if reference.contains('#') && relative(reference.trim()) && !reference.contains("::") {
                    let path = reference.split('#').next().unwrap_or_default();
                    if path.contains('.') {
                        self.draft.set(id, name, &format!("{folder}{}", reference.trim()));
                    }
                }
            }
            let in_image = self.draft.parent(id).is_some_and(|p| self.draft.name(p) == "image");
            if self.draft.name(id) == "init_from" && in_image {
                let uri = self.draft.word(id);
                if relative(&uri) {
                    self.draft.set_text(id, &format!("{folder}{uri}"));
                }
            }
        }
    }
}
