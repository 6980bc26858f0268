//! Opacity as exporters meant it.

use std::collections::BTreeSet;

use crate::{Colour, ColourSlot, Material, MaterialId, Opaque, Scalar, ScalarSlot, Scene, Target};

impl Scene {
    /// Was it written by an exporter that counts opacity the other way round?
    ///
    /// Many wrote what is opaque as a transparency of 0, which by the rule of page 7-5 is invisible. So it is if that
    /// hides a material that is used, and none that speaks of opacity is opaque. Where opacity is animated, what is
    /// invisible now need not stay so.
    ///
    /// The rule holds nonetheless; whoever wants to see what was meant has to ask for it.
    pub fn is_opacity_inverted(&self) -> bool {
        // Few documents have such a material, and many have more nodes than anybody wants to look through in vain.
        if !self.materials.iter().any(Material::is_hidden_by_factor) {
            return false;
        }
        let bound = self.nodes.iter().flat_map(|n| &n.drawn).flat_map(|d| &d.materials).map(|b| b.material);
        let used: BTreeSet<MaterialId> = bound.collect();
        let used = || used.iter().filter_map(|id| self.material(*id));
        used().any(Material::is_hidden_by_factor)
            && !used().filter_map(Material::stated_weights).any(|w| w.iter().all(|w| *w >= 1.0))
            && !self.animations.iter().flat_map(|a| &a.channels).any(|c| fades(&c.target))
    }
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
        assert!(scene(vec![hidden()]).is_opacity_inverted());
        assert!(scene(vec![hidden(), glass(), Material::default()]).is_opacity_inverted());
        assert!(scene(vec![stated(None, Some(0.0)), Material::default()]).is_opacity_inverted());
        assert!(!scene(vec![glass(), Material::default()]).is_opacity_inverted());
        assert!(!scene(vec![]).is_opacity_inverted());
        // Who writes an opaque material as the rule has it means what is invisible to be invisible.
        assert!(!scene(vec![hidden(), stated(Some([1.0; 4]), Some(1.0))]).is_opacity_inverted());
        let zero = Material { opaque: Opaque::RgbZero, ..stated(Some([0.0; 4]), Some(0.0)) };
        assert!(!scene(vec![zero]).is_opacity_inverted());
        // White and RGB_ZERO, or an alpha of 0, are written with intent (L10965, L9759).
        let white = Material { opaque: Opaque::RgbZero, ..stated(Some([1.0; 4]), None) };
        assert!(!scene(vec![white]).is_opacity_inverted());
        assert!(!scene(vec![stated(Some([1.0, 0.0, 0.5, 0.0]), Some(1.0))]).is_opacity_inverted());
        let mut pictured = hidden();
        let texture = Some(TextureUse::new(None, Sampler::default(), "UV"));
        pictured.transparent = Some(Colour { value: [1.0; 4], texture });
        assert!(!scene(vec![pictured]).is_opacity_inverted());
        let mut unused = scene(vec![hidden()]);
        unused.nodes.clear();
        assert!(!unused.is_opacity_inverted());
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
        assert!(!fading.is_opacity_inverted());
    }
}
