use crate::resolve::UriFault;
use portolan_syntax::{Edit, Node};

use super::pass::{Kind, problems};
use super::shown;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds a Windows path where a URI is required.
    ///
    /// `C:` is a scheme in a URI, like `http:`. It is read as the path it is. Absolute paths seldom exist on another
    /// machine; a path relative to the document does better.
    "REF008" "native-path" Warning, spec "3-2", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let document = report.document;
    for problem in problems(document) {
        let (Kind::Uri(UriFault::NativePath(meant)), Some(node)) = (&problem.kind, document.tree.node(problem.node))
        else {
            continue;
        };
        let message = format!("`{}` is a native path, not a URI", shown(&problem.written));
        let mut finding = report.finding(node, problem.place.span, message);
        if problem.place.exact && !meant.contains(['&', '<', '"']) {
            finding = finding.fix("write it as a URI", vec![Edit::replace(problem.place.span, meant.clone())]);
        }
        report.push(finding);
    }
}
