//! Rigid bodies: what they weigh, what they collide with, and what holds them together.

mod check;
mod field;
mod frame;

pub use field::{PhysicsField, SpringNumber};

use crate::glam::DMat4;
use crate::{GeometryId, Meta, NodeId, Origin, Transform};

/// Bodies that are simulated together, apart from those of other physics scenes.
///
/// Numbers are those of the document: lengths in its unit, kilograms, seconds; limits are degrees, turning is radians a
/// second.
#[derive(Clone, Default, Debug)]
pub struct PhysicsScene {
    /// Names and origin.
    pub meta: Meta,
    /// The acceleration of everything that falls.
    pub gravity: Option<[f64; 3]>,
    /// Seconds of one step of the simulation, above zero; `None` leaves it to whoever simulates.
    pub step: Option<f64>,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// What holds bodies together.
    pub constraints: Vec<Constraint>,
    /// Fields of force, by their names alone: no profile says what they do.
    pub force_fields: Vec<Meta>,
}

/// A body that moves without changing its form: one instance, with everything that the instance changes.
#[derive(Clone, Debug)]
pub struct Body {
    /// Names and origin of the body.
    pub meta: Meta,
    /// The id of the model that it is of.
    pub model: Option<Box<str>>,
    /// The SID of its instance.
    pub instance: Option<Box<str>>,
    /// What the instances of models around it are called, outermost first.
    pub around: Vec<Box<str>>,
    /// The node that it moves.
    pub node: Option<NodeId>,
    /// Where its own space is at the start.
    pub frame: BodyFrame,
    /// Do forces move it? Otherwise it follows its node.
    pub dynamic: bool,
    /// Its mass, not below zero; `None` is that of its shapes.
    pub mass: Option<f64>,
    /// The moments of inertia about the axes of the mass frame, none below zero. They count only if the mass is given.
    pub inertia: Option<[f64; 3]>,
    /// The centre of mass, and how the principal axes are turned, in the space of the body.
    pub mass_frame: Option<Vec<Transform>>,
    /// Its surface, where a shape has none of its own.
    pub material: Option<PhysicsMaterial>,
    /// Its shapes.
    pub colliders: Vec<Collider>,
    /// Its velocity at the start.
    pub velocity: [f64; 3],
    /// How it turns at the start: the axis, as long as radians a second.
    pub angular_velocity: [f64; 3],
}

impl Body {
    /// A body without shapes that stands in the world and moves no node.
    pub fn new(meta: Meta) -> Body {
        Body {
            meta,
            model: None,
            instance: None,
            around: Vec::new(),
            node: None,
            frame: BodyFrame::Target,
            dynamic: true,
            mass: None,
            inertia: None,
            mass_frame: None,
            material: None,
            colliders: Vec::new(),
            velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
        }
    }

    /// What to call it: its SID, else its name or id.
    pub fn label(&self) -> &str {
        self.meta.sid.as_deref().or(self.meta.label()).unwrap_or("body")
    }

    /// The surface of one of its shapes.
    pub fn material_of(&self, collider: &Collider) -> Contact {
        let own = collider.material.as_ref().or(self.material.as_ref());
        own.map(|material| material.contact).unwrap_or_default()
    }
}

/// Where the space of a body is at the start.
#[derive(Clone, PartialEq, Debug)]
pub enum BodyFrame {
    /// Where the node is that it moves; in the world if it moves none.
    Target,
    /// Where another node is, and from there.
    Parent(NodeId, Vec<Transform>),
}

/// How a surface behaves in contact, with its names.
#[derive(Clone, Default, Debug)]
pub struct PhysicsMaterial {
    /// Names and origin.
    pub meta: Meta,
    /// How it behaves.
    pub contact: Contact,
}

/// How a surface behaves in contact.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Contact {
    /// The coefficient of friction of surfaces at rest.
    pub static_friction: f64,
    /// The coefficient of friction of surfaces that slide.
    pub dynamic_friction: f64,
    /// The share of the energy that an impact gives back.
    pub restitution: f64,
}

/// A shape of a body.
#[derive(Clone, Debug)]
pub struct Collider {
    /// Where it was written.
    pub origin: Origin,
    /// Is the mass on the surface only?
    pub hollow: bool,
    /// Its mass; it counts more than the density.
    pub mass: Option<f64>,
    /// Mass of a unit of volume, or of area if it is hollow; 1 if neither is said.
    pub density: Option<f64>,
    /// Its own surface.
    pub material: Option<PhysicsMaterial>,
    /// From the shape to the body: turns and translations.
    pub transforms: Vec<Transform>,
    /// What it is.
    pub form: Form,
}

impl Collider {
    /// A solid shape at the origin of its body.
    pub fn new(form: Form) -> Collider {
        let origin = Origin::default();
        Collider { origin, hollow: false, mass: None, density: None, material: None, transforms: Vec::new(), form }
    }

    /// From the shape to the body.
    pub fn matrix(&self) -> DMat4 {
        Transform::product(&self.transforms)
    }
}

/// What a shape is, around its own origin. Sizes are above zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// A box, by half of its extents; one of them may be zero.
    Box([f64; 3]),
    /// A ball.
    Sphere(f64),
    /// Everything on one side of a plane, Ax + By + Cz + D = 0; the normal points out of it.
    Plane([f64; 4]),
    /// A cylinder along y.
    Cylinder {
        /// Its length.
        height: f64,
        /// Its radii along x and z.
        radii: [f64; 2],
    },
    /// A cylinder along y whose radii change from one end to the other; one of them may be zero.
    TaperedCylinder {
        /// Its length.
        height: f64,
        /// The radii along x and z at the end of +y.
        top: [f64; 2],
        /// The same at the other end.
        bottom: [f64; 2],
    },
    /// A cylinder along y with half an ellipsoid on both ends.
    Capsule {
        /// The distance of the centres of both caps; it may be zero.
        height: f64,
        /// The radii along x, y and z; y is that of the caps.
        radii: [f64; 3],
    },
    /// Everything between two ellipsoids along y.
    TaperedCapsule {
        /// The distance of their centres; it may be zero.
        height: f64,
        /// The radii along x and z of the ellipsoid at +y.
        top: [f64; 2],
        /// The same of the other one.
        bottom: [f64; 2],
    },
    /// A shape of the scene: its mesh, or the hull of its points if the mesh is convex.
    Geometry(GeometryId),
}

/// What keeps two bodies together: how far they may move and turn against each other.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Names and origin.
    pub meta: Meta,
    /// What limits are measured from, and what is held.
    pub ends: [Attachment; 2],
    /// Does it act?
    pub enabled: bool,
    /// May the two bodies overlap?
    pub interpenetrate: bool,
    /// How far the second frame may be from the first one, along its axes.
    pub linear: [Limit; 3],
    /// How far it may be turned, in degrees: x and y are the swing, z is the twist.
    pub angular: [Limit; 3],
    /// What pulls along: towards a distance.
    pub linear_spring: Option<Spring>,
    /// What turns: towards an angle in degrees.
    pub angular_spring: Option<Spring>,
}

/// The least and the largest value; `None` is no limit.
pub type Limit = [Option<f64>; 2];

/// Allows nothing.
pub const LOCKED: Limit = [Some(0.0), Some(0.0)];

/// One end of a constraint.
#[derive(Clone, Default, Debug)]
pub struct Attachment {
    /// What it is fixed to.
    pub to: End,
    /// What the document calls that.
    pub called: Option<Box<str>>,
    /// From there to the frame of the constraint.
    pub transforms: Vec<Transform>,
}

impl Attachment {
    /// From what it is fixed to, to the frame of the constraint.
    pub fn matrix(&self) -> DMat4 {
        Transform::product(&self.transforms)
    }
}

/// What an end of a constraint is fixed to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum End {
    /// The world.
    #[default]
    World,
    /// A body of the same physics scene.
    Body(u32),
    /// A node.
    Node(NodeId),
}

/// A spring.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spring {
    /// Force for a distance, or for a degree.
    pub stiffness: f64,
    /// Force against the speed.
    pub damping: f64,
    /// Where it rests.
    pub target: f64,
}

impl Default for Spring {
    fn default() -> Spring {
        Spring { stiffness: 1.0, damping: 0.0, target: 0.0 }
    }
}
