//! Runs [`portolan_fuzz::targets::read_urdf`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portolan_fuzz::targets::read_urdf(data));
