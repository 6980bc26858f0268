//! Tangents of samplers, in the layouts that writers use.

use portolan_scene::{Fate, Interpolation, Tangents};

use super::codes;
use super::sampler::Reading;

/// Which tangents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    In,
    Out,
}

/// The curve that tangents belong to.
pub(super) struct Base<'c> {
    pub keys: &'c [f64],
    pub values: &'c [f64],
    pub width: usize,
    pub methods: &'c [Interpolation],
}

impl Reading<'_, '_> {
    /// The tangents of all keys; `None` if there are none, too few, or in no known layout.
    ///
    /// With `m` values at a key, rows are of `m + 1` numbers (time, then the values: the layout of the specification), of
    /// `2m` (time and value in turn), or of `m` (no times).
    pub fn tangents(&mut self, side: Side, base: &Base<'_>) -> Option<Tangents> {
        let rows = self.rows(if side == Side::In { "IN_TANGENT" } else { "OUT_TANGENT" })?;
        let (count, total) = (base.keys.len(), rows.data.len());
        let width = match rows.len() {
            // Numbers given one by one.
            given if given > count && rows.width == 1 && total.is_multiple_of(count) => total / count,
            given if given >= count => rows.width,
            _ => return None,
        };
        let rows = rows.data.chunks_exact(width).take(count);
        let mut tangents = Tangents { times: Vec::new(), values: Vec::with_capacity(count * base.width) };
        if width == base.width {
            tangents.values.extend(rows.flatten());
        } else if width == base.width + 1 {
            tangents.times.reserve(count);
            for (time, values) in rows.filter_map(|row| row.split_first()) {
                tangents.times.push(*time);
                tangents.values.extend(values);
            }
        } else if width == 2 * base.width {
            tangents.times.reserve(count * base.width);
            for [time, value] in rows.flat_map(|row| row.as_chunks::<2>().0) {
                tangents.times.push(*time);
                tangents.values.push(*value);
            }
        } else {
            let message = format!(
                "tangents of {} do not match values of {}",
                portolan_syntax::counted(width, "number", "numbers"),
                base.width
            );
            self.lose(&codes::TANGENTS, Fate::Approximated, message);
            return None;
        }
        let repaired = repair(&mut tangents, side, base);
        if repaired > 0 {
            let message = portolan_syntax::counted(
                repaired,
                "tangent is not finite and is flattened",
                "tangents are not finite and are flattened",
            );
            self.lose(&codes::TANGENTS, Fate::Approximated, message);
        }
        Some(tangents)
    }
}

/// Gives tangents that are not finite the length zero.
fn repair(tangents: &mut Tangents, side: Side, base: &Base<'_>) -> usize {
    let mut repaired = 0;
    // A tangent that arrives belongs to the segment before.
    let is_vector = |key: usize| {
        let segment = if side == Side::In { key.saturating_sub(1) } else { key };
        matches!(base.methods.get(segment), Some(Interpolation::Hermite | Interpolation::Cardinal))
    };
    let each = tangents.times.len().checked_div(base.keys.len()).unwrap_or(0).max(1);
    for (place, time) in tangents.times.iter_mut().enumerate().filter(|(_, t)| !t.is_finite()) {
        let key = place / each;
        *time = if is_vector(key) { 0.0 } else { base.keys.get(key).copied().unwrap_or(0.0) };
        repaired += 1;
    }
    for (place, value) in tangents.values.iter_mut().enumerate().filter(|(_, v)| !v.is_finite()) {
        *value = if is_vector(place / base.width) { 0.0 } else { base.values.get(place).copied().unwrap_or(0.0) };
        repaired += 1;
    }
    repaired
}
