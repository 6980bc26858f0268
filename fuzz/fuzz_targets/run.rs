//! Runs [`portolan_fuzz::targets::run`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::run(data));
