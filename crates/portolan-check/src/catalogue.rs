//! Every code there is.

use portolan_syntax::Code;

use crate::rules;

/// All codes, in order.
pub fn all_codes() -> Vec<&'static Code> {
    let mut codes: Vec<&'static Code> = portolan_syntax::xml::codes::CODES
        .iter()
        .chain(portolan_syntax::ddl::codes::CODES)
        .chain(portolan_schema::codes::CODES)
        .chain(portolan_schema::lenient::codes::CODES)
        .chain(crate::file::CODES)
        .chain(portolan_resources::archive::codes::CODES)
        .copied()
        .chain(rules::all().map(|r| r.code))
        .collect();
    codes.sort_by_key(|c| c.id);
    codes.dedup();
    codes
}

/// The code with this id or name, in any case.
pub fn find_code(word: &str) -> Option<&'static Code> {
    all_codes().into_iter().find(|c| c.id.eq_ignore_ascii_case(word) || c.name.eq_ignore_ascii_case(word))
}
