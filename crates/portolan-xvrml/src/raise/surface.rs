//! Materials: `Material` and `Texture`.

use portolan_scene::glam::{DMat4, DVec3};
use portolan_scene::{ColourSlot, Fate, Material, MaterialId, Origin, Shading, TextureUse, Wrap};

use super::animation::Follower;
use super::{Raise, codes};
use crate::world::{NodeId as WorldId, Value};

/// What covers a shape.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    /// The nodes of its appearance.
    pub nodes: Vec<WorldId>,
    /// The colour that those of vertices are multiplied with.
    pub factor: [f64; 3],
}

/// What a surface of a world is coloured by.
fn main_slot(material: &Material) -> ColourSlot {
    if material.shading == Shading::Constant { ColourSlot::Emission } else { ColourSlot::Diffuse }
}

/// The one texture of a material that worlds show.
pub fn shown(material: &Material) -> Option<&TextureUse> {
    material.colour(main_slot(material))?.texture.as_deref()
}

impl Raise<'_> {
    /// What covers a shape. `coloured`: its vertices have colours.
    pub fn surface(&mut self, id: MaterialId, coloured: bool) -> Surface {
        if let Some(known) = self.surfaces.get(&(id, coloured)) {
            return known.clone();
        }
        let made = match self.scene.material(id) {
            Some(material) => {
                // Colours of worlds are as screens have them.
                let mut encoded = material.clone();
                encoded.encode();
                self.new_surface(id, &encoded, coloured)
            }
            None => Surface { nodes: self.plain(Origin::default()), factor: [1.0; 3] },
        };
        self.surfaces.insert((id, coloured), made.clone());
        made
    }

    /// The surface of a shape without a material.
    pub fn plain(&mut self, origin: Origin) -> Vec<WorldId> {
        let message = "a shape without a material gets the default material";
        self.lose(&codes::MATERIAL, Fate::Approximated, origin, message);
        self.node("Material", Origin::default()).into_iter().collect()
    }

    fn new_surface(&mut self, id: MaterialId, material: &Material, coloured: bool) -> Surface {
        let origin = origin(material);
        let constant = material.shading == Shading::Constant;
        let slot = main_slot(material);
        let main = material.colour(slot);
        let texture = main.and_then(|c| c.texture.as_ref()).and_then(|t| self.texture(t, material));
        let value = main.map_or([0.0, 0.0, 0.0, 1.0], |c| c.value);
        let [r, g, b, _] = value.map(|c| c.clamp(0.0, 1.0));
        let white = [r, g, b] == [1.0; 3];
        if texture.is_some() && !white {
            let message =
                format!("the colour of textured material `{}` is dropped", material.meta.label().unwrap_or("?"));
            self.lose(&codes::MATERIAL, Fate::Approximated, origin, message);
        }
        let opacity = opacity(material);
        self.tell_rest(material, slot);
        let mut nodes = Vec::new();
        // Without a material a surface is white and needs no light (SH-1).
        let bare = constant && opacity >= 1.0 && (white || texture.is_some() || coloured);
        if !bare && let Some(made) = self.node("Material", origin) {
            self.name(made, material.meta.label());
            let diffuse = match (constant, texture.is_some() || coloured) {
                (true, _) => [0.0; 3],
                (false, true) => [1.0; 3],
                (false, false) => [r, g, b],
            };
            let dull = !constant && shines(material) && !material.specular.as_ref().is_some_and(|c| is_bright(c.value));
            if constant || dull {
                let message = "a surface without highlights or lighting is written as a dull one";
                self.lose(&codes::MATERIAL, Fate::Approximated, origin, message);
            }
            let [dr, dg, db] = diffuse;
            self.world.set(made, "diffuseColor", Value::Numbers([dr, dg, db, opacity]));
            self.number(made, "ambientIntensity", if constant { 0.0 } else { ambient(material, value) });
            let glow = match constant {
                true => Some([r, g, b]),
                false => material.emission.as_ref().map(|c| {
                    let [r, g, b, _] = c.value.map(|v| v.clamp(0.0, 1.0));
                    [r, g, b]
                }),
            };
            if let Some([r, g, b]) = glow {
                self.world.set(made, "emissiveColor", Value::Numbers([r, g, b, 1.0]));
            }
            if let Some(specular) = material.specular.as_ref().filter(|_| shines(material)) {
                let [r, g, b, _] = specular.value.map(|v| v.clamp(0.0, 1.0));
                self.world.set(made, "specularColor", Value::Numbers([r, g, b, 1.0]));
                if material.shading == Shading::Phong {
                    let message = format!(
                        "highlights of material `{}` follow Blinn's model",
                        material.meta.label().unwrap_or("?")
                    );
                    self.lose(&codes::MATERIAL, Fate::Approximated, origin, message);
                }
                let sharpness = material.shininess.map_or(0.0, |s| s.0);
                // Below 1 it is a roughness of Blinn's model.
                let exponent =
                    if sharpness > 0.0 && sharpness < 1.0 { 2.0 / (sharpness * sharpness) } else { sharpness };
                if exponent > 128.0 || exponent != sharpness {
                    let message = "the sharpness of highlights is approximated";
                    self.lose(&codes::MATERIAL, Fate::Approximated, origin, message);
                }
                self.number(made, "shininess", (exponent / 128.0).clamp(0.0, 1.0));
            }
            self.followers.push(Follower::Material { material: id, world: made, constant });
            nodes.push(made);
        }
        nodes.extend(texture);
        Surface { nodes, factor: [r, g, b] }
    }

    fn texture(&mut self, texture: &TextureUse, material: &Material) -> Option<WorldId> {
        let url = texture.image.and_then(|image| self.image(image))?;
        let made = self.node("Texture", material.meta.origin)?;
        self.world.set(made, "url", Value::Text(url.into()));
        let clamps = |wrap: Wrap| matches!(wrap, Wrap::Clamp | Wrap::Border);
        for (field, wrap) in [("repeatS", texture.sampler.wrap_s), ("repeatT", texture.sampler.wrap_t)] {
            self.world.set(made, field, Value::Bool(!clamps(wrap)));
            if !matches!(wrap, Wrap::Repeat | Wrap::Clamp) {
                let message = "textures can only be repeated or clamped; the nearest of both is written";
                self.lose(&codes::MATERIAL, Fate::Approximated, origin(material), message);
            }
        }
        let sampler = &texture.sampler;
        let usual = portolan_scene::Sampler { wrap_s: sampler.wrap_s, wrap_t: sampler.wrap_t, ..Default::default() };
        if *sampler != usual || texture.amount != 1.0 || !texture.swizzle.is_identity() {
            let message = "filters, borders and channels of a texture are dropped";
            self.lose(&codes::MATERIAL, Fate::Noted, origin(material), message);
        }
        if let Some(matrix) = texture.matrix() {
            self.lay(made, matrix, material);
        }
        Some(made)
    }

    /// How a texture lies: `S · R · T` (TE-1, without a centre).
    fn lay(&mut self, made: WorldId, matrix: DMat4, material: &Material) {
        let row = |v: fn(DVec3) -> f64| {
            let [x, y] = [matrix.x_axis, matrix.y_axis].map(|axis| v(axis.truncate()));
            (x, y)
        };
        let ((a, b), (c, d)) = (row(|v| v.x), row(|v| v.y));
        let (mut sx, sy) = (libm::hypot(a, b), libm::hypot(c, d));
        let determinant = a * d - b * c;
        if determinant < 0.0 {
            sx = -sx;
        }
        let angle = libm::atan2(-b / sx, a / sx);
        if determinant.abs() < 1e-12 || (a * c + b * d).abs() > 1e-6 * (sx * sy).abs() {
            let message = "the shear of a texture is dropped";
            self.lose(&codes::MATERIAL, Fate::Approximated, origin(material), message);
        }
        let (x, y) = (matrix.w_axis.x, matrix.w_axis.y);
        let moved = [(d * x - b * y) / determinant, (a * y - c * x) / determinant];
        let pair = |[x, y]: [f64; 2]| Value::Numbers([super::finite(x), super::finite(y), 0.0, 0.0]);
        self.world.set(made, "scale", pair([sx, sy]));
        self.number(made, "rotation", if angle.abs() < 1e-15 { 0.0 } else { angle });
        self.world.set(made, "translation", pair(moved));
    }

    /// Tells what of a material worlds have no place for.
    fn tell_rest(&mut self, material: &Material, main: ColourSlot) {
        let origin = origin(material);
        let label = material.meta.label().unwrap_or("?").to_owned();
        let mut tell = |is: bool, what: &str| {
            if is {
                let message = format!("{what} of material `{label}` is not supported by the target format");
                self.losses.push(&codes::MATERIAL, Fate::Dropped, origin, message);
            }
        };
        tell(material.bump.is_some(), "the relief");
        let mirrors = material.reflectivity.is_none_or(|r| r.0 > 0.0);
        tell(material.reflective.is_some() && mirrors || material.reflectivity.is_some(), "the mirror image");
        let tinted = material.ambient.as_ref().filter(|_| material.shading != Shading::Constant);
        tell(tinted.is_some_and(|c| c.texture.is_none() && !follows(c.value, material)), "the colour of ambient light");
        tell(material.refraction.is_some_and(|r| r.0 != 1.0), "the refraction");
        tell(material.physical.is_some(), "the physical part");
        let others = [ColourSlot::Emission, ColourSlot::Ambient, ColourSlot::Diffuse, ColourSlot::Specular];
        let image = material.colour(main).and_then(|c| c.texture.as_ref()?.image);
        for slot in others.into_iter().filter(|s| *s != main) {
            let texture = material.colour(slot).and_then(|c| c.texture.as_ref());
            tell(texture.is_some_and(|t| t.image != image), "a second texture");
        }
        let clear = material.transparent.as_ref().and_then(|c| c.texture.as_ref());
        tell(clear.is_some_and(|t| t.image != image), "the opacity texture");
    }
}

/// One number for how much of a surface is seen.
pub(super) fn opacity(material: &Material) -> f64 {
    let colour = material.transparent.as_ref().filter(|c| c.texture.is_none()).map_or([1.0; 4], |c| c.value);
    let factor = material.transparency.map_or(1.0, |t| t.0);
    if material.transparent.is_none() && material.transparency.is_none() {
        return 1.0;
    }
    let textured = material.transparent.as_ref().is_some_and(|c| c.texture.is_some());
    let [.., a] = if textured { [1.0; 4] } else { material.opaque.weights(colour, factor) };
    a.clamp(0.0, 1.0)
}

/// Where a material says how it looks.
fn origin(material: &Material) -> Origin {
    material.effect.as_ref().map_or(material.meta.origin, |effect| effect.origin)
}

/// Is the ambient colour a share of the diffuse one?
fn follows(ambient_colour: [f64; 4], material: &Material) -> bool {
    let diffuse = material.diffuse.as_ref().map_or([0.0, 0.0, 0.0, 1.0], |c| c.value);
    let share = ambient(material, diffuse);
    ambient_colour.iter().zip(diffuse).take(3).all(|(a, d)| (a - d * share).abs() < 1e-6)
}

fn is_bright([r, g, b, _]: [f64; 4]) -> bool {
    r > 0.0 || g > 0.0 || b > 0.0
}

/// Are there highlights?
fn shines(material: &Material) -> bool {
    matches!(material.shading, Shading::Phong | Shading::Blinn)
}

/// Ambient light as a share of the diffuse one.
fn ambient(material: &Material, [r, g, b, _]: [f64; 4]) -> f64 {
    let Some(ambient) = &material.ambient else { return 0.0 };
    let [ar, ag, ab, _] = ambient.value;
    let (most, of) = [(ar, r), (ag, g), (ab, b)].into_iter().fold(
        (0.0, 0.0),
        |(most, of), (a, d)| {
            if d > of { (a, d) } else { (most, of) }
        },
    );
    if of > 0.0 { (most / of).clamp(0.0, 1.0) } else { 0.0 }
}
