//! Places in the specification of OpenGEX, in words.

/// The pages that rules and tables name, or a section of appendix A, which defines OpenDDL.
pub(crate) fn cite(place: &str) -> Option<String> {
    if let Some(section) = place.strip_prefix("A.") {
        let numbers = section.split('.').all(|part| part.parse::<u8>().is_ok());
        return numbers.then(|| format!("OpenGEX 3.0, appendix A (OpenDDL), section A.{section}"));
    }
    let pages: Option<Vec<u16>> = place.split(',').map(|page| page.trim().parse().ok()).collect();
    let mut pages = pages?;
    pages.sort_unstable();
    let words: Vec<String> = pages.iter().map(u16::to_string).collect();
    Some(format!("OpenGEX 3.0, {} {}", if words.len() == 1 { "page" } else { "pages" }, words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::cite;

    #[test]
    fn pages_and_the_appendix() {
        assert_eq!(cite("46").as_deref(), Some("OpenGEX 3.0, page 46"));
        assert_eq!(cite("57,42").as_deref(), Some("OpenGEX 3.0, pages 42, 57"));
        assert_eq!(cite("A.3.4").as_deref(), Some("OpenGEX 3.0, appendix A (OpenDDL), section A.3.4"));
        for other in ["5-108", "A2", "PR-1", "A.b", ""] {
            assert_eq!(cite(other), None, "{other}");
        }
    }
}
