//! Places in the specifications of worlds, in words.

/// A section of VRML97 (`VRML97-6.46`) or X3D (`X3D-7.2`), or the element of xVRML that the core documentation describes.
pub(crate) fn cite(place: &str) -> Option<String> {
    let places: Option<Vec<String>> = place.split(',').map(|one| one_place(one.trim())).collect();
    Some(places?.join("; "))
}

fn one_place(place: &str) -> Option<String> {
    if let Some(section) = place.strip_prefix("VRML97-") {
        Some(format!("VRML97 (ISO/IEC 14772-1), section {section}"))
    } else if let Some(section) = place.strip_prefix("X3D-") {
        Some(format!("X3D (ISO/IEC 19775-1), section {section}"))
    } else if place.starts_with(|c: char| c.is_ascii_uppercase()) && place.chars().all(|c| c.is_ascii_alphabetic()) {
        Some(format!("xVRML core documentation 0.33, element `{place}`"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::cite;

    #[test]
    fn sections_and_elements() {
        assert_eq!(cite("VRML97-6.46").as_deref(), Some("VRML97 (ISO/IEC 14772-1), section 6.46"));
        assert_eq!(cite("X3D-7.2").as_deref(), Some("X3D (ISO/IEC 19775-1), section 7.2"));
        assert_eq!(cite("Anchor").as_deref(), Some("xVRML core documentation 0.33, element `Anchor`"));
        for other in ["5-108", "46", "A.3.4", "XML 1.0 §2.4", ""] {
            assert_eq!(cite(other), None, "{other}");
        }
    }
}
