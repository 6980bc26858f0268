//! `Metric`: what numbers of the file mean.
//!
//! The one place where units are converted. Lengths and axes are not: the scene says what they mean
//! ([`Space`](portolan_scene::Space)), and [`Space::to_si`](portolan_scene::Space::to_si) has the matrices that the
//! specification prints for the upward axis.

use std::borrow::Cow;

use portolan_scene::glam::{DMat3, DVec3};
use portolan_scene::{Direction, Fate, Primaries, UpAxis};
use portolan_schema::Scales;
use portolan_syntax::Node;

use super::{Lower, codes};

/// The type of the structures.
const METRIC: &str = "Metric";

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
        Metrics { degrees: 1.0, seconds: 1.0, to_srgb: DMat3::IDENTITY, from_xyz }
    }
}

impl Metrics {
    /// What numbers are multiplied by; lengths stay as they are written.
    pub fn scales(&self) -> Scales {
        Scales { length: 1.0, angle: self.degrees, time: self.seconds }
    }

    /// A colour of the file in the colours of the scene.
    pub fn colour(&self, rgb: [f64; 3]) -> [f64; 3] {
        if self.to_srgb == DMat3::IDENTITY { rgb } else { (self.to_srgb * DVec3::from(rgb)).to_array() }
    }
}

impl<'a> Lower<'a> {
    /// Reads all metrics.
    pub(super) fn metrics(&mut self, root: Node<'a>) {
        for key in ["distance", "angle", "time"] {
            self.measure(key, self.unsaid(METRIC, key));
        }
        let up: Cow<'_, str> = self.unsaid(METRIC, "up");
        self.scene.space.up = up_axis(&up).unwrap_or_default();
        let [red, green, blue, white] = ["red", "green", "blue", "white"].map(|key| self.unsaid(METRIC, key));
        let mut primaries = Primaries { red, green, blue, white };
        let mut seen: Vec<&str> = Vec::new();
        for metric in root.children_named("Metric") {
            let Some(key) = self.property::<Cow<'a, str>>(metric, "key") else {
                if metric.attribute("key").is_none() {
                    self.lose(&codes::INCOMPLETE, Fate::Dropped, metric, "a `Metric` without `key` is ignored");
                }
                continue;
            };
            let Some(key) = self.document.bound.given_word(metric, "key").value else {
                self.lose(&codes::METRIC, Fate::Dropped, metric, format!("`{key}` is not a known metric"));
                continue;
            };
            if seen.contains(&key) {
                let message = format!("the metric `{key}` is given more than once; the first is used");
                self.lose(&codes::REPEATED, Fate::Dropped, metric, message);
                continue;
            }
            seen.push(key);
            self.metric(metric, key, &mut primaries);
        }
        self.primaries(root, primaries);
    }

    /// Takes over a unit.
    fn measure(&mut self, key: &str, value: f64) {
        match key {
            "distance" => {
                let value = as_meant(value);
                self.scene.space.metres = value;
                self.scene.space.unit = unit_name(value).into();
            }
            "angle" => self.metrics.degrees = whole_degrees(value.to_degrees()),
            _ => self.metrics.seconds = value,
        }
    }

    fn metric(&mut self, metric: Node<'a>, key: &str, primaries: &mut Primaries) {
        let unsaid = || self.document.bound.data_row(metric, key).and_then(|row| row.default).unwrap_or_default();
        match key {
            "distance" | "angle" | "time" => {
                let Some(value) = self.number(metric) else { return };
                if value <= 0.0 {
                    let message = format!("the metric `{key}` cannot be {value}; {} is used", unsaid());
                    return self.lose(&codes::METRIC, Fate::Approximated, metric, message);
                }
                self.measure(key, value);
            }
            "up" => {
                let Some(word) = self.string(metric) else { return };
                match up_axis(&word) {
                    Some(up) => self.scene.space.up = up,
                    None => {
                        let message = format!("`{word}` is not an up axis; `{}` is used", unsaid());
                        self.lose(&codes::METRIC, Fate::Approximated, metric, message);
                    }
                }
                if word == "x" {
                    self.lose(
                        &codes::METRIC,
                        Fate::Noted,
                        metric,
                        "the format does not define the up axis `x`, but it is used",
                    );
                }
            }
            "forward" => {
                let Some(word) = self.string(metric) else { return };
                self.scene.space.forward = Direction::named(&word);
                if self.scene.space.forward.is_none() {
                    let message = format!("`{word}` is not a forward direction; `{}` is used", unsaid());
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
                let message = "red, green, blue and white do not define a colour space; sRGB is used";
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

/// Degrees that are whole but for the rounding of a single: 0.017453292 is one degree, though no single is π/180.
fn whole_degrees(degrees: f64) -> f64 {
    let whole = degrees.round();
    if whole > 0.0 && (degrees - whole).abs() <= whole * 1e-7 { whole } else { degrees }
}

/// The axis that a word means. The format has no `x`, but everybody understands it.
fn up_axis(word: &str) -> Option<UpAxis> {
    match word {
        "x" => Some(UpAxis::X),
        "y" => Some(UpAxis::Y),
        "z" => Some(UpAxis::Z),
        _ => None,
    }
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
