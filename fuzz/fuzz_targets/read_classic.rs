//! Runs [`portolan_fuzz::targets::read_classic`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::read_classic(data));
