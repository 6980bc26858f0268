//! `v.length()` of VRML97, where `v.length` is the number of parts of a value.
//!
//! VRML97 measures a vector with a function that has the name that xVRML gives to a number. No value of JavaScript can be both. A
//! call is told by its brackets, and nothing else in JavaScript has a function of that name, so that calls get another name
//! before a program begins.

/// The program with its calls of `length` renamed to `$length`. What stands in strings and comments stays.
pub(super) fn renamed(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 16);
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' | '\'' | '`' => quoted(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '.' => {
                let name = rest.get(1..).unwrap_or_default().trim_start();
                let behind = name.strip_prefix("length").map(str::trim_start);
                if behind.is_some_and(|b| b.starts_with('(')) {
                    out.push_str(".$length");
                    rest = behind.unwrap_or_default();
                    continue;
                }
                1
            }
            other => other.len_utf8(),
        };
        let (taken, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        out.push_str(taken);
        rest = behind;
    }
    out
}

/// How long a string is with its quotes. One that is not closed ends with its line: it may have been part of a regular expression.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_renamed_and_nothing_else() {
        let same = [
            "v.length",
            "v.length === 3",
            "lengths()",
            "v.lengths()",
            "'v.length()'",
            "// v.length()\n",
            "/* .length() */",
        ];
        for text in same {
            assert_eq!(renamed(text), text);
        }
        assert_eq!(renamed("a.length() + b . length (1)"), "a.$length() + b .$length(1)");
        assert_eq!(renamed("'it\\'s' + v.length()"), "'it\\'s' + v.$length()");
        // A quote in a regular expression spoils its line at most.
        assert_eq!(renamed("/'/;\nv.length() // ä\n"), "/'/;\nv.$length() // ä\n");
        assert_eq!(renamed("\"open .length()"), "\"open .length()");
    }
}
