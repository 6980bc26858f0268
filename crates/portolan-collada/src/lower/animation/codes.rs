//! Codes of what happens to animations, clips and formulas.

portolan_syntax::codes! {
    /// What happens to animations, clips and formulas of COLLADA documents.
    CODES:

    /// Finds samplers without usable keys or values, and channels without sampler.
    ///
    /// What they would drive keeps the value that the document gives it.
    SAMPLER "CNV220" "sampler-unusable" Warning spec "5-118";

    /// Finds samplers whose keys do not increase, are not finite, or are more or fewer than their values.
    ///
    /// Keys are brought into order; of equal ones the first is kept; what has no partner is left out.
    KEYS "CNV221" "keys-repaired" Warning spec "5-118";

    /// Finds samplers that do not say how to interpolate, or say it in a word that is not known.
    ///
    /// Values run straight from key to key.
    INTERPOLATION "CNV222" "interpolation-assumed" Warning spec "5-119";

    /// Finds tangents that are missing, or have a layout that cannot be told.
    ///
    /// Values run straight from key to key where tangents are missing.
    TANGENTS "CNV223" "tangents-unusable" Warning spec "5-120";

    /// Finds words for what happens before the first and behind the last key that are not known.
    ///
    /// The value stays.
    BEHAVIOUR "CNV224" "behaviour-unknown" Warning spec "5-118";

    /// Finds channels whose target is not there.
    ///
    /// Nothing is driven by them. `portolan check` tells more about the path.
    TARGET_MISSING "CNV225" "channel-target-missing" Warning spec "5-23";

    /// Finds channels with a target that is there but that the scene has no place for.
    TARGET_KIND "CNV226" "channel-target-unsupported" Warning spec "5-23";

    /// Finds channels whose target is not written as it should, but can be guessed.
    TARGET_GUESSED "CNV227" "channel-target-guessed" Info spec "5-23";

    /// Finds channels that give more or fewer numbers than their target has.
    ///
    /// The first numbers are used; numbers of the target that get none stay.
    WIDTH "CNV228" "channel-width" Info spec "5-23";

    /// Finds numbers that several channels drive which play together.
    ///
    /// The last channel counts.
    CONFLICT "CNV230" "channel-conflict" Info spec "5-23";

    /// Finds clips that name nothing, or begin or end at no time, or end before they begin.
    CLIP "CNV229" "clip-repaired" Warning spec "5-15";

    /// Finds formulas that cannot be computed: with operators that are not known, presentation markup, or the wrong
    /// number of arguments.
    ///
    /// The formula is left out.
    FORMULA "CNV240" "formula-unusable" Warning spec "5-38";

    /// Finds parameters of formulas that are not declared, or whose value is no number.
    FORMULA_PARAMETER "CNV241" "formula-parameter" Warning spec "5-38";

    /// Finds arguments and results of formulas that lead to no number of the scene.
    ///
    /// The parameter keeps its own value.
    FORMULA_BINDING "CNV242" "formula-binding" Warning spec "5-59";
}
