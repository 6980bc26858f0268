//! Surfaces beyond the common profile, as near as it comes.

use std::borrow::Cow;

use portolan_scene::{
    Colour, ColourSlot, Fate, Material, MaterialId, Opaque, Part, Scalar, ScalarSlot, Shading, Target, encode_srgb,
};

use super::{Raise, codes, label};

impl Raise<'_> {
    /// A material as the common profile has it.
    ///
    /// Metal `m` over roughness `r`: the highlight has the colour `0.04·(1 − m) + m·diffuse`, what is thrown back to all
    /// sides is `(1 − m)·diffuse`, and the exponent is `2/r⁴ − 2`, which gives highlights of the same width.
    pub(super) fn common<'m>(&mut self, id: MaterialId, material: &'m Material) -> Cow<'m, Material> {
        if !material.linear && material.physical.is_none() {
            return Cow::Borrowed(material);
        }
        let mut made = material.clone();
        // What is driven has to be there.
        for slot in ColourSlot::ALL {
            let driven = || self.addresses.sid(&Target::Colour { material: id, slot, part: Part::All }).is_some();
            if material.colour(slot).is_none() && !matches!(slot, ColourSlot::Clearcoat | ColourSlot::Sheen) && driven()
            {
                *made.colour_mut(slot) = Some(Colour { value: [0.0, 0.0, 0.0, 1.0], texture: None });
            }
        }
        if let Some(physical) = made.physical.take() {
            self.tell_physical(material);
            let (metal, rough) = (&physical.metalness, &physical.roughness);
            if metal.is_some() || rough.is_some() {
                let m = metal.as_ref().map_or(0.0, |a| a.value.clamp(0.0, 1.0));
                let [r, g, b, a] = made.diffuse.as_ref().map_or([1.0; 4], |d| d.value);
                let dull = if material.linear { 0.04 } else { encode_srgb(0.04) };
                let shiny = |c: f64| dull * (1.0 - m) + m * c;
                if made.specular.is_none() {
                    made.specular = Some(Colour { value: [shiny(r), shiny(g), shiny(b), 1.0], texture: None });
                }
                if let Some(diffuse) = made.diffuse.as_mut().filter(|d| d.texture.is_none()) {
                    diffuse.value = [r * (1.0 - m), g * (1.0 - m), b * (1.0 - m), a];
                }
                if let (None, Some(rough)) = (made.shininess, rough) {
                    let r = rough.value.clamp(0.03, 1.0);
                    made.shininess = Some(Scalar((2.0 / r.powi(4) - 2.0).max(0.0)));
                }
                made.shading = Shading::Phong;
            }
            if let Some(opacity) = physical.opacity.filter(|_| made.transparent.is_none()) {
                let value = [1.0, 1.0, 1.0, if opacity.texture.is_some() { 1.0 } else { opacity.value }];
                made.transparent = Some(Colour::new(value, opacity.texture));
                made.opaque = Opaque::AOne;
            }
        }
        // A factor of 0 is what exporters write that mean the opposite; a colour that covers nothing is not misread.
        let fades = self.addresses.sid(&Target::Scalar { material: id, slot: ScalarSlot::Transparency }).is_some();
        let plain = made.opaque == Opaque::AOne && made.transparent.as_ref().is_none_or(|t| t.texture.is_none());
        if made.transparency == Some(Scalar(0.0)) && plain && !fades {
            let [r, g, b, _] = made.transparent.map_or([1.0; 4], |t| t.value);
            made.transparent = Some(Colour { value: [r, g, b, 0.0], texture: None });
            made.transparency = Some(Scalar(1.0));
        }
        made.encode();
        Cow::Owned(made)
    }

    fn tell_physical(&mut self, material: &Material) {
        let Some(physical) = &material.physical else { return };
        let name = label(&material.meta);
        let near = [
            (physical.metalness.is_some(), "metalness"),
            (physical.roughness.is_some(), "roughness"),
            (physical.opacity.is_some(), "opacity"),
        ];
        let lost = [
            (physical.shininess.is_some(), "a shininess texture"),
            (physical.occlusion.is_some(), "occlusion"),
            (physical.height.is_some(), "heights"),
            (physical.clearcoat.is_some() || physical.clearcoat_normal.is_some(), "a clear coat"),
            (physical.sheen.is_some(), "sheen"),
            (!physical.spectra.is_empty(), "spectra"),
        ];
        for (list, fate) in [(near.as_slice(), Fate::Approximated), (lost.as_slice(), Fate::Dropped)] {
            for (_, what) in list.iter().filter(|(is, _)| *is) {
                let message = format!("{what} of material `{name}` is not supported by the common profile");
                self.lose(&codes::PHYSICAL, fate, &material.meta, message);
            }
        }
    }
}
