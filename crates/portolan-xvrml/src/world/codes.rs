//! Codes of what worlds lose while they are read.

portolan_syntax::codes! {
    /// What of an xVRML document does not become part of its world.
    CODES:

    /// Finds documents that are not well-formed XML, or exceed the limits.
    ///
    /// What could be read is kept; `portolan check` shows where the document is broken.
    MALFORMED "CNV900" "world-malformed" Warning;

    /// Finds invalid values and lists with invalid items.
    ///
    /// A single value is replaced by its default, a list item by zero.
    VALUE "CNV901" "world-value-unusable" Warning;

    /// Finds elements that are not part of xVRML, and attributes that a node does not have.
    ///
    /// They are dropped.
    FOREIGN "CNV902" "world-foreign" Info;

    /// Finds names that no node has: in `Use`, in routes, in the connections of prototypes.
    ///
    /// The use, route or connection is dropped. `portolan check` shows what the name should be.
    UNRESOLVED "CNV903" "world-name-unresolved" Warning;

    /// Finds worlds of an `Inline` and prototypes of other files that cannot be read.
    ///
    /// They are replaced by an empty group.
    INLINE "CNV904" "world-inline-missing" Warning about Shape;

    /// Finds worlds, prototypes and uses that contain themselves.
    ///
    /// They end where they would begin again.
    CIRCULAR "CNV905" "world-circular" Warning about Shape;

    /// Finds worlds that are nested too deeply, refer to too many documents or have too many nodes.
    ///
    /// The part beyond the limit is dropped.
    TOO_LARGE "CNV906" "world-too-large" Warning about Shape;

    /// Finds instances of prototypes that are not declared.
    ///
    /// They are replaced by an empty group.
    PROTO "CNV907" "world-prototype-missing" Warning about Shape;

    /// Finds routes whose ends do not match: fields that do not exist, or of different types.
    ///
    /// They are dropped. `portolan check` shows which fields a node has.
    ROUTE "CNV908" "world-route-dropped" Warning;

    /// Reports parts of an inlined world that are dropped: its title, background and avatar.
    ///
    /// Only the outer world has a title, a background and an avatar. The rest of the inlined world is read.
    INLINED "CNV910" "world-inlined" Info about Metadata;

    /// Reports alternative URLs, of which only the first is tried.
    ///
    /// The others are kept for documents of the same format.
    ALTERNATIVES "CNV911" "world-alternatives" Info about Metadata;
}
