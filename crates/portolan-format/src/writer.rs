//! Scenes on their way out.

use portolan_resources::{FreeNames, Placed, RENAMED, Resources};
use portolan_scene::{Content, Fate, Item, Losses, Opacity, Origin, Scene, UpAxis, ViewId};
use portolan_syntax::{Code, Limits};

use crate::{Answer, Format, Opened};

/// A kind of file that scenes are written to.
#[derive(Debug)]
pub struct Writer {
    /// The extension of its files, by which it is known.
    pub extension: &'static str,
    /// What it writes, for people.
    pub about: &'static str,
    /// The versions that can be written, the usual one last; empty if there is only one.
    pub versions: &'static [&'static str],
    /// Does it resample animations and cut polygons by itself? Otherwise the scene is prepared for it.
    pub prepares: bool,
    /// Does the format say transparency as it was said, so that nothing has to be decided about it?
    pub keeps_opacity: bool,
    /// The version in which the format has exact solids; `None`: they are written as triangles.
    pub solids: Option<&'static str>,
    /// Does a file say its unit and axes, so that a scene is given back the ones that it was written from?
    pub keeps_space: bool,
    /// Does it carry kinematics and physics in the words of COLLADA, so that they come back from its files?
    pub carries_words: bool,
    /// Does a file hold one view? Otherwise it holds all of them.
    pub one_view: bool,
    /// Does it have backgrounds, fog, billboards and the like? Otherwise it is told for it what of them is lost.
    pub shows_worlds: bool,
    /// What may be asked for and means nothing for its files, and why.
    pub refuses: &'static [(Choice, &'static str)],
    /// What becomes of something that a scene holds. A kind of content that it does not know does not compile.
    pub answer: fn(&Item<'_>) -> Answer,
    /// Writes a scene.
    pub write: fn(&Job<'_>) -> Output,
    /// Gives a document of the format back as it is, edited where the conversion asks for it. `None`: documents are always
    /// written from their scene.
    pub keep: Option<fn(&Job<'_>) -> Output>,
    /// The kind of document that its files are archives of, with everything that the document refers to. Such a file is
    /// packed from what that writer gives. `None`: its files are documents.
    pub archive_of: Option<&'static Writer>,
    /// The code under which faults of a written document are told; `None` if documents are not judged.
    pub invalid: Option<&'static Code>,
    /// The same for a document that was kept and edited.
    pub invalid_edits: Option<&'static Code>,
}

impl PartialEq for Writer {
    /// Two rows are the same if they have the same extension.
    fn eq(&self, other: &Writer) -> bool {
        self.extension == other.extension
    }
}

/// What may be asked for and some kinds of files cannot give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Another unit of length.
    Unit,
    /// Another axis that points up.
    UpAxis,
    /// Textures in the file.
    Embed,
    /// Textures beside the file.
    Separate,
    /// References to textures where they are.
    Link,
    /// Keys at a rate.
    SampleRate,
    /// Faces as polygons.
    Polygons,
    /// Tangents.
    Tangents,
    /// Numbers as their bits.
    Precise,
    /// The time of the last change.
    Touch,
}

impl Choice {
    /// Every choice, with the option that makes it.
    pub const ALL: [(Choice, &'static str); 10] = [
        (Choice::Unit, "--unit"),
        (Choice::UpAxis, "--up-axis"),
        (Choice::Embed, "--embed"),
        (Choice::Separate, "--separate"),
        (Choice::Link, "--link"),
        (Choice::SampleRate, "--sample-rate"),
        (Choice::Polygons, "--polygons"),
        (Choice::Tangents, "--tangents"),
        (Choice::Precise, "--precise"),
        (Choice::Touch, "--touch"),
    ];
}

impl Writer {
    /// Why its files cannot give something.
    pub fn refuses(&self, choice: Choice) -> Option<&'static str> {
        self.refuses.iter().find(|(refused, _)| *refused == choice).map(|(_, why)| *why)
    }
}

/// A scene that is to be written.
pub struct Job<'a> {
    /// The scene, prepared for the writer.
    pub scene: &'a Scene,
    /// The scene as it was read.
    pub read: &'a Scene,
    /// The format that it comes from.
    pub from: &'static Format,
    /// The file that it comes from.
    pub opened: &'a dyn Opened,
    /// The view to write; `None` writes all of them where the format can, else the default one.
    pub view: Option<ViewId>,
    /// How to write.
    pub conversion: &'a Conversion,
    /// Where pictures come from.
    pub resources: &'a dyn Resources,
    /// What a document says for a picture, by its reference and where it was found; `None` puts the picture beside it.
    pub uri: &'a (dyn Fn(&str, Option<&str>) -> Option<String> + Sync),
    /// Is a picture already where the new document looks for it? By where it was found, and its reference.
    pub in_place: &'a (dyn Fn(&str, &str) -> bool + Sync),
}

impl Job<'_> {
    /// The bytes of a picture.
    pub fn picture(&self, location: &str) -> Result<Vec<u8>, String> {
        self.resources.read(location, self.conversion.limits.bytes).map_err(|e| e.to_string())
    }
}

/// What a writer gives.
#[derive(Debug)]
pub struct Output {
    /// Names and bytes; the first is the one to open.
    pub files: Vec<(String, Vec<u8>)>,
    /// What did not come over.
    pub losses: Losses,
    /// The version that the document is to be judged by; `None` is the one that it says.
    pub version: Option<&'static str>,
    /// What it kept although the format has no place for it, so that it is not told as lost.
    pub keeps: &'static [Content],
}

/// The name of a file beside the document; one that is not the wanted one is told.
pub fn companion_name(placed: Placed, origin: Origin, losses: &mut Losses) -> String {
    if let Some(message) = placed.renamed {
        losses.push(&RENAMED, Fate::Noted, origin, message);
    }
    placed.name
}

/// How to convert.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Conversion {
    /// Into which kind of file.
    pub to: &'static Writer,
    /// What the files are called, without extension.
    pub name: String,
    /// The view to write, by id or name; `None` writes all of them where the format can, else the default one.
    pub view: Option<String>,
    /// Are textures inside the file? `None`: as is usual for the format.
    pub embed: Option<bool>,
    /// Keys a second for animations; `None` keeps keys where the format can.
    pub sample_rate: Option<f64>,
    /// How far what is written may be from what the document says, in metres: triangles and lines from the surfaces and
    /// curves that they stand for, `None` is a thousandth of the size of each; and sampled motions, see
    /// [`Conversion::motion_tolerance`].
    pub tolerance: Option<f64>,
    /// Are polygons cut into triangles where the format has polygons?
    pub triangulate: bool,
    /// Are all faces written as polygons where the format has them? Otherwise they are what they were.
    pub polygons: bool,
    /// Has each node one matrix in place of its transforms?
    pub single_matrix: bool,
    /// The axis that points up; `None` is that of the document.
    pub up_axis: Option<UpAxis>,
    /// Metres of one unit, as far as it is supported; `None` is that of the document.
    pub unit: Option<f64>,
    /// How transparency is read. Formats that say it as COLLADA does keep it as it was said, unless it is to be inverted.
    pub opacity: Opacity,
    /// Are all lights left out?
    pub no_lights: bool,
    /// Are all cameras left out?
    pub no_cameras: bool,
    /// Do vertices stay apart that are equal in everything? Otherwise they become one where the format has vertices.
    pub no_weld: bool,
    /// Are skins and morphs written as animations of their points, where the format has no others?
    pub bake_shapes: bool,
    /// Are tangents computed where a normal map needs them?
    pub tangents: bool,
    /// glTF: are all joints of a vertex written? Otherwise the heaviest four, which is what every reader takes.
    pub all_influences: bool,
    /// glTF: are bodies written as `KHR_physics_rigid_bodies`, which is a draft?
    pub physics: bool,
    /// glTF: does each mesh say in its `extras` which shape of the scene it is, and which primitives of it are there?
    pub mark_shapes: bool,
    /// glTF: are the numbers of the scene turned into metres with Y up? Otherwise they stay, below a node that leads there.
    pub bake_space: bool,
    /// Are floating-point numbers written as their bits, where the format can, so that none is rounded?
    pub precise: bool,
    /// The version of the format; `None` is the usual one.
    pub version: Option<String>,
    /// Is a document that is in the format already written anew from what it means? Otherwise it is kept as it is.
    pub rebuild: bool,
    /// Is a result that holds nothing better than none?
    pub allow_empty: bool,
    /// COLLADA: when the document says it was last changed; `None` leaves that alone.
    pub touch: Option<String>,
    /// Names that files beside the main one may have: not those of other files that are there.
    pub names: FreeNames,
    /// Does a document that is put into another folder refer to pictures where they are? Otherwise they are put beside it.
    pub link: bool,
    /// The folder that the files will be put into, so that references to others are right; `None`: that of the document.
    pub folder: Option<String>,
    /// Limits on what images may cost.
    pub limits: Limits,
}

impl Conversion {
    /// The same with some of it set: `Conversion::to(&GLB).with(|c| c.triangulate = true)`.
    pub fn with(mut self, set: impl FnOnce(&mut Conversion)) -> Conversion {
        set(&mut self);
        self
    }

    /// How far motions may be off: in metres for lengths, of 1 for everything else. By default a ten-thousandth, less than
    /// shapes, because the errors of joints add up.
    pub fn motion_tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(1e-4)
    }

    /// Does it ask for what a document that is kept as it is cannot give?
    pub fn changes_the_scene(&self) -> bool {
        self.triangulate
            || self.polygons
            || self.single_matrix
            || self.up_axis.is_some()
            || self.unit.is_some()
            || self.opacity == Opacity::Inverted
            || self.precise
            || self.no_lights
            || self.no_cameras
            || self.view.is_some()
            || self.sample_rate.is_some()
    }

    /// Does it ask for this?
    pub fn asks_for(&self, choice: Choice) -> bool {
        match choice {
            Choice::Unit => self.unit.is_some(),
            Choice::UpAxis => self.up_axis.is_some(),
            Choice::Embed => self.embed == Some(true),
            Choice::Separate => self.embed == Some(false),
            Choice::Link => self.link,
            Choice::SampleRate => self.sample_rate.is_some(),
            Choice::Polygons => self.polygons,
            Choice::Tangents => self.tangents,
            Choice::Precise => self.precise,
            Choice::Touch => self.touch.is_some(),
        }
    }

    /// Into a kind of file, with default options.
    pub fn to(to: &'static Writer) -> Conversion {
        Conversion {
            to,
            name: "scene".to_owned(),
            view: None,
            embed: None,
            sample_rate: None,
            tolerance: None,
            triangulate: false,
            polygons: false,
            single_matrix: false,
            up_axis: None,
            unit: None,
            opacity: Opacity::Auto,
            no_weld: false,
            no_lights: false,
            no_cameras: false,
            bake_shapes: false,
            tangents: false,
            all_influences: false,
            physics: false,
            mark_shapes: false,
            bake_space: false,
            precise: false,
            version: None,
            rebuild: false,
            allow_empty: false,
            touch: None,
            names: FreeNames::default(),
            link: false,
            folder: None,
            limits: Limits::default(),
        }
    }
}
