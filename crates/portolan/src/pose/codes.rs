//! Codes of what is found while a mechanism is posed.

portolan_syntax::codes! {
    /// Codes of posed mechanisms.
    CODES:

    /// Tells of values of joints that lie outside of their limits.
    ///
    /// Values are taken as they are given; `--clamp` brings them within. Soft limits count more than those of the joint.
    OUTSIDE "CNV281" "joint-outside-limits" Warning;

    /// Tells of values that were given for joints that keep their own: because they are locked, or because a formula
    /// computes them.
    KEPT "CNV282" "joint-keeps-its-value" Warning;

    /// Tells of loops of links that do not close at the values of the joints.
    ///
    /// Where the two ends of a loop are apart, its joints have no values yet that fit together; the gap is the distance
    /// between both ends.
    GAP "CNV283" "loop-does-not-close" Warning;

    /// Tells of formulas that give no number at the values of the joints.
    ///
    /// The joint that they compute keeps its own value.
    UNDEFINED "CNV284" "formula-without-value" Warning;

    /// Tells that a place cannot be brought to where it is wanted.
    ///
    /// The pose is the nearest one that was found within the limits of the joints.
    MISSED "CNV285" "place-not-reached" Warning;
}
