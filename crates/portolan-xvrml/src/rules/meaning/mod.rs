//! Meaning: worlds that are legal and still cannot be meant so.

use portolan_format::Rule;

mod appearance_twice;
mod audio_time_missing;
mod box_too_small;
mod event_spelling;
mod event_with_value;
mod lod_level_unreachable;
mod navigation_none;
mod proto_body;
mod proxy_ignored;
mod route_repeated;
mod script_without_program;
mod sensor_limits;
mod sound_ranges;
mod stop_before_start;
mod switch_choice;
mod viewpoint_in_avatar;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &switch_choice::RULE,
    &sensor_limits::RULE,
    &proxy_ignored::RULE,
    &box_too_small::RULE,
    &route_repeated::RULE,
    &lod_level_unreachable::RULE,
    &viewpoint_in_avatar::RULE,
    &navigation_none::RULE,
    &sound_ranges::RULE,
    &appearance_twice::RULE,
    &stop_before_start::RULE,
    &audio_time_missing::RULE,
    &proto_body::RULE,
    &script_without_program::RULE,
    &event_spelling::RULE,
    &event_with_value::RULE,
];
