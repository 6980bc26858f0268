//! Passes: one mixed run in 1.4, parts for states, program and evaluation in 1.5.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

/// What 1.5 puts into `<evaluate>`, in its order.
const EVALUATE: [&str; 7] =
    ["color_target", "depth_target", "stencil_target", "color_clear", "depth_clear", "stencil_clear", "draw"];

/// States of 1.4 that became parts of the evaluation.
const CLEARS: [(&str, &str); 3] =
    [("clear_color", "color_clear"), ("clear_depth", "depth_clear"), ("clear_stencil", "stencil_clear")];

/// What a pass of 1.5 consists of.
const PARTS: [&str; 5] = ["annotate", "states", "program", "evaluate", "extra"];

impl Migrate<'_> {
    /// Profiles whose form is another in the version: what they were is kept whole.
    pub fn keep_profiles(&mut self) {
        for effect in self.effects() {
            for profile in self.profiles(effect) {
                if self.draft.name(profile) == "profile_COMMON" {
                    continue;
                }
                let right = self.ty(profile).is_some_and(|ty| self.is_valid(profile, ty, 0));
                if let Some(original) = self.draft.origin(profile).filter(|_| !right) {
                    self.keep_original(profile, original);
                }
            }
        }
    }

    /// Brings all passes into the form of 1.5.
    pub fn passes_up(&mut self) {
        for pass in self.passes() {
            let parts = self.draft.children(pass);
            if parts.iter().all(|c| PARTS.contains(&self.draft.name(*c))) {
                continue;
            }
            self.pass_up(pass, parts);
        }
    }

    fn passes(&self) -> Vec<Id> {
        let effects = self.effects();
        effects.into_iter().flat_map(|e| self.draft.all(e)).filter(|p| self.draft.name(*p) == "pass").collect()
    }

    fn pass_up(&mut self, pass: Id, parts: Vec<Id>) {
        let is_glsl = self.draft.around(pass, "profile_GLSL").is_some();
        let states = self.draft.child(pass, "states").unwrap_or_else(|| self.draft.create("states"));
        let program = self.draft.child(pass, "program").unwrap_or_else(|| self.draft.create("program"));
        let evaluate = self.draft.child(pass, "evaluate").unwrap_or_else(|| self.draft.create("evaluate"));
        for part in parts {
            let name = self.draft.name(part).to_owned();
            if PARTS.contains(&name.as_str()) {
                continue;
            }
            if EVALUATE.contains(&name.as_str()) {
                self.put(evaluate, part, &EVALUATE);
            } else if name == "shader" {
                self.shader_up(program, part, is_glsl);
            } else if let Some((_, clear)) = CLEARS.iter().find(|(state, _)| *state == name) {
                self.clear_up(evaluate, part, clear);
            } else if !name.is_empty() {
                if name == "light_linear_attenutation" {
                    self.draft.rename(part, "light_linear_attenuation");
                }
                self.draft.append(states, part);
            }
        }
        for part in [states, program, evaluate] {
            if !self.draft.children(part).is_empty() {
                self.put(pass, part, &PARTS);
            }
        }
    }

    /// A state that says what to clear with.
    fn clear_up(&mut self, evaluate: Id, state: Id, clear: &str) {
        let value = self.draft.attribute(state, "value");
        let taken = self.draft.child(evaluate, clear).is_some();
        match value.filter(|_| !taken) {
            Some(value) => {
                let new = self.draft.leaf(clear, value.trim());
                self.put(evaluate, new, &EVALUATE);
                self.draft.detach(state);
            }
            None => self.drop_element(state, &codes::PASS, "is not a state in 1.5"),
        }
    }

    fn shader_up(&mut self, program: Id, shader: Id, is_glsl: bool) {
        let stage = self.draft.attribute(shader, "stage").unwrap_or_default();
        let target = self.draft.child(shader, "compiler_target").map(|t| self.draft.word(t));
        let options = self.draft.child(shader, "compiler_options").map(|t| self.draft.word(t));
        let stage = match stage.trim() {
            "VERTEX" | "VERTEXPROGRAM" => "VERTEX",
            "FRAGMENT" | "FRAGMENTPROGRAM" => "FRAGMENT",
            _ => stage_of(target.as_deref().unwrap_or_default()),
        };
        self.draft.set(shader, "stage", stage);
        let sources = self.draft.create("sources");
        if let Some(name) = self.draft.child(shader, "name") {
            let entry = self.draft.word(name);
            if !is_glsl {
                self.draft.set(sources, "entry", &entry);
            }
            let source = self.draft.attribute(name, "source").or_else(|| self.only_code(shader));
            if let Some(source) = source {
                let import = self.draft.create("import");
                self.draft.set(import, "ref", source.trim());
                self.draft.append(sources, import);
            }
            self.draft.replace(name, sources);
        }
        for name in ["compiler_target", "compiler_options", "annotate"] {
            for old in self.draft.named(shader, name) {
                self.draft.detach(old);
            }
        }
        if let Some(target) = target.filter(|_| !is_glsl) {
            let platform = self.draft.around(program, "profile_CG");
            let platform = platform.or_else(|| self.draft.around(shader, "profile_CG"));
            let platform = platform.and_then(|p| self.draft.attribute(p, "platform"));
            let compiler = self.draft.create("compiler");
            self.draft.set(compiler, "platform", platform.as_deref().unwrap_or("PC"));
            self.draft.set(compiler, "target", &target);
            if let Some(options) = options {
                self.draft.set(compiler, "options", &options);
            }
            self.put(shader, compiler, &["sources", "compiler", "bind_uniform"]);
        }
        const PROGRAM: [&str; 4] = ["shader", "linker", "bind_attribute", "bind_uniform"];
        for bind in self.draft.named(shader, "bind") {
            self.draft.rename(bind, "bind_uniform");
            if is_glsl {
                self.bind_up(program, bind, &PROGRAM);
            }
        }
        self.put(program, shader, &PROGRAM);
    }

    /// The shaders of a GLSL program share what feeds them.
    fn bind_up(&mut self, program: Id, bind: Id, order: &[&str]) {
        let symbol = self.draft.attribute(bind, "symbol");
        let known = self.draft.named(program, "bind_uniform");
        if known.into_iter().any(|b| self.draft.attribute(b, "symbol") == symbol) {
            self.draft.detach(bind);
        } else {
            self.put(program, bind, order);
        }
    }

    /// The only piece of code that a shader can mean.
    fn only_code(&self, shader: Id) -> Option<String> {
        let pieces = self.scopes(shader).into_iter().flat_map(|s| {
            self.draft.children(s).into_iter().filter(|c| matches!(self.draft.name(*c), "code" | "include"))
        });
        let mut sids = pieces.filter_map(|c| self.draft.attribute(c, "sid"));
        sids.next().filter(|_| sids.next().is_none())
    }

    /// Brings all passes into the form of 1.4.
    pub fn passes_down(&mut self) {
        for pass in self.passes() {
            let new = ["states", "program", "evaluate"].iter().any(|n| self.draft.child(pass, n).is_some());
            let old = self.draft.children(pass).iter().any(|c| !PARTS.contains(&self.draft.name(*c)));
            // An empty pass of 1.4 is as it was.
            if new || (!old && self.bound.version_name() == "1.5.0") {
                self.pass_down(pass);
            }
        }
    }

    fn pass_down(&mut self, pass: Id) {
        let is_glsl = self.draft.around(pass, "profile_GLSL").is_some();
        let part = |migrate: &Migrate<'_>, name: &str| migrate.draft.child(pass, name);
        let (states, program, evaluate) = (part(self, "states"), part(self, "program"), part(self, "evaluate"));
        let first = self.draft.named(pass, "annotate").len();
        let mut place = first;
        let mut move_here = |migrate: &mut Migrate<'_>, child: Id| {
            migrate.draft.insert(pass, place, child);
            place += 1;
        };
        for child in evaluate.map(|e| self.draft.children(e)).unwrap_or_default() {
            move_here(self, child);
        }
        for child in states.map(|s| self.draft.children(s)).unwrap_or_default() {
            if self.draft.around(pass, "profile_GLES").is_some() && self.draft.name(child) == "light_linear_attenuation"
            {
                self.draft.rename(child, "light_linear_attenutation");
            }
            move_here(self, child);
        }
        if let Some(program) = program {
            let shared = if is_glsl { self.draft.named(program, "bind_uniform") } else { Vec::new() };
            for shader in self.draft.named(program, "shader") {
                if self.shader_down(shader, is_glsl, &shared) {
                    move_here(self, shader);
                }
            }
            for attribute in self.draft.named(program, "bind_attribute") {
                let symbol = self.draft.attribute(attribute, "symbol").unwrap_or_default();
                let message = format!("the vertex attribute `{symbol}` of a program does not exist in 1.4");
                self.lose(&codes::PASS, Fate::Dropped, attribute, message);
            }
        }
        for part in [states, program, evaluate].into_iter().flatten() {
            self.draft.detach(part);
        }
        let needs_state = self.draft.around(pass, "profile_GLES").is_none();
        if needs_state && place == first + evaluate.map_or(0, |_| self.count(pass, &EVALUATE)) {
            // 1.4 wants at least one state; this one is as it is anyway.
            let state = self.draft.create("depth_mask");
            self.draft.set(state, "value", "true");
            self.draft.insert(pass, place, state);
            self.lose(&codes::DEMANDED, Fate::Noted, pass, "a state was added to a pass, because 1.4 requires one");
        }
    }

    fn count(&self, id: Id, names: &[&str]) -> usize {
        self.draft.children(id).into_iter().filter(|c| names.contains(&self.draft.name(*c))).count()
    }

    /// A shader of 1.5 as one of 1.4; `false` if there is none for its stage.
    fn shader_down(&mut self, shader: Id, is_glsl: bool, shared: &[Id]) -> bool {
        let stage = self.draft.attribute(shader, "stage").unwrap_or_default();
        let stage = match (stage.trim(), is_glsl) {
            ("VERTEX", false) => "VERTEX",
            ("FRAGMENT", false) => "FRAGMENT",
            ("VERTEX", true) => "VERTEXPROGRAM",
            ("FRAGMENT", true) => "FRAGMENTPROGRAM",
            (other, _) => {
                let message = format!("1.4 has no shader stage `{other}`");
                self.lose(&codes::PASS, Fate::Dropped, shader, message);
                return false;
            }
        };
        self.draft.set(shader, "stage", stage);
        if let Some(sources) = self.draft.child(shader, "sources") {
            let entry = self.draft.attribute(sources, "entry").unwrap_or_else(|| "main".to_owned());
            let name = self.draft.leaf("name", crate::raise::name::ncname(&entry).as_str());
            let pieces = self.draft.children(sources);
            if pieces.len() > 1 {
                let message = "a shader in 1.4 has one piece of code; the others are dropped";
                self.lose(&codes::PASS, Fate::Dropped, shader, message);
            }
            if let Some(piece) = pieces.first().copied() {
                let source = match self.draft.name(piece) {
                    "inline" => self.code_of(shader, piece),
                    _ => self.draft.attribute(piece, "ref"),
                };
                if let Some(source) = source {
                    self.draft.set(name, "source", source.trim());
                }
            }
            self.draft.replace(sources, name);
        }
        for (number, compiler) in self.draft.named(shader, "compiler").into_iter().enumerate() {
            let target = self.draft.attribute(compiler, "target").filter(|_| number == 0);
            if let Some(target) = target {
                let child = self.draft.leaf("compiler_target", target.trim());
                self.put(shader, child, &["annotate", "compiler_target", "name"]);
                if let Some(options) = self.draft.attribute(compiler, "options") {
                    let child = self.draft.leaf("compiler_options", &options);
                    self.put(shader, child, &["annotate", "compiler_target", "compiler_options", "name"]);
                }
            }
            self.draft.detach(compiler);
        }
        for bind in shared {
            let copy = self.draft.copy(*bind);
            self.draft.append(shader, copy);
        }
        for bind in self.draft.named(shader, "bind_uniform") {
            self.draft.rename(bind, "bind");
        }
        for extra in self.draft.named(shader, "extra") {
            self.draft.detach(extra);
        }
        true
    }

    /// Code inside a shader gets an element of its own in the profile.
    fn code_of(&mut self, shader: Id, inline: Id) -> Option<String> {
        let profile = self.draft.ancestors(shader).into_iter().find(|a| self.draft.name(*a).starts_with("profile_"))?;
        let effect = self.draft.parent(profile)?;
        let sid = self.free_sid(effect, "code");
        let text = self.draft.text(inline);
        let code = self.draft.leaf("code", &text);
        self.draft.set(code, "sid", &sid);
        self.put(profile, code, &["asset", "code", "include", "image", "newparam", "technique", "extra"]);
        Some(sid)
    }
}

/// The stage of a program for a target: `vp40`, `arbfp1`, `ps_2_0`.
fn stage_of(target: &str) -> &'static str {
    let is_fragment = ["fp", "ps", "frag"].iter().any(|word| target.to_ascii_lowercase().contains(word));
    if is_fragment { "FRAGMENT" } else { "VERTEX" }
}
