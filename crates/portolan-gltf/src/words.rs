//! Kinematics and physics in the words of the document that they come from, and the steps of nodes that joints move: kept in
//! `extras`, so that the format of the document has them back.

use std::collections::{BTreeMap, BTreeSet};

use portolan_scene::glam::DMat4;
use portolan_scene::{Content, Kept, NodeId, Operation, Origin, Scene, Transform};
use portolan_schema::model::Schema;
use portolan_schema::tables;
use portolan_syntax::{Severity, xml};
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

/// The words that a file has, as far as they can be read: others may have changed them. Also how many cannot be.
pub(crate) fn read(kept: &Value, origin: Origin) -> (Vec<Kept>, usize) {
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
    let all: Vec<Kept> = kept.as_array().into_iter().flatten().filter_map(word).collect();
    let (sound, broken): (Vec<_>, Vec<_>) = all.into_iter().partition(is_sound);
    (sound, broken.len())
}

/// Is it one well-formed element, at a place that has a name?
fn is_sound(kept: &Kept) -> bool {
    let (tree, findings) = xml::parse_text(&*kept.content);
    let broken = findings.iter().any(|f| f.severity == Severity::Error);
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '/');
    !broken && tree.root().is_some() && kept.place.chars().all(named)
}

/// A whole world, with a mark of the rest of the file: it holds as long as that is the same.
pub(crate) fn of_world(world: &str, file: &Value) -> Value {
    let Schema { format, versions, .. } = &tables::xvrml::SCHEMA;
    let (version, mark) = (versions.last(), mark(file));
    json!({ "about": "world", "format": format, "version": version, "mark": mark, "content": world })
}

/// The whole world that a file has, if nothing else in the file was changed since it was written.
pub(crate) fn read_world(file: &Value, origin: Origin) -> Option<Kept> {
    let is_world = |word: &Value| word.get("about").and_then(Value::as_str) == Some("world");
    let list = file.pointer("/asset/extras/kept")?.as_array()?;
    let world = list.iter().find(|word| is_world(word))?;
    let mut rest = file.clone();
    // As it was before the world was put there.
    let asset = rest.get_mut("asset")?.as_object_mut()?;
    let about = asset.get_mut("extras")?.as_object_mut()?;
    let kept = about.get_mut("kept")?.as_array_mut()?;
    kept.retain(|word| !is_world(word));
    if kept.is_empty() {
        about.remove("kept");
    }
    if about.is_empty() {
        asset.remove("extras");
    }
    let schema = &tables::xvrml::SCHEMA;
    let text = |key: &str| world.get(key)?.as_str();
    (text("mark") == Some(mark(&rest).as_str())).then_some(())?;
    Some(Kept {
        format: schema.format,
        version: schema.versions.last()?,
        place: Kept::WORLD.into(),
        name: "World".into(),
        content: text("content")?.into(),
        origin,
        what: Content::Behaviour,
    })
}

/// Tells texts apart (FNV-1a with 64 bits): a slip is improbable, and nobody gains by one.
fn mark(file: &Value) -> String {
    format!("{:016x}", feed(file, 0xcbf2_9ce4_8422_2325))
}

/// Adds a value to a checksum. Objects are read in the order of their keys, whatever order they are kept in: that is decided by
/// features that other crates switch on.
fn feed(value: &Value, hash: u64) -> u64 {
    let text = |text: &str, hash: u64| {
        text.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    };
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            let all =
                sorted.into_iter().fold(text("{", hash), |hash, (key, value)| feed(value, text(":", text(key, hash))));
            text("}", all)
        }
        Value::Array(list) => text("]", list.iter().fold(text("[", hash), |hash, value| text(",", feed(value, hash)))),
        // How a number is kept and shown, and its last digits, depend on features as well.
        Value::Number(number) => match number.as_u64() {
            Some(whole) => text(&whole.to_string(), hash),
            None => text(&(number.as_f64().unwrap_or_default() as f32).to_bits().to_string(), hash),
        },
        plain => text(&plain.to_string(), hash),
    }
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
