//! Solids by their boundaries, exact.

pub use portolan_geom::brep::*;

/// A shape of curves and surfaces and what they bound.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Brep {
    /// Curves, surfaces, vertices, edges, wires, faces, shells and solids. Faces are labelled with indices of symbols.
    pub body: Body,
    /// The symbols that an instance binds to materials.
    pub symbols: Vec<Box<str>>,
}

impl Brep {
    /// The symbol of a face.
    pub fn symbol(&self, face: u32) -> Option<&str> {
        let label = self.body.faces.get(face as usize)?.label?;
        self.symbols.get(label as usize).map(|s| &**s)
    }
}
