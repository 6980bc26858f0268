//! How light fades.

/// A function that the light of a point or a spot is multiplied with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attenuation {
    /// What it depends on.
    pub input: Input,
    /// The function.
    pub curve: Fading,
    /// What its result is raised to; 1 where the input is a distance.
    pub power: f64,
}

/// What an attenuation depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Input {
    /// The distance, in the unit of the scene.
    #[default]
    Distance,
    /// The angle from the axis, in degrees.
    Angle,
    /// The cosine of that angle.
    CosAngle,
}

/// The function of an attenuation. Results are kept within 0…1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fading {
    /// `(end − t) / (end − begin)`.
    Linear {
        /// Where it is 1.
        begin: f64,
        /// Where it is 0.
        end: f64,
    },
    /// `3a² − 2a³` of the linear function `a`.
    Smooth {
        /// Where it is 1.
        begin: f64,
        /// Where it is 0.
        end: f64,
    },
    /// `s / (l·t + c·s) + o`.
    Inverse {
        /// `s`.
        scale: f64,
        /// `o`.
        offset: f64,
        /// `c`.
        constant: f64,
        /// `l`.
        linear: f64,
    },
    /// `s² / (q·t² + l·s·t + c·s²) + o`.
    InverseSquare {
        /// `s`.
        scale: f64,
        /// `o`.
        offset: f64,
        /// `c`.
        constant: f64,
        /// `l`.
        linear: f64,
        /// `q`.
        quadratic: f64,
    },
}

impl Attenuation {
    /// The whole angle in degrees beyond which it leaves nothing, if there is one.
    pub fn cone(&self) -> Option<f64> {
        let (Fading::Linear { begin, end } | Fading::Smooth { begin, end }) = self.curve else { return None };
        match self.input {
            // A sharp edge: between two singles that lie beside each other there is nothing.
            Input::Angle if end > begin && end as f32 <= (begin as f32).next_up() => Some(2.0 * begin),
            Input::Angle if end > begin => Some(2.0 * end),
            Input::CosAngle if end < begin => Some(2.0 * libm::acos(end.clamp(-1.0, 1.0)).to_degrees()),
            _ => None,
        }
    }

    /// Its value at a distance (units of the scene) and an angle from the axis (radians).
    pub fn of(&self, distance: f64, angle: f64) -> f64 {
        let value = match self.input {
            Input::Distance => self.curve.at(distance),
            Input::Angle => self.curve.at(angle.to_degrees()),
            Input::CosAngle => self.curve.at(libm::cos(angle)),
        };
        if self.power == 1.0 { value } else { libm::pow(value, self.power) }
    }
}

impl Fading {
    /// Its value; what cannot be computed, at the light itself, is full light.
    pub fn at(&self, t: f64) -> f64 {
        let value = match *self {
            // Where begin and end fall together, light ends there.
            Fading::Linear { begin, end } | Fading::Smooth { begin, end } if begin == end => {
                f64::from(u8::from(t < end))
            }
            Fading::Linear { begin, end } => (end - t) / (end - begin),
            Fading::Smooth { begin, end } => {
                let a = ((end - t) / (end - begin)).clamp(0.0, 1.0);
                a * a * (3.0 - 2.0 * a)
            }
            Fading::Inverse { scale: s, offset, constant, linear } => s / (linear * t + constant * s) + offset,
            Fading::InverseSquare { scale: s, offset, constant, linear, quadratic } => {
                s * s / (quadratic * t * t + linear * s * t + constant * s * s) + offset
            }
        };
        if value.is_nan() { 1.0 } else { value.clamp(0.0, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn straight_and_smooth_fading_by_hand() {
        // (10 − 4) / (10 − 2) = 0.75; 3·0.5625 − 2·0.421875 = 0.84375.
        assert!(close(Fading::Linear { begin: 2.0, end: 10.0 }.at(4.0), 0.75));
        assert!(close(Fading::Smooth { begin: 2.0, end: 10.0 }.at(4.0), 0.84375));
        for t in [0.0, 2.0] {
            assert_eq!(Fading::Linear { begin: 2.0, end: 10.0 }.at(t), 1.0);
            assert_eq!(Fading::Smooth { begin: 2.0, end: 10.0 }.at(t), 1.0);
        }
        assert_eq!(Fading::Linear { begin: 2.0, end: 10.0 }.at(11.0), 0.0);
        assert_eq!(
            (Fading::Linear { begin: 3.0, end: 3.0 }.at(2.9), Fading::Smooth { begin: 3.0, end: 3.0 }.at(3.0)),
            (1.0, 0.0)
        );
    }

    #[test]
    fn inverse_fading_by_hand() {
        // 2 / (1·6 + 0.5·2) + 0.1 = 2/7 + 0.1.
        let inverse = Fading::Inverse { scale: 2.0, offset: 0.1, constant: 0.5, linear: 1.0 };
        assert!(close(inverse.at(6.0), 2.0 / 7.0 + 0.1));
        // 4 / (1·36 + 0.5·2·6 + 0.25·4) − 0.05 = 4/43 − 0.05.
        let square = Fading::InverseSquare { scale: 2.0, offset: -0.05, constant: 0.25, linear: 0.5, quadratic: 1.0 };
        assert!(close(square.at(6.0), 4.0 / 43.0 - 0.05));
        assert_eq!(square.at(1e9), 0.0);
        let plain = Fading::InverseSquare { scale: 1.0, offset: 0.0, constant: 0.0, linear: 0.0, quadratic: 1.0 };
        // Within the scale the light is full, at the light itself too.
        assert_eq!((plain.at(0.0), plain.at(0.5), plain.at(2.0)), (1.0, 1.0, 0.25));
        assert_eq!(Fading::Inverse { scale: 0.0, offset: 0.0, constant: 0.0, linear: 1.0 }.at(0.0), 1.0);
    }

    #[test]
    fn angles_and_powers() {
        // Half way from 20° to 40°, squared: 0.25. The cosine of 60° half way from 1 to 0.
        let angle = Attenuation { input: Input::Angle, curve: Fading::Linear { begin: 20.0, end: 40.0 }, power: 2.0 };
        assert!(close(angle.of(7.0, 30f64.to_radians()), 0.25));
        let cosine = Attenuation { input: Input::CosAngle, curve: Fading::Linear { begin: 1.0, end: 0.0 }, power: 1.0 };
        assert!(close(cosine.of(7.0, 60f64.to_radians()), 0.5));
    }
}
