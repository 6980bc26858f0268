//! Metrics: what the numbers of the file mean.

use portolan_scene::{Fate, Node, Operation, Origin, Primaries, Transform, UpAxis};
use portolan_syntax::ddl::Structure;

use super::{Raise, Version, codes, single};

impl<'a> Raise<'a> {
    /// All metrics that are not as they would be without.
    pub fn metrics(&mut self) -> Vec<Structure<'a>> {
        let space = &self.scene.space;
        let metric =
            |key: &'static str, value: Structure<'a>| Structure::new("Metric").property("key", key).with(value);
        let mut all = vec![
            metric("distance", Structure::data(single(space.metres))),
            metric("angle", Structure::data(single(1f64.to_radians()))),
            metric("time", Structure::data(1.0f32)),
            // What is turned stands on Y.
            metric("up", Structure::text(if space.up == UpAxis::Z { "z" } else { "y" })),
        ];
        if let Some(forward) = space.forward
            && self.since(Version::V2_0, "the forward direction", Origin::default())
        {
            all.push(metric("forward", Structure::text(forward.word())));
        }
        if self.primaries() != Primaries::SRGB {
            let Primaries { red, green, blue, white } = self.primaries();
            for (key, at) in [("red", red), ("green", green), ("blue", blue), ("white", white)] {
                all.push(metric(key, Structure::arrays(2, at.map(single))));
            }
        }
        all
    }

    /// The colours that are written: those of the document, where the version can say so.
    pub fn primaries(&self) -> Primaries {
        if self.options.version >= Version::V3_0 { self.scene.space.primaries } else { Primaries::SRGB }
    }

    /// Everything below a node that brings X up to Y up.
    pub fn turned(&mut self, nodes: Vec<Structure<'a>>) -> Structure<'a> {
        let message = "the X axis points up; the scene is put below a node that rotates it";
        self.losses.push(&codes::UP_AXIS, Fate::Baked, Origin::default(), message);
        let turn = Transform { sid: None, operation: Operation::Rotate([0.0, 0.0, 1.0, 90.0]) };
        let whole = Node { transforms: vec![turn], ..Node::default() };
        debug_assert!(whole.matrix().abs_diff_eq(portolan_scene::glam::DMat4::from_mat3(UpAxis::X.to_y_up()), 1e-12));
        let name = self.names.new_name(Some("y_up"), "root");
        let rotation = Structure::new("Rotation").property("kind", "z").with(Structure::data(90.0f32));
        Structure::new("Node").global(name).with(rotation).with_all(nodes)
    }
}
