//! What becomes of everything that a scene holds, answered by every writer, and told where a writer has no place for it.

use std::collections::BTreeSet;

use portolan_scene::{Content, Fate, Item, Losses, Origin, Scene, ViewId};
use portolan_syntax::Code;

use crate::Writer;

/// What a writer says about something that a scene holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is in the file, or nothing is lost without it.
    Written,
    /// The writer tells what becomes of it, or writes it, one by one.
    Told,
    /// The writer has no place for it. [`Unplaced::tell`] tells it.
    Lost(Fate),
}

/// The answer of a format that holds shapes in double precision, and looks, and nothing else.
pub fn exact_shapes_only(item: &Item<'_>) -> Answer {
    match item.content {
        Content::Precision | Content::LastDigits => Answer::Written,
        _ => shapes_only(item),
    }
}

/// The answer of a format that holds shapes in single precision, and looks, and nothing else.
pub fn shapes_only(item: &Item<'_>) -> Answer {
    match item.content {
        // Whoever asks for such a file does not ask for these.
        Content::Dates | Content::Wording | Content::LastDigits | Content::Comments => Answer::Lost(Fate::Noted),
        Content::Precision => Answer::Lost(Fate::Approximated),
        Content::About
        | Content::Extra
        | Content::Physics
        | Content::Kinematics
        | Content::Shader
        | Content::Brep
        | Content::Technique
        | Content::Data
        | Content::Behaviour
        | Content::Unknown
        | Content::AlphaCutoff
        | Content::View
        | Content::Steps
        | Content::Layers
        | Content::Proxy
        | Content::Levels
        | Content::Shadows
        | Content::Unused => Answer::Lost(Fate::Dropped),
    }
}

/// What a scene holds and a writer has no place for.
#[derive(Debug)]
pub struct Unplaced<'a> {
    items: Vec<(Fate, Item<'a>)>,
    /// Every object has spellings of its own, which are told in the same words: counted.
    spelt: Option<(Fate, Origin, u32)>,
}

impl Writer {
    /// What the scene holds and the writer has no place for. What was told when the document was read (`before`) is not part of
    /// it.
    pub fn unplaced<'a>(&self, scene: &'a Scene, view: Option<ViewId>, before: &Losses) -> Unplaced<'a> {
        let all = || (0..scene.views.len() as u32).map(ViewId).collect();
        let written: Vec<ViewId> = match (view, self.one_view) {
            (Some(view), _) => vec![view],
            (None, true) => vec![scene.default_view.unwrap_or(ViewId(0))],
            (None, false) => all(),
        };
        let told: BTreeSet<Origin> = before.touched().collect();
        let mut unplaced = Unplaced { items: Vec::new(), spelt: None };
        scene.contents(&written, &mut |item| {
            let Answer::Lost(fate) = (self.answer)(&item) else { return };
            if item.own_origin && told.contains(&item.origin) {
                return;
            }
            if item.content == Content::Wording && unplaced.spelt.is_none_or(|(first, ..)| first == fate) {
                let (_, _, count) = unplaced.spelt.get_or_insert((fate, item.origin, 0));
                *count += 1;
                return;
            }
            unplaced.items.push((fate, item));
        });
        unplaced
    }
}

impl Unplaced<'_> {
    /// Tells it, for files with this extension. What the writer `keeps` this time is not lost.
    pub fn tell(self, extension: &str, keeps: &[Content], losses: &mut Losses) {
        for (fate, item) in self.items.iter().filter(|(_, item)| !keeps.contains(&item.content)) {
            losses.push(code(item.content), *fate, item.origin, message(item, extension));
        }
        if let Some((fate, origin, count)) = self.spelt.filter(|_| !keeps.contains(&Content::Wording)) {
            losses.push_many(code(Content::Wording), fate, origin, wording(extension), count);
        }
    }
}

/// The code under which content is told.
fn code(content: Content) -> &'static Code {
    match content {
        Content::About | Content::Dates => &ABOUT,
        Content::Extra => &EXTRA,
        Content::Physics => &PHYSICS,
        Content::Kinematics => &KINEMATICS,
        Content::Shader => &SHADER,
        Content::Brep => &BREP,
        Content::Technique => &TECHNIQUE,
        Content::Data => &DATA,
        Content::Behaviour => &BEHAVIOUR,
        Content::Unknown => &UNKNOWN,
        Content::Wording => &WORDING,
        Content::View => &VIEW,
        Content::AlphaCutoff
        | Content::Steps
        | Content::Layers
        | Content::Proxy
        | Content::Levels
        | Content::Shadows => &FIELD,
        Content::Unused => &UNUSED,
        Content::Precision | Content::LastDigits => &PRECISION,
        Content::Comments => &COMMENTS,
    }
}

fn message(item: &Item<'_>, extension: &str) -> String {
    let name = item.label.unwrap_or("?");
    let of = || match item.object {
        Some(object) => format!(" of {} `{object}`", item.holder.name()),
        None => String::new(),
    };
    let object = || format!("{} `{}`", item.holder.name(), item.object.unwrap_or("?"));
    let what = match item.content {
        Content::About => "authors, titles and other notes about the document are not written".to_owned(),
        Content::Dates => "dates and authoring tools are not written".to_owned(),
        // One entry for the data of one application, however many objects have some.
        Content::Extra => format!("data of `{}` is not written", item.label.unwrap_or("an application")),
        Content::Physics => format!("physics (`{name}`) is not written"),
        Content::Kinematics => format!("kinematics (`{name}`) is not written"),
        Content::Shader => format!("shader data `{name}`{} is not written", of()),
        Content::Brep => format!("the boundary representation{} is not written", of()),
        Content::Technique => format!("`{name}`{} is not written", of()),
        Content::Data => format!("unused data `{name}`{} is not written", of()),
        Content::Behaviour => format!("behaviour (`{name}`) is not written"),
        Content::Unknown => format!("`{name}`{} is not written", of()),
        Content::Wording => return wording(extension),
        Content::AlphaCutoff => format!("the alpha cutoff of {} is not written", object()),
        Content::View => format!("{} is not written", object()),
        Content::Steps => format!("the render steps of {} are not written", object()),
        Content::Layers => format!("the layers of {} are not written", object()),
        Content::Proxy => format!("the proxy of {} is not written", object()),
        Content::Levels => format!("coarser levels of detail of {} are not written", object()),
        Content::Shadows => format!("shadow and motion blur settings of {} are not written", object()),
        Content::Unused => format!("the unused {} is not written", object()),
        Content::Precision => {
            format!("double precision of {} is not written; its vertices move noticeably", object())
        }
        Content::LastDigits => format!("double precision of {} is not written", object()),
        Content::Comments => "comments are not written".to_owned(),
    };
    what.replacen("written", &format!("written to .{extension} files"), 1)
}

fn wording(extension: &str) -> String {
    format!("ids, names of parts and spellings of the original format are not written to .{extension} files")
}

portolan_syntax::codes! {
    /// Codes of what files of other formats have no place for.
    CODES:

    /// Reports physics: models, rigid bodies, materials, forces and constraints.
    ///
    /// Only COLLADA holds them. Convert to `.dae` to keep them.
    PHYSICS "CNV950" "physics-not-written" Warning about Motion;

    /// Reports kinematics: joints, links, articulated systems and motions.
    ///
    /// Only COLLADA 1.5 holds them. Convert to `.dae` to keep them.
    KINEMATICS "CNV951" "kinematics-not-written" Warning about Motion;

    /// Reports profiles with shaders, their parameters, and further techniques.
    ///
    /// Other formats hold the values of the common profile only. Convert to `.dae` to keep shaders.
    SHADER "CNV952" "shader-not-written" Warning about Looks;

    /// Reports solids that are described by their boundaries.
    ///
    /// Only COLLADA 1.5 holds them. Convert to `.dae` to keep them.
    BREP "CNV953" "brep-not-written" Warning about Shape;

    /// Reports `technique` elements of applications.
    ///
    /// The common technique is used; that of the application is dropped.
    TECHNIQUE "CNV954" "technique-not-written" Info;

    /// Reports application data (`extra`, `Extension`, foreign structures) that the format does not support.
    ///
    /// Only documents of the same format hold it. Convert to the format of the input to keep it.
    EXTRA "CNV955" "application-data-not-written" Info;

    /// Reports metadata of documents: authors, titles, dates, programs, a place on Earth.
    ///
    /// Dates and programs alone are noted and not counted as dropped.
    ABOUT "CNV956" "notes-not-written" Info about Metadata;

    /// Reports objects that no scene uses: materials of libraries, nodes that are instanced nowhere.
    ///
    /// Only COLLADA holds them. Add an instance to the scene if they should be written.
    UNUSED "CNV957" "unused-not-written" Info;

    /// Reports numbers that nothing known refers to: sources without inputs, inputs with unknown semantics.
    ///
    /// Only COLLADA holds them.
    DATA "CNV958" "data-not-written" Info;

    /// Notes that ids, SIDs, names of parts and spellings of the original format are not in the file.
    ///
    /// Their content is in the file; only documents of the original format need the spelling.
    WORDING "CNV959" "wording-not-written" Info about Metadata;

    /// Notes comments, which are no part of the scene.
    ///
    /// COLLADA documents keep them, each in front of the object that it stands in or in front of.
    COMMENTS "CNV118" "comments-not-written" Info about Metadata;

    /// Reports scenes that are not in the file, because the format holds only one or because another one was selected.
    ///
    /// Use `--scene` to choose the scene, and write one file for each.
    VIEW "CNV960" "scene-not-written" Warning about Shape;

    /// Reports settings that the format does not have: layers, render steps, proxies, levels of detail, shadows.
    ///
    /// Convert to the format of the input to keep them.
    FIELD "CNV961" "setting-not-written" Info about Looks;

    /// Reports elements that were not understood and that only their own format can hold.
    ///
    /// Convert to the format of the input to keep them.
    UNKNOWN "CNV962" "element-not-written" Info;

    /// Reports sensors, clocks, interpolators, scripts and sounds, and routes between them.
    ///
    /// What a clock moves by itself is written as an animation. Only xVRML holds the rest.
    BEHAVIOUR "CNV963" "behaviour-not-written" Warning about Motion;

    /// Reports vertex data that the document gives with more digits than single precision holds, and that the format
    /// rounds.
    ///
    /// It is an approximation if a vertex moves by more than a millionth of the size of its shape, which happens far
    /// from the origin, and a note otherwise. COLLADA, OpenGEX, OBJ and PLY keep double precision. Move the shape nearer
    /// to the origin and place it by the transform of its node to keep it elsewhere.
    PRECISION "CNV964" "precision-reduced" Info about Shape;
}

#[cfg(test)]
mod tests {
    use portolan_scene::Holder;

    use super::*;

    #[test]
    fn every_kind_of_content_has_a_code_and_a_message() {
        for content in Content::ALL {
            let item = Item {
                content,
                holder: Holder::Node,
                object: Some("n"),
                label: Some("l"),
                origin: Origin::default(),
                own_origin: false,
            };
            assert!(CODES.contains(&code(content)), "{content:?}");
            assert!(message(&item, "stl").contains(" not written to .stl files"), "{content:?}");
        }
    }
}
