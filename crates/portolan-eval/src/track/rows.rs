//! What the numbers of a key are, and what readers compute between two keys.

use portolan_scene::turn::slerp;

/// What the numbers of a key are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// So many numbers, each for itself.
    Numbers(usize),
    /// A quaternion that readers turn evenly.
    Turn,
    /// A quaternion that readers mix number by number.
    MixedTurn,
    /// A quaternion and three factors.
    TurnAndScale,
}

impl Rows {
    /// Numbers of a key.
    pub fn width(self) -> usize {
        match self {
            Rows::Numbers(width) => width,
            Rows::Turn | Rows::MixedTurn => 4,
            Rows::TurnAndScale => 7,
        }
    }

    /// Do its first four numbers turn?
    pub(super) fn is_turn(self) -> bool {
        !matches!(self, Rows::Numbers(_))
    }

    /// Is a row that a reader mixed near enough to what it should be? Turns are drawn out to their length first.
    pub(super) fn is_near(self, mixed: &[f64], real: &[f64], limits: &[f64]) -> bool {
        let turning = if self.is_turn() { 4 } else { 0 };
        let length = mixed.iter().take(turning).map(|x| x * x).sum::<f64>().sqrt();
        // Half of the angle between two turns is the angle between their quaternions.
        let turn = mixed.iter().zip(real).zip(limits).take(turning);
        let numbers = mixed.iter().zip(real).zip(limits).skip(turning);
        turn.into_iter().all(|((a, b), limit)| 2.0 * (a / length - b).abs() <= *limit)
            && numbers.into_iter().all(|((a, b), limit)| (a - b).abs() <= *limit)
    }

    /// Is a row where a reader computes it between two keys? What is no number is nowhere else.
    pub fn is_between(self, a: &[f64], b: &[f64], share: f64, real: &[f64], limits: &[f64]) -> bool {
        let straight = |from: usize| {
            let mut pairs = a.iter().zip(b).zip(real).zip(limits).skip(from);
            pairs.all(|(((a, b), real), limit)| {
                let off = (a + (b - a) * share - real).abs();
                off <= *limit || off.is_nan()
            })
        };
        if let Rows::Numbers(_) | Rows::MixedTurn = self {
            return straight(0);
        }
        let (Some(from), Some(to), Some(real), Some(limit)) =
            (a.first_chunk::<4>(), b.first_chunk::<4>(), real.first_chunk::<4>(), limits.first())
        else {
            return true;
        };
        let turn = turned(*from, *to, share);
        let largest = |sign: f64| turn.iter().zip(real).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max);
        // Half of the angle between two turns is the angle between their quaternions.
        2.0 * largest(1.0).min(largest(-1.0)) <= *limit && straight(4)
    }
}

/// A turn between two, the shorter way at an even pace.
fn turned(a: [f64; 4], b: [f64; 4], share: f64) -> [f64; 4] {
    let cosine: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    if cosine.abs() <= 0.9995 {
        return slerp(a, b, share);
    }
    // So near to each other the straight way, drawn out to the length of a turn, is as good and much faster.
    let side = cosine.signum();
    let mut mixed = [0.0; 4];
    for (slot, (a, b)) in mixed.iter_mut().zip(a.into_iter().zip(b)) {
        *slot = a + (side * b - a) * share;
    }
    let length = mixed.iter().map(|x| x * x).sum::<f64>().sqrt();
    mixed.map(|x| x / length)
}
