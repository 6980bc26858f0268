use crate::data::Text;
use hashbrown::HashSet;
use portolan_syntax::{Node, Severity, Span};

use super::curve::{curves, is_spline};
use super::support::data;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds keys of an animation that do not increase.
    ///
    /// The values of `INPUT` must increase strictly from key to key, or a time cannot be assigned to a segment. Two
    /// equal keys can still be read as a jump and give a warning.
    "DAT065" "key-order" Error, spec "5-118", on document, check
}

fn check<'a>(_: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let data = data(report.document);
    let mut seen = HashSet::new();
    for sampler in curves(report.document).filter(|c| !is_spline(*c)) {
        let Some(source) = data.input_source(sampler, "INPUT").filter(|s| seen.insert(s.node.id())) else { continue };
        let Some(accessor) = source.accessor.filter(|a| a.width == 1) else { continue };
        let Some(array) = source.array.filter(|a| a.kind.is_number() && a.run.is_some()) else { continue };
        let text = Text::of(array.node);
        let mut before: Option<(f64, std::ops::Range<usize>)> = None;
        let (mut falls, mut repeats): (Option<Fault>, Option<Fault>) = (None, None);
        for (index, (key, at)) in (0u64..).zip(text.floats()) {
            let Some((_, slot)) = accessor.place(index) else { continue };
            if slot + 1 != accessor.reach {
                continue;
            }
            if let Some((last, place)) = &before {
                let fault = match key.partial_cmp(last) {
                    Some(std::cmp::Ordering::Less) => &mut falls,
                    Some(std::cmp::Ordering::Equal) => &mut repeats,
                    _ => {
                        before = Some((key, at));
                        continue;
                    }
                };
                match fault {
                    Some(fault) => fault.count += 1,
                    None => {
                        let (span, before) = (text.span(at.clone()), text.span(place.clone()));
                        *fault = Some(Fault { span, before, key, last: *last, count: 1 });
                    }
                }
            }
            before = Some((key, at));
        }
        let report_fault = |report: &mut Reporter<'_, 'a>, fault: Fault, message: String, severity: Severity| {
            let more = match fault.count {
                1 => String::new(),
                n => format!(", and {} more", n - 1),
            };
            let finding = report
                .finding(array.node, fault.span, format!("{message}{more}"))
                .severity(severity)
                .see(fault.before, "the previous key");
            report.push(finding);
        };
        if let Some(fault) = falls {
            let message = format!("the key `{}` comes after `{}`", fault.key, fault.last);
            report_fault(report, fault, message, Severity::Error);
        }
        if let Some(fault) = repeats {
            let message = format!("the key `{}` is given twice", fault.key);
            report_fault(report, fault, message, Severity::Warning);
        }
    }
}

struct Fault {
    span: Span,
    before: Span,
    key: f64,
    last: f64,
    count: u64,
}
