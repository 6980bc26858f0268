use portolan_schema::suggest::nearest;
use portolan_syntax::Node;
use portolan_syntax::ddl::Reference;

use crate::rules::resolve::{resolve, written};
use portolan_format::{Reporter, rule};

rule! {
    /// Finds references to names that no structure has.
    ///
    /// A global name (`$name`) must be given somewhere in the file. A local name (`%name`) is looked for among the
    /// siblings of the structure in which the reference appears, then among the siblings of the structures around it;
    /// behind another name it is looked for inside of the structure of that name. The node, material or track that
    /// holds such a reference stays incomplete. Correct the name, or add the structure that is meant.
    "REF201" "name-not-found" Error, spec "A.6", on document, check
}

/// Names compared to find the one that was meant, and references for which that is done; more is not worth the time.
const COMPARED: usize = 2000;
const HELPED: usize = 20;

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    let mut helped = 0;
    for written in written(document) {
        let Reference::Path(path) = written.reference else { continue };
        let Err(name) = resolve(document, written.from, path) else { continue };
        let message = match name.starts_with('$') {
            true => format!("no structure has the name `{name}`"),
            false if name == path.text() => format!("no structure in scope has the name `{name}`"),
            false => format!("`{}` cannot be resolved: `{name}` does not exist", path.text()),
        };
        let mut finding = report.finding(written.holder, written.span, message);
        helped += 1;
        if helped <= HELPED
            && let Some(meant) = nearest(name, document.ids().keys().take(COMPARED).map(String::as_str))
        {
            finding = finding.help(format!("did you mean `{meant}`?"));
        }
        report.push(finding);
    }
}
