//! What both directions need to know of effects: their scopes, their libraries, their images.

use super::Migrate;
use super::draft::Id;

/// Names of samplers.
pub(super) const SAMPLERS: [&str; 6] =
    ["sampler1D", "sampler2D", "sampler3D", "samplerCUBE", "samplerRECT", "samplerDEPTH"];

impl Migrate<'_> {
    /// All effects of the document.
    pub fn effects(&self) -> Vec<Id> {
        let libraries = self.draft.named(self.draft.root, "library_effects");
        libraries.into_iter().flat_map(|l| self.draft.named(l, "effect")).collect()
    }

    /// The element with this id, among those of a name in their libraries.
    pub fn by_id(&self, name: &str, id: &str) -> Option<Id> {
        let libraries = self.draft.named(self.draft.root, &format!("library_{name}s"));
        let all = libraries.into_iter().flat_map(|l| self.draft.named(l, name));
        all.into_iter().find(|e| self.draft.has(*e, "id", id.trim()))
    }

    /// The element of the document that a URI leads to.
    pub fn by_url(&self, name: &str, url: &str) -> Option<Id> {
        // Some writers leave out the `#`.
        self.by_id(name, url.trim().trim_start_matches('#'))
    }

    /// The profiles of an effect.
    pub fn profiles(&self, effect: Id) -> Vec<Id> {
        self.draft.children(effect).into_iter().filter(|c| self.draft.name(*c).starts_with("profile_")).collect()
    }

    /// The elements in whose scope parameters of a place are looked for, the nearest first.
    pub fn scopes(&self, id: Id) -> Vec<Id> {
        let around = self.draft.ancestors(id).into_iter().skip(1);
        let is_scope = |name: &str| name.starts_with("profile_") || matches!(name, "technique" | "effect");
        around.filter(|a| is_scope(self.draft.name(*a))).collect()
    }

    /// The parameter with this SID that a place sees.
    pub fn param(&self, from: Id, sid: &str) -> Option<Id> {
        self.scopes(from).into_iter().find_map(|scope| self.param_in(scope, sid))
    }

    /// The parameter with this SID of a scope.
    pub fn param_in(&self, scope: Id, sid: &str) -> Option<Id> {
        let all = self.draft.named(scope, "newparam").into_iter();
        all.into_iter().find(|p| self.draft.has(*p, "sid", sid.trim()))
    }

    /// A library of the document, made before the effects if there is none.
    pub fn library(&mut self, name: &str) -> Id {
        let root = self.draft.root;
        if let Some(known) = self.draft.child(root, name) {
            return known;
        }
        let library = self.draft.create(name);
        let before = ["library_effects", "library_materials", "scene", "extra"];
        match before.into_iter().find_map(|b| self.draft.child(root, b)) {
            Some(sibling) => self.draft.insert_before(sibling, library),
            None => self.draft.append(root, library),
        }
        library
    }

    /// Puts an element into a library, before its extras.
    pub fn shelve(&mut self, library: &str, element: Id) {
        let library = self.library(library);
        match self.draft.child(library, "extra") {
            Some(extra) => self.draft.insert_before(extra, element),
            None => self.draft.append(library, element),
        }
    }

    /// Puts a child where an order of names wants it.
    pub fn put(&mut self, parent: Id, child: Id, order: &[&str]) {
        let rank = |name: &str| order.iter().position(|o| *o == name).unwrap_or(order.len());
        let own = rank(self.draft.any_name(child));
        let children = self.draft.children(parent);
        let at = children.iter().position(|c| rank(self.draft.any_name(*c)) > own).unwrap_or(children.len());
        self.draft.insert(parent, at, child);
    }

    /// A SID that nothing in an effect has, and that nothing else in it will get.
    pub fn free_sid(&mut self, effect: Id, wanted: &str) -> String {
        let wanted = crate::raise::name::ncname(wanted);
        let wanted = if wanted.is_empty() { "param".to_owned() } else { wanted };
        let draft = &self.draft;
        let taken = self
            .sids
            .entry(effect)
            .or_insert_with(|| draft.all(effect).into_iter().filter_map(|e| draft.attribute(e, "sid")).collect());
        taken.underscored(&wanted)
    }

    /// The effect that an instance uses.
    pub fn instanced_effect(&self, instance: Id) -> Option<Id> {
        self.by_url("effect", &self.draft.attribute(instance, "url")?)
    }
}
