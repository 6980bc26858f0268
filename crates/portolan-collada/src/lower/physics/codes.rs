//! Codes of what happens to physics.

portolan_syntax::codes! {
    /// What happens to the physics of COLLADA documents.
    CODES:

    /// Finds bodies, models, constraints and nodes of physics that are named and not there.
    ///
    /// What names them is left out: a constraint without one of its bodies holds nothing, an instance without its body moves
    /// no node.
    REFERENCE "CNV290" "physics-unresolved" Warning spec "6-16";

    /// Finds references of physics that are not written as they should, but can be guessed, and words that exporters write
    /// in place of those of the specification.
    GUESSED "CNV291" "physics-guessed" Info spec "6-16";

    /// Finds physics models that instantiate themselves.
    ///
    /// The instance that closes the circle is left out.
    CYCLE "CNV292" "physics-model-cycle" Warning spec "6-27";

    /// Finds shapes of bodies that have no extent, or are none.
    ///
    /// The shape is left out.
    SHAPE "CNV293" "body-shape-unusable" Warning spec "6-43";

    /// Finds masses, densities and inertias that cannot be: below zero, zero of what should move, or of a plane.
    ///
    /// A number below zero is left out, and what follows from the shapes counts. No other moment of inertia can be larger
    /// than the sum of the two others; such an inertia counts as it is written.
    MASS "CNV294" "body-mass-unusable" Warning spec "6-37";

    /// Finds limits of constraints whose minimum is above the maximum.
    ///
    /// They are exchanged. Files of the Bullet SDK mean no limit by 1 and −1; there they are none.
    LIMITS "CNV295" "constraint-limits-repaired" Warning spec "6-40";

    /// Finds constraints that hold nothing: between two nodes, or of one body with itself.
    CONSTRAINT "CNV296" "constraint-without-effect" Warning spec "6-39";

    /// Finds nodes that several bodies move.
    ///
    /// The last body counts.
    SHARED "CNV297" "node-of-several-bodies" Warning spec "6-16";

    /// Finds numbers of physics scenes that are none: gravity, and steps of zero or less.
    ///
    /// They count as not said.
    NUMBER "CNV298" "physics-number" Warning spec "6-31";

    /// Finds physics that goes beyond what is read: too many instances, or models nested too deep.
    ///
    /// What is beyond is left out.
    LIMIT "CNV299" "physics-too-large" Warning spec "6-27";

    /// Tells of bodies and force fields that the document describes and no simulation can use: bodies that no instance names,
    /// fields that no profile describes.
    UNUSED "CNV300" "physics-not-simulated" Info spec "6-10";
}
