//! Codes of what is found while a world runs.

portolan_syntax::codes! {
    /// What is found while a world runs.
    CODES:

    /// Reports inputs whose address does not lead to a field or event, or whose value does not fit.
    ///
    /// They have no effect. Correct the address or the value in the file that `--input` names.
    INPUT "RUN001" "run-input-unusable" Warning;

    /// Reports fields that receive different values from several routes at the same time.
    ///
    /// The last route in the order of the document is used, but other programs may use another one. Remove all routes
    /// but one.
    FAN_IN "RUN002" "run-fan-in" Warning;

    /// Reports that a run ended because too many events were sent at one time.
    ///
    /// Events that trigger each other without end are a mistake of the world, usually of its scripts.
    EVENTS "RUN003" "run-too-many-events" Error;

    /// Reports interpolators whose values do not match their keys.
    ///
    /// Only as many keys are used as there are values. Add the missing ones.
    KEYS "RUN004" "run-keys" Warning;

    /// Reports clocks whose cycle is not above 0.
    ///
    /// They do not run. Give the cycle a length in seconds.
    CYCLE "RUN005" "run-cycle" Warning;

    /// Reports sounds and movies whose length is unknown, because the file is missing or of an unknown kind.
    ///
    /// They play until they are stopped. Put the file beside the world.
    MEDIA "RUN006" "run-media" Warning;

    /// Reports changes that would make a node contain itself.
    ///
    /// The change is not made. Correct the script that asks for it.
    CIRCULAR "RUN007" "run-circular" Warning;

    /// Reports values that are not finite, or of another type than the field.
    ///
    /// The field keeps its value. Correct the script or input that sends the value.
    VALUE "RUN008" "run-value" Warning;

    /// Reports that a world has too many instances of its nodes to examine them one by one.
    ///
    /// Sensors and collision use the first million of them.
    PLACES "RUN009" "run-too-many-places" Warning;

    /// Reports scripts that are not run, because their language is not supported.
    ///
    /// Scripts in ECMAScript (`javascript:`, `ecmascript:`, `vrmlscript:`) are run; Java is not. What the script would
    /// do does not happen.
    SCRIPT "RUN010" "run-script-not-run" Warning;

    /// Reports scripts that are wrong: they cannot be parsed, or end with an exception.
    ///
    /// What they did before that remains. The message has the line in the script.
    SCRIPT_FAILED "RUN011" "run-script-failed" Error;

    /// Reports that a run ended because a script took too many steps.
    ///
    /// Usually a loop never ends.
    SCRIPT_LIMIT "RUN012" "run-script-limit" Error;
}
