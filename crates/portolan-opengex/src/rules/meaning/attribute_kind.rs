use portolan_schema::Value;
use portolan_schema::value::alternatives;
use portolan_syntax::Node;

use crate::rules::read::word;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds material attributes on a structure that cannot have them.
    ///
    /// Table 2.1 says which attributes are colours, numbers, spectra and textures: `roughness` is a `Param` or a
    /// `Texture`, but not a `Color`. Readers do not find the value where they look for it.
    "SEM212" "material-attribute-kind" Error, spec "39,41", on
        ["Material/Color", "Material/Param", "Material/Spectrum", "Material/Texture"], check
}

const KINDS: [&str; 4] = ["Color", "Param", "Spectrum", "Texture"];

/// The structures of a material that may have an attribute.
pub(super) fn kinds_of(attribute: &str) -> Vec<&'static str> {
    let schema = &portolan_schema::tables::opengex::SCHEMA;
    let has = |kind: &&str| {
        schema.types_at(&format!("Material/{kind}")).flat_map(|(_, ty)| ty.attributes).any(|row| {
            let value = schema.value(row.text.value);
            matches!(value, Value::Open(words) if words.iter().any(|(w, _)| *w == attribute))
        })
    };
    KINDS.into_iter().filter(has).collect()
}

fn check<'a>(item: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(attribute) = word(report.document, item, "attrib") else { return };
    let kinds = kinds_of(&attribute);
    let name = item.name().full;
    if !kinds.is_empty() && !kinds.contains(&name) {
        let kinds = alternatives(kinds.into_iter());
        report.at_attribute(item, "attrib", format!("`{attribute}` cannot be a `{name}`, only a {kinds}"));
    }
}
