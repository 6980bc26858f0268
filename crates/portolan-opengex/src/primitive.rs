//! The values of `primitive` of a `Mesh`.

/// What a mesh is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Points,
    Lines,
    LineStrip,
    Triangles,
    TriangleStrip,
    Quads,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] =
        [Kind::Points, Kind::Lines, Kind::LineStrip, Kind::Triangles, Kind::TriangleStrip, Kind::Quads];

    /// What it is called.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Points => "points",
            Kind::Lines => "lines",
            Kind::LineStrip => "line_strip",
            Kind::Triangles => "triangles",
            Kind::TriangleStrip => "triangle_strip",
            Kind::Quads => "quads",
        }
    }

    /// Corners that belong together; 0 for strips.
    pub fn group(self) -> usize {
        match self {
            Kind::Points => 1,
            Kind::Lines => 2,
            Kind::Triangles => 3,
            Kind::Quads => 4,
            Kind::LineStrip | Kind::TriangleStrip => 0,
        }
    }

    /// The size of the sub-arrays that indices are written in, if they are.
    pub fn sub_array(self) -> Option<u32> {
        Some(self.group() as u32).filter(|size| *size > 1)
    }
}
