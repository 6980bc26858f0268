//! Functions of time as straight pieces.

/// Keys of one track at most.
const MOST: usize = 10_000;

/// Times and values of keys that are straight between, nowhere farther from `f` than the tolerance.
pub(super) fn adaptive(
    times: &[f64],
    width: usize,
    tolerance: f64,
    f: &mut dyn FnMut(f64, &mut [f64]),
) -> (Vec<f64>, Vec<f64>) {
    let mut value = |t: f64| {
        let mut row = vec![0.0; width];
        f(t, &mut row);
        row
    };
    let mut keys: Vec<f64> = Vec::new();
    let mut values: Vec<f64> = Vec::new();
    let Some((first, rest)) = times.split_first() else { return (keys, values) };
    let mut before = (*first, value(*first));
    keys.push(before.0);
    values.extend(&before.1);
    for next in rest {
        // What is still to be looked at, the next piece last.
        let mut open = vec![(*next, value(*next), 0u32)];
        while let Some((t, row, depth)) = open.pop() {
            let probe = |share: f64| before.0 + (t - before.0) * share;
            let off = |share: f64, value: &mut dyn FnMut(f64) -> Vec<f64>| {
                let real = value(probe(share));
                let straight = before.1.iter().zip(&row).map(|(a, b)| a + (b - a) * share);
                straight.zip(&real).map(|(s, r)| (s - r).abs()).fold(0.0, f64::max)
            };
            let fine = depth > 24
                || keys.len() + open.len() > MOST
                || [0.5, 0.25, 0.75].into_iter().all(|share| off(share, &mut value) <= tolerance);
            let middle = probe(0.5);
            if fine || middle <= before.0 || middle >= t {
                keys.push(t);
                values.extend(&row);
                before = (t, row);
            } else {
                let half = value(middle);
                open.push((t, row, depth + 1));
                open.push((middle, half, depth + 1));
            }
        }
    }
    (keys, values)
}

/// Every so many seconds from start to end, and the end.
pub(super) fn regular(start: f64, end: f64, rate: f64) -> Vec<f64> {
    let rate = if rate.is_finite() && rate > 0.0 { rate } else { 30.0 };
    let steps = ((end - start).max(0.0) * rate).ceil().min(100_000.0) as u32;
    (0..=steps).map(|i| (start + f64::from(i) / rate).min(end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stay_within_the_tolerance() {
        let mut circle = |t: f64, out: &mut [f64]| out.copy_from_slice(&[t.cos(), t.sin()]);
        let (keys, values) = adaptive(&[0.0, 3.0], 2, 1e-3, &mut circle);
        assert!(keys.len() > 10 && keys.len() < 200 && keys.is_sorted(), "{}", keys.len());
        for i in 0..1000 {
            let t = 3.0 * f64::from(i) / 1000.0;
            let k = keys.partition_point(|x| *x <= t) - 1;
            let share = (t - keys[k]) / (keys[k + 1] - keys[k]);
            let got = [0, 1].map(|i| values[2 * k + i] * (1.0 - share) + values[2 * k + 2 + i] * share);
            assert!((got[0] - t.cos()).abs() < 1.2e-3 && (got[1] - t.sin()).abs() < 1.2e-3);
        }
        let straight = adaptive(&[0.0, 1.0, 5.0], 1, 1e-9, &mut |t, out| out[0] = t * 3.0);
        assert_eq!(straight.0, [0.0, 1.0, 5.0]);
        let wild = adaptive(&[0.0, 1e6], 1, 1e-9, &mut |t, out| out[0] = (t * 1e7).sin());
        assert!(wild.0.len() <= MOST + 30);
        assert_eq!(regular(0.0, 1.0, 4.0), [0.0, 0.25, 0.5, 0.75, 1.0]);
    }
}
