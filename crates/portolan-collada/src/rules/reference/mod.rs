//! References: they lead somewhere, and to the right kind of thing.

use portolan_format::Rule;

mod backslash_in_uri;
mod broken_escape;
mod duplicate_sid;
mod effect;
mod empty_reference;
mod hash_in_path;
mod id_for_sid;
mod instance_cycle;
mod lower_case_member;
mod malformed_path;
mod missing_hash;
mod native_path;
mod no_fragment;
mod pass;
mod repeated_symbol;
mod suggest;
mod symbols;
mod unbound_symbol;
mod unbound_vertex_input;
mod unescaped_character;
mod unknown_joint;
mod unknown_member;
mod unknown_morph_target;
mod unresolved_param;
mod unresolved_parameter;
mod unresolved_path;
mod unresolved_reference;
mod unresolved_surface;
mod unresolved_technique;
mod unresolved_texture;
mod unset_param;
mod unused_symbol;
mod wrong_kind;
mod wrong_member;

use portolan_schema::value::shown;
pub(super) use symbols::materials;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &unresolved_reference::RULE,
    &missing_hash::RULE,
    &wrong_kind::RULE,
    &empty_reference::RULE,
    &no_fragment::RULE,
    &broken_escape::RULE,
    &backslash_in_uri::RULE,
    &native_path::RULE,
    &unescaped_character::RULE,
    &unresolved_path::RULE,
    &malformed_path::RULE,
    &wrong_member::RULE,
    &lower_case_member::RULE,
    &unknown_member::RULE,
    &hash_in_path::RULE,
    &id_for_sid::RULE,
    &duplicate_sid::RULE,
    &unknown_joint::RULE,
    &unknown_morph_target::RULE,
    &instance_cycle::RULE,
    &unbound_symbol::RULE,
    &unused_symbol::RULE,
    &repeated_symbol::RULE,
    &unbound_vertex_input::RULE,
    &unresolved_param::RULE,
    &unresolved_texture::RULE,
    &unresolved_surface::RULE,
    &unset_param::RULE,
    &unresolved_technique::RULE,
    &unresolved_parameter::RULE,
];

/// What a message says of further items of the same list.
fn and_more(more: u32) -> String {
    match more {
        0 => String::new(),
        n => format!(", and {n} more in this list"),
    }
}
