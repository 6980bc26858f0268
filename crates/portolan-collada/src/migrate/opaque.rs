//! Opaque modes that 1.4 does not have.

use portolan_scene::Fate;

use super::Migrate;
use super::codes;
use super::draft::Id;

impl Migrate<'_> {
    /// `A_ZERO` and `RGB_ONE` of colours are `A_ONE` and `RGB_ZERO` of what is left to 1.
    pub fn opaque_down(&mut self) {
        for transparent in self.draft.find(&["transparent"]) {
            let mode = self.draft.attribute(transparent, "opaque").unwrap_or_default();
            let new = match mode.trim() {
                "A_ZERO" => "A_ONE",
                "RGB_ONE" => "RGB_ZERO",
                _ => continue,
            };
            let turned = self.turned(transparent, mode.trim());
            if turned {
                let message = format!("transparency in the mode `{mode}` is written as `{new}` with inverted values");
                self.lose(&codes::OPAQUE, Fate::Baked, transparent, message);
            } else {
                let message = format!(
                    "the mode `{mode}` was replaced by `{new}`, which is exact only for constant \
                    colours"
                );
                self.lose(&codes::OPAQUE, Fate::Approximated, transparent, message);
            }
            self.change_attribute(transparent, "opaque", new);
        }
    }

    /// Turns the colour around, with the factor in it; `false` if it is not constant.
    fn turned(&mut self, transparent: Id, mode: &str) -> bool {
        let Some(color) = self.draft.child(transparent, "color") else { return false };
        let text = self.draft.word(color);
        let numbers: Vec<f64> = text.split_ascii_whitespace().filter_map(|w| w.parse().ok()).collect();
        let [r, g, b, a] = numbers.as_slice() else { return false };
        let shader = self.draft.parent(transparent);
        let factor = shader.and_then(|s| self.draft.child(s, "transparency"));
        let constant = factor.map(|f| self.draft.child(f, "float"));
        let k = match constant {
            None => 1.0,
            Some(None) => return false,
            Some(Some(float)) => match self.draft.word(float).parse::<f64>() {
                Ok(k) => k,
                Err(_) => return false,
            },
        };
        let text = match mode {
            "A_ZERO" => format!("{r} {g} {b} {}", tidy(1.0 - a * k)),
            _ => format!("{} {} {} {a}", tidy(1.0 - r * k), tidy(1.0 - g * k), tidy(1.0 - b * k)),
        };
        self.change_text(color, &text);
        if let Some(Some(float)) = constant {
            self.change_text(float, "1");
        }
        true
    }
}

/// Without the noise of the last bits.
fn tidy(value: f64) -> f64 {
    (value * 1e12).round() / 1e12
}
