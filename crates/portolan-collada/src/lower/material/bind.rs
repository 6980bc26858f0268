//! `<bind_material>`: which material each symbol stands for, and what of the instance it is fed with.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use portolan_scene::{Fate, MaterialBinding, MaterialId, Origin, Semantic};
use portolan_syntax::Node;

use super::super::Lower;
use super::super::geometry::semantic;
use super::params::{Bound, held, loose_numbers};
use super::{Effect, codes};
use crate::resolve::Selection;

/// Controllers that follow each other before the search for their geometry gives up; cycles end here.
const LONGEST_CHAIN: usize = 64;

/// Symbols without binding that are cared for: a small document can have many instances of many symbols.
const MOST_UNASKED: usize = 1 << 20;

/// A material whose parameters are bound: the material, and for each parameter what it is bound to.
pub(super) type Variant = (Origin, Vec<(Box<str>, Origin, Option<u32>)>);

/// What of a geometry bindings speak of.
#[derive(Default, Debug)]
pub(super) struct Outline {
    /// What its primitives call their materials, each once.
    symbols: Vec<Box<str>>,
    /// Semantics of its inputs with their sets, each once.
    inputs: HashSet<(Box<str>, Option<u32>)>,
    /// The first input that reads each source.
    sources: HashMap<Origin, (Box<str>, Option<u32>)>,
}

impl Outline {
    /// The set that is meant where none is written: an input without, else set 0.
    fn set(&self, semantic: &str) -> Option<u32> {
        let has = |set| self.inputs.contains(&(semantic.into(), set));
        (!has(None) && has(Some(0))).then_some(0)
    }
}

impl<'a> Lower<'a> {
    /// The materials of an `<instance_geometry>` or `<instance_controller>`.
    pub(in crate::lower) fn material_bindings(&mut self, instance: Node<'a>) -> Vec<MaterialBinding> {
        let geometry = self.geometry_of(instance);
        let outline = geometry.map(|g| self.outline(g)).unwrap_or_default();
        let mut bindings: Vec<MaterialBinding> = Vec::new();
        let mut named: HashSet<Box<str>> = HashSet::new();
        for bind in instance.elements().filter(|e| e.local_name() == "bind_material") {
            let common = bind.child("technique_common").unwrap_or(bind);
            for element in common.elements().filter(|e| e.local_name() == "instance_material") {
                let symbol = element.attribute_value("symbol").unwrap_or_default();
                let symbol: Box<str> = symbol.trim().trim_start_matches('#').into();
                if !named.insert(symbol.clone()) {
                    let message = format!("the symbol `{symbol}` is already bound");
                    self.lose(&codes::SYMBOL, Fate::Dropped, element, message);
                    continue;
                }
                bindings.extend(self.material_binding(element, symbol, &outline));
            }
        }
        for symbol in outline.symbols.iter().filter(|s| !named.contains(*s)) {
            self.surfaces.unasked += 1;
            if self.surfaces.unasked > MOST_UNASKED {
                break;
            }
            let by_id = geometry.and_then(|g| self.document(g).resolver().id(symbol));
            match by_id.filter(|n| n.local_name() == "material") {
                Some(element) => {
                    let message = format!("the symbol `{symbol}` is not bound; the material with this id is used");
                    self.lose(&codes::SYMBOL, Fate::Noted, instance, message);
                    let Some(material) = self.material(element) else { continue };
                    let meta = self.names(instance);
                    bindings.push(MaterialBinding { symbol: symbol.clone(), material, inputs: Vec::new(), meta });
                }
                None => {
                    let message = format!("the symbol `{symbol}` is not bound to a material");
                    self.lose(&codes::SYMBOL, Fate::Approximated, instance, message);
                }
            }
        }
        bindings
    }

    /// Learns what bindings may speak of in all geometries of the main document.
    pub(in crate::lower) fn outline_all(&mut self) {
        for geometry in self.all_typed("geometry") {
            self.outline(geometry);
        }
    }

    /// The materials of an `<instance_geometry>`, if they are all known as they are; `None` if anything has to be made or
    /// told.
    pub(in crate::lower) fn plain_bindings(
        &self,
        instance: Node<'a>,
        geometry: Node<'a>,
    ) -> Option<Vec<MaterialBinding>> {
        let outline = self.surfaces.outlines.get(&self.origin(geometry))?;
        let mut bindings: Vec<MaterialBinding> = Vec::with_capacity(outline.symbols.len());
        for bind in instance.elements().filter(|e| e.local_name() == "bind_material") {
            let common = bind.child("technique_common")?;
            for element in common.elements().filter(|e| e.local_name() == "instance_material") {
                let symbol = element.attribute_value("symbol")?;
                let symbol: Box<str> = symbol.trim().into();
                let target = self.documents.follow(element, &element.attribute_value("target")?).ok()?;
                let material = self.known.materials.get(&self.origin(target)).copied()??;
                let repeated = bindings.iter().any(|b| b.symbol == symbol);
                if repeated || symbol.starts_with('#') || element.elements().next().is_some() {
                    return None;
                }
                bindings.push(MaterialBinding { symbol, material, inputs: Vec::new(), meta: self.meta(element) });
            }
        }
        let all = outline.symbols.iter().all(|symbol| bindings.iter().any(|b| b.symbol == *symbol));
        all.then_some(bindings)
    }

    fn material_binding(&mut self, element: Node<'a>, symbol: Box<str>, outline: &Outline) -> Option<MaterialBinding> {
        let target = self.follow(element, "target")?;
        let plain = self.material(target)?;
        let mut inputs: Vec<(Box<str>, Semantic, Option<u32>)> = Vec::new();
        let mut bound: Vec<(Node<'a>, Node<'a>, Option<u32>)> = Vec::new();
        for child in element.elements() {
            let text = |name: &str| child.attribute_value(name).unwrap_or_default();
            match child.local_name() {
                "bind_vertex_input" => {
                    let (name, wanted) = (text("semantic"), text("input_semantic"));
                    let set = match child.attribute_value("input_set").map(|s| s.trim().parse::<u32>()) {
                        Some(Ok(set)) => Some(set),
                        _ => outline.set(wanted.trim()),
                    };
                    inputs.push((name.trim().into(), semantic(wanted.trim()), set));
                }
                "bind" => match self.bind_target(child) {
                    Some((source, _)) if source.local_name() == "source" => {
                        // Up to 1.4.0 the data of texture coordinates is bound like a value.
                        match outline.sources.get(&self.origin(source)) {
                            Some((wanted, set)) => {
                                inputs.push((text("semantic").trim().into(), semantic(wanted), *set))
                            }
                            None => self.tell_bind(child, "the shape has no such input"),
                        }
                    }
                    Some((value, at)) => bound.push((child, value, at)),
                    None => self.tell_bind(child, "it cannot be resolved"),
                },
                _ => {}
            }
        }
        let material = if bound.is_empty() { plain } else { self.variant(target, plain, bound) };
        Some(MaterialBinding { symbol, material, inputs, meta: self.meta(element) })
    }

    /// The element that a `<bind>` takes its value from, and which of its numbers.
    fn bind_target(&self, bind: Node<'a>) -> Option<(Node<'a>, Option<u32>)> {
        let written = bind.attribute_value("target")?;
        let path = written.trim();
        let path = path.strip_prefix('#').unwrap_or(path);
        let target = self.document(bind).resolver().path(path, bind).ok()?;
        match target.selection {
            Selection::All => Some((target.node, None)),
            Selection::At(n) => Some((target.node, Some(n))),
            Selection::Named(_) => None,
        }
    }

    /// A material of its own whose parameters have the bound values; the plain one if nothing of it depends on them.
    fn variant(
        &mut self,
        element: Node<'a>,
        plain: MaterialId,
        bound: Vec<(Node<'a>, Node<'a>, Option<u32>)>,
    ) -> MaterialId {
        let (Some(effect), mut settings) = self.effect_of(element) else { return plain };
        let mut key: Variant = (self.origin(element), Vec::new());
        for (bind, value, at) in bound {
            let semantic = bind.attribute_value("semantic").unwrap_or_default();
            let Some(sid) = self.bound_param(&effect, semantic.trim()) else {
                self.tell_bind(bind, "the material does not use it");
                continue;
            };
            let numbers = loose_numbers(held(value).filter(|_| value.local_name().ends_with("param")).unwrap_or(value));
            let values = match at {
                Some(n) => numbers.get(n as usize).map(|v| vec![*v]).unwrap_or_default(),
                None => numbers,
            };
            // Channels drive whole elements; one number of several cannot be told to drive something else.
            settings.bind(&sid, Bound { values, driver: Some(value).filter(|_| at.is_none()) });
            key.1.push((sid, self.origin(value), at));
        }
        if key.1.is_empty() {
            return plain;
        }
        if let Some(known) = self.surfaces.variants.get(&key) {
            return *known;
        }
        let id = self.make_material(element, Some(&effect), &settings, true);
        if let Some(made) = self.scene.materials.get_mut(id.index()) {
            made.base = Some(plain);
        }
        self.surfaces.variants.insert(key, id);
        id
    }

    fn bound_param(&self, effect: &Arc<Effect<'a>>, semantic: &str) -> Option<Box<str>> {
        effect.params.bound_by(semantic).filter(|sid| effect.uses(sid)).map(Into::into)
    }

    fn tell_bind(&mut self, bind: Node<'a>, why: &str) {
        let semantic = bind.attribute_value("semantic").unwrap_or_default();
        let message = format!("the binding of `{}` is ignored: {why}", semantic.trim());
        self.lose(&codes::BIND, Fate::Dropped, bind, message);
    }

    /// The geometry behind an instance, through all controllers.
    fn geometry_of(&self, instance: Node<'a>) -> Option<Node<'a>> {
        let mut at = self.documents.follow(instance, &instance.attribute_value("url")?).ok()?;
        for _ in 0..LONGEST_CHAIN {
            if at.local_name() == "geometry" {
                return Some(at);
            }
            let deformer = at.elements().find(|e| matches!(e.local_name(), "skin" | "morph"))?;
            at = self.documents.follow(deformer, &deformer.attribute_value("source")?).ok()?;
        }
        None
    }

    fn outline(&mut self, geometry: Node<'a>) -> Arc<Outline> {
        let origin = self.origin(geometry);
        if let Some(known) = self.surfaces.outlines.get(&origin) {
            return known.clone();
        }
        let mut outline = Outline::default();
        let mut seen: HashSet<Box<str>> = HashSet::new();
        for holder in geometry.elements().flat_map(|shape| shape.elements()) {
            if let Some(symbol) = holder.attribute_value("material") {
                let symbol: Box<str> = symbol.trim().trim_start_matches('#').into();
                if !symbol.is_empty() && seen.insert(symbol.clone()) {
                    outline.symbols.push(symbol);
                }
            }
            for input in holder.elements().filter(|e| e.local_name() == "input") {
                let semantic: Box<str> = input.attribute_value("semantic").unwrap_or_default().trim().into();
                let set = input.attribute_value("set").and_then(|s| s.trim().parse().ok());
                let source = input.attribute_value("source").and_then(|s| self.documents.follow(input, &s).ok());
                if let Some(source) = source {
                    outline.sources.entry(self.origin(source)).or_insert_with(|| (semantic.clone(), set));
                }
                outline.inputs.insert((semantic, set));
            }
        }
        let outline = Arc::new(outline);
        self.surfaces.outlines.insert(origin, outline.clone());
        outline
    }
}
