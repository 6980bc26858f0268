//! Files that hold nothing, and files that are not what their names say.

use portolan_check::file::UNKNOWN_FORMAT;
use portolan_format::{Format, looks_like};
use portolan_scene::{Fate, Losses};
use portolan_syntax::Severity;

use crate::import::{Imported, codes};
use crate::{Error, Unreadable};

/// How a file begins: enough of it to tell what it may be.
#[derive(Clone, Debug)]
pub(crate) struct Beginning(Vec<u8>);

impl Beginning {
    /// Bytes that are looked at.
    const LENGTH: usize = 4096;

    pub fn of(bytes: &[u8]) -> Beginning {
        Beginning(bytes.get(..Beginning::LENGTH.min(bytes.len())).unwrap_or_default().to_vec())
    }

    /// The beginning, unless it is one of a file of this format.
    pub fn unless(self, format: &Format, location: &str) -> Option<Beginning> {
        (!looks_like(format, location, &self.0)).then_some(self)
    }

    /// Its first words, to be shown.
    fn words(&self) -> Option<String> {
        const SHOWN: usize = 40;
        let text = String::from_utf8_lossy(&self.0);
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        let short: String = line.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
        Some(if line.chars().count() > SHOWN { format!("{short}…") } else { short })
    }
}

impl Imported {
    /// Refuses a file that is not of the format that its name says.
    pub fn is_what_it_says(&self) -> Result<(), Error> {
        let Some(begins) = self.begins.as_ref().filter(|_| self.is_empty() && !self.knows_anything()) else {
            return Ok(());
        };
        let root = self.tree(0).and_then(|tree| tree.root()).map(|root| root.local_name());
        let name = self.format.name;
        let why = match (begins.words(), root) {
            (None, _) => "the file is empty".to_owned(),
            (Some(_), Some(root)) => {
                format!("it is not {name}, despite its name: its root element is `<{root}>`")
            }
            (Some(words), None) => format!("it is not {name}, despite its name: it begins with `{words}`"),
        };
        Err(Unreadable::new(&UNKNOWN_FORMAT, why).into())
    }

    /// Is there anything in it that its format knows?
    fn knows_anything(&self) -> bool {
        self.opened.document().is_some_and(|d| d.tree.nodes().any(|n| n.is_element() && d.bound.ty(n.id()).is_some()))
    }

    /// Tells that there is nothing in it.
    pub fn tell_that_it_is_empty(&self, losses: &mut Losses) {
        let message = format!("`{}` contains no nodes and no geometry", self.location());
        losses.push(&codes::EMPTY, Fate::Dropped, self.first_element(), message);
    }

    /// Tells that a document which is written as it is holds nothing, or is not well-formed.
    pub fn tell_what_is_kept(&self, losses: &mut Losses) {
        if self.is_empty() && (!self.knows_anything() || self.other_content().is_empty()) {
            self.tell_that_it_is_empty(losses);
        }
        if let Some(fault) = self.opened.document().and_then(|document| document.fault(&[])) {
            let message = format!("{}; it is written as it is", fault.message(self.location()));
            losses.push(&codes::MALFORMED, Fate::Dropped, self.first_element(), message);
        }
    }

    /// Refuses a file without anything that could be shown or converted.
    pub fn holds_something(&self) -> Result<(), Error> {
        self.is_what_it_says()?;
        if !self.is_empty() {
            return Ok(());
        }
        let broken = self.opened.document().and_then(|d| d.found.iter().find(|f| f.severity == Severity::Error));
        let mut why = "it holds no scene: no nodes and no shapes".to_owned();
        match broken {
            Some(finding) => why.push_str(&format!("; it is not well-formed: {}", finding.message)),
            None => why.push_str(&self.other_content()),
        }
        let allow = "`--allow-empty` accepts an empty result";
        Err(Unreadable::new(&codes::EMPTY, why).help(allow).into())
    }

    /// What the file holds instead.
    fn other_content(&self) -> String {
        let scene = &self.scene;
        let joints: usize = scene.mechanisms.iter().map(|m| m.joints.len()).sum();
        let held = [
            (joints, "joint", "joints"),
            (scene.physics.iter().map(|physics| physics.bodies.len()).sum(), "body", "bodies"),
            (scene.materials.len(), "material", "materials"),
            (scene.animations.len(), "animation", "animations"),
            (scene.cameras.len(), "camera", "cameras"),
            (scene.lights.len(), "light", "lights"),
            (scene.images.len(), "image", "images"),
        ];
        let held = held.iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| portolan_syntax::counted(*n, one, many));
        match held.collect::<Vec<String>>() {
            held if held.is_empty() => String::new(),
            held => format!(", only {}", held.join(", ")),
        }
    }
}
