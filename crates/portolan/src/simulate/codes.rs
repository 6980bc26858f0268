//! Codes of what is found while bodies are weighed and simulated.

portolan_syntax::codes! {
    /// Codes of simulated bodies.
    CODES:

    /// Tells of meshes that bodies have as shapes and that do not close a volume.
    ///
    /// Their convex hull is weighed in their place. Shapes without any volume are weighed by their surface.
    OPEN "CNV334" "body-mesh-open" Warning;

    /// Tells of shapes that are weighed nearly: capsules that are elliptic in different ways at their ends.
    ROUND "CNV335" "body-shape-rounded" Info;

    /// Tells of shapes and surfaces that the engine has no words for: elliptic and tapered shapes become convex hulls, and so
    /// do meshes of bodies that move; of two coefficients of friction the one for sliding counts.
    ENGINE "CNV336" "simulated-nearly" Info;

    /// Tells of steps that are too small or too large to be simulated.
    ///
    /// Steps are between a tenth of a millisecond and a tenth of a second.
    STEP "CNV337" "simulation-step" Warning;

    /// Tells of bodies that begin within each other.
    ///
    /// They are pushed apart, which may look as if they exploded.
    OVERLAP "CNV338" "bodies-overlap" Warning;

    /// Tells of bodies that leave all bounds; they stay where they were last.
    LOST "CNV341" "body-lost" Warning;

    /// Tells that a simulation ended before the time that was asked for, because it would have taken too many steps.
    ENDED "CNV340" "simulation-ended" Warning;
}
