//! Compares the COLLADA table with the published XSDs.
//!
//! Both are walked from the root element in parallel; every pair of types that can stand for the same element is
//! compared once.

mod deviations;
mod facts;
mod xsd;

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::Path;

use crate::compile::automaton::{Automaton, Regex};
use crate::compile::{Content, Table, Type};
use deviations::Deviations;
use facts::Facts;
use xsd::{Description, TypeKey, XContent, XType, Xsd};

/// The schema of each version. The published one of 1.5.0 forbids the content of several elements by empty
/// restrictions, which are known deviations; the repaired copy lets us compare what was meant.
const FILES: [(&str, &str); 4] = [
    ("1.4.0", "collada_schema_1_4_0.xsd"),
    ("1.4.1", "collada_schema_1_4_1.xsd"),
    ("1.5.0", "collada_schema_1_5_0.xsd"),
    ("1.5.0", "collada_schema_1_5_0_fixed.xsd"),
];

/// Prints every difference; true if all of them are listed as deviations.
pub fn run(table: &Table, folder: &Path, deviations: &Path, all: bool) -> Result<bool, String> {
    let mut deviations = Deviations::load(deviations)?;
    let mut unexplained = 0;
    for (version, file) in FILES {
        let Some(index) = table.versions.iter().position(|v| v == version) else {
            continue;
        };
        let xsd = Xsd::load(&folder.join(file))?;
        let mut walk = Walk { table, xsd: &xsd, version: index, differences: Vec::new() };
        let visited = walk.run()?;
        let (mut known, mut open) = (0, 0);
        for Difference { place, message, occurrence } in walk.differences {
            let explained = deviations.explains(version, &place, occurrence);
            if explained {
                known += 1;
            } else {
                open += 1;
            }
            if all || !explained {
                println!("{version} {place}: {}{message}", if explained { "(known) " } else { "" });
            }
        }
        println!(
            "{version} ({file}): {visited} pairs of types compared, {known} known deviations, {open} unexplained differences"
        );
        unexplained += open;
    }
    if all {
        // Either out of date, or about something that is not compared.
        for entry in deviations.unused() {
            println!("deviations.toml: the entry `{entry}` explains no difference");
        }
    }
    Ok(unexplained == 0)
}

/// Something the two say differently.
struct Difference {
    place: String,
    message: String,
    /// It is about an attribute being required or not.
    occurrence: bool,
}

struct Walk<'a> {
    table: &'a Table,
    xsd: &'a Xsd,
    version: usize,
    differences: Vec<Difference>,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<usize, String> {
        let root = &self.table.types[self.table.root];
        let element = self.xsd.element(&root.path).ok_or_else(|| format!("the XSD has no element {}", root.path))?;
        let start = (self.table.root, self.xsd.element_type(element), None);
        let mut seen: HashSet<(usize, TypeKey)> = HashSet::from([(start.0, start.1.key())]);
        let mut queue: VecDeque<(usize, XType, Option<String>)> = VecDeque::from([start]);
        while let Some((ours, theirs, default)) = queue.pop_front() {
            let ty = &self.table.types[ours];
            let description = self.xsd.describe(&theirs);
            self.compare(ty, &description, default.as_deref());
            for (name, (child, default)) in description.children {
                let ours = ty.children.iter().find(|c| c.0 == name && c.1 & (1 << self.version) != 0);
                if let Some(&(_, _, ours)) = ours
                    && seen.insert((ours, child.key()))
                {
                    queue.push_back((ours, child, default));
                }
            }
        }
        Ok(seen.len())
    }

    fn report(&mut self, place: &str, xsd: impl std::fmt::Display, table: impl std::fmt::Display) {
        let message = format!("the XSD says {xsd} / the table says {table}");
        self.differences.push(Difference { place: place.to_owned(), message, occurrence: false });
    }

    fn compare(&mut self, ty: &Type, description: &Description, default: Option<&str>) {
        self.compare_content(ty, description, default);
        self.compare_attributes(ty, description);
    }

    fn compare_content(&mut self, ty: &Type, description: &Description, default: Option<&str>) {
        let empty = Automaton::of(&Regex::Empty);
        let ours = match &ty.content {
            Content::Elements(models) => &models[self.version].1,
            _ => &empty,
        };
        match (&description.content, &ty.content) {
            (XContent::Any, Content::Any) => {}
            (XContent::Text(theirs), Content::Text(text)) => {
                let facts = facts::of_table(self.table, text.value, self.version);
                if !theirs.agrees(&facts) {
                    self.report(&ty.path, theirs, &facts);
                }
                self.compare_default(&ty.path, default, text.default.as_deref());
            }
            // The notation has no mixed content.
            (XContent::Empty, Content::Text(_)) if description.mixed => {}
            (XContent::Elements(regex), Content::Text(_)) if description.mixed => {
                self.report(&ty.path, format!("text mixed with {regex}"), "text alone");
            }
            (XContent::Elements(regex), Content::Elements(_) | Content::Empty) => {
                self.compare_models(ty, &Automaton::of(regex), ours);
            }
            (XContent::Empty, Content::Elements(_) | Content::Empty) => self.compare_models(ty, &empty, ours),
            (theirs, _) => {
                let theirs = match theirs {
                    XContent::Empty => "nothing inside".to_owned(),
                    XContent::Any => "anything inside".to_owned(),
                    XContent::Text(facts) => format!("the text {facts}"),
                    XContent::Elements(regex) => format!("the elements {regex}"),
                };
                let ours = match &ty.content {
                    Content::Empty => "nothing inside".to_owned(),
                    Content::Any => "anything inside".to_owned(),
                    Content::Text(t) => format!("the text {}", facts::of_table(self.table, t.value, self.version)),
                    Content::Elements(models) => format!("the elements {}", models[self.version].0),
                    Content::Bag(_) => "children in any order".to_owned(),
                };
                self.report(&ty.path, theirs, ours);
            }
        }
    }

    fn compare_models(&mut self, ty: &Type, theirs: &Automaton, ours: &Automaton) {
        let names = |automaton: &Automaton| -> BTreeSet<String> {
            automaton.states.iter().flat_map(|s| s.next.keys().cloned()).collect()
        };
        let (their_names, our_names) = (names(theirs), names(ours));
        let missing: Vec<&str> = their_names.difference(&our_names).map(String::as_str).collect();
        let extra: Vec<&str> = our_names.difference(&their_names).map(String::as_str).collect();
        if !missing.is_empty() || !extra.is_empty() {
            let show = |names: &[&str]| {
                if names.is_empty() { "no others".to_owned() } else { format!("also {}", names.join(", ")) }
            };
            self.report(&ty.path, format!("children: {}", show(&missing)), show(&extra));
            return;
        }
        if let Some((word, theirs)) = theirs.difference(ours) {
            let word = if word.is_empty() { "no child at all".to_owned() } else { word.join(" ") };
            let (theirs, ours) = if theirs { ("valid", "not valid") } else { ("not valid", "valid") };
            self.report(&ty.path, format!("`{word}` is {theirs}"), format!("it is {ours}"));
        }
    }

    fn compare_attributes(&mut self, ty: &Type, description: &Description) {
        let ours: Vec<_> = ty.attributes.iter().filter(|a| a.versions & (1 << self.version) != 0).collect();
        for (name, theirs) in &description.attributes {
            let place = format!("{}/@{name}", ty.path);
            let Some(attribute) = ours.iter().find(|a| a.name == *name) else {
                self.report(&place, format!("attribute {}", theirs.facts), "no such attribute");
                continue;
            };
            if attribute.required != theirs.required {
                let word = |required: bool| if required { "required" } else { "optional" };
                self.report(&place, word(theirs.required), word(attribute.required));
                if let Some(last) = self.differences.last_mut() {
                    last.occurrence = true;
                }
            }
            let facts: Facts = facts::of_table(self.table, attribute.text.value, self.version);
            if !theirs.facts.agrees(&facts) {
                self.report(&place, &theirs.facts, &facts);
            }
            self.compare_default(&place, theirs.default.as_deref(), attribute.text.default.as_deref());
        }
        for attribute in ours {
            if !description.attributes.contains_key(&attribute.name) {
                let facts = facts::of_table(self.table, attribute.text.value, self.version);
                let place = format!("{}/@{}", ty.path, attribute.name);
                self.report(&place, "no such attribute", format!("attribute {facts}"));
            }
        }
    }

    fn compare_default(&mut self, place: &str, theirs: Option<&str>, ours: Option<&str>) {
        let Some(theirs) = theirs else {
            if let Some(ours) = ours {
                self.report(place, "no default", format!("the default `{ours}`"));
            }
            return;
        };
        let same = |a: &str, b: &str| match (a.parse::<f64>(), b.parse::<f64>()) {
            (Ok(a), Ok(b)) => a == b,
            _ => a == b,
        };
        let equal = ours.is_some_and(|ours| {
            let (a, b): (Vec<&str>, Vec<&str>) =
                (theirs.split_whitespace().collect(), ours.split_whitespace().collect());
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        });
        if !equal {
            let shown = ours.map_or("no default".to_owned(), |o| format!("the default `{o}`"));
            self.report(place, format!("the default `{theirs}`"), shown);
        }
    }
}
