//! Data: numbers that must fit each other.

use portolan_format::Rule;

mod anchor_parameter;
mod background_angle_order;
mod background_colour_count;
mod elevation_grid_size;
mod extrusion_lengths;
mod field_value;
mod grid_too_few;
mod index_list_shape;
mod index_out_of_range;
mod interpolator_key_order;
mod interpolator_key_range;
mod interpolator_value_count;
mod lod_range_order;
mod non_finite;
mod polygon_too_short;
mod repeated_field;
mod rotation_axis;
mod text_justify;
mod values_too_few;
mod zero_direction;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &interpolator_key_order::RULE,
    &interpolator_key_range::RULE,
    &interpolator_value_count::RULE,
    &background_colour_count::RULE,
    &background_angle_order::RULE,
    &lod_range_order::RULE,
    &index_out_of_range::RULE,
    &polygon_too_short::RULE,
    &values_too_few::RULE,
    &index_list_shape::RULE,
    &elevation_grid_size::RULE,
    &grid_too_few::RULE,
    &extrusion_lengths::RULE,
    &rotation_axis::RULE,
    &zero_direction::RULE,
    &field_value::RULE,
    &repeated_field::RULE,
    &non_finite::RULE,
    &anchor_parameter::RULE,
    &text_justify::RULE,
];
