//! What applications add to materials: both sides, relief, placement of textures.

use portolan_scene::{ColourSlot, Fate, MaterialId, Target, TextureField, TextureSlot, TextureUse, UvTransform, Wrap};
use portolan_syntax::Node;

use super::super::{Lower, asset};
use super::codes;

/// Whatever profile it stands in: these names mean the same everywhere.
const ANY: &[&str] = &[];

/// Are both sides drawn, as the extras of an element say?
pub(super) fn double_sided(element: Node<'_>) -> Option<bool> {
    let found =
        asset::vendor(element, ANY, "double_sided").or_else(|| asset::vendor(element, ANY, "show_double_sided"));
    found.map(asset::is_true)
}

/// The texture of the relief that the extras of an element name, and whether it holds normals.
pub(super) fn bump(element: Node<'_>) -> Option<(Node<'_>, bool)> {
    let bump = asset::vendor(element, ANY, "bump")?;
    let kind = bump.attribute_value("bumptype").unwrap_or_default();
    Some((bump.child("texture")?, kind.trim().eq_ignore_ascii_case("NORMALMAP")))
}

/// Values of applications that are looked at for one texture.
const MOST_VALUES: usize = 128;

/// Placements that change what is seen and have no place in the scene, with the value that changes nothing.
const UNKEPT: [(&str, f64); 8] = [
    ("coverageU", 1.0),
    ("coverageV", 1.0),
    ("translateFrameU", 0.0),
    ("translateFrameV", 0.0),
    ("rotateFrame", 0.0),
    ("noiseU", 0.0),
    ("noiseV", 0.0),
    ("stagger", 0.0),
];

impl<'a> Lower<'a> {
    /// Applies what the extras of a `<texture>` say of its placement. `slot` is the colour it stands for, or the relief.
    pub(super) fn place_texture(
        &mut self,
        material: MaterialId,
        slot: Option<ColourSlot>,
        element: Node<'a>,
        texture: &mut TextureUse,
    ) {
        if element.elements().next().is_none() {
            return;
        }
        let extras = element.elements().filter(|e| e.local_name() == "extra").flat_map(Node::elements);
        let values = extras.flat_map(Node::elements).take(MOST_VALUES);
        let values: Vec<(&str, Node<'a>)> = values.map(|e| (e.local_name(), e)).collect();
        let found = |name: &str| values.iter().find(|(n, _)| *n == name).map(|(_, e)| *e);
        let number =
            |name: &str| found(name).and_then(|e| e.text().trim().parse::<f64>().ok()).filter(|v| v.is_finite());
        let flag = |name: &str| found(name).map(asset::is_true);
        let wrap = |wraps: Option<bool>, mirrors: Option<bool>, own: Wrap| match (wraps, mirrors) {
            (_, Some(true)) => Wrap::Mirror,
            (Some(false), _) => Wrap::Clamp,
            _ => own,
        };
        let sampler = &mut texture.sampler;
        sampler.wrap_s = wrap(flag("wrapU"), flag("mirrorU"), sampler.wrap_s);
        sampler.wrap_t = wrap(flag("wrapV"), flag("mirrorV"), sampler.wrap_t);
        texture.amount = number("amount").unwrap_or(1.0);
        let rotation = number("rotateUV").unwrap_or(0.0);
        let fields = [
            ("repeatU", TextureField::RepeatU, 1.0),
            ("repeatV", TextureField::RepeatV, 1.0),
            ("offsetU", TextureField::OffsetU, 0.0),
            ("offsetV", TextureField::OffsetV, 0.0),
        ];
        let [ru, rv, ou, ov] = fields.map(|(name, _, otherwise)| number(name).unwrap_or(otherwise));
        // Applications turn about the middle of the picture, the scene about its corner. While it is turned, an offset
        // does not move along the axes of the picture and cannot be driven alone; neither can the turn.
        let (sin, cos) = libm::sincos(rotation.to_radians());
        let (u, v) = (ou - 0.5, ov - 0.5);
        let turned = [u * cos - v * sin + 0.5, u * sin + v * cos + 0.5];
        let offset = if rotation == 0.0 { [ou, ov] } else { turned };
        let placed = UvTransform { offset, rotation, repeat: [ru, rv] };
        texture.transform = (placed != UvTransform::IDENTITY).then_some(placed);
        let slot = slot.map_or(TextureSlot::Bump, TextureSlot::Colour);
        for (name, field, _) in fields {
            let repeats = matches!(field, TextureField::RepeatU | TextureField::RepeatV);
            if let Some(element) = found(name)
                && (repeats || rotation == 0.0)
            {
                self.drive(element, Target::Texture { material, slot, field }, 1.0);
            }
        }
        for (name, otherwise) in UNKEPT {
            if number(name).is_some_and(|v| v != otherwise) {
                let message = format!("`{name}` of a texture is not supported");
                self.lose(&codes::PLACEMENT, Fate::Dropped, element, message);
            }
        }
    }
}
