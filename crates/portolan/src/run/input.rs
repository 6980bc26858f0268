//! What a user does, as JSON.

use portolan_run::json::given;
use portolan_run::{Action, Input};
use serde_json::Value;

use crate::Error;

/// Reads inputs: `{"events": [{"t": 1, "set": "Door.rotation", "value": [0, 1, 0, 0.5]}]}`.
pub fn inputs(text: &str) -> Result<Vec<Input>, Error> {
    let wrong = |why: String| Error::usage(format!("the input cannot be read: {why}"));
    let whole: Value = serde_json::from_str(text).map_err(|why| wrong(why.to_string()))?;
    let Some(events) = whole.get("events").and_then(Value::as_array) else {
        return Err(wrong("it has no list `events`".to_owned()));
    };
    let mut inputs = Vec::with_capacity(events.len());
    for (number, event) in events.iter().enumerate() {
        let t = event.get("t").and_then(Value::as_f64).filter(|t| t.is_finite() && *t >= 0.0);
        match (t, action(event)) {
            (Some(t), Some(action)) => inputs.push(Input { t, action }),
            (None, _) => return Err(wrong(format!("event {number} has no time `t` from 0 on"))),
            (_, None) => return Err(wrong(format!("event {number} is none of those that are known"))),
        }
    }
    inputs.sort_by(|a, b| a.t.total_cmp(&b.t));
    Ok(inputs)
}

fn action(event: &Value) -> Option<Action> {
    let text = |field: &str| event.get(field).and_then(Value::as_str).map(str::to_owned);
    if let Some(address) = text("set") {
        return Some(Action::Set { address, value: given(event.get("value")?) });
    }
    if let Some(viewer) = event.get("viewer") {
        let (position, orientation) = (viewer.get("position"), viewer.get("orientation"));
        let position = position.map(numbers).map_or(Some(None), |n| n.map(Some))?;
        let orientation = orientation.map(numbers).map_or(Some(None), |n| n.map(Some))?;
        return Some(Action::Viewer { position, orientation });
    }
    if let Some(by) = event.get("walk") {
        return numbers(by).map(Action::Walk);
    }
    if let Some(name) = text("activate") {
        return Some(Action::Activate(name));
    }
    if let Some(name) = text("bind") {
        return Some(Action::Bind(name));
    }
    match text("pointer")?.as_str() {
        "move" => numbers(event.get("to")?).map(Action::Move),
        "press" => Some(Action::Press),
        "release" => Some(Action::Release),
        "leave" => Some(Action::Leave),
        _ => None,
    }
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let list: Option<Vec<f64>> = value.as_array()?.iter().map(Value::as_f64).collect();
    list?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use portolan_run::Given;

    use super::*;

    #[test]
    fn inputs_are_sorted_by_time_and_stay_in_order_otherwise() {
        let text = r#"{"events": [
            {"t": 2, "pointer": "press"}, {"t": 1, "set": "A.b", "value": [1, "x", true, null]},
            {"t": 2, "pointer": "release"}, {"t": 0, "viewer": {"position": [1, 2, 3]}}
        ]}"#;
        let read = inputs(text).unwrap();
        let viewer = Action::Viewer { position: Some([1.0, 2.0, 3.0]), orientation: None };
        let list = Given::List(vec![Given::Number(1.0), Given::Text("x".into()), Given::Bool(true), Given::Nothing]);
        let set = Action::Set { address: "A.b".into(), value: list };
        let actions: Vec<Action> = read.into_iter().map(|i| i.action).collect();
        assert_eq!(actions, [viewer, set, Action::Press, Action::Release]);
        for wrong in
            ["[]", "{", r#"{"events": [{"t": -1, "pointer": "press"}]}"#, r#"{"events": [{"t": 1, "jump": 2}]}"#]
        {
            assert!(inputs(wrong).is_err(), "{wrong}");
        }
    }
}
