//! Runs [`portolan_fuzz::targets::pieces`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::pieces(data));
