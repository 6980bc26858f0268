//! Properties: known, required, of their type.

use portolan_syntax::ddl::{self, FaultKind as Literal, Primitive, Property, Reference, literal};
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Attr, Edit, Finding, Node, Severity, Span};

use super::Checker;
use crate::suggest::nearest;
use crate::value::{self, Fault, FaultKind, Outcome, shown};
use crate::{NameId, Range, Type, Value, ValueId, codes};

impl<'a> Checker<'a> {
    pub(super) fn properties(&mut self, node: Node<'a>, ty: &'static Type) {
        let plain = || node.attributes().filter(|a| a.kind() == AttrKind::Plain);
        let row_of = |attr: Attr<'a>| self.bound.name(attr.name_id()).and_then(|name| self.bound.attribute(ty, name));
        let mut there: Vec<NameId> = Vec::new();
        for row in plain().filter_map(row_of) {
            if !there.contains(&row.name) {
                there.push(row.name);
            }
        }
        for attr in plain() {
            let row = self.bound.name(attr.name_id()).and_then(|name| self.bound.attribute(ty, name));
            match row {
                Some(row) => self.property_value(node, attr, row.text.value),
                None => self.unknown_property(node, ty, attr, &there),
            }
        }
        let version = self.judged_by(ty);
        for row in ty.attributes.iter().filter(|r| r.required && r.versions.contains(version)) {
            let name = self.bound.schema.name(row.name);
            if !there.contains(&row.name) && !self.has_near_miss(node, name) {
                let message = format!("`{}` is missing its property `{name}`", node.name().full);
                let finding = Finding::new(&codes::MISSING_ATTRIBUTE, node.name_span(), message);
                self.push(finding.on(node.id()).spec(ty.spec));
            }
        }
    }

    /// Is a property there that was probably meant to be this one?
    fn has_near_miss(&self, node: Node<'a>, name: &str) -> bool {
        node.attributes().any(|a| a.kind() == AttrKind::Plain && nearest(a.name().full, [name]).is_some())
    }

    fn property_value(&mut self, node: Node<'a>, attr: Attr<'a>, id: ValueId) {
        let outcome = match ddl::property(attr) {
            // The reader has told about it.
            Property::Literal(text) if text.is_empty() || !ddl::is_literal(text) => return,
            property => self.judge(id, &property),
        };
        if outcome.faults.is_empty() {
            return;
        }
        let what = format!("`{}` of `{}`", attr.name().full, node.name().full);
        let span = if attr.value_span().is_empty() { attr.span() } else { attr.value_span() };
        let verbatim = attr.is_verbatim();
        self.faults(node, &what, &outcome, None, |_| (span, verbatim));
    }

    /// Holds the value of a property against its type.
    fn judge(&self, id: ValueId, property: &Property<'_>) -> Outcome {
        let schema = self.bound.schema;
        let value = schema.value(id);
        let wrong = |kind, message: String| {
            let fault = Fault { at: 0..0, kind, message, instead: None };
            Outcome { faults: vec![fault], ..Outcome::default() }
        };
        let not = |what: &str| match property {
            Property::Flag => wrong(FaultKind::Lexical, format!("the value is missing; {what} is expected after `=`")),
            Property::String(text) => wrong(FaultKind::Lexical, format!("the string `{}` is not {what}", shown(text))),
            Property::Literal(text) => wrong(FaultKind::Lexical, format!("`{}` is not {what}", shown(text))),
        };
        let number = |number: Result<bool, Literal>, what: &str| match number {
            Ok(true) => Outcome::default(),
            Ok(false) | Err(Literal::OutOfRange) => {
                let Property::Literal(text) = property else { return Outcome::default() };
                wrong(FaultKind::Range, format!("`{}` is not {}", shown(text), value::range_text(value)))
            }
            Err(_) => not(what),
        };
        match (value, property) {
            (Value::Bool, Property::Flag | Property::Literal("true" | "false" | "0" | "1")) => Outcome::default(),
            (Value::Bool, _) => not("`true` or `false`"),
            (Value::Int { min, max }, Property::Literal(text)) => {
                // `bool` has no range of its own, so only the range of the row counts.
                let read = literal::integer(text, Primitive::Bool);
                number(read.map(|n| *min <= n && n <= *max), "an integer")
            }
            (Value::Int { .. }, _) => not("an integer"),
            (Value::Float(range), Property::Literal(text)) => {
                let read = literal::float(text, Primitive::Float32);
                number(read.map(|n| holds(range, n)), "a number")
            }
            (Value::Float(_), _) => not("a number"),
            (Value::Reference(..), Property::Literal(text)) if Reference::parse(text).is_some() => Outcome::default(),
            (Value::Reference(..), _) => not("a reference such as `$name`, `%name` or `null`"),
            (Value::DdlType, Property::Literal(text)) if ddl::primitive_type(text).is_some() => Outcome::default(),
            (Value::DdlType, _) => not("the name of a data type"),
            (_, Property::String(text)) => self.judge_text(id, text),
            (_, Property::Literal(text)) => {
                let mut outcome = not("a string in double quotes");
                let instead = format!("\"{text}\"");
                let quotable = self.judge_text(id, text).faults.is_empty() && !text.is_empty();
                outcome.faults.iter_mut().for_each(|f| f.instead = Some(instead.clone()).filter(|_| quotable));
                outcome
            }
            (_, Property::Flag) => not("a string in double quotes"),
        }
    }

    /// Holds a string against its type; words of every accepted version are right.
    pub(super) fn judge_text(&self, id: ValueId, text: &str) -> Outcome {
        let accepted = match self.bound.schema.value(id) {
            Value::Enum(words) | Value::Word(words) | Value::Open(words) => {
                words.iter().any(|(w, versions)| *w == text && self.bound.accepts(*versions))
            }
            _ => false,
        };
        if accepted { Outcome::default() } else { value::check(self.bound.schema, self.bound.version, id, text) }
    }

    /// `there` are the properties that the structure has and the format knows.
    fn unknown_property(&mut self, node: Node<'a>, ty: &'static Type, attr: Attr<'a>, there: &[NameId]) {
        let schema = self.bound.schema;
        let (name, structure) = (attr.name().full, node.name().full);
        let id = schema.name_id(name);
        if let Some(row) = ty.attributes.iter().find(|a| Some(a.name) == id) {
            let versions = schema.version_names(row.versions);
            let message = format!("the property `{name}` of `{structure}` exists only in version {versions}");
            let finding = Finding::new(&codes::OTHER_VERSION, attr.span(), message).on(node.id()).spec(ty.spec);
            self.push(finding);
            return;
        }
        let message = format!("`{structure}` has no property `{}`; readers ignore it", shown(name));
        let new = Finding::new(&codes::UNKNOWN_ATTRIBUTE, attr.span(), message).on(node.id()).spec(ty.spec);
        let candidates = ty.attributes.iter().filter(|a| self.bound.accepts(a.versions)).map(|a| schema.name(a.name));
        let meant =
            nearest(name, candidates).filter(|meant| !schema.name_id(meant).is_some_and(|id| there.contains(&id)));
        self.push(match meant {
            Some(meant) => {
                let finding = new.severity(Severity::Warning).help(format!("did you mean `{meant}`?"));
                match meant.eq_ignore_ascii_case(name) {
                    true => {
                        let start = attr.span().start;
                        let at = Span::new(start, start + name.len() as u32);
                        finding.fix(format!("write `{meant}`"), vec![Edit::replace(at, meant)])
                    }
                    false => finding,
                }
            }
            None => new.severity(Severity::Info),
        });
    }
}

/// Lies a number within a range?
pub(super) fn holds(range: &Range, number: f64) -> bool {
    let above = range.min.is_none_or(|(limit, inclusive)| number > limit || inclusive && number == limit);
    let below = range.max.is_none_or(|(limit, inclusive)| number < limit || inclusive && number == limit);
    above && below
}
