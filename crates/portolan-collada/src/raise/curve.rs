//! `<sampler>` and its sources.

use portolan_eval::curve::Walker;
use portolan_eval::track::{Between, Limits, Rows, Track};
use portolan_scene::{Behaviour, Curve, CurveId, Interpolation, Meta, Tangents, decode_srgb, encode_light};

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
    /// What they become in the document.
    pub becomes: Becomes,
}

/// What the numbers of a curve become in the document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Becomes {
    /// What they are.
    Same,
    /// A quaternion becomes a matrix.
    Matrix,
    /// Amounts of light become components of an sRGB colour.
    Encoded,
}

impl Use {
    /// A curve as it is.
    pub fn whole(curve: CurveId) -> Use {
        Use { curve, columns: None, factor: 1f64.to_bits(), becomes: Becomes::Same }
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
    match of.becomes {
        Becomes::Same => made,
        Becomes::Matrix => turned(&made, tolerance),
        Becomes::Encoded => encoded(&made, tolerance),
    }
}

/// Keys that are not farther from a straight way are on it. Numbers in single precision are, when encoded.
const STRAIGHT: f64 = 2e-6;

/// A curve of amounts of light as one of sRGB colours.
///
/// Keys are added only if the straight way between two encoded keys is too far from the light that the curve gives, and keys
/// on a straight way are left out: a colour that was written as light comes back with its own keys.
fn encoded(curve: &Curve, tolerance: f64) -> Curve {
    let width = curve.width as usize;
    let mut light = Walker::new(curve);
    let mut row = |t: f64, out: &mut [f64]| {
        light.evaluate(t, out);
        encode(out);
    };
    let known = steps(curve);
    let track =
        if (0..curve.keys.len()).any(|key| known(key) == Between::Stays) || !straight_when_encoded(curve, tolerance) {
            Track::fit_between(&curve.keys, &known, Rows::Numbers(width), Limits::All(tolerance), &mut row)
        } else {
            Track::at(curve.keys.clone(), width, &mut row).thinned(STRAIGHT)
        };
    Curve { before: curve.before, after: curve.after, ..track.into_curve(Meta::default()) }
}

/// Do straight ways between the encoded keys give the light of a curve?
fn straight_when_encoded(curve: &Curve, tolerance: f64) -> bool {
    let width = curve.width as usize;
    let mut light = Walker::new(curve);
    let mut rows = [vec![0.0; width], vec![0.0; width], vec![0.0; width]];
    curve.keys.iter().zip(curve.keys.iter().skip(1)).all(|(from, to)| {
        let [a, b, now] = &mut rows;
        for (t, row) in [(from, &mut *a), (to, &mut *b)] {
            light.evaluate(*t, row);
            encode(row);
        }
        [0.25, 0.5, 0.75].into_iter().all(|share| {
            light.evaluate(from + (to - from) * share, now);
            let pairs = a.iter().zip(b.iter()).zip(now.iter());
            pairs.into_iter().all(|((a, b), now)| (decode_srgb(a + (b - a) * share) - now).abs() <= 10.0 * tolerance)
        })
    })
}

/// Encodes the first three numbers of a row.
fn encode(row: &mut [f64]) {
    for c in row.iter_mut().take(3) {
        [*c, ..] = encode_light([*c, 0.0, 0.0]);
    }
}

/// Which pieces of a curve stay as they begin.
fn steps(curve: &Curve) -> impl Fn(usize) -> Between {
    move |key| if curve.methods.of(key) == Interpolation::Step { Between::Stays } else { Between::Unknown }
}

/// A curve of quaternions as one of matrices, with keys between: as many as it takes for the straight way between their
/// numbers to stay near the turn.
///
/// What is computed between keys, and keys in single precision, are rounded to it, as formats with such curves have it, so that
/// they are the same when they come back.
fn turned(curve: &Curve, tolerance: f64) -> Curve {
    let mut walker = Walker::new(curve);
    let precise = curve.values.iter().any(|x| single(*x) != *x);
    let is_own = |t: f64| curve.keys.binary_search_by(|key| key.total_cmp(&t)).is_ok();
    let mut f = |t: f64, rows: &mut [f64]| {
        let mut turn = [0.0; 4];
        let own = is_own(t);
        walker.evaluate(if own { t } else { single(t) }, &mut turn);
        rows.copy_from_slice(&quaternion_rows(if own && precise { turn } else { single_turn(turn) }));
    };
    let limits = Limits::All(tolerance.max(1e-7));
    let mut track = Track::fit_between(&curve.keys, &steps(curve), Rows::Numbers(16), limits, &mut f);
    track.times.iter_mut().filter(|t| !is_own(**t)).for_each(|t| *t = single(*t));
    Curve { before: curve.before, after: curve.after, ..track.into_curve(Meta::default()) }
}

fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

/// A turn whose numbers stay the same when its length is made 1 and they are rounded again.
fn single_turn(mut turn: [f64; 4]) -> [f64; 4] {
    for _ in 0..4 {
        let length = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
        turn = turn.map(|x| single(x / length));
    }
    turn
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
