//! `<asset>` and `<extra>`.

use std::borrow::Cow;

use portolan_scene::{Asset, Contributor, Extra, GeographicLocation};
use portolan_schema::{Bound, Finite};
use portolan_syntax::Node;

use super::{Lower, keep};

impl<'a> Lower<'a> {
    /// What the `<asset>` of an element says about it.
    pub(super) fn asset_of(&self, element: Node<'a>) -> Option<Asset> {
        element.child("asset").map(|told| asset(told, self.bound(element)))
    }
}

/// What a document says about itself.
pub(super) fn asset(element: Node<'_>, bound: &Bound) -> Asset {
    let text = |name: &str| text_of(element, name);
    Asset {
        contributors: element.children_named("contributor").map(contributor).collect(),
        created: text("created"),
        modified: text("modified"),
        title: text("title"),
        subject: text("subject"),
        keywords: text("keywords"),
        revision: text("revision"),
        location: element
            .child("coverage")
            .and_then(|c| c.child("geographic_location"))
            .and_then(|e| location(e, bound)),
        extras: extras(element),
    }
}

fn text_of(element: Node<'_>, name: &str) -> Option<Box<str>> {
    element.child(name).map(|c| c.text().trim().to_owned()).filter(|t| !t.is_empty()).map(String::into_boxed_str)
}

fn contributor(element: Node<'_>) -> Contributor {
    let text = |name: &str| text_of(element, name);
    Contributor {
        author: text("author"),
        email: text("author_email"),
        website: text("author_website"),
        tool: text("authoring_tool"),
        comments: text("comments"),
        copyright: text("copyright"),
        source: text("source_data"),
    }
}

fn location(element: Node<'_>, bound: &Bound) -> Option<GeographicLocation> {
    let number = |name: &str| bound.given_child::<Finite>(element, name).value.map(|Finite(value)| value);
    let mode = element.child("altitude").map(|a| bound.given::<Cow<'_, str>>(a, "mode").counts());
    Some(GeographicLocation {
        longitude: number("longitude")?,
        latitude: number("latitude")?,
        altitude: number("altitude").unwrap_or_default(),
        absolute: mode.is_some_and(|m| m == "absolute"),
    })
}

/// What applications added to an element.
pub(super) fn extras(element: Node<'_>) -> Vec<Extra> {
    let mut all = Vec::new();
    for extra in element.elements().filter(|e| e.local_name() == "extra") {
        keep::extra(extra, &mut all);
    }
    all
}

/// The value of a parameter that an application put into its own technique of an `<extra>`, by its element name: the
/// first one found.
pub(super) fn vendor<'a>(element: Node<'a>, profiles: &[&str], name: &str) -> Option<Node<'a>> {
    let extras = element.elements().filter(|e| e.local_name() == "extra");
    let techniques = extras.flat_map(|e| e.elements()).filter(|t| {
        let profile = t.attribute_value("profile").unwrap_or_default();
        t.local_name() == "technique" && (profiles.is_empty() || profiles.contains(&profile.trim()))
    });
    techniques.flat_map(|t| t.elements()).find(|e| e.local_name() == name)
}

/// Is the text of an element true?
pub(super) fn is_true(element: Node<'_>) -> bool {
    let text = element.text();
    let text = text.trim();
    text.eq_ignore_ascii_case("true") || text.parse::<f64>().is_ok_and(|v| v != 0.0)
}
