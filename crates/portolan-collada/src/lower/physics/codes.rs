//! Codes of what happens to physics.

portolan_syntax::codes! {
    /// What happens to the physics of COLLADA documents.
    CODES:

    /// Finds bodies, models, constraints and nodes of physics that are referenced but do not exist.
    ///
    /// The referring object is dropped: a constraint without one of its bodies holds nothing, an instance without its
    /// body moves no node.
    REFERENCE "CNV290" "physics-unresolved" Warning about Motion spec "6-16";

    /// Finds references of physics that are misspelt, but can be guessed, and words of exporters that the specification
    /// does not have.
    ///
    /// Other programs may not understand them. `portolan check` shows the correct form.
    GUESSED "CNV291" "physics-guessed" Info about Motion spec "6-16";

    /// Finds physics models that instantiate themselves.
    ///
    /// The instance that closes the cycle is dropped.
    CYCLE "CNV292" "physics-model-cycle" Warning about Motion spec "6-27";

    /// Finds shapes of bodies without extent, or of an unknown kind.
    ///
    /// The shape is dropped. `portolan check` shows where its size is.
    SHAPE "CNV293" "body-shape-unusable" Warning about Motion spec "6-43";

    /// Finds impossible masses, densities and inertias: negative ones, zero for a body that moves, or those of a plane.
    ///
    /// A negative number is ignored, and the value is computed from the shapes. No moment of inertia can be larger than
    /// the sum of the other two; such an inertia is used as it is written.
    MASS "CNV294" "body-mass-unusable" Warning about Motion spec "6-37";

    /// Finds limits of constraints whose minimum is above the maximum.
    ///
    /// They are exchanged. Files of the Bullet SDK write 1 and −1 for no limit; they are read so.
    LIMITS "CNV295" "constraint-limits-repaired" Warning about Motion spec "6-40";

    /// Finds constraints without effect: between two nodes, or of one body with itself.
    ///
    /// They are dropped. One end must be a rigid body that can move.
    CONSTRAINT "CNV296" "constraint-without-effect" Warning about Motion spec "6-39";

    /// Finds nodes that several bodies move.
    ///
    /// The last body is used.
    SHARED "CNV297" "node-of-several-bodies" Warning about Motion spec "6-16";

    /// Finds numbers of physics scenes that are not finite or not positive: gravity, and time steps.
    ///
    /// They are ignored, and the default is used.
    NUMBER "CNV298" "physics-number" Warning about Motion spec "6-31";

    /// Finds physics that exceeds the limits: too many instances, or models nested too deep.
    ///
    /// The rest is dropped.
    LIMIT "CNV299" "physics-too-large" Warning about Motion spec "6-27";

    /// Reports bodies and force fields that the document describes and no simulation can use: bodies that are not
    /// instantiated, fields without a known profile.
    ///
    /// They are kept in COLLADA documents and have no effect on `portolan simulate`.
    UNUSED "CNV300" "physics-not-simulated" Info spec "6-10";
}
