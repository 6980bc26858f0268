use crate::data::Text;
use portolan_syntax::{Node, Span};

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds arrays whose numbers exceed the `digits` or the `magnitude` that the array states.
    ///
    /// The attributes tell readers which storage suffices: `digits` significant digits and a largest decimal exponent of
    /// `magnitude`. A reader that believes them loses what goes beyond. Arrays that do not state them are not looked at.
    "DAT003" "float-array-precision" Info, spec "5-37", on ["float_array"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let stated = |name: &str| array.attribute(name).and_then(|a| a.value().trim().parse::<i64>().ok());
    let (digits, magnitude) = (stated("digits"), stated("magnitude"));
    if digits.is_none() && magnitude.is_none() || data(report.document).run(array).is_none() {
        return;
    }
    let (digits, magnitude) = (digits.unwrap_or(i64::MAX), magnitude.unwrap_or(i64::MAX));
    let text = Text::of(array);
    let (mut longest, mut largest): (Option<(i64, Span)>, Option<Span>) = (None, None);
    for (word, at) in text.words() {
        if longest.is_none() && significant_digits(word) > digits {
            longest = Some((significant_digits(word), text.span(at.clone())));
        }
        if largest.is_none() && word.parse::<f64>().is_ok_and(|v| v.is_finite() && v != 0.0 && exponent(v) > magnitude)
        {
            largest = Some(text.span(at));
        }
        if longest.is_some() && largest.is_some() {
            break;
        }
    }
    if let Some((found, span)) = longest {
        let message = format!("a number has {found} significant digits, but the array declares `digits` {digits}");
        let finding = report.finding(array, span, message);
        report.push(finding);
    }
    if let Some(span) = largest {
        let message = format!("a number exceeds the `magnitude` {magnitude} that the array declares");
        let finding = report.finding(array, span, message);
        report.push(finding);
    }
}

fn exponent(value: f64) -> i64 {
    libm::log10(value.abs()).floor() as i64
}

/// Digits of a number as written, without zeros in front.
fn significant_digits(word: &str) -> i64 {
    let mantissa = word.split(['e', 'E']).next().unwrap_or(word);
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).skip_while(|d| *d == b'0').count() as i64;
    // Zeros at the end of a whole number may only hold its place.
    let tail =
        if mantissa.contains('.') { 0 } else { mantissa.bytes().rev().take_while(|b| *b == b'0').count() as i64 };
    digits - tail
}
