//! One pass over every attribute and text that the schema calls a reference.
//!
//! Each rule of this stage tells of one kind of [`Problem`]; the document is walked only once.

use crate::resolve::resolver;
use std::sync::OnceLock;

use crate::resolve::{Failure, FailureKind, Head, Link, MemberFault, PathFault, Selection, UriFault, member, uri};
use portolan_schema::bind::Bind;
use portolan_schema::{Content, ReferenceKind, Schema, TypeId, Value, ValueId, value};
use portolan_syntax::{Node, NodeId, Span};

use portolan_format::Document;

/// Something that is wrong with a reference.
#[derive(Debug)]
pub struct Problem {
    /// The element it stands on.
    pub node: NodeId,
    /// Where.
    pub place: Place,
    /// The reference as written.
    pub written: String,
    /// What is wrong.
    pub kind: Kind,
    /// How many further items of the same list have it too.
    pub more: u32,
}

/// Where a reference stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The bytes.
    pub span: Span,
    /// Do the bytes of the source stand for themselves, so that an edit can count on them?
    pub exact: bool,
}

impl Place {
    /// A part of it.
    pub fn part(self, range: &std::ops::Range<usize>) -> Place {
        if !self.exact {
            return self;
        }
        let at = |offset: usize| self.span.start + offset as u32;
        Place { span: Span::new(at(range.start), at(range.end).min(self.span.end)), exact: true }
    }
}

/// What is wrong with a reference.
#[derive(Debug)]
pub enum Kind {
    /// No element has the id; `named` is one that has it as its name.
    Missing { id: String, types: &'static [TypeId], named: Option<NodeId> },
    /// An id stands where `#id` must.
    BareId,
    /// The element found is none of these.
    Mismatch { found: NodeId, types: &'static [TypeId] },
    /// Nothing is written, or only `#`.
    Empty,
    /// A document is named, but no element in it.
    NoFragment,
    /// The URI itself is faulty.
    Uri(UriFault),
    /// A SID path does not follow the grammar.
    Malformed(PathFault),
    /// A SID path begins with what is no id.
    NoHead { head: String },
    /// A SID path names what its scope has not.
    NoStep { sid: String, scope: NodeId },
    /// A SID path selects what the value has not.
    Member { part: String, fault: MemberFault, target: NodeId },
    /// A SID path selects by a name that is not of the common profile.
    UnknownMember { name: String },
    /// A SID path begins with `#`.
    Hash,
    /// A SID path begins with a SID.
    HeadIsSid,
    /// A SID path names an element by its id on the way.
    IdAsSid,
}

/// What is wrong with the references of a document.
pub fn problems(document: &Document) -> &[Problem] {
    document.cached(|| {
        let mut pass = Pass { document, found: Vec::new(), list_start: 0 };
        pass.run();
        pass.found
    })
}

/// Which types have references in their text or attributes.
struct Plan {
    text: Vec<bool>,
    attributes: Vec<bool>,
}

fn plan(schema: &'static Schema) -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| Plan {
        text: schema
            .types
            .iter()
            .map(|t| matches!(&t.content, Content::Text(text) if refers(schema, text.value)))
            .collect(),
        attributes: schema.types.iter().map(|t| t.attributes.iter().any(|a| refers(schema, a.text.value))).collect(),
    })
}

fn refers(schema: &Schema, id: ValueId) -> bool {
    match schema.value(id) {
        Value::Reference(..) | Value::Uri => true,
        Value::List { item, .. } => refers(schema, *item),
        Value::Union(alternatives) => alternatives.iter().any(|a| refers(schema, *a)),
        _ => false,
    }
}

struct Pass<'a> {
    document: &'a Document,
    found: Vec<Problem>,
    /// Problems from here on belong to the list that is being read.
    list_start: usize,
}

impl<'a> Pass<'a> {
    fn run(&mut self) {
        let document = self.document;
        let schema = document.bound.schema;
        let plan = plan(schema);
        let set = |list: &[bool], ty: TypeId| list.get(ty.index()).copied().unwrap_or(false);
        for node in document.tree.nodes() {
            let Some(id) = document.bound.type_id(node.id()) else { continue };
            if set(&plan.attributes, id) {
                self.attributes(node);
            }
            if set(&plan.text, id)
                && let Some(Content::Text(text)) = schema.ty(id).map(|t| &t.content)
            {
                self.text(node, text.value);
            }
        }
    }

    fn attributes(&mut self, node: Node<'a>) {
        let bound = &self.document.bound;
        let Some(ty) = bound.ty(node.id()) else { return };
        for attr in node.attributes() {
            let row = bound.name(attr.name_id()).and_then(|name| ty.attribute(name, bound.version));
            let Some(row) = row.filter(|r| refers(bound.schema, r.text.value)) else { continue };
            let place = Place { span: attr.value_span(), exact: attr.is_verbatim() };
            let text = attr.value();
            self.value(node, row.text.value, &text, place);
        }
    }

    fn text(&mut self, node: Node<'a>, id: ValueId) {
        let mut pieces = node.text_nodes();
        let place = match (pieces.next(), pieces.next()) {
            (Some(only), None) if only.is_verbatim() => Place { span: only.span(), exact: true },
            _ if node.content_span().is_empty() => Place { span: node.open_span(), exact: false },
            _ => Place { span: node.content_span(), exact: false },
        };
        self.value(node, id, &node.text(), place);
    }

    fn value(&mut self, node: Node<'a>, id: ValueId, text: &str, place: Place) {
        let bound = &self.document.bound;
        match bound.schema.value(id) {
            Value::List { item, .. } => {
                self.list_start = self.found.len();
                for word in value::words(text) {
                    self.single(node, *item, text.get(word.clone()).unwrap_or_default(), place.part(&word));
                }
                self.list_start = usize::MAX;
            }
            _ => {
                self.list_start = usize::MAX;
                self.single(node, id, text, place);
            }
        }
    }

    fn single(&mut self, node: Node<'a>, id: ValueId, text: &str, place: Place) {
        let bound = &self.document.bound;
        let fits = |id: ValueId| value::check(bound.schema, bound.version, id, text).faults.is_empty();
        let id = match bound.schema.value(id) {
            Value::Union(alternatives) => alternatives.iter().copied().find(|a| fits(*a)),
            _ => Some(id).filter(|id| fits(*id)),
        };
        // What does not even look like a reference was told by the schema stage.
        let Some(id) = id else { return };
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        let place = place.part(&(start..start + trimmed.len()));
        match bound.schema.value(id) {
            Value::Uri => {
                self.uri_faults(node, trimmed, place);
            }
            Value::Reference(ReferenceKind::Uri | ReferenceKind::Fragment, types) => {
                self.link(node, trimmed, place, types)
            }
            Value::Reference(ReferenceKind::Id, types) => match resolver(self.document).id(trimmed) {
                Some(found) => self.kind(node, trimmed, place, found, types),
                None => self.missing(node, trimmed, place, trimmed, types),
            },
            Value::Reference(_, types) => self.path(node, trimmed, place, types),
            _ => {}
        }
    }

    fn add(&mut self, node: Node<'a>, place: Place, written: &str, kind: Kind) {
        let same = |p: &&mut Problem| std::mem::discriminant(&p.kind) == std::mem::discriminant(&kind);
        if let Some(first) = self.found.iter_mut().skip(self.list_start).find(same) {
            first.more += 1;
            return;
        }
        self.found.push(Problem { node: node.id(), place, written: written.to_owned(), kind, more: 0 });
    }

    fn link(&mut self, node: Node<'a>, text: &str, place: Place, types: &'static [TypeId]) {
        let resolver = resolver(self.document);
        match resolver.link(text) {
            Link::Element(found) => self.kind(node, text, place, found, types),
            Link::BareId(found) => {
                self.add(node, place, text, Kind::BareId);
                self.kind(node, text, place, found, types);
            }
            Link::Empty => self.add(node, place, text, Kind::Empty),
            Link::Missing(id) => match uri::faults(text).into_iter().find(|f| matches!(f, UriFault::Escape(_))) {
                Some(fault) => self.add(node, place, text, Kind::Uri(fault)),
                None => self.missing(node, text, place, &id, types),
            },
            Link::External(uri) => {
                // An accessor may read from what is no COLLADA at all.
                let whole = uri.fragment.is_none_or(str::is_empty) && node.local_name() != "accessor";
                if !self.uri_faults(node, text, place) && whole {
                    self.add(node, place, text, Kind::NoFragment);
                }
            }
        }
    }

    fn missing(&mut self, node: Node<'a>, text: &str, place: Place, id: &str, types: &'static [TypeId]) {
        let source = node.ancestors().find(|a| a.local_name() == "source").filter(|_| node.local_name() == "accessor");
        let has_name = |e: &Node<'_>| e.attribute_value("name").is_some_and(|n| n.trim() == id);
        let named = source.and_then(|s| s.elements().find(has_name)).map(Node::id);
        self.add(node, place, text, Kind::Missing { id: id.to_owned(), types, named });
    }

    fn kind(&mut self, node: Node<'a>, text: &str, place: Place, found: Node<'_>, types: &'static [TypeId]) {
        // The search for joints may begin at a whole scene: the table knows nodes only, the text does not limit it.
        let scene = node.local_name() == "skeleton" && found.local_name() == "visual_scene";
        if !scene && !is_of(self.document, found, types) {
            self.add(node, place, text, Kind::Mismatch { found: found.id(), types });
        }
    }

    /// Tells what is wrong with a URI, once per kind.
    fn uri_faults(&mut self, node: Node<'a>, text: &str, place: Place) -> bool {
        let mut faults = uri::faults(text);
        faults.dedup_by_key(|f| std::mem::discriminant(f));
        let any = !faults.is_empty();
        for (i, fault) in faults.iter().enumerate() {
            let before = faults.iter().take(i);
            if !before.into_iter().any(|f| std::mem::discriminant(f) == std::mem::discriminant(fault)) {
                self.add(node, place, text, Kind::Uri(fault.clone()));
            }
        }
        any
    }

    fn path(&mut self, node: Node<'a>, text: &str, place: Place, types: &'static [TypeId]) {
        // Parameters of formulas and kinematics have a rule of their own.
        if types.is_empty() && matches!(node.local_name(), "setparam" | "connect_param" | "param") {
            return;
        }
        if text.is_empty() || text == "#" {
            return self.add(node, place, text, Kind::Empty);
        }
        let (path, shift) = match text.strip_prefix('#') {
            Some(path) => (path, 1),
            None => (text, 0),
        };
        let target = match resolver(self.document).path(path, node) {
            Ok(target) => target,
            Err(failure) => return self.failure(node, text, path, place, failure, shift),
        };
        if shift == 1 {
            self.add(node, place, text, Kind::Hash);
        }
        if target.head == Head::Sid && types.is_empty() && !in_kinematics(node) {
            self.add(node, place, text, Kind::HeadIsSid);
        } else if target.id_as_sid {
            self.add(node, place, text, Kind::IdAsSid);
        }
        match &target.selection {
            Selection::Named(name) if !member::is_common_name(name) && self.is_judged(target.node) => {
                self.add(node, place, text, Kind::UnknownMember { name: name.clone() });
            }
            _ => {}
        }
        self.kind(node, text, place, target.node, types);
    }

    /// Is the element one that the format knows, so that it can be told what is in it?
    fn is_judged(&self, node: Node<'_>) -> bool {
        matches!(self.document.bound.bind(node.id()), Bind::Type(_))
    }

    fn failure(&mut self, node: Node<'a>, text: &str, path: &str, place: Place, failure: Failure<'_>, shift: usize) {
        let part = path.get(failure.at.clone()).unwrap_or_default().to_owned();
        let place = place.part(&(failure.at.start + shift..failure.at.end + shift));
        let kind = match failure.kind {
            FailureKind::Malformed(fault) => Kind::Malformed(fault),
            FailureKind::NoHead => Kind::NoHead { head: part },
            FailureKind::NoStep(scope) => Kind::NoStep { sid: part, scope: scope.id() },
            FailureKind::Member(target, fault) => Kind::Member { part, fault, target: target.id() },
            FailureKind::Beyond | FailureKind::TooFar => return,
        };
        self.add(node, place, text, kind);
    }
}

fn in_kinematics(node: Node<'_>) -> bool {
    node.ancestors().any(|a| {
        let name = a.local_name();
        name.contains("kinematics")
            || name.contains("articulated")
            || matches!(name, "motion" | "formula" | "instance_formula")
    })
}

/// Is an element of one of the types? What the format does not know is not judged.
pub fn is_of(document: &Document, node: Node<'_>, types: &[TypeId]) -> bool {
    if types.is_empty() {
        return true;
    }
    let schema = document.bound.schema;
    // A path may end at an instance: it stands for what it instantiates.
    let stands_for = node.local_name().strip_prefix("instance_").unwrap_or(node.local_name());
    let named = || types.iter().any(|t| schema.ty(*t).is_some_and(|t| t.name() == stands_for));
    match document.bound.bind(node.id()) {
        Bind::Type(id) => types.contains(&id) || named(),
        Bind::Free | Bind::Data(_) | Bind::Unknown => true,
    }
}

/// The types in words, each with its article: a `<geometry>` or a `<controller>`.
pub fn type_names(document: &Document, types: &[TypeId]) -> String {
    let schema = document.bound.schema;
    let here = types.iter().filter_map(|t| schema.ty(*t)).filter(|t| t.versions.contains(document.bound.version));
    let mut names: Vec<&str> = here.map(|t| t.name()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 2 && names.iter().all(|n| n.ends_with("_array")) {
        return "an array".to_owned();
    }
    let article =
        |n: &&str| if n.starts_with(['a', 'e', 'i', 'o', 'u']) { format!("an `<{n}>`") } else { format!("a `<{n}>`") };
    let mut shown: Vec<String> = names.iter().map(article).collect();
    match shown.pop() {
        Some(last) if !shown.is_empty() => format!("{} or {last}", shown.join(", ")),
        Some(only) => only,
        None => "an element".to_owned(),
    }
}
