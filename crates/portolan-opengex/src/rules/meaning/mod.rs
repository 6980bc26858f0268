//! Meaning: what is well-formed and still cannot be right.

use portolan_format::Rule;

mod animation_range;
mod application_word;
mod atten_param;
mod atten_range;
mod attribute_kind;
mod attribute_repeated;
mod bone_repeated;
mod camera_angle;
mod camera_planes;
mod clip_repeated;
mod index_repeated;
mod light_brightness;
mod light_parts;
mod lod_primitive;
mod lod_repeated;
mod material_index;
mod matrix;
mod metric_order;
mod metric_repeated;
mod metric_value;
mod morph_base;
mod morph_weight_unused;
mod no_position;
mod object_ignored;
mod restart;
mod rotation_zero;
mod target_repeated;
mod texcoord_missing;
mod texture_file;
mod vertex_array_repeated;
mod vertex_attrib;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &metric_order::RULE,
    &metric_repeated::RULE,
    &metric_value::RULE,
    &lod_repeated::RULE,
    &lod_primitive::RULE,
    &index_repeated::RULE,
    &clip_repeated::RULE,
    &morph_base::RULE,
    &vertex_array_repeated::RULE,
    &vertex_attrib::RULE,
    &application_word::RULE,
    &attribute_kind::RULE,
    &light_brightness::RULE,
    &light_parts::RULE,
    &atten_param::RULE,
    &atten_range::RULE,
    &attribute_repeated::RULE,
    &camera_planes::RULE,
    &camera_angle::RULE,
    &target_repeated::RULE,
    &animation_range::RULE,
    &material_index::RULE,
    &morph_weight_unused::RULE,
    &restart::RULE,
    &texture_file::RULE,
    &rotation_zero::RULE,
    &matrix::RULE,
    &texcoord_missing::RULE,
    &object_ignored::RULE,
    &no_position::RULE,
    &bone_repeated::RULE,
];
