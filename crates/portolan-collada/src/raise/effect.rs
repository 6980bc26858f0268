//! `<effect>`: what materials share.

use hashbrown::{HashMap, HashSet};
use portolan_scene::{
    Colour, ColourSlot, Fed, Kept, Material, MaterialId, Meta, Origin, Scalar, ScalarSlot, Scene, Shading, Target,
    TextureSlot,
};
use portolan_scene::{Fate, Opaque, Part};
use portolan_syntax::Node;

use super::{Raise, Version, codes, label};
use crate::kept::{Fragment, adds, keeps, kept_holds};

/// Which materials share an effect.
#[derive(Default)]
pub(crate) struct Effects {
    /// The first material of each.
    pub list: Vec<MaterialId>,
    /// The effect of each material; `None` for variants that are not written because their bindings are.
    pub of: Vec<Option<usize>>,
}

/// An effect without names.
static NAMELESS: Meta = Meta {
    id: None,
    sid: None,
    name: None,
    origin: Origin { document: 0, element: 0 },
    extras: Vec::new(),
    aside: None,
};

impl Effects {
    pub fn of(scene: &Scene, version: Version) -> Effects {
        let mut effects = Effects::default();
        let needed = needed_variants(scene, version);
        let mut known: HashMap<Origin, Vec<usize>> = HashMap::new();
        for (place, material) in scene.materials.iter().enumerate() {
            let id = MaterialId(place as u32);
            if material.base.is_some() && !needed.contains(&id) {
                effects.of.push(None);
                continue;
            }
            let origin = material.effect.as_ref().map(|e| e.origin);
            let alike = origin.and_then(|o| known.get(&o)).into_iter().flatten().copied().find(|effect| {
                let first = effects.list.get(*effect).and_then(|f| scene.material(*f));
                first.is_some_and(|first| can_share(first, material))
            });
            let effect = alike.unwrap_or_else(|| {
                effects.list.push(id);
                effects.list.len() - 1
            });
            if alike.is_none() {
                origin.into_iter().for_each(|o| known.entry(o).or_default().push(effect));
            }
            effects.of.push(Some(effect));
        }
        effects
    }

    /// Names of all effects.
    pub fn metas<'s>(&self, scene: &'s Scene) -> impl Iterator<Item = &'s Meta> {
        self.list.iter().map(|m| scene.material(*m).and_then(|m| m.effect.as_deref()).unwrap_or(&NAMELESS))
    }

    /// The material that stands for the effect of a material.
    pub fn first(&self, material: MaterialId) -> MaterialId {
        let effect = self.of.get(material.index()).copied().flatten();
        effect.and_then(|e| self.list.get(e)).copied().unwrap_or(material)
    }
}

/// Variants of materials whose bindings cannot be put back.
fn needed_variants(scene: &Scene, version: Version) -> HashSet<MaterialId> {
    let mut needed = HashSet::new();
    for binding in scene.nodes.iter().flat_map(|n| &n.drawn).flat_map(|d| &d.materials) {
        let bound = |k: &Kept| &*k.name == "bind" && Version::like(k.version) == version;
        if !binding.meta.kept().iter().any(bound) {
            needed.insert(binding.material);
        }
    }
    needed
}

/// Do two materials of one effect differ only in what each of them sets?
fn can_share(a: &Material, b: &Material) -> bool {
    let colour = |slot: ColourSlot| {
        let fed = |m: &Material| {
            m.parameter(Fed::Colour(slot)).or(m.parameter(Fed::Texture(TextureSlot::Colour(slot)))).map(str::to_owned)
        };
        a.colour(slot) == b.colour(slot) || (fed(a).is_some() && fed(a) == fed(b))
    };
    let scalar = |slot: ScalarSlot| {
        let fed = |m: &Material| m.parameter(Fed::Scalar(slot)).map(str::to_owned);
        a.scalar(slot) == b.scalar(slot) || (fed(a).is_some() && fed(a) == fed(b))
    };
    a.shading == b.shading
        && a.opaque == b.opaque
        && a.linear == b.linear
        && a.physical == b.physical
        && a.bump == b.bump
        && ColourSlot::ALL.into_iter().all(colour)
        && SCALARS.iter().all(|(_, slot)| scalar(*slot))
}

/// The values of a surface in the order of the format.
const SLOTS: [(&str, Slot); 10] = [
    ("emission", Slot::Colour(ColourSlot::Emission)),
    ("ambient", Slot::Colour(ColourSlot::Ambient)),
    ("diffuse", Slot::Colour(ColourSlot::Diffuse)),
    ("specular", Slot::Colour(ColourSlot::Specular)),
    ("shininess", Slot::Scalar(ScalarSlot::Shininess)),
    ("reflective", Slot::Colour(ColourSlot::Reflective)),
    ("reflectivity", Slot::Scalar(ScalarSlot::Reflectivity)),
    ("transparent", Slot::Colour(ColourSlot::Transparent)),
    ("transparency", Slot::Scalar(ScalarSlot::Transparency)),
    ("index_of_refraction", Slot::Scalar(ScalarSlot::Refraction)),
];

const SCALARS: [(&str, ScalarSlot); 4] = [
    ("shininess", ScalarSlot::Shininess),
    ("reflectivity", ScalarSlot::Reflectivity),
    ("transparency", ScalarSlot::Transparency),
    ("index_of_refraction", ScalarSlot::Refraction),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Colour(ColourSlot),
    Scalar(ScalarSlot),
}

impl<'a> Raise<'a> {
    pub(super) fn effects(&mut self) {
        for place in 0..self.effects.list.len() {
            let Some(first) = self.effects.list.get(place).copied() else { continue };
            let Some(material) = self.scene.material(first) else { continue };
            self.effect(place, first, material);
        }
    }

    fn effect(&mut self, place: usize, id: MaterialId, material: &'a Material) {
        let meta: &'a Meta = material.effect.as_deref().unwrap_or(&NAMELESS);
        let own = self.ids.effects.get(place).cloned().flatten();
        self.head("effect", own.as_deref(), meta);
        if self.is_new() {
            self.asset(meta);
        }
        self.kept(meta, "", |name| name == "annotate");
        self.parameters(meta, "", material);
        // Values that were guessed from another profile are guessed again.
        let foreign = meta.word().filter(|w| *w != "profile_COMMON");
        let guessed = foreign.is_some_and(|word| {
            meta.kept().iter().any(|k| k.place.is_empty() && *k.name == *word && self.is_usable(k))
        });
        if !guessed {
            self.common_profile(id, material, meta);
        }
        self.kept(meta, "", |name| name.starts_with("profile_"));
        match meta.aside.is_some() {
            true => self.kept(meta, "", |name| name == "extra"),
            false => self.extras(&meta.extras, meta.origin),
        }
        let named = |e: Node<'_>| e.local_name().contains("double_sided");
        let bound = |e: Node<'_>| e.local_name() == "semantic" && e.text().trim() == "DOUBLE_SIDED";
        let told = keeps(meta, "double_sided", named)
            || adds(&material.meta, "double_sided", named)
            || keeps(meta, "DOUBLE_SIDED", bound);
        if let Some(both) = material.double_sided.filter(|_| !told) {
            self.out.open("extra").open("technique").attribute("profile", "MAX3D");
            self.out.leaf("double_sided", if both { "1" } else { "0" }).close().close();
        }
        self.out.close();
    }

    /// Parameters of a scope, with the values that the fields they feed have now.
    fn parameters(&mut self, meta: &'a Meta, place: &str, material: &'a Material) {
        for kept in meta.kept().iter().filter(|k| *k.place == *place && &*k.name == "newparam") {
            let Some(param) = Param::of(kept) else { continue };
            let set = material
                .meta
                .kept()
                .iter()
                .any(|k| &*k.name == "setparam" && Param::of(k).is_some_and(|p| p.name == param.name));
            let now = material
                .fed
                .iter()
                .find(|(_, name)| **name == *param.name)
                .and_then(|(field, _)| fed_numbers(material, *field));
            match now.filter(|now| !set && !param.is(now)) {
                Some(now) => self.new_parameter(&param.name, &now),
                None if self.is_usable(kept) || !param.numbers.is_empty() => self.put_back(kept),
                // Samplers are made anew where they are used.
                None if param.kind.starts_with("sampler") || param.kind == "surface" => {}
                None => self.kept_of(std::slice::from_ref(kept), place, |_| true),
            }
        }
    }

    fn new_parameter(&mut self, name: &str, numbers: &[f64]) {
        let kind = if numbers.len() == 1 { "float".to_owned() } else { format!("float{}", numbers.len()) };
        self.out.open("newparam").attribute("sid", name).open(&kind).numbers(numbers).close().close();
    }

    fn common_profile(&mut self, id: MaterialId, material: &'a Material, meta: &'a Meta) {
        let place = "profile_COMMON";
        let part = |name: &str| meta.aside.as_ref().and_then(|a| a.part(name));
        self.out.open(place).maybe("id", part(place).and_then(|p| p.id.as_deref()));
        self.parameters(meta, place, material);
        let made = self.common(id, material);
        let samplers = self.samplers(meta, material, &made);
        let technique = part("technique");
        self.out.open("technique").maybe("id", technique.and_then(|t| t.id.as_deref()));
        self.out.attribute("sid", technique.and_then(|t| t.sid.as_deref()).unwrap_or("common"));
        if !self.is_new() {
            self.parameters(meta, "profile_COMMON/technique", material);
        }
        let word = match made.shading {
            Shading::Constant => "constant",
            Shading::Lambert => "lambert",
            Shading::Phong => "phong",
            Shading::Blinn => "blinn",
        };
        self.out.open(word);
        for (name, slot) in SLOTS {
            let given = match slot {
                Slot::Colour(slot) => made.colour(slot).is_some(),
                Slot::Scalar(slot) => made.scalar(slot).is_some(),
            };
            if given && !has(made.shading, name) {
                let message = format!(
                    "`{name}` of material `{}` does not exist in `{word}` shading and is not written",
                    label(&material.meta)
                );
                self.lose(&codes::SHADING, Fate::Dropped, &material.meta, message);
            } else if given {
                match slot {
                    Slot::Colour(slot) => self.colour(name, id, slot, &made, meta, &samplers),
                    Slot::Scalar(slot) => self.scalar(name, id, slot, &made),
                }
            }
        }
        self.out.close();
        let kept_bump =
            meta.kept().iter().any(|k| &*k.name == "extra" && kept_holds(k, "bump", |e| e.local_name() == "bump"));
        self.kept(meta, "profile_COMMON/technique", |name| name != "newparam");
        if let Some(bump) = made.bump.as_ref().filter(|_| !kept_bump) {
            let name = samplers.name(TextureSlot::Bump);
            self.out.open("extra").open("technique").attribute("profile", "FCOLLADA");
            let kind = if bump.is_normal_map { "NORMALMAP" } else { "HEIGHTFIELD" };
            self.out.open("bump").attribute("bumptype", kind);
            self.texture(name, &bump.texture, id, TextureSlot::Bump, None, &material.meta);
            self.out.close().close().close();
        }
        self.out.close();
        self.kept(meta, place, |name| name != "newparam");
        self.out.close();
    }

    fn colour(
        &mut self,
        name: &str,
        id: MaterialId,
        slot: ColourSlot,
        made: &Material,
        meta: &'a Meta,
        samplers: &super::sampler::Samplers,
    ) {
        let Some(Colour { value, texture }) = made.colour(slot).cloned() else { return };
        self.out.open(name);
        let mut value = value;
        if slot == ColourSlot::Transparent {
            value = self.opaque(made, value, texture.is_some());
        }
        match (texture, made.parameter(Fed::Colour(slot))) {
            (Some(texture), _) => {
                // What was computed from other numbers may be off by a rounding.
                if value.iter().any(|v| (v - 1.0).abs() > 1e-6) {
                    let message = format!("the factor of the `{name}` texture is not written");
                    self.lose(&codes::TEXTURE, Fate::Approximated, &made.meta, message);
                }
                let (slot, kept) = (TextureSlot::Colour(slot), format!("texture/{name}"));
                self.texture(samplers.name(slot), &texture, id, slot, Some((meta, kept)), &made.meta);
            }
            (None, Some(param)) => _ = self.out.open("param").attribute("ref", param).close(),
            (None, None) => {
                let target = Target::Colour { material: id, slot, part: Part::All };
                self.field("color", &target, &value);
            }
        }
        self.out.close();
    }

    /// Says the mode of transparency; where the version does not have it, the same with another mode.
    fn opaque(&mut self, made: &Material, value: [f64; 4], textured: bool) -> [f64; 4] {
        let [r, g, b, a] = value;
        let k = made.transparency.map_or(1.0, |s| s.0);
        let mode = match made.opaque {
            Opaque::AOne => "A_ONE",
            Opaque::RgbZero => "RGB_ZERO",
            Opaque::AZero if self.is_new() => "A_ZERO",
            Opaque::RgbOne if self.is_new() => "RGB_ONE",
            // t' so that t'·k is 1 − t·k.
            other if !textured && k != 0.0 => {
                let turned = |t: f64| (1.0 - t * k) / k;
                let message = "the opaque mode is inverted: COLLADA 1.4 has only two of the four";
                self.lose(&codes::OPAQUE, Fate::Baked, &made.meta, message);
                let (mode, value) = match other {
                    Opaque::AZero => ("A_ONE", [r, g, b, turned(a)]),
                    _ => ("RGB_ZERO", [turned(r), turned(g), turned(b), a]),
                };
                self.out.attribute("opaque", mode);
                return value;
            }
            other => {
                let message = "the opaque mode needs COLLADA 1.5; the nearest one is written";
                self.lose(&codes::OPAQUE, Fate::Approximated, &made.meta, message);
                if other == Opaque::AZero { "A_ONE" } else { "RGB_ZERO" }
            }
        };
        self.out.attribute("opaque", mode);
        value
    }

    fn scalar(&mut self, name: &str, id: MaterialId, slot: ScalarSlot, made: &Material) {
        let Some(Scalar(value)) = made.scalar(slot) else { return };
        self.out.open(name);
        match made.parameter(Fed::Scalar(slot)) {
            Some(param) => _ = self.out.open("param").attribute("ref", param).close(),
            None => self.field("float", &Target::Scalar { material: id, slot }, &[value]),
        }
        self.out.close();
    }
}

/// Does a surface of this equation have a value of this name?
fn has(shading: Shading, name: &str) -> bool {
    match shading {
        Shading::Constant => !matches!(name, "ambient" | "diffuse" | "specular" | "shininess"),
        Shading::Lambert => !matches!(name, "specular" | "shininess"),
        Shading::Phong | Shading::Blinn => true,
    }
}

/// The numbers that a field has.
pub(super) fn fed_numbers(material: &Material, field: Fed) -> Option<Vec<f64>> {
    match field {
        Fed::Colour(slot) => material.colour(slot).map(|c| c.value.to_vec()),
        Fed::Scalar(slot) => material.scalar(slot).map(|s| vec![s.0]),
        Fed::Texture(_) => None,
    }
}

/// A `<newparam>` or `<setparam>` that was kept.
pub(super) struct Param {
    pub name: String,
    /// The element of its value.
    pub kind: String,
    /// Its numbers, if it holds so many.
    pub numbers: Vec<f64>,
}

impl Param {
    pub fn of(kept: &Kept) -> Option<Param> {
        let fragment = Fragment::read(kept)?;
        let root = fragment.root()?;
        let name = ["sid", "ref"].iter().find_map(|a| root.attribute_value(a))?.trim().to_owned();
        let value = root.elements().find(|e| !matches!(e.local_name(), "annotate" | "semantic" | "modifier"))?;
        let kind = value.local_name().to_owned();
        let is_number = kind.starts_with("float") && !kind.contains('x');
        let text = value.text();
        let words = text.split_ascii_whitespace().take(5).map(|w| w.parse::<f64>());
        let numbers = if is_number { words.collect::<Result<_, _>>().unwrap_or_default() } else { Vec::new() };
        Some(Param { name, kind, numbers })
    }

    /// Are these its numbers? A colour may lack its alpha.
    pub fn is(&self, numbers: &[f64]) -> bool {
        match (self.numbers.as_slice(), numbers) {
            // What the scene has no numbers for, or reads in its own way, is not judged.
            ([], _) => true,
            ([r, g, b], [x, y, z, a]) => [r, g, b] == [x, y, z] && *a == 1.0,
            (own, other) => own == other,
        }
    }
}
