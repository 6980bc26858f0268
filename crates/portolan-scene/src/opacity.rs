//! Opacity as exporters meant it.

use std::collections::BTreeSet;

use crate::{Colour, ColourSlot, Material, MaterialId, Opaque, Scalar, ScalarSlot, Scene, Target};

/// How the transparency of materials is read.
///
/// Many exporters wrote what is opaque as a transparency of 0, which by the rule of COLLADA (page 7-5) is invisible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Opacity {
    /// The other way round where the evidence says that it was meant so, for the whole document.
    #[default]
    Auto,
    /// By the rule of the format.
    Strict,
    /// The other way round, whatever the document looks like.
    Inverted,
}

impl Opacity {
    /// All of them, with their names for people.
    pub const ALL: [(Opacity, &'static str); 3] =
        [(Opacity::Auto, "auto"), (Opacity::Strict, "strict"), (Opacity::Inverted, "inverted")];
}

/// Programs that count opacity the other way round, with the first version that does not; 0: all do.
const INVERTING: [(&str, u32); 3] = [("SketchUp", 8), ("Illusoft Collada Exporter", 0), ("Feeling ColladaMax", 0)];

impl Scene {
    /// Why transparency is read the other way round; `None` if it is read by the rule of the format.
    ///
    /// Without being told to, it is read so if the rule hides a material that is used, and no used material that speaks of
    /// opacity is opaque by it; or if the program that wrote the document is known for it, and none is opaque. Where
    /// opacity is animated, what is invisible now need not stay so, and the rule holds.
    pub fn inverted_opacity(&self, wanted: Opacity) -> Option<String> {
        match wanted {
            Opacity::Strict => None,
            Opacity::Inverted => Some("as requested".to_owned()),
            Opacity::Auto => self.evidence_of_inversion(),
        }
    }

    fn evidence_of_inversion(&self) -> Option<String> {
        if self.opacity_is_certain {
            return None;
        }
        // Few documents have such a material, and many have more nodes than anybody wants to look through in vain.
        let hidden = self.materials.iter().any(Material::is_hidden_by_factor);
        let known = || self.asset.tools().find(|tool| inverts(tool));
        let doubtful = |m: &Material| m.opaque == Opaque::AOne && m.transparency.is_some();
        let by_program = || self.materials.iter().any(doubtful) && known().is_some();
        if !hidden && !by_program() {
            return None;
        }
        let bound = self.nodes.iter().flat_map(|n| &n.drawn).flat_map(|d| &d.materials).map(|b| b.material);
        let used: BTreeSet<MaterialId> = bound.collect();
        let used = || used.iter().filter_map(|id| self.material(*id));
        if used().filter_map(Material::stated_weights).any(|w| w.iter().all(|w| *w >= 1.0))
            || self.animations.iter().flat_map(|a| &a.channels).any(|c| fades(&c.target))
        {
            return None;
        }
        let hidden = used().filter(|m| m.is_hidden_by_factor()).count();
        let partly = used().any(|m| doubtful(m) && m.stated_weights().is_some());
        match known() {
            Some(tool) if hidden > 0 || partly => Some(format!("`{tool}` writes 0 for opaque")),
            _ if hidden == 1 => Some("a material would be invisible, and none would be opaque".to_owned()),
            _ if hidden > 1 => Some(format!("{hidden} materials would be invisible, and none would be opaque")),
            _ => None,
        }
    }
}

/// Is a program known to count opacity the other way round?
fn inverts(tool: &str) -> bool {
    INVERTING.iter().any(|(name, fixed)| {
        let version = tool.split_once(name).map(|(_, rest)| rest.trim_start_matches(|c: char| !c.is_ascii_digit()));
        let major = version.map(|v| v.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default());
        major.is_some_and(|major| *fixed == 0 || major.parse::<u32>().map_or(true, |major| major < *fixed))
    })
}

impl Material {
    /// Is it invisible only because its factor is 0?
    pub fn is_hidden_by_factor(&self) -> bool {
        self.opaque == Opaque::AOne && self.transparency == Some(Scalar(0.0)) && self.stated_weights().is_some()
    }

    /// Counts its opacity the other way round, if it is stated by numbers in the mode that exporters mistake; tells
    /// whether it was.
    pub fn invert_opacity(&mut self) -> bool {
        let (Opaque::AOne, Some([.., weight])) = (self.opaque, self.stated_weights()) else { return false };
        let weight = 1.0 - weight;
        match &mut self.transparent {
            Some(Colour { value: [.., a], .. }) => {
                *a = weight;
                self.transparency = self.transparency.map(|_| Scalar(1.0));
            }
            None => self.transparency = Some(Scalar(weight)),
        }
        true
    }

    /// The weights of the material for each channel, if it states them by numbers.
    fn stated_weights(&self) -> Option<[f64; 4]> {
        let pictured = self.transparent.as_ref().is_some_and(|t| t.texture.is_some());
        if self.linear || pictured || (self.transparent.is_none() && self.transparency.is_none()) {
            return None;
        }
        let tint = self.transparent.as_ref().map_or([1.0; 4], |t| t.value);
        Some(self.opaque.weights(tint, self.transparency.map_or(1.0, |k| k.0)))
    }
}

fn fades(target: &Target) -> bool {
    matches!(
        target,
        Target::Colour { slot: ColourSlot::Transparent, .. } | Target::Scalar { slot: ScalarSlot::Transparency, .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Animation, Channel, CurveId, Drawable, Drawn, GeometryId, MaterialBinding, Meta, Node, Sampler, TextureUse,
    };

    fn stated(transparent: Option<[f64; 4]>, transparency: Option<f64>) -> Material {
        let transparent = transparent.map(|value| Colour { value, texture: None });
        Material { transparent, transparency: transparency.map(Scalar), ..Material::default() }
    }

    fn scene(materials: Vec<Material>) -> Scene {
        let binding = |id: usize| MaterialBinding {
            symbol: format!("{id}").into(),
            material: MaterialId(id as u32),
            inputs: vec![],
            meta: Meta::default(),
        };
        let drawn = Drawn {
            materials: (0..materials.len()).map(binding).collect(),
            ..Drawn::new(Meta::default(), Drawable::Geometry(GeometryId(0)))
        };
        Scene { nodes: vec![Node { drawn: vec![drawn], ..Node::default() }], materials, ..Scene::default() }
    }

    #[test]
    fn what_nobody_could_see_was_meant_the_other_way_round() {
        let hidden = || stated(Some([1.0; 4]), Some(0.0));
        let glass = || stated(Some([1.0; 4]), Some(0.3));
        assert!(scene(vec![hidden()]).inverted_opacity(Opacity::Auto).is_some());
        assert!(scene(vec![hidden(), glass(), Material::default()]).inverted_opacity(Opacity::Auto).is_some());
        assert!(scene(vec![stated(None, Some(0.0)), Material::default()]).inverted_opacity(Opacity::Auto).is_some());
        assert!(scene(vec![glass(), Material::default()]).inverted_opacity(Opacity::Auto).is_none());
        assert!(scene(vec![]).inverted_opacity(Opacity::Auto).is_none());
        // Who writes an opaque material as the rule has it means what is invisible to be invisible.
        assert!(scene(vec![hidden(), stated(Some([1.0; 4]), Some(1.0))]).inverted_opacity(Opacity::Auto).is_none());
        let zero = Material { opaque: Opaque::RgbZero, ..stated(Some([0.0; 4]), Some(0.0)) };
        assert!(scene(vec![zero]).inverted_opacity(Opacity::Auto).is_none());
        // White and RGB_ZERO, or an alpha of 0, are written with intent (L10965, L9759).
        let white = Material { opaque: Opaque::RgbZero, ..stated(Some([1.0; 4]), None) };
        assert!(scene(vec![white]).inverted_opacity(Opacity::Auto).is_none());
        assert!(scene(vec![stated(Some([1.0, 0.0, 0.5, 0.0]), Some(1.0))]).inverted_opacity(Opacity::Auto).is_none());
        let mut pictured = hidden();
        let texture = Some(TextureUse::new(None, Sampler::default(), "UV"));
        pictured.transparent = Some(Colour::new([1.0; 4], texture));
        assert!(scene(vec![pictured]).inverted_opacity(Opacity::Auto).is_none());
        let mut unused = scene(vec![hidden()]);
        unused.nodes.clear();
        assert!(unused.inverted_opacity(Opacity::Auto).is_none());
        let weight = |mut m: Material| m.invert_opacity().then(|| m.stated_weights().unwrap()[3]);
        assert_eq!(weight(hidden()), Some(1.0));
        assert_eq!(weight(stated(Some([0.0, 0.0, 0.0, 0.5]), Some(0.5))), Some(0.75));
        assert_eq!(weight(stated(Some([0.0, 0.0, 0.0, 0.5]), None)), Some(0.5));
        assert_eq!(weight(stated(None, Some(0.25))), Some(0.75));
        assert_eq!(weight(Material::default()), None);
        let mut fading = scene(vec![hidden()]);
        let target = Target::Scalar { material: MaterialId(0), slot: ScalarSlot::Transparency };
        let channels = vec![Channel { curve: CurveId(0), first: 0, target, factor: 1.0 }];
        fading.animations = vec![Animation { channels, ..Animation::default() }];
        assert!(fading.inverted_opacity(Opacity::Auto).is_none());
    }

    #[test]
    fn programs_that_are_known_for_it_need_less_evidence() {
        let by = |tool: &str, materials: Vec<Material>| {
            let mut scene = scene(materials);
            scene.asset.contributors = vec![crate::Contributor { tool: Some(tool.into()), ..Default::default() }];
            scene.inverted_opacity(Opacity::Auto)
        };
        let glass = || vec![stated(Some([1.0; 4]), Some(0.3))];
        assert_eq!(
            by("Google SketchUp 6.4.112", glass()).as_deref(),
            Some("`Google SketchUp 6.4.112` writes 0 for opaque")
        );
        assert!(by("Google SketchUp", glass()).is_some());
        assert!(by("SketchUp 8.0.4811", glass()).is_none());
        assert!(by("Google SketchUp 13.0.4124", glass()).is_none());
        assert!(by("Blender v:249 - Illusoft Collada Exporter v:0.3.162", glass()).is_some());
        assert!(by("Blender 2.70", glass()).is_none());
        // One that is opaque by the rule says that the rule was known.
        let both = || vec![stated(Some([1.0; 4]), Some(0.3)), stated(Some([1.0; 4]), Some(1.0))];
        assert!(by("Google SketchUp 6", both()).is_none());
        assert!(by("Google SketchUp 6", vec![Material::default()]).is_none());
    }

    #[test]
    fn the_caller_decides() {
        let hidden = scene(vec![stated(Some([1.0; 4]), Some(0.0))]);
        assert_eq!(hidden.inverted_opacity(Opacity::Strict), None);
        let plain = scene(vec![Material::default()]);
        assert_eq!(plain.inverted_opacity(Opacity::Inverted).as_deref(), Some("as requested"));
    }
}
