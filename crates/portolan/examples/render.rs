//! Draws a picture of a file.
//!
//! `cargo run --release --example render -- scene.dae scene.png`

use std::error::Error;

use portolan::pictures::{Kind, Shot, encode};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else { return Err("name two files".into()) };
    let shot = Shot::default().with(|s| (s.size, s.background) = ((640, 480), [1.0; 4]));
    let picture = portolan::open(input)?.render(&shot)?;
    std::fs::write(output, encode(&picture, Kind::Png)?)?;
    Ok(())
}
