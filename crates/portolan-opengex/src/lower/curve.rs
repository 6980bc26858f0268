//! `Time`, `Value` and `Key`: the curve of a track.
//!
//! A track runs along a parameter: times and values are curves over it. The scene solves for the parameter just so
//! where a Bézier or Hermite segment has times of its own, so that every combination is one of these:
//!
//! | times | values | segment |
//! |---|---|---|
//! | any | constant | step |
//! | linear | linear | linear |
//! | linear | Bézier | Bézier without times |
//! | linear | TCB | Hermite without times |
//! | Bézier | linear | Bézier with values at thirds |
//! | Bézier | Bézier | Bézier |
//! | Bézier | TCB | Hermite with three times the distance to the control points |

use portolan_scene::{Behaviour, Curve, Fate, Interpolation, Meta, Methods, Tangents};
use portolan_syntax::Node;

use super::transform::Numbers;
use super::{Lower, codes, origin};

/// The keys of a track by what they are.
#[derive(Default)]
struct Keys {
    value: Option<Vec<f64>>,
    incoming: Option<Vec<f64>>,
    outgoing: Option<Vec<f64>>,
    tension: Option<Vec<f64>>,
    continuity: Option<Vec<f64>>,
    bias: Option<Vec<f64>>,
}

impl<'a> Lower<'a> {
    /// The curve of a track; `None` if it has no keys, which is told.
    pub(super) fn curve(&mut self, track: Node<'a>, numbers: Numbers) -> Option<Curve> {
        let (Some(time), Some(value)) = (track.child("Time"), track.child("Value")) else {
            self.lose(&codes::TRACK, Fate::Dropped, track, "a `Track` needs a `Time` and a `Value`");
            return None;
        };
        let mut bezier_time = self.word(time, "curve") == Some("bezier");
        let mut method = self.word(value, "curve").unwrap_or_default();
        let (mut times, mut values) = (self.keys(time, 1), self.keys(value, numbers.given()));
        let width = numbers.given();
        let (Some(keys), Some(points)) = (times.value.take(), values.value.take()) else {
            self.lose(&codes::TRACK, Fate::Dropped, track, "a `Track` has no keys");
            return None;
        };
        let count = keys.len().min(points.len() / width);
        if keys.len() * width != points.len() {
            let message = format!(
                "a track has {}, but {}",
                portolan_syntax::counted(keys.len(), "time", "times"),
                portolan_syntax::counted(points.len() / width, "value", "values")
            );
            self.lose(&codes::KEYS, Fate::Dropped, track, message);
        }
        if bezier_time && !(enough(&times.incoming, count) && enough(&times.outgoing, count)) {
            self.lose(&codes::KEYS, Fate::Approximated, time, "a Bézier curve of times is missing its control points");
            bezier_time = false;
        }
        if method == "bezier" && !(enough(&values.incoming, count * width) && enough(&values.outgoing, count * width)) {
            self.lose(
                &codes::KEYS,
                Fate::Approximated,
                value,
                "a Bézier curve of values is missing its control points",
            );
            method = "linear";
        }
        let parameters = [&values.tension, &values.continuity, &values.bias];
        if method == "tcb" && !parameters.iter().all(|p| enough(p, count)) {
            let message = "a TCB curve is missing tension, continuity or bias; 0 is used";
            self.lose(&codes::KEYS, Fate::Approximated, value, message);
        }
        // Only keys that increase are kept; everything else follows them.
        let seconds = time.child("Key").map_or(1.0, |key| self.factor(key, "value"));
        let mut kept: Vec<usize> = Vec::with_capacity(count);
        let mut last = f64::NEG_INFINITY;
        for (i, key) in keys.iter().enumerate().take(count) {
            if *key > last {
                kept.push(i);
                last = *key;
            }
        }
        if kept.len() < count {
            let message = portolan_syntax::counted(
                count - kept.len(),
                "key that is not later than the previous key is dropped",
                "keys that are not later than the previous key are dropped",
            );
            self.lose(&codes::KEYS, Fate::Dropped, time, message);
        }
        if kept.is_empty() {
            self.lose(&codes::TRACK, Fate::Dropped, track, "a `Track` has no keys");
            return None;
        }
        let scalars = |from: &Option<Vec<f64>>, factor: f64| -> Vec<f64> {
            let all = from.as_deref().unwrap_or_default();
            kept.iter().map(|i| all.get(*i).copied().unwrap_or(0.0) * factor).collect()
        };
        let rows = |from: &[f64]| -> Vec<f64> {
            let mut out = Vec::with_capacity(kept.len() * numbers.taken().0);
            for i in &kept {
                numbers.convert(from.get(i * width..(i + 1) * width).unwrap_or_default(), &mut out);
            }
            out
        };
        let keys = scalars(&Some(keys), seconds);
        let points = rows(&points);
        let taken = numbers.taken().0;
        let time_controls = bezier_time.then(|| (scalars(&times.incoming, seconds), scalars(&times.outgoing, seconds)));
        let mut curve = Curve {
            meta: Meta { origin: origin(track), ..Meta::default() },
            width: taken as u32,
            methods: Methods::All(Interpolation::Linear),
            in_tangents: None,
            out_tangents: None,
            before: Behaviour::Constant,
            after: Behaviour::Constant,
            values: Vec::new(),
            keys,
        };
        match (method, &time_controls) {
            ("constant", _) => curve.methods = Methods::All(Interpolation::Step),
            ("bezier", _) => {
                let (incoming, outgoing) = time_controls.unwrap_or_default();
                let empty: &[f64] = &[];
                let of = |v: &Option<Vec<f64>>| rows(v.as_deref().unwrap_or(empty));
                curve.methods = Methods::All(Interpolation::Bezier);
                curve.in_tangents = Some(Tangents { times: incoming, values: of(&values.incoming) });
                curve.out_tangents = Some(Tangents { times: outgoing, values: of(&values.outgoing) });
            }
            ("tcb", _) => {
                let parameters = [&values.tension, &values.continuity, &values.bias].map(|p| scalars(p, 1.0));
                let (into, out) = tcb(&points, taken, &parameters);
                let (into_times, out_times) = match time_controls {
                    Some((incoming, outgoing)) => (
                        curve.keys.iter().zip(incoming).map(|(t, c)| 3.0 * (t - c)).collect(),
                        curve.keys.iter().zip(outgoing).map(|(t, c)| 3.0 * (c - t)).collect(),
                    ),
                    None => (Vec::new(), Vec::new()),
                };
                curve.methods = Methods::All(Interpolation::Hermite);
                curve.in_tangents = Some(Tangents { times: into_times, values: into });
                curve.out_tangents = Some(Tangents { times: out_times, values: out });
            }
            (_, Some((incoming, outgoing))) => {
                // Straight in the parameter, not in time.
                let (into, out) = thirds(&points, taken);
                curve.methods = Methods::All(Interpolation::Bezier);
                curve.in_tangents = Some(Tangents { times: incoming.clone(), values: into });
                curve.out_tangents = Some(Tangents { times: outgoing.clone(), values: out });
            }
            _ => {}
        }
        curve.values = points;
        Some(curve)
    }

    /// The keys of a `Time` or `Value`.
    fn keys(&mut self, holder: Node<'a>, width: usize) -> Keys {
        let mut keys = Keys::default();
        for key in holder.children_named("Key") {
            let kind = self.word(key, "kind").unwrap_or_default();
            let wanted = if matches!(kind, "tension" | "continuity" | "bias") { 1 } else { width };
            let Some(numbers) = self.numbers(key, &[wanted]) else { continue };
            let slot = match kind {
                "value" => &mut keys.value,
                "-control" => &mut keys.incoming,
                "+control" => &mut keys.outgoing,
                "tension" => &mut keys.tension,
                "continuity" => &mut keys.continuity,
                _ => &mut keys.bias,
            };
            if slot.is_some() {
                let message = format!("a second `Key` of kind `{kind}` is ignored");
                self.lose(&codes::REPEATED, Fate::Dropped, key, message);
            } else {
                *slot = Some(numbers.values);
            }
        }
        keys
    }
}

fn enough(list: &Option<Vec<f64>>, count: usize) -> bool {
    list.as_ref().is_some_and(|l| l.len() >= count)
}

/// Control points on the straight line from value to value.
fn thirds(points: &[f64], width: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut into, mut out) = (points.to_vec(), points.to_vec());
    for (i, (a, b)) in points.iter().zip(points.iter().skip(width)).enumerate() {
        if let Some(slot) = out.get_mut(i) {
            *slot = a + (b - a) / 3.0;
        }
        if let Some(slot) = into.get_mut(i + width) {
            *slot = b - (b - a) / 3.0;
        }
    }
    (into, out)
}

/// Tangents from tension, continuity and bias: how the curve arrives at each key, and how it leaves.
///
/// At the first and the last key the neighbour that is missing is the key itself.
fn tcb(points: &[f64], width: usize, [tension, continuity, bias]: &[Vec<f64>; 3]) -> (Vec<f64>, Vec<f64>) {
    let keys = points.len() / width.max(1);
    let (mut into, mut out) = (Vec::with_capacity(points.len()), Vec::with_capacity(points.len()));
    for key in 0..keys {
        let of = |list: &Vec<f64>| list.get(key).copied().unwrap_or(0.0);
        let (t, c, b) = (of(tension), of(continuity), of(bias));
        for place in 0..width {
            let at = |k: usize| points.get(k * width + place).copied().unwrap_or(0.0);
            let before = if key == 0 { 0.0 } else { at(key) - at(key - 1) };
            let behind = if key + 1 == keys { 0.0 } else { at(key + 1) - at(key) };
            out.push((1.0 - t) / 2.0 * ((1.0 + c) * (1.0 + b) * before + (1.0 - c) * (1.0 - b) * behind));
            into.push((1.0 - t) / 2.0 * ((1.0 - c) * (1.0 + b) * before + (1.0 + c) * (1.0 - b) * behind));
        }
    }
    (into, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_by_hand() {
        // Values 0, 4, 6 with τ = 0.5, χ = 0.25, β = −0.5 at the middle key. With a = v1 − v0 = 4 and b = v2 − v1 = 2:
        // leaving: 0.5·1.25·0.5/2·4 + 0.5·0.75·1.5/2·2 = 0.625 + 0.5625 = 1.1875
        // arriving: 0.5·0.75·0.5/2·4 + 0.5·1.25·1.5/2·2 = 0.375 + 0.9375 = 1.3125
        let parameters = [vec![0.0, 0.5, 0.0], vec![0.0, 0.25, 0.0], vec![0.0, -0.5, 0.0]];
        let (into, out) = tcb(&[0.0, 4.0, 6.0], 1, &parameters);
        assert_eq!((into[1], out[1]), (1.3125, 1.1875));
        // At the ends one term is eliminated: half of 4, and half of 2.
        assert_eq!((out[0], into[2]), (2.0, 1.0));
    }

    #[test]
    fn straight_control_points() {
        let (into, out) = thirds(&[0.0, 10.0, 3.0, 16.0], 2);
        assert_eq!((&out[..2], &into[2..]), (&[1.0, 12.0][..], &[2.0, 14.0][..]));
    }
}
