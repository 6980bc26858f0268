//! How motions become samples, and how many there may be.

use portolan_eval::curve::Walker;
use portolan_eval::track::Track;
use portolan_scene::{Curve, Interpolation, Methods};

/// How motions become samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Samples a second; `None` keeps keys and adds samples where they are needed.
    pub rate: Option<f64>,
    /// How far samples may be off where no rate is given: in metres for lengths, of 1 for everything else.
    pub tolerance: f64,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { rate: None, tolerance: 1e-4 }
    }
}

/// Numbers that all motions together may become; each sample costs as many as it has.
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Budget {
        Budget(1 << 26)
    }
}

impl Budget {
    /// Takes some, if there are as many.
    pub fn take(&mut self, numbers: usize) -> bool {
        let left = self.0.checked_sub(numbers);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// Does a curve stay at each key until the next?
pub(crate) fn is_stepped(curve: &Curve) -> bool {
    (0..curve.keys.len().saturating_sub(1)).all(|key| curve.methods.of(key) == Interpolation::Step)
}

/// A curve at given moments, straight between them, or in steps if it is.
pub(crate) fn resampled(curve: &Curve, times: Vec<f64>) -> Curve {
    let mut walker = Walker::new(curve);
    let mut track = Track::at(times, curve.width as usize, &mut |t, row| walker.evaluate(t, row));
    if is_stepped(curve) {
        track.methods = Methods::All(Interpolation::Step);
    }
    Curve { before: curve.before, after: curve.after, ..track.into_curve(curve.meta.clone()) }
}
