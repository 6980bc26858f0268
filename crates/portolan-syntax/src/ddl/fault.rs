//! What may be wrong with the data of a primitive structure.

use super::codes;
use super::data::Layout;
use super::lexer::excerpt;
use crate::{Code, Edit, Finding, Span};

/// One fault in a run of data, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where.
    pub span: Span,
}

/// What is wrong with a value or with the list it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// It is not a literal of the type.
    Malformed,
    /// It is a number that does not fit into the type.
    OutOfRange,
    /// A string or character literal has no closing quote.
    UnclosedQuote,
    /// An escape sequence that does not exist.
    BadEscape,
    /// A character that must be written as an escape sequence.
    BadCharacter,
    /// A number of Base64 characters that encodes no whole number of bytes.
    Base64Length,
    /// No comma in front of a value or sub-array.
    MissingComma,
    /// A comma in front of which or behind which there is no value.
    MissingValue,
    /// Values without inner braces although the structure has a sub-array size.
    MissingBraces,
    /// Inner braces although the structure has no sub-array size.
    UnexpectedBraces,
    /// Braces within a sub-array.
    NestedBraces,
    /// A sub-array with another number of values than the size says.
    SubArrayLength {
        /// How many there are.
        found: u32,
    },
    /// A data state although the structure has no `*`.
    UnexpectedState,
    /// A structure among the values.
    Structure,
    /// A block comment without end.
    UnclosedComment,
}

impl FaultKind {
    /// Does it concern one value, which therefore cannot be read?
    pub const fn spoils_value(self) -> bool {
        matches!(
            self,
            FaultKind::Malformed
                | FaultKind::OutOfRange
                | FaultKind::UnclosedQuote
                | FaultKind::BadEscape
                | FaultKind::BadCharacter
                | FaultKind::Base64Length
        )
    }

    /// The code of the finding it becomes.
    pub fn code(self) -> &'static Code {
        match self {
            FaultKind::Malformed => &codes::MALFORMED_VALUE,
            FaultKind::OutOfRange => &codes::OUT_OF_RANGE,
            FaultKind::UnclosedQuote => &codes::UNCLOSED_QUOTE,
            FaultKind::BadEscape => &codes::BAD_ESCAPE,
            FaultKind::BadCharacter => &codes::BAD_CHARACTER,
            FaultKind::Base64Length => &codes::BASE64_LENGTH,
            FaultKind::MissingComma | FaultKind::MissingValue => &codes::BAD_SEPARATOR,
            FaultKind::MissingBraces | FaultKind::UnexpectedBraces | FaultKind::NestedBraces => {
                &codes::BRACES_DO_NOT_FIT
            }
            FaultKind::SubArrayLength { .. } => &codes::SUB_ARRAY_LENGTH,
            FaultKind::UnexpectedState => &codes::UNEXPECTED_STATE,
            FaultKind::Structure => &codes::STRUCTURE_IN_DATA,
            FaultKind::UnclosedComment => &codes::UNCLOSED_COMMENT,
        }
    }
}

impl Fault {
    pub(super) fn new(kind: FaultKind, start: usize, end: usize) -> Fault {
        Fault { kind, span: Span::new(start as u32, end as u32) }
    }

    /// The finding about it. `text` is what its span points into, `layout` what the structure's head says.
    pub fn finding(&self, text: &str, layout: Layout) -> Finding {
        let written = text.get(self.span.range()).unwrap_or_default();
        let short = excerpt(written);
        let kind = layout.primitive;
        let new = |message: String| Finding::new(self.kind.code(), self.span, message);
        match self.kind {
            FaultKind::Malformed => new(format!("`{short}` is not {}", kind.noun())),
            FaultKind::OutOfRange => {
                let finding = new(format!("`{short}` does not fit into `{kind}`"));
                match (kind.integer_range(), kind.float_bits()) {
                    (Some((low, high)), _) => finding.help(format!("the range is {low} to {high}")),
                    (_, Some(bits)) => finding.help(format!("a bit pattern has at most {bits} bits")),
                    _ => finding,
                }
            }
            FaultKind::UnclosedQuote => new(format!("`{short}` has no closing quote")),
            FaultKind::BadEscape => {
                let finding = new(format!("`{short}` is not an escape sequence"));
                if short == "\\" || written.chars().nth(1).is_some_and(|c| !"xuU".contains(c)) {
                    let edits = vec![Edit::insert(self.span.start, "\\")];
                    finding.help("a single backslash is written `\\\\`").fix("write `\\\\`", edits)
                } else {
                    finding
                }
            }
            FaultKind::BadCharacter => {
                let c = written.chars().next().unwrap_or_default();
                new(format!("the character U+{:04X} is not allowed in a literal", u32::from(c)))
                    .help("write it as an escape sequence")
            }
            FaultKind::Base64Length => {
                new("the length of this Base64 data does not give a whole number of bytes".to_owned())
            }
            FaultKind::MissingComma => new("a comma is missing before this value".to_owned()),
            FaultKind::MissingValue => {
                let finding = new("a value is missing at this comma".to_owned());
                let finding = finding.help("remove the comma or add the value");
                // One behind the last value stands for nothing.
                let behind = text.get(self.span.end as usize..).unwrap_or_default();
                let last = written == "," && behind.trim_start_matches(|c: char| u32::from(c) <= 32).starts_with('}');
                if last { finding.fix("remove the comma", vec![Edit::delete(self.span)]) } else { finding }
            }
            FaultKind::MissingBraces => {
                new("values are outside braces although the structure has a sub-array size".to_owned())
                    .help("put every sub-array in braces, or remove the size")
            }
            FaultKind::UnexpectedBraces => {
                new("there are inner braces although the structure has no sub-array size".to_owned())
                    .help(format!("write the size after the type, like `{kind}[3]`, or remove the inner braces"))
            }
            FaultKind::NestedBraces => new("there is a `{` inside a sub-array".to_owned())
                .help("sub-arrays cannot be nested; a `}` may be missing before it"),
            FaultKind::SubArrayLength { found } => {
                let size = layout.sub_array.unwrap_or_default();
                let values = if found == 1 { "value" } else { "values" };
                new(format!("the sub-array has {found} {values} instead of {size}"))
            }
            FaultKind::UnexpectedState => new(format!("`{short}` is a data state, but the structure has no `*`"))
                .help(format!("write `*` after the size: `{kind}[{}]*`", layout.sub_array.unwrap_or(1))),
            FaultKind::Structure => new(format!("the structure `{short}` is inside the data of a `{kind}`")),
            FaultKind::UnclosedComment => new("the comment is not closed".to_owned()).help("add `*/`"),
        }
    }
}
