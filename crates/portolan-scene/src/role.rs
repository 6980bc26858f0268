//! What a node does beside placing what is below it.

use crate::NodeId;

/// What a node does beside placing what is below it. What a scene shows is decided already: the transforms and the hidden
/// nodes are those of the moment at which it was read, seen from its first camera. This tells how that was decided, for
/// whoever moves the camera and for formats that know the same.
#[derive(Clone, PartialEq, Debug)]
pub enum Role {
    /// Its +Z is turned to the viewer. The first transform is the turn.
    Billboard {
        /// About this axis; zero turns all the way, with +Y up in the view.
        axis: [f64; 3],
    },
    /// Of its children one is shown, by the distance of the viewer.
    Levels {
        /// From where distances count.
        centre: [f64; 3],
        /// Distances, in its own unit, from which the next child is shown.
        ranges: Vec<f64>,
    },
    /// Of its children one is shown, or none.
    Choice {
        /// Which.
        chosen: Option<u32>,
    },
    /// Leads elsewhere when it is clicked.
    Link {
        /// Where.
        url: Box<str>,
        /// What it says about itself.
        description: Box<str>,
        /// Words for the program that follows it.
        parameter: Box<str>,
    },
    /// Says what visitors run into.
    Obstacle {
        /// Do they run into it at all?
        solid: bool,
        /// What they run into in place of what is seen; it is not part of any view.
        proxy: Option<NodeId>,
    },
    /// Holds what was written in another document.
    Included {
        /// Which.
        url: Box<str>,
    },
}
