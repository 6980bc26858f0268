//! What is in a document, as `portolan info` tells it.

/// What is in a document. Most of it is found in the scene; what a scene has no fields for, a format adds
/// ([`crate::Format::facts`]).
#[derive(Clone, Default, Debug)]
pub struct Facts {
    /// The program that wrote it.
    pub generator: Option<String>,
    /// What it is called, if it says so.
    pub title: Option<String>,
    /// The unit of length: its name and its metres.
    pub unit: Option<(String, f64)>,
    /// `X`, `Y` or `Z`.
    pub up_axis: Option<&'static str>,
    /// How many of each kind there are.
    pub totals: Totals,
    /// The nodes of the default scene.
    pub scene: Vec<SceneNode>,
    /// Animations.
    pub animations: Vec<Item>,
    /// Materials.
    pub materials: Vec<Item>,
    /// Images, with where they are.
    pub images: Vec<Item>,
}

/// Something with an id and a name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Where its data is, for images.
    pub path: Option<String>,
}

/// A node of the scene.
#[derive(Clone, Default, Debug)]
pub struct SceneNode {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What it is when it is not a plain node: `joint`, `GeometryNode`.
    pub kind: Option<String>,
    /// The id of the node that it repeats.
    pub instance_of: Option<String>,
    /// The nodes in it.
    pub children: Vec<SceneNode>,
}

/// Nodes nested deeper than this are not listed; every real scene is far below. Each takes two levels of JSON, of which many
/// programs read a thousand at most.
pub const DEEPEST: usize = 450;

/// Numbers of things. `None` where only an evaluation of the document can tell.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Totals {
    pub nodes: u64,
    /// Drawn in the default scene, instances counted.
    pub triangles: Option<u64>,
    /// Drawn in the default scene, instances counted.
    pub lines: Option<u64>,
    /// Drawn in the default scene, instances counted.
    pub points: Option<u64>,
    pub geometries: u64,
    pub materials: u64,
    pub images: u64,
    pub cameras: u64,
    pub lights: u64,
    pub skins: u64,
    pub morphs: u64,
    pub animations: u64,
    pub clips: u64,
    pub rigid_bodies: u64,
    pub constraints: u64,
    pub joints: u64,
    pub solids: u64,
}

impl Totals {
    /// Each with its name in the order of the contract.
    pub fn rows(&self) -> [(&'static str, Option<u64>); 17] {
        [
            ("nodes", Some(self.nodes)),
            ("triangles", self.triangles),
            ("lines", self.lines),
            ("points", self.points),
            ("geometries", Some(self.geometries)),
            ("materials", Some(self.materials)),
            ("images", Some(self.images)),
            ("cameras", Some(self.cameras)),
            ("lights", Some(self.lights)),
            ("skins", Some(self.skins)),
            ("morphs", Some(self.morphs)),
            ("animations", Some(self.animations)),
            ("clips", Some(self.clips)),
            ("rigid_bodies", Some(self.rigid_bodies)),
            ("constraints", Some(self.constraints)),
            ("joints", Some(self.joints)),
            ("solids", Some(self.solids)),
        ]
    }
}
