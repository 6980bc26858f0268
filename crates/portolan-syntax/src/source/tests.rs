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

#[test]
fn long_lines_are_indexed_once_they_are_asked_for_often() {
    let source = Source::from_text("t", format!("a\n{}\nb", "ä".repeat(100_000)));
    for _ in 0..9 {
        assert_eq!(source.place(2 + 2 * 90_000), Place { line: 2, column: 90_001 });
        assert_eq!(source.place(2 + 2 * 100_000 + 1), Place { line: 3, column: 1 });
        assert_eq!(source.place(1), Place { line: 1, column: 2 });
    }
}
