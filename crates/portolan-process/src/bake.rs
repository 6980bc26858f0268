//! Curves become samples at a fixed rate.

use portolan_eval::drive::regular;
use portolan_scene::{Behaviour, Fate, Interpolation, Losses, Methods, Scene};

use crate::codes;
use crate::samples::{Budget, is_stepped, resampled};

/// Gives all curves so many keys a second from their first to their last, straight between them; curves that go in steps
/// go on doing so.
///
/// A rate that is none is told and changes nothing.
pub fn resample(scene: &mut Scene, rate: f64) -> Losses {
    let mut losses = Losses::default();
    let mut budget = Budget::default();
    for curve in &mut scene.curves {
        let (Some(start), Some(end)) = (curve.keys.first().copied(), curve.keys.last().copied()) else { continue };
        if curve.keys.len() < 2 {
            continue;
        }
        let origin = curve.meta.origin;
        let times = regular((start, end), rate).filter(|t| budget.take(t.len().saturating_mul(curve.width as usize)));
        let Some(times) = times else {
            let message = format!("a curve keeps its keys: {rate} samples per second exceed the limit");
            losses.push(&codes::SAMPLED_NEARLY, Fate::Noted, origin, message);
            continue;
        };
        if times == curve.keys && is_simple(&curve.methods) {
            continue;
        }
        // Between samples it may be anywhere; at them it is exact.
        let at_keys = curve.keys.iter().all(|k| times.binary_search_by(|t| t.total_cmp(k)).is_ok());
        let exact = at_keys && is_simple(&curve.methods);
        let fate = if exact { Fate::Baked } else { Fate::Approximated };
        losses.push(&codes::SAMPLED, fate, origin, format!("curves are sampled {rate} times per second"));
        let stepped = is_stepped(curve);
        if stepped && !at_keys {
            let message = "jumps of a curve move to the next sample";
            losses.push(&codes::SAMPLED_NEARLY, Fate::Approximated, origin, message);
        }
        if [curve.before, curve.after].contains(&Behaviour::Gradient) && !stepped {
            let message = "linear extrapolation of a curve uses its last two samples";
            losses.push(&codes::SAMPLED_NEARLY, Fate::Approximated, origin, message);
        }
        *curve = resampled(curve, times);
    }
    losses
}

/// Is it straight, or in steps, from each key to the next?
fn is_simple(methods: &Methods) -> bool {
    matches!(methods, Methods::All(Interpolation::Linear | Interpolation::Step))
}

#[cfg(test)]
mod tests {
    use portolan_scene::{Curve, Meta, Tangents};

    use super::*;

    fn curve(keys: &[f64], values: &[f64], method: Interpolation) -> Curve {
        Curve {
            meta: Meta::default(),
            keys: keys.to_vec(),
            width: (values.len() / keys.len()) as u32,
            values: values.to_vec(),
            methods: Methods::All(method),
            in_tangents: None,
            out_tangents: None,
            before: Behaviour::Constant,
            after: Behaviour::Cycle,
        }
    }

    fn baked(curve: Curve, rate: f64) -> (Curve, Losses) {
        let mut scene = Scene { curves: vec![curve], ..Scene::default() };
        let losses = resample(&mut scene, rate);
        (scene.curves.remove(0), losses)
    }

    #[test]
    fn curves_become_samples_by_hand() {
        // The Bézier curve with control values 0, 0, 1, 1 is 3s² − 2s³: 0.15625 at a quarter, 0.5 in the middle.
        let mut smooth = curve(&[0.0, 1.0], &[0.0, 1.0], Interpolation::Bezier);
        smooth.in_tangents = Some(Tangents { times: vec![], values: vec![0.0, 1.0] });
        smooth.out_tangents = Some(Tangents { times: vec![], values: vec![0.0, 1.0] });
        let (sampled, losses) = baked(smooth, 4.0);
        assert_eq!(sampled.keys, [0.0, 0.25, 0.5, 0.75, 1.0]);
        for (value, expected) in sampled.values.iter().zip([0.0, 0.15625, 0.5, 0.84375, 1.0]) {
            assert!((value - expected).abs() < 1e-12, "{value}");
        }
        assert_eq!(sampled.methods, Methods::All(Interpolation::Linear));
        assert!(sampled.in_tangents.is_none() && sampled.after == Behaviour::Cycle);
        assert_eq!(losses.worst(), Some(Fate::Approximated));
        // Once more changes nothing.
        let (again, losses) = baked(sampled.clone(), 4.0);
        assert_eq!((again.keys, again.values, losses.worst()), (sampled.keys, sampled.values, None));
    }

    #[test]
    fn steps_stay_steps_and_are_told_when_late() {
        let (sampled, losses) = baked(curve(&[0.0, 0.5, 1.0], &[1.0, 2.0, 3.0], Interpolation::Step), 2.0);
        assert_eq!((sampled.values, losses.worst()), (vec![1.0, 2.0, 3.0], None));
        let (sampled, losses) = baked(curve(&[0.0, 0.3, 1.0], &[1.0, 2.0, 3.0], Interpolation::Step), 2.0);
        assert_eq!(sampled.values, [1.0, 2.0, 3.0]);
        assert_eq!(sampled.methods, Methods::All(Interpolation::Step));
        assert_eq!(losses.iter().filter(|l| l.code.id == "CNV888").count(), 1);
    }

    #[test]
    fn rates_that_are_none_or_too_high_are_told() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            let (same, losses) = baked(curve(&[0.0, 1.0], &[0.0, 1.0], Interpolation::Linear), rate);
            assert_eq!((same.keys.len(), losses.iter().count()), (2, 1), "{rate}");
        }
    }
}
