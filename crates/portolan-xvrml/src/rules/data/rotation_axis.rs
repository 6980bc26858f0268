use portolan_schema::value::number;
use portolan_syntax::Node;
use portolan_syntax::tree::AttrKind;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds rotations by an angle about an axis of length zero.
    ///
    /// The rotation is undefined. Readers ignore it; give an axis, or an angle of 0.
    "DAT314" "rotation-without-axis" Warning, spec "VRML97-6.52", on
        ["Transform", "Background", "Viewpoint", "SphereSensor", "OrientationInterpolator/keyValue", "Extrusion/orientation"], check
}

const ATTRIBUTES: [&str; 4] = ["rotation", "scaleOrientation", "orientation", "offset"];

fn check<'a>(node: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if report.document.run(node).is_some() {
        if has_no_axis(&node.text()) {
            report.at_content(node, "a rotation has an angle and an axis of length 0");
        }
        return;
    }
    for attribute in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
        let name = attribute.full_name();
        if !ATTRIBUTES.contains(&name) {
            continue;
        }
        let value = attribute.value();
        if !has_plain_axis(&value) && has_no_axis(&value) {
            report.at_attribute(node, name, format!("`{name}` has an angle and an axis of length 0"));
        }
    }
}

/// Is it one rotation, with a digit other than zero in its axis? Most are, and need not be read.
fn has_plain_axis(text: &str) -> bool {
    let (mut count, mut axis) = (0, false);
    for word in text.split_ascii_whitespace() {
        axis |= count < 3 && word.bytes().any(|b| matches!(b, b'1'..=b'9'));
        count += 1;
    }
    axis && count == 4 && !text.contains(['e', 'E'])
}

fn has_no_axis(text: &str) -> bool {
    let (mut index, mut axis, mut found) = (0u64, 0.0, false);
    number::for_each_word(text.as_bytes(), |word, _| {
        let value = number::float(word).unwrap_or(f64::NAN);
        if index % 4 == 3 {
            found |= axis == 0.0 && value != 0.0;
            axis = 0.0;
        } else {
            axis += value.abs();
        }
        index += 1;
    });
    found
}
