//! Meaning: values that are legal and still cannot be right.

use portolan_format::Rule;

mod binding;
mod mathml;
mod scoped;
mod values;

mod asset_dates;
mod asset_location;
mod asset_nested;
mod asset_unit_empty;
mod asset_unit_name;
mod asset_unit_size;
mod axis_index;
mod body_inertia;
mod body_mass;
mod body_plane;
mod body_unused_inertia;
mod camera_aspect_ratio;
mod camera_clip_order;
mod camera_field_of_view;
mod camera_near_plane;
mod camera_view_size;
mod constraint_bodies;
mod constraint_limits;
mod constraint_spring;
mod formula_csymbol;
mod formula_operands;
mod formula_operator;
mod formula_symbol;
mod formula_target;
mod formula_zero;
mod fx_array_length;
mod fx_bind_unknown;
mod fx_color;
mod fx_invisible;
mod fx_sampler_image;
mod fx_setparam;
mod fx_shader_number;
mod fx_surface_empty;
mod fx_technique_hint;
mod fx_texcoord_unbound;
mod image_data_format;
mod image_empty;
mod image_parts;
mod image_size;
mod image_surface_parts;
mod joint_axis;
mod joint_limits;
mod joint_loop;
mod kinematics_binding;
mod light_attenuation;
mod light_color;
mod light_falloff;
mod motion_limits;
mod pass_code_unknown;
mod pass_draw;
mod pass_program_stages;
mod pass_state_source;
mod pass_targets;
mod physics_material_range;
mod physics_parent;
mod physics_time_step;
mod scene_layer_unknown;
mod scene_missing;
mod scene_render_camera;
mod scene_render_empty;
mod shape_mass;
mod shape_size;
mod technique_profile;
mod technique_repeated;
mod transform_lookat;
mod transform_matrix_row;
mod transform_matrix_singular;
mod transform_not_finite;
mod transform_rotate_axis;
mod transform_scale_zero;
mod transform_skew;

/// The rules of this stage, by code.
pub static RULES: &[&Rule] = &[
    &camera_clip_order::RULE,
    &asset_unit_size::RULE,
    &asset_unit_empty::RULE,
    &asset_unit_name::RULE,
    &asset_location::RULE,
    &asset_dates::RULE,
    &asset_nested::RULE,
    &transform_not_finite::RULE,
    &transform_rotate_axis::RULE,
    &transform_scale_zero::RULE,
    &transform_lookat::RULE,
    &transform_skew::RULE,
    &transform_matrix_row::RULE,
    &transform_matrix_singular::RULE,
    &camera_field_of_view::RULE,
    &camera_near_plane::RULE,
    &camera_view_size::RULE,
    &camera_aspect_ratio::RULE,
    &light_attenuation::RULE,
    &light_falloff::RULE,
    &light_color::RULE,
    &formula_operands::RULE,
    &formula_operator::RULE,
    &formula_symbol::RULE,
    &formula_csymbol::RULE,
    &formula_target::RULE,
    &formula_zero::RULE,
    &scene_layer_unknown::RULE,
    &scene_render_camera::RULE,
    &scene_render_empty::RULE,
    &scene_missing::RULE,
    &kinematics_binding::RULE,
    &body_unused_inertia::RULE,
    &fx_surface_empty::RULE,
    &fx_sampler_image::RULE,
    &fx_setparam::RULE,
    &fx_technique_hint::RULE,
    &fx_array_length::RULE,
    &fx_shader_number::RULE,
    &fx_invisible::RULE,
    &fx_color::RULE,
    &fx_texcoord_unbound::RULE,
    &joint_loop::RULE,
    &axis_index::RULE,
    &motion_limits::RULE,
    &fx_bind_unknown::RULE,
    &image_empty::RULE,
    &image_data_format::RULE,
    &image_size::RULE,
    &image_parts::RULE,
    &image_surface_parts::RULE,
    &pass_state_source::RULE,
    &pass_program_stages::RULE,
    &pass_code_unknown::RULE,
    &pass_draw::RULE,
    &pass_targets::RULE,
    &physics_parent::RULE,
    &body_mass::RULE,
    &body_inertia::RULE,
    &body_plane::RULE,
    &shape_mass::RULE,
    &shape_size::RULE,
    &physics_material_range::RULE,
    &constraint_limits::RULE,
    &constraint_spring::RULE,
    &constraint_bodies::RULE,
    &physics_time_step::RULE,
    &joint_axis::RULE,
    &joint_limits::RULE,
    &technique_profile::RULE,
    &technique_repeated::RULE,
];
