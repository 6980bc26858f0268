//! What came over and what did not, counted.

use std::collections::{HashMap, HashSet};

use portolan_scene::{Fate, Holder, Losses, Origin};
use portolan_syntax::NodeId;
use serde_json::{Value, json};

use crate::Written;
use crate::import::Imported;

/// Losses as JSON, with the fields of the contract.
pub(crate) fn ledger(losses: &Losses, kept: u64, written: &dyn Fn(Origin) -> Option<Written>) -> Value {
    let list = |fate: Fate| -> Vec<Value> {
        let of_fate = losses.iter().filter(|l| l.fate == fate);
        of_fate
            .map(|loss| {
                let written = written(loss.origin);
                json!({
                    "what": loss.code.name,
                    "code": loss.code.id,
                    "subject": loss.code.subject.name(),
                    "element": written.as_ref().map(|w| w.element.as_str()),
                    "file": written.as_ref().map(|w| w.file.as_str()),
                    "line": written.as_ref().map(|w| w.place.line),
                    "reason": loss.message,
                    "count": loss.count,
                })
            })
            .collect()
    };
    json!({
        "kept": kept,
        "baked": list(Fate::Baked),
        "approximated": list(Fate::Approximated),
        "dropped": list(Fate::Dropped),
        "noted": list(Fate::Noted),
        "further": losses.further(),
    })
}

impl Imported {
    /// Losses as JSON, with the fields of the contract.
    pub fn losses_json(&self, losses: &Losses) -> Value {
        ledger(losses, self.kept(losses), &|origin| self.written(origin))
    }

    /// How many objects the scene has of which nothing was dropped or approximated. A loss counts for the innermost
    /// object that it was written in.
    pub fn kept(&self, losses: &Losses) -> u64 {
        let mut objects: HashMap<Origin, u64> = HashMap::new();
        self.scene.each_meta(&mut |holder, meta| {
            if is_counted(holder) {
                *objects.entry(meta.origin).or_default() += 1;
            }
        });
        let all: u64 = objects.values().sum();
        let lost: HashSet<Origin> =
            losses.touched().filter_map(|origin| self.object_around(origin, &objects)).collect();
        all - lost.iter().filter_map(|origin| objects.get(origin)).sum::<u64>()
    }

    fn object_around(&self, origin: Origin, objects: &HashMap<Origin, u64>) -> Option<Origin> {
        if objects.contains_key(&origin) {
            return Some(origin);
        }
        let tree = self.tree(origin.document)?;
        let element = tree.node(NodeId(origin.element))?;
        let mut around = element.ancestors().map(|a| Origin { element: a.id().0, ..origin });
        around.find(|origin| objects.contains_key(origin))
    }
}

/// Is it an object of its own, and no part of another one?
fn is_counted(holder: Holder) -> bool {
    match holder {
        Holder::Node
        | Holder::Geometry
        | Holder::Controller
        | Holder::Material
        | Holder::Image
        | Holder::Camera
        | Holder::Light
        | Holder::Animation
        | Holder::Clip
        | Holder::Formula
        | Holder::View => true,
        Holder::Document
        | Holder::NodeInstance
        | Holder::Drawn
        | Holder::Binding
        | Holder::Primitive
        | Holder::Effect
        | Holder::Curve
        | Holder::Evaluation => false,
    }
}
