//! Text to tokens.

use crate::diagnostics::{Diagnostics, Pos};

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A name, path, number, version or keyword.
    Word(String),
    /// A text in quotes.
    Text(String),
    /// A single mark.
    Mark(char),
    /// `..`
    Dots,
    /// The end of the file.
    End,
}

/// A token and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it begins.
    pub pos: Pos,
    /// No white space before it.
    pub glued: bool,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '~' | '§')
}

/// Splits a text into tokens; the last is always [`Kind::End`].
pub fn lex(text: &str, file: u16, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let (mut i, mut line, mut line_start) = (0, 1, 0);
    let mut glued = false;
    while i < chars.len() {
        let pos = Pos { file, line, column: (i - line_start) as u32 + 1 };
        let c = chars[i];
        let kind = match c {
            '\n' => {
                i += 1;
                line += 1;
                line_start = i;
                glued = false;
                continue;
            }
            c if c.is_whitespace() => {
                i += 1;
                glued = false;
                continue;
            }
            '#' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
                continue;
            }
            '"' => {
                i += 1;
                let start = i;
                while i < chars.len() && chars[i] != '"' && chars[i] != '\n' {
                    i += 1;
                }
                let content: String = chars[start..i].iter().collect();
                if at(i) == '"' {
                    i += 1;
                } else {
                    diagnostics.error(pos, "this text has no closing quote on its line");
                }
                Kind::Text(content)
            }
            '.' if at(i + 1) == '.' => {
                i += 2;
                Kind::Dots
            }
            c if is_word(c) => {
                let start = i;
                while i < chars.len() {
                    let inside = if chars[i] == '.' {
                        at(i + 1) != '.'
                    } else {
                        // A colon between letters belongs to a prefixed name such as `xml:base`.
                        is_word(chars[i]) || (chars[i] == ':' && i > start && at(i + 1).is_alphanumeric())
                    };
                    if !inside {
                        break;
                    }
                    i += 1;
                }
                Kind::Word(chars[start..i].iter().collect())
            }
            c => {
                i += 1;
                Kind::Mark(c)
            }
        };
        tokens.push(Token { kind, pos, glued });
        glued = true;
    }
    let pos = Pos { file, line, column: (i - line_start) as u32 + 1 };
    tokens.push(Token { kind: Kind::End, pos, glued: false });
    tokens
}
