//! What every object says about itself, kept where glTF lets everyone keep things.

use portolan_scene::{Asset, Contributor, Meta, Space};
use serde_json::{Value, json};

use crate::json::{self, Extra, Extras, Kept};
use crate::read::PROFILE;
use crate::space;

/// What an object is called.
pub(crate) fn name(meta: &Meta) -> Option<String> {
    meta.label().map(str::to_owned)
}

/// Id, SID and what applications added; `None` if there is nothing to keep.
pub(crate) fn of(meta: &Meta) -> Option<Box<Extras>> {
    let nothing = meta.id.is_none() && meta.sid.is_none() && meta.extras.is_empty();
    (!nothing).then(|| full(meta).into())
}

/// As [`of`], for a node.
pub(crate) fn of_node(meta: &Meta) -> Kept<'_> {
    if !meta.extras.is_empty() {
        return Kept { full: Some(Box::new(full(meta))), ..Kept::default() };
    }
    let named = meta.id.is_some() || meta.sid.is_some();
    Kept { called: named.then_some(meta), full: None }
}

/// Is an object called by its id because it has no name?
pub(crate) fn unnamed(meta: &Meta) -> Option<bool> {
    (meta.name.is_none() && meta.label().is_some()).then_some(true)
}

/// As [`of`], to be added to.
pub(crate) fn full(meta: &Meta) -> Extras {
    let mut kept = Extras {
        id: meta.id.as_deref().map(str::to_owned),
        sid: meta.sid.as_deref().map(str::to_owned),
        unnamed: unnamed(meta),
        ..Extras::default()
    };
    for one in &meta.extras {
        match own(one) {
            Some(members) => kept.other.extend(members),
            None => kept.extra.push(extra(one)),
        }
    }
    kept
}

/// What a glTF file had in `extras`; it may have been in a COLLADA document since, which has it as text.
fn own(extra: &portolan_scene::Extra) -> Option<serde_json::Map<String, Value>> {
    if &*extra.profile != PROFILE {
        return None;
    }
    let content = extra.content.trim();
    let text = content.strip_prefix("<text>").and_then(|t| t.strip_suffix("</text>"));
    let text = match text {
        Some(text) => portolan_syntax::xml::escape::undone(text),
        None => content.into(),
    };
    serde_json::from_str(&text).ok()
}

fn extra(extra: &portolan_scene::Extra) -> Extra {
    Extra {
        profile: extra.profile.to_string(),
        kind: extra.kind.as_deref().map(str::to_owned),
        content: extra.content.to_string(),
        id: extra.id.as_deref().map(str::to_owned),
        name: extra.name.as_deref().map(str::to_owned),
        joined: extra.joined,
        namespaces: extra.namespaces.iter().map(|(prefix, uri)| (prefix.to_string(), uri.to_string())).collect(),
    }
}

/// What applications added to several objects that are one in glTF.
pub(crate) fn joined<'a>(own: Option<Box<Extras>>, others: impl IntoIterator<Item = &'a Meta>) -> Option<Box<Extras>> {
    let more: Vec<Extra> = others.into_iter().flat_map(|meta| &meta.extras).map(extra).collect();
    if more.is_empty() {
        return own;
    }
    let mut kept = own.unwrap_or_default();
    kept.extra.extend(more);
    Some(kept)
}

/// Adds what applications added to an object that is one with a node in glTF.
pub(crate) fn join(kept: &mut Kept<'_>, meta: &Meta) {
    if !meta.extras.is_empty() {
        kept.full().extra.extend(meta.extras.iter().map(extra));
    }
}

/// About the file, with the space of the scene where it is not that of glTF.
pub(crate) fn asset(asset: &Asset, space: &Space) -> json::Asset {
    let copyrights: Vec<&str> = asset.contributors.iter().filter_map(|c| c.copyright.as_deref()).collect();
    let contributors: Vec<Value> = asset.contributors.iter().map(contributor).filter(|c| *c != json!({})).collect();
    let mut about = serde_json::Map::new();
    for (key, value) in [
        ("created", &asset.created),
        ("keywords", &asset.keywords),
        ("modified", &asset.modified),
        ("revision", &asset.revision),
        ("subject", &asset.subject),
        ("title", &asset.title),
    ] {
        if let Some(value) = value {
            about.insert(key.into(), json!(value));
        }
    }
    if !contributors.is_empty() {
        about.insert("contributors".into(), Value::Array(contributors));
    }
    if let Some(place) = &asset.location {
        let place = json!({
            "absolute": place.absolute,
            "altitude": place.altitude,
            "latitude": place.latitude,
            "longitude": place.longitude,
        });
        about.insert("location".into(), place);
    }
    if *space != Space::default() {
        about.insert("space".into(), space::value(space));
    }
    if !asset.extras.is_empty() {
        let extras: Vec<Extra> = asset.extras.iter().map(extra).collect();
        about.insert("extra".into(), json!(extras));
    }
    json::Asset {
        version: "2.0",
        generator: concat!("Portolan ", env!("CARGO_PKG_VERSION")),
        copyright: (!copyrights.is_empty()).then(|| copyrights.join("; ")),
        extras: (!about.is_empty()).then_some(Value::Object(about)),
    }
}

fn contributor(who: &Contributor) -> Value {
    let mut about = serde_json::Map::new();
    for (key, value) in [
        ("author", &who.author),
        ("comments", &who.comments),
        ("email", &who.email),
        ("source", &who.source),
        ("tool", &who.tool),
        ("website", &who.website),
    ] {
        if let Some(value) = value {
            about.insert(key.into(), json!(value));
        }
    }
    Value::Object(about)
}
