use portolan_syntax::Node;

use super::values::{attribute_number, shown};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds images that are created without any texel.
    ///
    /// Width, height and depth of an image are at least one texel, and a ratio of the viewport is positive.
    "SEM177" "image-size" Error, spec "8-34", on
        ["image/create_2d/size_exact", "image/create_2d/size_ratio", "image/create_3d/size", "image/create_cube/size"],
        check
}

fn check<'a>(size: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for name in ["width", "height", "depth"] {
        let Some(number) = attribute_number(size, name) else { continue };
        if !(number > 0.0 && number.is_finite()) {
            report.at_attribute(size, name, format!("the {name} of the image is {}", shown(number)));
        }
    }
}
