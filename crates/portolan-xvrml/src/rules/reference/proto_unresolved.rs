use portolan_syntax::Node;

use portolan_format::{Reporter, rule};

rule! {
    /// Finds instances of a prototype that the document does not declare.
    ///
    /// Readers put an empty group in its place. The declaration is named `#Name` in this document, or `file#Name`.
    "REF308" "proto-unresolved" Error, spec "VRML97-4.8", on ["ProtoInstance"], check
}

fn check<'a>(instance: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(proto) = instance.attribute("proto") else { return };
    let value = proto.value();
    let value = value.trim();
    let declared = |name: &str| report.document.by_id(name).is_some_and(|n| n.local_name() == "ProtoDeclare");
    let mut finding = match value.strip_prefix('#') {
        Some(name) if declared(name) => return,
        Some(name) => report.finding(instance, proto.value_span(), format!("prototype `{name}` does not exist")),
        None if value.contains('#') => return,
        None => report.finding(instance, proto.value_span(), format!("`{value}` does not name a prototype")),
    };
    if declared(value) {
        finding = finding.help(format!("write `#{value}`"));
        let edit = portolan_syntax::Edit::insert(proto.value_span().start, "#".to_owned());
        finding = finding.fix("add the `#`", vec![edit]);
    }
    report.push(finding);
}
