//! What applications and formats add, without how it is written.

use portolan_scene::{Asset, Extra, Kept, Meta};
use portolan_syntax::xml::parse_text;
use portolan_syntax::{Node, NodeKind};

use super::sheet::{Sheet, Value};

/// Adds what every object may say beside its fields.
pub(super) fn meta(meta: &Meta, sheet: &mut Sheet) {
    extras(&meta.extras, sheet);
    let Some(aside) = &meta.aside else { return };
    if let Some(asset) = &aside.asset {
        self::asset(asset, sheet);
    }
    if let Some(word) = &aside.word {
        sheet.formal("written as", Value::Text(word.to_string()));
    }
    for part in &aside.parts {
        let said = [("id", &part.id), ("sid", &part.sid), ("name", &part.name)];
        for (word, text) in said.into_iter().filter_map(|(word, text)| Some((word, text.as_deref()?))) {
            sheet.formal(format!("{word} of `{}`", part.part), Value::Text(text.to_owned()));
        }
    }
    kept(&aside.kept, sheet);
}

/// Adds what the scene does not understand.
pub(super) fn kept(list: &[Kept], sheet: &mut Sheet) {
    for (number, kept) in list.iter().enumerate() {
        // Several of one name are told apart by their order among them.
        let before = list.iter().take(number).filter(|k| (&k.place, &k.name) == (&kept.place, &kept.name)).count();
        let place = if kept.place.is_empty() { String::new() } else { format!("{}/", kept.place) };
        let name =
            format!("{place}{}{}", kept.name, if before > 0 { format!("[{}]", before + 1) } else { String::new() });
        sheet.formal(name, Value::Text(canonical(&kept.content)));
    }
}

/// Adds data of applications.
pub(super) fn extras(list: &[Extra], sheet: &mut Sheet) {
    for (number, extra) in list.iter().enumerate() {
        let before = list.iter().take(number).filter(|e| e.profile == extra.profile).count();
        let number = if before > 0 { format!("[{}]", before + 1) } else { String::new() };
        sheet.formal(format!("extra `{}`{number}", extra.profile), Value::Text(canonical(&extra.content)));
    }
}

/// Adds who made it, and when.
pub(super) fn asset(asset: &Asset, sheet: &mut Sheet) {
    let said = [
        ("created", &asset.created),
        ("modified", &asset.modified),
        ("title", &asset.title),
        ("subject", &asset.subject),
        ("keywords", &asset.keywords),
        ("revision", &asset.revision),
    ];
    for (name, text) in said.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?))) {
        sheet.formal(name, Value::Text(text.trim().to_owned()));
    }
    for (number, who) in asset.contributors.iter().enumerate() {
        let said = [
            ("author", &who.author),
            ("email", &who.email),
            ("website", &who.website),
            ("tool", &who.tool),
            ("comments", &who.comments),
            ("copyright", &who.copyright),
            ("source", &who.source),
        ];
        let number = if number > 0 { format!("[{}]", number + 1) } else { String::new() };
        for (name, text) in said.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?))) {
            sheet.formal(format!("contributor{number} {name}"), Value::Text(text.trim().to_owned()));
        }
    }
    if let Some(place) = asset.location {
        sheet.formal("location", Value::Numbers(vec![place.longitude, place.latitude, place.altitude]));
        sheet.formal("altitude above sea level", Value::Text(place.absolute.to_string()));
    }
    extras(&asset.extras, sheet);
}

/// Most letters that are read to tell white space from content; longer ones are compared as they are.
const MOST: usize = 16 << 20;

/// XML or anything else, without what means nothing: white space, order of attributes, spelling of numbers, comments.
pub(super) fn canonical(text: &str) -> String {
    if text.len() > MOST {
        return text.to_owned();
    }
    let (tree, _) = parse_text(format!("<x>{text}</x>"));
    let mut out = String::new();
    if let Some(root) = tree.root() {
        inside(root, &mut out, 0);
    }
    out.trim().to_owned()
}

fn inside(element: Node<'_>, out: &mut String, depth: usize) {
    // Nothing that people write is deeper.
    if depth > 500 {
        return;
    }
    for child in element.children() {
        match child.kind() {
            NodeKind::Element => {
                out.push_str(" <");
                out.push_str(child.local_name());
                let mut attributes: Vec<(String, String)> = child
                    .attributes()
                    .filter(|a| !a.full_name().starts_with("xmlns"))
                    .map(|a| (a.full_name().to_owned(), words(&a.value())))
                    .collect();
                attributes.sort();
                for (name, value) in attributes {
                    out.push_str(&format!(" {name}=\"{value}\""));
                }
                out.push('>');
                inside(child, out, depth + 1);
                out.push_str(" </>");
            }
            NodeKind::Text | NodeKind::CData => {
                let said = words(&child.text());
                if !said.is_empty() {
                    out.push(' ');
                    out.push_str(&said);
                }
            }
            _ => {}
        }
    }
}

/// Words with single spaces between them, numbers in one spelling.
fn words(text: &str) -> String {
    let word = |word: &str| {
        let numeric = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        match word.parse::<f64>().ok().filter(|v| numeric && v.is_finite()) {
            Some(value) => (value + 0.0).to_string(),
            None => word.to_owned(),
        }
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_it_is_written_does_not_matter() {
        let one = canonical("<a x='1' y=\"2.0\"> 1.50  2e0 </a><!-- no -->");
        let other = canonical("\n<a y='2' x='1'>1.5\n2</a>");
        assert_eq!(one, other);
        assert_ne!(one, canonical("<a x='1' y='2'>1.5 3</a>"));
        assert_eq!(canonical("plain  text & more"), canonical("plain text & more"));
    }
}
