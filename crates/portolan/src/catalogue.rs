//! Every code there is.

use portolan_syntax::Code;

use crate::formats::formats;

/// All codes of findings and losses, in order.
pub fn all_codes() -> Vec<&'static Code> {
    let mut codes: Vec<&'static Code> = portolan_check::codes().collect();
    codes.extend(formats().into_iter().flat_map(|format| format.all_codes()));
    codes.extend(portolan_format::CONTENT_CODES);
    codes.extend(portolan_process::CODES);
    codes.extend(portolan_render::CODES);
    codes.extend(crate::pictures::codes::CODES);
    codes.extend(crate::pack::codes::CODES);
    codes.extend(crate::pose::codes::CODES);
    codes.extend(crate::simulate::codes::CODES);
    codes.extend(portolan_resources::COMPANION_CODES);
    codes.extend(crate::import::codes::CODES);
    codes.extend(crate::referenced::codes::CODES);
    codes.sort_by_key(|c| c.id);
    codes.dedup();
    codes
}

/// The code with this id or name, in any case.
pub fn find_code(word: &str) -> Option<&'static Code> {
    all_codes().into_iter().find(|c| c.id.eq_ignore_ascii_case(word) || c.name.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_documented() {
        let codes = all_codes();
        for pair in codes.windows(2) {
            assert_ne!(pair[0].id, pair[1].id, "{} and {}", pair[0].name, pair[1].name);
        }
        for code in &codes {
            assert!(code.doc.len() > 20, "{} says nothing", code.id);
            assert_eq!(codes.iter().filter(|c| c.name == code.name).count(), 1, "{} is a name of two codes", code.name);
        }
    }
}
