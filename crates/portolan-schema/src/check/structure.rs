//! Children: which, in which order, how many.

use portolan_syntax::{Finding, Node, NodeKind, Span};

use super::{Checker, repair};
use crate::content::{self, Mistake};
use crate::suggest::nearest;
use crate::value::alternatives;
use crate::{NameId, Type, codes, lenient};

impl<'a> Checker<'a> {
    /// Text where only elements may stand.
    pub(super) fn no_text(&mut self, node: Node<'a>) {
        let Some(text) = node.children().find(|c| matches!(c.kind(), NodeKind::Text | NodeKind::CData)) else { return };
        let raw = self.tree.slice(text.span());
        let lead = raw.len() - raw.trim_start().len();
        let trimmed = raw.trim();
        let start = text.span().start + lead as u32;
        let shown = crate::value::shown(trimmed);
        let message = format!("the text `{shown}` does not belong in `<{}>`", node.name().full);
        let span = Span::new(start, start + trimmed.len() as u32);
        if let Some(child) = self.bound.ty(node.id()).and_then(|ty| lenient::text_child(self.bound.schema, ty)) {
            let message = format!("the text of `<{}>` belongs in `<{child}>`; readers accept it", node.name().full);
            self.push(Finding::new(&lenient::codes::VALUE_PLACE, span, message).on(node.id()));
            return;
        }
        let finding = Finding::new(&codes::STRAY_TEXT, span, message).on(node.id()).spec(self.spec(node));
        let repair = repair::text_in_ref(self.bound, node, span);
        self.push(repair::with(finding, repair));
    }

    /// Elements where only text, or nothing, may stand.
    pub(super) fn no_elements(&mut self, node: Node<'a>) {
        for child in node.elements() {
            if self.bound.ty(node.id()).and_then(|ty| self.lenient_child(node, ty, child)).is_some() {
                continue;
            }
            let message = format!(
                "`<{}>` does not belong in `<{}>`, which has no child elements",
                child.name().full,
                node.name().full
            );
            let finding = Finding::new(&codes::UNKNOWN_ELEMENT, child.name_span(), message);
            self.push(finding.on(child.id()).spec(self.spec(node)));
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
            let given = self.lenient_children(node, ty, &mut names, &mut nodes);
            let diagnosis = content::diagnose(model, &names);
            let mut wrapped = repair::wrapped(self.bound, node, ty);
            let mut wrap = |finding: Finding| match wrapped.take_if(|(first, _)| finding.node == Some(*first)) {
                Some((_, repair)) => repair::with(finding, Some(repair)),
                None => finding,
            };
            let mut phong = repair::as_phong(self.bound, node);
            let mut order = repair::in_order(model, node, &names, &diagnosis.mistakes, &diagnosis.unknown);
            let misplaced = |m: &Mistake| matches!(m, Mistake::Misplaced(..) | Mistake::Unexpected(..));
            for at in diagnosis.unknown {
                let child = nodes.get(at as usize).copied().unwrap_or(node);
                let finding = self.unknown(node, ty, child);
                self.push(repair::with(wrap(finding), phong.take()).spec(ty.spec));
            }
            for mistake in diagnosis.mistakes {
                let is_given = |name: &NameId| {
                    let name = self.bound.schema.name(*name);
                    given.contains(&name) || lenient::of(self.bound.schema).is_some() && node.attribute(name).is_some()
                };
                if matches!(&mistake, Mistake::Missing(_, names) if names.iter().any(is_given)) {
                    continue;
                }
                let mut finding = wrap(self.mistake(node, ty, &nodes, &mistake));
                // All children are put in order at once, with the first that stands in the wrong place.
                if misplaced(&mistake)
                    && let Some(edits) = order.take()
                {
                    finding = finding.fix(format!("put the children of `<{}>` in order", node.name().full), edits);
                }
                self.push(finding.spec(ty.spec));
            }
            self.nodes = nodes;
        }
        self.names = names;
    }

    /// Takes the children out that readers understand or keep although they do not belong there; gives the names of
    /// those they stand for.
    fn lenient_children(
        &mut self,
        node: Node<'a>,
        ty: &'static Type,
        names: &mut Vec<Option<NameId>>,
        nodes: &mut Vec<Node<'a>>,
    ) -> Vec<&'static str> {
        let mut given = Vec::new();
        if lenient::of(self.bound.schema).is_none() {
            return given;
        }
        let mut kept = Vec::new();
        for (child, name) in nodes.iter().copied().zip(names.iter().copied()) {
            if name.is_some_and(|name| ty.child(name, self.bound.version).is_some()) {
                kept.push((name, child));
            } else if let Some(stands_for) = self.lenient_child(node, ty, child) {
                given.push(stands_for);
            } else if name.is_none() || !lenient::is_element_name(self.bound.schema, child.local_name()) {
                let finding = self.unknown(node, ty, child);
                self.push(Finding {
                    code: &lenient::codes::EXTRA,
                    severity: lenient::codes::EXTRA.severity,
                    ..finding
                });
            } else {
                kept.push((name, child));
            }
        }
        (*names, *nodes) = kept.into_iter().unzip();
        given
    }

    /// Reports a child that readers understand; gives the name that it stands for, or an empty one.
    fn lenient_child(&mut self, node: Node<'a>, ty: &'static Type, child: Node<'a>) -> Option<&'static str> {
        let reading = self.bound.lenient(child, ty)?;
        let message =
            format!("`<{}>` does not belong in `<{}>`; readers accept it", child.name().full, node.name().full);
        self.push(Finding::new(reading.code, child.name_span(), message).on(child.id()).help(reading.help));
        Some(reading.stands_for)
    }

    fn mistake(&self, node: Node<'a>, ty: &'static Type, children: &[Node<'a>], mistake: &Mistake) -> Finding {
        let parent = node.name().full;
        let at = |i: usize| children.get(i).copied().unwrap_or(node);
        let name = |i: usize| at(i).name().full;
        match mistake {
            Mistake::Instead(i, _) if self.only_elsewhere(ty, at(*i)).is_some() => self.unknown(node, ty, at(*i)),
            Mistake::Instead(i, names) => {
                let expected = self.elements(names);
                let message = format!("`<{}>` is unknown in `<{parent}>`; {expected} is expected here", name(*i));
                let finding = Finding::new(&codes::UNKNOWN_ELEMENT, at(*i).name_span(), message).on(at(*i).id());
                // A slip is certain when only one name can stand there, and the format has no such word elsewhere.
                let known = self.bound.schema.name_id(at(*i).local_name()).is_some();
                match names.as_slice() {
                    [only] if !known => match nearest(at(*i).local_name(), [self.bound.schema.name(*only)]) {
                        Some(meant) => finding.fix(format!("write `<{meant}>`"), repair::renamed(at(*i), meant)),
                        None => finding,
                    },
                    _ => finding,
                }
            }
            Mistake::Unexpected(i) => {
                let before = children.iter().take(*i).any(|c| c.name_id() == at(*i).name_id());
                let message = match before {
                    true => format!("`<{parent}>` has more `<{}>` than allowed here", name(*i)),
                    false => {
                        format!("`<{}>` is not allowed here together with the other children of `<{parent}>`", name(*i))
                    }
                };
                let finding = Finding::new(&codes::UNEXPECTED_ELEMENT, at(*i).name_span(), message).on(at(*i).id());
                finding.help(self.allowed(ty))
            }
            Mistake::Misplaced(i, before) => {
                let message = match before {
                    Some(other) if other < i => format!("`<{}>` must come before `<{}>`", name(*i), name(*other)),
                    Some(other) => format!("`<{}>` must come later, before `<{}>`", name(*i), name(*other)),
                    None => format!("`<{}>` must come at the end of `<{parent}>`", name(*i)),
                };
                let lenient = lenient::of(self.bound.schema).is_some();
                let code = if lenient { &lenient::codes::PLACE } else { &codes::MISPLACED_ELEMENT };
                let finding = Finding::new(code, at(*i).name_span(), message).on(at(*i).id());
                finding.help(format!("required order: {}", self.written(ty)))
            }
            Mistake::Missing(i, names) => {
                let expected = self.elements(names);
                let message = match children.get(*i) {
                    Some(next) => format!("`<{parent}>` is missing {expected} before `<{}>`", next.name().full),
                    None => format!("`<{parent}>` is missing {expected}"),
                };
                let span = children.get(*i).unwrap_or(&node).name_span();
                let finding = Finding::new(&codes::MISSING_ELEMENT, span, message).on(node.id());
                let next = children.get(*i).copied();
                repair::with(finding, repair::missing_element(self.bound, node, next, names, || self.references()))
            }
        }
    }

    /// The versions that have a child which this version has not.
    fn only_elsewhere(&self, ty: &Type, child: Node<'a>) -> Option<crate::Versions> {
        let id = self.bound.schema.name_id(child.local_name())?;
        let here = ty.child(id, self.bound.version).is_some();
        Some(ty.child_versions(id)).filter(|v| v.0 != 0 && !here)
    }

    fn unknown(&self, node: Node<'a>, ty: &'static Type, child: Node<'a>) -> Finding {
        let schema = self.bound.schema;
        let parent = node.name().full;
        let written = child.name().full;
        let id = schema.name_id(child.local_name());
        let span = child.name_span();
        let others = id.map(|id| ty.child_versions(id)).filter(|v| v.0 != 0);
        if let Some(versions) = self.only_elsewhere(ty, child) {
            let versions = schema.version_names(versions);
            let message = format!("`<{written}>` in `<{parent}>` exists only in version {versions}");
            let raised = self.tree.root().and_then(|root| repair::raised(self.bound, root, ty.child_versions(id?)));
            return repair::with(Finding::new(&codes::OTHER_VERSION, span, message).on(child.id()), raised);
        }
        if others.is_some() {
            let message = format!("`<{written}>` has the wrong namespace for a child of `<{parent}>`");
            return Finding::new(&codes::UNKNOWN_ELEMENT, span, message).on(child.id());
        }
        let message = match id {
            Some(_) => format!("`<{written}>` does not belong in `<{parent}>`"),
            None => format!("`<{written}>` is unknown in `<{parent}>`"),
        };
        // A suggestion costs a comparison with every possible child; a million unknown ones must not.
        let told = self.findings.is_known(&codes::UNKNOWN_ELEMENT, &message);
        let finding = Finding::new(&codes::UNKNOWN_ELEMENT, span, message).on(child.id());
        let candidates = || ty.children.iter().filter(|c| c.versions.contains(self.bound.version));
        let local = child.local_name();
        let otherwise = candidates().map(|c| schema.name(c.name)).find(|n| n.eq_ignore_ascii_case(local));
        let finding = match otherwise {
            Some(meant) => finding.fix(format!("write `<{meant}>`"), repair::renamed(child, meant)),
            None => finding,
        };
        if told {
            return finding;
        }
        let candidates = candidates();
        match nearest(child.local_name(), candidates.map(|c| schema.name(c.name))) {
            Some(meant) => finding.help(format!("did you mean `<{meant}>`?")),
            None => finding.help(self.allowed(ty)),
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

    /// What may stand in an element, as far as it can be read at a glance.
    fn allowed(&self, ty: &Type) -> String {
        let written = self.written(ty);
        const MOST: usize = 600;
        let shown = written.get(..MOST).filter(|_| written.len() > 2 * MOST).and_then(|w| w.rfind(" |"));
        match shown.and_then(|end| written.get(..end)) {
            Some(shown) => format!(
                "allowed content: {shown} | …; `portolan schema {}/{}` lists all of it",
                self.bound.schema.format, ty.path
            ),
            None => format!("allowed content: {written}"),
        }
    }
}
