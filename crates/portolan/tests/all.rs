//! All integration tests of this crate in one binary, so that they are linked once.

#![allow(clippy::disallowed_methods, reason = "tests compare with what the standard library says")]

mod address;
mod brep_bad;
mod brep_kinds;
mod breps;
mod buffers;
mod common;
#[path = "common/damage.rs"]
mod damage;
mod defaults;
mod diff;
mod everything;
mod explained;
mod exporter_options;
#[path = "common/fixtures.rs"]
mod fixtures;
#[path = "common/gallery.rs"]
mod gallery;
#[path = "common/glb.rs"]
mod glb;
mod gltf_round_trip;
mod info;
#[path = "common/journey.rs"]
mod journey;
mod kept;
mod leave_numbers;
mod ledger;
mod library;
mod ogex_round_trip;
mod opengex_rows;
mod pack;
mod pictures;
mod pictures_opengex;
mod polygons;
mod precision;
mod rebuild;
mod renderings;
mod repairs;
mod robots;
mod robots_bad;
mod robots_moving;
#[path = "../../portolan-gltf/tests/samples/mod.rs"]
mod samples;
mod scenes;
mod second_trip;
mod second_trip_dae;
mod seeds;
mod sides;
mod spec_animation;
mod spec_cameras_lights;
mod spec_controllers;
mod spec_documents;
mod spec_geometry;
mod spec_materials;
mod spec_transforms;
mod suite;
#[path = "../../../fuzz/src/targets.rs"]
mod targets;
mod tracks;
mod verify;
mod versions;
mod world;
mod worlds_run;
mod worlds_written;
