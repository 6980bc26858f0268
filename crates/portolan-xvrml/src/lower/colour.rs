//! Colours between keys, mixed by hue, saturation and value (CI-3, CI-4).

/// How far red, green or blue may be from what they should be.
const NEAR: f64 = 1.0 / 1024.0;

/// Keys and colours such that straight lines between them are near to the mixture.
pub(super) fn refined(keys: &[f64], colours: &[[f64; 4]]) -> (Vec<f64>, Vec<[f64; 4]>) {
    let (mut times, mut values) = (Vec::new(), Vec::new());
    for (place, (key, colour)) in keys.iter().zip(colours).enumerate() {
        let before = place.checked_sub(1).and_then(|p| keys.get(p).zip(colours.get(p)));
        if let Some((start, from)) = before.filter(|(start, _)| *start < key) {
            let at = |share: f64| mixed(*from, *colour, share);
            let mut put = |share: f64| {
                times.push(start + (key - start) * share);
                values.push(at(share));
            };
            between(&at, 0.0, 1.0, 0, &mut put);
        }
        times.push(*key);
        values.push(*colour);
    }
    (times, values)
}

/// Puts what is needed between two shares, in order.
fn between(at: &dyn Fn(f64) -> [f64; 4], from: f64, to: f64, depth: u32, put: &mut dyn FnMut(f64)) {
    let (first, last) = (at(from), at(to));
    let strays = |part: f64| {
        let there = at(from + (to - from) * part);
        let straight = |a: f64, b: f64| a + (b - a) * part;
        first.iter().zip(last).zip(there).any(|((a, b), c)| (straight(*a, b) - c).abs() > NEAR)
    };
    // Where hues change their side in the middle, one look is not enough.
    if depth < 12 && [0.5, 0.25, 0.75, 1.0 / 3.0, 2.0 / 3.0].into_iter().any(strays) {
        let middle = (from + to) / 2.0;
        between(at, from, middle, depth + 1, put);
        put(middle);
        between(at, middle, to, depth + 1, put);
    }
}

/// The colour at a share of the way; alpha is mixed evenly.
pub fn mixed(from: [f64; 4], to: [f64; 4], share: f64) -> [f64; 4] {
    let ([mut h, s, v], [mut other, t, w]) = (hsv(from), hsv(to));
    // Grey has no hue and takes that of the other.
    if s == 0.0 {
        h = other;
    } else if t == 0.0 {
        other = h;
    }
    // The short way round; of two equal ones the upward one.
    let mut way = (other - h).rem_euclid(6.0);
    if way > 3.0 {
        way -= 6.0;
    }
    let mix = |a: f64, b: f64| a + (b - a) * share;
    let ([.., a], [.., b]) = (from, to);
    let [r, g, blue] = rgb([(h + way * share).rem_euclid(6.0), mix(s, t), mix(v, w)]);
    [r, g, blue, mix(a, b)]
}

/// Hue in sixths of a turn, saturation, value.
fn hsv([r, g, b, _]: [f64; 4]) -> [f64; 3] {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let range = most - least;
    if range <= 0.0 {
        return [0.0, 0.0, most];
    }
    let hue = if most == r {
        ((g - b) / range).rem_euclid(6.0)
    } else if most == g {
        (b - r) / range + 2.0
    } else {
        (r - g) / range + 4.0
    };
    [hue, range / most, most]
}

fn rgb([h, s, v]: [f64; 3]) -> [f64; 3] {
    let part = |n: f64| {
        let k = (n + h).rem_euclid(6.0);
        v - v * s * k.min(4.0 - k).clamp(0.0, 1.0)
    };
    [part(5.0), part(3.0), part(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: [f64; 4], b: [f64; 4]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn ci_3_red_to_green_goes_over_yellow() {
        // Example 10: half way between red and green, alpha 1 and 0.5.
        let half = mixed([1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.5], 0.5);
        assert!(close(half, [1.0, 1.0, 0.0, 0.75]), "{half:?}");
        // Blue (240°) and red (360°) meet at magenta (300°).
        assert!(close(mixed([0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0], 0.5), [1.0, 0.0, 1.0, 1.0]));
    }

    #[test]
    fn ci_4_grey_borrows_the_hue_and_opposites_go_up() {
        assert!(close(mixed([1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0], 0.5), [0.5, 0.5, 1.0, 1.0]));
        // Red (0°) to cyan (180°): upward over 90°, which is (0.5, 1, 0).
        assert!(close(mixed([1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 1.0], 0.5), [0.5, 1.0, 0.0, 1.0]));
    }

    #[test]
    fn straight_lines_between_keys_are_near() {
        let ends = [[1.0, 0.2, 0.0, 1.0], [0.1, 0.0, 0.9, 0.0]];
        let (keys, values) = refined(&[0.0, 2.0], &ends);
        assert!(keys.is_sorted() && keys.len() > 4 && keys.len() < 100, "{}", keys.len());
        for step in 0..200 {
            let time = f64::from(step) / 100.0;
            let place = keys.partition_point(|k| *k <= time);
            let (a, b) = (keys[place - 1], keys[place]);
            let share = (time - a) / (b - a);
            let true_one = mixed(ends[0], ends[1], time / 2.0);
            for c in 0..4 {
                let straight = values[place - 1][c] + (values[place][c] - values[place - 1][c]) * share;
                assert!((straight - true_one[c]).abs() < 2.0 * NEAR);
            }
        }
        // Grey to white is straight already.
        assert_eq!(refined(&[0.0, 1.0], &[[0.0, 0.0, 0.0, 1.0], [1.0; 4]]).0, [0.0, 1.0]);
    }
}
