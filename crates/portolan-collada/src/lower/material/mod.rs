//! `<material>` and the common profile of `<effect>`.

mod bind;
pub mod codes;
mod effect;
mod other;
mod params;
#[cfg(test)]
mod tests;
mod texture;
mod vendor;

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use portolan_scene::{
    Bump, Colour, ColourSlot, Fate, Fed, Material, MaterialId, Meta, Origin, Part, Scalar, ScalarSlot, Target,
    TextureSlot, TextureUse,
};
use portolan_syntax::Node;

use super::geometry::label;
use super::{Lower, asset, codes as common};
use bind::{Outline, Variant};
use effect::{Effect, Held};
use params::{Kind, Numbers, Param, Settings};

/// The diffuse colour of a material of which nothing is known.
const GREY: [f64; 4] = [0.8, 0.8, 0.8, 1.0];

/// Techniques of one effect that are looked at for a hint.
const MOST_TECHNIQUES: usize = 1000;

/// What was found out on the way to materials.
#[derive(Default)]
pub(super) struct Surfaces<'a> {
    /// By effect, and technique if one is hinted at.
    effects: HashMap<(Origin, Option<Origin>), Arc<Effect<'a>>>,
    /// By material: its effect, and what it sets in it.
    uses: HashMap<Origin, (Option<Arc<Effect<'a>>>, Settings<'a>)>,
    /// Effects whose extras are with a material already; they are not copied into each.
    described: HashSet<Origin>,
    /// Materials of their own, made by bindings.
    variants: HashMap<Variant, MaterialId>,
    /// By geometry.
    outlines: HashMap<Origin, Arc<Outline>>,
    /// Materials that were bound without being asked for.
    unasked: usize,
}

impl Surfaces<'_> {
    /// Is an effect that of a material?
    pub(super) fn has_effect(&self, effect: Origin) -> bool {
        self.described.contains(&effect)
    }
}

impl<'a> Lower<'a> {
    /// Takes over all images and materials of the main document.
    pub(super) fn all_materials(&mut self) {
        for element in self.all_typed("image") {
            self.image(element);
        }
        for element in self.all_typed("material") {
            self.material(element);
        }
    }

    /// What a `<material>` became.
    pub(super) fn material(&mut self, element: Node<'a>) -> Option<MaterialId> {
        let origin = self.origin(element);
        if let Some(known) = self.known.materials.get(&origin) {
            return *known;
        }
        let id = match element.local_name() {
            // Some writers bind the effect itself.
            "material" | "effect" => {
                let (effect, settings) = self.effect_of(element);
                Some(self.make_material(element, effect.as_deref(), &settings, false))
            }
            other => {
                let message = format!("`{}` is a `{other}`, not a material", label(element));
                self.lose(&common::UNRESOLVED, Fate::Dropped, element, message);
                None
            }
        };
        self.known.materials.insert(origin, id);
        id
    }

    /// The effect of a material, and what the material sets in it.
    fn effect_of(&mut self, material: Node<'a>) -> (Option<Arc<Effect<'a>>>, Settings<'a>) {
        let origin = self.origin(material);
        if let Some(known) = self.surfaces.uses.get(&origin) {
            return known.clone();
        }
        let found = self.find_effect(material);
        self.surfaces.uses.insert(origin, found.clone());
        found
    }

    fn find_effect(&mut self, material: Node<'a>) -> (Option<Arc<Effect<'a>>>, Settings<'a>) {
        if material.local_name() == "effect" {
            return (Some(self.effect(material, None)), Settings::default());
        }
        let Some(instance) = material.child("instance_effect") else {
            let message = format!("the material `{}` has no effect; grey is used", label(material));
            self.lose(&codes::EFFECT, Fate::Approximated, material, message);
            return (None, Settings::default());
        };
        let Some(element) = self.follow(instance, "url") else { return (None, Settings::default()) };
        if element.local_name() != "effect" {
            let message = format!("`{}` is a `{}`, not an effect", label(element), element.local_name());
            self.lose(&common::UNRESOLVED, Fate::Dropped, instance, message);
            return (None, Settings::default());
        }
        let technique = self.hinted(instance, element);
        let effect = self.effect(element, technique);
        let settings = self.settings(instance, &effect);
        (Some(effect), settings)
    }

    fn effect(&mut self, element: Node<'a>, technique: Option<Node<'a>>) -> Arc<Effect<'a>> {
        let key = (self.origin(element), technique.map(|t| self.origin(t)));
        if let Some(known) = self.surfaces.effects.get(&key) {
            return known.clone();
        }
        let effect = Arc::new(self.read_effect(element, technique));
        self.surfaces.effects.insert(key, effect.clone());
        effect
    }

    /// The technique that an instance hints at: one of the common profile if it can be, since no other is run here.
    fn hinted(&mut self, instance: Node<'a>, effect: Node<'a>) -> Option<Node<'a>> {
        let mut found: Option<Node<'a>> = None;
        for hint in instance.elements().filter(|e| e.local_name() == "technique_hint") {
            let wanted = hint.attribute_value("ref").unwrap_or_default();
            let profile = hint.attribute_value("profile").map(|p| format!("profile_{}", p.trim()));
            let profiles = effect.elements().filter(|p| match &profile {
                Some(wanted) => p.local_name() == wanted,
                None => p.local_name().starts_with("profile_"),
            });
            let techniques = profiles.flat_map(|p| p.elements()).filter(|t| t.local_name() == "technique");
            let named = |t: &Node<'_>| t.attribute_value("sid").is_some_and(|s| s.trim() == wanted.trim());
            let mut matching = techniques.take(MOST_TECHNIQUES).filter(named);
            let Some(first) = matching.next() else {
                let message = format!("the effect has no technique `{}`", wanted.trim());
                self.lose(&codes::HINT, Fate::Noted, hint, message);
                continue;
            };
            let is_common = |t: &Node<'_>| t.parent_element().is_some_and(|p| p.local_name() == "profile_COMMON");
            if let Some(common) = [first].into_iter().chain(matching).find(is_common) {
                return Some(common);
            }
            found = found.or(Some(first));
        }
        // A hint at shaders does not hide the common profile.
        found.filter(|_| effect.child("profile_COMMON").is_none())
    }

    /// Makes a material of an effect with what is set in it.
    fn make_material(
        &mut self,
        element: Node<'a>,
        effect: Option<&Effect<'a>>,
        settings: &Settings<'a>,
        is_variant: bool,
    ) -> MaterialId {
        let id = MaterialId::next(&self.scene.materials);
        let meta = match is_variant {
            // Ids are unique, and extras are with the material that has no bindings.
            true => {
                let names = self.names(element);
                Meta { name: names.label().map(Into::into), origin: names.origin, ..Meta::default() }
            }
            false => self.meta(element),
        };
        let double_sided = vendor::double_sided(element);
        let mut material = Material { meta, double_sided, ..Material::default() };
        match effect {
            Some(effect) => self.fill(id, &mut material, effect, settings),
            None => material.diffuse = Some(Colour { value: GREY, texture: None }),
        }
        self.scene.materials.push(material);
        id
    }

    fn fill(&mut self, id: MaterialId, material: &mut Material, effect: &Effect<'a>, settings: &Settings<'a>) {
        material.effect = Some(self.effect_meta(effect).into());
        material.shading = effect.shading;
        material.opaque = effect.opaque;
        material.fed = self.fed(effect);
        for (slot, held) in &effect.colours {
            *material.colour_mut(*slot) = self.colour_of(id, *slot, held, effect, settings);
        }
        for (slot, held) in &effect.scalars {
            *material.scalar_mut(*slot) = self.scalar_of(id, *slot, held, effect, settings);
        }
        if effect.colours.is_empty() && effect.scalars.is_empty() && !effect.is_common {
            material.diffuse = Some(Colour { value: GREY, texture: None });
        }
        if let Some((texture, is_normal_map)) = effect.bump {
            let texture = self.texture(id, None, texture, effect, settings);
            material.bump = Some(Bump { texture, is_normal_map }.into());
        }
        let by_param = || {
            let numbers = self.param_numbers(effect, settings, effect.double_sided_param()?)?;
            numbers.values.first().map(|v| *v != 0.0)
        };
        material.double_sided = material.double_sided.or(effect.double_sided).or_else(by_param);
    }

    /// Names of an effect; what applications added to it, its profile and technique is kept with the first material.
    fn effect_meta(&mut self, effect: &Effect<'a>) -> Meta {
        let mut meta = self.names(effect.element);
        if self.surfaces.described.insert(meta.origin) {
            meta.extras = effect.scopes.iter().rev().flat_map(|s| asset::extras(*s)).collect();
            meta.aside = Some(Box::new(self.effect_aside(effect)));
        }
        meta
    }

    /// Which fields have their value from a parameter.
    fn fed(&self, effect: &Effect<'a>) -> Vec<(Fed, Box<str>)> {
        let mut fed = Vec::new();
        let sampler = |held: &Held<'a>| -> Option<Box<str>> {
            let name = match held {
                Held::Texture(element) => element.attribute_value("texture")?.trim().into(),
                Held::Param(name, _) => name.clone(),
                _ => return None,
            };
            let param: &Param<'_> = &effect.params.get(&name)?;
            matches!(param.kind(), Kind::Sampler | Kind::Surface).then_some(name)
        };
        for (slot, held) in &effect.colours {
            if let Some(name) = sampler(held) {
                fed.push((Fed::Texture(TextureSlot::Colour(*slot)), name));
            } else if let Held::Param(name, _) = held {
                fed.push((Fed::Colour(*slot), name.clone()));
            }
        }
        for (slot, held) in &effect.scalars {
            if let Held::Param(name, _) = held {
                fed.push((Fed::Scalar(*slot), name.clone()));
            }
        }
        if let Some((texture, _)) = effect.bump
            && let Some(name) = sampler(&Held::Texture(texture))
        {
            fed.push((Fed::Texture(TextureSlot::Bump), name));
        }
        fed
    }

    fn colour_of(
        &mut self,
        material: MaterialId,
        slot: ColourSlot,
        held: &Held<'a>,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
    ) -> Option<Colour> {
        let target = Target::Colour { material, slot, part: Part::All };
        let plain = |value| Some(Colour { value, texture: None });
        let textured = |texture| Some(Colour::new([1.0; 4], Some(texture)));
        match held {
            Held::Value(element, value) => {
                self.drive(*element, target, 1.0);
                plain(*value)
            }
            Held::State(element) => plain(colour(&self.state_numbers(*element))?),
            Held::Texture(element) => textured(self.texture(material, Some(slot), *element, effect, settings)),
            Held::Param(name, place) => {
                if let Some(Numbers { values, drivers }) = self.param_numbers(effect, settings, name) {
                    if let Some(value) = colour(&values) {
                        drivers.into_iter().for_each(|d| self.drive(d, target.clone(), 1.0));
                        return plain(value);
                    }
                } else if effect.params.get(name).is_some_and(|p| matches!(p.kind(), Kind::Sampler | Kind::Surface)) {
                    let (image, sampler) = self.sampled(effect, settings, name, *place);
                    let coordinates = Box::default();
                    return textured(TextureUse::new(image, sampler, coordinates));
                }
                self.tell_unusable(*place, name, effect, "colour");
                None
            }
        }
    }

    fn scalar_of(
        &mut self,
        material: MaterialId,
        slot: ScalarSlot,
        held: &Held<'a>,
        effect: &Effect<'a>,
        settings: &Settings<'a>,
    ) -> Option<Scalar> {
        let target = Target::Scalar { material, slot };
        match held {
            Held::Value(element, [value, ..]) => {
                self.drive(*element, target, 1.0);
                Some(Scalar(*value))
            }
            Held::State(element) => self.state_numbers(*element).first().copied().map(Scalar),
            Held::Param(name, place) => {
                let numbers = self.param_numbers(effect, settings, name);
                let Some((value, drivers)) = numbers.and_then(|n| match n.values[..] {
                    [value] => Some((value, n.drivers)),
                    _ => None,
                }) else {
                    self.tell_unusable(*place, name, effect, "number");
                    return None;
                };
                drivers.into_iter().for_each(|d| self.drive(d, target.clone(), 1.0));
                Some(Scalar(value))
            }
            Held::Texture(element) => {
                self.lose(&codes::PARAM, Fate::Dropped, *element, "a texture is given where a number is expected");
                None
            }
        }
    }

    fn tell_unusable(&mut self, place: Node<'a>, name: &str, effect: &Effect<'a>, wanted: &str) {
        let message = match effect.params.get(name) {
            None => format!("the parameter `{name}` does not exist"),
            Some(param) => {
                let held = param.value.map_or("nothing", |v| v.local_name());
                format!("the parameter `{name}` is a `{held}`, not a {wanted}")
            }
        };
        self.lose(&codes::PARAM, Fate::Dropped, place, message);
    }

    /// The numbers in the `value` of a state.
    fn state_numbers(&self, element: Node<'a>) -> Vec<f64> {
        let text = element.attribute_value("value").unwrap_or_default();
        let number = |word: &str| portolan_schema::value::number::float(word.as_bytes()).filter(|v| v.is_finite());
        text.split_ascii_whitespace().take(4).map_while(number).collect()
    }
}

/// Three or four numbers as a colour; without alpha it is opaque.
fn colour(values: &[f64]) -> Option<[f64; 4]> {
    match *values {
        [r, g, b] => Some([r, g, b, 1.0]),
        [r, g, b, a] => Some([r, g, b, a]),
        _ => None,
    }
}
