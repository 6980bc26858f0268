//! Data: counts, strides, indices, keys.

use portolan_format::Rule;

mod curve;
mod support;

mod accessor_param_type;
mod accessor_past_end;
mod accessor_reads_nothing;
mod accessor_stride;
mod accessor_unnamed_params;
mod array_count;
mod bind_matrix_count;
mod brep_count;
mod brep_degrees;
mod brep_index_count;
mod brep_index_range;
mod brep_inputs;
mod brep_off_curve;
mod brep_off_surface;
mod brep_open_shell;
mod brep_orientation;
mod brep_outline;
mod brep_size;
mod brep_support;
mod brep_wrong_kind;
mod clip_range;
mod convex_hull_target;
mod convex_mesh_content;
mod curve_input_count;
mod degenerate_polygon;
mod empty_source;
mod float_array_precision;
mod index_count;
mod index_out_of_range;
mod int_array_bounds;
mod interpolation_name;
mod key_order;
mod key_width;
mod missing_curve_input;
mod missing_position;
mod missing_tangents;
mod missing_vertex_input;
mod morph_count;
mod morph_inputs;
mod morph_target_shape;
mod negative_weight;
mod non_finite_value;
mod nurbs_inputs;
mod nurbs_knots;
mod nurbs_weights;
mod open_wire;
mod position_in_primitive;
mod primitive_count;
mod repeated_input;
mod repeated_vertex_input;
mod semantic_width;
mod short_index_list;
mod short_spline;
mod singular_bind_matrix;
mod skin_inputs;
mod tangent_width;
mod unused_index_column;
mod vcount_sum;
mod vertex_data_count;
mod vertex_input_target;
mod vertex_without_weight;
mod weights_count;
mod weights_index_count;
mod weights_index_range;
mod weights_vertex_count;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &array_count::RULE,
    &int_array_bounds::RULE,
    &float_array_precision::RULE,
    &accessor_past_end::RULE,
    &accessor_stride::RULE,
    &accessor_reads_nothing::RULE,
    &accessor_param_type::RULE,
    &accessor_unnamed_params::RULE,
    &non_finite_value::RULE,
    &empty_source::RULE,
    &missing_vertex_input::RULE,
    &position_in_primitive::RULE,
    &repeated_vertex_input::RULE,
    &vertex_input_target::RULE,
    &missing_position::RULE,
    &index_count::RULE,
    &index_out_of_range::RULE,
    &vcount_sum::RULE,
    &degenerate_polygon::RULE,
    &primitive_count::RULE,
    &short_index_list::RULE,
    &unused_index_column::RULE,
    &repeated_input::RULE,
    &vertex_data_count::RULE,
    &semantic_width::RULE,
    &convex_mesh_content::RULE,
    &convex_hull_target::RULE,
    &missing_curve_input::RULE,
    &curve_input_count::RULE,
    &interpolation_name::RULE,
    &missing_tangents::RULE,
    &tangent_width::RULE,
    &key_order::RULE,
    &key_width::RULE,
    &short_spline::RULE,
    &clip_range::RULE,
    &skin_inputs::RULE,
    &weights_count::RULE,
    &weights_vertex_count::RULE,
    &weights_index_count::RULE,
    &weights_index_range::RULE,
    &bind_matrix_count::RULE,
    &singular_bind_matrix::RULE,
    &negative_weight::RULE,
    &vertex_without_weight::RULE,
    &morph_inputs::RULE,
    &morph_count::RULE,
    &morph_target_shape::RULE,
    &brep_inputs::RULE,
    &brep_count::RULE,
    &brep_index_count::RULE,
    &brep_index_range::RULE,
    &nurbs_inputs::RULE,
    &nurbs_knots::RULE,
    &nurbs_weights::RULE,
    &open_wire::RULE,
    &brep_off_curve::RULE,
    &brep_off_surface::RULE,
    &brep_open_shell::RULE,
    &brep_orientation::RULE,
    &brep_degrees::RULE,
    &brep_size::RULE,
    &brep_outline::RULE,
    &brep_wrong_kind::RULE,
];
