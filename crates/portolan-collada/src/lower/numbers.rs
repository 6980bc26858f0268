//! Short lists of numbers in elements.

use portolan_scene::{Fate, Losses, Target};
use portolan_schema::Scales;
use portolan_schema::value::number;
use portolan_syntax::Node;

use super::{Lower, codes};
use crate::data::Text;

impl<'a> Lower<'a> {
    /// The `N` numbers of an element. Commas between or in them are let pass. What is missing is taken from `otherwise`, what
    /// is no number is 0; both are told.
    pub fn numbers<const N: usize>(&mut self, element: Node<'a>, otherwise: [f64; N]) -> [f64; N] {
        let mut losses = std::mem::take(&mut self.losses);
        let values = self.numbers_telling(element, otherwise, &mut losses);
        self.losses = losses;
        values
    }

    /// As [`Lower::numbers`], for elements that are read side by side.
    pub fn numbers_telling<const N: usize>(
        &self,
        element: Node<'a>,
        otherwise: [f64; N],
        losses: &mut Losses,
    ) -> [f64; N] {
        let text = Text::of(element);
        let mut values = otherwise;
        if number::floats_into(text.as_str().as_bytes(), &mut values) {
            return values;
        }
        values = otherwise;
        let mut found = 0usize;
        let mut sound = true;
        let mut add = |number: Option<f64>| {
            let number = number.filter(|v| v.is_finite());
            sound &= number.is_some();
            if let Some(slot) = values.get_mut(found) {
                *slot = number.unwrap_or(0.0);
            }
            found += 1;
        };
        if text.as_str().contains(',') {
            // As many words as numbers: the comma is a decimal one. Otherwise it separates.
            let text = comma_free(text.as_str(), N);
            text.split_ascii_whitespace().for_each(|word| add(number::float_word(word.as_bytes())));
            sound = false;
        } else {
            text.words().for_each(|(word, _)| add(number::float_word(word.as_bytes())));
        }
        if found != N || !sound {
            let name = element.local_name();
            let message = match found == N {
                true => format!("`{name}` contains commas or words that are not numbers"),
                false => {
                    format!("`{name}` has {} instead of {N}", portolan_syntax::counted(found, "number", "numbers"))
                }
            };
            losses.push(&codes::NUMBERS, Fate::Approximated, self.origin(element), message);
        }
        values
    }

    /// The number of a child in the unit of the scene, which channels that target the child drive. Unit and default are
    /// those of the table; `None` if nothing usable is written and there is no default.
    pub fn field(&mut self, parent: Node<'a>, name: &str, target: Target) -> Option<f64> {
        let row = self.bound(parent).child_row(parent, name);
        let factor = Scales::of_length(self.frame(parent).scale).factor(row.map_or("", |r| r.unit));
        let child = parent.child(name);
        let written = child.and_then(|child| self.number(child));
        let value = written.or_else(|| row?.value())?;
        if let Some(child) = child {
            self.drive(child, target, factor);
        }
        Some(value * factor)
    }

    /// The number of an element, if it holds one.
    pub fn number(&mut self, element: Node<'a>) -> Option<f64> {
        let text = Text::of(element);
        let word = text.words().next().map(|(w, _)| w.to_owned());
        let value = word.as_deref().and_then(|w| number::float(w.as_bytes()));
        if value.is_none_or(|v| !v.is_finite()) {
            let message = format!("`{}` does not contain a number", element.local_name());
            self.lose(&codes::NUMBERS, Fate::Dropped, element, message);
            return None;
        }
        value
    }
}

/// A list without commas: in a list of as many words as numbers they stand for decimal points, in any other for spaces.
pub(super) fn comma_free(text: &str, expected: usize) -> String {
    let words = text.split_ascii_whitespace().count();
    text.replace(',', if words == expected { "." } else { " " })
}
