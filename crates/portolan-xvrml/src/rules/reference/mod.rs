//! References: names, routes, prototypes, links.

use portolan_format::Rule;

mod anchor_viewpoint;
mod connect_ends;
mod inline_of_itself;
mod proto_field_unknown;
mod proto_recursion;
mod proto_unresolved;
mod route_direction;
mod route_field_unknown;
mod route_node_missing;
mod route_types;
mod use_cycle;
mod use_kind;
mod use_unresolved;

/// The rules of this stage.
pub static RULES: &[&Rule] = &[
    &use_unresolved::RULE,
    &use_kind::RULE,
    &use_cycle::RULE,
    &route_node_missing::RULE,
    &route_field_unknown::RULE,
    &route_direction::RULE,
    &route_types::RULE,
    &proto_unresolved::RULE,
    &proto_recursion::RULE,
    &proto_field_unknown::RULE,
    &connect_ends::RULE,
    &anchor_viewpoint::RULE,
    &inline_of_itself::RULE,
];
