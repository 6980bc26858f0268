//! A document and the names in it.

use hashbrown::HashMap;
use portolan_format::Fault;
use portolan_schema::tables;
use portolan_syntax::ddl::{self, Path};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Limits, Node, NodeId, Source};

/// A document. OpenGEX documents refer to images, but not to each other.
#[derive(Debug)]
pub struct Document {
    /// Where it was read from.
    pub location: String,
    /// As written, with the types of its structures.
    document: portolan_format::Document,
    /// What is wrong with it as OpenDDL: the limit it goes beyond, else the first error. Faults of large data are found
    /// when the data is read.
    pub fault: Option<Fault>,
    /// Where each global name is given, with its `$`; of several the first.
    globals: HashMap<Box<str>, NodeId>,
    /// Where each local name is given, by the structure around it.
    locals: HashMap<(NodeId, Box<str>), NodeId>,
    /// Was everything in it looked at?
    pub(crate) thorough: bool,
}

impl std::ops::Deref for Document {
    type Target = portolan_format::Document;

    fn deref(&self) -> &portolan_format::Document {
        &self.document
    }
}

impl Document {
    /// Reads a document; there is always one. Unless it is done thoroughly, faults of large data are not found.
    pub fn read(location: &str, source: Source, version: Option<&str>, thorough: bool, limits: &Limits) -> Document {
        let (tree, findings) = if thorough { ddl::parse(source, limits) } else { ddl::parse_lazily(source, limits) };
        let document = portolan_format::Document::new(tree, findings, &tables::opengex::SCHEMA, version, limits);
        let tree = &document.tree;
        let fault = document.fault(&[&ddl::codes::TOO_DEEP, &ddl::codes::TOO_MANY_NODES]);
        let (mut globals, mut locals) = (HashMap::new(), HashMap::new());
        for node in tree.nodes().filter(|n| n.is_element()) {
            for attribute in node.attributes() {
                match attribute.kind() {
                    AttrKind::GlobalName => drop(globals.entry(attribute.raw().into()).or_insert(node.id())),
                    AttrKind::LocalName => {
                        let parent = node.parent().map_or(NodeId(0), Node::id);
                        locals.entry((parent, attribute.raw().into())).or_insert(node.id());
                    }
                    _ => {}
                }
            }
        }
        Document { location: location.to_owned(), document, fault, globals, locals, thorough }
    }

    /// The structure at the end of a path that stands in a structure; otherwise the name that does not lead on.
    ///
    /// A local name at the beginning means a sibling of a structure that the reference appears in; the innermost counts.
    pub fn resolve<'a, 'p>(&'a self, from: Node<'a>, path: Path<'p>) -> Result<Node<'a>, &'p str> {
        let local = |parent: NodeId, name: &str| self.locals.get(&(parent, Box::from(name))).copied();
        let first = path.first();
        let start = if path.is_global() {
            self.globals.get(first).copied()
        } else {
            from.ancestors().filter_map(Node::parent).find_map(|parent| local(parent.id(), first))
        };
        let mut at = start.and_then(|id| self.tree.node(id)).ok_or(first)?;
        for name in path.names().skip(1) {
            at = local(at.id(), name).and_then(|id| self.tree.node(id)).ok_or(name)?;
        }
        Ok(at)
    }
}
