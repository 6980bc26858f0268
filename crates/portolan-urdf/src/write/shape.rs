//! `<visual>`: what is seen of links, as COLLADA files beside the robot.

use hashbrown::HashMap;
use portolan_collada::raise::{Options, Pictures, Version, write as collada};
use portolan_scene::glam::DMat4;
use portolan_scene::{
    Drawable, Drawn, Fate, GeometryId, ImageId, Losses, MaterialId, Meta, Node, NodeId, Operation, Origin, Scene,
    Space, TextureSlot, Transform, UpAxis, View, ViewId,
};

use super::Robot;
use crate::codes;

impl<'a> Robot<'a> {
    /// Everything that is seen of a link, in one file.
    pub(super) fn visuals(&mut self, name: &str, seen: &[u32], world: DMat4) {
        let inner = world.inverse();
        let mut parts: Vec<(DMat4, &'a Drawn)> = Vec::new();
        let mut bent = false;
        for place in seen {
            let node = self.stage.placed.get(*place as usize).and_then(|p| self.scene.node(p.node));
            for drawn in node.into_iter().flat_map(|n| &n.drawn) {
                bent |= matches!(drawn.what, Drawable::Controller(_));
                parts.push((inner * self.now.world(*place), drawn));
            }
        }
        if bent {
            let message = format!("skinned or morphed shapes of `{name}` are written in their bind pose");
            self.losses.push(&codes::POSED, Fate::Approximated, Origin::default(), message);
        }
        if parts.is_empty() {
            return;
        }
        if let Some(file) = self.mesh_file(name, &parts) {
            self.out.open("visual").open("geometry").open("mesh").attribute("filename", &file);
            self.out.close().close().close();
        }
    }

    /// Writes shapes into a file beside the robot; gives its name.
    pub(super) fn mesh_file(&mut self, name: &str, parts: &[(DMat4, &Drawn)]) -> Option<String> {
        let scene = sub_scene(self.scene, parts)?;
        let job = self.job;
        let pictures =
            Pictures { read: &|location| job.picture(location), uri: &|reference, at| (job.uri)(reference, at) };
        let options = Options {
            version: Version::V1_4_1,
            name: format!("{}-{name}", job.conversion.name),
            names: job.conversion.names.clone(),
            ..Options::default()
        };
        let (output, losses) = collada(&scene, &pictures, &options);
        self.tell(losses);
        let mut files = output.files.into_iter();
        let (own, bytes) = files.next()?;
        self.beside.extend(files);
        match self.companions.data(&own, bytes) {
            Ok(placed) => Some(placed.name),
            Err(why) => {
                let message = format!("the mesh of `{name}` is not written: {why}");
                self.losses.push(&codes::SHAPE, Fate::Dropped, Origin::default(), message);
                None
            }
        }
    }

    /// What is told of a mesh file; ids and names are nobody's business here.
    fn tell(&mut self, losses: Losses) {
        for loss in losses.iter().filter(|l| l.fate == Fate::Dropped) {
            self.losses.push(loss.code, loss.fate, loss.origin, loss.message.clone());
        }
    }
}

/// A scene of these shapes alone, each where it stands.
fn sub_scene(scene: &Scene, parts: &[(DMat4, &Drawn)]) -> Option<Scene> {
    let mut made = Scene { space: Space { up: UpAxis::Z, ..Space::default() }, ..Scene::default() };
    let mut geometries: HashMap<GeometryId, GeometryId> = HashMap::new();
    let mut materials: HashMap<MaterialId, MaterialId> = HashMap::new();
    let mut images: HashMap<ImageId, ImageId> = HashMap::new();
    for (matrix, drawn) in parts {
        let base = match drawn.what {
            Drawable::Geometry(id) => id,
            Drawable::Controller(id) => scene.chain(Drawable::Controller(id))?.0,
        };
        let Some(geometry) = scene.geometry(base) else { continue };
        let id = *geometries.entry(base).or_insert_with(|| {
            made.geometries.push(geometry.clone());
            GeometryId(made.geometries.len() as u32 - 1)
        });
        let mut own = Drawn::new(Meta::default(), Drawable::Geometry(id));
        for binding in &drawn.materials {
            let mut binding = binding.clone();
            let Some(material) = scene.material(binding.material) else { continue };
            binding.material = *materials.entry(binding.material).or_insert_with(|| {
                let mut material = material.clone();
                material.base = None;
                let slots: Vec<TextureSlot> = material.textures().map(|(slot, _)| slot).collect();
                for slot in slots {
                    let Some(texture) = material.texture_mut(slot) else { continue };
                    let Some((old, image)) = texture.image.and_then(|i| scene.image(i).map(|image| (i, image))) else {
                        continue;
                    };
                    texture.image = Some(*images.entry(old).or_insert_with(|| {
                        made.images.push(image.clone());
                        ImageId(made.images.len() as u32 - 1)
                    }));
                }
                made.materials.push(material);
                MaterialId(made.materials.len() as u32 - 1)
            });
            own.materials.push(binding);
        }
        let rows = matrix.transpose().to_cols_array();
        let transforms = match matrix.abs_diff_eq(DMat4::IDENTITY, 1e-15) {
            true => Vec::new(),
            false => vec![Transform { sid: None, operation: Operation::Matrix(Box::new(rows)) }],
        };
        made.nodes.push(Node { transforms, drawn: vec![own], ..Node::default() });
    }
    let roots: Vec<NodeId> = (0..made.nodes.len() as u32).map(NodeId).collect();
    if roots.is_empty() {
        return None;
    }
    made.views.push(View { roots, ..View::default() });
    made.default_view = Some(ViewId(0));
    Some(made)
}
