//! What objects say about themselves, with what [`crate::write`] put into `extras`.

use portolan_scene::{Asset, Contributor, Extra, Fate, GeographicLocation, Meta};
use portolan_syntax::counted;
use serde_json::{Map, Value};

use super::Reader;
use super::codes::VALUE;
use super::value::At;
use crate::words;

/// Whose data `extras` of others are.
pub(crate) const PROFILE: &str = "glTF";

/// What our own files have in `extras`, and read in other places.
const OWN: [&str; 13] = [
    "id",
    "sid",
    "unnamed",
    "layers",
    "visible",
    "targetNames",
    "targetIndices",
    "ambientLights",
    "extra",
    "steps",
    "common",
    "clip",
    "effect",
];

impl<'a> Reader<'a> {
    /// Name, id and extras of an object.
    pub fn meta(&mut self, at: &At<'a>) -> Meta {
        let name = self.text(at, "name").filter(|n| !n.is_empty()).map(Box::from);
        let mut meta = Meta { name, origin: self.origin(at), ..Meta::default() };
        let Some(extras) = at.value.get("extras").filter(|e| !e.is_null()) else { return meta };
        let Some(members) = extras.as_object() else {
            meta.extras.push(foreign(extras));
            return meta;
        };
        let word = |key: &str| members.get(key).and_then(Value::as_str).filter(|w| !w.is_empty());
        // Nodes that were placed several times all have the id of the one; the first keeps it.
        meta.id = word("id").filter(|id| self.ids.insert((*id).into())).map(Box::from);
        meta.sid = word("sid").map(Box::from);
        if members.get("unnamed").and_then(Value::as_bool) == Some(true) {
            meta.name = None;
        }
        meta.extras = listed(members);
        let others: Map<String, Value> =
            members.iter().filter(|(k, v)| !is_own(k, v)).map(|(k, v)| (k.clone(), v.clone())).collect();
        if !others.is_empty() {
            meta.extras.push(foreign(&Value::Object(others)));
        }
        meta
    }

    /// About the file; gives the program that wrote it.
    pub fn asset(&mut self) -> Option<String> {
        let at = self.root.get("asset")?;
        let generator = self.text(&at, "generator").map(str::to_owned);
        let copyright = self.text(&at, "copyright").map(Box::<str>::from);
        let mut asset = Asset::default();
        let about = at.value.get("extras").and_then(Value::as_object);
        let word = |key: &str| about?.get(key)?.as_str().map(Box::<str>::from);
        asset.created = word("created");
        asset.keywords = word("keywords");
        asset.modified = word("modified");
        asset.revision = word("revision");
        asset.subject = word("subject");
        asset.title = word("title");
        asset.location = about.and_then(|a| a.get("location")).and_then(place);
        asset.extras = about.map(listed).unwrap_or_default();
        let origin = self.origin(&at);
        let (kept, broken) = about.and_then(|a| a.get("kept")).map(|k| words::read(k, origin)).unwrap_or_default();
        self.scene.aside.kept = kept;
        if broken > 0 {
            let entries = counted(broken, "entry of `kept` is", "entries of `kept` are");
            let message = format!("{entries} not well-formed and left out");
            self.tell(&VALUE, Fate::Dropped, &at, message);
        }
        self.scene.aside.kept.extend(words::read_world(self.root.value, origin));
        let who = about.and_then(|a| a.get("contributors")?.as_array());
        match who {
            Some(who) => asset.contributors = who.iter().map(contributor).collect(),
            None => {
                let tool = generator.as_deref().map(Box::from);
                if tool.is_some() || copyright.is_some() {
                    asset.contributors.push(Contributor { tool, ..Contributor::default() });
                }
            }
        }
        if let Some(first) = asset.contributors.first_mut() {
            first.copyright = copyright;
        }
        self.scene.asset = asset;
        generator
    }
}

/// Is a member what we write?
fn is_own(key: &str, value: &Value) -> bool {
    match key {
        "id" | "sid" => value.is_string(),
        "visible" | "unnamed" => value.is_boolean(),
        "common" | "clip" | "effect" => value.is_object(),
        key => OWN.contains(&key) && value.is_array(),
    }
}

fn foreign(content: &Value) -> Extra {
    Extra { profile: PROFILE.into(), content: content.to_string().into(), ..Extra::default() }
}

/// What applications added, as our files have it.
pub(super) fn listed(members: &Map<String, Value>) -> Vec<Extra> {
    let list = members.get("extra").and_then(Value::as_array).map_or(&[][..], |l| l);
    let one = |entry: &Value| {
        let word = |key: &str| entry.get(key).and_then(Value::as_str);
        Some(Extra {
            profile: word("profile")?.into(),
            kind: word("type").map(Box::from),
            content: word("content")?.into(),
            id: word("id").map(Box::from),
            name: word("name").map(Box::from),
            joined: entry.get("joined").and_then(Value::as_bool).unwrap_or(false),
            namespaces: entry.get("namespaces").and_then(Value::as_object).map(namespaces).unwrap_or_default(),
        })
    };
    list.iter().filter_map(one).collect()
}

fn namespaces(members: &Map<String, Value>) -> Vec<(Box<str>, Box<str>)> {
    let pairs = members.iter().filter_map(|(prefix, uri)| Some((prefix.as_str().into(), uri.as_str()?.into())));
    pairs.collect()
}

fn contributor(who: &Value) -> Contributor {
    let word = |key: &str| who.get(key).and_then(Value::as_str).map(Box::from);
    Contributor {
        author: word("author"),
        email: word("email"),
        website: word("website"),
        tool: word("tool"),
        comments: word("comments"),
        copyright: None,
        source: word("source"),
    }
}

fn place(value: &Value) -> Option<GeographicLocation> {
    let number = |key: &str| value.get(key).and_then(Value::as_f64);
    Some(GeographicLocation {
        longitude: number("longitude")?,
        latitude: number("latitude")?,
        altitude: number("altitude")?,
        absolute: value.get("absolute").and_then(Value::as_bool).unwrap_or(false),
    })
}
