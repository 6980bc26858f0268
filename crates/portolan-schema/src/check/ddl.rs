//! OpenDDL structures: children in any order, properties, primitive data.

use portolan_syntax::{Attr, Finding, Node};

use super::Checker;
use crate::{Attribute, BagItem, Type, codes};

impl<'a> Checker<'a> {
    pub(super) fn bag(&mut self, node: Node<'a>, ty: &'static Type, items: &'static [BagItem]) {
        for item in items.iter().filter(|i| i.versions.contains(self.bound.version)) {
            let of_item = |c: &Node<'a>| self.bound.name(c.name_id()).is_some_and(|n| item.names.contains(&n));
            let count = node.elements().filter(of_item).count() as u64;
            let names: Vec<&str> = item.names.iter().map(|n| self.bound.schema.name(*n)).collect();
            let names = crate::value::alternatives(names.into_iter());
            if count < u64::from(item.min) {
                let message = format!("`{}` lacks {names}", node.name().full);
                let finding = Finding::new(&codes::MISSING_ELEMENT, node.name_span(), message);
                self.findings.push(finding.on(node.id()).spec(ty.spec));
            } else if count > u64::from(item.max)
                && let Some(extra) = node.elements().filter(of_item).nth(item.max as usize)
            {
                let message = format!("`{}` has {count} {names}, at most {} may be", node.name().full, item.max);
                let finding = Finding::new(&codes::UNEXPECTED_ELEMENT, extra.name_span(), message);
                self.findings.push(finding.on(extra.id()).spec(ty.spec));
            }
        }
    }

    pub(super) fn property(&mut self, _node: Node<'a>, _attr: Attr<'a>, _row: &'static Attribute) {}
}
