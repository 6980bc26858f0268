//! Any OpenDDL document: read, walk, follow references.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use super::data::Run;
use super::literal;
use super::number::Put;
use super::structure::{Body, Data, Literal, Name, Structure, Values};
use super::{Fault, FaultKind, Path, Primitive, Property, Reference, base64_value, parse, primitive_type, property};
use crate::tree::AttrKind;
use crate::{Findings, Limits, Node, NodeId, Source, Span, Tree};

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

    /// The same structures as values that can be changed and [written](super::write), without comments. A value that
    /// cannot be read is an error. To change a document and keep all that is not changed, see [`super::Editor`].
    pub fn to_structures(&self) -> Result<Vec<Structure<'static>>, Unreadable> {
        self.structures().map(Item::to_structure).collect()
    }
}

/// A value of a document that cannot be read as what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// What is wrong, and where.
    pub fault: Fault,
    /// One sentence.
    pub message: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

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

    /// A property that is an integer with or without sign.
    pub fn signed(self, name: &str) -> Option<i64> {
        match self.property(name)? {
            Property::Literal(text) => i64::try_from(literal::integer(text, Primitive::Int64).ok()?).ok(),
            _ => None,
        }
    }

    /// A property that is a string.
    pub fn text(self, name: &str) -> Option<Cow<'a, str>> {
        match self.property(name)? {
            Property::String(text) => Some(text),
            _ => None,
        }
    }

    /// A property that is a reference.
    pub fn reference(self, name: &str) -> Option<Reference<'a>> {
        match self.property(name)? {
            Property::Literal(text) => Reference::parse(text),
            _ => None,
        }
    }

    /// A property that is the name of a data type.
    pub fn data_type(self, name: &str) -> Option<Primitive> {
        match self.property(name)? {
            Property::Literal(text) => primitive_type(text),
            _ => None,
        }
    }

    /// A property that is Base64 data.
    pub fn base64(self, name: &str) -> Option<Vec<u8>> {
        match self.property(name)? {
            Property::Literal(text) => base64_value(text).ok(),
            _ => None,
        }
    }

    /// A property that is a number of 64 bits.
    pub fn double(self, name: &str) -> Option<f64> {
        match self.property(name)? {
            Property::Literal(text) => literal::float(text, Primitive::Float64).ok(),
            _ => None,
        }
    }

    /// A property that is a number of 32 bits.
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

    /// The numbers of its [data](Item::data) with double precision, sub-arrays joined.
    pub fn doubles(self) -> Result<Vec<f64>, Unreadable> {
        self.all(|run| run.floats())
    }

    /// The integers of its [data](Item::data), sub-arrays joined. One that cannot be read, or does not fit its type, is an
    /// error.
    pub fn integers(self) -> Result<Vec<i128>, Unreadable> {
        self.all(|run| run.integers())
    }

    /// The booleans of its [data](Item::data).
    pub fn bools(self) -> Result<Vec<bool>, Unreadable> {
        self.all(|run| run.bools())
    }

    /// The strings of its [data](Item::data).
    pub fn strings(self) -> Result<Vec<Cow<'a, str>>, Unreadable> {
        self.all(|run| run.strings())
    }

    /// The references of its [data](Item::data), as written; [`Item::targets`] follows them.
    pub fn references(self) -> Result<Vec<Reference<'a>>, Unreadable> {
        self.all(|run| run.references())
    }

    /// The names of types of its [data](Item::data).
    pub fn types(self) -> Result<Vec<Primitive>, Unreadable> {
        self.all(|run| run.types())
    }

    /// The Base64 data of its [data](Item::data), one list of bytes for each literal.
    pub fn bytes(self) -> Result<Vec<Vec<u8>>, Unreadable> {
        self.all(|run| run.bytes())
    }

    fn all<T, I>(self, read: impl Fn(Run<'a>) -> I) -> Result<Vec<T>, Unreadable>
    where
        I: Iterator<Item = Result<(T, Span), Fault>>,
    {
        let Some(run) = self.data() else { return Ok(Vec::new()) };
        read(run).map(|value| value.map(|(value, _)| value).map_err(|fault| self.unreadable(fault, run))).collect()
    }

    fn unreadable(self, fault: Fault, run: Run<'_>) -> Unreadable {
        let message = fault.finding(self.document.tree.source().text(), run.layout()).message;
        Unreadable { fault, message }
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

    /// The same as a value that can be changed and [written](super::write). A value that cannot be read is an error.
    pub fn to_structure(self) -> Result<Structure<'static>, Unreadable> {
        let name = self.name().and_then(|name| {
            let plain = name.get(1..)?.to_owned();
            Some(if name.starts_with('$') { Name::Global(plain.into()) } else { Name::Local(plain.into()) })
        });
        let body = match Run::of(self.node) {
            Some(run) => Body::Data(data(run).map_err(|fault| self.unreadable(fault, run))?),
            None => Body::Structures(self.children().map(Item::to_structure).collect::<Result<_, _>>()?),
        };
        let identifier = if matches!(body, Body::Data(_)) { "" } else { self.identifier() };
        let properties = self.properties().map(|(name, value)| (name.to_owned().into(), literal_of(value)));
        let properties = properties.collect();
        Ok(Structure { identifier: identifier.to_owned().into(), name, properties, body, comment: None })
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
            } else if let Some(value) = integer().filter(|value| value.to_string() == text) {
                Literal::Int(value)
            } else if let Some(value) = text.parse::<u64>().ok().filter(|value| value.to_string() == text) {
                Literal::Uint(value)
            } else if let Some(value) = decimal(text) {
                Literal::Float64(value)
            } else {
                Literal::Raw(text.to_owned().into())
            }
        }
    }
}

/// The number that a decimal literal means, if it is written as we would write it.
fn decimal(text: &str) -> Option<f64> {
    let value = literal::float(text, Primitive::Float64).ok()?;
    let mut written = Vec::new();
    value.put(&mut written);
    (written == text.as_bytes()).then_some(value)
}

fn data(run: Run<'_>) -> Result<Data<'static>, Fault> {
    fn numbers<T: super::data::Number>(run: Run<'_>) -> Result<Cow<'static, [T]>, Fault>
    where
        [T]: ToOwned<Owned = Vec<T>>,
    {
        let mut out = Vec::new();
        match run.decode(&mut out) {
            0 => Ok(Cow::Owned(out)),
            // Which one is wrong is looked for only then.
            _ => run.floats().find_map(Result::err).map_or(Ok(Cow::Owned(out)), Err),
        }
    }
    fn integers<T: TryFrom<i128> + Clone>(run: Run<'_>) -> Result<Cow<'static, [T]>, Fault> {
        let narrow =
            |(value, span): (i128, Span)| T::try_from(value).map_err(|_| Fault { kind: FaultKind::OutOfRange, span });
        Ok(Cow::Owned(run.integers().map(|value| value.and_then(narrow)).collect::<Result<_, _>>()?))
    }
    fn all<T, U>(
        values: impl Iterator<Item = Result<(T, Span), Fault>>,
        take: impl Fn(T) -> U,
    ) -> Result<Vec<U>, Fault> {
        values.map(|value| value.map(|(value, _)| take(value))).collect()
    }
    let layout = run.layout();
    let values = match layout.primitive {
        Primitive::Bool => Values::Bool(all(run.bools(), |v| v)?.into()),
        Primitive::Int8 => Values::Int8(integers(run)?),
        Primitive::Int16 => Values::Int16(integers(run)?),
        Primitive::Int32 => Values::Int32(integers(run)?),
        Primitive::Int64 => Values::Int64(integers(run)?),
        Primitive::Uint8 => Values::Uint8(integers(run)?),
        Primitive::Uint16 => Values::Uint16(integers(run)?),
        Primitive::Uint32 => Values::Uint32(integers(run)?),
        Primitive::Uint64 => Values::Uint64(integers(run)?),
        Primitive::Float16 => Values::Float16(numbers(run)?),
        Primitive::Float32 => Values::Float32(numbers(run)?),
        Primitive::Float64 => Values::Float64(numbers(run)?),
        Primitive::String => Values::String(all(run.strings(), |text| Cow::Owned(text.into_owned()))?),
        Primitive::Ref => {
            let text = |reference: Reference<'_>| Cow::Owned(reference.path().map_or("null", Path::text).to_owned());
            Values::Ref(all(run.references(), text)?)
        }
        Primitive::Type => Values::Type(all(run.types(), |v| v)?),
        Primitive::Base64 => Values::Base64(all(run.bytes(), Cow::Owned)?),
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
    Ok(Data { sub_array: layout.sub_array.filter(fits), states, values })
}
