use portolan_schema::value::alternatives;
use portolan_syntax::Node;

use crate::rules::resolve::written;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references to structures of the wrong kind.
    ///
    /// A `GeometryNode` needs a `GeometryObject`, a `MaterialRef` a `Material`, a `BoneRefArray` only `BoneNode`
    /// structures, and a `Track` a transform or `MorphWeight`. Readers stop or leave the reference empty. Refer to a
    /// structure of the right kind, or use the node that fits the object.
    "REF202" "reference-to-wrong-structure" Error, spec "57,42,18,78", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let schema = document.bound.schema;
    for written in written(document) {
        let Some(target) = written.target(document) else { continue };
        if document.bound.type_id(target.id()).is_some_and(|ty| written.wanted.contains(&ty)) {
            continue;
        }
        let mut wanted: Vec<&str> = Vec::new();
        for name in written.wanted.iter().filter_map(|id| schema.ty(*id)).map(|t| t.name()) {
            if !wanted.contains(&name) && name != "Morph" {
                wanted.push(name);
            }
        }
        let (text, found, holder) = (document.tree.slice(written.span), target.name().full, written.holder.name().full);
        let wanted = alternatives(wanted.into_iter());
        let message = format!("`{text}` is a `{found}`, but `{holder}` must refer to a {wanted}");
        let finding = report.finding(written.holder, written.span, message);
        report.push(finding.see(target.name_span(), "this is what the name belongs to"));
    }
}
