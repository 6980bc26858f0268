//! What was changed from one document to another, as people want to read it.
//!
//! ```no_run
//! let (old, new) = (portolan::open("old.dae")?, portolan::open("new.dae")?);
//! for line in old.diff(&new, None)?.lines() {
//!     println!("{line}");
//! }
//! # Ok::<(), portolan::Error>(())
//! ```

use std::sync::Arc;

use portolan_compare::{Change, ChangeOptions, Fate, Field};
use portolan_scene::Origin;
use serde_json::{Value, json};

use crate::Written;
use crate::import::Imported;

/// All changes from one document to another.
pub struct Changes {
    documents: [Arc<Imported>; 2],
    /// The changes: first of the document, then of objects by kind.
    pub list: Vec<Change>,
}

/// Lists the changes. Numbers may differ by `tolerance`, relative to the larger one; the default is 1e-9 between
/// documents of one format and 1e-5 otherwise. Between documents of one format, format-specific content is compared
/// too.
pub(crate) fn diff(a: &Arc<Imported>, b: &Arc<Imported>, tolerance: Option<f64>) -> Changes {
    let same_format = a.format == b.format;
    let usual = if same_format { ChangeOptions::default().tolerance } else { 1e-5 };
    let options = ChangeOptions { tolerance: tolerance.unwrap_or(usual), same_format };
    let mut list = portolan_compare::changes(&a.scene, &b.scene, &options);
    let (own, other) = (format!("{} {}", a.format.name, a.version), format!("{} {}", b.format.name, b.version));
    if own != other {
        let field = Field { name: "format".to_owned(), old: own, new: other };
        match list.iter_mut().find(|c| c.class == "document") {
            Some(document) => document.fields.insert(0, field),
            None => {
                let origins = [Some(Origin::default()); 2];
                let name = "scene".to_owned();
                list.insert(0, Change { fate: Fate::Changed, class: "document", name, fields: vec![field], origins });
            }
        }
    }
    Changes { documents: [a.clone(), b.clone()], list }
}

impl Changes {
    fn written(&self, change: &Change) -> [Option<Written>; 2] {
        let ([a, b], [p, q]) = (&self.documents, change.origins);
        let of_document = change.class == "document";
        [p.filter(|_| !of_document).and_then(|o| a.written(o)), q.filter(|_| !of_document).and_then(|o| b.written(o))]
    }

    /// As text for people, line by line: each change with its lines in both files, below it the fields with their old
    /// and new values.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for change in &self.list {
            let line = |w: &Option<Written>| w.as_ref().map(|w| format!("{}:{}", w.file, w.place.line));
            let [p, q] = self.written(change);
            let places = match (line(&p), line(&q)) {
                (Some(p), Some(q)) => format!(" ({p} → {q})"),
                (Some(one), None) | (None, Some(one)) => format!(" ({one})"),
                (None, None) => String::new(),
            };
            let name = if change.class == "document" { String::new() } else { format!(" {}", change.name) };
            lines.push(format!("{} {}{name}{places}", change.fate.word(), change.class));
            for field in &change.fields {
                lines.push(match (field.old.is_empty(), field.new.is_empty()) {
                    (true, _) => format!("    {}: new: {}", field.name, field.new),
                    (_, true) => format!("    {}: gone: {}", field.name, field.old),
                    _ => format!("    {}: {} → {}", field.name, field.old, field.new),
                });
            }
        }
        let count = |fate: Fate| self.list.iter().filter(|c| c.fate == fate).count();
        lines.push(match self.list.is_empty() {
            true => "no changes".to_owned(),
            false => format!(
                "{} changed, {} renamed, {} added, {} removed",
                count(Fate::Changed),
                count(Fate::Renamed),
                count(Fate::Added),
                count(Fate::Removed)
            ),
        });
        lines
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let place = |w: &Option<Written>| {
            w.as_ref()
                .map(|w| json!({"file": w.file, "line": w.place.line, "column": w.place.column, "element": w.element}))
        };
        let list: Vec<Value> = self
            .list
            .iter()
            .map(|change| {
                let fields: Vec<Value> =
                    change.fields.iter().map(|f| json!({"field": f.name, "old": f.old, "new": f.new})).collect();
                let [p, q] = self.written(change);
                json!({
                    "change": change.fate.word(),
                    "class": change.class,
                    "name": change.name,
                    "fields": fields,
                    "a": place(&p),
                    "b": place(&q),
                })
            })
            .collect();
        json!({"same": self.list.is_empty(), "changes": list})
    }
}
