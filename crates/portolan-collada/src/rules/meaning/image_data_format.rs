use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds pictures inside the document (before version 1.5) that do not say how they are encoded.
    ///
    /// The octets of `<data>` are those of an image file; the attribute `format` of the image says which kind (`PNG`,
    /// `JPG`). Readers would have to guess.
    "SEM176" "image-data-format" Warning, spec "8-58", on ["image/data"], check
}

fn check<'a>(data: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(image) = data.parent_element() else { return };
    if image.attribute_value("format").is_none_or(|f| f.trim().is_empty()) {
        report.at(data, "the image contains binary data, but has no `format`");
    }
}
