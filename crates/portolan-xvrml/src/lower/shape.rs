//! `Shape`: a geometry and what covers it.

use portolan_scene::{Drawable, Drawn, Fate, MaterialBinding, Node as Placed, NodeId, Semantic};

use super::material::{Key, Lines};
use super::{Lower, codes};
use crate::world::NodeId as WorldId;

/// What a surface is called in its shape.
pub(super) const SYMBOL: &str = "surface";

/// What texture coordinates are called.
pub(super) const COORDINATES: &str = "texcoord0";

/// What the surface of a shape needs of its geometry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Needs {
    /// Texture coordinates.
    pub texture: bool,
    /// Colours of its own.
    pub colours: bool,
}

impl Lower<'_> {
    /// A shape; one without geometry is an empty node.
    // Apart from what calls itself, so that deep worlds need little stack.
    #[inline(never)]
    pub(super) fn shape(&mut self, id: WorldId) -> NodeId {
        let meta = self.meta(id);
        let made = self.push(Placed { meta, ..Placed::default() });
        let Some(geometry) = self.world.nodes_in(id, "geometry").first().copied() else { return made };
        let (mut material, mut texture) = (None, None);
        for node in self.world.nodes_in(id, "appearance").to_vec() {
            match self.world.kind(node) {
                "Material" => material = material.or(Some(node)),
                "Texture" => texture = texture.or(Some(node)),
                kind => {
                    let message = format!("a `{kind}` is not allowed in an appearance");
                    self.lose(&codes::MISPLACED, Fate::Dropped, node, message);
                }
            }
        }
        let kind = self.world.kind(geometry);
        let lines = matches!(kind, "IndexedLineSet" | "PointSet");
        // Lines and points have no texture.
        let picture = texture.filter(|_| !lines).and_then(|t| self.picture(t));
        let written = !self.world.floats(geometry, "color").is_empty();
        let replaced = picture.as_ref().is_some_and(|p| !p.grey);
        if written && replaced {
            let message = format!("a colour texture replaces the colours of `{}`", self.label(geometry));
            self.lose(&codes::COLOURS, Fate::Noted, geometry, message);
        }
        let needs = Needs { texture: picture.is_some(), colours: written && !replaced };
        let Some(shape) = self.geometry(geometry, needs) else { return made };
        let lines = if lines { Lines::Yes } else { Lines::No };
        let alphas = self.world.floats(geometry, "color").as_chunks::<4>().0.iter().map(|[.., a]| *a);
        let faint = needs.colours && alphas.into_iter().any(|a| a < 1.0);
        let key = Key { material, texture: texture.filter(|_| needs.texture), colours: needs.colours, faint, lines };
        let surface = self.material(key, picture.as_ref(), id);
        let inputs = match needs.texture {
            true => vec![(COORDINATES.into(), Semantic::TexCoord, Some(0))],
            false => Vec::new(),
        };
        let mut drawn = Drawn::new(self.beside(id), Drawable::Geometry(shape));
        drawn.materials =
            vec![MaterialBinding { symbol: SYMBOL.into(), material: surface, inputs, meta: self.beside(id) }];
        if let Some(node) = self.scene.nodes.get_mut(made.index()) {
            node.drawn = vec![drawn];
        }
        made
    }
}
