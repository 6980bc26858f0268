//! Places, and lists that stay in the file.

use super::*;

#[test]
fn places_count_lines_of_all_three_kinds_and_characters() {
    let source = Source::from_text("t", "a\nb\r\nä\rx");
    let place = |o| {
        let p = source.place(o);
        (p.line, p.column)
    };
    assert_eq!(place(0), (1, 1));
    assert_eq!(place(2), (2, 1));
    assert_eq!(place(5), (3, 1));
    assert_eq!(place(7), (3, 2));
    assert_eq!(place(8), (4, 1));
    assert_eq!(place(99), (4, 2));
}

#[test]
fn long_texts_are_indexed_by_blocks() {
    let source = Source::from_text("t", "0123456\n".repeat(20_000));
    assert_eq!(source.place(8 * 19_999 + 3), Place { line: 20_000, column: 4 });
}
