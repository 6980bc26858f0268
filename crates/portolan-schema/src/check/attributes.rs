//! Attributes: known, required, of their type.

use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Attr, Edit, Finding, Node, Span};

use super::Checker;
use crate::suggest::nearest;
use crate::{Type, Value, codes, value};

/// Attributes in this namespace belong to XML Schema and are allowed everywhere.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

impl<'a> Checker<'a> {
    pub(super) fn attributes(&mut self, node: Node<'a>, ty: &'static Type) {
        let version = self.bound.version;
        let free = matches!(ty.content, crate::Content::Any) && ty.attributes.is_empty();
        let mut seen: u64 = 0;
        for attr in node.attributes().filter(|a| a.kind() == AttrKind::Plain) {
            let row = self.bound.name(attr.name_id()).and_then(|name| {
                ty.attributes.iter().position(|a| a.name == name && a.versions.contains(version))
            });
            match row.and_then(|i| Some((i, ty.attributes.get(i)?))) {
                Some((i, row)) => {
                    seen |= 1 << (i % 64);
                    self.attribute_value(node, attr, row);
                }
                None if free || attr.name().namespace == XSI => {}
                None => self.unknown_attribute(node, ty, attr),
            }
        }
        for (i, row) in ty.attributes.iter().enumerate() {
            if row.required && row.versions.contains(version) && seen & (1 << (i % 64)) == 0 {
                let name = self.bound.schema.name(row.name);
                let message = format!("`<{}>` lacks its attribute `{name}`", node.name().full);
                let finding = Finding::new(&codes::MISSING_ATTRIBUTE, node.name_span(), message);
                self.findings.push(finding.on(node.id()).spec(ty.spec));
            }
        }
    }

    fn attribute_value(&mut self, node: Node<'a>, attr: Attr<'a>, row: &'static crate::Attribute) {
        let schema = self.bound.schema;
        if matches!(schema.value(row.text.value), Value::Id) {
            self.declare_id(node, attr);
        }
        let text = attr.value();
        let outcome = value::check(schema, self.bound.version, row.text.value, &text);
        if outcome.faults.is_empty() {
            return;
        }
        let what = format!("`{}` of `<{}>`", attr.name().full, node.name().full);
        let span = attr.value_span();
        let verbatim = attr.is_verbatim();
        self.value_faults(node, &what, &outcome, |fault| {
            let inner = Span::new(span.start + fault.at.start as u32, span.start + fault.at.end as u32);
            if verbatim { (inner, true) } else { (span, false) }
        });
    }

    fn unknown_attribute(&mut self, node: Node<'a>, ty: &'static Type, attr: Attr<'a>) {
        let schema = self.bound.schema;
        let name = attr.name().full;
        let id = schema.name_id(name);
        let elsewhere = ty.attributes.iter().find(|a| Some(a.name) == id);
        if let Some(row) = elsewhere {
            let versions = schema.version_names(row.versions);
            let message = format!("the attribute `{name}` of `<{}>` exists only in version {versions}", node.name().full);
            let finding = Finding::new(&codes::OTHER_VERSION, attr.span(), message).on(node.id()).spec(ty.spec);
            self.findings.push(finding);
            return;
        }
        let message = format!("`<{}>` has no attribute `{name}`", node.name().full);
        let mut finding = Finding::new(&codes::UNKNOWN_ATTRIBUTE, attr.span(), message).on(node.id()).spec(ty.spec);
        let version = self.bound.version;
        let candidates = || ty.attributes.iter().filter(|a| a.versions.contains(version)).map(|a| schema.name(a.name));
        if let Some(meant) = nearest(name, candidates()) {
            finding = finding.help(format!("did you mean `{meant}`?"));
            if meant.eq_ignore_ascii_case(name) && node.attribute(meant).is_none() {
                let at = Span::new(attr.span().start, attr.span().start + name.len() as u32);
                finding = finding.fix(format!("write `{meant}`"), vec![Edit::replace(at, meant)]);
            }
        }
        self.findings.push(finding);
    }
}
