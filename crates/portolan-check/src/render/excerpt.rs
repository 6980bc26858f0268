//! One line of a source with a caret under what is meant.

use portolan_syntax::{Source, Span};
use unicode_width::UnicodeWidthChar;

/// Columns a tab takes.
const TAB: usize = 4;

/// Part of a line, ready to print.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The text: tabs spread, control characters made visible, cut ends marked with `…`.
    pub text: String,
    /// Columns before the caret.
    pub before: usize,
    /// Columns the caret covers, at least 1.
    pub marked: usize,
}

/// The line in which `span` begins, cut to about `width` columns around the span.
///
/// However long the line is, only the part around the span is looked at.
pub fn excerpt(source: &Source, span: Span, width: usize) -> Option<Excerpt> {
    let text = source.text();
    let start = span.start as usize;
    if start > text.len() {
        return None;
    }
    // A character has at most four bytes and most columns hold one; half of the width goes before the caret.
    let reach = width.max(20) * 4;
    let from = floor(text, start.saturating_sub(reach));
    let to = floor(text, (start + reach).min(text.len()));
    let start = floor(text, start);
    let (before, line_begins) = tail_of_line(text.get(from..start)?, from == 0);
    let (after, line_ends) = head_of_line(text.get(start..to)?, to == text.len());
    let marked_bytes = (span.end as usize).saturating_sub(start).min(after.len());
    let marked_bytes = floor(after, marked_bytes);
    let (marked, rest) = (after.get(..marked_bytes)?, after.get(marked_bytes..)?);

    // Indentation says nothing when the line has to be cut anyway.
    let before_line = if line_begins { before.trim_start() } else { before };
    let indent = before.get(..before.len() - before_line.len())?;
    let mut budget = Budget { width: width.max(20) };
    let marked_shown = budget.keep_head(marked, if rest.is_empty() { 1 } else { 2 });
    let cut_mark = marked_shown.1;
    let third = budget.width / 3;
    let rest_shown = if cut_mark { (String::new(), true) } else { Budget { width: third.max(8) }.keep_head(rest, 1) };
    let used = columns(&rest_shown.0);
    let mut left = Budget { width: budget.width.saturating_sub(used).max(8) };
    let before_shown = left.keep_tail(before_line);
    let rest_shown = match before_shown.1 || cut_mark {
        true => rest_shown,
        // What the left side did not need goes to the right.
        false => Budget { width: (left.width + used).max(8) }.keep_head(rest, 1),
    };

    let mut out = String::new();
    if before_shown.1 || !line_begins {
        out.push('…');
    } else if columns(&printable(indent)) <= left.width {
        out.push_str(&printable(indent));
    }
    out.push_str(&before_shown.0);
    let before = columns(&out);
    out.push_str(&marked_shown.0);
    let marked = columns(&marked_shown.0).max(1);
    out.push_str(&rest_shown.0);
    if cut_mark || rest_shown.1 || !line_ends {
        out.push('…');
    }
    let trimmed = out.trim_end().len();
    if before <= columns(out.get(..trimmed).unwrap_or_default()) {
        out.truncate(trimmed);
    }
    Some(Excerpt { text: out, before, marked })
}

/// Text that cannot disturb a terminal: tabs spread, control and direction characters made visible.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push_str(&" ".repeat(TAB)),
            '\u{0}'..='\u{1F}' => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}')),
            '\u{7F}' => out.push('\u{2421}'),
            // C1 controls, marks of direction, the byte order mark.
            '\u{80}'..='\u{9F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// Columns of printable text.
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

struct Budget {
    width: usize,
}

impl Budget {
    /// The beginning of a text that fits, and whether something was cut. `reserve` columns stay free.
    fn keep_head(&mut self, text: &str, reserve: usize) -> (String, bool) {
        let mut out = String::new();
        let mut left = self.width.saturating_sub(reserve);
        for c in text.chars() {
            let shown = printable(c.encode_utf8(&mut [0; 4]));
            let width = columns(&shown);
            if width > left {
                self.width = reserve;
                return (out, true);
            }
            left -= width;
            out.push_str(&shown);
        }
        self.width = left + reserve;
        (out, false)
    }

    /// The end of a text that fits, and whether something was cut.
    fn keep_tail(&mut self, text: &str) -> (String, bool) {
        let mut pieces: Vec<String> = Vec::new();
        let mut cut = false;
        for c in text.chars().rev() {
            let shown = printable(c.encode_utf8(&mut [0; 4]));
            let width = columns(&shown);
            if width > self.width {
                cut = true;
                break;
            }
            self.width -= width;
            pieces.push(shown);
        }
        pieces.reverse();
        (pieces.concat(), cut)
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while at > 0 && !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// What stands behind the last line end, and whether the line begins there.
fn tail_of_line(text: &str, whole: bool) -> (&str, bool) {
    match text.rfind(['\n', '\r']) {
        Some(end) => (text.get(end + 1..).unwrap_or_default(), true),
        None => (text, whole),
    }
}

/// What stands before the first line end, and whether the line ends there.
fn head_of_line(text: &str, whole: bool) -> (&str, bool) {
    match text.find(['\n', '\r']) {
        Some(end) => (text.get(..end).unwrap_or_default(), true),
        None => (text, whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, marked: &str, width: usize) -> String {
        let source = Source::from_text("t", text);
        let start = text.find(marked).unwrap_or_default() as u32;
        let excerpt = excerpt(&source, Span::new(start, start + marked.len() as u32), width).unwrap_or(Excerpt {
            text: String::new(),
            before: 0,
            marked: 0,
        });
        format!("{}\n{}{}", excerpt.text, " ".repeat(excerpt.before), "^".repeat(excerpt.marked))
    }

    #[test]
    fn short_lines_are_shown_whole() {
        assert_eq!(show("a\n  <b c='1'/>\nd", "c='1'", 80), "  <b c='1'/>\n     ^^^^^");
    }

    #[test]
    fn tabs_wide_and_control_characters_keep_the_caret_in_place() {
        assert_eq!(show("\tx\u{7}y", "y", 80), "    x␇y\n      ^");
        assert_eq!(show("日本x", "x", 80), "日本x\n    ^");
    }

    #[test]
    fn a_line_of_megabytes_is_cut_around_the_caret() {
        let text = format!("{}X{}", "1 ".repeat(1 << 20), " 2".repeat(1 << 20));
        let shown = show(&text, "X", 40);
        let (line, caret) = shown.split_once('\n').unwrap_or_default();
        assert!(columns(line) <= 44, "{line}");
        assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
        assert_eq!(line.chars().nth(caret.len() - 1), Some('X'));
    }

    #[test]
    fn a_long_mark_is_cut() {
        let text = format!("<p>{}</p>", "1 ".repeat(1000));
        let shown = show(&text, &"1 ".repeat(1000), 40);
        assert!(shown.lines().all(|l| columns(l) <= 50), "{shown}");
        assert!(shown.starts_with("<p>1 1 1") || shown.starts_with("…"), "{shown}");
    }

    #[test]
    fn places_behind_the_text_have_no_excerpt() {
        let source = Source::from_text("t", "abc");
        assert_eq!(excerpt(&source, Span::new(9, 12), 80), None);
        assert!(excerpt(&source, Span::at(3), 80).is_some());
    }
}
