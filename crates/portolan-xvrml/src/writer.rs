//! Files of worlds: scenes and worlds written anew, and documents that stay as they are.

use portolan_format::{Answer, Choice, Job, Output, Writer};
use portolan_scene::{Content, Fate, Holder, Item, Losses};

use crate::opened::{self, Opened};
use crate::raise;
use crate::write::{self, Dialect, Outside, codes};

/// xVRML, with its pictures beside it.
pub static XWRL: Writer = Writer {
    extension: "xwrl",
    about: "xVRML, with its images in separate files",
    versions: &[],
    write: |job| written(job, Dialect::Xvrml),
    keep: Some(keep),
    ..WORLD
};

/// X3D in XML, with its pictures beside it.
pub static X3D_FILE: Writer = Writer {
    extension: "x3d",
    about: "X3D in XML, with its images in separate files",
    versions: &["4.0", "3.3"],
    write: x3d,
    // Documents in the classic encoding become XML.
    keep: Some(|job| if is_markup(job) { keep(job) } else { x3d(job) }),
    ..WORLD
};

/// VRML97, with its pictures beside it.
pub static WRL: Writer = Writer {
    extension: "wrl",
    about: "VRML97, with its images in separate files",
    versions: &[],
    write: |job| written(job, Dialect::Vrml97),
    keep: Some(keep),
    ..WORLD
};

const WORLD: Writer = Writer {
    extension: "",
    about: "",
    versions: &[],
    prepares: false,
    keeps_opacity: false,
    carries_words: false,
    solids: None,
    keeps_space: false,
    one_view: true,
    shows_worlds: true,
    refuses: &[
        (Choice::Unit, "worlds are in metres"),
        (Choice::UpAxis, "worlds have Y up"),
        (Choice::Embed, "worlds refer to their textures"),
        (Choice::Tangents, "tangents are computed for glTF only"),
        (Choice::Precise, "worlds are text with decimal numbers"),
        (Choice::Touch, "worlds have no date"),
    ],
    answer,
    write: |job| written(job, Dialect::Xvrml),
    keep: None,
    archive_of: None,
    invalid: Some(&codes::INVALID),
    invalid_edits: Some(&codes::INVALID),
};

/// What becomes of what a scene holds.
fn answer(item: &Item<'_>) -> Answer {
    match item.content {
        Content::Dates | Content::Wording | Content::LastDigits | Content::Comments => Answer::Lost(Fate::Noted),
        Content::Precision => Answer::Lost(Fate::Approximated),
        // Of worlds everything that makes them run is written; what others keep of it is told by the writer.
        Content::Behaviour | Content::View | Content::Levels => Answer::Told,
        Content::About if item.holder == Holder::Document => Answer::Told,
        Content::About
        | Content::Extra
        | Content::Physics
        | Content::Kinematics
        | Content::Shader
        | Content::Brep
        | Content::Technique
        | Content::Data
        | Content::Unknown
        | Content::AlphaCutoff
        | Content::Steps
        | Content::Layers
        | Content::Proxy
        | Content::Shadows
        | Content::Unused => Answer::Lost(Fate::Dropped),
    }
}

/// A world as it is, if the scene is one and nothing of it is to be changed; else the scene as a world.
fn written(job: &Job<'_>, dialect: Dialect) -> Output {
    let mut losses = Losses::default();
    let opened = job.opened.as_any().downcast_ref::<Opened>();
    let own = opened.filter(|_| !job.conversion.changes_the_scene()).and_then(|o| o.read_once(job.resources));
    // A world that another format kept as a whole.
    let kept = match own {
        Some(_) => None,
        None => job.opened.world(job).and_then(|text| opened::of_text(job, text, &mut losses)),
    };
    let own = own.as_ref().map(|(documents, world)| (*documents, &**world));
    let whole = own.or(kept.as_ref().map(|(documents, world)| (documents, world)));
    let (text, companions) = match whole {
        Some((documents, world)) => {
            let family = if dialect == Dialect::Xvrml { "xvrml" } else { "x3d" };
            let (outside, companions) = Outside::new(job, world, documents, family, &mut losses);
            (write::text(world, dialect, &outside, &mut losses), companions)
        }
        None => {
            let (world, companions) = raise::world(job, &mut losses);
            (write::text(&world, dialect, &Outside::default(), &mut losses), companions)
        }
    };
    let main = (format!("{}.{}", job.conversion.name, job.conversion.to.extension), text);
    let files = std::iter::once(main).chain(companions.into_files()).collect();
    Output { files, losses, version: None, keeps: &[] }
}

fn x3d(job: &Job<'_>) -> Output {
    let version = if job.conversion.version.as_deref() == Some("4.0") { "4.0" } else { "3.3" };
    written(job, Dialect::X3d { version })
}

fn is_markup(job: &Job<'_>) -> bool {
    let documents = job.opened.documents();
    documents.first().is_some_and(|(_, tree)| tree.source().text().trim_start().starts_with('<'))
}

/// The document itself.
fn keep(job: &Job<'_>) -> Output {
    let bytes = job.opened.documents().first().map(|(_, tree)| tree.source().bytes().to_vec()).unwrap_or_default();
    let main = (format!("{}.{}", job.conversion.name, job.conversion.to.extension), bytes);
    Output { files: vec![main], losses: Losses::default(), version: None, keeps: &[] }
}
