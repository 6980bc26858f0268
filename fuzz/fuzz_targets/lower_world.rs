//! Runs [`portolan_fuzz::targets::lower_world`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::lower_world(data));
