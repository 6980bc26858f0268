//! What red, green and blue are.

use glam::{DMat3, DVec3};

/// The chromaticities (x, y) of the primary colours and of white. Colours of a scene are always those of sRGB
/// ([`Primaries::SRGB`]); those of the document are kept so that it can be written as it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Primaries {
    /// Of red.
    pub red: [f64; 2],
    /// Of green.
    pub green: [f64; 2],
    /// Of blue.
    pub blue: [f64; 2],
    /// Of white.
    pub white: [f64; 2],
}

impl Default for Primaries {
    fn default() -> Primaries {
        Primaries::SRGB
    }
}

impl Primaries {
    /// Those of sRGB.
    pub const SRGB: Primaries =
        Primaries { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: [0.3127, 0.329] };

    /// How bright red, green and blue are in white: their shares sum to 1. `None` if these are no primaries: on one
    /// line, or without luminance.
    pub fn luminances(&self) -> Option<DVec3> {
        let at = |[x, y]: [f64; 2]| DVec3::new(x / y, 1.0, (1.0 - x - y) / y);
        let columns = DMat3::from_cols(at(self.red), at(self.green), at(self.blue));
        let shares = columns.inverse() * at(self.white);
        (columns.determinant().abs() > 1e-9 && shares.is_finite() && shares.min_element() > 0.0).then_some(shares)
    }

    /// Leads from red, green and blue to X, Y and Z; see [`Primaries::luminances`].
    pub fn to_xyz(&self) -> Option<DMat3> {
        let shares = self.luminances()?;
        let column = |[x, y]: [f64; 2], share: f64| DVec3::new(x / y, 1.0, (1.0 - x - y) / y) * share;
        let columns = [column(self.red, shares.x), column(self.green, shares.y), column(self.blue, shares.z)];
        let [red, green, blue] = columns;
        Some(DMat3::from_cols(red, green, blue))
    }

    /// Leads from these to other primaries, through X, Y and Z. Equal ones give exactly the identity.
    pub fn to(&self, other: &Primaries) -> Option<DMat3> {
        if self == other {
            return Some(DMat3::IDENTITY);
        }
        let back = other.to_xyz()?.inverse();
        Some(back * self.to_xyz()?)
    }
}

/// A component of an sRGB colour as an amount of light; from 0 to 1.
pub fn decode_srgb(c: f64) -> f64 {
    if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
}

/// An amount of light from 0 to 1 as a component of an sRGB colour.
pub fn encode_srgb(c: f64) -> f64 {
    if c <= 0.0031308 { c * 12.92 } else { 1.055 * libm::pow(c, 1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_has_the_printed_luminances_and_matrix() {
        // The numbers printed with the metrics of OpenGEX 3.0.
        let y = Primaries::SRGB.luminances().unwrap();
        assert!((y - DVec3::new(0.212639, 0.715169, 0.072192)).abs().max_element() < 5e-7, "{y}");
        let back = Primaries::SRGB.to_xyz().unwrap().inverse().transpose();
        let printed =
            [[3.240970, -1.537383, -0.498611], [-0.969244, 1.875968, 0.041555], [0.055630, -0.203977, 1.056972]];
        for (row, expected) in [back.x_axis, back.y_axis, back.z_axis].into_iter().zip(printed) {
            assert!((row - DVec3::from(expected)).abs().max_element() < 5e-6, "{row}");
        }
        assert_eq!(Primaries::SRGB.to(&Primaries::default()), Some(DMat3::IDENTITY));
    }

    #[test]
    fn white_stays_white_and_lines_are_no_primaries() {
        let wide = Primaries { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], ..Primaries::SRGB };
        let white = wide.to(&Primaries::SRGB).unwrap() * DVec3::ONE;
        assert!((white - DVec3::ONE).abs().max_element() < 1e-12);
        let flat = Primaries { red: [0.3, 0.3], green: [0.4, 0.4], blue: [0.5, 0.5], ..Primaries::SRGB };
        assert_eq!(flat.to_xyz(), None);
        assert_eq!(Primaries { red: [0.64, 0.0], ..Primaries::SRGB }.luminances(), None);
    }

    #[test]
    fn srgb_is_encoded_and_decoded() {
        assert!((decode_srgb(0.5) - 0.21404114).abs() < 1e-8);
        for c in [0.0, 0.002, 0.01, 0.5, 1.0] {
            assert!((encode_srgb(decode_srgb(c)) - c).abs() < 1e-6, "{c}");
        }
    }
}
