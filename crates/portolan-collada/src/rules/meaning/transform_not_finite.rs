use portolan_schema::value::number::float;
use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds transforms that contain `NaN` or infinite numbers.
    ///
    /// They usually come from a division by zero in the exporter, and spread to everything below the node, which then
    /// disappears. Replace them, or remove the transform.
    "SEM110" "transform-not-finite" Error, spec "5-99", on
        ["lookat", "matrix", "rotate", "scale", "skew", "translate"], check
}

/// No transform has more numbers.
const MOST: usize = 16;

fn check<'a>(transform: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let text = transform.text();
    // Without any letter, and with fewer digits than the largest number has, nothing in it is beyond all numbers.
    let plain = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || matches!(byte, b'.' | b'-' | b'+');
    if text.len() < 300 && text.bytes().all(plain) {
        return;
    }
    let bad = |word: &&str| float(word.as_bytes()).is_some_and(|n| !n.is_finite());
    if let Some(word) = text.split_ascii_whitespace().take(MOST).find(bad) {
        report.at_content(transform, format!("`<{}>` contains `{word}`", transform.local_name()));
    }
}
