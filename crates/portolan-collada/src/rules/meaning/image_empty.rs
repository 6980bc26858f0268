use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds images whose file has an empty name.
    ///
    /// An empty reference means the document itself, which is not an image. Write the path of the file relative to the
    /// document, or remove the image.
    "SEM175" "image-without-file" Error, spec "8-62", on
        ["image/init_from", "image/init_from/ref", "image/create_2d/init_from/ref", "image/create_3d/init_from/ref",
         "image/create_cube/init_from/ref"], check
}

fn check<'a>(reference: Node<'a>, report: &mut Reporter<'_, 'a>) {
    if reference.elements().next().is_none() && reference.text().trim().is_empty() {
        // Since 1.5 an `<init_from>` holds elements, and the schema misses them.
        let holds_text = reference.local_name() == "ref"
            || matches!(report.document.ty(reference).map(|t| &t.content), Some(portolan_schema::Content::Text(_)));
        if holds_text {
            report.at(reference, "the file name of the image is empty");
        }
    }
}
