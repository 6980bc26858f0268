//! Documents in memory, and what becomes of them.
#![allow(dead_code, reason = "not every test uses all of it")]

use crate::common::{Glb, glb_with};
use portolan::convert::{Conversion, Converted, to};
use portolan::scene::glam::{DMat4, DQuat, DVec3};
use portolan::scene::{Mesh, Node, Scene, Shape};
use portolan::{File, Memory, OpenOptions, info, sample};
use serde_json::Value;

/// A 1.4.1 document with an `<asset>` and this content.
pub fn document(asset: &str, content: &str) -> String {
    format!(
        r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created/><modified/>{asset}</asset>{content}</COLLADA>"#
    )
}

/// Files in memory, of which `main.dae` is asked for.
pub struct World {
    pub files: Memory,
    pub imported: File,
}

/// Reads `main.dae` of some files.
pub fn world(files: Memory) -> World {
    world_at(files, "main.dae")
}

/// Reads one of some files.
pub fn world_at(files: Memory, path: &str) -> World {
    let imported = OpenOptions::within(files.clone()).open(path).unwrap();
    assert_eq!(imported.scene().unwrap().check(), [], "the scene is not sound");
    World { files, imported }
}

/// Reads a document.
pub fn read(text: impl Into<String>) -> World {
    world(Memory::new().with("main.dae", text.into()))
}

/// Reads a document in metres with Y up.
pub fn plain(content: &str) -> World {
    read(document("", content))
}

/// A library of one geometry `g` with this mesh, put at the only node of a scene.
pub fn shown(mesh: &str) -> String {
    format!(
        r##"<library_geometries><geometry id="g"><mesh>{mesh}</mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene>"##
    )
}

/// A `<source>` of numbers with as many components as `names` has letters.
pub fn source(id: &str, names: &str, numbers: &str) -> String {
    let count = numbers.split_whitespace().count();
    let (width, params): (usize, String) =
        (names.len(), names.chars().map(|c| format!(r#"<param name="{c}" type="float"/>"#)).collect());
    format!(
        r##"<source id="{id}"><float_array id="{id}-a" count="{count}">{numbers}</float_array><technique_common>
        <accessor source="#{id}-a" count="{}" stride="{width}">{params}</accessor></technique_common></source>"##,
        count / width.max(1)
    )
}

impl World {
    pub fn scene(&self) -> &Scene {
        self.imported.scene().unwrap()
    }

    /// The first mesh.
    pub fn mesh(&self) -> &Mesh {
        match &self.scene().geometries[0].shape {
            Shape::Mesh(mesh) => mesh,
            other => panic!("{other:?}"),
        }
    }

    /// The node with an id.
    pub fn node(&self, id: &str) -> &Node {
        self.scene().nodes.iter().find(|n| n.meta.id.as_deref() == Some(id)).unwrap_or_else(|| panic!("no node {id}"))
    }

    /// Codes of what did not come over, without those that only note something.
    pub fn codes(&self) -> Vec<&'static str> {
        use portolan::scene::Fate;
        self.imported.losses().unwrap().iter().filter(|l| l.fate != Fate::Noted).map(|l| l.code.id).collect()
    }

    /// Messages of what did not come over.
    pub fn told(&self) -> String {
        self.imported.losses().unwrap().iter().map(|l| format!("{} {}\n", l.code.id, l.message)).collect()
    }

    /// What `info` says of `main.dae`.
    pub fn info(&self) -> info::Info {
        OpenOptions::within(self.files.clone()).open("main.dae").and_then(|f| f.info()).unwrap()
    }

    /// Paths and world matrices of all nodes of the default view at rest.
    pub fn placed(&self) -> Vec<(String, DMat4)> {
        let view = self.scene().default_view.unwrap();
        let samples = sample::sample_view(self.scene(), view, &sample::Playing::Everything, &[0.0]);
        samples.tracks.into_iter().map(|t| (t.path, DMat4::from_cols_array(&t.world[0]))).collect()
    }

    /// Where the last place of a node is that has this path.
    pub fn place(&self, path: &str) -> DVec3 {
        self.world(path).w_axis.truncate()
    }

    /// The matrix of the last place of a node that has this path.
    pub fn world(&self, path: &str) -> DMat4 {
        let all = self.placed();
        let found = all.iter().rev().find(|(p, _)| p == path);
        found.unwrap_or_else(|| panic!("no {path} in {all:?}")).1
    }

    pub fn convert(&self, conversion: &Conversion) -> Converted {
        self.imported.convert(conversion).unwrap()
    }

    /// As GLB.
    pub fn glb(&self) -> Glb {
        self.glb_with(&Conversion::to(&to::GLB).with(|c| c.allow_empty = true))
    }

    pub fn glb_with(&self, conversion: &Conversion) -> Glb {
        glb_with(&self.imported, conversion)
    }
}

impl Glb {
    /// The primitives of the first mesh.
    pub fn primitives(&self) -> Vec<&Value> {
        self.json["meshes"][0]["primitives"].as_array().map(|p| p.iter().collect()).unwrap_or_default()
    }

    /// The corners of a primitive, each as the row of an attribute that it has.
    pub fn corners(&self, primitive: &Value, attribute: &str) -> Vec<Vec<f64>> {
        let rows = self.rows(&primitive["attributes"][attribute]);
        match primitive.get("indices") {
            Some(indices) => self.rows(indices).iter().map(|i| rows[i[0] as usize].clone()).collect(),
            None => rows,
        }
    }

    /// Where all nodes stand, by name, in metres with Y up.
    pub fn worlds(&self) -> Vec<(String, DMat4)> {
        let scene = &self.json["scenes"][self.json["scene"].as_u64().unwrap_or(0) as usize];
        let mut open: Vec<(u64, DMat4)> =
            scene["nodes"].as_array().unwrap().iter().map(|n| (n.as_u64().unwrap(), DMat4::IDENTITY)).collect();
        let mut all = Vec::new();
        while let Some((index, above)) = open.pop() {
            let node = &self.json["nodes"][index as usize];
            let numbers = |name: &str| -> Option<Vec<f64>> {
                Some(node.get(name)?.as_array()?.iter().map(|v| v.as_f64().unwrap()).collect())
            };
            let vector =
                |name: &str, otherwise: DVec3| numbers(name).map_or(otherwise, |v| DVec3::new(v[0], v[1], v[2]));
            let turn = numbers("rotation").map_or(DQuat::IDENTITY, |v| DQuat::from_xyzw(v[0], v[1], v[2], v[3]));
            let scale = vector("scale", DVec3::ONE);
            let world = above * DMat4::from_scale_rotation_translation(scale, turn, vector("translation", DVec3::ZERO));
            all.push((node["name"].as_str().unwrap_or_default().to_owned(), world));
            let children = node["children"].as_array().into_iter().flatten();
            open.extend(children.map(|c| (c.as_u64().unwrap(), world)));
        }
        all
    }

    /// Where a node stands, by name.
    pub fn world(&self, name: &str) -> DMat4 {
        let all = self.worlds();
        all.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no {name} in {all:?}")).1
    }
}

/// Are two vectors equal but for rounding?
#[track_caller]
pub fn close(found: DVec3, expected: [f64; 3]) {
    let expected = DVec3::from(expected);
    assert!(found.abs_diff_eq(expected, 1e-6 * (1.0 + expected.length())), "{found} instead of {expected}");
}
