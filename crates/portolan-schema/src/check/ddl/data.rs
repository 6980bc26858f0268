//! The primitive data of a structure: which types, how many, how large, which values.

use portolan_syntax::ddl::{Layout, Primitive, Run, primitive_type};
use portolan_syntax::{Finding, Node};

use super::properties::holds;
use super::{Checker, container, is_complete, place};
use crate::bind::Bind;
use crate::bind::data::{Rows, has_type};
use crate::value::{self, FaultKind, Outcome, alternatives, shown};
use crate::{Data, Length, Type, Value, codes};

impl<'a> Checker<'a> {
    pub(super) fn data(&mut self, node: Node<'a>, ty: &'static Type) {
        let primitives = || node.elements().filter_map(|n| Some((n, Layout::of(n)?)));
        let rows: Vec<&'static Data> = match self.bound.data_rows(node, ty) {
            Rows::These(rows) => rows.into_iter().filter_map(|i| ty.data.get(usize::from(i))).collect(),
            Rows::Any => ty.data.iter().collect(),
            Rows::Unclear => return,
        };
        let mut count = 0;
        for (primitive, layout) in primitives() {
            match self.bound.bind(primitive.id()) {
                Bind::Unknown => self.wrong_data(node, ty, &rows, primitive, layout),
                Bind::Data(i) => {
                    if let Some(row) = ty.data.get(usize::from(i)) {
                        self.length(node, ty, primitive, layout, row.length);
                        self.values(node, primitive, row);
                    }
                }
                _ => {
                    if let Some(row) = rows.iter().find(|r| has_type(r, layout)) {
                        self.length(node, ty, primitive, layout, row.length);
                    }
                }
            }
            count += 1;
            if rows.first().is_some_and(|r| u64::from(r.max) + 1 == count) {
                let max = rows.first().map_or(1, |r| r.max);
                let message = format!("{} has more than {max} primitive data structure", container(node));
                let finding = Finding::new(&codes::UNEXPECTED_ELEMENT, primitive.name_span(), message);
                self.push(finding.on(primitive.id()).spec(ty.spec));
            }
        }
        if let Some(row) = rows.first()
            && count < u64::from(row.min)
            && is_complete(node)
        {
            let message = format!("{} is missing its data, {}", container(node), expected(&rows));
            let finding = Finding::new(&codes::MISSING_ELEMENT, node.name_span(), message);
            self.push(self.reason(finding, node, row).on(node.id()).spec(ty.spec));
        }
    }

    /// A primitive structure of a type or sub-array size that has no place here.
    fn wrong_data(
        &mut self,
        node: Node<'a>,
        ty: &'static Type,
        rows: &[&'static Data],
        primitive: Node<'a>,
        layout: Layout,
    ) {
        let written = written(primitive, layout);
        let Some(row) = rows.first() else {
            let message = format!("`{written}` does not belong {}, which has no data", place(node, "in"));
            let finding = Finding::new(&codes::UNKNOWN_ELEMENT, primitive.name_span(), message);
            self.push(finding.on(primitive.id()).spec(ty.spec));
            return;
        };
        let code = match rows.iter().any(|r| has_type(r, layout)) {
            true => &codes::WRONG_LENGTH,
            false => &codes::UNKNOWN_ELEMENT,
        };
        let message = format!("the data of {} is `{written}`, but must be {}", container(node), expected(rows));
        let finding = Finding::new(code, primitive.name_span(), message);
        self.push(self.reason(finding, node, row).on(primitive.id()).spec(ty.spec));
    }

    /// Adds why a row holds, if a property decides.
    fn reason(&self, finding: Finding, node: Node<'a>, row: &Data) -> Finding {
        let Some((name, words)) = row.when else { return finding };
        let name = self.bound.schema.name(name);
        let word = node.attribute(name).map(|a| a.value().into_owned());
        match word {
            Some(word) => finding.help(format!("this follows from `{name} = \"{}\"`", shown(&word))),
            None => {
                let default = alternatives(words.iter().copied());
                finding.help(format!("this follows from `{name}`, which is {default} if it is not given"))
            }
        }
    }

    /// The number of values, or of sub-arrays.
    fn length(&mut self, node: Node<'a>, ty: &'static Type, primitive: Node<'a>, layout: Layout, length: Length) {
        let Some(summary) = self.tree.summary(primitive.id()).filter(|s| s.sound && primitive.is_closed()) else {
            return;
        };
        let (count, unit) = match layout.sub_array {
            Some(_) => (summary.sub_arrays, "sub-array"),
            None => (summary.values, "value"),
        };
        let units = |n: u32| if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") };
        let Length { min, max, .. } = length;
        if min <= count && count <= max {
            return;
        }
        let wanted = match (min, max) {
            (min, max) if min == max => format!("exactly {}", units(min)),
            (min, u32::MAX) => format!("at least {}", units(min)),
            (min, max) => format!("{min} to {}", units(max)),
        };
        let message = format!("the data of {} must have {wanted}, not {count}", container(node));
        let finding = Finding::new(&codes::WRONG_LENGTH, primitive.name_span(), message);
        self.push(finding.on(primitive.id()).spec(ty.spec));
    }

    /// Values that the format limits beyond their type.
    fn values(&mut self, node: Node<'a>, primitive: Node<'a>, row: &'static Data) {
        let (Some(id), Some(run)) = (row.value, Run::of(primitive)) else { return };
        let schema = self.bound.schema;
        let by =
            row.when.map(|(name, _)| schema.name(name)).and_then(|name| Some((name, node.attribute(name)?.value())));
        let what = match by {
            Some((name, word)) => format!("the data of `{}` with `{name} = \"{}\"`", node.name().full, shown(&word)),
            None => format!("the data of `{}`", node.name().full),
        };
        match schema.value(id) {
            limited @ Value::Float(range) => {
                let Some((_, span)) = run.floats().flatten().find(|(n, _)| !holds(range, *n)) else { return };
                let text = shown(self.tree.slice(span));
                let message = format!("`{text}` is not {}", value::range_text(limited));
                let fault = value::Fault { at: 0..0, kind: FaultKind::Range, message, instead: None };
                let outcome = Outcome { faults: vec![fault], ..Outcome::default() };
                self.faults(primitive, &what, &outcome, None, |_| (span, false));
            }
            Value::Enum(_) | Value::Open(_) | Value::Pattern(_) => {
                for (text, span) in run.strings().flatten() {
                    let outcome = self.judge_text(id, &text);
                    self.faults(primitive, &what, &outcome, None, |_| (span, false));
                }
            }
            _ => {}
        }
    }
}

/// A primitive structure's head as written: `float[3]`.
fn written(primitive: Node<'_>, layout: Layout) -> String {
    let name = primitive.name().full;
    layout.sub_array.map_or_else(|| name.to_owned(), |size| format!("{name}[{size}]"))
}

/// The heads that rows allow: `float` or `float[3]`.
fn expected(rows: &[&'static Data]) -> String {
    // Every combination of several types and sizes would be a long list.
    if let [row, others @ ..] = rows
        && row.types.len() > 1
        && row.sizes.len() > 1
        && others.iter().all(|o| o.types.iter().all(|t| row.types.contains(t)))
    {
        let types = alternatives(row.types.iter().map(|t| usual_name(t)));
        let sizes: Vec<String> = row.sizes.iter().filter(|s| **s > 0).map(u32::to_string).collect();
        let sizes = sizes.join(", ");
        let alone = if row.sizes.contains(&0) { "alone or " } else { "" };
        return format!("{types}, {alone}in sub-arrays of one of these sizes: {sizes}");
    }
    let mut heads: Vec<String> = Vec::new();
    for row in rows {
        for name in row.types {
            let name = usual_name(name);
            let sizes = if row.sizes.is_empty() { &[0] } else { row.sizes };
            for size in sizes {
                let head = if *size == 0 { name.to_owned() } else { format!("{name}[{size}]") };
                if !heads.contains(&head) {
                    heads.push(head);
                }
            }
        }
    }
    alternatives(heads.iter().map(String::as_str))
}

/// What people write: `float` for `float32`.
fn usual_name(long: &'static str) -> &'static str {
    match primitive_type(long) {
        Some(Primitive::Float16) => "half",
        Some(Primitive::Float32) => "float",
        Some(Primitive::Float64) => "double",
        _ => long,
    }
}
