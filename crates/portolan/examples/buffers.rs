//! Lists the shapes of a file as a graphics card would get them.
//!
//! `cargo run --example buffers -- scene.dae`

use std::error::Error;

use portolan::buffers::Moment;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    let file = portolan::open(path)?;
    let buffers = file.buffers(&Moment::default())?;
    for draw in &buffers.draws {
        let Some(shape) = buffers.shapes.get(draw.shape) else { continue };
        let material = draw.material.and_then(|id| file.scene().ok()?.material(id)?.meta.label());
        println!(
            "{}: {} vertices, {} indices, material {}",
            shape.name.as_deref().unwrap_or("(no name)"),
            shape.positions.len() / 3,
            shape.indices.len(),
            material.unwrap_or("none"),
        );
    }
    Ok(())
}
