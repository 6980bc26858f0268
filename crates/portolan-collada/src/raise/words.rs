//! Kinematics and physics in the words of COLLADA, for formats that carry them without words of their own.

use hashbrown::HashSet;
use portolan_scene::{Content, Form, GeometryId, Kept, Losses, NodeId, Origin, Scene, Target};
use portolan_syntax::xml;

use super::{Options, Pictures, Raise, Version, fragment, kinematics, physics};

/// Does a scene have mechanisms or bodies that no words are kept of?
pub fn lacks_words(scene: &Scene) -> bool {
    kinematics::is_raised(scene) || physics::is_raised(scene)
}

/// Says the mechanisms and bodies of a scene in words of COLLADA 1.5, unless they are kept in the words of a document. Nodes
/// and shapes that the words name get ids, transforms that axes drive get SIDs.
pub fn say_words(scene: &mut Scene) {
    if !lacks_words(scene) {
        return;
    }
    let whole = scene.physics.clone();
    forget_hidden(scene);
    let options = Options { version: Version::V1_5_0, ..Options::default() };
    let pictures = Pictures { read: &|_| Err(String::new()), uri: &|_, _| None };
    let (text, given) = {
        let mut raise = Raise::new(scene, &options, &pictures, Losses::default());
        raise.moving_words();
        let given = Given::of(scene, &raise);
        (raise.out.finish(), given)
    };
    given.put(scene);
    scene.physics = whole;
    let (tree, _) = xml::parse_text(text);
    let Some(root) = tree.root() else { return };
    for child in root.elements() {
        let (place, parts) = match child.local_name() {
            "scene" => ("scene", child.elements().collect()),
            _ => ("", vec![child]),
        };
        for part in parts {
            let name = part.local_name();
            let what = if name.contains("physics") { Content::Physics } else { Content::Kinematics };
            scene.aside.kept.push(Kept {
                format: crate::FORMAT.id,
                version: options.version.name(),
                place: place.into(),
                name: name.into(),
                content: tree.slice(part.span()).into(),
                origin: Origin::default(),
                what,
            });
        }
    }
}

/// Leaves out shapes of bodies that nothing shows: formats of what is seen do not have them, and the words cannot name them.
fn forget_hidden(scene: &mut Scene) {
    let drawn = scene.nodes.iter().flat_map(|n| &n.drawn).filter_map(|d| scene.chain(d.what));
    let shown: HashSet<GeometryId> = drawn.map(|(id, _)| id).collect();
    for body in scene.physics.iter_mut().flat_map(|p| &mut p.bodies) {
        body.colliders.retain(|collider| match collider.form {
            Form::Geometry(id) => shown.contains(&id),
            _ => true,
        });
    }
}

/// Names that the words rely on.
struct Given {
    nodes: Vec<(usize, Box<str>)>,
    geometries: Vec<(usize, Box<str>)>,
    transforms: Vec<(NodeId, u32, Box<str>)>,
}

impl Given {
    fn of(scene: &Scene, raise: &Raise<'_>) -> Given {
        let named = |list: &[Option<Box<str>>], place: usize| Some((place, list.get(place)?.clone()?));
        let (feet, driven) = kinematics::wanted(scene);
        let mut nodes: Vec<usize> = feet.into_iter().chain(physics::wanted(scene)).map(NodeId::index).collect();
        let mut transforms = Vec::new();
        for target in driven {
            let Target::Transform { node, transform, .. } = target else { continue };
            nodes.push(node.index());
            transforms.extend(raise.addresses.transform_sid(node, transform).map(|sid| (node, transform, sid.into())));
        }
        let shapes = physics::shapes(scene);
        Given {
            nodes: nodes.into_iter().filter_map(|n| named(&raise.ids.nodes, n)).collect(),
            geometries: shapes.filter_map(|id| named(&raise.ids.geometries, id.index())).collect(),
            transforms,
        }
    }

    fn put(self, scene: &mut Scene) {
        for (place, id) in self.nodes {
            scene.nodes.get_mut(place).into_iter().for_each(|n| n.meta.id = Some(id.clone()));
        }
        for (place, id) in self.geometries {
            scene.geometries.get_mut(place).into_iter().for_each(|g| g.meta.id = Some(id.clone()));
        }
        for (node, transform, sid) in self.transforms {
            let steps = scene.nodes.get_mut(node.index()).map(|n| &mut n.transforms);
            let step = steps.and_then(|steps| steps.get_mut(transform as usize));
            step.into_iter().for_each(|step| step.sid = Some(sid.clone()));
        }
    }
}

impl Raise<'_> {
    /// A document of kinematics and physics alone.
    fn moving_words(&mut self) {
        self.out.open("COLLADA");
        let robots = self.name_robots();
        let bodies = self.name_bodies();
        self.kinematics(&robots);
        self.physics(&bodies);
        self.out.open("scene");
        for (id, _) in &bodies.scenes {
            self.out.open("instance_physics_scene").attribute("url", &fragment(id)).close();
        }
        self.kinematics_instances(&robots);
        self.out.close().close();
    }
}
