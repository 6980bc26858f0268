//! Ids: unique in the document, those of the scene as they are.

use hashbrown::{HashMap, HashSet};
use portolan_scene::{Fate, Geometry, Losses, Meta, Origin, Scene, Shape};
use portolan_syntax::xml::chars;

use super::address::Addresses;
use super::codes;
use super::effect::Effects;
use crate::kept::Fragment;

/// Ids that are taken.
#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<Box<str>>,
    /// The number that was used last for each id that was asked for again.
    numbers: HashMap<Box<str>, u64>,
    /// What ids of each document became. Of the main one those that are no names, of the others all.
    became: HashMap<u32, HashMap<Box<str>, Box<str>>>,
    /// Documents of which an id became another.
    changed: HashSet<u32>,
}

impl Names {
    /// An id that nobody has: what is wanted, as far as it is an id, else with a number behind.
    pub fn claim(&mut self, wanted: &str) -> Box<str> {
        let base = ncname(wanted);
        let base = if base.is_empty() { "id".to_owned() } else { base };
        let mut free: Box<str> = base.as_str().into();
        if self.taken.contains(&free) {
            let last = self.numbers.entry(free.clone()).or_insert(1);
            while self.taken.contains(&free) {
                *last += 1;
                free = format!("{base}_{last}").into();
            }
        }
        self.taken.insert(free.clone());
        free
    }

    /// Notes what an id of a document became. Of elements with the same id the first is the one that is meant.
    fn note(&mut self, document: u32, id: &str, claimed: &str) {
        // In the main document only what is no name becomes another; what is there twice stays once.
        if document == 0 && ncname(id) == id {
            return;
        }
        let known = self.became.entry(document).or_default();
        if !known.contains_key(id) {
            known.insert(id.into(), claimed.into());
            if id != claimed {
                self.changed.insert(document);
            }
        }
    }

    /// What the ids of a document became, if any became another.
    pub fn renames(&self, document: u32) -> Option<&HashMap<Box<str>, Box<str>>> {
        self.became.get(&document).filter(|_| self.changed.contains(&document))
    }

    /// What an id of a document is now.
    pub fn now<'n>(&'n self, document: u32, id: &'n str) -> &'n str {
        self.became.get(&document).and_then(|became| became.get(id)).map_or(id, |new| new)
    }

    /// Takes the ids in what is put back as it was written: those of the main document as they are, of others what is
    /// still free.
    fn reserve(&mut self, ids: impl IntoIterator<Item = Box<str>>, origin: Origin, losses: &mut Losses) {
        for id in ids {
            if origin.document == 0 {
                self.taken.insert(id);
            } else if !self.became.get(&origin.document).is_some_and(|became| became.contains_key(&id)) {
                let claimed = self.claim(&id);
                tell(&id, &claimed, origin, losses);
                self.note(origin.document, &id, &claimed);
            }
        }
    }
}

/// Tells that an id became another.
fn tell(id: &str, claimed: &str, origin: Origin, losses: &mut Losses) {
    if claimed != id {
        let message = format!("the id `{id}` was changed to `{claimed}`");
        losses.push(&codes::ID, Fate::Noted, origin, message);
    }
}

/// A text as a name without colons: what may not stand in one becomes `_`.
pub(crate) fn ncname(text: &str) -> String {
    let text = text.trim();
    if chars::is_ncname(text) {
        return text.to_owned();
    }
    let legal = |c: char| if c != ':' && chars::is_name_char(c) { c } else { '_' };
    let mut name: String = text.chars().map(legal).collect();
    if name.chars().next().is_some_and(|c| !chars::is_name_start(c)) {
        name.insert(0, '_');
    }
    name
}

/// A joint's name, or a path to it, as it may stand in an array.
pub(crate) fn ncname_path(text: &str) -> Box<str> {
    text.trim().split('/').map(ncname).collect::<Vec<_>>().join("/").into()
}

/// The id of a source and that of the array in it.
pub(crate) type SourceIds = (Box<str>, Box<str>);

/// The same, as far as the document gives them.
type GivenIds = (Option<Box<str>>, Option<Box<str>>);

/// Ids of all objects.
#[derive(Default)]
pub(crate) struct Ids {
    pub nodes: Vec<Option<Box<str>>>,
    pub geometries: Vec<Option<Box<str>>>,
    /// Of each stream of each geometry.
    pub streams: Vec<Vec<SourceIds>>,
    pub vertices: Vec<Option<Box<str>>>,
    pub controllers: Vec<Option<Box<str>>>,
    /// The source of the weights of each morph.
    pub weights: Vec<Option<SourceIds>>,
    pub materials: Vec<Option<Box<str>>>,
    pub effects: Vec<Option<Box<str>>>,
    pub images: Vec<Option<Box<str>>>,
    pub cameras: Vec<Option<Box<str>>>,
    pub lights: Vec<Option<Box<str>>>,
    pub curves: Vec<Option<Box<str>>>,
    pub animations: Vec<Option<Box<str>>>,
    pub clips: Vec<Option<Box<str>>>,
    pub formulas: Vec<Option<Box<str>>>,
    pub views: Vec<Option<Box<str>>>,
}

/// Which ids are taken: no id that was written goes to an object that has none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Those of the document that was asked for.
    Own,
    /// Those of other documents.
    Others,
    /// Those of objects that have none.
    Invented,
}

/// Finds ids for the objects of a list.
struct Claim<'n> {
    names: &'n mut Names,
    losses: &'n mut Losses,
    pass: Pass,
}

impl Claim<'_> {
    fn list<'m>(
        &mut self,
        ids: &mut Vec<Option<Box<str>>>,
        metas: impl Iterator<Item = &'m Meta>,
        word: &str,
        needs: impl Fn(usize) -> bool,
    ) {
        for (place, meta) in metas.enumerate() {
            if self.pass == Pass::Own {
                let id = meta.id.as_deref().filter(|_| meta.origin.document == 0);
                ids.push(id.map(|id| self.claimed(id, meta)));
            } else if let Some(slot @ None) = ids.get_mut(place) {
                *slot = match meta.id.as_deref() {
                    Some(id) => Some(self.claimed(id, meta)),
                    None if self.pass == Pass::Invented && needs(place) => {
                        let wanted = match (meta.name.as_deref(), meta.sid.as_deref()) {
                            (Some(name), _) if !name.trim().is_empty() => format!("{name}-{word}"),
                            // So that it is still called the same.
                            (_, Some(sid)) => sid.to_owned(),
                            _ => word.to_owned(),
                        };
                        Some(self.names.claim(&wanted))
                    }
                    None => None,
                };
            }
        }
    }

    fn claimed(&mut self, id: &str, meta: &Meta) -> Box<str> {
        let claimed = self.names.claim(id);
        tell(id, &claimed, meta.origin, self.losses);
        self.names.note(meta.origin.document, id, &claimed);
        claimed
    }

    fn part(&mut self, id: Option<&str>, meta: &Meta) -> Option<Box<str>> {
        id.filter(|_| self.pass == Pass::Own).map(|id| self.claimed(id, meta))
    }
}

impl Ids {
    pub fn new(scene: &Scene, effects: &Effects, addresses: &Addresses, names: &mut Names, losses: &mut Losses) -> Ids {
        let mut ids = Ids::default();
        let mut arrays: Vec<Vec<GivenIds>> = Vec::new();
        for pass in [Pass::Own, Pass::Others, Pass::Invented] {
            if pass != Pass::Invented {
                reserve_kept(scene, pass == Pass::Own, names, losses);
            }
            let mut claim = Claim { names: &mut *names, losses: &mut *losses, pass };
            let always = |_: usize| true;
            claim.list(&mut ids.views, scene.views.iter().map(|v| &v.meta), "scene", always);
            claim.list(&mut ids.nodes, scene.nodes.iter().map(|n| &n.meta), "node", |n| addresses.needs_node(n));
            claim.list(&mut ids.geometries, scene.geometries.iter().map(|g| &g.meta), "mesh", always);
            claim.list(&mut ids.controllers, scene.controllers.iter().map(|c| &c.meta), "controller", always);
            claim.list(&mut ids.materials, scene.materials.iter().map(|m| &m.meta), "material", always);
            claim.list(&mut ids.effects, effects.metas(scene), "effect", |_| false);
            claim.list(&mut ids.images, scene.images.iter().map(|i| &i.meta), "image", always);
            claim.list(&mut ids.cameras, scene.cameras.iter().map(|c| &c.meta), "camera", always);
            claim.list(&mut ids.lights, scene.lights.iter().map(|l| &l.meta), "light", always);
            claim.list(&mut ids.formulas, scene.formulas.iter().map(|f| &f.meta), "formula", always);
            let clipped = |n: usize| scene.animations.get(n).is_some_and(|a| a.clipped);
            claim.list(&mut ids.animations, scene.animations.iter().map(|a| &a.meta), "animation", clipped);
            claim.list(&mut ids.clips, scene.clips.iter().map(|c| &c.meta), "clip", |_| false);
            claim.list(&mut ids.curves, scene.curves.iter().map(|c| &c.meta), "sampler", always);
            if pass == Pass::Own {
                arrays = scene.geometries.iter().map(|g| claim.streams(g)).collect();
                let vertices = scene.geometries.iter().map(|g| {
                    let id = g.meta.aside.as_ref().and_then(|a| a.part("vertices")).and_then(|p| p.id.as_deref());
                    claim.part(id, &g.meta)
                });
                ids.vertices = vertices.collect();
            }
        }
        for (place, first) in effects.list.iter().enumerate() {
            if let Some(slot @ None) = ids.effects.get_mut(place) {
                let material = ids.materials.get(first.index()).and_then(|m| m.as_deref()).unwrap_or("material");
                *slot = Some(names.claim(&format!("{material}-effect")));
            }
        }
        for (place, given) in arrays.into_iter().enumerate() {
            let geometry = ids.geometries.get(place).and_then(|g| g.as_deref()).unwrap_or("mesh").to_owned();
            let number = |n: usize| if n == 0 { String::new() } else { format!("{}", n + 1) };
            let all = given.into_iter().enumerate().map(|(n, (source, array))| {
                let source = source.unwrap_or_else(|| names.claim(&format!("{geometry}-source{}", number(n))));
                let array = array.unwrap_or_else(|| names.claim(&format!("{source}-array")));
                (source, array)
            });
            ids.streams.push(all.collect());
            if let Some(slot @ None) = ids.vertices.get_mut(place) {
                *slot = Some(names.claim(&format!("{geometry}-vertices")));
            }
        }
        for (place, controller) in scene.controllers.iter().enumerate() {
            let id = ids.controllers.get(place).and_then(|c| c.as_deref()).unwrap_or("controller");
            ids.weights.push(match controller.deformer {
                portolan_scene::Deformer::Morph(_) => {
                    let source = names.claim(&format!("{id}-weights"));
                    let array = names.claim(&format!("{id}-weights-array"));
                    Some((source, array))
                }
                portolan_scene::Deformer::Skin(_) => None,
            });
        }
        ids
    }
}

impl Claim<'_> {
    /// Ids of sources and arrays as far as the document gave them.
    fn streams(&mut self, geometry: &Geometry) -> Vec<GivenIds> {
        let Shape::Mesh(mesh) = &geometry.shape else { return Vec::new() };
        let own = geometry.meta.origin.document == 0;
        let mut used: HashSet<&str> = HashSet::new();
        let mut all = Vec::new();
        for stream in &mesh.streams {
            // One source may have been read in two ways.
            let given = stream.id.as_deref().filter(|id| own && used.insert(id));
            let part = given.and_then(|id| geometry.meta.aside.as_ref()?.part(&format!("source/{id}")));
            let array = part.and_then(|p| p.id.as_deref());
            let source = self.part(given, &geometry.meta);
            all.push((source, self.part(array, &geometry.meta)));
        }
        all
    }
}

/// Takes the ids in everything of the main document, or of the others, that is put back as it was written.
fn reserve_kept(scene: &Scene, own: bool, names: &mut Names, losses: &mut Losses) {
    let is_now = |origin: Origin| (origin.document == 0) == own;
    let mut metas: Vec<&Meta> = Vec::new();
    scene.each_meta(&mut |_, meta| metas.push(meta));
    for meta in metas.iter().filter(|meta| is_now(meta.origin)) {
        for extra in &meta.extras {
            // Who refers to them is known to their application only.
            let inside = Some(extra).filter(|e| e.content.contains("id")).and_then(Fragment::extra);
            names.taken.extend(inside.iter().flat_map(Fragment::ids));
            names.reserve(extra.id.clone(), meta.origin, losses);
        }
    }
    let kept = metas.iter().flat_map(|meta| meta.kept()).chain(&scene.aside.kept);
    for kept in kept.filter(|k| is_now(k.origin) && k.content.contains("id")) {
        let fragment = Fragment::read(kept);
        names.reserve(fragment.iter().flat_map(Fragment::ids), kept.origin, losses);
    }
    if own {
        names.taken.extend(scene.aside.parts.iter().filter_map(|part| part.id.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_names_and_unique() {
        let mut names = Names::default();
        names.taken.extend(["x", "z"].map(Box::from));
        let made: Vec<Box<str>> = ["x", "y", "z", "a b:c", "1st", "", "a b:c"].iter().map(|w| names.claim(w)).collect();
        assert_eq!(made, ["x_2", "y", "z_2", "a_b_c", "_1st", "id", "a_b_c_2"].map(Box::from));
    }
}
