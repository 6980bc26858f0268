//! Children: which, in which order, how many.

use portolan_syntax::{Finding, Node, NodeKind, Span};

use super::Checker;
use crate::content::{self, Mistake};
use crate::suggest::nearest;
use crate::value::alternatives;
use crate::{NameId, Type, codes};

impl<'a> Checker<'a> {
    /// Text where only elements may stand.
    pub(super) fn no_text(&mut self, node: Node<'a>) {
        let Some(text) = node.children().find(|c| matches!(c.kind(), NodeKind::Text | NodeKind::CData)) else { return };
        let raw = self.tree.slice(text.span());
        let lead = raw.len() - raw.trim_start().len();
        let trimmed = raw.trim();
        let start = text.span().start + lead as u32;
        let shown = crate::value::shown(trimmed);
        let message = format!("the text `{shown}` does not belong into `<{}>`", node.name().full);
        let span = Span::new(start, start + trimmed.len() as u32);
        let finding = Finding::new(&codes::STRAY_TEXT, span, message).on(node.id()).spec(self.spec(node));
        self.findings.push(finding);
    }

    /// Elements where only text, or nothing, may stand.
    pub(super) fn no_elements(&mut self, node: Node<'a>) {
        for child in node.elements() {
            let message = format!("`<{}>` does not belong into `<{}>`, which has no child elements", child.name().full, node.name().full);
            let finding = Finding::new(&codes::UNKNOWN_ELEMENT, child.name_span(), message);
            self.findings.push(finding.on(child.id()).spec(self.spec(node)));
        }
    }

    /// Children against the content automaton.
    pub(super) fn children(&mut self, node: Node<'a>, ty: &'static Type) {
        let Some(model) = self.bound.schema.model(ty, self.bound.version) else { return };
        let mut names = std::mem::take(&mut self.names);
        names.clear();
        names.extend(node.elements().map(|c| self.bound.content_name(ty, c)));
        if !content::fits(model, &names) {
            let mut nodes = std::mem::take(&mut self.nodes);
            nodes.clear();
            nodes.extend(node.elements());
            for mistake in content::mistakes(model, &names) {
                let finding = self.mistake(node, ty, &nodes, &mistake);
                self.findings.push(finding.spec(ty.spec));
            }
            self.nodes = nodes;
        }
        self.names = names;
    }

    fn mistake(&self, node: Node<'a>, ty: &'static Type, children: &[Node<'a>], mistake: &Mistake) -> Finding {
        let parent = node.name().full;
        let at = |i: usize| children.get(i).copied().unwrap_or(node);
        let name = |i: usize| at(i).name().full;
        match mistake {
            Mistake::Unknown(i) => self.unknown(node, ty, at(*i)),
            Mistake::Instead(i, names) => {
                let expected = self.elements(names);
                let message = format!("`<{}>` is not known in `<{parent}>`; {expected} must stand here", name(*i));
                Finding::new(&codes::UNKNOWN_ELEMENT, at(*i).name_span(), message).on(at(*i).id())
            }
            Mistake::Unexpected(i) => {
                let before = children.iter().take(*i).any(|c| c.name_id() == at(*i).name_id());
                let message = match before {
                    true => format!("`<{parent}>` has more `<{}>` than it may have here", name(*i)),
                    false => format!("`<{}>` cannot stand here beside the other children of `<{parent}>`", name(*i)),
                };
                let finding = Finding::new(&codes::UNEXPECTED_ELEMENT, at(*i).name_span(), message).on(at(*i).id());
                finding.help(format!("the content is: {}", self.written(ty)))
            }
            Mistake::Misplaced(i, before) => {
                let message = match before {
                    Some(other) if other < i => format!("`<{}>` must stand before `<{}>`", name(*i), name(*other)),
                    Some(other) => format!("`<{}>` must stand further down, before `<{}>`", name(*i), name(*other)),
                    None => format!("`<{}>` must stand at the end of `<{parent}>`", name(*i)),
                };
                let finding = Finding::new(&codes::MISPLACED_ELEMENT, at(*i).name_span(), message).on(at(*i).id());
                finding.help(format!("the order is: {}", self.written(ty)))
            }
            Mistake::Missing(i, names) => {
                let expected = self.elements(names);
                let message = match children.get(*i) {
                    Some(next) => format!("`<{parent}>` lacks {expected} before `<{}>`", next.name().full),
                    None => format!("`<{parent}>` lacks {expected}"),
                };
                let span = children.get(*i).unwrap_or(&node).name_span();
                Finding::new(&codes::MISSING_ELEMENT, span, message).on(node.id())
            }
        }
    }

    fn unknown(&self, node: Node<'a>, ty: &'static Type, child: Node<'a>) -> Finding {
        let schema = self.bound.schema;
        let parent = node.name().full;
        let written = child.name().full;
        let id = schema.name_id(child.local_name());
        let span = child.name_span();
        let others = id.map(|id| ty.child_versions(id)).filter(|v| v.0 != 0);
        let here = id.is_some_and(|id| ty.child(id, self.bound.version).is_some());
        if let (Some(versions), false) = (others, here) {
            let versions = schema.version_names(versions);
            let message = format!("`<{written}>` in `<{parent}>` exists only in version {versions}");
            return Finding::new(&codes::OTHER_VERSION, span, message).on(child.id());
        }
        if others.is_some() {
            let message = format!("`<{written}>` is not in the namespace that it must have in `<{parent}>`");
            return Finding::new(&codes::UNKNOWN_ELEMENT, span, message).on(child.id());
        }
        let message = match id {
            Some(_) => format!("`<{written}>` does not belong into `<{parent}>`"),
            None => format!("`<{written}>` is not known in `<{parent}>`"),
        };
        let finding = Finding::new(&codes::UNKNOWN_ELEMENT, span, message).on(child.id());
        let candidates = ty.children.iter().filter(|c| c.versions.contains(self.bound.version));
        match nearest(child.local_name(), candidates.map(|c| schema.name(c.name))) {
            Some(meant) => finding.help(format!("did you mean `<{meant}>`?")),
            None => finding.help(format!("the content is: {}", self.written(ty))),
        }
    }

    /// `<a>`, `<b>` or `<c>`.
    fn elements(&self, names: &[NameId]) -> String {
        let words: Vec<String> = names.iter().map(|n| format!("<{}>", self.bound.schema.name(*n))).collect();
        alternatives(words.iter().map(String::as_str))
    }

    fn written(&self, ty: &Type) -> &'static str {
        self.bound.schema.model(ty, self.bound.version).map_or("", |m| m.written)
    }
}
