//! Options by their names.

use portolan_scene::{Opacity, UpAxis};
use serde_json::{Map, Value};

use crate::Error;
use crate::convert::{Conversion, UNITS, writer_named, writers};
use crate::pictures::{Lights, Moments, Shot, Viewpoint};
use crate::pose::Request;
use crate::sample::{Sampling, Times};

/// How to convert, by the names of the options, with `to` as the extension of the format.
pub fn conversion(options: &Value) -> Result<Conversion, Error> {
    Options::new("convert", options)?.conversion(&[])
}

/// What is asked for, beyond the question.
pub(super) struct Options<'a> {
    question: &'a str,
    all: Option<&'a Map<String, Value>>,
}

impl<'a> Options<'a> {
    pub fn new(question: &'a str, options: &'a Value) -> Result<Options<'a>, Error> {
        match options {
            Value::Null => Ok(Options { question, all: None }),
            Value::Object(all) => Ok(Options { question, all: Some(all) }),
            _ => Err(Error::usage(format!("the options of `{question}` must be an object"))),
        }
    }

    /// Refuses options of other names.
    pub fn only(&self, known: &[&str]) -> Result<(), Error> {
        match self.names().find(|name| !known.contains(name)) {
            Some(name) => Err(self.unknown(name)),
            None => Ok(()),
        }
    }

    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.all.into_iter().flat_map(|all| all.keys()).map(String::as_str)
    }

    fn unknown(&self, name: &str) -> Error {
        Error::usage(format!("`{}` has no option `{name}`", self.question))
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.all.and_then(|all| all.get(name)).filter(|value| !value.is_null())
    }

    fn read<T>(&self, name: &str, kind: &str, read: impl FnOnce(&'a Value) -> Option<T>) -> Result<Option<T>, Error> {
        let Some(value) = self.value(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| Error::usage(format!("`{name}` must be {kind}, not {value}")))
    }

    pub fn text(&self, name: &str) -> Result<Option<String>, Error> {
        self.read(name, "a text", |v| v.as_str().map(str::to_owned))
    }

    pub fn needed(&self, name: &str) -> Result<String, Error> {
        self.text(name)?.ok_or_else(|| Error::usage(format!("`{}` needs `{name}`", self.question)))
    }

    pub fn number(&self, name: &str) -> Result<Option<f64>, Error> {
        self.read(name, "a number", Value::as_f64)
    }

    pub fn whole(&self, name: &str) -> Result<Option<u32>, Error> {
        self.read(name, "a whole number", |v| v.as_u64().and_then(|n| u32::try_from(n).ok()))
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>, Error> {
        self.read(name, "true or false", Value::as_bool)
    }

    pub fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, Error> {
        self.read(name, "a list of numbers", |v| v.as_array()?.iter().map(Value::as_f64).collect())
    }

    pub fn texts(&self, name: &str) -> Result<Vec<String>, Error> {
        let read = |v: &Value| v.as_array()?.iter().map(|t| t.as_str().map(str::to_owned)).collect();
        Ok(self.read(name, "a list of texts", read)?.unwrap_or_default())
    }

    /// What the user does in a world, as in the file of `run --input`.
    pub fn events(&self) -> Option<&'a Value> {
        self.value("events")
    }

    fn opacity(&self) -> Result<Option<Opacity>, Error> {
        let named = |name: &str| Opacity::ALL.iter().find(|(_, known)| *known == name).map(|(opacity, _)| *opacity);
        self.read("opacity", "auto, strict or inverted", |v| v.as_str().and_then(named))
    }

    /// How to convert; other options than those of a conversion are left to others.
    pub fn conversion(&self, others: &[&str]) -> Result<Conversion, Error> {
        let format = self.needed("to")?;
        let Some(writer) = writer_named(&format) else {
            let known: Vec<&str> = writers().map(|w| w.extension).collect();
            return Err(Error::usage(format!("cannot write `{format}` files; known formats: {}", known.join(", "))));
        };
        let mut conversion = Conversion::to(writer);
        let c = &mut conversion;
        for name in self.names().filter(|name| !others.contains(name)) {
            let flag = || self.flag(name).map(|flag| flag.unwrap_or(false));
            match name {
                "to" => {}
                "name" => c.name = self.text(name)?.unwrap_or(std::mem::take(&mut c.name)),
                "scene" => c.view = self.text(name)?,
                "embed" => c.embed = self.flag(name)?,
                "sample_rate" => c.sample_rate = self.number(name)?,
                "tolerance" => {
                    c.tolerance = self.number(name)?;
                }
                "triangulate" => c.triangulate = flag()?,
                "polygons" => c.polygons = flag()?,
                "single_matrix" => c.single_matrix = flag()?,
                "up_axis" => {
                    let named = |v: &Value| UpAxis::of_letter(&v.as_str()?.to_uppercase());
                    c.up_axis = self.read(name, "X, Y or Z", named)?;
                }
                "unit" => {
                    let in_range = |v: &Value| v.as_f64().filter(|metres| UNITS.contains(metres));
                    c.unit = self.read(name, "a number of metres that is neither tiny nor huge", in_range)?;
                }
                "opacity" => c.opacity = self.opacity()?.unwrap_or_default(),
                "no_weld" => c.no_weld = flag()?,
                "no_lights" => c.no_lights = flag()?,
                "no_cameras" => c.no_cameras = flag()?,
                "tangents" => c.tangents = flag()?,
                "all_influences" => c.all_influences = flag()?,
                "physics" => c.physics = flag()?,
                "precise" => c.precise = flag()?,
                "version" => c.version = self.text(name)?,
                "rebuild" => c.rebuild = flag()?,
                "allow_empty" => c.allow_empty = flag()?,
                // The library has no clock: whoever wants a date says it.
                "touch" => c.touch = self.text(name)?,
                _ => return Err(self.unknown(name)),
            }
        }
        Ok(conversion)
    }

    /// The picture to draw.
    pub fn shot(&self) -> Result<Shot, Error> {
        self.only(&[
            "width",
            "height",
            "camera",
            "viewpoint",
            "time",
            "clip",
            "scene",
            "background",
            "wireframe",
            "samples",
            "opacity",
            "lights",
            "allow_empty",
        ])?;
        let four = |v: &Value| -> Option<[f64; 4]> {
            let all: Option<Vec<f64>> = v.as_array()?.iter().map(Value::as_f64).collect();
            all?.try_into().ok()
        };
        let background = self.read("background", "four numbers from 0 to 1", four)?;
        let named = |v: &Value| match v.as_str()? {
            "auto" => Some(Lights::Auto),
            "scene" => Some(Lights::Scene),
            _ => None,
        };
        let lights = self.read("lights", "auto or scene", named)?;
        let point = |v: &Value| -> Option<Viewpoint> {
            let three = |name: &str| -> Option<[f64; 3]> {
                let all: Option<Vec<f64>> = v.get(name)?.as_array()?.iter().map(Value::as_f64).collect();
                all?.try_into().ok()
            };
            Some(Viewpoint { from: three("from")?, to: three("to")?, up: three("up")?, fov: v.get("fov")?.as_f64()? })
        };
        let viewpoint = self.read("viewpoint", "from, to and up of three numbers, and fov in degrees", point)?;
        let (width, height) = (self.whole("width")?, self.whole("height")?);
        let (samples, opacity, time) = (self.whole("samples")?, self.opacity()?, self.number("time")?);
        let (camera, clip, scene) = (self.text("camera")?, self.text("clip")?, self.text("scene")?);
        let (wireframe, allow_empty) = (self.flag("wireframe")?, self.flag("allow_empty")?);
        Ok(Shot::default().with(|s| {
            s.size = (width.unwrap_or(s.size.0), height.unwrap_or(s.size.1));
            (s.camera, s.clip, s.scene, s.viewpoint) = (camera, clip, scene, viewpoint);
            s.moments = time.map_or(Moments::Start, Moments::At);
            s.background = background.unwrap_or(s.background);
            s.samples = samples.unwrap_or(s.samples);
            (s.wireframe, s.allow_empty) = (wireframe.unwrap_or(false), allow_empty.unwrap_or(false));
            (s.opacity, s.lights) = (opacity.unwrap_or_default(), lights.unwrap_or_default());
        }))
    }

    pub fn sampling(&self) -> Result<Sampling, Error> {
        self.only(&["times", "rate", "clip", "scene"])?;
        let times = match (self.numbers("times")?, self.number("rate")?) {
            (Some(_), Some(_)) => return Err(Error::usage("give times or a rate, not both")),
            (None, Some(rate)) => Times::Rate(rate),
            (times, None) => times.map_or_else(Times::default, Times::At),
        };
        let (clip, scene) = (self.text("clip")?, self.text("scene")?);
        Ok(Sampling::default().with(|s| (s.times, s.clip, s.scene) = (times, clip, scene)))
    }

    /// Values of joints: an object from names to numbers.
    pub fn pose(&self) -> Result<Request, Error> {
        let values = self.read("values", "an object of numbers by the names of joints", |v| {
            v.as_object()?.iter().map(|(joint, value)| Some((joint.clone(), value.as_f64()?))).collect()
        })?;
        let (zero, clamp, scene) = (self.flag("zero")?, self.flag("clamp")?, self.text("scene")?);
        Ok(Request::default().with(|r| {
            (r.values, r.scene) = (values.unwrap_or_default(), scene);
            (r.zero, r.clamp) = (zero.unwrap_or(false), clamp.unwrap_or(false));
        }))
    }

    /// A joint that moves: its name, from where, to where, in how many poses.
    pub fn sweep(&self) -> Result<Option<(String, f64, f64, u32)>, Error> {
        self.read("sweep", "an object with joint, from, to and steps", |v| {
            let number = |name: &str| v.get(name).and_then(Value::as_f64);
            let steps = v.get("steps").map_or(Some(2), |s| s.as_u64().and_then(|s| u32::try_from(s).ok()))?;
            Some((v.get("joint")?.as_str()?.to_owned(), number("from")?, number("to")?, steps))
        })
    }

    pub fn simulation(&self) -> Result<crate::simulate::Request, Error> {
        use crate::simulate::Request;
        let request = match (self.numbers("times")?, self.number("duration")?, self.number("rate")?) {
            (Some(_), Some(_), _) => return Err(Error::usage("give times or a duration, not both")),
            (None, Some(seconds), rate) => Request::regularly(seconds, rate.unwrap_or(30.0)),
            (times, None, _) => Request::default().with(|r| r.times = times.unwrap_or_else(|| vec![0.0])),
        };
        let (step, scene) = (self.number("step")?, self.text("scene")?);
        Ok(request.with(|r| (r.step, r.scene) = (step, scene)))
    }
}
