//! Runs [`portolan_fuzz::targets::pictures`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::pictures(data));
