use hashbrown::HashSet;
use portolan_schema::value::shown;
use portolan_syntax::{Edit, Node};

use super::curve::{curves, for_each_word, is_spline};
use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds interpolations that do not exist.
    ///
    /// The methods are `LINEAR`, `BEZIER`, `HERMITE`, `CARDINAL`, `BSPLINE` and, for samplers, `STEP`, in capitals.
    /// Readers treat others as linear or reject the curve.
    "DAT062" "interpolation-name" Error, spec "5-119", on document, check
}

/// Words that one repair corrects.
const MOST_EDITS: usize = 100_000;

const METHODS: [&str; 6] = ["LINEAR", "BEZIER", "HERMITE", "CARDINAL", "BSPLINE", "STEP"];

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let mut seen = HashSet::new();
    for curve in curves(report.document) {
        let Some(input) = data.input(curve, "INTERPOLATION") else { continue };
        let Some(source) = input.target.and_then(|t| data.source(t)).filter(|s| seen.insert(s.node.id())) else {
            continue;
        };
        if let Some(array) = source.array.filter(|a| a.kind.is_number()) {
            let message = format!("`INTERPOLATION` needs names, but its source reads a `{}`", array.node.local_name());
            report.at_attribute(input.node, "source", message);
            continue;
        }
        let mut first = None;
        let mut count = 0u64;
        let mut edits = Vec::new();
        let verbatim = source.array.is_some_and(|a| a.node.text_nodes().all(|t| t.is_verbatim()));
        for_each_word(source, |_, word, span| {
            if !METHODS.contains(&word) {
                count += 1;
                first.get_or_insert_with(|| (word.to_owned(), span()));
                let meant = METHODS.iter().find(|m| m.eq_ignore_ascii_case(word));
                if let Some(method) = meant.filter(|_| verbatim && edits.len() < MOST_EDITS) {
                    edits.push(Edit::replace(span(), *method));
                }
            }
        });
        let (Some((word, span)), Some(array)) = (first, source.array) else { continue };
        let mut message = format!("`{}` is not an interpolation", shown(&word));
        match count - 1 {
            0 => {}
            1 => message.push_str(", and another one"),
            n => message.push_str(&format!(", and {n} more")),
        }
        let finding = report.finding(array.node, span, message).fix("write the interpolations in capitals", edits);
        let nearest = METHODS.iter().find(|m| m.eq_ignore_ascii_case(&word));
        let spline = is_spline(curve);
        report.push(match nearest {
            Some(method) => finding.help(format!("write `{method}`")),
            None if spline => finding.help("use `LINEAR`, `BEZIER`, `HERMITE`, `CARDINAL` or `BSPLINE`"),
            None => finding.help("use `LINEAR`, `BEZIER`, `HERMITE`, `CARDINAL`, `BSPLINE` or `STEP`"),
        });
    }
}
