//! From the units of rows to those of a scene: degrees, seconds, and a length of its own.

/// What numbers of a document are multiplied by to become those of a scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scales {
    /// Lengths of the scene in one unit of length of the document.
    pub length: f64,
    /// Degrees in one unit of angle, where the document says it itself.
    pub angle: f64,
    /// Seconds in one unit of time, where the document says it itself.
    pub time: f64,
}

impl Scales {
    /// Those of a format that has one unit of angle and one of time.
    pub fn of_length(length: f64) -> Scales {
        Scales { length, angle: 1.0, time: 1.0 }
    }

    /// What a number of a row with this unit is multiplied by. A number without unit stays as it is.
    pub fn factor(&self, unit: &str) -> f64 {
        self.known(unit).unwrap_or(1.0)
    }

    fn known(&self, unit: &str) -> Option<f64> {
        let length = self.length;
        Some(match unit {
            "" | "angle(deg)" | "time" | "mass" | "linear_stiffness" | "linear_damping" => 1.0,
            "length" | "velocity" | "acceleration" => length,
            "inverse_length" => length.recip(),
            "inverse_area" => (length * length).recip(),
            "density" => (length * length * length).recip(),
            "inertia" | "angular_stiffness(deg)" | "angular_damping(deg)" => length * length,
            "angle(rad)" | "angular_velocity(rad)" => 1f64.to_degrees(),
            "angle(metric)" => self.angle,
            "time(metric)" => self.time,
            "inverse_time(metric)" => self.time.recip(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, tables};

    #[test]
    fn every_unit_of_the_tables_is_known() {
        let scales = Scales { length: 0.5, angle: 2.0, time: 4.0 };
        let mut seen = 0;
        for schema in [&tables::collada::SCHEMA, &tables::opengex::SCHEMA, &tables::xvrml::SCHEMA] {
            for ty in schema.types {
                let own = match &ty.content {
                    Content::Text(text) => Some(text.unit),
                    _ => None,
                };
                let units = ty.attributes.iter().map(|a| a.text.unit).chain(ty.data.iter().map(|d| d.unit)).chain(own);
                for unit in units.filter(|u| !u.is_empty()) {
                    assert!(scales.known(unit).is_some(), "{}: {unit}", ty.path);
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn factors_by_unit() {
        let scales = Scales { length: 0.5, angle: 2.0, time: 4.0 };
        let factors = [("length", 0.5), ("inverse_area", 4.0), ("angle(metric)", 2.0), ("inverse_time(metric)", 0.25)];
        for (unit, factor) in factors {
            assert_eq!(scales.factor(unit), factor, "{unit}");
        }
        assert_eq!(Scales::of_length(3.0).factor("angle(deg)"), 1.0);
    }
}
