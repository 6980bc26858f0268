//! Documents in another version of COLLADA.
//!
//! The text of the document is edited; everything that the versions share, and everything that is not understood, stays
//! as it is. First what an earlier change has kept aside is put back, then what the versions write differently is
//! rewritten, then a sweep by the tables finds what the version has no place for and keeps it in an `<extra>`.

pub mod codes;
mod data;
mod draft;
mod early;
mod effect;
mod geometry;
mod gles;
mod image_down;
mod image_up;
mod keep;
mod opaque;
mod params;
mod pass;
mod physics;
mod print;
mod root;
mod sampler;
mod scene;
mod surface_up;
mod sweep;
#[cfg(test)]
mod tests;
mod touch;

use draft::{Draft, Id};
use hashbrown::{HashMap, HashSet};
use portolan_mesh::Tolerance;
use portolan_scene::{Fate, Losses, Origin};
use portolan_schema::{Bound, Type, Version};
use portolan_syntax::{Code, Edit, Tree, Unique};

pub use touch::touch;

/// What a change of version gives.
#[derive(Debug)]
pub struct Migrated {
    /// What to change in the text.
    pub edits: Vec<Edit>,
    /// What the version cannot hold, and what became of it.
    pub losses: Losses,
}

/// Brings a document into another version; `None` if there is no such version or no root.
///
/// ```
/// use portolan_collada::{FORMAT, migrate::migrate};
/// use portolan_syntax::{Limits, Source, edit};
///
/// let text = r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
///   <asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset>
/// </COLLADA>"#;
/// let (tree, _) = portolan_syntax::xml::parse(Source::from_text("a.dae", text), &Limits::default());
/// let bound = portolan_schema::bind(&tree, &portolan_schema::tables::collada::SCHEMA, None);
/// let migrated = migrate(&tree, &bound, "1.5.0").unwrap();
/// let (bytes, _) = edit::apply(tree.source(), &migrated.edits);
/// let expected = text.replace("2005/11", "2008/03").replace("1.4.1", "1.5.0");
/// assert_eq!(String::from_utf8(bytes).unwrap(), expected);
/// ```
pub fn migrate(tree: &Tree, bound: &Bound, to: &str) -> Option<Migrated> {
    migrate_within(tree, bound, to, Tolerance::default())
}

/// The same, with exact solids that become triangles no farther from their surfaces than a
/// tolerance.
pub fn migrate_within(tree: &Tree, bound: &Bound, to: &str, tolerance: Tolerance) -> Option<Migrated> {
    let to = bound.schema.version(to)?;
    let draft = Draft::new(tree)?;
    let mut migrate = Migrate {
        draft,
        bound,
        to,
        losses: Losses::default(),
        records: Vec::new(),
        built: Vec::new(),
        repeated: None,
        sids: HashMap::new(),
        tolerance,
    };
    migrate.run();
    let Migrate { draft, losses, .. } = migrate;
    Some(Migrated { edits: draft.edits(), losses })
}

/// A change of version under way.
pub(crate) struct Migrate<'t> {
    pub draft: Draft<'t>,
    pub bound: &'t Bound,
    pub to: Version,
    pub losses: Losses,
    records: Vec<keep::Record<'t>>,
    /// Images that surfaces are filled from.
    built: Vec<(Id, String)>,
    /// Ids that the document has more than once, once that was asked.
    repeated: Option<HashSet<String>>,
    /// SIDs that are taken in effects.
    sids: HashMap<Id, Unique>,
    /// How far triangles may be from exact surfaces.
    tolerance: Tolerance,
}

impl<'t> Migrate<'t> {
    fn run(&mut self) {
        self.restore();
        self.root();
        if self.is_new() {
            self.up();
        } else {
            self.down();
        }
        self.sweep();
        self.write_records();
    }

    /// To 1.5: everything that is written as in 1.4, whatever the document calls itself.
    fn up(&mut self) {
        if self.bound.version_name() == "1.4.0" {
            self.early_up();
        }
        self.keep_profiles();
        self.images_up();
        self.lift_params();
        self.values_up();
        self.gles_up();
        self.surfaces_up();
        self.passes_up();
        self.renders_up();
        self.shapes_up();
        self.accessors_up();
    }

    /// To 1.4: everything that is written as in 1.5.
    fn down(&mut self) {
        self.profiles_down();
        self.keep_profiles();
        self.renders_down();
        self.gles_down();
        self.images_down();
        self.values_down();
        self.passes_down();
        self.opaque_down();
        self.shapes_down();
        self.arrays_down();
        self.breps_down();
        match self.wanted() {
            "1.4.0" => self.early_down(),
            _ if self.bound.version_name() == "1.4.0" => self.early_up(),
            _ => {}
        }
    }

    /// Is the version that is wanted 1.5?
    pub fn is_new(&self) -> bool {
        self.bound.schema.version_name(self.to) >= "1.5"
    }

    /// Tells what became of something.
    pub fn lose(&mut self, code: &'static Code, fate: Fate, id: Id, message: impl Into<String>) {
        let element = self.draft.place(id).map_or(0, |n| n.id().0);
        self.losses.push(code, fate, Origin { document: 0, element }, message);
    }

    /// The name of the version that is wanted.
    pub fn wanted(&self) -> &'static str {
        self.bound.schema.version_name(self.to)
    }

    /// The type of an element in the version that is wanted.
    pub fn ty(&self, id: Id) -> Option<&'static Type> {
        let schema = self.bound.schema;
        let mut way = self.draft.ancestors(id);
        way.reverse();
        let (root, below) = way.split_first()?;
        if *root != self.draft.root || self.draft.name(*root) != "COLLADA" {
            return None;
        }
        below.iter().try_fold(schema.ty(schema.root)?, |ty, step| self.child_type(ty, *step))
    }

    /// The type of a child in the version that is wanted.
    fn child_type(&self, parent: &'static Type, child: Id) -> Option<&'static Type> {
        let schema = self.bound.schema;
        schema.ty(parent.child(schema.name_id(self.draft.name(child))?, self.to)?)
    }
}
