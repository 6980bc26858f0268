//! Shapes made of points, lines and polygons.

use crate::brep::Brep;
use crate::{Made, Meta, Spline};

/// A shape.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Names and origin.
    pub meta: Meta,
    /// What it is made of.
    pub shape: Shape,
    /// How it is shown, where the instance does not say otherwise.
    pub appearance: Appearance,
    /// What it was made from.
    pub made: Option<Box<Made>>,
}

impl Geometry {
    /// A shape.
    pub fn new(meta: Meta, shape: Shape) -> Geometry {
        Geometry { meta, shape, appearance: Appearance::default(), made: None }
    }
}

/// How a shape is shown. `None` is not said; the default is yes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Appearance {
    /// Is it seen? If not, things may still run into it.
    pub visible: Option<bool>,
    /// Does it cast shadows?
    pub casts_shadow: Option<bool>,
    /// Is it blurred when it moves?
    pub motion_blur: Option<bool>,
}

impl Appearance {
    /// What this says, and otherwise the other.
    pub fn or(self, other: Appearance) -> Appearance {
        Appearance {
            visible: self.visible.or(other.visible),
            casts_shadow: self.casts_shadow.or(other.casts_shadow),
            motion_blur: self.motion_blur.or(other.motion_blur),
        }
    }

    /// Does it say anything of shadows, or of blur?
    pub fn has_shadows(self) -> bool {
        let Appearance { visible: _, casts_shadow, motion_blur } = self;
        casts_shadow.is_some() || motion_blur.is_some()
    }
}

/// What a shape is made of.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Primitives over vertices.
    Mesh(Mesh),
    /// A curve.
    Spline(Spline),
    /// Solids by their boundaries. Whoever draws or writes triangles asks for them first (`portolan_mesh::solid`).
    Brep(Box<Brep>),
    /// Nothing that can be drawn: the document says nothing, or something that is not understood.
    Empty,
}

/// Primitives over vertices.
///
/// A corner of a primitive has one index for each column of its primitive. The vertex column picks a row of all
/// [`Mesh::vertices`]; the other columns pick rows of the inputs that use them.
#[derive(Clone, Default, Debug)]
pub struct Mesh {
    /// All data, each used by any number of attributes.
    pub streams: Vec<Stream>,
    /// Data of the vertices; one of them is the position.
    pub vertices: Vec<Attribute>,
    /// What is drawn.
    pub primitives: Vec<Primitive>,
    /// Does the document say that both sides are drawn?
    pub double_sided: Option<bool>,
    /// Was it given, or computed, as a convex hull?
    pub convex: bool,
}

impl Mesh {
    /// The positions: their stream.
    pub fn positions(&self) -> Option<&Stream> {
        let position = self.vertices.iter().find(|a| a.semantic == Semantic::Position)?;
        self.streams.get(position.stream as usize)
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.positions().map_or(0, Stream::rows)
    }
}

/// Rows of numbers.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Stream {
    /// What the document calls it.
    pub id: Option<Box<str>>,
    /// Numbers in a row, above zero.
    pub width: u32,
    /// Row after row.
    pub data: Vec<f32>,
    /// The same in double precision, if the document says it more exactly than single precision can; else empty.
    pub exact: Vec<f64>,
}

impl Stream {
    /// Rows of numbers without a name.
    pub fn new(width: u32, data: Vec<f32>) -> Stream {
        Stream { id: None, width, data, exact: Vec::new() }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.data.len().checked_div(self.width as usize).unwrap_or(0)
    }

    /// One row; empty if there is none.
    pub fn row(&self, index: usize) -> &[f32] {
        let width = self.width as usize;
        self.data.get(index * width..(index + 1) * width).unwrap_or_default()
    }
}

/// What the numbers of an attribute stand for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Semantic {
    /// Where a vertex is.
    Position,
    /// Where its surface looks.
    Normal,
    /// A place in a texture; (0, 0) is its lower left corner.
    TexCoord,
    /// A colour of three or four components.
    Color,
    /// A geometric tangent.
    Tangent,
    /// A geometric binormal.
    Binormal,
    /// A tangent that belongs to texture coordinates.
    TexTangent,
    /// A binormal that belongs to texture coordinates.
    TexBinormal,
    /// A parameter of the surface, not for textures.
    Uv,
    /// Anything else, as the document calls it.
    Other(Box<str>),
}

impl Semantic {
    /// What COLLADA calls it.
    pub fn word(&self) -> &str {
        match self {
            Semantic::Position => "POSITION",
            Semantic::Normal => "NORMAL",
            Semantic::TexCoord => "TEXCOORD",
            Semantic::Color => "COLOR",
            Semantic::Tangent => "TANGENT",
            Semantic::Binormal => "BINORMAL",
            Semantic::TexTangent => "TEXTANGENT",
            Semantic::TexBinormal => "TEXBINORMAL",
            Semantic::Uv => "UV",
            Semantic::Other(word) => word,
        }
    }
}

/// Data for every vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// What it stands for.
    pub semantic: Semantic,
    /// Which attributes it belongs together with.
    pub set: Option<u32>,
    /// Index of its stream.
    pub stream: u32,
}

/// Data for every corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// What it is.
    pub attribute: Attribute,
    /// Which index of a corner picks its row.
    pub column: u32,
}

/// How corners make up what is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PrimitiveKind {
    /// Every corner is a point.
    Points,
    /// Two corners are a line.
    Lines,
    /// [`Primitive::counts`] corners are a line from one to the next.
    LineStrips,
    /// Three corners are a triangle.
    Triangles,
    /// [`Primitive::counts`] corners are a fan around the first.
    TriangleFans,
    /// [`Primitive::counts`] corners are a strip; every second triangle is turned over.
    TriangleStrips,
    /// [`Primitive::counts`] corners are a ring; [`Primitive::rings`] rings are a polygon, of which all but the first
    /// are holes.
    Polygons,
}

impl PrimitiveKind {
    /// Is it made of faces, not of points or lines?
    pub fn has_faces(self) -> bool {
        !matches!(self, PrimitiveKind::Points | PrimitiveKind::Lines | PrimitiveKind::LineStrips)
    }
}

/// Something drawn with one material. Faces are seen from where their corners run counter-clockwise.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// Names and origin.
    pub meta: Meta,
    /// How corners make it up.
    pub kind: PrimitiveKind,
    /// The symbol that an instance binds to a material.
    pub material: Option<Box<str>>,
    /// Data for every corner, beside that of its vertex.
    pub inputs: Vec<Input>,
    /// The column that picks the vertex.
    pub vertex_column: u32,
    /// Indices of a corner.
    pub stride: u32,
    /// Corner after corner, each `stride` indices, all within their streams.
    pub indices: Vec<u32>,
    /// Corners of each strip, fan or ring; empty for points, lines and triangles.
    pub counts: Vec<u32>,
    /// Rings of each polygon; empty when no polygon has holes.
    pub rings: Vec<u32>,
}

impl Primitive {
    /// Number of corners.
    pub fn corners(&self) -> usize {
        self.indices.len().checked_div(self.stride as usize).unwrap_or(0)
    }

    /// One index for each corner, which picks all of its data; no material.
    pub fn plain(meta: Meta, kind: PrimitiveKind, indices: Vec<u32>, counts: Vec<u32>) -> Primitive {
        let (inputs, rings) = (Vec::new(), Vec::new());
        Primitive { meta, kind, material: None, inputs, vertex_column: 0, stride: 1, indices, counts, rings }
    }

    /// The vertex of a corner.
    pub fn vertex(&self, corner: usize) -> Option<u32> {
        self.row(corner, self.vertex_column)
    }

    /// The row that a corner picks by a column of its indices.
    pub fn row(&self, corner: usize, column: u32) -> Option<u32> {
        self.indices.get(corner * self.stride as usize + column as usize).copied()
    }

    /// How many triangles it is, once polygons are cut up. Each hole adds two to what its corners add.
    pub fn triangles(&self) -> u64 {
        let each = |n: u32| u64::from(n.saturating_sub(2));
        match self.kind {
            PrimitiveKind::Points | PrimitiveKind::Lines | PrimitiveKind::LineStrips => 0,
            PrimitiveKind::Triangles => self.corners() as u64 / 3,
            PrimitiveKind::TriangleFans | PrimitiveKind::TriangleStrips => self.counts.iter().copied().map(each).sum(),
            PrimitiveKind::Polygons if self.rings.is_empty() => self.counts.iter().copied().map(each).sum(),
            PrimitiveKind::Polygons => {
                let mut counts = self.counts.iter().copied();
                let polygon = |rings: &u32| {
                    let corners: u64 = counts.by_ref().take(*rings as usize).map(u64::from).sum();
                    (corners + 2 * u64::from(rings.saturating_sub(1))).saturating_sub(2)
                };
                self.rings.iter().map(polygon).sum()
            }
        }
    }

    /// How many line segments it is.
    pub fn lines(&self) -> u64 {
        match self.kind {
            PrimitiveKind::Lines => self.corners() as u64 / 2,
            PrimitiveKind::LineStrips => self.counts.iter().map(|n| u64::from(n.saturating_sub(1))).sum(),
            _ => 0,
        }
    }
}
