//! Nothing is lost without a word: documents with everything that the tables have are converted into every format. Each
//! value must have an effect on what is written, or the ledger must tell of its element or of one around it.

mod collada;
mod opengex;

use std::collections::BTreeSet;
use std::ops::Range;

use portolan::convert::{Conversion, to};
use portolan::scene::Fate;
use portolan::syntax::tree::AttrKind;
use portolan::{File, Memory, Node, OpenOptions};
use portolan_schema::{Bound, Content, Value, bind, tables};

/// A document with something of the table in it.
pub struct Document {
    name: String,
    text: String,
    /// Where the element is that it is about; values elsewhere are looked at in other documents.
    target: Range<usize>,
}

/// A value of a document that can be changed.
struct Mark {
    /// The element that has it.
    element: u32,
    /// What it is, for people: the type of the element, and which attribute.
    what: String,
    place: Range<usize>,
    /// The value that is put in its place.
    other: String,
}

/// Something else of the same kind; `None` for what leads elsewhere, counts or cannot be told apart.
fn other(text: &str, value: &Value) -> Option<String> {
    let trimmed = text.trim();
    let numbers = |change: &dyn Fn(f64) -> f64| {
        let words: Option<Vec<String>> =
            trimmed.split_whitespace().map(|w| Some(change(w.parse().ok()?).to_string())).collect();
        words.filter(|w| !w.is_empty()).map(|w| w.join(" "))
    };
    match value {
        Value::Reference(..) | Value::Id | Value::Sid | Value::Symbol | Value::DdlType => None,
        Value::Bool => Some(if matches!(trimmed, "true" | "1") { "false" } else { "true" }.to_owned()),
        Value::Float(_) => numbers(&|v| v * 0.75),
        Value::Int { .. } => numbers(&|v| if v > 1.0 { v - 1.0 } else { v + 1.0 }),
        Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
            words.iter().map(|(word, _)| *word).find(|word| *word != trimmed).map(str::to_owned)
        }
        Value::List { item, .. } => {
            let item = portolan_schema::tables::collada::SCHEMA.value(*item);
            match item {
                Value::Float(_) | Value::Int { .. } => other(trimmed, item),
                _ => None,
            }
        }
        Value::DateTime => Some("2025-02-02T02:02:02Z".to_owned()),
        Value::String | Value::Token | Value::Normalized | Value::NmToken | Value::NcName | Value::Name => {
            Some(format!("{trimmed}q"))
        }
        _ => None,
    }
}

fn marks(file: &File, bound: &Bound, target: &Range<usize>) -> Vec<Mark> {
    let tree = file.tree().expect("a document");
    let mut all = Vec::new();
    let inside = |n: &Node<'_>| {
        let span = n.span();
        let is_target = span.start as usize == target.start || *target == (0..usize::MAX);
        let in_target = n.parent_element().is_some_and(|p| p.span().start as usize == target.start);
        is_target || in_target
    };
    for node in tree.nodes().filter(|n| n.is_element()).filter(inside) {
        let ty = bound.ty(node.id());
        let mut add = |what: String, span: portolan::Span, other: Option<String>| {
            let place = span.start as usize..span.end as usize;
            all.extend(other.map(|other| Mark { element: node.id().0, what, place, other }));
        };
        let path = ty.map_or(node.local_name(), |ty| ty.path);
        // Structures of OpenDDL are told apart by what they are keyed by.
        let key = |e: Node<'_>| {
            let keys = e.attributes().filter(|a| matches!(a.full_name(), "key" | "attrib" | "kind"));
            keys.map(|a| format!("({})", a.raw().trim_matches('"'))).collect::<String>()
        };
        let parent = node.parent_element().map_or(String::new(), |p| {
            let above =
                p.parent_element().filter(|_| ty.is_none()).map_or(String::new(), |a| format!("{}/", a.local_name()));
            format!("{above}{}{}", p.local_name(), if ty.is_none() { key(p) } else { String::new() })
        });
        for attribute in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
            let value = bound.name(attribute.name_id()).and_then(|name| bound.attribute(ty?, name));
            let value = value.map(|a| bound.schema.value(a.text.value));
            let raw = attribute.raw();
            let changed = match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
                Some(word) => value.and_then(|v| other(word, v)).map(|other| format!("\"{other}\"")),
                None => value.and_then(|v| other(raw, v)),
            };
            let name = attribute.full_name();
            if !matches!(name, "count" | "offset" | "stride" | "version" | "semantic") {
                add(format!("{parent}/{path}@{name}"), attribute.value_span(), changed);
            }
        }
        let Some(text) = node.text_nodes().next() else { continue };
        let written = tree.slice(text.span());
        let changed = match ty.map(|ty| &ty.content) {
            Some(Content::Text(text)) => other(written, bound.schema.value(text.value)),
            _ if portolan::syntax::ddl::primitive_type(node.name().full).is_some() => data(node, written),
            None => Some(format!("{}q", written.trim())),
            _ => None,
        };
        if !matches!(node.local_name(), "p" | "h" | "v" | "vcount") {
            add(format!("{parent}/{path}"), text.span(), changed);
        }
    }
    all
}

/// Other data of an OpenDDL structure.
fn data(node: Node<'_>, written: &str) -> Option<String> {
    let changed = |number: &str| number.parse::<f64>().map_or(number.to_owned(), |v| format!("{:.6}", v * 0.75));
    match node.name().full {
        "string" => written.trim().strip_suffix('"').map(|word| format!("{word}q\"")),
        "bool" => None,
        name if name.starts_with("float") => {
            let mut text = String::new();
            let mut rest = written;
            while let Some(at) = rest.find(|c: char| c.is_ascii_digit() || c == '-') {
                let end =
                    rest[at..].find(|c: char| !c.is_ascii_digit() && !"-.e".contains(c)).map_or(rest.len(), |n| at + n);
                text.push_str(&rest[..at]);
                text.push_str(&changed(&rest[at..end]));
                rest = &rest[end..];
            }
            Some(text + rest)
        }
        _ => None,
    }
}

/// The conversions that are tried, with what to call them.
fn conversions(from: &str) -> Vec<(&'static str, Conversion)> {
    let own = if from == "dae" { &to::DAE } else { &to::OGEX };
    let other = if from == "dae" { &to::OGEX } else { &to::DAE };
    vec![
        ("glb", Conversion::to(&to::GLB)),
        ("obj", Conversion::to(&to::OBJ)),
        ("stl", Conversion::to(&to::STL)),
        ("ply", Conversion::to(&to::PLY)),
        ("step", Conversion::to(&to::STEP)),
        ("xwrl", Conversion::to(&to::XWRL)),
        ("x3d", Conversion::to(&to::X3D)),
        ("wrl", Conversion::to(&to::WRL)),
        ("other", Conversion::to(other)),
        ("kept", Conversion::to(own)),
        ("rebuilt", Conversion::to(own).with(|c| c.rebuild = true)),
    ]
}

/// What a conversion gives: all bytes, what is told, and of which elements.
struct Outcome {
    bytes: Vec<u8>,
    /// Of which elements it is told that they, or something of them, are missing.
    told: BTreeSet<u32>,
    messages: Vec<String>,
}

fn outcome(file: &File, conversion: &Conversion) -> Outcome {
    let converted = file.convert(&conversion.clone().with(|c| c.allow_empty = true)).expect("a file");
    let bytes = converted.files.into_iter().flat_map(|(_, bytes)| bytes).collect();
    let mut told: BTreeSet<u32> = converted.losses.touched().map(|o| o.element).collect();
    told.extend(converted.losses.iter().filter(|l| l.fate < Fate::Dropped).map(|l| l.origin.element));
    let messages = converted.losses.iter().map(|l| format!("{} {}", l.code.id, l.message)).collect();
    Outcome { bytes, told, messages }
}

fn open(name: &str, text: &str) -> File {
    OpenOptions::within(Memory::new().with(name, text)).open(name).expect("a document")
}

/// Values of a document that vanish without a word, by conversion.
fn lost(document: &Document) -> BTreeSet<String> {
    let Document { name, text, target } = document;
    let file = open(name, text);
    let tree = file.tree().expect("a document");
    let extension = name.rsplit('.').next().unwrap_or_default();
    let schema = if extension == "dae" { &tables::collada::SCHEMA } else { &tables::opengex::SCHEMA };
    let bound = bind(tree, schema, None);
    let conversions = conversions(extension);
    let before: Vec<Outcome> = conversions.iter().map(|(_, c)| outcome(&file, c)).collect();
    let mut all = BTreeSet::new();
    for mark in marks(&file, &bound, target) {
        let source = &text[mark.place.clone()];
        let element = tree.node(portolan::NodeId(mark.element)).expect("an element");
        let is_unique = source.trim().len() > 5 && text.matches(source.trim()).count() == 1;
        // What is told of the document as a whole is told of nothing in it.
        let root = tree.root().map_or(0, |root| root.id().0);
        let around: Vec<u32> = std::iter::once(element).chain(element.ancestors()).map(|e| e.id().0).collect();
        let around: Vec<u32> =
            around.into_iter().filter(|id| *id != 0 && (*id != root || *id == mark.element)).collect();
        let whole =
            (mark.what.contains("/library_") || mark.what.contains("visual_scene@")) && mark.what.ends_with("@name");
        let in_asset = std::iter::once(element).chain(element.ancestors()).any(|e| e.local_name() == "asset");
        let silent = |before: &Outcome| {
            // Notes about the document are told as one.
            if in_asset && before.messages.iter().any(|m| m.starts_with("CNV956")) {
                return false;
            }
            // As are the names of libraries and scenes.
            if whole && before.messages.iter().any(|m| m.starts_with("CNV959")) {
                return false;
            }
            let there = is_unique && before.bytes.windows(source.trim().len()).any(|w| w == source.trim().as_bytes());
            !there && !around.iter().any(|e| before.told.contains(e))
        };
        let suspects: Vec<usize> = (0..before.len()).filter(|i| silent(&before[*i])).collect();
        if suspects.is_empty() {
            continue;
        }
        let changed = format!("{}{}{}", &text[..mark.place.start], mark.other, &text[mark.place.end..]);
        let changed = open(name, &changed);
        for i in suspects {
            let after = outcome(&changed, &conversions[i].1);
            if after.bytes == before[i].bytes && after.messages == before[i].messages {
                all.insert(format!("{name} {} {}", conversions[i].0, mark.what));
            }
        }
    }
    all
}

/// What is known to have no effect and not to be told, with the reason behind `#`: conversion, document, value.
fn known() -> String {
    std::fs::read_to_string("tests/everything/known.txt").unwrap_or_default()
}

#[test]
fn everything_is_written_or_told() {
    let mut documents: Vec<Document> = ["1.4.1", "1.5.0"].iter().flat_map(|v| collada::documents(v)).collect();
    documents.push(Document { name: "3.0.ogex".to_owned(), text: opengex::document(), target: 0..usize::MAX });
    let next = std::sync::atomic::AtomicUsize::new(0);
    let found: BTreeSet<String> = std::thread::scope(|threads| {
        let work = || {
            let mut found = BTreeSet::new();
            while let Some(document) = documents.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                found.extend(lost(document));
            }
            found
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let runs: Vec<_> = (0..cores).map(|_| threads.spawn(work)).collect();
        runs.into_iter().flat_map(|run| run.join().expect("an answer")).collect()
    });
    let known = known();
    let known: BTreeSet<&str> = known.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).collect();
    let new: Vec<&String> = found.iter().filter(|one| !known.contains(one.as_str())).collect();
    let gone: Vec<&&str> = known.iter().filter(|one| !one.is_empty() && !found.contains(**one)).collect();
    assert!(new.is_empty(), "{} values vanish without a word: {new:#?}", new.len());
    assert!(gone.is_empty(), "these are told or written now; take them out of the list: {gone:#?}");
}
