//! `<sampler>` and its sources.

use portolan_eval::curve::Walker;
use portolan_eval::track::{Limits, Rows, Track};
use portolan_scene::{Behaviour, Curve, CurveId, Interpolation, Meta, Tangents};

use super::node::quaternion_rows;
use super::{Raise, fragment};

/// What of a curve a sampler gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Use {
    pub curve: CurveId,
    /// The numbers that are used, from the first; `None` uses all.
    pub columns: Option<(usize, usize)>,
    /// The bits of what the numbers are multiplied by.
    pub factor: u64,
    /// Are the four numbers a quaternion that becomes a matrix?
    pub quaternion: bool,
}

impl Use {
    /// A curve as it is.
    pub fn whole(curve: CurveId) -> Use {
        Use { curve, columns: None, factor: 1f64.to_bits(), quaternion: false }
    }
}

impl<'a> Raise<'a> {
    /// Writes the sources of a sampler and tells its inputs.
    pub(super) fn sampler_sources(&mut self, id: &str, curve: &Curve) -> Vec<(&'static str, Box<str>)> {
        let mut inputs = Vec::new();
        let mut claim = |raise: &mut Raise<'a>, semantic: &'static str, word: &str| {
            let source = raise.names.claim(&format!("{id}-{word}"));
            let array = raise.names.claim(&format!("{id}-{word}-array"));
            inputs.push((semantic, source.clone()));
            (source, array)
        };
        let (source, array) = claim(self, "INPUT", "input");
        self.time_source((&source, &array), curve);
        let (source, array) = claim(self, "OUTPUT", "output");
        let width = curve.width as usize;
        match width {
            16 => self.matrices((&source, &array), &curve.values),
            1 => self.numbers((&source, &array), 1, &["VALUE"], &curve.values),
            _ => self.numbers((&source, &array), width, &["X", "Y", "Z", "W"], &curve.values),
        }
        let words: Vec<&str> = (0..curve.keys.len()).map(|key| word(curve.methods.of(key))).collect();
        let (source, array) = claim(self, "INTERPOLATION", "interpolation");
        self.words((&source, &array), "Name_array", "INTERPOLATION", &words);
        let tangents =
            [("IN_TANGENT", "in-tangent", &curve.in_tangents), ("OUT_TANGENT", "out-tangent", &curve.out_tangents)];
        for (semantic, name, tangents) in tangents {
            if let Some(tangents) = tangents {
                let (source, array) = claim(self, semantic, name);
                self.tangents((&source, &array), tangents, curve);
            }
        }
        inputs
    }

    /// The times of the keys; 1.4 has no attributes for what is before and behind them, but applications have a
    /// technique for it.
    fn time_source(&mut self, (source, array): (&str, &str), curve: &Curve) {
        let keys = &curve.keys;
        self.source_head(source, None);
        self.out.open("float_array").attribute("id", array);
        self.out.attribute("count", &portolan_syntax::xml::number(keys.len())).numbers(keys).close();
        self.accessor(array, keys.len(), 1);
        self.out.open("param").attribute("name", "TIME").attribute("type", "float").close();
        self.out.close().close();
        if !self.is_new() {
            let said = [("pre_infinity", curve.before), ("post_infinity", curve.after)];
            let said: Vec<(&str, &str)> =
                said.iter().filter_map(|(e, b)| Some((*e, behaviour(*b, "LINEAR")?))).collect();
            if !said.is_empty() {
                self.out.open("technique").attribute("profile", "MAYA");
                said.into_iter().for_each(|(element, word)| _ = self.out.leaf(element, word));
                self.out.close();
            }
        }
        self.out.close();
    }

    fn tangents(&mut self, ids: (&str, &str), tangents: &Tangents, curve: &Curve) {
        let (keys, width) = (curve.keys.len(), curve.width as usize);
        let each = tangents.times.len().checked_div(keys).unwrap_or(0);
        let mut data: Vec<f64> = Vec::with_capacity(tangents.times.len() + tangents.values.len());
        for key in 0..keys {
            let times = tangents.times.get(key * each..(key + 1) * each).unwrap_or_default();
            let values = tangents.values.get(key * width..(key + 1) * width).unwrap_or_default();
            if each == width && width > 1 {
                data.extend(times.iter().zip(values).flat_map(|(t, v)| [*t, *v]));
            } else {
                data.extend(times.iter().chain(values));
            }
        }
        self.numbers(ids, each + width, if each > 0 { &["X", "Y"] } else { &["Y"] }, &data);
    }

    /// Writes a sampler.
    pub(super) fn sampler_element(&mut self, id: &str, curve: &Curve, inputs: &[(&'static str, Box<str>)]) {
        self.out.open("sampler").attribute("id", id);
        if self.is_new() {
            let (before, after) = (behaviour(curve.before, "GRADIENT"), behaviour(curve.after, "GRADIENT"));
            self.out.maybe("pre_behavior", before).maybe("post_behavior", after);
        }
        for (semantic, source) in inputs {
            self.out.open("input").attribute("semantic", semantic).attribute("source", &fragment(source)).close();
        }
        self.out.close();
    }
}

/// The curve that a use is.
pub(super) fn used(curve: &Curve, of: &Use, tolerance: f64) -> Curve {
    let (width, factor) = (curve.width as usize, f64::from_bits(of.factor));
    let (first, count) = of.columns.unwrap_or((0, width));
    let pick = |list: &[f64], factor: f64| -> Vec<f64> {
        let rows = list.chunks_exact(width.max(1));
        rows.flat_map(|row| row.iter().skip(first).take(count)).map(|v| v * factor).collect()
    };
    let side = |tangents: &Option<Tangents>| {
        tangents.as_ref().map(|t| {
            let each = t.times.len().checked_div(curve.keys.len()).unwrap_or(0);
            let times = if each > 1 { pick(&t.times, 1.0) } else { t.times.clone() };
            Tangents { times, values: pick(&t.values, factor) }
        })
    };
    let made = Curve {
        width: count as u32,
        values: pick(&curve.values, factor),
        in_tangents: side(&curve.in_tangents),
        out_tangents: side(&curve.out_tangents),
        meta: Meta::default(),
        keys: curve.keys.clone(),
        methods: curve.methods.clone(),
        ..*curve
    };
    if of.quaternion { turned(&made, tolerance) } else { made }
}

/// A curve of quaternions as one of matrices, with keys between: as many as it takes for the straight way between their
/// numbers to stay near the turn.
fn turned(curve: &Curve, tolerance: f64) -> Curve {
    let mut walker = Walker::new(curve);
    let mut f = |t: f64, rows: &mut [f64]| {
        let mut turn = [0.0; 4];
        walker.evaluate(t, &mut turn);
        rows.copy_from_slice(&quaternion_rows(turn));
    };
    let stays = |key: usize| curve.methods.of(key) == Interpolation::Step;
    let limits = Limits::All(tolerance.max(1e-7));
    let track = Track::fit_between(&curve.keys, &stays, Rows::Numbers(16), limits, &mut f);
    Curve { before: curve.before, after: curve.after, ..track.into_curve(Meta::default()) }
}

fn word(method: Interpolation) -> &'static str {
    match method {
        // Turns by quaternions are written as matrices, with keys between.
        Interpolation::Linear | Interpolation::Slerp => "LINEAR",
        Interpolation::Bezier => "BEZIER",
        Interpolation::Hermite => "HERMITE",
        Interpolation::Cardinal => "CARDINAL",
        Interpolation::Bspline => "BSPLINE",
        Interpolation::Step => "STEP",
    }
}

fn behaviour(behaviour: Behaviour, straight: &'static str) -> Option<&'static str> {
    match behaviour {
        Behaviour::Undefined => None,
        Behaviour::Constant => Some("CONSTANT"),
        Behaviour::Gradient => Some(straight),
        Behaviour::Cycle => Some("CYCLE"),
        Behaviour::Oscillate => Some("OSCILLATE"),
        Behaviour::CycleRelative => Some("CYCLE_RELATIVE"),
    }
}
