use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds texts whose `justify` has more than two words.
    ///
    /// The first word is for the main direction, the second for the other; there is no third.
    "DAT320" "text-justify" Error, spec "VRML97-6.47", on ["Text"], check
}

fn check<'a>(text: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let words = text.attribute_value("justify").map_or(0, |v| v.split_ascii_whitespace().count());
    if words > 2 {
        report.at_attribute(text, "justify", format!("`justify` has {words} words, but only two are used"));
    }
}
