use portolan_syntax::{Node, Severity};

use crate::rules::support::{has_inline, is_in_field, named, use_attribute};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds a `Use` of a name that no node has.
    ///
    /// Nothing is drawn there. When the world includes others by `Inline`, the name may come from one of them; then, and in
    /// the fields of scripts, it is a warning only.
    "REF301" "use-unresolved" Error, spec "VRML97-4.6.2", on document, check
}

fn check<'a>(document: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let missing = document.descendants().filter(|n| report.document.path(*n) == "Use").filter_map(|n| {
        let attribute = use_attribute(n)?;
        let name = attribute.value().trim().to_owned();
        let lacks = !name.is_empty() && named(report.document, &name).is_none();
        lacks.then_some((n, attribute.value_span(), name))
    });
    let missing: Vec<_> = missing.collect();
    if missing.is_empty() {
        return;
    }
    let inline = has_inline(report.document);
    for (node, span, name) in missing {
        let mut finding = report.finding(node, span, format!("no node has the name `{name}`"));
        if inline {
            finding =
                finding.severity(Severity::Warning).help("it may be a name of a world that is included by `Inline`");
        } else if is_in_field(node) {
            finding = finding.severity(Severity::Warning).help("the field stays empty");
        }
        report.push(finding);
    }
}
