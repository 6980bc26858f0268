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
            let distance = if c.eq_ignore_ascii_case(word) { 0 } else { strsim::osa_distance(word, c) };
            // Half of a short word is not a slip, and all of it is another word.
            let letters = word.chars().count();
            let slip = distance <= allowed && distance * 2 <= letters.max(2) && distance < letters.max(1);
            slip.then_some((distance, c))
        })
        .min_by_key(|(d, c)| (*d, *c))
        .map(|(_, c)| c)
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
        // Two letters that changed places are one slip.
        assert_eq!(nearest("ndoe", names), Some("node"));
    }
}
