//! What changes with time.

use crate::{
    AnimationId, CameraId, ColourSlot, ControllerId, CurveId, FormulaInstance, GeometryId, LightId, MaterialId,
    MechanismId, Meta, NodeId, PhysicsField, ScalarSlot, TextureSlot,
};

/// A function of time (seconds) with one or more values.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Names and origin.
    pub meta: Meta,
    /// Times, strictly increasing; at least one.
    pub keys: Vec<f64>,
    /// Values at a key, above zero.
    pub width: u32,
    /// Key after key, each `width` numbers.
    pub values: Vec<f64>,
    /// How the curve leaves each key.
    pub methods: Methods,
    /// How it arrives, if any method asks for it.
    pub in_tangents: Option<Tangents>,
    /// How it leaves, if any method asks for it.
    pub out_tangents: Option<Tangents>,
    /// Before the first key.
    pub before: Behaviour,
    /// Behind the last key.
    pub after: Behaviour,
}

impl Curve {
    /// A curve that runs straight from key to key and stays what it is before and behind them.
    pub fn linear(width: u32, keys: Vec<f64>, values: Vec<f64>) -> Curve {
        Curve {
            meta: Meta::default(),
            keys,
            width,
            values,
            methods: Methods::All(Interpolation::Linear),
            in_tangents: None,
            out_tangents: None,
            before: Behaviour::Constant,
            after: Behaviour::Constant,
        }
    }
}

/// Methods of the keys of a curve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Methods {
    /// The same for all.
    All(Interpolation),
    /// One for each key; the last one's is not used.
    Each(Vec<Interpolation>),
}

impl Methods {
    /// That of the segment behind a key.
    pub fn of(&self, key: usize) -> Interpolation {
        match self {
            Methods::All(method) => *method,
            Methods::Each(all) => all.get(key).copied().unwrap_or_default(),
        }
    }
}

/// How a curve runs from one key to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Interpolation {
    /// Straight.
    #[default]
    Linear,
    /// Cubic, tangents are control points (time, value).
    Bezier,
    /// Cubic, tangents are vectors (time, value).
    Hermite,
    /// Through the points, tangents from the neighbours.
    Cardinal,
    /// Uniform cubic B-spline: near the points.
    Bspline,
    /// Stays until the next key.
    Step,
    /// Four values are a quaternion that turns evenly, the shorter way round.
    Slerp,
}

/// Tangents of a curve, one for each key.
///
/// For Bézier segments they are control points, for Hermite segments vectors.
#[derive(Clone, PartialEq, Debug)]
pub struct Tangents {
    /// The time parts: empty when the document gives none (control points then lie at thirds of the segment, and vectors
    /// are as long as it), one for each key, or one for each value (key after key).
    pub times: Vec<f64>,
    /// Key after key, each as many as the curve's width.
    pub values: Vec<f64>,
}

/// What a curve does where it has no keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Behaviour {
    /// Not said: as [`Behaviour::Constant`].
    #[default]
    Undefined,
    /// Stays.
    Constant,
    /// Goes on straight.
    Gradient,
    /// Repeats.
    Cycle,
    /// Repeats there and back.
    Oscillate,
    /// Repeats from where it ended.
    CycleRelative,
}

/// Curves and what they drive, as the document groups them.
#[derive(Clone, Default, Debug)]
pub struct Animation {
    /// Names and origin.
    pub meta: Meta,
    /// Curves that stand in it, used by it or not.
    pub curves: Vec<CurveId>,
    /// What it drives.
    pub channels: Vec<Channel>,
    /// Animations within.
    pub children: Vec<AnimationId>,
    /// Is it within another one?
    pub nested: bool,
    /// Is it named by a clip, itself or through one it is in? Then it plays with the clip only.
    pub clipped: bool,
    /// When it begins (seconds on the scale of its keys); before, it is as it is then. `None`: with its first key.
    pub start: Option<f64>,
    /// When it ends; afterwards it is as it is then. `None`: with its last key.
    pub end: Option<f64>,
}

/// A curve and what it drives.
#[derive(Clone, PartialEq, Debug)]
pub struct Channel {
    /// The curve.
    pub curve: CurveId,
    /// Which of the curve's values is used first. Default 0.
    pub first: u32,
    /// What it drives.
    pub target: Target,
    /// What the curve's values are multiplied by. Default 1.
    pub factor: f64,
}

/// Something that can be driven. Values are in the units of the field that is named.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// Numbers of a transform ([`crate::Operation::values`]).
    Transform {
        /// The node.
        node: NodeId,
        /// Which of its transforms.
        transform: u32,
        /// Which numbers.
        part: Part,
    },
    /// Weights of a morph.
    Weight {
        /// The morph.
        controller: ControllerId,
        /// Which weights.
        part: Part,
    },
    /// A number of a camera.
    Camera {
        /// The camera.
        camera: CameraId,
        /// Which.
        field: CameraField,
    },
    /// Numbers of a light.
    Light {
        /// The light.
        light: LightId,
        /// Which.
        field: LightField,
        /// Which of them.
        part: Part,
    },
    /// A colour of a material.
    Colour {
        /// The material.
        material: MaterialId,
        /// Which colour.
        slot: ColourSlot,
        /// Which components.
        part: Part,
    },
    /// A number of a material.
    Scalar {
        /// The material.
        material: MaterialId,
        /// Which.
        slot: ScalarSlot,
    },
    /// How a texture is placed.
    Texture {
        /// The material.
        material: MaterialId,
        /// Which of its textures.
        slot: TextureSlot,
        /// What of it.
        field: TextureField,
    },
    /// Numbers of a step that changes texture coordinates ([`crate::TextureUse::steps`]).
    TextureStep {
        /// Whose texture.
        texture: TextureOwner,
        /// Which of its steps.
        step: u32,
        /// Which numbers.
        part: Part,
    },
    /// Is a node shown? Above one half: yes.
    Visibility {
        /// The node.
        node: NodeId,
    },
    /// Numbers of a stream of a mesh.
    Stream {
        /// The shape.
        geometry: GeometryId,
        /// Which of its streams.
        stream: u32,
        /// Which number of it, rows joined.
        part: Part,
    },
    /// Numbers of a physics scene.
    Physics {
        /// Which of the physics scenes.
        scene: u32,
        /// What of it.
        field: PhysicsField,
        /// Which numbers.
        part: Part,
    },
    /// The value of an axis of a mechanism: degrees, or a length.
    Freedom {
        /// The mechanism.
        mechanism: MechanismId,
        /// Which of its freedoms.
        freedom: u32,
    },
}

impl Target {
    /// Which numbers of its field it is; `None` where there is only one.
    pub fn part(&self) -> Option<Part> {
        match self {
            Target::Transform { part, .. }
            | Target::Weight { part, .. }
            | Target::Light { part, .. }
            | Target::Colour { part, .. }
            | Target::TextureStep { part, .. }
            | Target::Physics { part, .. }
            | Target::Stream { part, .. } => Some(*part),
            Target::Camera { .. }
            | Target::Scalar { .. }
            | Target::Texture { .. }
            | Target::Visibility { .. }
            | Target::Freedom { .. } => None,
        }
    }

    /// The same field, these numbers of it; a field of one number stays as it is.
    pub fn with_part(&self, new: Part) -> Target {
        let mut target = self.clone();
        match &mut target {
            Target::Transform { part, .. }
            | Target::Weight { part, .. }
            | Target::Light { part, .. }
            | Target::Colour { part, .. }
            | Target::TextureStep { part, .. }
            | Target::Physics { part, .. }
            | Target::Stream { part, .. } => *part = new,
            Target::Camera { .. }
            | Target::Scalar { .. }
            | Target::Texture { .. }
            | Target::Visibility { .. }
            | Target::Freedom { .. } => {}
        }
        target
    }
}

/// Whose texture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TextureOwner {
    /// A material.
    Material {
        /// The material.
        material: MaterialId,
        /// Which of its textures.
        slot: TextureSlot,
    },
    /// The picture that a light throws.
    Light(LightId),
}

/// Which of several numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// All, in order.
    All,
    /// The one at this place.
    At(u32),
}

/// A number of a camera.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CameraField {
    /// Horizontal angle (degrees) or half extent.
    X,
    /// Vertical angle (degrees) or half extent.
    Y,
    /// Width by height.
    Aspect,
    /// Nearest distance.
    Near,
    /// Farthest distance.
    Far,
}

/// A number of a light, or its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LightField {
    /// Three components.
    Colour,
    /// The factor on the colour.
    Intensity,
    /// Constant part of the attenuation.
    Constant,
    /// Linear part.
    Linear,
    /// Quadratic part.
    Quadratic,
    /// The whole angle of the cone in degrees.
    Angle,
    /// Power of the cosine.
    Exponent,
}

/// How a texture is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TextureField {
    /// First component of the offset.
    OffsetU,
    /// Second component of the offset.
    OffsetV,
    /// Degrees.
    Rotation,
    /// First factor.
    RepeatU,
    /// Second factor.
    RepeatV,
}

/// A section of animations with a name.
#[derive(Clone, Default, Debug)]
pub struct Clip {
    /// Names and origin.
    pub meta: Meta,
    /// Where it begins, in seconds of its animations.
    pub start: f64,
    /// Where it ends; `None`: where the longest of its animations ends.
    pub end: Option<f64>,
    /// What plays, with everything within.
    pub animations: Vec<AnimationId>,
    /// What is computed while it plays.
    pub formulas: Vec<FormulaInstance>,
    /// Pictures for each second that it was made for.
    pub rate: Option<f64>,
    /// Its number, where the document counts clips.
    pub number: Option<u32>,
    /// Does it wait for something to happen, so that it does not play unless it is asked for?
    pub waits: bool,
}
