//! Codes of what happens to animations, clips and formulas.

portolan_syntax::codes! {
    /// What happens to animations, clips and formulas of COLLADA documents.
    CODES:

    /// Finds samplers without valid keys or values, and channels without a sampler.
    ///
    /// Their targets keep the value given in the document.
    SAMPLER "CNV220" "sampler-unusable" Warning about Motion spec "5-118";

    /// Finds samplers whose keys do not increase, are not finite, or are more or fewer than their values.
    ///
    /// Keys are sorted; of equal ones the first is kept; keys without a value are dropped.
    KEYS "CNV221" "keys-repaired" Warning about Motion spec "5-118";

    /// Finds samplers with a missing or unknown interpolation.
    ///
    /// Values are interpolated linearly.
    INTERPOLATION "CNV222" "interpolation-assumed" Warning about Motion spec "5-119";

    /// Finds tangents that are missing or have an unknown layout.
    ///
    /// Values are interpolated linearly where tangents are missing.
    TANGENTS "CNV223" "tangents-unusable" Warning about Motion spec "5-120";

    /// Finds unknown behaviours before the first or after the last key.
    ///
    /// The value is held.
    BEHAVIOUR "CNV224" "behaviour-unknown" Warning about Motion spec "5-118";

    /// Finds channels whose target does not exist.
    ///
    /// They have no effect. `portolan check` shows details of the path.
    TARGET_MISSING "CNV225" "channel-target-missing" Warning about Motion spec "5-23";

    /// Finds channels whose target exists but cannot be animated in a scene.
    ///
    /// The value is the one in the document. Transforms, colours, weights, and numbers of cameras and lights can be
    /// animated.
    TARGET_KIND "CNV226" "channel-target-unsupported" Warning about Motion spec "5-23";

    /// Finds channels whose target is misspelt, but can be guessed.
    ///
    /// Other programs may not find the target. `portolan check` shows the correct path.
    TARGET_GUESSED "CNV227" "channel-target-guessed" Info about Motion spec "5-23";

    /// Finds channels that give more or fewer numbers than their target has.
    ///
    /// The first numbers are used; the rest of the target keeps its values.
    WIDTH "CNV228" "channel-width" Info about Motion spec "5-23";

    /// Finds values that several simultaneous channels drive.
    ///
    /// The last channel is used.
    CONFLICT "CNV230" "channel-conflict" Info about Motion spec "5-23";

    /// Finds clips without animations, with invalid times, or that end before they begin.
    ///
    /// Times that cannot be used are ignored: the clip begins with its first key and ends with its last one. References
    /// to animations that do not exist are dropped.
    CLIP "CNV229" "clip-repaired" Warning about Motion spec "5-15";

    /// Finds formulas that cannot be computed: with unsupported operators, presentation markup, or the wrong number of
    /// arguments.
    ///
    /// The formula is ignored.
    FORMULA "CNV240" "formula-unusable" Warning about Motion spec "5-38";

    /// Finds parameters of formulas that are not declared, or whose value is not a number.
    ///
    /// A value that is not a number is read as 0. Declare the parameter with a `<newparam>`.
    FORMULA_PARAMETER "CNV241" "formula-parameter" Warning about Motion spec "5-38";

    /// Finds arguments and results of formulas that do not refer to a number of the scene.
    ///
    /// The parameter keeps its value.
    FORMULA_BINDING "CNV242" "formula-binding" Warning about Motion spec "5-59";
}
