//! What a scene means, free of any file format.
//!
//! A [`Scene`] is plain data: lists of objects that refer to each other by index. Every object says where it came from
//! ([`Meta`], [`Origin`]). `SPEC.md` beside this crate describes the model; [`Scene::check`] tells whether a scene keeps
//! to it, and every scene that leaves a reader does.
//!
//! - Lengths are in the unit of [`Scene::space`], axes are those of [`Scene::space`], angles are degrees, times seconds,
//!   systems right-handed. Numbers stay as the document gave them; [`Space::to_si`] is the one matrix that leads to
//!   metres with the Y axis up.
//! - Nodes form a graph without cycles: a node may be placed several times through [`Node::instances`].
//! - Vertex data is single precision, everything else double.

// Tests compare with what the standard library says.
#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod animation;
mod attenuation;
pub mod brep;
mod camera;
mod check;
mod colour_space;
mod content;
mod controller;
mod formula;
mod frame;
mod ids;
mod image;
mod kinematics;
mod light;
mod loss;
mod made;
mod material;
mod mesh;
mod meta;
mod node;
mod opacity;
mod physical;
mod physics;
mod precision;
mod role;
mod skin_holder;
mod space;
mod spline;
mod surroundings;
pub mod turn;
mod used;

pub use animation::{
    Animation, Behaviour, CameraField, Channel, Clip, Curve, Interpolation, LightField, Methods, Part, Tangents,
    Target, TextureField, TextureOwner,
};
pub use attenuation::{Attenuation, Fading, Input as AttenuationInput};
pub use camera::{Camera, Projection};
pub use check::Fault;
pub use colour_space::{Primaries, decode_srgb, encode_srgb};
pub use content::{Content, Holder, Item};
pub use controller::{Base, Bent, Controller, Deformer, Influence, Morph, MorphMethod, Skin, SkinNormals, TargetName};
pub use formula::{Binding, Constant, Expression, Formula, FormulaInstance, Function, Parameter};
pub use frame::{Frame, Moved};
pub use ids::*;
pub use image::{Filter, Image, Pixels, Sampler, Wrap};
pub use kinematics::{
    Bound, Foot, Frames, Freedom, FreedomKind, Link, Loop, Manipulator, Mechanism, MechanismFormula, MechanismJoint,
    Motion, Offset, Place,
};
pub use light::{Faded, Light, LightKind, Reach};
pub use loss::{Fate, Loss, Losses};
pub use made::{Justify, Letters, Made, Sweep};
pub use material::{
    Bump, Colour, ColourSlot, Fed, Material, Opaque, Scalar, ScalarSlot, Shading, Source, Swizzle, TextureUse,
    UvTransform, encode_light,
};
pub use mesh::{Appearance, Attribute, Geometry, Input, Mesh, Primitive, PrimitiveKind, Semantic, Shape, Stream};
pub use meta::{Aside, Asset, Contributor, Extra, GeographicLocation, Kept, Meta, Origin, PartName};
pub use node::{
    Drawable, Drawn, Evaluation, Joint, Layers, Level, MaterialBinding, Node, NodeInstance, Operation, Rendering,
    Skeleton, SkinSpace, Transform, View,
};
pub use opacity::Opacity;
pub use physical::{Amount, Physical, Spectrum, TextureSlot};
pub use physics::{
    Attachment, Body, BodyFrame, Collider, Constraint, Contact, End, Form, LOCKED, Limit, PhysicsField,
    PhysicsMaterial, PhysicsScene, Spring, SpringNumber,
};
pub use precision::{any_needs_double, needs_double};
pub use role::Role;
pub use skin_holder::SkinHolder;
pub use space::{Direction, SourceSpace, Space, UpAxis};
pub use spline::{Segment, Spline};
pub use surroundings::{Background, Fog, FogKind, Rings};

use std::collections::BTreeMap;

/// The mathematics that the fields are made of.
pub use glam;

/// Everything a document means.
#[derive(Clone, Default, Debug)]
pub struct Scene {
    /// Unit and axes of all numbers.
    pub space: Space,
    /// The space that it was in before it was written to a format with a fixed one.
    pub source_space: Option<SourceSpace>,
    /// Are colours of materials amounts of light that pictures show encoded as sRGB? glTF says so; the numbers of formats
    /// that do not say it are shown as they are.
    pub encoded_for_screens: bool,
    /// Is there no doubt which way opacity counts? Exporters of COLLADA mistake it; nobody does in worlds.
    pub opacity_is_certain: bool,
    /// About the document as a whole.
    pub asset: Asset,
    /// All nodes, of all views and libraries.
    pub nodes: Vec<Node>,
    /// Shapes.
    pub geometries: Vec<Geometry>,
    /// What bends shapes.
    pub controllers: Vec<Controller>,
    /// Surfaces.
    pub materials: Vec<Material>,
    /// Pictures.
    pub images: Vec<Image>,
    /// Cameras.
    pub cameras: Vec<Camera>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Functions of time.
    pub curves: Vec<Curve>,
    /// What curves drive, as the document groups it.
    pub animations: Vec<Animation>,
    /// Named sections of animations.
    pub clips: Vec<Clip>,
    /// Functions of parameters.
    pub formulas: Vec<Formula>,
    /// Formulas that always hold, because no clip computes them and they say themselves what they read and drive.
    pub standing: Vec<FormulaInstance>,
    /// Skies, grounds and panoramas.
    pub backgrounds: Vec<Background>,
    /// Fogs.
    pub fogs: Vec<Fog>,
    /// Links that joints hold together, and the nodes that they move.
    pub mechanisms: Vec<Mechanism>,
    /// Bodies that are simulated together, each list apart from the others.
    pub physics: Vec<PhysicsScene>,
    /// What can be looked at: root nodes that belong together.
    pub views: Vec<View>,
    /// The view to show first.
    pub default_view: Option<ViewId>,
    /// What the document calls fields of objects, so that their addresses stay as they are; transforms say it themselves.
    pub field_names: BTreeMap<Target, Box<str>>,
    /// What belongs to the document as a whole.
    pub aside: Aside,
}
