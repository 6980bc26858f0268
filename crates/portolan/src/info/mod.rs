//! What is in a document: `portolan info`.

mod collada;
mod drawn;
mod opengex;
mod scene;
mod xvrml;

use portolan_check::file::UNKNOWN_FORMAT;
use portolan_check::{Report, Summary, Unreadable};
use portolan_format::Document;
use portolan_syntax::Node;
use serde_json::{Value, json};

use crate::{Checker, Imported};

/// What is in a document.
#[derive(Clone, Default, Debug)]
pub struct Info {
    /// Its path.
    pub file: String,
    /// The format's id.
    pub format: &'static str,
    /// The version it is judged by.
    pub version: &'static str,
    /// Its size.
    pub bytes: u64,
    /// The program that wrote it.
    pub generator: Option<String>,
    /// What it is called, if it says so.
    pub title: Option<String>,
    /// The unit of length: its name and its metres.
    pub unit: Option<(String, f64)>,
    /// `X`, `Y` or `Z`.
    pub up_axis: Option<&'static str>,
    /// Least and greatest corner of the default scene as drawn at its rest pose, in the document's unit and axes.
    pub bounds: Option<([f64; 3], [f64; 3])>,
    /// Are nodes placed so often that bounds and what is drawn are of a part of the scene?
    pub truncated: bool,
    /// How many of each kind there are.
    pub totals: Totals,
    /// The nodes of the default scene.
    pub scene: Vec<SceneNode>,
    /// Animations.
    pub animations: Vec<Item>,
    /// Materials.
    pub materials: Vec<Item>,
    /// Images, with where they are.
    pub images: Vec<Item>,
    /// Findings: errors, warnings, infos.
    pub findings: (u64, u64, u64),
}

/// Something with an id and a name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Where its data is, for images.
    pub path: Option<String>,
}

/// A node of the scene.
#[derive(Clone, Default, Debug)]
pub struct SceneNode {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What it is when it is not a plain node: `joint`, `GeometryNode`.
    pub kind: Option<String>,
    /// The id of the node that it repeats.
    pub instance_of: Option<String>,
    /// The nodes in it.
    pub children: Vec<SceneNode>,
}

/// Numbers of things. `None` where only an evaluation of the document can tell.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Totals {
    pub nodes: u64,
    /// Drawn in the default scene, instances counted.
    pub triangles: Option<u64>,
    /// Drawn in the default scene, instances counted.
    pub lines: Option<u64>,
    /// Drawn in the default scene, instances counted.
    pub points: Option<u64>,
    pub geometries: u64,
    pub materials: u64,
    pub images: u64,
    pub cameras: u64,
    pub lights: u64,
    pub skins: u64,
    pub morphs: u64,
    pub animations: u64,
    pub clips: u64,
    pub rigid_bodies: u64,
    pub constraints: u64,
    pub joints: u64,
    pub solids: u64,
}

impl Totals {
    /// Each with its name in the order of the contract.
    pub fn rows(&self) -> [(&'static str, Option<u64>); 17] {
        [
            ("nodes", Some(self.nodes)),
            ("triangles", self.triangles),
            ("lines", self.lines),
            ("points", self.points),
            ("geometries", Some(self.geometries)),
            ("materials", Some(self.materials)),
            ("images", Some(self.images)),
            ("cameras", Some(self.cameras)),
            ("lights", Some(self.lights)),
            ("skins", Some(self.skins)),
            ("morphs", Some(self.morphs)),
            ("animations", Some(self.animations)),
            ("clips", Some(self.clips)),
            ("rigid_bodies", Some(self.rigid_bodies)),
            ("constraints", Some(self.constraints)),
            ("joints", Some(self.joints)),
            ("solids", Some(self.solids)),
        ]
    }
}

/// Primitives that are drawn: triangles, lines, points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Drawn {
    triangles: u64,
    lines: u64,
    points: u64,
}

impl Drawn {
    fn add(&mut self, other: Drawn) {
        self.triangles = self.triangles.saturating_add(other.triangles);
        self.lines = self.lines.saturating_add(other.lines);
        self.points = self.points.saturating_add(other.points);
    }
}

/// Scenes nested deeper than this are not followed; every real one is far below.
const DEEPEST: usize = 600;

/// Reads a file and tells what is in it, of an archive what is in its main document. The file is read once.
pub fn describe(checker: &Checker<'_>, path: &str) -> Result<Info, Unreadable> {
    let report = checker.read_whole(path)?;
    let mut info = info(path, &report);
    let described = report.format.table.is_some();
    match Imported::of(report.format, report.opened, checker.resources) {
        Ok(imported) => {
            if !described {
                scene::fill(&imported, &mut info);
            }
            info.add_scene(&imported);
        }
        // A format that makes no scenes is described by its document alone.
        Err(why) if *why.code == UNKNOWN_FORMAT => {}
        Err(why) => return Err(why),
    }
    Ok(info)
}

/// Tells what is in a document, as far as the document alone tells.
pub fn info(path: &str, report: &Report) -> Info {
    let mut info = Info {
        file: path.to_owned(),
        format: report.format.id,
        version: report.opened.version(),
        bytes: report.opened.size(),
        ..Info::default()
    };
    let mut sum = Summary::default();
    for finding in &report.findings {
        let count = u64::from(finding.count);
        match finding.severity {
            portolan_syntax::Severity::Error => sum.errors += count,
            portolan_syntax::Severity::Warning => sum.warnings += count,
            portolan_syntax::Severity::Info => sum.infos += count,
        }
    }
    info.findings = (sum.errors, sum.warnings, sum.infos);
    let Some(document) = report.document() else { return info };
    match report.format.id {
        "collada" => collada::fill(document, &mut info),
        "opengex" => opengex::fill(document, &mut info),
        "xvrml" => xvrml::fill(document, &mut info),
        _ => {}
    }
    info
}

impl Info {
    /// Adds what only the scene tells: what is drawn, how far it reaches, and the nodes of the default view, which may be
    /// one that an archive names or that stands in another document.
    pub fn add_scene(&mut self, imported: &Imported) {
        let whole = |view| drawn::drawn(&imported.scene, view);
        let (drawn, bounds, complete) = imported.scene.default_view.map_or((Drawn::default(), None, true), whole);
        (self.bounds, self.truncated) = (bounds, !complete);
        if imported.is(&portolan_collada::FORMAT) {
            self.scene = imported.scene.default_view.map_or(Vec::new(), |view| collada::roots(imported, view));
        }
        let totals = &mut self.totals;
        if imported.is(&portolan_xvrml::FORMAT) {
            // Which clocks drive something, and what they bend, only the whole world tells.
            totals.clips = imported.scene.clips.len() as u64;
            totals.morphs = imported.scene.controllers.len() as u64;
        }
        (totals.triangles, totals.lines, totals.points) =
            (Some(drawn.triangles), Some(drawn.lines), Some(drawn.points));
    }

    /// As JSON, with the fields of the contract.
    pub fn to_json(&self) -> Value {
        let totals: serde_json::Map<String, Value> =
            self.totals.rows().into_iter().map(|(name, number)| (name.to_owned(), json!(number))).collect();
        let items =
            |list: &[Item]| -> Vec<Value> { list.iter().map(|i| json!({"id": i.id, "name": i.name})).collect() };
        let images: Vec<Value> =
            self.images.iter().map(|i| json!({"id": i.id, "name": i.name, "path": i.path})).collect();
        json!({
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
            "scene": self.scene.iter().map(scene_json).collect::<Vec<_>>(),
            "animations": items(&self.animations),
            "materials": items(&self.materials),
            "images": images,
            "findings": {"errors": self.findings.0, "warnings": self.findings.1, "infos": self.findings.2},
        })
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

/// How many nodes have each type path.
fn count_paths(document: &Document) -> std::collections::HashMap<&'static str, u64> {
    let mut counts = std::collections::HashMap::new();
    for node in document.tree.nodes() {
        let path = document.path(node);
        if !path.is_empty() {
            *counts.entry(path).or_insert(0) += 1;
        }
    }
    counts
}

/// The value of an attribute, if it is there and not empty.
fn attribute(node: Node<'_>, name: &str) -> Option<String> {
    node.attribute_value(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty())
}

/// Sets a field of an object.
fn set(object: &mut Value, field: &str, value: impl Into<Value>) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(field.to_owned(), value.into());
    }
}
