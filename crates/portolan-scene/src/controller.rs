//! What bends shapes: skins and morphs.

use glam::DMat4;

use crate::{Appearance, ControllerId, Drawable, Drawn, GeometryId, Meta, Scene, Shape};

/// Something that bends a shape.
#[derive(Clone, Debug)]
pub struct Controller {
    /// Names and origin.
    pub meta: Meta,
    /// What it bends.
    pub base: Base,
    /// How.
    pub deformer: Deformer,
}

/// What a controller bends. Controllers form chains without cycles; the shape's end is computed first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    /// A shape.
    Geometry(GeometryId),
    /// What another controller gives.
    Controller(ControllerId),
}

/// A shape with one morph and one skin at most; see [`Scene::bent`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bent {
    /// The shape.
    pub geometry: GeometryId,
    /// What bends it first.
    pub morph: Option<ControllerId>,
    /// What bends it then.
    pub skin: Option<ControllerId>,
}

impl Scene {
    /// How something drawn is shown: as it says itself, else as its shape does.
    pub fn appearance(&self, drawn: &Drawn) -> Appearance {
        let shape = self.chain(drawn.what).and_then(|(id, _)| self.geometry(id));
        drawn.appearance.or(shape.map_or_else(Appearance::default, |g| g.appearance))
    }

    /// Is something drawn to be seen? Its node may be hidden all the same.
    pub fn is_visible(&self, drawn: &Drawn) -> bool {
        match drawn.appearance.visible {
            Some(visible) => visible,
            None => self.appearance(drawn).visible != Some(false),
        }
    }

    /// The shape behind something drawn, and the controllers that bend it, outermost first; `None` if it leads nowhere.
    pub fn chain(&self, what: Drawable) -> Option<(GeometryId, Vec<(ControllerId, &Controller)>)> {
        let mut found = Vec::new();
        let mut next = match what {
            Drawable::Geometry(id) => Base::Geometry(id),
            Drawable::Controller(id) => Base::Controller(id),
        };
        loop {
            match next {
                Base::Geometry(id) => return Some((id, found)),
                // Longer than there are controllers would be a circle.
                Base::Controller(_) if found.len() > self.controllers.len() => return None,
                Base::Controller(id) => {
                    let controller = self.controller(id)?;
                    found.push((id, controller));
                    next = controller.base;
                }
            }
        }
    }

    /// The shape behind something drawn with the one morph and the one skin that most formats know, which bends what the
    /// morph gives, and the controllers that are too many for that, outermost first. Of several the one nearest to the
    /// shape counts. `None` if it leads nowhere.
    pub fn bent(&self, what: Drawable) -> Option<(Bent, Vec<&Controller>)> {
        let (geometry, controllers) = self.chain(what)?;
        let (mut morph, mut skin, mut others) = (None, None, Vec::new());
        for (id, controller) in controllers {
            let (slot, wrong) = match &controller.deformer {
                Deformer::Skin(_) => (&mut skin, morph.is_some()),
                Deformer::Morph(_) => (&mut morph, false),
            };
            if slot.replace(id).is_some() || wrong {
                others.push(controller);
            }
        }
        Some((Bent { geometry, morph, skin }, others))
    }

    /// Number of vertices of the shape that a controller bends; 0 if that is no mesh.
    pub fn bent_vertices(&self, id: ControllerId) -> usize {
        let shape = self.chain(Drawable::Controller(id)).and_then(|(geometry, _)| self.geometry(geometry));
        match shape.map(|g| &g.shape) {
            Some(Shape::Mesh(mesh)) => mesh.vertex_count(),
            _ => 0,
        }
    }
}

/// How a controller bends.
#[derive(Clone, Debug)]
pub enum Deformer {
    /// With joints.
    Skin(Skin),
    /// Towards other shapes.
    Morph(Morph),
}

/// Binds vertices to joints: `Σ wᵢ · Jᵢ · Bᵢ · S · v` with the bind shape matrix `S`, the inverse bind matrix `Bᵢ` and
/// the joint matrix `Jᵢ` = (world of the skeleton's root)⁻¹ · (world of the joint); weights sum to 1.
#[derive(Clone, Debug)]
pub struct Skin {
    /// `S`.
    pub bind_shape: DMat4,
    /// What each joint is called in the document.
    pub joints: Vec<Box<str>>,
    /// `B`, one for each joint.
    pub inverse_binds: Vec<DMat4>,
    /// How many influences each vertex has.
    pub counts: Vec<u32>,
    /// Vertex after vertex.
    pub influences: Vec<Influence>,
    /// What happens to normals.
    pub normals: SkinNormals,
}

impl Skin {
    /// The influences of each vertex, one vertex after the other.
    pub fn vertices(&self) -> impl Iterator<Item = &[Influence]> {
        let mut rest = self.influences.as_slice();
        self.counts.iter().map(move |count| {
            let (mine, behind) = rest.split_at(rest.len().min(*count as usize));
            rest = behind;
            mine
        })
    }

    /// Does an influence have a joint?
    pub fn has_joint(&self, influence: &Influence) -> bool {
        influence.joint.is_some_and(|j| (j as usize) < self.inverse_binds.len())
    }

    /// Is there, in a shape of so many vertices, something that no joint holds? That stays where the bind shape puts it.
    pub fn has_loose(&self, vertices: usize) -> bool {
        let is_loose = |mine: &[Influence]| Influence::total(mine).is_none() || !mine.iter().all(|i| self.has_joint(i));
        self.counts.len() < vertices || self.vertices().any(is_loose)
    }
}

impl Influence {
    /// The weight; what is no number is nothing.
    pub fn strength(&self) -> f64 {
        if self.weight.is_finite() { f64::from(self.weight) } else { 0.0 }
    }

    /// What the weights of a vertex sum to; `None` if that is too little to hold it.
    pub fn total(influences: &[Influence]) -> Option<f64> {
        let sum: f64 = influences.iter().map(Influence::strength).sum();
        (sum > 1e-12).then_some(sum)
    }
}

/// What a skin does to normals. The two agree where one joint holds a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SkinNormals {
    /// The inverse transpose of the mixture of the joints' matrices: normals stay at right angles to the surface.
    #[default]
    OfMixture,
    /// The mixture of the inverse transposes of the joints' matrices.
    Mixed,
}

/// One joint's hold on a vertex.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Influence {
    /// The joint; `None` holds the vertex in the bind shape: `S · v`.
    pub joint: Option<u32>,
    /// As the document gives it; weights of a vertex are made to sum to 1 when they are used.
    pub weight: f32,
}

/// Mixes a shape with others of the same number of vertices.
#[derive(Clone, Default, Debug)]
pub struct Morph {
    /// How.
    pub method: MorphMethod,
    /// Towards which.
    pub targets: Vec<GeometryId>,
    /// How much, one for each target.
    pub weights: Vec<f64>,
    /// For [`MorphMethod::Sum`], the target that each is a difference from; one for each target, or none at all.
    pub bases: Vec<Option<u32>>,
    /// What the document calls each target, where it does not by the names of shapes; one for each target, or none at all.
    pub called: Vec<TargetName>,
}

/// What a document calls a target of a [`Morph`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TargetName {
    /// Its number. Numbers may have gaps.
    pub number: u32,
    /// Its name for people.
    pub name: Option<Box<str>>,
}

impl crate::Scene {
    /// What a target of a morph is called: as its document says, else as its shape.
    pub fn target_name<'a>(&'a self, morph: &'a Morph, target: usize) -> Option<&'a str> {
        match morph.called.get(target) {
            Some(called) => called.name.as_deref(),
            None => self.geometry(*morph.targets.get(target)?)?.meta.label(),
        }
    }
}

/// How shapes are mixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MorphMethod {
    /// `(1 − Σw)·base + Σ w·target`.
    #[default]
    Normalized,
    /// `base + Σ w·target`: targets are differences.
    Relative,
    /// `Σ w·target`, or `Σ w·(target − its base)` for a target that has one ([`Morph::bases`]). The shape itself counts
    /// only as far as it is one of the targets; what a target lacks it has from the shape. With no finite weight at
    /// all the shape stays.
    Sum,
}
