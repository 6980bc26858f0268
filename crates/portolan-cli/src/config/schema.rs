//! The JSON schema of configurations, from the list of options.

use serde_json::{Map, Value, json};

use super::options::{Kind, OPTIONS};
use super::parse::LEVELS;

/// The schema that editors check `portolan.toml` with.
pub fn schema() -> Value {
    let words = json!({"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]});
    let mut common = Map::new();
    common
        .insert("ignore".into(), described(&words, "Codes, names or stages of findings and losses that do not count."));
    let severity = json!({"type": "object", "additionalProperties": {"enum": LEVELS}});
    common.insert("severity".into(), described(&severity, "Severities of codes, names or stages of findings."));
    for (command, options) in OPTIONS {
        let properties: Map<String, Value> = options
            .iter()
            .map(|(name, kind)| {
                let kind = match kind {
                    Kind::Flag => json!({"type": "boolean"}),
                    Kind::Number => json!({"type": "number"}),
                    Kind::Text => json!({"type": "string"}),
                    Kind::List => words.clone(),
                };
                ((*name).to_owned(), described(&kind, &help(command, name)))
            })
            .collect();
        let table = json!({"type": "object", "additionalProperties": false, "properties": properties});
        common.insert((*command).into(), described(&table, &format!("Options of `portolan {command}`.")));
    }
    let mut files = common.clone();
    files.insert("match".into(), described(&words, "Patterns of the files that this part is for."));
    let part = json!({"type": "object", "additionalProperties": false, "required": ["match"], "properties": files});
    let parts = json!({"type": "array", "items": part});
    common.insert("files".into(), described(&parts, "Parts for files that match patterns; later ones win."));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "portolan.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": common,
    })
}

fn described(value: &Value, text: &str) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        fields.insert("description".to_owned(), text.into());
    }
    value
}

/// What the help of a command says about an option.
fn help(command: &str, name: &str) -> String {
    let definition = crate::commands::COMMANDS.iter().find(|c| c.name == command).map(|c| c.definition());
    let found = definition.as_ref().and_then(|d| d.get_arguments().find(|a| a.get_long() == Some(name)));
    found.and_then(|a| a.get_help()).map(|text| text.to_string()).unwrap_or_default()
}
