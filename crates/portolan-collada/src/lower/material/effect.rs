//! `<effect>`: which profile, which technique, and where its values stand.

use std::borrow::Cow;

use hashbrown::HashSet;
use portolan_scene::{Aside, ColourSlot, Content, Fate, Opaque, PartName, ScalarSlot, Shading};
use portolan_syntax::Node;

use super::super::Lower;
use super::super::geometry::label;
use super::params::{Kind, Param, Params, loose_numbers};
use super::{codes, other, vendor};

/// What of an effect materials are made of: found once, used by every material that instantiates it.
#[derive(Debug)]
pub(super) struct Effect<'a> {
    pub element: Node<'a>,
    /// Is it read from the common profile?
    pub is_common: bool,
    /// Technique, profile and effect, as far as there are: innermost first.
    pub scopes: Vec<Node<'a>>,
    pub shading: Shading,
    pub colours: Vec<(ColourSlot, Held<'a>)>,
    pub scalars: Vec<(ScalarSlot, Held<'a>)>,
    pub opaque: Opaque,
    pub params: Params<'a>,
    pub double_sided: Option<bool>,
    /// The texture of the relief, and whether it holds normals.
    pub bump: Option<(Node<'a>, bool)>,
}

/// Where a colour or number stands.
#[derive(Clone, Debug)]
pub(super) enum Held<'a> {
    /// In a `<color>`, or `<float>` which has the first number only.
    Value(Node<'a>, [f64; 4]),
    /// In a parameter of this name.
    Param(Box<str>, Node<'a>),
    /// In a `<texture>`.
    Texture(Node<'a>),
    /// In the `value` attribute of a state.
    State(Node<'a>),
}

/// Profiles that are looked at where there is no common one.
const MOST_PROFILES: usize = 16;

/// The colours and their elements.
const COLOURS: [(&str, ColourSlot); 6] = [
    ("emission", ColourSlot::Emission),
    ("ambient", ColourSlot::Ambient),
    ("diffuse", ColourSlot::Diffuse),
    ("specular", ColourSlot::Specular),
    ("reflective", ColourSlot::Reflective),
    ("transparent", ColourSlot::Transparent),
];

/// The numbers and their elements.
const SCALARS: [(&str, ScalarSlot); 4] = [
    ("shininess", ScalarSlot::Shininess),
    ("reflectivity", ScalarSlot::Reflectivity),
    ("transparency", ScalarSlot::Transparency),
    ("index_of_refraction", ScalarSlot::Refraction),
];

impl<'a> Effect<'a> {
    fn empty(element: Node<'a>, scopes: Vec<Node<'a>>) -> Effect<'a> {
        let mut effect = Effect {
            element,
            is_common: false,
            params: Params::read(scopes.iter().copied()),
            scopes,
            shading: Shading::Lambert,
            colours: Vec::new(),
            scalars: Vec::new(),
            opaque: Opaque::AOne,
            double_sided: None,
            bump: None,
        };
        effect.double_sided = effect.scopes.iter().find_map(|s| vendor::double_sided(*s));
        effect.bump = effect.scopes.iter().find_map(|s| vendor::bump(*s));
        effect
    }

    /// Does anything of the material depend on a parameter?
    pub(super) fn uses(&self, sid: &str) -> bool {
        let is = |held: &Held<'_>| matches!(held, Held::Param(name, _) if **name == *sid);
        self.colours.iter().any(|(_, h)| is(h)) || self.scalars.iter().any(|(_, h)| is(h))
    }

    /// The parameters that say what materials are made of, samplers and surfaces of their textures among them.
    fn used_params(&self) -> HashSet<Box<str>> {
        let name = |texture: &Node<'a>| texture.attribute_value("texture").map(|t| Box::from(t.trim()));
        let held = |held: &Held<'a>| match held {
            Held::Param(sid, _) => Some(sid.clone()),
            Held::Texture(texture) => name(texture),
            Held::Value(..) | Held::State(_) => None,
        };
        let values = self.colours.iter().map(|(_, h)| h).chain(self.scalars.iter().map(|(_, h)| h));
        let sides = self.double_sided_param().map(Box::from);
        let bump = self.bump.as_ref().and_then(|(texture, _)| name(texture));
        let mut used: HashSet<Box<str>> = values.filter_map(held).chain(sides).chain(bump).collect();
        let surfaces: Vec<Box<str>> = used.iter().filter_map(|sid| self.params.get(sid)?.surface()).collect();
        used.extend(surfaces);
        used
    }

    /// The parameter that says whether both sides are drawn.
    pub(super) fn double_sided_param(&self) -> Option<&str> {
        let sid = self.params.bound_by("DOUBLE_SIDED")?;
        self.params.get(sid).filter(|p: &Param<'_>| p.kind() == Kind::Numbers(1)).map(|_| sid)
    }
}

impl<'a> Lower<'a> {
    /// Finds what materials are made of. `technique` is the one that the material hints at.
    pub(super) fn read_effect(&mut self, element: Node<'a>, technique: Option<Node<'a>>) -> Effect<'a> {
        let hinted = technique.and_then(|t| Some((t.parent_element()?, Some(t))));
        let commons = element.elements().filter(|e| e.local_name() == "profile_COMMON");
        let candidates = hinted.into_iter().chain(commons.map(|p| (p, None)));
        for (profile, technique) in candidates.filter(|(p, _)| p.local_name() == "profile_COMMON") {
            let technique = technique.or_else(|| profile.child("technique"));
            // The printed example has the shader right in the profile.
            let shader = technique.into_iter().chain([profile]).find_map(shader);
            if let Some((shading, shader)) = shader {
                let scopes = technique.into_iter().chain([profile, element]).collect();
                return self.read_common(element, scopes, shading, shader);
            }
        }
        let profiles: Vec<Node<'a>> = match hinted {
            Some((profile, _)) => vec![profile],
            None => {
                let all = element.elements().filter(|e| e.local_name().starts_with("profile_"));
                all.take(MOST_PROFILES).collect()
            }
        };
        let mut best: Option<(usize, Node<'a>, Effect<'a>)> = None;
        for profile in profiles {
            let technique = technique.or_else(|| profile.child("technique"));
            let scopes = technique.into_iter().chain([profile, element]).collect();
            let mut effect = Effect::empty(element, scopes);
            other::guess(&mut effect, profile, technique);
            let values = effect.colours.len() + effect.scalars.len();
            if best.as_ref().is_none_or(|(most, ..)| values > *most) {
                best = Some((values, profile, effect));
            }
        }
        let name = label(element);
        let (message, effect) = match best {
            Some((values, profile, effect)) if values > 0 => {
                let profile = profile.local_name();
                (format!("`{name}` has no common profile; its values are taken from `{profile}`"), effect)
            }
            Some((.., effect)) => (format!("`{name}` has no supported values; grey is used"), effect),
            None => (format!("`{name}` has no profile; grey is used"), Effect::empty(element, vec![element])),
        };
        self.lose(&codes::EFFECT, Fate::Approximated, element, message);
        effect
    }

    /// What of an effect is kept as it is written: parameters, other profiles, what applications added, and what the
    /// textures of its colours say of themselves.
    pub(super) fn effect_aside(&self, effect: &Effect<'a>) -> Aside {
        let mut aside = Aside { asset: self.asset_of(effect.element), ..Aside::default() };
        let mut inner = effect.scopes.iter().rev().copied();
        let used = effect.used_params();
        // Effect, profile, technique: what is chosen of each is not kept, but gone into.
        let mut at = inner.next();
        let mut place = String::new();
        while let Some(scope) = at {
            let next = inner.next();
            let chosen = |e: &Node<'a>| Some(*e) == next && effect.is_common;
            for child in scope.elements().filter(|e| !chosen(e)) {
                match child.local_name() {
                    // Pictures are objects wherever they stand.
                    "asset" | "image" => {}
                    "constant" | "lambert" | "phong" | "blinn" if next.is_none() && effect.is_common => {
                        for slot in child.elements() {
                            let extras = slot.child("texture").into_iter().flat_map(Node::elements);
                            for extra in extras.filter(|e| e.local_name() == "extra") {
                                self.keep(extra, &format!("texture/{}", slot.local_name()), &mut aside.kept);
                            }
                        }
                    }
                    // The scene has the value.
                    "newparam" if child.attribute_value("sid").is_some_and(|sid| used.contains(sid.trim())) => {
                        self.keep_as(child, &place, Content::Wording, &mut aside.kept);
                    }
                    _ => self.keep(child, &place, &mut aside.kept),
                }
            }
            at = next.filter(|_| effect.is_common);
            if let Some(inner) = at {
                place = match place.is_empty() {
                    true => inner.local_name().to_owned(),
                    false => format!("{place}/{}", inner.local_name()),
                };
                let names = self.names(inner);
                let (id, sid, name) = (names.id, names.sid, names.name);
                aside.parts.push(PartName { part: inner.local_name().into(), id, sid, name });
            }
        }
        let profile = effect.scopes.iter().find(|s| s.local_name().starts_with("profile_"));
        aside.word = profile.map(|p| p.local_name().into());
        aside
    }

    fn read_common(
        &mut self,
        element: Node<'a>,
        scopes: Vec<Node<'a>>,
        shading: Shading,
        shader: Node<'a>,
    ) -> Effect<'a> {
        let mut effect = Effect::empty(element, scopes);
        effect.is_common = true;
        effect.shading = shading;
        for child in shader.elements() {
            let name = child.local_name();
            if let Some((_, slot)) = COLOURS.iter().find(|(n, _)| *n == name) {
                if effect.colours.iter().any(|(s, _)| s == slot) {
                    self.tell_repeated(child);
                } else if let Some(held) = self.held(child, "color") {
                    effect.colours.push((*slot, held));
                }
                if *slot == ColourSlot::Transparent {
                    effect.opaque = self.opaque(child);
                }
            } else if let Some((_, slot)) = SCALARS.iter().find(|(n, _)| *n == name) {
                if effect.scalars.iter().any(|(s, _)| s == slot) {
                    self.tell_repeated(child);
                } else if let Some(held) = self.held(child, "float") {
                    effect.scalars.push((*slot, held));
                }
            }
        }
        effect
    }

    /// Where the value of a slot stands. A texture is meant where there is one, otherwise the first counts.
    fn held(&mut self, slot: Node<'a>, value: &str) -> Option<Held<'a>> {
        let mut found: Option<Held<'a>> = None;
        let mut many = false;
        for child in slot.elements() {
            let held = match child.local_name() {
                name if name == value => match self.value(child, value) {
                    Some(numbers) => Held::Value(child, numbers),
                    None => continue,
                },
                // Some writers use the element of colours for everything.
                "color" if value == "float" && loose_numbers(child).len() == 1 => {
                    let message = format!("`{}` is a number, but is written as a `color`", slot.local_name());
                    self.lose(&codes::CONTENT, Fate::Noted, child, message);
                    Held::Value(child, self.value(child, value)?)
                }
                "texture" => Held::Texture(child),
                "param" => {
                    let name = child.attribute_value("ref").unwrap_or_else(|| child.text());
                    Held::Param(name.trim().into(), child)
                }
                _ => continue,
            };
            many |= found.is_some();
            let better = matches!(held, Held::Texture(_)) && !matches!(found, Some(Held::Texture(_)));
            if found.is_none() || better {
                found = Some(held);
            }
        }
        if many {
            self.tell_repeated(slot);
        }
        // Some writers leave the inner element out.
        let bare = found.is_none() && slot.text().trim().starts_with(|c: char| c.is_ascii_digit());
        let bare = if bare { self.value(slot, value) } else { None };
        found.or(bare.map(|numbers| Held::Value(slot, numbers)))
    }

    fn value(&mut self, element: Node<'a>, kind: &str) -> Option<[f64; 4]> {
        match kind {
            "color" => Some(self.numbers(element, [0.0, 0.0, 0.0, 1.0])),
            _ => self.number(element).map(|v| [v, 0.0, 0.0, 0.0]),
        }
    }

    fn tell_repeated(&mut self, slot: Node<'a>) {
        let message = format!("`{}` is given more than once", slot.local_name());
        self.lose(&codes::CONTENT, Fate::Dropped, slot, message);
    }

    fn opaque(&mut self, element: Node<'a>) -> Opaque {
        let written = self.given::<Cow<'_, str>>(element, "opaque");
        if let Some(opaque) = opaque(&written) {
            return opaque;
        }
        let default: Cow<'_, str> = self.bound(element).default_of(element, "opaque").unwrap_or_default();
        let message = format!("`{written}` is not an opaque mode; `{default}` is used");
        self.lose(&codes::OPAQUE, Fate::Approximated, element, message);
        opaque(&default).unwrap_or_default()
    }
}

/// The mode of transparency that a word means.
fn opaque(word: &str) -> Option<Opaque> {
    let modes = [
        ("A_ONE", Opaque::AOne),
        ("A_ZERO", Opaque::AZero),
        ("RGB_ONE", Opaque::RgbOne),
        ("RGB_ZERO", Opaque::RgbZero),
    ];
    modes.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, mode)| mode)
}

/// The equation that a technique uses.
fn shader<'a>(technique: Node<'a>) -> Option<(Shading, Node<'a>)> {
    technique.elements().find_map(|e| {
        let shading = match e.local_name() {
            "constant" => Shading::Constant,
            "lambert" => Shading::Lambert,
            "phong" => Shading::Phong,
            "blinn" => Shading::Blinn,
            _ => return None,
        };
        Some((shading, e))
    })
}
