//! Worlds that run: time, events, sensors, navigation, scripts.
//!
//! A [`Run`] owns a [`World`] and changes it from moment to moment. Time is a parameter and never the clock of the machine:
//! the same world with the same inputs gives the same events. [`Run::step`] leads to a time, with all exact starts, stops and
//! ends of cycles on the way; [`Run::send`] gives it what a user does; a [`Sink`] hears every event. [`Run::scene`] is what is
//! seen at the moment.
//!
//! A moment has this order: inputs, sensors of pointer and viewer, time nodes, and what follows from the place of the viewer
//! (levels, collision). What an event leads to is done before the next one: all of it has one stamp, an output sends once a
//! stamp, and routes deliver in the order of the document.
//!
//! [`World`]: portolan_xvrml::world::World

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod address;
mod anchor;
mod bind;
mod cascade;
mod clock;
pub mod codes;
mod drag;
mod findings;
mod given;
mod input;
mod interpolate;
pub mod json;
mod media;
mod moment;
mod names;
mod overrides;
mod pointer;
mod round;
mod run;
mod script;
mod sense;
mod solid;
mod space;
mod sweep;
mod trace;
mod viewer;
mod walk;
pub mod watch;

pub use address::Address;
pub use findings::Found;
pub use given::Given;
pub use input::{Action, Input};
pub use portolan_xvrml::world::{FieldType, NodeId, Value, World};
pub use run::{Options, Outside, Print, Request, Run, START, Standing};
pub use trace::{Event, Sink};
