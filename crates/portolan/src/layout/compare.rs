//! Do two trees mean the same, white space aside?

use super::ddl::is_space;
use portolan_syntax::tree::AttrKind;
use portolan_syntax::{Attr, Node, NodeKind, Syntax, Tree};

/// Do two documents have the same nodes, attributes and text in the same order?
///
/// White space between elements is not looked at, and in text only as what separates words.
pub fn same_meaning(a: &Tree, b: &Tree) -> bool {
    a.len() == b.len() && a.syntax() == b.syntax() && a.nodes().zip(b.nodes()).all(|(a, b)| same_node(a, b))
}

fn same_node(a: Node<'_>, b: Node<'_>) -> bool {
    if a.kind() != b.kind() || a.subtree() != b.subtree() {
        return false;
    }
    match a.kind() {
        NodeKind::Document => true,
        NodeKind::Element => {
            a.name() == b.name()
                && a.attributes().count() == b.attributes().count()
                && a.attributes().zip(b.attributes()).all(|(x, y)| {
                    let classic = a.tree().syntax() == Syntax::Classic;
                    same_attribute(x, y) || classic && x.name().full == y.name().full && same_list(x.raw(), y.raw())
                })
        }
        NodeKind::Text | NodeKind::CData => {
            let syntax = a.tree().syntax();
            let (a, b) = (a.text(), b.text());
            same_words(&a, &b, syntax) || syntax == Syntax::Classic && same_list(&a, &b)
        }
        _ => {
            let syntax = a.tree().syntax();
            same_words(a.tree().slice(a.span()), b.tree().slice(b.span()), syntax)
        }
    }
}

/// Are two texts the same but for white space between words?
fn same_words(a: &str, b: &str, syntax: Syntax) -> bool {
    let space = |c: char| match syntax {
        Syntax::Ddl => is_space(c),
        // Control characters are white space in classic worlds.
        Syntax::Classic => c <= ' ',
        Syntax::Xml => c.is_ascii_whitespace(),
    };
    let words = |text| str::split(text, space).filter(|word| !word.is_empty());
    a == b || words(a).eq(words(b))
}

/// Are two lists of a classic world the same? Commas and control characters are white space there, but for those in strings.
fn same_list(a: &str, b: &str) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(|c: char| c <= ' ' || c == ',').filter(|word| !word.is_empty())
    }
    !a.contains('"') && words(a).eq(words(b))
}

fn same_attribute(a: Attr<'_>, b: Attr<'_>) -> bool {
    a.kind() == b.kind()
        && a.name().full == b.name().full
        && (a.value() == b.value() || a.kind() == AttrKind::Plain && is_ddl_words(a, b))
}

/// Base64 and concatenated strings of OpenDDL may hold white space.
fn is_ddl_words(a: Attr<'_>, b: Attr<'_>) -> bool {
    same_words(a.raw(), b.raw(), Syntax::Ddl)
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_syntax::{Limits, Source, xml};

    #[test]
    fn white_space_between_elements_does_not_count_but_everything_else_does() {
        let tree = |text: &str| xml::parse(Source::from_text("t", text), &Limits::default()).0;
        let first = tree("<a><b x='1'>t</b><!-- c --></a>");
        assert_eq!(first.syntax(), Syntax::Xml);
        assert!(same_meaning(&first, &tree("<a>\n  <b x=\"1\" >t</b> <!-- c -->\n</a>\n")));
        for other in
            ["<a><b x='2'>t</b><!-- c --></a>", "<a><b x='1'>u</b><!-- c --></a>", "<a><b x='1'>t<!-- c --></b></a>"]
        {
            assert!(!same_meaning(&first, &tree(other)), "{other}");
        }
    }
}
