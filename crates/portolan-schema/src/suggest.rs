//! "Did you mean …?"

/// The candidate that is most like `word`, if one is near enough to be a slip of the pen.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Comparing grows with the square of the length; nobody mistypes a novel.
    const LONGEST: usize = 80;
    if word.len() > LONGEST {
        return None;
    }
    let allowed = match word.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        n => 2 + n / 8,
    };
    candidates
        .into_iter()
        .filter(|c| c.len() <= LONGEST && *c != word)
        // One letter is at most four bytes, so most candidates need no closer look.
        .filter(|c| c.len().abs_diff(word.len()) <= if word.is_ascii() && c.is_ascii() { allowed } else { allowed * 4 })
        .filter_map(|c| {
            let distance = if c.eq_ignore_ascii_case(word) { 0 } else { distance(word, c) };
            // Half of a short word is not a slip, and all of it is another word.
            let letters = word.chars().count();
            let slip = distance <= allowed && distance * 2 <= letters.max(2) && distance < letters.max(1);
            slip.then_some((distance, c))
        })
        .min_by_key(|(d, c)| (*d, *c))
        .map(|(_, c)| c)
}

/// Number of letters to insert, delete, replace or swap to get from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, cb) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + usize::from(ca != cb)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if swapped {
                best = best.min(at(&before_last, j - 1) + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_recognised() {
        let names = ["node", "geometry", "library_geometries", "Cube-mesh"];
        assert_eq!(nearest("geomtery", names), Some("geometry"));
        assert_eq!(nearest("Cube-Mesh", names), Some("Cube-mesh"));
        assert_eq!(nearest("xyz", names), None);
        assert_eq!(nearest("x", ["y", "z"]), None);
        assert_eq!(distance("abcd", "abdc"), 1);
    }
}
