//! What the rules of this stage share.

use std::collections::BTreeMap;

use crate::data::{Data, Indices, Text};
use portolan_syntax::{Edit, Finding, Node, Span};

use portolan_format::{Document, Reporter};

/// The data flow of a document.
pub(super) fn data(document: &Document) -> Data<'_> {
    Data { tree: &document.tree, bound: &document.bound, ids: document.ids(), runs: document.runs() }
}

/// `1 value`, `3 values`.
pub(super) fn many(n: u64, what: &str) -> String {
    portolan_syntax::counted(n, what, &format!("{what}s"))
}

/// The reference in an attribute as the user wrote it, without its `#`.
pub(super) fn written(node: Node<'_>, attribute: &str) -> String {
    let value = node.attribute_value(attribute).unwrap_or_default();
    portolan_schema::value::shown(value.trim().trim_start_matches('#'))
}

/// Adds the repair that writes the right number into an attribute.
pub(super) fn with_number(finding: Finding, node: Node<'_>, attribute: &str, right: u64) -> Finding {
    match node.attribute(attribute) {
        Some(attr) => {
            let edits = vec![Edit::replace(attr.value_span(), right.to_string())];
            finding.fix(format!("write `{attribute}=\"{right}\"`"), edits)
        }
        None => {
            let edits = vec![Edit::insert(node.name_span().end, format!(" {attribute}=\"{right}\""))];
            finding.fix(format!("add `{attribute}=\"{right}\"`"), edits)
        }
    }
}

/// A finding at the value of an attribute, or at the name when there is none.
pub(super) fn at_attribute<'a>(
    report: &Reporter<'_, 'a>,
    node: Node<'a>,
    attribute: &str,
    message: impl Into<String>,
) -> Finding {
    let span = node.attribute(attribute).map_or(node.name_span(), |a| a.value_span());
    report.finding(node, span, message)
}

/// The index lists (`<p>`, `<h>`) of a primitive, holes included.
pub(super) fn index_lists<'a>(primitive: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    primitive.elements().flat_map(|e| {
        let (one, inner) = match e.local_name() {
            "p" => (Some(e), None),
            "ph" => (None, Some(e.elements().filter(|i| matches!(i.local_name(), "p" | "h")))),
            _ => (None, None),
        };
        one.into_iter().chain(inner.into_iter().flatten())
    })
}

/// Reports, once a column, indices that no row of the column's input answers to. `lowest` is the smallest index that
/// an input with a semantic may have.
pub(super) fn check_indices<'a>(
    report: &mut Reporter<'_, 'a>,
    indices: &Indices<'a>,
    lists: impl Iterator<Item = Node<'a>>,
    lowest: fn(&str) -> i64,
) {
    let data = data(report.document);
    let Some(fewest) = indices.fewest_rows() else { return };
    let mut faults: BTreeMap<u64, Fault<'a>> = BTreeMap::new();
    for list in lists {
        let Some((smallest, largest)) = data.run(list).and_then(|r| r.limits) else { continue };
        // Nearly every list is right as a whole; only others are read again.
        if smallest >= 0 && largest.unsigned_abs() < fewest {
            continue;
        }
        let text = Text::of(list);
        if indices.all_fit(&text) {
            continue;
        }
        for (place, (index, at)) in (0u64..).zip(text.ints()) {
            let Some(column) = indices.column(place) else { continue };
            let fits = index >= lowest(&column.input.semantic) && (index < 0 || index.unsigned_abs() < column.rows);
            if fits {
                continue;
            }
            let first = || Fault { list, span: text.span(at), index, count: 0 };
            faults.entry(column.offset).or_insert_with(first).count += 1;
        }
    }
    for (offset, fault) in faults {
        let Some(column) = indices.column(offset) else { continue };
        let (semantic, rows) = (&column.input.semantic, column.rows);
        let source = written(column.input.node, "source");
        let more = match fault.count {
            1 => String::new(),
            2 => ", and another one".to_owned(),
            n => format!(", and {} more", n - 1),
        };
        let index = fault.index;
        let message = match (index < 0, rows) {
            (true, _) => format!("index `{index}` of `{semantic}` is negative{more}"),
            (_, 0) => format!("index `{index}` of `{semantic}` is out of range: `{source}` is empty{more}"),
            _ => format!("index `{index}` of `{semantic}` is out of range: `{source}` has {rows}{more}"),
        };
        let mut finding = report
            .finding(fault.list, fault.span, message)
            .see(column.input.node.open_span(), "the input of this column");
        if rows > 0 {
            finding = finding.help(format!("indices begin with 0, so the largest is {}", rows - 1));
        }
        report.push(finding);
    }
}

struct Fault<'a> {
    list: Node<'a>,
    span: Span,
    index: i64,
    count: u64,
}

/// The place of the first number of a list that fulfils a condition.
pub(super) fn first_int(list: Node<'_>, wanted: impl Fn(i64) -> bool) -> Option<(i64, Span)> {
    let text = Text::of(list);
    let found = text.ints().find(|(value, _)| wanted(*value));
    found.map(|(value, at)| (value, text.span(at)))
}

/// Names another element in a finding, if it is there.
pub(super) fn see_node(finding: Finding, node: Option<Node<'_>>, note: &str) -> Finding {
    match node {
        Some(node) => finding.see(node.open_span(), note),
        None => finding,
    }
}
