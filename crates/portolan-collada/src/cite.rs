//! Places in the specification of COLLADA, in words.

/// The pages that rules and tables name: chapter, hyphen, page.
pub(crate) fn cite(place: &str) -> Option<String> {
    let pages: Vec<&str> = place.split(',').map(str::trim).collect();
    let chapter = |page: &str| {
        let (chapter, number) = page.split_once('-')?;
        chapter.parse::<u8>().ok().filter(|_| number.parse::<u16>().is_ok())
    };
    let chapters: Option<Vec<u8>> = pages.iter().map(|page| chapter(page)).collect();
    let chapters = chapters?;
    let first = *chapters.first()?;
    Some(match pages.as_slice() {
        [page] => format!("COLLADA 1.5.0, chapter {first}, page {page}"),
        _ if chapters.iter().all(|c| *c == first) => {
            format!("COLLADA 1.5.0, chapter {first}, pages {}", pages.join(", "))
        }
        _ => format!("COLLADA 1.5.0, pages {}", pages.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::cite;

    #[test]
    fn pages_have_a_chapter() {
        assert_eq!(cite("5-108").as_deref(), Some("COLLADA 1.5.0, chapter 5, page 5-108"));
        assert_eq!(cite("5-1,5-2").as_deref(), Some("COLLADA 1.5.0, chapter 5, pages 5-1, 5-2"));
        assert_eq!(cite("5-1,8-2").as_deref(), Some("COLLADA 1.5.0, pages 5-1, 8-2"));
        for other in ["46", "A.3.4", "PR-1", "XML 1.0 §2.4", ""] {
            assert_eq!(cite(other), None, "{other}");
        }
    }
}
