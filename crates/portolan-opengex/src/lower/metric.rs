//! `Metric`: what numbers of the file mean.
//!
//! The one place where units are converted. Lengths and axes are not: the scene says what they mean
//! ([`Space`](portolan_scene::Space)), and [`Space::to_si`](portolan_scene::Space::to_si) has the matrices that the
//! specification prints for the upward axis.

use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{Direction, Fate, Primaries, UpAxis};
use portolan_syntax::Node;

use super::{Lower, codes};

/// Factors for what is not a length.
#[derive(Clone, Copy)]
pub(crate) struct Metrics {
    /// Degrees of one unit of angle.
    pub degrees: f64,
    /// Seconds of one unit of time.
    pub seconds: f64,
    /// Leads from the file's red, green and blue to those of sRGB.
    pub to_srgb: DMat3,
    /// Leads from X, Y and Z to sRGB.
    pub from_xyz: DMat3,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let from_xyz = Primaries::SRGB.to_xyz().map_or(DMat3::IDENTITY, |m| m.inverse());
        Metrics { degrees: 1f64.to_degrees(), seconds: 1.0, to_srgb: DMat3::IDENTITY, from_xyz }
    }
}

impl Metrics {
    /// A colour of the file in the colours of the scene.
    pub fn colour(&self, rgb: [f64; 3]) -> [f64; 3] {
        if self.to_srgb == DMat3::IDENTITY { rgb } else { (self.to_srgb * DVec3::from(rgb)).to_array() }
    }
}

const KEYS: [&str; 9] = ["distance", "angle", "time", "up", "forward", "red", "green", "blue", "white"];

impl<'a> Lower<'a> {
    /// Reads all metrics.
    pub(super) fn metrics(&mut self, root: Node<'a>) {
        let space = &mut self.scene.space;
        space.up = UpAxis::Z;
        let mut seen: Vec<&str> = Vec::new();
        let mut primaries = Primaries::SRGB;
        for metric in root.children_named("Metric") {
            let Some(key) = self.text(metric, "key") else {
                if metric.attribute("key").is_none() {
                    self.lose(&codes::INCOMPLETE, Fate::Dropped, metric, "a `Metric` without `key` measures nothing");
                }
                continue;
            };
            let Some(key) = KEYS.iter().find(|k| ***k == *key).copied() else {
                self.lose(&codes::METRIC, Fate::Dropped, metric, format!("`{key}` is no metric"));
                continue;
            };
            if seen.contains(&key) {
                let message = format!("the metric `{key}` is given more than once; the first counts");
                self.lose(&codes::REPEATED, Fate::Dropped, metric, message);
                continue;
            }
            seen.push(key);
            self.metric(metric, key, &mut primaries);
        }
        self.primaries(root, primaries);
    }

    fn metric(&mut self, metric: Node<'a>, key: &str, primaries: &mut Primaries) {
        match key {
            "distance" | "angle" | "time" => {
                let Some(value) = self.number(metric) else { return };
                if value <= 0.0 {
                    let message = format!("the metric `{key}` is {value}; 1 counts");
                    return self.lose(&codes::METRIC, Fate::Approximated, metric, message);
                }
                match key {
                    "distance" => {
                        let value = as_meant(value);
                        self.scene.space.metres = value;
                        self.scene.space.unit = unit_name(value).into();
                    }
                    "angle" => self.metrics.degrees = value.to_degrees(),
                    _ => self.metrics.seconds = value,
                }
            }
            "up" => match self.string(metric).as_deref() {
                Some("y") => self.scene.space.up = UpAxis::Y,
                Some("z") => self.scene.space.up = UpAxis::Z,
                // The format has no such axis, but everybody understands it.
                Some("x") => {
                    self.scene.space.up = UpAxis::X;
                    self.lose(&codes::METRIC, Fate::Noted, metric, "the format has no upward axis `x`; it is used");
                }
                Some(other) => {
                    let message = format!("`{other}` is no upward axis; `z` counts");
                    self.lose(&codes::METRIC, Fate::Approximated, metric, message);
                }
                None => {}
            },
            "forward" => {
                let Some(word) = self.string(metric) else { return };
                self.scene.space.forward = match word.as_str() {
                    "x" => Some(Direction::X),
                    "-x" => Some(Direction::MinusX),
                    "y" => Some(Direction::Y),
                    "-y" => Some(Direction::MinusY),
                    "z" => Some(Direction::Z),
                    "-z" => Some(Direction::MinusZ),
                    _ => None,
                };
                if self.scene.space.forward.is_none() {
                    let message = format!("`{word}` is no forward direction; `x` counts");
                    self.lose(&codes::METRIC, Fate::Approximated, metric, message);
                }
            }
            _ => {
                let Some(numbers) = self.numbers(metric, &[2]) else { return };
                self.only(metric, &numbers);
                let [x, y, ..] = *numbers.values else { return };
                match key {
                    "red" => primaries.red = [x, y],
                    "green" => primaries.green = [x, y],
                    "blue" => primaries.blue = [x, y],
                    _ => primaries.white = [x, y],
                }
            }
        }
    }

    fn primaries(&mut self, root: Node<'a>, primaries: Primaries) {
        match primaries.to(&Primaries::SRGB) {
            Some(to_srgb) => {
                self.metrics.to_srgb = to_srgb;
                self.scene.space.primaries = primaries;
            }
            None => {
                let message = "red, green, blue and white are no colour space; that of sRGB counts";
                self.lose(&codes::METRIC, Fate::Approximated, root, message);
            }
        }
    }
}

/// The number that was meant by one that single precision can hold: of all that are rounded to it, the one with the
/// fewest digits. Bits are how `0.01` is written exactly, and there is no such single.
fn as_meant(value: f64) -> f64 {
    let single = value as f32;
    let meant = if f64::from(single) == value { single.to_string().parse().ok() } else { None };
    meant.unwrap_or(value)
}

/// What a unit is called, if it has a name.
fn unit_name(metres: f64) -> String {
    let named = [
        (1.0, "meter"),
        (0.01, "centimeter"),
        (0.001, "millimeter"),
        (1000.0, "kilometer"),
        (0.0254, "inch"),
        (0.3048, "foot"),
    ];
    let near = |m: f64| (metres - m).abs() <= m * 1e-6;
    named.iter().find(|(m, _)| near(*m)).map_or_else(|| format!("{metres} m"), |(_, name)| (*name).to_owned())
}
