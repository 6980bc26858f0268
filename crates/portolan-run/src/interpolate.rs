//! Interpolators: a fraction comes in, the value between the two nearest keys goes out (IP-1, IP-2).

use portolan_scene::glam::DVec3;
use portolan_scene::turn::weights;
use portolan_xvrml::lower::{axis_angle, mixed, quaternion};
use portolan_xvrml::world::{NodeId, Value};

use crate::codes;
use crate::run::Run;
use crate::trace::Cause;

impl Run {
    /// Sends the value of an interpolator at a fraction. Without keys nothing is sent.
    pub(crate) fn interpolate(&mut self, node: NodeId, fraction: f64, cause: Cause) {
        let world = &self.live.world;
        let (keys, values) = (world.floats(node, "key"), world.floats(node, "keyValue"));
        let kind = world.kind(node);
        let width = match kind {
            "ScalarInterpolator" => 1,
            "PositionInterpolator" => 3,
            "ColorInterpolator" | "OrientationInterpolator" => 4,
            // Lists have as many tuples a key as there are (CD-1).
            _ => values.len() / 3 / keys.len().max(1) * 3,
        };
        let count = keys.len().min(values.len().checked_div(width).unwrap_or(0));
        let uneven = count < keys.len() || values.len() != count * width;
        let Some(value) = keys.get(..count).and_then(|keys| at(kind, keys, values, width, fraction)) else {
            if uneven && !keys.is_empty() {
                self.tell_keys(node);
            }
            return;
        };
        if uneven {
            self.tell_keys(node);
        }
        self.emit(node, "value-changed", value, cause);
    }

    fn tell_keys(&mut self, node: NodeId) {
        self.find(&codes::KEYS, Some(node), "`keyValue` has fewer values than `key` requires");
    }
}

/// The value at a fraction.
fn at(kind: &str, keys: &[f32], values: &[f32], width: usize, fraction: f64) -> Option<Value> {
    let (from, to, share) = place(keys, fraction)?;
    let row = |at: usize| values.get(at * width..(at + 1) * width);
    let (a, b) = (row(from)?, row(to)?);
    match kind {
        "CoordinateInterpolator" => {
            let mix = |(a, b): (&f32, &f32)| (f64::from(*a) + (f64::from(*b) - f64::from(*a)) * share) as f32;
            Some(Value::Floats(a.iter().zip(b).map(mix).collect()))
        }
        "NormalInterpolator" => {
            let (a, b) = (a.as_chunks::<3>().0, b.as_chunks::<3>().0);
            let mix = |(a, b): (&[f32; 3], &[f32; 3])| arc(a.map(f64::from).into(), b.map(f64::from).into(), share);
            Some(Value::Floats(a.iter().zip(b).flat_map(mix).collect()))
        }
        _ => {
            let (a, b) = (four(a), four(b));
            let straight = || {
                let mut all = a;
                all.iter_mut().zip(b).for_each(|(to, b)| *to += (b - *to) * share);
                all
            };
            Some(Value::Numbers(match kind {
                _ if share == 0.0 => a,
                _ if share == 1.0 => b,
                "OrientationInterpolator" => turned(a, b, share),
                "ColorInterpolator" => mixed(a, b, share),
                _ => straight(),
            }))
        }
    }
}

fn four(row: &[f32]) -> [f64; 4] {
    let mut all = [0.0; 4];
    all.iter_mut().zip(row).for_each(|(to, from)| *to = f64::from(*from));
    all
}

/// The keys around a fraction, and how far it is from the first to the second. Of equal keys the last one counts.
fn place(keys: &[f32], fraction: f64) -> Option<(usize, usize, f64)> {
    let last = keys.len().checked_sub(1)?;
    let behind = keys.partition_point(|k| f64::from(*k) <= fraction);
    let Some(before) = behind.checked_sub(1) else { return Some((0, 0, 0.0)) };
    if before == last {
        return Some((last, last, 0.0));
    }
    let (a, b) = (f64::from(*keys.get(before)?), f64::from(*keys.get(behind)?));
    Some((before, behind, if b > a { (fraction - a) / (b - a) } else { 0.0 }))
}

/// The rotation at a share of the shortest way between two (OI-1).
fn turned(a: [f64; 4], b: [f64; 4], share: f64) -> [f64; 4] {
    let (from, mut to) = (quaternion(a), quaternion(b));
    let mut dot = from.dot(to);
    // A half turn goes the way that it is written, also where its numbers are rounded.
    if dot < -1e-6 {
        (to, dot) = (-to, -dot);
    }
    let (first, second) = weights(dot, share);
    axis_angle((from * first + to * second).normalize(), a)
}

/// A direction at a share of the arc between two (NI-1).
fn arc(a: DVec3, b: DVec3, share: f64) -> [f32; 3] {
    let (a, b) = (a.normalize_or_zero(), b.normalize_or_zero());
    let (first, second) = weights(a.dot(b), share);
    let mixed = (a * first + b * second).try_normalize().unwrap_or(a);
    mixed.to_array().map(|v| v as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(kind: &str, keys: &[f32], values: &[f32], width: usize, fraction: f64) -> [f64; 4] {
        match at(kind, keys, values, width, fraction) {
            Some(Value::Numbers(numbers)) => numbers,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn close(found: &[f64], wanted: &[f64]) {
        let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near && found.len() >= wanted.len(), "{found:?} instead of {wanted:?}");
    }

    #[test]
    fn ip_1_ends_are_kept_and_equal_keys_jump() {
        let (keys, values) = ([0.2, 0.5, 0.5, 0.8], [1.0, 2.0, 10.0, 20.0]);
        let at = |fraction| numbers("ScalarInterpolator", &keys, &values, 1, fraction)[0];
        close(&[at(-1.0), at(0.2), at(0.35)], &[1.0, 1.0, 1.5]);
        close(&[at(0.499_999_9), at(0.5), at(0.65), at(2.0)], &[2.0, 10.0, 15.0, 20.0]);
        assert_eq!(super::at("ScalarInterpolator", &[], &[], 1, 0.5), None);
    }

    #[test]
    fn oi_1_rotations_take_the_short_way() {
        let keys = [0.0, 1.0];
        // Half of a half turn about Y.
        let half =
            numbers("OrientationInterpolator", &keys, &[0., 1., 0., 0., 0., 1., 0., std::f32::consts::PI], 4, 0.5);
        close(&half, &[0.0, 1.0, 0.0, std::f64::consts::FRAC_PI_2]);
        // From 10° to 350° is 20° backwards; a quarter of that is 5°.
        let degrees = |d: f32| d.to_radians();
        let values = [0., 0., 1., degrees(10.0), 0., 0., 1., degrees(350.0)];
        let quarter = numbers("OrientationInterpolator", &keys, &values, 4, 0.25);
        close(&quarter, &[0.0, 0.0, 1.0, 5f64.to_radians()]);
    }

    #[test]
    fn ni_1_normals_stay_of_length_one() {
        let Some(Value::Floats(half)) = at("NormalInterpolator", &[0.0, 1.0], &[0., 0., 1., 1., 0., 0.], 3, 0.5) else {
            panic!("there is a value");
        };
        let root = 0.5f64.sqrt();
        close(&half.iter().map(|v| f64::from(*v)).collect::<Vec<_>>(), &[root, 0.0, root]);
    }

    #[test]
    fn cd_1_points_move_straight_each() {
        let values = [0., 0., 0., 1., 0., 0., 0., 2., 0., 1., 4., 0.];
        let found = at("CoordinateInterpolator", &[0.0, 1.0], &values, 6, 0.5);
        assert_eq!(found, Some(Value::Floats(vec![0., 1., 0., 1., 2., 0.])));
    }
}
