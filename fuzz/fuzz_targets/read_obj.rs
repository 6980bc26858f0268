//! Runs [`portolan_fuzz::targets::read_obj`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::read_obj(data));
