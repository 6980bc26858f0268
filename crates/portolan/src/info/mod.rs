//! What is in a document: `portolan info`.

pub mod details;
pub(crate) mod drawn;
pub mod robot;
mod scene;
mod solids;

use std::ops::Deref;

use drawn::Bounds;
use portolan_check::file::UNKNOWN_FORMAT;
use portolan_check::{Report, Summary};
use portolan_scene::glam::DVec3;
use serde_json::{Value, json};

use crate::import::Imported;
use crate::{Error, File};

pub use details::Details;
pub use portolan_format::{Facts, Item, SceneNode, Totals};

/// A summary of a document.
#[derive(Clone, Default, Debug)]
pub struct Info {
    /// Its path.
    pub file: String,
    /// The format's id.
    pub format: &'static str,
    /// The version it is checked against.
    pub version: &'static str,
    /// Its size.
    pub bytes: u64,
    /// Details of the scene and of the format.
    pub facts: Facts,
    /// Least and greatest corner of the default scene as drawn at its rest pose, in the document's unit and axes.
    pub bounds: Option<([f64; 3], [f64; 3])>,
    /// Whether there are so many instances that bounds and counts cover only a part of the scene.
    pub truncated: bool,
    /// What is known about each object.
    pub details: Details,
    /// What exact solids are made of and measure, as JSON.
    pub breps: Vec<Value>,
    /// Findings: errors, warnings, infos.
    pub findings: (u64, u64, u64),
}

impl Deref for Info {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

/// Primitives that are drawn, instances counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Triangles.
    pub triangles: u64,
    /// Lines.
    pub lines: u64,
    /// Points.
    pub points: u64,
}

impl Drawn {
    fn add(&mut self, other: Drawn) {
        self.triangles = self.triangles.saturating_add(other.triangles);
        self.lines = self.lines.saturating_add(other.lines);
        self.points = self.points.saturating_add(other.points);
    }
}

/// Tells what is in a file. The file is read once.
pub(crate) fn describe(file: &File) -> Result<Info, Error> {
    let report = file.report()?;
    let mut info = Info {
        file: file.path().to_owned(),
        format: report.format.id,
        version: report.opened.version(),
        bytes: report.opened.size(),
        findings: findings(&report),
        ..Info::default()
    };
    if let (Some(add), Some(document)) = (report.format.facts, report.document()) {
        add(document, &mut info.facts);
    }
    match file.imported() {
        Ok(imported) => {
            imported.is_what_it_says()?;
            info.add_scene(imported);
        }
        // A format that makes no scenes is described by its document alone.
        Err(why) if why.code() == Some(&UNKNOWN_FORMAT) => {}
        Err(why) => return Err(why),
    }
    Ok(info)
}

fn findings(report: &Report) -> (u64, u64, u64) {
    let mut sum = Summary::default();
    for finding in &report.findings {
        let count = u64::from(finding.count);
        match finding.severity {
            portolan_syntax::Severity::Error => sum.errors += count,
            portolan_syntax::Severity::Warning => sum.warnings += count,
            portolan_syntax::Severity::Info => sum.infos += count,
        }
    }
    (sum.errors, sum.warnings, sum.infos)
}

impl Info {
    /// Adds what the scene says, what is drawn of it, and how far it reaches.
    fn add_scene(&mut self, imported: &Imported) {
        self.details = scene::fill(imported, &mut self.facts);
        let whole = |view| drawn::drawn(imported.drawn(), view);
        let (drawn, bounds, complete) = imported.scene.default_view.map_or((Drawn::default(), None, true), whole);
        self.breps = solids::breps(imported);
        (self.bounds, self.truncated) = (bounds, !complete);
        let size = |(min, max): Bounds| (DVec3::from(max) - DVec3::from(min)).to_array();
        self.details.size = bounds.map(|bounds| details::metres(&imported.scene, size(bounds)));
        let totals = &mut self.facts.totals;
        (totals.triangles, totals.lines, totals.points) =
            (Some(drawn.triangles), Some(drawn.lines), Some(drawn.points));
    }

    /// As JSON, with the fields of the contract.
    pub fn to_json(&self) -> Value {
        let totals: serde_json::Map<String, Value> =
            self.totals.rows().into_iter().map(|(name, number)| (name.to_owned(), json!(number))).collect();
        let mut value = json!({
            "file": self.file,
            "format": self.format,
            "version": self.version,
            "bytes": self.bytes,
            "generator": self.generator,
            "title": self.title,
            "unit": self.unit.as_ref().map(|(name, meters)| json!({"name": name, "meters": meters})),
            "up_axis": self.up_axis,
            "bounds": self.bounds.map(|(min, max)| json!({"min": min, "max": max})),
            "truncated": self.truncated,
            "totals": totals,
            "breps": self.breps,
            "scene": self.scene.iter().map(scene_json).collect::<Vec<_>>(),
            "findings": {"errors": self.findings.0, "warnings": self.findings.1, "infos": self.findings.2},
            "size": self.details.size,
            "memory": self.details.memory,
        });
        for (name, rows) in self.details.to_json() {
            set(&mut value, name, rows);
        }
        value
    }
}

fn scene_json(node: &SceneNode) -> Value {
    let mut value = json!({
        "id": node.id,
        "name": node.name,
        "children": node.children.iter().map(scene_json).collect::<Vec<_>>(),
    });
    if let Some(kind) = &node.kind {
        set(&mut value, "kind", json!(kind));
    }
    if let Some(of) = &node.instance_of {
        set(&mut value, "instance_of", json!(of));
    }
    value
}

/// Sets a field of an object.
fn set(object: &mut Value, field: &str, value: impl Into<Value>) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(field.to_owned(), value.into());
    }
}
