//! Textures: pictures, how they are laid on, and how that moves.

use portolan_format::companion_name;
use portolan_resources::file_name;
use portolan_scene::{
    Fate, ImageId, Operation, Origin, Pixels, Sampler, Source, Swizzle, TextureField, TextureOwner, TextureUse, Wrap,
};
use portolan_syntax::ddl::Structure;

use super::name::Names;
use super::transform::Step;
use super::{Raise, Version, codes, label};

impl<'a> Raise<'a> {
    /// A texture; nothing if there is no picture.
    pub fn texture(
        &mut self,
        word: &'static str,
        texture: &'a TextureUse,
        set: u32,
        owner: TextureOwner,
        origin: Origin,
    ) -> Option<Structure<'a>> {
        let file = self.image(texture.image?)?;
        let mut made = Structure::new("Texture").property("attrib", word);
        if set != 0 {
            made = made.property("texcoord", set);
        }
        let new = self.options.version >= Version::V3_0;
        if !texture.swizzle.is_identity() {
            match new {
                true => made = made.property("swizzle", swizzle(&texture.swizzle)),
                false => {
                    self.since(Version::V3_0, "a channel order", origin);
                }
            }
        }
        made = self.sampler(made, &texture.sampler, origin);
        made.push(Structure::text(file));
        let mut steps: Vec<Step<'a>> = Vec::new();
        for (number, step) in texture.steps.iter().enumerate() {
            let driven = self.plays.texture_step(owner, number as u32);
            steps.push(Step { sid: step.sid.as_deref(), operation: step.operation.clone(), driven, object: false });
        }
        let fields = self.plays.texture_fields(owner);
        if let Some(placed) =
            texture.transform.or((!fields.is_empty()).then_some(portolan_scene::UvTransform::IDENTITY))
        {
            let ([u, v], [du, dv]) = (placed.offset, placed.repeat);
            let place = |field: TextureField| match field {
                TextureField::OffsetU | TextureField::RepeatU => 0,
                TextureField::OffsetV | TextureField::RepeatV => 1,
                TextureField::Rotation => 3,
            };
            let mut step = |name, operation: Operation, pick: &[TextureField], usual: bool| {
                let of_step = fields.iter().filter(|(f, _)| pick.contains(f));
                let driven: Vec<_> = of_step.map(|(f, d)| d.clone().at(place(*f))).collect();
                if !usual || !driven.is_empty() {
                    steps.push(Step { sid: Some(name), operation, driven, object: false });
                }
            };
            let offset = [TextureField::OffsetU, TextureField::OffsetV];
            step("offset", Operation::Translate([u, v, 0.0]), &offset, (u, v) == (0.0, 0.0));
            let turn = Operation::Rotate([0.0, 0.0, 1.0, placed.rotation]);
            step("turn", turn, &[TextureField::Rotation], placed.rotation == 0.0);
            let repeat = [TextureField::RepeatU, TextureField::RepeatV];
            step("repeat", Operation::Scale([du, dv, 1.0]), &repeat, (du, dv) == (1.0, 1.0));
        }
        let (transforms, tracks) = self.steps(&steps, 1.0, origin, &mut Names::default());
        let animations = self.animations_of(tracks);
        Some(made.with_all(transforms).with_all(animations))
    }

    fn sampler(&mut self, mut made: Structure<'a>, sampler: &Sampler, origin: Origin) -> Structure<'a> {
        let usual = [sampler.wrap_s, sampler.wrap_t, sampler.wrap_p].iter().all(|w| *w == Wrap::Repeat);
        if usual {
            return made;
        }
        if self.options.version < Version::V3_0 {
            let message = "texture wrapping needs OpenGEX 3.0; the texture repeats";
            self.losses.push(&codes::SAMPLER, Fate::Approximated, origin, message);
            return made;
        }
        let wraps = [("x_address", sampler.wrap_s), ("y_address", sampler.wrap_t), ("z_address", sampler.wrap_p)];
        let mut border = false;
        for (word, wrap) in wraps {
            let mode = match wrap {
                Wrap::Repeat => continue,
                Wrap::Mirror => "mirror_repeat",
                Wrap::Clamp => "clamp",
                Wrap::Border => "border",
                Wrap::MirrorOnce => "mirror_clamp",
                Wrap::MirrorBorder => "mirror_border",
            };
            border |= matches!(wrap, Wrap::Border | Wrap::MirrorBorder);
            made = made.property(word, mode);
        }
        if let Some(colour) = sampler.border.filter(|_| border) {
            let known = [("black", [0.0, 0.0, 0.0, 1.0]), ("white", [1.0; 4]), ("zero", [0.0; 4])];
            match known.iter().find(|(_, c)| *c == colour) {
                Some((word, _)) => made = made.property("border", *word),
                None => {
                    let message = "a texture border colour other than black, white or transparent became transparent";
                    self.losses.push(&codes::SAMPLER, Fate::Approximated, origin, message);
                }
            }
        }
        made
    }

    /// The file name of a picture; it is put beside the document.
    fn image(&mut self, id: ImageId) -> Option<String> {
        if let Some(known) = self.images.get(&id) {
            return known.clone();
        }
        let image = self.scene.image(id)?;
        let (wanted, bytes) = match &image.pixels {
            Pixels::File { reference, location } => {
                let bytes = match location {
                    Some(location) => (self.read)(location),
                    None => Err("it was not found".to_owned()),
                };
                (file_name(reference), bytes)
            }
            Pixels::Embedded { format, bytes } => {
                let stem = label(&image.meta).to_owned();
                let extension = format.rsplit(['/', '.']).next().unwrap_or_default().to_ascii_lowercase();
                let extension = if extension.is_empty() { "png".to_owned() } else { extension };
                let has = stem.to_ascii_lowercase().ends_with(&format!(".{extension}"));
                let name = if has { stem } else { format!("{stem}.{extension}") };
                (file_name(&name), Ok(bytes.clone()))
            }
            Pixels::None => (String::new(), Err("it has no pixels".to_owned())),
        };
        let name = match bytes.and_then(|bytes| self.companions.picture(&wanted, bytes)) {
            Ok(placed) => Some(companion_name(placed, image.meta.origin, &mut self.losses)),
            Err(why) => {
                let message = format!("image `{}` was not copied: {why}", label(&image.meta));
                let fate = if wanted.is_empty() { Fate::Dropped } else { Fate::Approximated };
                self.lose(&codes::IMAGE_MISSING, fate, &image.meta, message);
                (!wanted.is_empty()).then_some(wanted)
            }
        };
        self.tell_extras(&image.meta);
        self.images.insert(id, name.clone());
        name
    }
}

fn swizzle(swizzle: &Swizzle) -> String {
    let word: String = swizzle.0.iter().map(letter).collect();
    let first = word.chars().next().unwrap_or('i');
    if word.chars().all(|c| c == first) { first.to_string() } else { word }
}

/// The letter of a channel.
pub(super) fn letter(source: &Source) -> char {
    match source {
        Source::Same => 'i',
        Source::Red => 'r',
        Source::Green => 'g',
        Source::Blue => 'b',
        Source::Alpha => 'a',
        Source::Zero => '0',
        Source::One => '1',
    }
}
