//! Attributes: known, required, of their type.

use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Attr, Edit, Finding, Node, Span};

use super::{Checker, repair};
use crate::bind::VersionOrigin;
use crate::suggest::nearest;
use crate::value::Outcome;
use crate::{Type, Value, ValueId, codes, lenient, value};

/// Attributes in this namespace belong to XML Schema and are allowed everywhere.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

impl<'a> Checker<'a> {
    pub(super) fn attributes(&mut self, node: Node<'a>, ty: &'static Type) {
        let version = self.bound.version;
        let free = matches!(ty.content, crate::Content::Any) && ty.attributes.is_empty();
        let mut seen: u64 = 0;
        for attr in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
            let row = self
                .bound
                .name(attr.name_id())
                .and_then(|name| ty.attributes.iter().position(|a| a.name == name && a.versions.contains(version)));
            match row.and_then(|i| Some((i, ty.attributes.get(i)?))) {
                Some((i, row)) => {
                    seen |= 1 << (i % 64);
                    self.attribute_value(node, attr, row);
                }
                None if free || attr.name().namespace == XSI => {}
                None => match self.lenient_attribute(node, ty, attr) {
                    Some(names) => {
                        let rows = ty.attributes.iter().enumerate();
                        let meant = rows.filter(|(_, a)| names.contains(&self.bound.schema.name(a.name)));
                        seen = meant.fold(seen, |seen, (i, _)| seen | 1 << (i % 64));
                    }
                    None => self.unknown_attribute(node, ty, attr),
                },
            }
        }
        for (i, row) in ty.attributes.iter().enumerate() {
            if row.required && row.versions.contains(version) && seen & (1 << (i % 64)) == 0 {
                let name = self.bound.schema.name(row.name);
                let message = format!("`<{}>` is missing its attribute `{name}`", node.name().full);
                let finding = Finding::new(&codes::MISSING_ATTRIBUTE, node.name_span(), message);
                let repair = repair::missing_attribute(self.bound, node, name, || self.references());
                self.push(repair::with(finding.on(node.id()).spec(ty.spec), repair));
            }
        }
    }

    fn attribute_value(&mut self, node: Node<'a>, attr: Attr<'a>, row: &'static crate::Attribute) {
        let schema = self.bound.schema;
        if matches!(schema.value(row.text.value), Value::Id) {
            self.declare_id(node, attr);
        }
        let text = attr.value();
        // A version that contradicts the namespace is told by the root's own check.
        let is_version = node.parent_element().is_none() && attr.full_name() == "version";
        if is_version && self.bound.origin == VersionOrigin::Namespace && schema.version(&text).is_some() {
            return;
        }
        let outcome = value::check(schema, self.bound.version, row.text.value, &text);
        // A URI is never at fault, and may still be a quoted list of them.
        if !outcome.faults.is_empty() || text.contains('"') {
            self.attribute_faults(node, attr, (row.text.value, &text), &outcome);
        }
    }

    fn attribute_faults(&mut self, node: Node<'a>, attr: Attr<'a>, value: (ValueId, &str), outcome: &Outcome) {
        let what = format!("`{}` of `<{}>`", attr.name().full, node.name().full);
        let span = attr.value_span();
        let verbatim = attr.is_verbatim();
        let path = self.bound.ty(node.id()).map_or("", |ty| ty.path);
        let relaxed = lenient::relaxed(self.bound.schema, path, attr.name().full, value.1);
        let mended = repair::bad_value(self.bound, node, attr, value, || self.references());
        self.value_faults(node, &what, value, outcome, (relaxed, mended), |at| {
            let inner = Span::new(span.start + at.start as u32, span.start + at.end as u32);
            if verbatim { (inner, true) } else { (span, false) }
        });
    }

    /// An attribute that the format does not know, and that readers understand; gives the attributes it stands for.
    fn lenient_attribute(
        &mut self,
        node: Node<'a>,
        ty: &'static Type,
        attr: Attr<'a>,
    ) -> Option<&'static [&'static str]> {
        let name = attr.name();
        if !name.namespace.is_empty() {
            return None;
        }
        let reading = lenient::attribute(self.bound.schema, self.bound.version, ty, name.full)?;
        let message = format!("`<{}>` has no attribute `{}`; readers accept it", node.name().full, name.full);
        self.push(Finding::new(reading.code, attr.span(), message).on(node.id()).help(reading.help));
        if let Some(value) = reading.value {
            let text = attr.value();
            let outcome = value::check(self.bound.schema, self.bound.version, value, &text);
            if !outcome.faults.is_empty() {
                self.attribute_faults(node, attr, (value, &text), &outcome);
            }
        }
        if reading.stands_for == ["name"] {
            self.declare_id(node, attr);
        }
        Some(reading.stands_for)
    }

    fn unknown_attribute(&mut self, node: Node<'a>, ty: &'static Type, attr: Attr<'a>) {
        let schema = self.bound.schema;
        let name = attr.name().full;
        let id = schema.name_id(name);
        let elsewhere = ty.attributes.iter().find(|a| Some(a.name) == id);
        if let Some(row) = elsewhere {
            let versions = schema.version_names(row.versions);
            let message =
                format!("the attribute `{name}` of `<{}>` exists only in version {versions}", node.name().full);
            let finding = Finding::new(&codes::OTHER_VERSION, attr.span(), message).on(node.id()).spec(ty.spec);
            let repair = self.tree.root().and_then(|root| repair::raised(self.bound, root, row.versions));
            self.push(repair::with(finding, repair));
            return;
        }
        let message = format!("`<{}>` has no attribute `{name}`", node.name().full);
        let code = if lenient::of(schema).is_some() { &lenient::codes::EXTRA } else { &codes::UNKNOWN_ATTRIBUTE };
        let mut finding = Finding::new(code, attr.span(), message).on(node.id()).spec(ty.spec);
        let version = self.bound.version;
        let candidates = || ty.attributes.iter().filter(|a| a.versions.contains(version)).map(|a| schema.name(a.name));
        if let Some(meant) = nearest(name, candidates()) {
            finding = finding.help(format!("did you mean `{meant}`?"));
            if node.attribute(meant).is_none() {
                // A slip is certain when what was meant is missing.
                let required = |a: &&crate::Attribute| a.required && schema.name(a.name) == meant;
                let certain = meant.eq_ignore_ascii_case(name) || ty.attributes.iter().any(|a| required(&a));
                let at = Span::new(attr.span().start, attr.span().start + name.len() as u32);
                finding = finding.repair(format!("write `{meant}`"), vec![Edit::replace(at, meant)], certain);
            }
        }
        self.push(finding);
    }
}
