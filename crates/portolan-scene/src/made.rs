//! What a shape was made from.

/// What a shape was made from, for formats that know the same words. The shape itself says everything that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Made {
    /// A box around the origin.
    Box {
        /// Its edges.
        size: [f64; 3],
    },
    /// A cone about the Y axis, with its tip up.
    Cone {
        /// Of its bottom.
        radius: f64,
        /// From bottom to tip.
        height: f64,
        /// Are side and bottom there?
        parts: [bool; 2],
    },
    /// A cylinder about the Y axis.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// From bottom to top.
        height: f64,
        /// Are side, top and bottom there?
        parts: [bool; 3],
    },
    /// A sphere around the origin.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// Heights over a grid in the XZ plane. Points run along X first.
    Grid {
        /// Points along X and along Z.
        size: [u32; 2],
        /// Distances between them.
        spacing: [f64; 2],
        /// Edges that are sharper, in degrees, are seen.
        crease: f64,
    },
    /// A cross section that is swept along a line.
    Sweep(Box<Sweep>),
    /// Letters.
    Text(Box<Letters>),
}

/// A cross section that is swept along a line.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sweep {
    /// Points (x, z).
    pub section: Vec<[f32; 2]>,
    /// The line.
    pub spine: Vec<[f32; 3]>,
    /// Factors at the points of the line; one is for all.
    pub scale: Vec<[f32; 2]>,
    /// Turns at the points of the line, axis and degrees; one is for all.
    pub orientation: Vec<[f32; 4]>,
    /// Are both ends closed: at the beginning, at the end?
    pub caps: [bool; 2],
    /// Edges that are sharper, in degrees, are seen.
    pub crease: f64,
}

/// Text as a shape.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Letters {
    /// Line after line.
    pub lines: Vec<Box<str>>,
    /// How long each line is; 0 is as long as it is.
    pub lengths: Vec<f64>,
    /// No line is longer; 0 is no limit.
    pub longest: f64,
    /// `SERIF`, `SANS`, `TYPEWRITER`, or what somebody calls a font.
    pub family: Box<str>,
    /// Bold, italic.
    pub style: [bool; 2],
    /// Height of a line.
    pub size: f64,
    /// From line to line, as a factor of the size.
    pub spacing: f64,
    /// Does it run across, from left to right, from top to bottom?
    pub way: [bool; 3],
    /// How it is adjusted: along lines, across lines.
    pub justify: [Justify; 2],
}

/// How text is adjusted to its origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Justify {
    /// It begins there; across lines, the first line stands there.
    #[default]
    First,
    /// It begins there.
    Begin,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}
