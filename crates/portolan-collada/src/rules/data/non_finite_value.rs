use crate::data::Text;
use portolan_syntax::{Node, Severity};

use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds `NaN`, `INF` and `-INF` in arrays.
    ///
    /// They are legal numbers, but nothing can be drawn or blended with them, and one of them spoils every box and sphere
    /// around the object. In the positions of a mesh or spline they are an error. They usually come from a division by
    /// zero in the tool that wrote the file.
    "DAT009" "non-finite-value" Warning, spec "5-37", on ["float_array"], check
}

fn check<'a>(array: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let Some(specials) = data.run(array).map(|r| r.specials).filter(|n| *n > 0) else { return };
    let text = Text::of(array);
    let Some((word, at)) = text.words().find(|(w, _)| matches!(*w, "NaN" | "INF" | "-INF")) else { return };
    let source = array.parent_element();
    let owner = source.and_then(|s| s.parent_element());
    let vertices = owner.and_then(|o| o.elements().find(|e| matches!(e.local_name(), "vertices" | "control_vertices")));
    let is_position =
        vertices.and_then(|v| data.input(v, "POSITION")).is_some_and(|p| p.target.is_some() && p.target == source);
    let mut message = match is_position {
        true => format!("a position is `{word}`"),
        false => format!("the array contains `{word}`"),
    };
    match specials - 1 {
        0 => {}
        1 => message.push_str(", and another value that is not finite"),
        n => message.push_str(&format!(", and {n} more values that are not finite")),
    }
    let mut finding = report.finding(array, text.span(at), message);
    if is_position {
        finding = finding.severity(Severity::Error);
    }
    report.push(finding);
}
