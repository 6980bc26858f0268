//! Prints where every node is, ten times a second.
//!
//! `cargo run --example sample -- walk.dae`

use std::error::Error;

use portolan::sample::{Sampling, Times};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    let samples = portolan::open(path)?.sample(&Sampling::default().with(|s| s.times = Times::Rate(10.0)))?;
    for (number, time) in samples.times.iter().enumerate() {
        for track in &samples.tracks {
            if let Some([.., x, y, z, _]) = track.world.get(number) {
                println!("{time:.1} {} {x} {y} {z}", track.path);
            }
        }
    }
    Ok(())
}
