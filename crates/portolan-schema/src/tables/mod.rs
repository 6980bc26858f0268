//! The tables, generated from the notation in `schema/` by `cargo xtask codegen`.

#[rustfmt::skip]
pub mod collada;
#[rustfmt::skip]
pub mod opengex;
#[rustfmt::skip]
pub mod x3d;
#[rustfmt::skip]
#[allow(clippy::approx_constant, reason = "a limit is the number that the specification prints")]
pub mod xvrml;
