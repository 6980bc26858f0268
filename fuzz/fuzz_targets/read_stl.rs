//! Runs [`portolan_fuzz::targets::read_stl`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::read_stl(data));
