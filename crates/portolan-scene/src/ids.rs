//! Indices into the lists of a scene.

use crate::{
    Animation, Background, Camera, Clip, Controller, Curve, Fog, Formula, Geometry, Image, Light, Material, Mechanism,
    Node, Scene, View,
};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $item:ident = $one:ident of $all:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The place in the list.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The index of the next object that is put into a list of this length.
            pub fn next(list: &[$item]) -> $name {
                $name(u32::try_from(list.len()).unwrap_or(u32::MAX))
            }
        }

        impl Scene {
            /// The object with this index, if there is one.
            pub fn $one(&self, id: $name) -> Option<&$item> {
                self.$all.get(id.index())
            }
        }
    )+};
}

ids! {
    /// A node.
    NodeId: Node = node of nodes;
    /// A shape.
    GeometryId: Geometry = geometry of geometries;
    /// A controller.
    ControllerId: Controller = controller of controllers;
    /// A material.
    MaterialId: Material = material of materials;
    /// A picture.
    ImageId: Image = image of images;
    /// A camera.
    CameraId: Camera = camera of cameras;
    /// A light.
    LightId: Light = light of lights;
    /// A curve.
    CurveId: Curve = curve of curves;
    /// An animation.
    AnimationId: Animation = animation of animations;
    /// A clip.
    ClipId: Clip = clip of clips;
    /// A formula.
    FormulaId: Formula = formula of formulas;
    /// A background.
    BackgroundId: Background = background of backgrounds;
    /// A fog.
    FogId: Fog = fog of fogs;
    /// A mechanism.
    MechanismId: Mechanism = mechanism of mechanisms;
    /// A view.
    ViewId: View = view of views;
}
