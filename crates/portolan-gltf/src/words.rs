//! Kinematics and physics in the words of the document that they come from, and the steps of nodes that joints move: kept in
//! `extras`, so that the format of the document has them back.

use std::collections::BTreeSet;

use portolan_scene::glam::DMat4;
use portolan_scene::{Content, Kept, NodeId, Operation, Origin, Scene, Transform};
use portolan_schema::model::Schema;
use portolan_schema::tables;
use serde_json::{Value, json};

/// What is kept of a document, and what it is called in the file.
const ABOUT: [(Content, &str); 2] = [(Content::Kinematics, "kinematics"), (Content::Physics, "physics")];

/// Formats whose words are understood.
static SCHEMAS: [&Schema; 1] = [&tables::collada::SCHEMA];

/// The words of a scene, if there are any.
pub(crate) fn of(scene: &Scene) -> Option<Value> {
    let word = |kept: &Kept| {
        let (_, about) = ABOUT.iter().find(|(content, _)| *content == kept.what)?;
        let Kept { format, version, place, name, content, .. } = kept;
        Some(json!({
            "about": about, "format": format, "version": version, "place": place, "name": name, "content": content,
        }))
    };
    let words: Vec<Value> = scene.aside.kept.iter().filter_map(word).collect();
    (!words.is_empty()).then_some(Value::Array(words))
}

/// The words that a file has.
pub(crate) fn read(kept: &Value, origin: Origin) -> Vec<Kept> {
    let word = |value: &Value| {
        let text = |key: &str| value.get(key)?.as_str();
        let (what, _) = ABOUT.iter().find(|(_, about)| text("about") == Some(about))?;
        let schema = SCHEMAS.iter().find(|s| text("format") == Some(s.format))?;
        let version = schema.versions.iter().find(|v| text("version") == Some(v))?;
        Some(Kept {
            format: schema.format,
            version,
            place: text("place")?.into(),
            name: text("name")?.into(),
            content: text("content")?.into(),
            origin,
            what: *what,
        })
    };
    kept.as_array().into_iter().flatten().filter_map(word).collect()
}

/// Nodes that words of kinematics lead to: joints move one of their steps.
pub(crate) fn moved(scene: &Scene) -> BTreeSet<NodeId> {
    if !scene.aside.kept.iter().any(|kept| kept.what == Content::Kinematics) {
        return BTreeSet::new();
    }
    let freedoms = scene.mechanisms.iter().flat_map(|m| &m.freedoms);
    freedoms.flat_map(|f| &f.targets).map(|bound| bound.node).collect()
}

/// The steps of a node.
pub(crate) fn steps(transforms: &[Transform]) -> Vec<Value> {
    let step = |transform: &Transform| {
        let mut step = serde_json::Map::new();
        if let Some(sid) = &transform.sid {
            step.insert("sid".into(), json!(sid));
        }
        step.insert(kind(&transform.operation).into(), json!(transform.operation.values()));
        Value::Object(step)
    };
    transforms.iter().map(step).collect()
}

/// The steps that a node had, as long as they still lead to the same place.
pub(crate) fn read_steps(extras: &Value, now: DMat4) -> Option<Vec<Transform>> {
    let list = extras.get("steps")?.as_array()?;
    let steps: Option<Vec<Transform>> = list.iter().map(read_step).collect();
    let steps = steps.filter(|steps| !steps.is_empty())?;
    let size = now.to_cols_array().into_iter().fold(1.0, |size: f64, v| size.max(v.abs()));
    Transform::product(&steps).abs_diff_eq(now, 1e-5 * size).then_some(steps)
}

fn read_step(step: &Value) -> Option<Transform> {
    let members = step.as_object()?;
    let sid = members.get("sid").and_then(Value::as_str).map(Box::from);
    let (name, numbers) = members.iter().find(|(name, _)| *name != "sid")?;
    let numbers: Option<Vec<f64>> = numbers.as_array()?.iter().map(Value::as_f64).collect();
    let numbers = numbers?;
    let operation = match name.as_str() {
        "translate" => Operation::Translate(numbers.try_into().ok()?),
        "rotate" => Operation::Rotate(numbers.try_into().ok()?),
        "quaternion" => Operation::Quaternion(numbers.try_into().ok()?),
        "scale" => Operation::Scale(numbers.try_into().ok()?),
        "matrix" => Operation::Matrix(Box::new(numbers.try_into().ok()?)),
        "skew" => Operation::Skew(Box::new(numbers.try_into().ok()?)),
        "lookat" => Operation::LookAt(Box::new(numbers.try_into().ok()?)),
        _ => return None,
    };
    Some(Transform { sid, operation })
}

fn kind(operation: &Operation) -> &'static str {
    match operation {
        Operation::Translate(_) => "translate",
        Operation::Rotate(_) => "rotate",
        Operation::Quaternion(_) => "quaternion",
        Operation::Scale(_) => "scale",
        Operation::Matrix(_) => "matrix",
        Operation::Skew(_) => "skew",
        Operation::LookAt(_) => "lookat",
    }
}
