//! Lexical rules that have no shorter name in the notation: `pattern(NAME)`.

use portolan_syntax::xml::chars::{is_name_char, is_name_start};

/// Does a text follow the rule of this name? Unknown rules take everything; a test sees to it that none is unknown.
pub fn matches(rule: &str, text: &str) -> bool {
    PATTERNS.iter().find(|(name, _)| *name == rule).is_none_or(|(_, test)| test(text))
}

/// A lexical rule: does the text follow it?
pub type Rule = fn(&str) -> bool;

/// Every rule the tables may name.
pub static PATTERNS: &[(&str, Rule)] = &[("email", email), ("sidref", sidref), ("swizzle", swizzle)];

/// A SID path: an id or `.`, then one or more `/sid`, then `.MEMBER` or `(i)` or `(i)(j)`.
///
/// White space is not passed over. The first part may be any single character, because the published pattern has an
/// unescaped dot there; we follow it, since nothing is gained by refusing what every validator accepts.
pub fn sidref(text: &str) -> bool {
    let Some((head, tail)) = text.split_once('/') else { return false };
    let ncname = |s: &str| {
        let mut chars = s.chars();
        chars.next().is_some_and(|c| is_name_start(c) && c != ':') && chars.all(|c| is_name_char(c) && c != ':')
    };
    let mut first = head.chars();
    let single = first.next().is_some_and(|c| c != '\n' && c != '\r') && first.next().is_none();
    if !ncname(head) && !single {
        return false;
    }
    let (path, selection) = match tail.find('(') {
        Some(at) => tail.split_at(at),
        None => (tail, ""),
    };
    let positions = || {
        let mut groups = 0;
        let mut rest = selection;
        while let Some(inner) = rest.strip_prefix('(') {
            let Some((digits, behind)) = inner.split_once(')') else { return false };
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return false;
            }
            groups += 1;
            rest = behind;
        }
        rest.is_empty() && (1..=2).contains(&groups)
    };
    // Member names are NCNames too, so `sid.MEMBER` is itself one.
    path.split('/').all(ncname) && (selection.is_empty() || positions())
}

/// An address as in RFC 2822: words of atoms with dots between them, before and behind an `@`.
fn email(text: &str) -> bool {
    let atom =
        |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b));
    let mut sides = text.split('@');
    let (local, domain) = (sides.next(), sides.next());
    sides.next().is_none() && [local, domain].iter().all(|side| side.is_some_and(|s| s.split('.').all(atom)))
}

/// One or four of the channel letters of an OpenGEX texture swizzle.
fn swizzle(text: &str) -> bool {
    matches!(text.len(), 1 | 4) && text.bytes().all(|b| b"rgbaxyzw01i".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sid_paths() {
        for good in ["a/b", "./a/b", "here/trans.X", "here/rot(3)", "a/m(3)(2)", "x/y.z.w"] {
            assert!(sidref(good), "{good}");
        }
        for bad in ["", "a", "#a/b", "a/", "a//b", " a/b", "a/b(x)", "a/b(1", "a/b(1)(2)(3)", "a/1"] {
            assert!(!sidref(bad), "{bad}");
        }
    }

    #[test]
    fn addresses() {
        assert!(email("a.b@example.org") && email("x@y"));
        assert!(!email("") && !email("a@b@c") && !email("a b@c") && !email(".a@b") && !email("a"));
    }

    #[test]
    fn every_pattern_of_the_tables_is_known() {
        use crate::{Value, tables};
        for schema in [&tables::collada::SCHEMA, &tables::opengex::SCHEMA, &tables::xvrml::SCHEMA] {
            for value in schema.values {
                if let Value::Pattern(name) = value {
                    assert!(PATTERNS.iter().any(|(known, _)| known == name), "{name}");
                }
            }
        }
    }
}
