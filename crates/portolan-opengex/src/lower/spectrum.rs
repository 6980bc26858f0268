//! `Spectrum`: colours from light of all wavelengths.

use portolan_scene::glam::DVec3;
use portolan_scene::{Fate, Spectrum};
use portolan_syntax::Node;

use super::cie::matching;
use super::{Lower, codes};

impl<'a> Lower<'a> {
    /// A spectrum; `None` if it cannot be integrated, which is told.
    pub(super) fn spectrum(&mut self, structure: Node<'a>) -> Option<Spectrum> {
        let (min, max) = (self.property::<u32>(structure, "min"), self.property::<u32>(structure, "max"));
        let numbers = self.numbers(structure, &[1])?;
        let why = match (min, max) {
            (Some(min), Some(max)) if min < max && numbers.values.len() > 1 => {
                return Some(Spectrum {
                    min: f64::from(min),
                    max: f64::from(max),
                    values: numbers.values,
                    beside: None,
                });
            }
            (Some(min), Some(max)) if min >= max => format!("it runs from {min} to {max} nm"),
            (Some(_), Some(_)) => "it has a single value".to_owned(),
            _ => "its wavelengths are missing".to_owned(),
        };
        self.lose(&codes::SPECTRUM, Fate::Dropped, structure, format!("a spectrum is ignored: {why}"));
        None
    }

    /// The colour of a spectrum in the colours of the scene.
    pub(super) fn spectral_colour(&self, spectrum: &Spectrum) -> [f64; 3] {
        (self.metrics.from_xyz * DVec3::from(xyz(spectrum))).to_array()
    }
}

/// X, Y and Z of a spectrum: the sums of its values times the colour matching functions times the step.
pub(super) fn xyz(spectrum: &Spectrum) -> [f64; 3] {
    let step = (spectrum.max - spectrum.min) / (spectrum.values.len().saturating_sub(1).max(1)) as f64;
    let mut sums = [0.0; 3];
    for (i, value) in spectrum.values.iter().enumerate() {
        let weights = matching(spectrum.min + step * i as f64);
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += value * weight * step;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_values_by_hand() {
        // 500, 550 and 600 nm, 50 nm apart, with the values 0.001, 0.002 and 0.003:
        // X = 50·(0.001·0.0049 + 0.002·0.43345 + 0.003·1.0622) = 0.20292
        // Y = 50·(0.001·0.323 + 0.002·0.99495 + 0.003·0.631) = 0.210295
        // Z = 50·(0.001·0.272 + 0.002·0.00875 + 0.003·0.0008) = 0.014595
        let spectrum = Spectrum { min: 500.0, max: 600.0, values: vec![0.001, 0.002, 0.003], beside: None };
        for (found, expected) in xyz(&spectrum).into_iter().zip([0.20292, 0.210295, 0.014595]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn light_of_equal_energy_has_the_sums_of_the_tables() {
        // All rows of a table times 5 nm.
        let spectrum = Spectrum { min: 360.0, max: 830.0, values: vec![1.0; 95], beside: None };
        for (found, expected) in xyz(&spectrum).into_iter().zip([106.865700893, 106.857038302, 106.8933205]) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
}
