//! Do two documents, of any formats, mean the same?
//!
//! ```no_run
//! let (a, b) = (portolan::open("robot.dae")?, portolan::open("robot.glb")?);
//! let outcome = a.verify(&b, &portolan::verify::Verification::default())?;
//! for line in outcome.lines() {
//!     println!("{line}");
//! }
//! # Ok::<(), portolan::Error>(())
//! ```

use std::sync::Arc;

mod explain;
mod pictures;
mod pixels;

pub use explain::Ledger;
pub use pictures::Pair;
use portolan_compare::{Difference, Kind, Options};
use portolan_scene::{Opacity, Origin};
use portolan_syntax::Limits;
use serde_json::{Value, json};

use crate::import::Imported;

/// How to compare.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verification {
    /// What is compared, and how strictly.
    pub options: Options,
    /// The size of the pictures to compare; `None` compares no pictures. Default 320 × 240.
    pub pictures: Option<(u32, u32)>,
    /// The maximum share of non-empty pixels that may differ visibly. Default 0.005.
    pub visible: f64,
    /// The losses of a conversion: differences that they explain are not counted.
    pub ledger: Option<Ledger>,
    /// How transparency is read.
    pub opacity: Opacity,
    /// Whether invisible differences count: names and application data are compared as well.
    pub strict: bool,
    /// Limits for image files.
    pub limits: Limits,
}

impl Verification {
    /// Returns the options with some fields changed: `Verification::default().with(|c| c.pictures = None)`.
    pub fn with(mut self, set: impl FnOnce(&mut Verification)) -> Verification {
        set(&mut self);
        self
    }
}

impl Default for Verification {
    fn default() -> Verification {
        Verification {
            options: Options { details: true, ..Options::default() },
            pictures: Some((320, 240)),
            visible: 0.005,
            ledger: None,
            opacity: Opacity::Auto,
            strict: false,
            limits: Limits::default(),
        }
    }
}

/// The result of comparing two documents.
pub struct Outcome {
    documents: [Arc<Imported>; 2],
    /// The differences, each with the code of the loss that explains it.
    pub differences: Vec<(Difference, Option<String>)>,
    /// The number of further differences.
    pub further: usize,
    /// How much was compared.
    pub compared: portolan_compare::Compared,
    /// Pictures of both.
    pub pictures: Vec<Pair>,
    /// Why there are no pictures, if they were requested.
    pub no_pictures: Option<String>,
    /// Do differences count that cannot be seen?
    pub strict: bool,
}

/// What a corner takes while it is compared, on both sides together.
const BYTES_OF_A_CORNER: u64 = 128;

/// Compares two documents.
pub(crate) fn verify(a: &Arc<Imported>, b: &Arc<Imported>, verification: &Verification) -> Outcome {
    let [a, b] = &[meant(a, verification.opacity), meant(b, verification.opacity)];
    let textures = pixels::ByPixels::new(a, b, &verification.limits);
    let (first, second) = (a.drawn(), b.drawn());
    let strict = verification.strict;
    // Instances of a large mesh have more corners than fit; what is not compared is told.
    let room = usize::try_from(a.resources.budget().limit() / 2 / BYTES_OF_A_CORNER).unwrap_or(usize::MAX);
    let most_corners = verification.options.most_corners.min(room);
    let options = portolan_compare::Options { words: strict, most_corners, ..verification.options.clone() };
    let verdict = portolan_compare::verdict(first, second, &options, &textures);
    let mut differences: Vec<(Difference, Option<String>)> =
        verdict.differences.into_iter().map(|d| (d, None)).collect();
    let (mut taken, mut why) = (Vec::new(), None);
    if let Some(size) = verification.pictures.filter(|_| !verification.options.ignored.contains(&Kind::Picture)) {
        match pictures::take(a, b, size, verification) {
            Ok(pairs) => taken = pairs,
            Err(refused) => why = Some(refused.to_string()),
        }
    }
    for pair in taken.iter().filter(|p| p.share > verification.visible) {
        let what = format!("{:.1} % of the pixels differ visibly", pair.share * 100.0);
        let place = format!("picture `{}`", pair.name);
        let (kind, amount) = (Kind::Picture, Some(pair.share));
        differences.push((Difference { kind, place, what, amount, minor: false, origins: [None; 2] }, None));
    }
    if let Some(ledger) = &verification.ledger {
        ledger.explain(&mut differences);
    }
    let (compared, further) = (verdict.compared, verdict.further);
    Outcome {
        documents: [a.clone(), b.clone()],
        differences,
        further,
        compared,
        pictures: taken,
        no_pictures: why,
        strict,
    }
}

/// A document with its transparency as it was meant.
fn meant(imported: &Arc<Imported>, opacity: Opacity) -> Arc<Imported> {
    match imported.scene.inverted_opacity(opacity) {
        None => imported.clone(),
        Some(why) => {
            let mut scene = imported.scene.clone();
            portolan_process::opacity::invert(&mut scene, &why);
            Arc::new(imported.with_scene(scene))
        }
    }
}

/// Which differences to take, by what explains them.
type Keep<'k> = &'k dyn Fn(&(Difference, Option<String>)) -> bool;

impl Outcome {
    /// Whether both documents are equal, apart from explained and minor differences.
    pub fn equal(&self) -> bool {
        let counts = |d: &Difference| self.strict || !d.minor;
        self.further == 0 && self.differences.iter().all(|(d, explained)| !counts(d) || explained.is_some())
    }

    /// The result as text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let count = |keep: Keep<'_>| self.differences.iter().filter(|d| keep(d)).count();
        let matter = count(&|(d, e)| !d.minor && e.is_none()) + self.further;
        let unseen = if self.strict { count(&|(d, e)| d.minor && e.is_none()) } else { 0 };
        let (explained, minor) = (count(&|(d, e)| !d.minor && e.is_some()), count(&|(d, _)| d.minor));
        let told = |lines: &mut Vec<String>, keep: Keep<'_>| {
            for (difference, explained) in self.differences.iter().filter(|d| keep(d)) {
                let by = explained.as_ref().map_or_else(String::new, |code| format!(" (explained by {code})"));
                let lines_of = self.places(difference);
                lines.push(format!("  {}: {difference}{by}{lines_of}", difference.kind.word()));
            }
        };
        lines.push(match matter {
            0 if unseen == 1 => "different: 1 difference that cannot be seen".to_owned(),
            0 if unseen > 1 => format!("different: {unseen} differences that cannot be seen"),
            0 => "equal".to_owned(),
            1 => "different: 1 difference".to_owned(),
            n => format!("different: {n} differences"),
        });
        told(&mut lines, &|(d, e)| !d.minor && e.is_none());
        if self.further > 0 {
            lines.push(format!("  … and {} more", self.further));
        }
        if explained > 0 {
            lines.push(format!("explained by losses: {explained}"));
            told(&mut lines, &|(d, e)| !d.minor && e.is_some());
        }
        if minor > 0 {
            lines.push(format!("minor: {minor}"));
            told(&mut lines, &|(d, _)| d.minor);
        }
        let c = &self.compared;
        let worst = self.pictures.iter().map(|p| p.share).fold(0.0, f64::max);
        let pictures = match (self.pictures.len(), &self.no_pictures) {
            (0, Some(why)) => format!("pictures not compared: {why}"),
            (1, _) => format!("1 picture with {:.2} % of visibly different pixels", worst * 100.0),
            (n, _) => format!("{n} pictures with at most {:.2} % of visibly different pixels", worst * 100.0),
        };
        let counted = |number: u64, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
        let counts = [
            (c.scenes as u64, "scene", "scenes"),
            (c.nodes as u64, "node", "nodes"),
            (c.corners as u64, "corner", "corners"),
            (c.materials as u64, "material", "materials"),
            (c.optics as u64, "camera or light", "cameras and lights"),
            (c.probes as u64, "probe", "probes"),
        ];
        let counts = counts.into_iter().filter(|(number, ..)| *number > 0);
        let mut parts: Vec<String> = counts.map(|(number, one, more)| counted(number, one, more)).collect();
        if c.clips > 0 {
            let times = counted(c.moments as u64, "time", "times");
            parts.push(format!("{} at {times}", counted(c.clips as u64, "clip", "clips")));
        }
        parts.push(pictures);
        lines.push(format!("compared: {}", parts.join(", ")));
        if c.incomplete {
            lines.push("the documents contain more than was compared".to_owned());
        }
        lines
    }

    fn places(&self, difference: &Difference) -> String {
        let [a, b] = &self.documents;
        let line = |document: &Imported, origin: Option<Origin>| {
            let written = origin.and_then(|o| document.written(o))?;
            Some(format!("{}:{}", written.file, written.place.line))
        };
        let [p, q] = difference.origins;
        match (line(a, p), line(b, q)) {
            (Some(p), Some(q)) => format!(" [{p}, {q}]"),
            (Some(one), None) | (None, Some(one)) => format!(" [{one}]"),
            (None, None) => String::new(),
        }
    }

    /// The result as JSON.
    pub fn to_json(&self) -> Value {
        let [a, b] = &self.documents;
        let place = |document: &Imported, origin: Option<Origin>| {
            let written = origin.and_then(|o| document.written(o));
            written
                .map(|w| json!({"file": w.file, "line": w.place.line, "column": w.place.column, "element": w.element}))
        };
        let differences: Vec<Value> = self
            .differences
            .iter()
            .map(|(d, explained)| {
                let [p, q] = d.origins;
                json!({
                    "kind": d.kind.word(),
                    "place": d.place,
                    "what": d.what,
                    "amount": d.amount.filter(|a| a.is_finite()),
                    "minor": d.minor,
                    "explained_by": explained,
                    "a": place(a, p),
                    "b": place(b, q),
                })
            })
            .collect();
        let pictures: Vec<Value> =
            self.pictures.iter().map(|p| json!({"name": p.name, "time": p.time, "different": p.share})).collect();
        let c = &self.compared;
        json!({
            "equal": self.equal(),
            "differences": differences,
            "further": self.further,
            "pictures": pictures,
            "no_pictures": self.no_pictures,
            "compared": {
                "scenes": c.scenes,
                "nodes": c.nodes,
                "corners": c.corners,
                "materials": c.materials,
                "cameras_and_lights": c.optics,
                "clips": c.clips,
                "moments": c.moments,
                "probes": c.probes,
                "complete": !c.incomplete,
            },
        })
    }
}
