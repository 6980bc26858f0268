//! Codes of what is found while a world runs.

portolan_syntax::codes! {
    /// What is found while a world runs.
    CODES:

    /// Tells of inputs whose address leads to no field or event, or whose value does not fit.
    ///
    /// They have no effect.
    INPUT "RUN001" "run-input-unusable" Warning;

    /// Tells of fields that get different values from several routes at the same time.
    ///
    /// The last one in the order of the document counts, but other programs may see it otherwise.
    FAN_IN "RUN002" "run-fan-in" Warning;

    /// Tells that a run ended because it sent too many events in one moment.
    ///
    /// Events that lead to events without end are a mistake of the world, mostly of its scripts.
    EVENTS "RUN003" "run-too-many-events" Error;

    /// Tells of interpolators whose values do not match their keys.
    ///
    /// Only as many keys are used as there are values.
    KEYS "RUN004" "run-keys" Warning;

    /// Tells of clocks whose cycle is not above 0.
    ///
    /// They do not run.
    CYCLE "RUN005" "run-cycle" Warning;

    /// Tells of sounds and movies whose length is not known, because the file is missing or of another kind.
    ///
    /// They play until they are stopped.
    MEDIA "RUN006" "run-media" Warning;

    /// Tells of nodes that would contain themselves if a change was made.
    ///
    /// The change is not made.
    CIRCULAR "RUN007" "run-circular" Warning;

    /// Tells of values that are not finite, or of another type than the field.
    ///
    /// The field keeps its value.
    VALUE "RUN008" "run-value" Warning;

    /// Tells that a world has too many places to be looked at one by one.
    ///
    /// Sensors and collision see the first million of them.
    PLACES "RUN009" "run-too-many-places" Warning;

    /// Tells of scripts that are not run, because there is no engine for their language.
    SCRIPT "RUN010" "run-script-not-run" Warning;

    /// Tells of scripts that are wrong: they cannot be read, or end with an exception.
    ///
    /// What they did before is done.
    SCRIPT_FAILED "RUN011" "run-script-failed" Error;

    /// Tells that a run ended because a script took too many steps.
    SCRIPT_LIMIT "RUN012" "run-script-limit" Error;
}
