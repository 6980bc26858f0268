//! `<asset>` and `<extra>`.

use std::borrow::Cow;

use portolan_resources::uri;
use portolan_scene::{Asset, Extra, Fate, Meta, Origin, UpAxis};
use portolan_syntax::xml::{self, number};
use portolan_syntax::{Node, counted};

use super::{Raise, codes};
use crate::kept::{Fragment, bindings};

/// When a document was made that does not say it: dates are required, and the same scene gives the same bytes.
const LONG_AGO: &str = "1970-01-01T00:00:00Z";

/// What wrote a document of which nobody else says so.
const TOOL: &str = concat!("Portolan ", env!("CARGO_PKG_VERSION"));

impl<'a> Raise<'a> {
    /// What the document says about itself.
    pub fn document_asset(&mut self) {
        let space = &self.scene.space;
        self.out.open("asset");
        self.asset_content(&self.scene.asset, true, Origin::default());
        self.out.close();
        if space.forward.is_some() {
            let message = "the forward direction is not written";
            self.losses.push(&codes::SPACE, Fate::Dropped, Origin::default(), message);
        }
        if space.primaries != portolan_scene::Primaries::SRGB {
            let message = "colours are written as sRGB";
            self.losses.push(&codes::SPACE, Fate::Noted, Origin::default(), message);
        }
    }

    /// What a document says about one of its objects.
    pub fn asset(&mut self, meta: &'a Meta) {
        if let Some(asset) = meta.aside.as_ref().and_then(|a| a.asset.as_ref()) {
            self.out.open("asset");
            self.asset_content(asset, false, meta.origin);
            self.out.close();
        }
    }

    fn asset_content(&mut self, asset: &'a Asset, with_space: bool, origin: Origin) {
        let new = self.is_new();
        let mut unsaid = false;
        if with_space && asset.contributors.is_empty() {
            self.out.open("contributor").leaf("authoring_tool", TOOL).close();
        }
        for contributor in &asset.contributors {
            self.out.open("contributor");
            let parts = [
                ("author", &contributor.author, true),
                ("author_email", &contributor.email, new),
                ("author_website", &contributor.website, new),
                ("authoring_tool", &contributor.tool, true),
                ("comments", &contributor.comments, true),
                ("copyright", &contributor.copyright, true),
                ("source_data", &contributor.source, true),
            ];
            for (name, text, may) in parts {
                match text {
                    Some(text) if may && name == "source_data" => _ = self.out.leaf(name, &valid_uri(text)),
                    Some(text) if may => _ = self.out.leaf(name, text),
                    Some(_) => unsaid = true,
                    None => {}
                }
            }
            self.out.close();
        }
        match &asset.location {
            Some(place) if new => {
                self.out.open("coverage").open("geographic_location");
                self.out.leaf("longitude", &number(place.longitude)).leaf("latitude", &number(place.latitude));
                let mode = if place.absolute { "absolute" } else { "relativeToGround" };
                self.out.open("altitude").attribute("mode", mode).text(&number(place.altitude)).close();
                self.out.close().close();
            }
            Some(_) => unsaid = true,
            None => {}
        }
        let created = asset.created.as_deref().or(asset.modified.as_deref()).unwrap_or(LONG_AGO);
        let created = valid_date(created);
        self.out.leaf("created", &created);
        self.word("keywords", &asset.keywords);
        self.out.leaf("modified", &asset.modified.as_deref().map_or(created, valid_date));
        self.word("revision", &asset.revision);
        self.word("subject", &asset.subject);
        self.word("title", &asset.title);
        if with_space {
            let space = &self.scene.space;
            let unit = super::name::ncname(&space.unit);
            let unit = if unit.is_empty() { "unit".to_owned() } else { unit };
            self.out.open("unit").attribute("name", &unit).attribute("meter", &number(space.metres)).close();
            let axis = match space.up {
                UpAxis::X => "X_UP",
                UpAxis::Y => "Y_UP",
                UpAxis::Z => "Z_UP",
            };
            self.out.leaf("up_axis", axis);
        }
        match new {
            true => self.extras(&asset.extras, origin),
            false => unsaid |= !asset.extras.is_empty(),
        }
        if unsaid {
            let message = "addresses, geographic locations and application data in `asset` need COLLADA 1.5";
            self.losses.push(&codes::ASSET, Fate::Dropped, origin, message);
        }
    }

    fn word(&mut self, name: &str, text: &Option<Box<str>>) {
        if let Some(text) = text {
            self.out.leaf(name, text);
        }
    }

    /// What applications added to an object.
    pub fn extras(&mut self, extras: &'a [Extra], origin: Origin) {
        for (place, extra) in extras.iter().enumerate() {
            if !extra.joined || place == 0 {
                let name = self.name_text(extra.name.as_deref(), origin);
                let id = extra.id.as_deref().map(|id| self.names.now(origin.document, id));
                self.out.open("extra").maybe("id", id).maybe("name", name.as_deref());
                let kind = extra.kind.as_deref().map(nmtoken);
                self.out.maybe("type", kind.as_deref());
            }
            self.technique(extra, origin);
            if extras.get(place + 1).is_none_or(|next| !next.joined) {
                self.out.close();
            }
        }
    }

    fn technique(&mut self, extra: &'a Extra, origin: Origin) {
        let profile = if extra.profile.is_empty() { "unknown".to_owned() } else { nmtoken(&extra.profile) };
        self.out.open("technique").attribute("profile", &profile);
        for (prefix, namespace) in bindings(extra) {
            let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
            self.out.attribute(&name, namespace);
        }
        let unbound = extra.namespaces.len() - bindings(extra).count();
        if unbound > 0 {
            let prefixes = counted(unbound, "prefix", "prefixes");
            let message = format!("data of `{profile}` has {prefixes} that XML does not allow; they are not written");
            self.losses.push(&codes::EXTRA, Fate::Dropped, origin, message);
        }
        if extra.content.is_empty() {
        } else if is_elements(extra, self.out.room()) {
            self.out.markup(&extra.content);
        } else {
            self.out.leaf("text", &extra.content);
            let message = format!("data of `{profile}` is not XML, or nested too deeply, and is written as text");
            self.losses.push(&codes::EXTRA, Fate::Approximated, origin, message);
        }
        self.out.close();
    }
}

/// Is the content markup, with nothing but space between its elements, and not more of them in each other than this?
fn is_elements(extra: &Extra, room: usize) -> bool {
    if !extra.content.starts_with('<') {
        return false;
    }
    let bare = |root: Node<'_>| root.text_nodes().any(|t| !t.text().trim().is_empty());
    // The element around the content is not written.
    Fragment::extra(extra).is_some_and(|f| f.root().is_none_or(|root| !bare(root) && levels(root) - 1 <= room))
}

/// How many elements stand in each other. Readers limit it.
fn levels(node: Node<'_>) -> usize {
    1 + node.elements().map(levels).max().unwrap_or(0)
}

/// A text as an `NMTOKEN`.
pub(super) fn nmtoken(text: &str) -> String {
    if xml::chars::is_nmtoken(text.trim()) {
        return text.trim().to_owned();
    }
    let legal = |c: char| if xml::chars::is_name_char(c) { c } else { '_' };
    let token: String = text.trim().chars().map(legal).collect();
    if token.is_empty() { "_".to_owned() } else { token }
}

/// A date in the words of the schema, if it can be read in one way only.
fn valid_date(text: &str) -> Cow<'_, str> {
    match portolan_schema::value::lexical::is_date_time(text.trim()) {
        true => Cow::Borrowed(text),
        false => portolan_schema::check::usual_date(text).map_or(Cow::Borrowed(text), Cow::Owned),
    }
}

/// A reference to a file as a URI: exporters write `file://C:\a b` and bare paths.
fn valid_uri(text: &str) -> Cow<'_, str> {
    let (scheme, path) = match text.strip_prefix("file://") {
        Some(path) if path.as_bytes().get(1) == Some(&b':') => ("file://", path),
        _ => ("", text),
    };
    // Where there are escapes already, only somebody who knows the file can tell what is meant.
    if (scheme.is_empty() && uri::faults(text).is_empty()) || text.contains('%') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{scheme}{}", uri::from_native(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_files_become_valid() {
        assert_eq!(valid_date("Tue Jan 19 19:53:01 2016 GMT"), "2016-01-19T19:53:01Z");
        assert_eq!(valid_date("2016-01-19T19:53:01+01:00"), "2016-01-19T19:53:01+01:00");
        assert_eq!(valid_date("once"), "once");
        assert_eq!(valid_uri("file://C:/a b.max"), "file:///C:/a%20b.max");
        assert_eq!(valid_uri("file:///C:/a.max"), "file:///C:/a.max");
        assert_eq!(valid_uri(r"C:\a.max"), "/C:/a.max");
        assert_eq!(valid_uri("http://a.example/b"), "http://a.example/b");
    }
}
