//! The difference between two texts, line by line, as `diff -u` writes it.

/// Lines shown around what differs.
const CONTEXT: usize = 3;

/// Lines that may differ before everything between the first and the last difference is shown as replaced.
const MOST: usize = 2000;

/// What happens to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Keep,
    Remove,
    Add,
}

/// The difference between two texts; empty when there is none.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    let (a, b) = (lines(before), lines(after));
    let steps = steps(&a, &b);
    let mut out = String::new();
    let (mut i, mut j) = (0, 0);
    let mut at = 0;
    while let Some(first) = steps.iter().skip(at).position(|s| *s != Step::Keep).map(|p| p + at) {
        let start = first.saturating_sub(CONTEXT).max(at);
        i += start - at;
        j += start - at;
        let end = hunk_end(&steps, first);
        if out.is_empty() {
            out.push_str(&format!("--- {name}\n+++ {name} (repaired)\n"));
        }
        let hunk = steps.get(start..end).unwrap_or_default();
        let count = |out: Step| hunk.iter().filter(|s| **s != out).count();
        out.push_str(&format!("@@ -{} +{} @@\n", range(i, count(Step::Add)), range(j, count(Step::Remove))));
        for step in hunk {
            let (mark, line) = match step {
                Step::Add => ('+', b.get(j)),
                Step::Remove => ('-', a.get(i)),
                Step::Keep => (' ', a.get(i)),
            };
            i += usize::from(*step != Step::Add);
            j += usize::from(*step != Step::Remove);
            write_line(&mut out, mark, line.copied().unwrap_or_default());
        }
        at = end;
    }
    out
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn write_line(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

/// Where the hunk with the difference at `first` ends, behind its last line of context.
fn hunk_end(steps: &[Step], first: usize) -> usize {
    let (mut end, mut kept) = (first, 0);
    for step in steps.iter().skip(first) {
        kept = if *step == Step::Keep { kept + 1 } else { 0 };
        end += 1;
        if kept > 2 * CONTEXT {
            break;
        }
    }
    end - kept.saturating_sub(CONTEXT)
}

fn range(from: usize, count: usize) -> String {
    match count {
        0 => format!("{from},0"),
        1 => format!("{}", from + 1),
        n => format!("{},{n}", from + 1),
    }
}

/// The steps from one text to the other: as few as possible between what both begin and end with.
fn steps(a: &[&str], b: &[&str]) -> Vec<Step> {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(head..).unwrap_or_default(), b.get(head..).unwrap_or_default());
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let middle_a = a.get(..a.len() - tail).unwrap_or_default();
    let middle_b = b.get(..b.len() - tail).unwrap_or_default();
    let middle = shortest(middle_a, middle_b).unwrap_or_else(|| {
        let removed = std::iter::repeat_n(Step::Remove, middle_a.len());
        removed.chain(std::iter::repeat_n(Step::Add, middle_b.len())).collect()
    });
    let keep = |n| std::iter::repeat_n(Step::Keep, n);
    keep(head).chain(middle).chain(keep(tail)).collect()
}

/// The fewest steps, by the method of Myers: how far each diagonal leads with so many differences.
fn shortest(a: &[&str], b: &[&str]) -> Option<Vec<Step>> {
    let (n, m) = (a.len(), b.len());
    // Entry `k + d` of row `d` is the furthest line of `a` on diagonal `k = x - y`.
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for d in 0..=(n + m).min(MOST) {
        let mut row = vec![0; 2 * d + 1];
        for place in (0..=2 * d).step_by(2) {
            let mut x = furthest(rows.last(), d, place).0;
            while x + d >= place && x < n && a.get(x) == b.get((x + d).wrapping_sub(place)) && x + d - place < m {
                x += 1;
            }
            if let Some(slot) = row.get_mut(place) {
                *slot = x;
            }
            if x >= n && x + d >= place && x + d - place >= m {
                rows.push(row);
                return Some(trace(&rows, place, n));
            }
        }
        rows.push(row);
    }
    None
}

/// Where a diagonal is entered with one more difference, and whether by a line that is added.
fn furthest(before: Option<&Vec<usize>>, d: usize, place: usize) -> (usize, bool) {
    let Some(before) = before else { return (0, false) };
    // Diagonal `k` comes from `k - 1` by a removed line, or from `k + 1` by an added one.
    let removed = place.checked_sub(2).and_then(|p| before.get(p)).map(|x| x + 1);
    let added = (place < 2 * d).then(|| before.get(place)).flatten().copied();
    match (removed, added) {
        (Some(removed), Some(added)) if added < removed => (removed, false),
        (_, Some(added)) => (added, true),
        (Some(removed), None) => (removed, false),
        (None, None) => (0, false),
    }
}

fn trace(rows: &[Vec<usize>], mut place: usize, n: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut x = n;
    for d in (1..rows.len()).rev() {
        let (entered, added) = furthest(rows.get(d - 1), d, place);
        steps.extend(std::iter::repeat_n(Step::Keep, x.saturating_sub(entered)));
        if added {
            steps.push(Step::Add);
            x = entered;
        } else {
            steps.push(Step::Remove);
            x = entered.saturating_sub(1);
            place = place.saturating_sub(2);
        }
    }
    steps.extend(std::iter::repeat_n(Step::Keep, x));
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies steps, so that a difference is known to lead from one text to the other.
    fn replay(a: &str, b: &str) -> (String, usize) {
        let (a, b) = (lines(a), lines(b));
        let steps = steps(&a, &b);
        let (mut i, mut j, mut out) = (0, 0, String::new());
        for step in &steps {
            match step {
                Step::Keep => {
                    assert_eq!(a[i], b[j]);
                    out.push_str(a[i]);
                    (i, j) = (i + 1, j + 1);
                }
                Step::Remove => i += 1,
                Step::Add => {
                    out.push_str(b[j]);
                    j += 1;
                }
            }
        }
        assert_eq!((i, j), (a.len(), b.len()));
        (out, steps.iter().filter(|s| **s != Step::Keep).count())
    }

    #[test]
    fn the_steps_lead_to_the_other_text_and_are_few() {
        for (a, b, few) in [
            ("a\nb\nc\n", "a\nc\n", 1),
            ("a\nb\nc\nd\n", "a\nc\nb\nd\n", 2),
            ("", "x\n", 1),
            ("x\n", "", 1),
            ("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", 5),
            ("same", "same", 0),
        ] {
            assert_eq!(replay(a, b), (b.to_owned(), few), "{a:?} {b:?}");
        }
        let long: String = (0..3000).map(|i| format!("{i}\n")).collect();
        let turned: String = (0..3000).rev().map(|i| format!("{i}\n")).collect();
        assert_eq!(replay(&long, &turned).0, turned);
    }

    #[test]
    fn hunks_are_written_as_diff_does() {
        let before: String = (1..=20).map(|i| format!("{i}\n")).collect();
        let after = before.replace("5\n", "five\n").replace("18\n", "").replace("fivefive", "5");
        let shown = unified("a.dae", &before, &after);
        let expected = "--- a.dae\n+++ a.dae (repaired)\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
                        @@ -12,9 +12,8 @@\n 12\n 13\n 14\n-15\n+1five\n 16\n 17\n-18\n 19\n 20\n";
        assert_eq!(shown, expected);
        assert_eq!(unified("a", "x", "x"), "");
        assert!(unified("a", "x", "y").contains("\\ No newline at end of file"));
    }
}
