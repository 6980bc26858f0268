//! `Material` and `Texture`.

use portolan_scene::{
    Colour, ColourSlot, Filter, Material, MaterialId, Operation, Part, Sampler, Scalar, ScalarSlot, Shading, Target,
    TextureOwner, TextureSlot, TextureUse, Transform, Wrap,
};

use super::Lower;
use super::drive::Give;
use super::image::Picture;
use super::shape::COORDINATES;
use crate::world::NodeId as WorldId;

/// What makes a surface: the same is made once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub material: Option<WorldId>,
    pub texture: Option<WorldId>,
    /// Does the geometry have colours of its own?
    pub colours: bool,
    /// Are some of them transparent?
    pub faint: bool,
    pub lines: Lines,
}

/// Is it for lines and points?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Lines {
    Yes,
    No,
}

const WHITE: [f64; 4] = [1.0; 4];
/// What a movie is shown as: the grey of a material of which nothing is said, as viewers show it that cannot play one.
const GREY: [f64; 4] = [0.8, 0.8, 0.8, 1.0];

impl Lower<'_> {
    /// The material for the surface of a shape.
    pub(super) fn material(&mut self, key: Key, picture: Option<&Picture>, shape: WorldId) -> MaterialId {
        if let Some(known) = self.known.materials.get(&key) {
            return *known;
        }
        let id = MaterialId::next(&self.scene.materials);
        let meta = match key.material.or(key.texture) {
            Some(named) => self.meta(named),
            None => self.beside(shape),
        };
        let mut made = Material { meta, ..Material::default() };
        match (key.material, key.lines) {
            (Some(material), Lines::No) => self.lit(&mut made, id, material, key, picture),
            (material, lines) => {
                made.shading = Shading::Constant;
                // Lines and points show what glows; without a material everything is white (SH-1, IL-1, PT-1).
                let own = material.filter(|_| lines == Lines::Yes && !key.colours);
                let value = own.map_or(WHITE, |m| self.world.numbers(m, "emissiveColor"));
                made.emission = Some(Colour { value: opaque(value), texture: None });
                if let Some(own) = own {
                    self.colour_drive(own, "emissiveColor", id, ColourSlot::Emission, Give::RgbTimes(1.0));
                }
                if let Some(material) = material {
                    self.opacity(&mut made, id, material, false);
                }
            }
        }
        made.vertex_alpha = key.faint;
        if let Some(picture) = picture {
            self.cover(&mut made, id, key, picture);
        }
        self.scene.materials.push(made);
        self.known.materials.insert(key, id);
        id
    }

    /// A surface that lamps shine on (MA-1).
    fn lit(&mut self, made: &mut Material, id: MaterialId, material: WorldId, key: Key, picture: Option<&Picture>) {
        let plain = |value: [f64; 4]| Some(Colour { value: opaque(value), texture: None });
        let given = self.world.numbers(material, "diffuseColor");
        let replaced = picture.is_some_and(|p| !p.grey) || key.colours;
        let diffuse = if replaced { WHITE } else { given };
        made.diffuse = plain(diffuse);
        if !replaced {
            self.colour_drive(material, "diffuseColor", id, ColourSlot::Diffuse, Give::RgbTimes(1.0));
        }
        let ambient = self.world.number(material, "ambientIntensity");
        if ambient != 0.0 {
            made.ambient = plain(diffuse.map(|c| c * ambient));
            if !replaced {
                self.colour_drive(material, "diffuseColor", id, ColourSlot::Ambient, Give::RgbTimes(ambient));
            }
        }
        let emissive = self.world.numbers(material, "emissiveColor");
        if opaque(emissive) != [0.0, 0.0, 0.0, 1.0] || self.is_driven(material, "emissiveColor") {
            made.emission = plain(emissive);
            self.colour_drive(material, "emissiveColor", id, ColourSlot::Emission, Give::RgbTimes(1.0));
        }
        let specular = self.world.numbers(material, "specularColor");
        if opaque(specular) != [0.0, 0.0, 0.0, 1.0] || self.is_driven(material, "specularColor") {
            made.shading = Shading::Blinn;
            made.specular = plain(specular);
            // Below 1 it would be a roughness.
            let sharpness = self.world.number(material, "shininess") * 128.0;
            made.shininess = Some(Scalar(if sharpness > 0.0 { sharpness.max(1.0) } else { 0.0 }));
            self.colour_drive(material, "specularColor", id, ColourSlot::Specular, Give::RgbTimes(1.0));
            let target = Target::Scalar { material: id, slot: ScalarSlot::Shininess };
            self.drives.add(material, "shininess", target, Give::Times(128.0));
        }
        self.opacity(made, id, material, picture.is_some_and(|p| p.alpha));
    }

    fn colour_drive(&mut self, node: WorldId, field: &'static str, material: MaterialId, slot: ColourSlot, give: Give) {
        self.drives.add(node, field, Target::Colour { material, slot, part: Part::All }, give);
    }

    /// How much of what is behind is seen (MA-2), unless a picture says that.
    fn opacity(&mut self, made: &mut Material, id: MaterialId, material: WorldId, pictured: bool) {
        let [.., alpha] = self.world.numbers(material, "diffuseColor");
        let transparency = self.world.number(material, "transparency");
        let driven = self.is_driven(material, "transparency") || self.is_driven(material, "diffuseColor");
        let opacity = alpha * (1.0 - transparency);
        if pictured || opacity >= 1.0 && !driven {
            return;
        }
        made.transparency = Some(Scalar(opacity));
        let target = Target::Scalar { material: id, slot: ScalarSlot::Transparency };
        self.drives.add(material, "transparency", target.clone(), Give::Opacity(alpha));
        if self.is_driven(material, "diffuseColor") {
            self.drives.add(material, "diffuseColor", target, Give::Alpha(1.0 - transparency));
        }
    }

    /// Lays a texture on a surface (TE-1, TE-2).
    fn cover(&mut self, made: &mut Material, id: MaterialId, key: Key, picture: &Picture) {
        let Some(texture) = key.texture else { return };
        let slot = if made.shading == Shading::Constant { ColourSlot::Emission } else { ColourSlot::Diffuse };
        let Some(image) = picture.image else {
            // The first frame of a movie is not known.
            if let Some(colour) = made.colour_mut(slot) {
                colour.value = GREY;
            }
            return;
        };
        let wrap = |repeats: bool| if repeats { Wrap::Repeat } else { Wrap::Clamp };
        let sampler = Sampler {
            wrap_s: wrap(self.world.flag(texture, "repeatS")),
            wrap_t: wrap(self.world.flag(texture, "repeatT")),
            mip: Filter::Linear,
            magnify: if picture.tiny { Filter::Nearest } else { Filter::Linear },
            ..Sampler::default()
        };
        let mut used = TextureUse::new(Some(image), sampler, COORDINATES);
        self.texture_steps(&mut used, texture, id, slot);
        if let (ColourSlot::Diffuse, Some(ambient)) = (slot, &mut made.ambient) {
            ambient.texture = Some(used.clone().into());
        }
        if picture.alpha {
            made.transparent = Some(Colour::new(WHITE, Some(used.clone())));
        }
        if let Some(colour) = made.colour_mut(slot) {
            colour.texture = Some(used.into());
        }
    }

    /// `−C · S · R · C · T` (TE-1). Steps that change nothing and that nothing drives are left out.
    fn texture_steps(&mut self, used: &mut TextureUse, texture: WorldId, material: MaterialId, slot: ColourSlot) {
        let [cx, cy, ..] = self.world.numbers(texture, "center");
        let [sx, sy, ..] = self.world.numbers(texture, "scale");
        let [tx, ty, ..] = self.world.numbers(texture, "translation");
        let turn = self.world.number(texture, "rotation").to_degrees();
        let centred = [cx, cy] != [0.0; 2];
        let steps: [(&'static str, Operation, bool, Give); 5] = [
            ("center", Operation::Translate([-cx, -cy, 0.0]), centred, Give::Times(-1.0)),
            ("scale", Operation::Scale([sx, sy, 1.0]), [sx, sy] != [1.0; 2], Give::Same),
            ("rotation", Operation::Rotate([0.0, 0.0, 1.0, turn]), turn != 0.0, Give::Times(1f64.to_degrees())),
            ("center", Operation::Translate([cx, cy, 0.0]), centred, Give::Same),
            ("translation", Operation::Translate([tx, ty, 0.0]), [tx, ty] != [0.0; 2], Give::Same),
        ];
        for (field, operation, changes, give) in steps {
            if !changes && !self.is_driven(texture, field) {
                continue;
            }
            let owner = TextureOwner::Material { material, slot: TextureSlot::Colour(slot) };
            let step = used.steps.len() as u32;
            used.steps.push(Transform { sid: Some(field.into()), operation });
            let parts = if field == "rotation" { 3..4 } else { 0..2 };
            for (nth, part) in parts.enumerate() {
                let target = Target::TextureStep { texture: owner, step, part: Part::At(part) };
                self.drives.add_part(texture, field, target, give, nth);
            }
        }
    }
}

/// The same colour, opaque: how much of it counts is said elsewhere.
fn opaque([r, g, b, _]: [f64; 4]) -> [f64; 4] {
    [r, g, b, 1.0]
}
