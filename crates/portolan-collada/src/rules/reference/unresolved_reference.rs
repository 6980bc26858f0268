use portolan_syntax::{Edit, Node, Severity};

use super::pass::{Kind, problems};
use super::{and_more, shown, suggest::Suggestions};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references to an id that no element of the document has.
    ///
    /// What is referred to is lost: a geometry that is not drawn, a source without numbers. Correct the id, or take the
    /// reference away. A reference into another document (`other.dae#id`) is not followed here.
    "REF001" "unresolved-reference" Error, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let has_scene = document.tree.root().is_some_and(|r| r.child("scene").is_some());
    let mut suggestions = Suggestions::new(document);
    for problem in problems(document) {
        let (Kind::Missing { id, types, named }, Some(node)) = (&problem.kind, document.tree.node(problem.node)) else {
            continue;
        };
        let message = format!("no element has the id `{}`{}", shown(id), and_more(problem.more));
        let mut finding = report.finding(node, problem.place.span, message);
        if let Some(named) = named.and_then(|n| document.tree.node(n)) {
            // The specification's own examples do so; readers look for the name beside the reference.
            finding = finding
                .severity(Severity::Warning)
                .see(named.open_span(), "has it as its name")
                .help("references resolve to ids: give the element an `id`");
        } else if let Some(meant) = suggestions.id(id, types) {
            let hash = if problem.written.starts_with('#') { "#" } else { "" };
            finding = finding.help(format!("did you mean `{hash}{meant}`?"));
            if problem.place.exact && meant.eq_ignore_ascii_case(id) && !meant.contains(['&', '<', '"', '%']) {
                let edit = Edit::replace(problem.place.span, format!("{hash}{meant}"));
                finding = finding.fix(format!("write `{hash}{meant}`"), vec![edit]);
            }
        }
        // A library on its own may speak of nodes of the documents that use it.
        if node.local_name() == "IDREF_array" && !has_scene {
            finding = finding.severity(Severity::Warning);
        }
        report.push(finding);
    }
}
