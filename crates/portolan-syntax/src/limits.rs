//! Limits on what one document may cost.

/// How much a document may ask for before reading stops with a finding.
///
/// The defaults are far beyond what real files need and small enough that a hostile file cannot take the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Size of the document in bytes. Default: 4 GiB less one byte, the most a span can address; with it, documents may be larger
    /// whose long lists of numbers stay in the file.
    pub bytes: u64,
    /// Nesting of elements or structures. Default: 512.
    pub depth: u32,
    /// Nodes of the tree. Default: 100 million.
    pub nodes: u32,
    /// Characters that entity references may expand to, in the whole document. Default: 1 million.
    pub expansion: u64,
    /// Nesting of entity references. Default: 16.
    pub entity_depth: u32,
    /// Different findings kept per document; more are only counted. Default: 10 000.
    pub findings: usize,
    /// Documents that a world may lead to by inlining them. Default: 1000.
    pub documents: u32,
    /// Nesting of documents that are inlined. Default: 32.
    pub document_depth: u32,
    /// Nodes of a world once prototypes are expanded and documents inlined. Default: 1 million.
    pub expanded: u32,
    /// Points that one grid or one swept shape may ask for. Default: 50 million.
    pub generated: u64,
    /// Characters of all texts that become shapes. Default: 1 million.
    pub glyphs: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: u64::from(u32::MAX),
            depth: 512,
            nodes: 100_000_000,
            expansion: 1_000_000,
            entity_depth: 16,
            findings: 10_000,
            documents: 1000,
            document_depth: 32,
            expanded: 1_000_000,
            generated: 50_000_000,
            glyphs: 1_000_000,
        }
    }
}
