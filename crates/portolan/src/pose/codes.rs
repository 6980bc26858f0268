//! Codes of what is found while a mechanism is posed.

portolan_syntax::codes! {
    /// Codes of posed mechanisms.
    CODES:

    /// Reports joint values outside their limits.
    ///
    /// Values are used as given; `--clamp` limits them. Soft limits take precedence over those of the joint.
    OUTSIDE "CNV281" "joint-outside-limits" Warning about Motion;

    /// Reports values given for joints that cannot be set: because they are locked, or because a formula computes them.
    ///
    /// They keep their value. Set the joint that the formula depends on, or unlock the joint.
    KEPT "CNV282" "joint-keeps-its-value" Warning about Motion;

    /// Reports loops of links that do not close at the values of the joints.
    ///
    /// The joint values of the loop do not match; the gap is the distance between its two ends.
    GAP "CNV283" "loop-does-not-close" Warning about Motion;

    /// Reports formulas that do not evaluate to a number for the joint values.
    ///
    /// The computed joint keeps its value.
    UNDEFINED "CNV284" "formula-without-value" Warning about Motion;

    /// Reports that a frame cannot reach its target.
    ///
    /// The pose is the nearest one that was found within the limits of the joints.
    MISSED "CNV285" "place-not-reached" Warning about Motion;

    /// Reports links that stand more than a million kilometres from the origin of their model.
    ///
    /// Probably a number or the unit is wrong. So far away numbers are too far apart to place anything.
    FAR "CNV286" "link-far-away" Warning about Motion;

    /// Reports joint values that `--clamp` limited to the range of their joint.
    ///
    /// The joint has the nearest value that it can reach. Without `--clamp`, values are used as given.
    LIMITED "CNV287" "joint-value-limited" Info about Motion;
}
