//! Values as JSON, and back.

use portolan_xvrml::world::{FieldType, NodeId, Value as Held};
use serde_json::{Value, json};

use crate::given::Given;

/// A value: a truth, a number, a text, or lists of them. `nodes` are the nodes in it.
pub fn value(ty: FieldType, value: &Held, nodes: &[Value]) -> Value {
    match value {
        Held::Bool(v) => json!(v),
        Held::Int(v) => json!(v),
        Held::Text(v) => json!(v),
        Held::Ints(v) => json!(v),
        Held::Times(v) => json!(v),
        Held::Texts(v) => json!(v),
        Held::Numbers(v) => match ty.width() {
            1 => json!(v.first().map(|v| v + 0.0)),
            width => json!(v.iter().take(width).map(|v| v + 0.0).collect::<Vec<_>>()),
        },
        Held::Floats(v) => match ty.width() {
            0 | 1 => json!(v.iter().map(|v| shortest(*v)).collect::<Vec<_>>()),
            width => {
                json!(v.chunks(width).map(|row| row.iter().map(|v| shortest(*v)).collect()).collect::<Vec<Vec<f64>>>())
            }
        },
        Held::Nodes(_) if ty == FieldType::Node => json!(nodes.first()),
        Held::Nodes(_) => json!(nodes),
    }
}

/// The number that is written as this one is.
pub(crate) fn shortest(v: f32) -> f64 {
    v.to_string().parse().unwrap_or(f64::from(v)) + 0.0
}

/// JSON as a value whose type is not known yet. A node is an object with its number.
pub fn given(value: &Value) -> Given {
    match value {
        Value::Null => Given::Nothing,
        Value::Bool(b) => Given::Bool(*b),
        Value::Number(n) => Given::Number(n.as_f64().unwrap_or(f64::NAN)),
        Value::String(s) => Given::Text(s.clone()),
        Value::Array(list) => Given::List(list.iter().map(given).collect()),
        Value::Object(fields) => {
            let node = fields.get("node").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
            node.map_or(Given::Nothing, |n| Given::Node(NodeId(n)))
        }
    }
}
