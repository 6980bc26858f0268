use portolan_syntax::ddl::Reference;
use portolan_syntax::{Node, Severity};

use crate::rules::resolve::written;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `null` where something must be referred to.
    ///
    /// A node without its object and a track without its target do nothing at all, which is an error. A material or
    /// bone that is `null` is a warning: exporters write it when they could not find theirs, and the mesh is then
    /// drawn without that material or not moved by that bone. Refer to an existing structure.
    "REF203" "reference-is-null" Error, spec "57,42,18,78", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    for written in written(report.document) {
        if written.reference != Reference::Null {
            continue;
        }
        let holder = written.holder.name().full;
        let severity = match holder {
            "MaterialRef" | "BoneRefArray" => Severity::Warning,
            _ => Severity::Error,
        };
        let message = format!("the reference of `{holder}` is `null`");
        let finding = report.finding(written.holder, written.span, message).severity(severity);
        report.push(finding);
    }
}
