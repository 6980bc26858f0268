//! Runs [`portolan_fuzz::targets::archive`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::archive(data));
