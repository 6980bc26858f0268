//! Codes of what worlds lose while they are read.

portolan_syntax::codes! {
    /// What of an xVRML document does not become part of its world.
    CODES:

    /// Finds documents that are no sound XML, or larger than the limits allow.
    ///
    /// What could be read is kept; `portolan check` tells where the document is broken.
    MALFORMED "CNV900" "world-malformed" Warning;

    /// Finds values that cannot be read, and lists of which a part cannot.
    ///
    /// The default counts in place of a single value; in a list zero does.
    VALUE "CNV901" "world-value-unusable" Warning;

    /// Finds elements that are no part of xVRML, and attributes that a node does not have.
    ///
    /// They are left out.
    FOREIGN "CNV902" "world-foreign" Info;

    /// Finds names that no node has: in `Use`, in routes, in the connections of prototypes.
    UNRESOLVED "CNV903" "world-name-unresolved" Warning;

    /// Finds worlds of an `Inline` and prototypes of other files that cannot be read.
    ///
    /// An empty group stands in their place.
    INLINE "CNV904" "world-inline-missing" Warning;

    /// Finds worlds, prototypes and uses that contain themselves.
    ///
    /// They end where they would begin again.
    CIRCULAR "CNV905" "world-circular" Warning;

    /// Finds worlds that are nested too deeply, lead to too many documents or become too many nodes.
    ///
    /// What goes beyond the limit is left out.
    TOO_LARGE "CNV906" "world-too-large" Warning;

    /// Finds instances of prototypes that are not declared.
    ///
    /// An empty group stands in their place.
    PROTO "CNV907" "world-prototype-missing" Warning;

    /// Finds routes whose ends do not fit: fields that are not there, or of different types.
    ROUTE "CNV908" "world-route-dropped" Warning;

    /// Tells what is left behind of a world that is inlined: its title, background and avatar.
    INLINED "CNV910" "world-inlined" Info;

    /// Tells of alternative addresses of which only the first is tried.
    ALTERNATIVES "CNV911" "world-alternatives" Info;
}
