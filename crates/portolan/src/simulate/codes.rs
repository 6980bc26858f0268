//! Codes of what is found while bodies are weighed and simulated.

portolan_syntax::codes! {
    /// Codes of simulated bodies.
    CODES:

    /// Reports meshes of bodies that do not enclose a volume.
    ///
    /// Mass and inertia are computed from their convex hull. Shapes without any volume are weighed by their surface.
    /// Close the mesh, or give the body a `<mass>` and an `<inertia>`.
    OPEN "CNV334" "body-mesh-open" Warning about Shape;

    /// Reports shapes whose mass is approximated: capsules with different ellipses at their ends.
    ///
    /// Give the body a `<mass>` and an `<inertia>` to state them exactly.
    ROUND "CNV335" "body-shape-rounded" Info about Shape;

    /// Reports shapes that the physics engine does not support.
    ///
    /// Elliptic and tapered shapes become convex hulls, and so do meshes of bodies that move.
    ENGINE "CNV336" "simulated-nearly" Info about Motion;

    /// Reports time steps that are too small or too large to be simulated.
    ///
    /// Steps are between a tenth of a millisecond and a tenth of a second; the nearest one is used.
    STEP "CNV337" "simulation-step" Warning about Motion;

    /// Reports bodies that overlap at the beginning.
    ///
    /// The engine pushes them apart, which may look like an explosion. Move them apart in the document.
    OVERLAP "CNV338" "bodies-overlap" Warning about Motion;

    /// Reports bodies that cannot be simulated as the document states them.
    ///
    /// They have no mass, are farther away than a million kilometres, are faster than a million kilometres per second, or
    /// so many of them overlap that nothing could push them apart.
    BOUNDS "CNV342" "body-beyond-bounds" Warning about Motion;

    /// Reports shapes whose mass does not match their density.
    ///
    /// The mass is used. Remove one of the two.
    DENSITY "CNV343" "mass-against-density" Warning about Motion spec "6-43";

    /// Reports bodies that leave all bounds.
    ///
    /// They stay where they were last. Usually nothing is below them: a document without a floor lets everything fall.
    LOST "CNV341" "body-lost" Warning about Motion;

    /// Reports that a simulation ended early because it would have taken too many steps.
    ///
    /// Ask for a shorter time, or for larger steps.
    ENDED "CNV340" "simulation-ended" Warning about Motion;
}
