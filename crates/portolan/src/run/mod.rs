//! Worlds that run: what happens in them from moment to moment.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = r#"<World xmlns="http://www.xvrml.net/schemas/core"><children>
//!     <TimeSensor name="Clock" cycleInterval="4" loop="true"/>
//! </children></World>"#;
//! let file = portolan::OpenOptions::new().open_bytes("clock.xwrl", text)?;
//! let mut run = file.run(portolan::run::Options::default())?;
//! run.step(3.0);
//! let fraction = run.address("Clock.fraction-changed").and_then(|a| run.value(&a));
//! assert_eq!(fraction, Some((portolan::run::FieldType::Float, portolan::run::Value::Numbers([0.75, 0.0, 0.0, 0.0]))));
//! # Ok(())
//! # }
//! ```

mod input;
pub mod json;

use std::sync::Arc;

use portolan_format::Opened;
pub use portolan_run::{
    Action, Address, Event, FieldType, Found, Given, Input, NodeId, Options, Print, Request, Run, START, Sink,
    Standing, Value, World, codes, watch,
};
use portolan_scene::Scene;
use portolan_xvrml::world::read_value;

pub use input::inputs;

use crate::guard::guarded;
use crate::pictures::{RgbaImage, Shot};
use crate::{Error, File, OpenOptions, Resources};

/// A moment in seconds since 1970: a date and time, or the number itself.
pub fn seconds(text: &str) -> Option<f64> {
    match read_value(FieldType::Time, text) {
        Some(Value::Numbers([seconds, ..])) => Some(seconds),
        _ => None,
    }
}

/// The picture of what is seen now, through the eyes of the viewer unless the shot says otherwise.
pub fn picture(file: &File, run: &mut Run, shot: &Shot) -> Result<RgbaImage, Error> {
    file.with_scene(run.scene().scene)?.render(shot)
}

/// Runs the world of a file.
pub(crate) fn run(file: &File, options: Options) -> Result<Run, Error> {
    let (opened, resources, open) = file.parts();
    let outside = Arc::new(Around { resources, options: open });
    let run = guarded("reading", || Run::new(&*opened, outside, options))?;
    run.ok_or_else(|| Error::usage(format!("{} documents hold no world that could run", file.format().name)))
}

/// The scene of a world that shows nothing until its scripts have begun, as they make it at the moment it is loaded. `None` for
/// everything else.
pub(crate) fn made_by_scripts(
    scene: &Scene,
    opened: &Arc<dyn Opened>,
    resources: &Arc<dyn Resources>,
) -> Result<Option<Scene>, Error> {
    let world = opened.as_any().downcast_ref::<portolan_xvrml::Opened>().and_then(|o| o.world());
    let scripted = world.is_some_and(|world| world.ids().any(|id| world.kind(id) == "Script"));
    if !scripted || !scene.geometries.is_empty() {
        return Ok(None);
    }
    let outside = Arc::new(Around { resources: resources.clone(), options: OpenOptions::new() });
    let run = guarded("reading", || Run::new(&**opened, outside, Options::default()))?;
    let made = run.map(|mut run| guarded("running", || run.scene().scene)).transpose()?;
    Ok(made.filter(|made| !made.geometries.is_empty()))
}

/// The files around a world.
struct Around {
    resources: Arc<dyn Resources>,
    options: OpenOptions,
}

impl portolan_run::Outside for Around {
    fn resources(&self) -> &dyn Resources {
        &*self.resources
    }

    fn open(&self, location: &str) -> Option<Arc<dyn Opened>> {
        let options = OpenOptions { resources: Some(self.resources.clone()), format: None, ..self.options.clone() };
        options.open_document(location).ok().map(|file| file.parts().0)
    }
}
