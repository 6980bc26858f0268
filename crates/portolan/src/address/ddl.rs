//! Data of OpenDDL as values.

use portolan_syntax::ddl::{Primitive, Run, literal, string_value};
use portolan_syntax::{Node, Span};
use serde_json::{Value as Json, json};

/// A literal for people: strings without quotes, everything else as written.
pub(super) fn shown(literal: &str) -> String {
    if literal.starts_with('"') { string_value(literal).into_owned() } else { literal.to_owned() }
}

/// Numbers as numbers; one value alone, several as a list.
pub(super) fn json(node: Node<'_>, run: Run<'_>, spans: &[Span]) -> Json {
    let primitive = run.primitive();
    let one = |span: &Span| {
        let text = node.tree().slice(*span);
        let number = match primitive {
            p if p.is_float() => literal::float(text, p).ok().filter(|n| n.is_finite()).map(|n| json!(n)),
            p if p.is_integer() => {
                let whole = literal::integer(text, p).ok();
                whole.and_then(|n| i64::try_from(n).map(Json::from).or_else(|_| u64::try_from(n).map(Json::from)).ok())
            }
            Primitive::Bool => literal::boolean(text).ok().map(Json::from),
            _ => None,
        };
        number.unwrap_or_else(|| Json::from(shown(text)))
    };
    match spans {
        [single] => one(single),
        many => many.iter().map(one).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;
    use portolan_syntax::ddl::quoted;

    #[test]
    fn strings_are_read_back_as_they_were() {
        for text in ["plain", "a \"quote\" \\ and\nline", "\u{1}ü", ""] {
            assert_eq!(shown(&quoted(text)), text);
        }
    }
}
