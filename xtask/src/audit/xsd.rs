//! Reads XML Schema as far as the COLLADA schemas use it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, NodeId};

use super::facts::{Facts, union};
use crate::compile::automaton::Regex;
use crate::notation::ast::UNBOUNDED;

const XS: &str = "http://www.w3.org/2001/XMLSchema";

/// What stands for a declaration that was not loaded: a choice between nothing.
const NEVER: Regex = Regex::Choice(Vec::new());

/// A name with its namespace.
type Name = (String, String);
/// A node of one of the documents. Documents live as long as the program, which reads a handful of them.
pub type XNode = Node<'static, 'static>;

/// A schema with everything it imports.
#[derive(Default)]
pub struct Xsd {
    loaded: HashSet<PathBuf>,
    globals: HashMap<(&'static str, Name), XNode>,
    substitutes: HashMap<Name, Vec<XNode>>,
}

/// What identifies a type: the node that declares it, or a built-in's name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKey {
    /// A complex or simple type.
    Node(usize, NodeId),
    /// `xs:double`
    BuiltIn(String),
}

/// A type that an element can have.
#[derive(Clone)]
pub enum XType {
    /// Declared by a node.
    Declared(XNode),
    /// A built-in.
    BuiltIn(String),
}

impl XType {
    /// Its identity.
    pub fn key(&self) -> TypeKey {
        match self {
            XType::Declared(node) => TypeKey::Node(std::ptr::from_ref(node.document()) as usize, node.id()),
            XType::BuiltIn(name) => TypeKey::BuiltIn(name.clone()),
        }
    }
}

/// What stands between the tags.
pub enum XContent {
    /// Nothing.
    Empty,
    /// A value.
    Text(Facts),
    /// Anything.
    Any,
    /// Children.
    Elements(Regex),
}

/// An attribute.
pub struct XAttribute {
    /// Must it be there?
    pub required: bool,
    /// Its value.
    pub facts: Facts,
    /// Its default.
    pub default: Option<String>,
}

/// Everything about a type.
pub struct Description {
    /// What stands between the tags.
    pub content: XContent,
    /// Type and default of each child.
    pub children: BTreeMap<String, (XType, Option<String>)>,
    /// Attributes.
    pub attributes: BTreeMap<String, XAttribute>,
    /// Text between the children.
    pub mixed: bool,
    any: bool,
}

fn is(node: XNode, name: &str) -> bool {
    node.tag_name().namespace() == Some(XS) && node.tag_name().name() == name
}

fn parts(node: XNode) -> impl Iterator<Item = XNode> {
    node.children().filter(|n| n.is_element() && !is(*n, "annotation"))
}

fn first(node: XNode, names: &[&str]) -> Option<XNode> {
    parts(node).find(|n| names.iter().any(|name| is(*n, name)))
}

fn occurs(node: XNode) -> (u32, u32) {
    let read = |name: &str| match node.attribute(name) {
        None => 1,
        Some("unbounded") => UNBOUNDED,
        Some(number) => number.parse().unwrap_or(1),
    };
    (read("minOccurs"), read("maxOccurs"))
}

impl Xsd {
    /// Reads a schema and what it includes and imports.
    pub fn load(path: &Path) -> Result<Xsd, String> {
        let mut xsd = Xsd::default();
        xsd.add(path)?;
        Ok(xsd)
    }

    fn add(&mut self, path: &Path) -> Result<(), String> {
        let path = path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?;
        if !self.loaded.insert(path.clone()) {
            return Ok(());
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = Document::parse_with_options(Box::leak(text.into_boxed_str()), options)
            .map_err(|e| format!("{}: {e}", path.display()))?;
        let document: &'static Document<'static> = Box::leak(Box::new(document));
        let root = document.root_element();
        let namespace = root.attribute("targetNamespace").unwrap_or_default();
        for node in parts(root) {
            let kind = node.tag_name().name();
            if matches!(kind, "include" | "import") {
                // A formula holds content markup only (5-38), so the presentation half of MathML is left out.
                let place = node.attribute("schemaLocation").filter(|place| !place.starts_with("presentation/"));
                if let Some(place) = place {
                    self.add(&path.parent().unwrap_or(Path::new(".")).join(place))?;
                }
                continue;
            }
            if let Some(name) = node.attribute("name") {
                // Simple and complex types share their names.
                let kind = if kind.ends_with("Type") { "type" } else { kind };
                self.globals.insert((kind, (namespace.to_owned(), name.to_owned())), node);
            }
            if let Some(head) = node.attribute("substitutionGroup") {
                let head = self.qualified(node, head);
                self.substitutes.entry(head).or_default().push(node);
            }
        }
        Ok(())
    }

    fn qualified(&self, node: XNode, name: &str) -> Name {
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        let namespace = match prefix {
            Some("xml") => "http://www.w3.org/XML/1998/namespace",
            prefix => node.lookup_namespace_uri(prefix).unwrap_or_default(),
        };
        (namespace.to_owned(), local.to_owned())
    }

    fn global(&self, kind: &'static str, node: XNode, name: &str) -> Option<XNode> {
        self.globals.get(&(kind, self.qualified(node, name))).copied()
    }

    fn named_type(&self, node: XNode, name: &str) -> XType {
        let qualified = self.qualified(node, name);
        if qualified.0 == XS {
            return XType::BuiltIn(qualified.1);
        }
        match self.globals.get(&("type", qualified)) {
            Some(found) => XType::Declared(*found),
            None => XType::BuiltIn(format!("missing type {name}")),
        }
    }

    /// The type of an element declaration.
    pub fn element_type(&self, element: XNode) -> XType {
        if let Some(name) = element.attribute("type") {
            return self.named_type(element, name);
        }
        if let Some(node) = first(element, &["complexType", "simpleType"]) {
            return XType::Declared(node);
        }
        // Without a type of its own it has that of the head of its substitution group.
        let head = element.attribute("substitutionGroup").and_then(|head| self.global("element", element, head));
        head.map_or(XType::BuiltIn("anyType".to_owned()), |head| self.element_type(head))
    }

    /// A global element by its local name.
    pub fn element(&self, name: &str) -> Option<XNode> {
        self.globals.iter().find(|((kind, n), _)| *kind == "element" && n.1 == name).map(|(_, node)| *node)
    }

    /// Describes a type.
    pub fn describe(&self, ty: &XType) -> Description {
        let mut description = Description {
            content: XContent::Empty,
            children: BTreeMap::new(),
            attributes: BTreeMap::new(),
            mixed: false,
            any: false,
        };
        match ty {
            XType::BuiltIn(name) if name == "anyType" => description.content = XContent::Any,
            XType::BuiltIn(_) => description.content = XContent::Text(self.facts(ty)),
            XType::Declared(node) if is(*node, "simpleType") => description.content = XContent::Text(self.facts(ty)),
            XType::Declared(node) => self.complex(*node, &mut description),
        }
        description
    }

    fn complex(&self, node: XNode, into: &mut Description) {
        into.mixed |= node.attribute("mixed") == Some("true");
        let Some(wrapper) = first(node, &["simpleContent", "complexContent"]) else {
            let content = self.content(node, into);
            into.content = content;
            self.attributes(node, into);
            return;
        };
        let Some(derivation) = first(wrapper, &["extension", "restriction"]) else {
            return;
        };
        let base = derivation.attribute("base").map(|name| self.named_type(derivation, name));
        if let Some(base) = &base {
            let inherited = self.describe(base);
            into.mixed |= inherited.mixed;
            into.attributes.extend(inherited.attributes);
            // A restriction says its whole content again.
            if is(derivation, "extension") || is(wrapper, "simpleContent") {
                into.content = inherited.content;
                into.children.extend(inherited.children);
            }
        }
        if is(wrapper, "simpleContent") {
            if is(derivation, "restriction") && parts(derivation).any(|n| !n.tag_name().name().contains("ttribute")) {
                let base = match std::mem::replace(&mut into.content, XContent::Empty) {
                    XContent::Text(facts) => facts,
                    _ => Facts::Other("no text".to_owned()),
                };
                into.content = XContent::Text(self.restrict(derivation, base));
            }
        } else {
            let own = self.content(derivation, into);
            let inherited = std::mem::replace(&mut into.content, XContent::Empty);
            into.content = match (inherited, own) {
                (XContent::Elements(a), XContent::Elements(b)) => XContent::Elements(Regex::Sequence(vec![a, b])),
                (inherited, XContent::Empty) => inherited,
                (_, own) => own,
            };
        }
        self.attributes(derivation, into);
    }

    fn content(&self, node: XNode, into: &mut Description) -> XContent {
        let Some(particle) = first(node, &["sequence", "choice", "all", "group"]) else {
            return XContent::Empty;
        };
        match self.particle(particle, into) {
            _ if into.any => XContent::Any,
            Regex::Empty => XContent::Empty,
            regex => XContent::Elements(regex),
        }
    }

    fn particle(&self, node: XNode, into: &mut Description) -> Regex {
        let (min, max) = occurs(node);
        let inner = match node.tag_name().name() {
            "sequence" | "all" => Regex::Sequence(parts(node).map(|n| self.particle(n, into)).collect()),
            "choice" => Regex::Choice(parts(node).map(|n| self.particle(n, into)).collect()),
            "group" => {
                let group = node.attribute("ref").and_then(|name| self.global("group", node, name));
                let inside = group.and_then(|g| first(g, &["sequence", "choice", "all"]));
                inside.map_or(NEVER, |n| self.particle(n, into))
            }
            "element" => self.element_particle(node, into),
            "any" => {
                into.any = true;
                Regex::Empty
            }
            _ => Regex::Empty,
        };
        inner.repeat(min, max)
    }

    fn element_particle(&self, node: XNode, into: &mut Description) -> Regex {
        let declaration = match node.attribute("ref") {
            Some(name) => match self.global("element", node, name) {
                Some(found) => found,
                None => return NEVER,
            },
            None => node,
        };
        let mut options = Vec::new();
        self.with_substitutes(declaration, node.attribute("ref").is_some(), &mut options);
        let mut names = Vec::new();
        for option in options {
            let Some(name) = option.attribute("name") else {
                continue;
            };
            let default = option.attribute("default").map(str::to_owned);
            into.children.insert(name.to_owned(), (self.element_type(option), default));
            names.push(Regex::Name(name.to_owned()));
        }
        if names.len() == 1
            && let Some(only) = names.pop()
        {
            return only;
        }
        Regex::Choice(names)
    }

    fn with_substitutes(&self, element: XNode, global: bool, into: &mut Vec<XNode>) {
        if element.attribute("abstract") != Some("true") {
            into.push(element);
        }
        if let (true, Some(name)) = (global, element.attribute("name")) {
            for substitute in self.substitutes.get(&self.own_name(element, name)).into_iter().flatten() {
                self.with_substitutes(*substitute, true, into);
            }
        }
    }

    fn own_name(&self, node: XNode, name: &str) -> Name {
        let namespace = node.document().root_element().attribute("targetNamespace").unwrap_or_default();
        (namespace.to_owned(), name.to_owned())
    }

    fn attributes(&self, node: XNode, into: &mut Description) {
        for part in parts(node) {
            if is(part, "attributeGroup") {
                if let Some(group) = part.attribute("ref").and_then(|name| self.global("attributeGroup", part, name)) {
                    self.attributes(group, into);
                }
            } else if is(part, "attribute") {
                let (name, declaration) = match part.attribute("ref") {
                    Some(name) => (name, self.global("attribute", part, name).unwrap_or(part)),
                    None => (part.attribute("name").unwrap_or_default(), part),
                };
                if part.attribute("use") == Some("prohibited") {
                    into.attributes.remove(name);
                    continue;
                }
                let ty = match (declaration.attribute("type"), first(declaration, &["simpleType"])) {
                    (Some(ty), _) => self.named_type(declaration, ty),
                    (None, Some(inline)) => XType::Declared(inline),
                    (None, None) => XType::BuiltIn("anySimpleType".to_owned()),
                };
                let attribute = XAttribute {
                    required: part.attribute("use") == Some("required"),
                    facts: self.facts(&ty),
                    default: part.attribute("default").map(str::to_owned),
                };
                into.attributes.insert(name.to_owned(), attribute);
            }
        }
    }

    fn facts(&self, ty: &XType) -> Facts {
        let node = match ty {
            XType::BuiltIn(name) => return built_in(name),
            XType::Declared(node) => *node,
        };
        if !is(node, "simpleType") {
            return match self.describe(ty).content {
                XContent::Text(facts) => facts,
                _ => Facts::Other("a complex type".to_owned()),
            };
        }
        if let Some(list) = first(node, &["list"]) {
            let item = match (list.attribute("itemType"), first(list, &["simpleType"])) {
                (Some(name), _) => self.named_type(list, name),
                (None, Some(inline)) => XType::Declared(inline),
                (None, None) => XType::BuiltIn("string".to_owned()),
            };
            return Facts::List(Box::new(self.facts(&item)), 0, UNBOUNDED);
        }
        if let Some(members) = first(node, &["union"]) {
            let named = members.attribute("memberTypes").unwrap_or_default();
            let named = named.split_whitespace().map(|name| self.facts(&self.named_type(members, name)));
            let inline = parts(members).map(|n| self.facts(&XType::Declared(n)));
            return union(named.chain(inline).collect());
        }
        let Some(restriction) = first(node, &["restriction"]) else {
            return Facts::Other("nothing".to_owned());
        };
        let base = match (restriction.attribute("base"), first(restriction, &["simpleType"])) {
            (Some(name), _) => self.facts(&self.named_type(restriction, name)),
            (None, Some(inline)) => self.facts(&XType::Declared(inline)),
            (None, None) => Facts::Text("string"),
        };
        self.restrict(restriction, base)
    }

    fn restrict(&self, restriction: XNode, base: Facts) -> Facts {
        let mut facts = base;
        let values = |name: &str| -> Vec<&'static str> {
            parts(restriction).filter(|n| is(*n, name)).filter_map(|n| n.attribute("value")).collect()
        };
        let words = values("enumeration");
        if !words.is_empty() {
            let exact = matches!(facts, Facts::Text("string") | Facts::Words(_, true));
            return Facts::Words(words.into_iter().map(str::to_owned).collect(), exact);
        }
        if let Some(rule) = values("pattern").first() {
            return Facts::Pattern(pattern_name(rule).to_owned());
        }
        if let Facts::List(_, min, max) = &mut facts {
            for (name, low, high) in [("length", true, true), ("minLength", true, false), ("maxLength", false, true)] {
                for value in values(name) {
                    let number = value.parse().unwrap_or(0);
                    if low {
                        *min = number;
                    }
                    if high {
                        *max = number;
                    }
                }
            }
        }
        let limits = [("minInclusive", true, true), ("minExclusive", true, false)]
            .into_iter()
            .chain([("maxInclusive", false, true), ("maxExclusive", false, false)]);
        for (name, lower, inclusive) in limits {
            for value in values(name) {
                match &mut facts {
                    Facts::Float(min, max) => {
                        let bound = Some((value.parse().unwrap_or(f64::NAN), inclusive));
                        if lower { *min = bound } else { *max = bound }
                    }
                    Facts::Int(min, max) => {
                        let number: i128 = value.parse().unwrap_or(0);
                        let step = i128::from(!inclusive);
                        if lower { *min = number + step } else { *max = number - step }
                    }
                    _ => {}
                }
            }
        }
        facts
    }
}

/// The name we have for a pattern of the schemas.
fn pattern_name(rule: &str) -> &str {
    if rule == "(#(.*))" {
        "fragment"
    } else if rule.contains('@') {
        "email"
    } else if rule.starts_with("(([\\i") {
        "sidref"
    } else {
        rule
    }
}

fn built_in(name: &str) -> Facts {
    let int = |min: i128, max: i128| Facts::Int(min, max);
    match name {
        "double" | "float" | "decimal" => Facts::Float(None, None),
        "boolean" => Facts::Text("bool"),
        "byte" => int(i8::MIN.into(), i8::MAX.into()),
        "short" => int(i16::MIN.into(), i16::MAX.into()),
        "int" => int(i32::MIN.into(), i32::MAX.into()),
        "long" => int(i64::MIN.into(), i64::MAX.into()),
        "unsignedByte" => int(0, u8::MAX.into()),
        "unsignedShort" => int(0, u16::MAX.into()),
        "unsignedInt" => int(0, u32::MAX.into()),
        "unsignedLong" => int(0, u64::MAX.into()),
        "integer" => int(i128::MIN, i128::MAX),
        "nonNegativeInteger" => int(0, i128::MAX),
        "positiveInteger" => int(1, i128::MAX),
        "string" | "anySimpleType" => Facts::Text("string"),
        "normalizedString" => Facts::Text("normalized"),
        "token" => Facts::Text("token"),
        "NMTOKEN" => Facts::Text("nmtoken"),
        "NMTOKENS" => Facts::List(Box::new(Facts::Text("nmtoken")), 1, UNBOUNDED),
        "Name" => Facts::Text("name"),
        "NCName" => Facts::Text("ncname"),
        "language" => Facts::Text("language"),
        "anyURI" => Facts::Text("uri"),
        "dateTime" => Facts::Text("dateTime"),
        "date" => Facts::Text("date"),
        "hexBinary" => Facts::Text("hex"),
        "base64Binary" => Facts::Text("base64"),
        "ID" => Facts::Text("id"),
        "IDREF" => Facts::Text("idref"),
        "IDREFS" => Facts::List(Box::new(Facts::Text("idref")), 1, UNBOUNDED),
        other => Facts::Other(format!("xs:{other}")),
    }
}
