//! Any OpenDDL document: read, walk, follow references.

use std::borrow::Cow;
use std::collections::HashMap;

use super::data::Run;
use super::literal;
use super::structure::{Body, Data, Literal, Name, Structure, Values};
use super::{Path, Primitive, Property, Reference, parse, primitive_type, property};
use crate::tree::AttrKind;
use crate::{Findings, Limits, Node, NodeId, Source, Tree};

/// A document that was read. There is one for every text; what is wrong with it is told by [`Document::findings`].
///
/// ```
/// use portolan_syntax::ddl::Document;
///
/// let people = Document::read(
///     r#"Person $charles { Name {string {"Charles"}} Friends {ref {$alice}} }
///        Person $alice (age = 31) { Name {string {"Alice"}} }"#,
/// );
/// let charles = people.structures().next().unwrap();
/// assert_eq!((charles.identifier(), charles.name()), ("Person", Some("$charles")));
/// let friend = charles.child("Friends").unwrap().targets().next().unwrap().unwrap();
/// assert_eq!(friend.child("Name").unwrap().string().as_deref(), Some("Alice"));
/// assert_eq!(friend.unsigned("age"), Some(31));
/// ```
#[derive(Debug)]
pub struct Document {
    tree: Tree,
    findings: Findings,
    globals: HashMap<String, NodeId>,
}

impl Document {
    /// Reads a text.
    pub fn read(text: impl Into<String>) -> Document {
        Document::from_source(Source::from_text("", text), &Limits::default())
    }

    /// Reads a source, within limits.
    pub fn from_source(source: Source, limits: &Limits) -> Document {
        let (tree, findings) = parse(source, limits);
        Document::of(tree, findings)
    }

    /// Takes a tree that was read before.
    pub fn of(tree: Tree, findings: Findings) -> Document {
        let mut globals = HashMap::new();
        for node in tree.nodes().filter(|n| n.is_element()) {
            if let Some(name) = node.attributes().find(|a| a.kind() == AttrKind::GlobalName) {
                globals.entry(name.raw().to_owned()).or_insert(node.id());
            }
        }
        Document { tree, findings, globals }
    }

    /// The structures at the top.
    pub fn structures(&self) -> impl Iterator<Item = Item<'_>> {
        self.tree.document().elements().map(|node| Item { document: self, node })
    }

    /// The structure that a path of names leads to: `$node`, `$node%part`, `%top%part`.
    pub fn find(&self, reference: &str) -> Option<Item<'_>> {
        let path = Reference::parse(reference)?.path()?;
        let mut names = path.names();
        let first = names.next()?;
        let mut at = match path.is_global() {
            true => self.tree.node(*self.globals.get(first)?)?,
            false => local(self.tree.document(), first)?,
        };
        for name in names {
            at = local(at, name)?;
        }
        Some(Item { document: self, node: at })
    }

    /// What is wrong with the text.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The tree behind it, with the place of everything.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The same structures as values that can be changed and [written](super::write). Values that cannot be read are
    /// left out; so are comments.
    pub fn to_structures(&self) -> Vec<Structure<'static>> {
        self.structures().map(Item::to_structure).collect()
    }
}

/// The structure right below with a local name.
fn local<'a>(above: Node<'a>, name: &str) -> Option<Node<'a>> {
    let has = |node: &Node<'a>| node.attributes().any(|a| a.kind() == AttrKind::LocalName && a.raw() == name);
    above.elements().find(has)
}

/// A structure of a [`Document`].
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    document: &'a Document,
    node: Node<'a>,
}

impl<'a> Item<'a> {
    /// Its type, as written.
    pub fn identifier(self) -> &'a str {
        self.node.name().full
    }

    /// Its name with `$` or `%`.
    pub fn name(self) -> Option<&'a str> {
        let is_name = |kind| matches!(kind, AttrKind::GlobalName | AttrKind::LocalName);
        self.node.attributes().find(|a| is_name(a.kind())).map(|a| a.raw())
    }

    /// The type of its data, if it is a primitive structure.
    pub fn primitive(self) -> Option<Primitive> {
        primitive_type(self.identifier())
    }

    /// The structures in it.
    pub fn children(self) -> impl Iterator<Item = Item<'a>> {
        self.node.elements().map(move |node| Item { node, ..self })
    }

    /// The first structure of a type in it.
    pub fn child(self, identifier: &str) -> Option<Item<'a>> {
        self.children().find(|c| c.identifier() == identifier)
    }

    /// The structure that it is in.
    pub fn parent(self) -> Option<Item<'a>> {
        self.node.parent_element().map(|node| Item { node, ..self })
    }

    /// Names and values of its properties. Of a property that is given twice the last counts.
    pub fn properties(self) -> impl Iterator<Item = (&'a str, Property<'a>)> {
        let plain = self.node.attributes().filter(|a| a.kind() == AttrKind::Plain);
        plain.map(|a| (a.full_name(), property(a)))
    }

    /// A property.
    pub fn property(self, name: &str) -> Option<Property<'a>> {
        self.properties().filter(|(n, _)| *n == name).map(|(_, value)| value).last()
    }

    /// A property that is an integer without sign.
    pub fn unsigned(self, name: &str) -> Option<u64> {
        match self.property(name)? {
            Property::Literal(text) => u64::try_from(literal::integer(text, Primitive::Uint64).ok()?).ok(),
            _ => None,
        }
    }

    /// A property that is a number.
    pub fn float(self, name: &str) -> Option<f64> {
        match self.property(name)? {
            Property::Literal(text) => literal::float(text, Primitive::Float32).ok(),
            _ => None,
        }
    }

    /// A property that is a boolean.
    pub fn bool(self, name: &str) -> Option<bool> {
        match self.property(name)? {
            Property::Flag => Some(true),
            Property::Literal(text) => literal::boolean(text).ok(),
            Property::String(_) => None,
        }
    }

    /// Its data if it is a primitive structure, else that of the first primitive structure in it: numbers by
    /// [`Run::decode`], everything else by the iterators of [`Run`].
    pub fn data(self) -> Option<Run<'a>> {
        Run::of(self.node).or_else(|| self.node.elements().find_map(Run::of))
    }

    /// The numbers of its [data](Item::data), sub-arrays joined; those that cannot be read are NaN.
    pub fn floats(self) -> Vec<f32> {
        let mut out = Vec::new();
        if let Some(run) = self.data() {
            run.decode(&mut out);
        }
        out
    }

    /// The first string of its [data](Item::data).
    pub fn string(self) -> Option<Cow<'a, str>> {
        self.data()?.strings().next()?.ok().map(|(text, _)| text)
    }

    /// What the references of its [data](Item::data) lead to; `None` leads nowhere.
    pub fn targets(self) -> impl Iterator<Item = Option<Item<'a>>> {
        let found = self.data().into_iter().flat_map(|run| run.references().collect::<Vec<_>>());
        found.map(move |reference| self.resolve(reference.ok()?.0.path()?))
    }

    /// What a property that is a reference leads to.
    pub fn target(self, name: &str) -> Option<Item<'a>> {
        match self.property(name)? {
            Property::Literal(text) => self.resolve(Reference::parse(text)?.path()?),
            _ => None,
        }
    }

    /// What a reference that stands in this structure leads to. A local name is looked for among the structures beside
    /// this one, then beside the one that it is in, and so on.
    pub fn resolve(self, path: Path<'a>) -> Option<Item<'a>> {
        let mut names = path.names();
        let first = names.next()?;
        let mut at = match path.is_global() {
            true => self.document.tree.node(*self.document.globals.get(first)?)?,
            false => self.node.ancestors().find_map(|above| local(above, first))?,
        };
        for name in names {
            at = local(at, name)?;
        }
        Some(Item { node: at, ..self })
    }

    /// Where it is in the tree.
    pub fn node(self) -> Node<'a> {
        self.node
    }

    /// The same as a value that can be changed and [written](super::write).
    pub fn to_structure(self) -> Structure<'static> {
        let name = self.name().and_then(|name| {
            let plain = name.get(1..)?.to_owned();
            Some(if name.starts_with('$') { Name::Global(plain.into()) } else { Name::Local(plain.into()) })
        });
        let body = match Run::of(self.node) {
            Some(run) => Body::Data(data(run)),
            None => Body::Structures(self.children().map(Item::to_structure).collect()),
        };
        let identifier = if matches!(body, Body::Data(_)) { "" } else { self.identifier() };
        let properties = self.properties().map(|(name, value)| (name.to_owned().into(), literal_of(value)));
        let properties = properties.collect();
        Structure { identifier: identifier.to_owned().into(), name, properties, body, comment: None }
    }
}

/// The value of a property as its notation suggests: OpenDDL leaves the type to the format.
fn literal_of(value: Property<'_>) -> Literal<'static> {
    match value {
        Property::Flag => Literal::Bool(true),
        Property::String(text) => Literal::String(text.into_owned().into()),
        Property::Literal(text) => {
            let integer = || literal::integer(text, Primitive::Int64).ok().and_then(|v| i64::try_from(v).ok());
            if let "true" | "false" = text {
                Literal::Bool(text == "true")
            } else if Reference::parse(text).is_some() {
                Literal::Ref(text.to_owned().into())
            } else if let Some(primitive) = primitive_type(text) {
                Literal::Type(primitive)
            } else if let Some(value) = integer() {
                Literal::Int(value)
            } else if let Ok(value) = literal::integer(text, Primitive::Uint64) {
                Literal::Uint(u64::try_from(value).unwrap_or(u64::MAX))
            } else {
                Literal::Float64(literal::float(text, Primitive::Float64).unwrap_or(f64::NAN))
            }
        }
    }
}

fn data(run: Run<'_>) -> Data<'static> {
    fn numbers<T: super::data::Number>(run: Run<'_>) -> Cow<'static, [T]>
    where
        [T]: ToOwned<Owned = Vec<T>>,
    {
        let mut out = Vec::new();
        run.decode(&mut out);
        Cow::Owned(out)
    }
    fn integers<T: TryFrom<i128> + Clone>(run: Run<'_>) -> Cow<'static, [T]> {
        Cow::Owned(run.integers().filter_map(|v| T::try_from(v.ok()?.0).ok()).collect())
    }
    let layout = run.layout();
    let values = match layout.primitive {
        Primitive::Bool => Values::Bool(run.bools().filter_map(|v| Some(v.ok()?.0)).collect()),
        Primitive::Int8 => Values::Int8(integers(run)),
        Primitive::Int16 => Values::Int16(integers(run)),
        Primitive::Int32 => Values::Int32(integers(run)),
        Primitive::Int64 => Values::Int64(integers(run)),
        Primitive::Uint8 => Values::Uint8(integers(run)),
        Primitive::Uint16 => Values::Uint16(integers(run)),
        Primitive::Uint32 => Values::Uint32(integers(run)),
        Primitive::Uint64 => Values::Uint64(integers(run)),
        Primitive::Float16 => Values::Float16(numbers(run)),
        Primitive::Float32 => Values::Float32(numbers(run)),
        Primitive::Float64 => Values::Float64(numbers(run)),
        Primitive::String => {
            let text = |v: Result<(Cow<'_, str>, _), _>| Some(Cow::Owned(v.ok()?.0.into_owned()));
            Values::String(run.strings().filter_map(text).collect())
        }
        Primitive::Ref => {
            let text = |v: Result<(Reference<'_>, _), _>| {
                Some(Cow::Owned(v.ok()?.0.path().map_or("null", Path::text).to_owned()))
            };
            Values::Ref(run.references().filter_map(text).collect())
        }
        Primitive::Type => Values::Type(run.types().filter_map(|v| Some(v.ok()?.0)).collect()),
        Primitive::Base64 => Values::Base64(run.bytes().filter_map(|v| Some(Cow::Owned(v.ok()?.0))).collect()),
    };
    let mut states: Vec<(usize, Cow<'static, str>)> = Vec::new();
    if layout.states {
        for (number, array) in run.sub_arrays().enumerate() {
            if let Some(state) = array.state
                && states.last().is_none_or(|(_, last)| *last != state)
            {
                states.push((number, state.to_owned().into()));
            }
        }
    }
    let fits = |size: &u32| *size > 0 && values.len().is_multiple_of(*size as usize);
    Data { sub_array: layout.sub_array.filter(fits), states, values }
}
