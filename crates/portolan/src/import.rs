//! Documents as scenes.

use std::sync::{Arc, OnceLock};

use portolan_format::{Format, Lowered, Opened, Written};
use portolan_mesh::{Tolerance, curve, curve_mesh};
use portolan_scene::{Fate, Losses, Origin, Scene, Shape, SkinHolder};
use portolan_syntax::Tree;

use crate::empty::Beginning;
use crate::guard::guarded;
use crate::{Error, Resources};

/// What is told of documents as a whole.
pub mod codes {
    portolan_syntax::codes! {
        /// Codes of documents as a whole.
        CODES:

        /// Reports documents without anything to show or convert.
        ///
        /// There is no node and no shape. The file may be truncated, of another format than its name suggests, or
        /// contain only materials. The result is as empty as the document.
        EMPTY "CNV001" "document-empty" Warning about Shape;

        /// Reports documents that are not well-formed and are written in their own format, byte for byte.
        ///
        /// What stands behind the mistake may be missing or may mean something else to other programs. `portolan check` lists
        /// all mistakes, and `--rebuild` writes a well-formed document with what could be read.
        MALFORMED "CNV002" "malformed-document-kept" Warning about Data;

        /// Reports worlds whose scripts make what is seen.
        ///
        /// The document itself shows nothing. Its scripts were run as when a viewer loads it, and the scene is the one that they
        /// made; `portolan run` shows what happens later.
        SCRIPTED "CNV972" "world-made-by-scripts" Info about Shape;
    }
}

/// A document as a scene, with the documents it was made of.
pub(crate) struct Imported {
    /// The scene of the document.
    pub scene: Scene,
    /// What did not come over.
    pub losses: Losses,
    /// Its format.
    pub format: &'static Format,
    /// The version of the format.
    pub version: &'static str,
    /// The file, with the documents it refers to.
    pub opened: Arc<dyn Opened>,
    /// Where its files come from.
    pub resources: Arc<dyn Resources>,
    /// The scene with triangles in place of exact solids, if it has any.
    meshes: OnceLock<Option<Box<Scene>>>,
    /// How the file begins, if that is not how files of its format do.
    pub begins: Option<Beginning>,
}

impl Imported {
    /// Makes a scene of a file that was opened.
    pub(crate) fn of(
        format: &'static Format,
        opened: Arc<dyn Opened>,
        resources: Arc<dyn Resources>,
        skin_holder: SkinHolder,
    ) -> Result<Imported, Error> {
        let Lowered { mut scene, mut losses } = guarded("reading", || opened.lower(&*resources))??;
        if let Some(made) = crate::run::made_by_scripts(&scene, &opened, &resources)? {
            scene = made;
            let message = "the document shows nothing before its scripts have begun; it is shown as they make it";
            losses.push(&codes::SCRIPTED, Fate::Noted, Origin::default(), message);
        }
        if skin_holder != SkinHolder::Auto
            && let Some(told) = format.skin_holder
        {
            scene.hold_skins(skin_holder);
            // What was decided and told is not done.
            losses.forget(told);
        }
        let version = opened.version();
        let meshes = OnceLock::new();
        let mut imported = Imported { scene, losses, format, version, opened, resources, meshes, begins: None };
        if imported.is_empty() {
            let mut losses = std::mem::take(&mut imported.losses);
            imported.tell_that_it_is_empty(&mut losses);
            imported.losses = losses;
        }
        Ok(imported)
    }

    /// The same file with another scene.
    pub(crate) fn with_scene(&self, scene: Scene) -> Imported {
        Imported {
            scene,
            losses: self.losses.clone(),
            format: self.format,
            version: self.version,
            opened: self.opened.clone(),
            resources: self.resources.clone(),
            meshes: OnceLock::new(),
            begins: self.begins.clone(),
        }
    }

    /// The scene as it is drawn and measured: exact solids are triangles, cut up once, at the usual tolerance.
    pub(crate) fn drawn(&self) -> &Scene {
        let made = self.meshes.get_or_init(|| {
            portolan_process::solids::any(&self.scene).then(|| {
                let mut scene = self.scene.clone();
                portolan_process::solids::triangles(&mut scene, None);
                Box::new(scene)
            })
        });
        made.as_deref().unwrap_or(&self.scene)
    }

    /// The same with solids and curves cut up within a tolerance in metres.
    pub(crate) fn drawn_within(&self, tolerance: f64) -> Scene {
        let mut scene = self.scene.clone();
        portolan_process::solids::triangles(&mut scene, Some(tolerance));
        let tolerance = Tolerance::metres(Some(tolerance), scene.space.metres);
        for geometry in &mut scene.geometries {
            if let Shape::Spline(spline) = &geometry.shape {
                geometry.shape = Shape::Mesh(curve_mesh(&curve(spline, tolerance)));
            }
        }
        scene
    }

    /// One of its documents, as written.
    pub(crate) fn tree(&self, document: u32) -> Option<&Tree> {
        self.opened.documents().get(document as usize).map(|(_, tree)| *tree)
    }

    /// Whether the scene has nothing to show, measure or convert.
    pub fn is_empty(&self) -> bool {
        self.scene.geometries.is_empty() && (self.scene.nodes.is_empty() || self.has_only_its_view())
    }

    /// Is the only thing in it the view and the black sky that every world has, whatever it holds?
    fn has_only_its_view(&self) -> bool {
        let scene = &self.scene;
        let [node] = scene.nodes.as_slice() else { return false };
        let document = self.opened.document();
        // The root and what holds all nodes; sensors and routes are something.
        let elements = document.map_or(0, |d| d.tree.nodes().filter(|n| n.is_element()).take(3).count());
        let root = document.map(|d| d.tree.root().map_or(0, |root| root.id().0));
        elements < 3
            && root == Some(node.meta.origin.element)
            && scene.cameras.len() == 1
            && scene.lights.is_empty()
            && scene.backgrounds.iter().all(|sky| root == Some(sky.meta.origin.element))
            && scene.animations.is_empty()
    }

    /// Where the document that was asked for was read from.
    pub fn location(&self) -> &str {
        self.opened.documents().first().map(|(location, _)| *location).unwrap_or_default()
    }

    /// The first element of the document that was asked for.
    pub fn first_element(&self) -> Origin {
        let element = self.tree(0).and_then(|tree| tree.nodes().find(|n| n.is_element())).map_or(0, |n| n.id().0);
        Origin { document: 0, element }
    }

    /// Where an object was written.
    pub fn written(&self, origin: Origin) -> Option<Written> {
        self.opened.written(origin)
    }
}
