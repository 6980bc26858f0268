//! Data: arrays, their lengths, sizes and indices.

use portolan_format::Rule;

mod bone_count_length;
mod bone_index_range;
mod bone_weights;
mod incomplete_primitive;
mod index_range;
mod index_shape;
mod influence_count;
mod key_count;
mod key_kinds;
mod key_size;
mod key_times;
mod no_entries;
mod skeleton_transforms;
mod spectrum_range;
mod time_controls;
mod vertex_count;
mod vertex_size;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &vertex_count::RULE,
    &index_shape::RULE,
    &index_range::RULE,
    &incomplete_primitive::RULE,
    &bone_count_length::RULE,
    &influence_count::RULE,
    &bone_index_range::RULE,
    &bone_weights::RULE,
    &skeleton_transforms::RULE,
    &key_count::RULE,
    &key_kinds::RULE,
    &key_times::RULE,
    &time_controls::RULE,
    &key_size::RULE,
    &no_entries::RULE,
    &spectrum_range::RULE,
    &vertex_size::RULE,
];
