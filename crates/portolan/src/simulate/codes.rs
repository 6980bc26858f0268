//! Codes of what is found while bodies are weighed and simulated.

portolan_syntax::codes! {
    /// Codes of simulated bodies.
    CODES:

    /// Tells of meshes that bodies have as shapes and that do not close a volume.
    ///
    /// Their convex hull is weighed in their place. Shapes without any volume are weighed by their surface.
    OPEN "CNV334" "body-mesh-open" Warning about Shape;

    /// Tells of shapes that are weighed nearly: capsules that are elliptic in different ways at their ends.
    ROUND "CNV335" "body-shape-rounded" Info about Shape;

    /// Tells of shapes that the engine has no words for: elliptic and tapered shapes become convex hulls, and so do meshes of
    /// bodies that move.
    ENGINE "CNV336" "simulated-nearly" Info about Motion;

    /// Tells of steps that are too small or too large to be simulated.
    ///
    /// Steps are between a tenth of a millisecond and a tenth of a second.
    STEP "CNV337" "simulation-step" Warning about Motion;

    /// Tells of bodies that begin within each other.
    ///
    /// They are pushed apart, which may look as if they exploded.
    OVERLAP "CNV338" "bodies-overlap" Warning about Motion;

    /// Tells of bodies that cannot be simulated as they are said: without a mass, farther away than a million kilometres, faster
    /// than a million kilometres a second, or so many within each other that nothing could push them apart.
    BOUNDS "CNV342" "body-beyond-bounds" Warning about Motion;

    /// Tells of shapes whose mass and density do not fit to each other; the mass counts.
    DENSITY "CNV343" "mass-against-density" Warning about Motion spec "6-43";

    /// Tells of bodies that leave all bounds; they stay where they were last.
    LOST "CNV341" "body-lost" Warning about Motion;

    /// Tells that a simulation ended before the time that was asked for, because it would have taken too many steps.
    ENDED "CNV340" "simulation-ended" Warning about Motion;
}
