//! What a table calls a default is what its reader takes for what is left out.
//!
//! For every value with a default that an element of the fixtures may have, three documents are made: without the value,
//! with the default written, and with another value. The first two must mean the same. Where the third means something
//! else, the value is one that the reader reads; there must be many of these, so that the test proves something.

use std::collections::BTreeMap;

use portolan::schema::tables::{collada, opengex};
use portolan::schema::{Child, Content, Data, Schema, Text, Type, Value, ValueId};
use portolan::syntax::{Limits, Node, Source, ddl, xml};
use portolan::{Document, File, Memory, OpenOptions};

use crate::common::{new_document, old_document};
use crate::fixtures::{fixtures, suite};

/// Documents that a value is tried in once it was read, and before it was.
const MOST: (usize, usize) = (3, 60);

/// A number whose digits mean something else in another base.
const NUMBER: &str = r#"<library_formulas><formula id="f"><newparam sid="x"><float>1</float></newparam><target><param>x</param>
    </target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML"><apply><plus/><ci>x</ci>
    <cn type="integer">11</cn></apply></math></technique_common></formula></library_formulas>"#;

/// A surface of two images, of which the first counts.
const SURFACE: &str = r##"<library_images><image id="i"><init_from>i.png</init_from></image>
    <image id="j"><init_from>j.png</init_from></image></library_images>
    <library_effects><effect id="e"><profile_COMMON><newparam sid="s"><surface type="2D"><init_from>i</init_from>
    <init_from mip="0" slice="0">j</init_from></surface></newparam><newparam sid="q"><sampler2D><source>s</source></sampler2D>
    </newparam><technique sid="t"><lambert><diffuse><texture texture="q" texcoord="UV"/></diffuse></lambert></technique>
    </profile_COMMON></effect></library_effects>
    <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>"##;

/// Is this one of the values that the scene has otherwise, for a reason?
fn excepted(document: &Document, place: &Place) -> bool {
    let terms = ["Material/Color ", "Material/Param "].iter().find_map(|path| place.key.strip_prefix(path));
    match terms {
        // The scene keeps which terms a material has; one that has its default changes nothing.
        Some(term) => !matches!(term, "diffuse" | "height_scale"),
        // In 1.4 `NONE` is the value of an empty element; without the element the choice of levels is the reader's.
        None => document.bound.version_name().starts_with("1.4") && place.key.ends_with("mipfilter"),
    }
}

/// A place for a value: its text in the document, if it is there, and what stands around it when it is written.
struct Place {
    key: String,
    cut: std::ops::Range<usize>,
    before: String,
    after: String,
    default: String,
    others: Vec<String>,
}

impl Place {
    fn without(&self, text: &str) -> String {
        self.put(text, "")
    }

    fn with(&self, text: &str, value: &str) -> String {
        self.put(text, &format!("{}{value}{}", self.before, self.after))
    }

    fn put(&self, text: &str, piece: &str) -> String {
        format!("{}{piece}{}", &text[..self.cut.start], &text[self.cut.end..])
    }
}

#[test]
fn collada_reads_what_is_left_out_as_the_default() {
    let mut texts = texts("collada", "dae");
    texts.push(crate::verify::document(crate::verify::SCENE));
    texts.extend([new_document(NUMBER), old_document(SURFACE)]);
    let read = covered(&collada::SCHEMA, "main.dae", texts);
    let has = |part: &str| read.iter().any(|key| key.contains(part));
    for part in ["falloff_angle", "asset/unit@meter", "morph@method", "accessor@stride", "wrap_s", "number@base"] {
        assert!(has(part), "{part} is not read: {read:#?}");
    }
    assert!(read.len() >= 34, "{} values: {read:#?}", read.len());
}

#[test]
fn opengex_reads_what_is_left_out_as_the_default() {
    let read = covered(&opengex::SCHEMA, "main.ogex", texts("opengex", "ogex"));
    let has = |part: &str| read.iter().any(|key| key.contains(part));
    for part in ["Mesh@primitive", "Metric angle", "Metric up", "Atten/Param end", "Key@kind", "texcoord"] {
        assert!(has(part), "{part} is not read: {read:#?}");
    }
    assert!(read.len() >= 50, "{} values: {read:#?}", read.len());
}

/// Tries all defaults of a table and gives the values that the reader reads.
fn covered(schema: &'static Schema, name: &str, texts: Vec<String>) -> Vec<String> {
    let mut tried: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for text in &texts {
        let document = document(schema, text);
        let plain = std::cell::LazyCell::new(|| import(name, text));
        for place in document.tree.nodes().flat_map(|node| places(&document, node)) {
            let (count, read) = tried.entry(place.key.clone()).or_default();
            if *count >= MOST.0 && *read || *count >= MOST.1 {
                continue;
            }
            *count += 1;
            let without = if place.cut.is_empty() { None } else { Some(import(name, &place.without(text))) };
            let without = without.as_ref().unwrap_or_else(|| &plain);
            let with = import(name, &place.with(text, &place.default));
            if !same(without, &with) && !excepted(&document, &place) {
                let (a, b) = (told(without), told(&with));
                let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(0).saturating_sub(60);
                let part = |t: &str| t.chars().skip(at).take(200).collect::<String>();
                wrong.push(format!("{} = {}\n  {}\n  {}", place.key, place.default, part(&a), part(&b)));
            }
            *read |= place.others.iter().any(|other| !same(without, &import(name, &place.with(text, other))));
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{} are not what the table says:\n{}", wrong.len(), wrong.join("\n"));
    tried.into_iter().filter(|(_, (_, read))| *read).map(|(key, _)| key).collect()
}

fn texts(format: &str, extension: &str) -> Vec<String> {
    let paths = fixtures(&suite(format), extension);
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn document(schema: &'static Schema, text: &str) -> Document {
    let limits = Limits::default();
    let source = Source::from_text("main", text);
    let (tree, found) =
        if schema.namespaces.is_empty() { ddl::parse(source, &limits) } else { xml::parse(source, &limits) };
    Document::new(tree, found, schema, None, &limits)
}

fn import(name: &str, text: &str) -> File {
    let files = Memory::new().with(name, text.to_owned());
    OpenOptions::within(files.clone()).open(name).expect("the document can be read")
}

/// Do two documents mean the same?
fn same(a: &File, b: &File) -> bool {
    told(a) == told(b)
}

/// A scene in words, without where things were written and what only the document's own format needs. Where the scene
/// tells apart what is said and what goes without saying, both are the same here.
fn told(imported: &File) -> String {
    let scene = imported.scene().unwrap();
    let mut text = format!("{scene:?}");
    for (field, unsaid) in [
        ("casts_shadow: ", "Some(true)"),
        ("visible: ", "Some(true)"),
        ("motion_blur: ", "Some(true)"),
        ("forward: ", "Some(X)"),
        ("border: ", "Some([0.0, 0.0, 0.0, 0.0])"),
    ] {
        text = text.replace(&format!("{field}None"), &format!("{field}{unsaid}"));
    }
    let text = without(&text, "origin: ");
    let text = without(&text, "content: ");
    without(&text, "aside: ")
}

/// A text of fields without the values of one.
fn without(text: &str, field: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(field) {
        out.push_str(&rest[..at]);
        let behind = &rest[at + field.len()..];
        let (mut depth, mut quoted, mut escaped) = (0, false, false);
        let end = behind.find(|c: char| {
            let was_escaped = escaped;
            escaped = c == '\\' && !was_escaped;
            match c {
                '"' if !was_escaped => quoted = !quoted,
                '(' | '{' | '[' if !quoted => depth += 1,
                ')' | '}' | ']' if !quoted => depth -= 1,
                _ => {}
            }
            !quoted && (depth < 0 || depth == 0 && c == ',')
        });
        rest = &behind[end.unwrap_or(behind.len())..];
    }
    out + rest
}

/// All values with a default that an element has or may have.
fn places(document: &Document, node: Node<'_>) -> Vec<Place> {
    let bound = &document.bound;
    let Some(ty) = document.ty(node).filter(|_| node.is_closed() || node.is_self_closed() || !node.is_element()) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for row in ty.attributes.iter().filter(|a| bound.accepts(a.versions)) {
        if let Some(text) = values(bound.schema, &row.text) {
            all.extend(attribute(document, node, ty, bound.schema.name(row.name), text));
        }
    }
    for row in ty.children.iter().filter(|c| bound.accepts(c.versions)) {
        all.extend(child(document, node, ty, row));
    }
    all
}

fn attribute(
    document: &Document,
    node: Node<'_>,
    ty: &Type,
    name: &str,
    (default, others): (String, Vec<String>),
) -> Option<Place> {
    let source = document.tree.source().text();
    let key = format!("{}@{name}", ty.path);
    let (cut, before, after) = match (node.attribute(name), document.bound.schema.namespaces.is_empty()) {
        (Some(written), true) => (bytes(written.span()), format!("{name} = "), String::new()),
        (Some(written), false) => (bytes(written.span()), format!("{name}=\""), "\"".to_owned()),
        (None, false) => {
            let at = node.name_span().end as usize;
            (at..at, format!(" {name}=\""), "\"".to_owned())
        }
        (None, true) if node.is_element() => match source[..node.content_span().start as usize].rfind(['(', '{']) {
            _ if node.attributes().any(|a| !a.full_name().is_empty()) => {
                let first = node.attributes().find(|a| !a.full_name().is_empty())?.span().start as usize;
                (first..first, format!("{name} = "), ", ".to_owned())
            }
            Some(at) => (at..at, format!(" ({name} = "), ") ".to_owned()),
            None => return None,
        },
        (None, true) => return None,
    };
    // A property alone, or between commas, cannot simply be cut out.
    if document.bound.schema.namespaces.is_empty() && !cut.is_empty() {
        return None;
    }
    Some(Place { key, cut, before, after, default, others })
}

fn child(document: &Document, node: Node<'_>, ty: &Type, row: &Child) -> Vec<Place> {
    let schema = document.bound.schema;
    let (name, Some(inner)) = (schema.name(row.name), schema.ty(row.ty)) else { return Vec::new() };
    let end = match node.is_element() {
        _ if node.is_self_closed() || !node.name().prefix.is_empty() => return Vec::new(),
        true => node.content_span().end as usize,
        // Metrics stand at the top of a file.
        false => 0,
    };
    if let Content::Text(text) = &inner.content {
        let Some((default, others)) = values(schema, text) else { return Vec::new() };
        let cut = node.child(name).map_or(end..end, |written| bytes(written.span()));
        let (before, after) = (format!("<{name}>"), format!("</{name}>"));
        return vec![Place { key: format!("{}/{name}", ty.path), cut, before, after, default, others }];
    }
    inner.data.iter().flat_map(|data| structures(document, node, end, inner, name, data)).collect()
}

/// The structures that a row of data has a default for, where there are none.
fn structures(document: &Document, node: Node<'_>, end: usize, inner: &Type, name: &str, data: &Data) -> Vec<Place> {
    let (Some(default), Some((property, words))) = (data.default, data.when) else { return Vec::new() };
    let property = document.bound.schema.name(property);
    let is = |word: &str, e: Node<'_>| e.attribute(property).is_some_and(|a| a.value() == word);
    let free = words.iter().filter(|word| !node.children_named(name).any(|e| is(word, e)));
    let numbers: Vec<f64> = default.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    let kind = data.types[0];
    let place = |word: &&str| {
        let written = |values: &[f64]| match values {
            [value] => format!("{kind} {{{value}}}"),
            all => {
                let list: Vec<String> = all.iter().map(f64::to_string).collect();
                format!("{kind}[{}] {{{{{}}}}}", all.len(), list.join(", "))
            }
        };
        let (default, other) = match numbers.is_empty() {
            true => (format!("string {{\"{default}\"}}"), "string {\"y\"}".to_owned()),
            false => (written(&numbers), written(&numbers.iter().map(|n| (n - 0.25).abs()).collect::<Vec<_>>())),
        };
        Place {
            key: format!("{} {word}", inner.path),
            cut: end..end,
            before: format!(" {name} ({property} = \"{word}\") {{"),
            after: "} ".to_owned(),
            default,
            others: vec![other],
        }
    };
    free.map(place).collect()
}

/// The default of a row as it is written in a document, and other values.
fn values(schema: &Schema, text: &Text) -> Option<(String, Vec<String>)> {
    let default = text.default?;
    let quoted =
        schema.namespaces.is_empty() && default.parse::<f64>().is_err() && !matches!(default, "true" | "false");
    let written = |value: String| if quoted { format!("\"{value}\"") } else { value };
    let others = others(schema, text.value, default).into_iter().map(written).collect();
    Some((written(default.to_owned()), others))
}

fn others(schema: &Schema, value: ValueId, default: &str) -> Vec<String> {
    let moved = |n: f64| (n + 0.5).to_string();
    match schema.value(value) {
        Value::Bool => vec![(default != "true").to_string()],
        Value::Float(_) => default.parse().map(moved).into_iter().collect(),
        Value::Int { .. } => default.parse::<i128>().map(|n| (n + 1).to_string()).into_iter().collect(),
        Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
            words.iter().map(|(word, _)| (*word).to_owned()).filter(|word| word != default).collect()
        }
        Value::List { .. } => {
            let numbers = default.split_whitespace().map(|n| n.parse().map(moved));
            numbers.collect::<Result<Vec<_>, _>>().map(|all| all.join(" ")).into_iter().collect()
        }
        Value::Union(all) => all.first().map(|first| others(schema, *first, default)).unwrap_or_default(),
        _ => vec!["a".to_owned()],
    }
}

fn bytes(span: portolan::syntax::Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}
