//! Converts a file to binary glTF and lists what is lost.
//!
//! `cargo run --example convert -- scene.dae scene.glb`

use std::error::Error;

use portolan::Conversion;
use portolan::convert::to;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else { return Err("name two files".into()) };
    let file = portolan::open(input)?;
    let converted = file.convert(&Conversion::to(&to::GLB).with(|c| c.embed = Some(true)))?;
    for loss in converted.losses.iter() {
        let line = file.written(loss.origin).map_or(0, |written| written.place.line);
        println!("line {line}: {} {}", loss.code.id, loss.message);
    }
    let (_, bytes) = converted.files.first().ok_or("nothing was written")?;
    std::fs::write(output, bytes)?;
    Ok(())
}
