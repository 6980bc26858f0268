//! The grammar of SID paths: `id/sid/sid.MEMBER`, `./sid(3)`, `id/sid(1)(2)`.

use std::ops::Range;

/// A SID path, split.
///
/// Whether the last dot of the last part separates a member or belongs to a name is for the resolver to tell: names may
/// hold dots, and the longest name that exists counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidPath<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The parts between slashes, without selection by position. The first is an id or `.`; there is at least one.
    pub parts: Vec<Range<usize>>,
    /// `(3)` or `(1)(2)`, as written.
    pub positions: Positions,
}

/// Selection by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Positions {
    /// None given.
    None,
    /// `(n)`.
    One(u32),
    /// `(i)(j)`.
    Two(u32, u32),
}

/// Why a text is no SID path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathFault {
    /// Nothing there.
    Empty,
    /// Two slashes in a row, or one at an end.
    EmptyPart,
    /// A parenthesis without its partner, or something behind the last one.
    Parentheses,
    /// No whole number between parentheses.
    Position,
    /// More than two positions.
    Positions,
}

impl PathFault {
    /// What is wrong, as the end of a sentence.
    pub const fn describe(self) -> &'static str {
        match self {
            PathFault::Empty => "is empty",
            PathFault::EmptyPart => "has nothing between two slashes or at an end",
            PathFault::Parentheses => "has parentheses that do not match",
            PathFault::Position => "has no integer between its parentheses",
            PathFault::Positions => "has more than two positions",
        }
    }
}

impl<'a> SidPath<'a> {
    /// Splits a text.
    pub fn parse(text: &'a str) -> Result<SidPath<'a>, PathFault> {
        let names_end = text.find(['(', ')']).unwrap_or(text.len());
        let (names, selection) = text.split_at(names_end);
        if names.is_empty() {
            return Err(if text.is_empty() { PathFault::Empty } else { PathFault::EmptyPart });
        }
        let mut parts = Vec::new();
        let mut from = 0;
        for part in names.split('/') {
            if part.is_empty() {
                return Err(PathFault::EmptyPart);
            }
            parts.push(from..from + part.len());
            from += part.len() + 1;
        }
        Ok(SidPath { text, parts, positions: positions(selection)? })
    }

    /// The text of a part.
    pub fn part(&self, index: usize) -> &'a str {
        self.parts.get(index).and_then(|r| self.text.get(r.clone())).unwrap_or_default()
    }

    /// Does it start from the place it is written at?
    pub fn is_relative(&self) -> bool {
        self.part(0) == "."
    }

    /// The last part cut at its last dot, `(name, member)`, if it has one and nothing is selected by position.
    pub fn member(&self) -> Option<(&'a str, &'a str)> {
        let last = self.part(self.parts.len().saturating_sub(1));
        let cut = last.rsplit_once('.').filter(|(name, member)| !name.is_empty() && !member.is_empty());
        cut.filter(|_| self.positions == Positions::None)
    }
}

fn positions(text: &str) -> Result<Positions, PathFault> {
    let mut found = [0u32; 2];
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let inner = rest.strip_prefix('(').ok_or(PathFault::Parentheses)?;
        let (digits, behind) = inner.split_once(')').ok_or(PathFault::Parentheses)?;
        if digits.contains('(') {
            return Err(PathFault::Parentheses);
        }
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| plain).ok_or(PathFault::Position)?;
        *found.get_mut(count).ok_or(PathFault::Positions)? = number;
        count += 1;
        rest = behind;
    }
    let [first, second] = found;
    Ok(match count {
        0 => Positions::None,
        1 => Positions::One(first),
        _ => Positions::Two(first, second),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split() {
        let path = SidPath::parse("here/trans.X").expect("a path");
        assert_eq!((path.part(0), path.part(1), path.member()), ("here", "trans.X", Some(("trans", "X"))));
        assert_eq!(SidPath::parse("here/mat(3)(2)").map(|p| p.positions), Ok(Positions::Two(3, 2)));
        assert_eq!(SidPath::parse("weights(7)").map(|p| p.positions), Ok(Positions::One(7)));
        let relative = SidPath::parse("./a/b").expect("a path");
        assert!(relative.is_relative() && relative.member().is_none());
        assert!(SidPath::parse(".").is_ok_and(|p| p.is_relative() && p.member().is_none()));
    }

    #[test]
    fn what_is_no_path_is_told_why() {
        for (text, fault) in [
            ("", PathFault::Empty),
            ("a//b", PathFault::EmptyPart),
            ("/a", PathFault::EmptyPart),
            ("a/", PathFault::EmptyPart),
            ("(1)", PathFault::EmptyPart),
            ("a(1", PathFault::Parentheses),
            ("a)1(", PathFault::Parentheses),
            ("a((1))", PathFault::Parentheses),
            ("a(1)b", PathFault::Parentheses),
            ("a(x)", PathFault::Position),
            ("a()", PathFault::Position),
            ("a(-1)", PathFault::Position),
            ("a(99999999999)", PathFault::Position),
            ("a(1)(2)(3)", PathFault::Positions),
        ] {
            assert_eq!(SidPath::parse(text).err(), Some(fault), "{text}");
        }
    }
}
