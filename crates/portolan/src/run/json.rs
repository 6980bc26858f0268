//! A run as JSON, with the fields of its schema.

use portolan_run::{Event, FieldType, Run, Value as Held};
use serde_json::{Map, Value, json};

/// An event of the trace.
pub fn event(event: &Event<'_>) -> Value {
    let value = value(event.ty, event.value, event.nodes);
    json!({"t": event.t, "node": event.node, "field": event.field, "value": value, "by": event.by})
}

/// A value; `nodes` are the names of the nodes in it.
pub fn value(ty: FieldType, held: &Held, nodes: &[String]) -> Value {
    let nodes: Vec<Value> = nodes.iter().map(|n| json!(n)).collect();
    portolan_run::json::value(ty, held, &nodes)
}

/// Everything but the trace: what there is at the end.
pub fn end(run: &mut Run, file: &str, until: f64, watched: &[String]) -> Map<String, Value> {
    let mut last = Map::new();
    for address in watched {
        let found = run.address(address).and_then(|a| run.value(&a));
        let nodes = match &found {
            Some((_, Held::Nodes(nodes))) => nodes.iter().map(|n| run.name_of(*n)).collect(),
            _ => Vec::new(),
        };
        last.insert(address.clone(), found.map_or(Value::Null, |(ty, held)| value(ty, &held, &nodes)));
    }
    let bounds = run.bounds().map(
        |(least, most)| json!({"min": least.to_array().map(|v| v + 0.0), "max": most.to_array().map(|v| v + 0.0)}),
    );
    let worlds: Vec<Value> = run
        .worlds()
        .iter()
        .map(|w| {
            json!({
                "t": w.t,
                "file": w.file,
                "viewpoint": w.viewpoint,
                "avatar": w.avatar,
                "eye": w.eye.map(|v| v + 0.0),
                "orientation": w.orientation.map(|v| v + 0.0),
                "navigation": w.navigation,
                "background": w.background,
                "fog": w.fog,
            })
        })
        .collect();
    let requests = run
        .requests()
        .iter()
        .map(|r| json!({"t": r.t, "node": r.node, "url": r.url, "parameter": r.parameter, "opened": r.opened}));
    let requests: Vec<Value> = requests.collect();
    let prints: Vec<Value> = run.prints().iter().map(|p| json!({"t": p.t, "node": p.node, "text": p.text})).collect();
    let findings = run.findings().iter().map(|f| {
        let severity = f.code.severity.to_string();
        json!({"code": f.code.id, "severity": severity, "message": f.message, "node": f.node, "count": f.count})
    });
    let findings: Vec<Value> = findings.collect();
    let mut all = Map::new();
    let mut put = |name: &str, value: Value| all.insert(name.to_owned(), value);
    put("file", json!(file));
    put("start", json!(run.start()));
    put("until", json!(until));
    put("complete", json!(run.is_complete()));
    put("worlds", json!(worlds));
    put("final", Value::Object(last));
    put("bounds", json!(bounds));
    put("requests", json!(requests));
    put("prints", json!(prints));
    put("findings", json!(findings));
    all
}
