//! What a configuration may say.

/// What kind of value an option has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A string.
    Text,
    /// Strings.
    List,
}

use Kind::{Flag, List, Number, Text};

/// The options of each command that a configuration may set: those that say how a document is read, judged or written.
///
/// A configuration may come with the documents that it is for. So nothing is here that widens what they may read (`allow`, `root`,
/// limits), that chooses files to write or replace (`output`, `losses`, `force`, `in-place`), that makes repairs less safe
/// (`unsafe`), or that changes how much is done (`jobs`, `frames`).
pub const OPTIONS: &[(&str, &[(&str, Kind)])] = &[
    ("check", &[("severity", Text), ("only", List), ("format-version", Text), ("encoding", Text)]),
    ("fix", &[("only", List), ("encoding", Text)]),
    (
        "convert",
        &[
            ("scene", Text),
            ("embed", Flag),
            ("separate", Flag),
            ("link", Flag),
            ("sample-rate", Number),
            ("tolerance", Number),
            ("triangulate", Flag),
            ("polygons", Flag),
            ("single-matrix", Flag),
            ("up-axis", Text),
            ("unit", Number),
            ("opacity", Text),
            ("skin-holder", Text),
            ("no-weld", Flag),
            ("no-lights", Flag),
            ("no-cameras", Flag),
            ("tangents", Flag),
            ("all-influences", Flag),
            ("physics", Flag),
            ("bake-shapes", Flag),
            ("precise", Flag),
            ("format-version", Text),
            ("rebuild", Flag),
            ("allow-empty", Flag),
            ("fail-on", Text),
            ("encoding", Text),
        ],
    ),
    (
        "render",
        &[
            ("size", Text),
            ("camera", Text),
            ("scene", Text),
            ("clip", Text),
            ("time", Number),
            ("background", Text),
            ("wireframe", Flag),
            ("layer", List),
            ("opacity", Text),
            ("skin-holder", Text),
            ("lights", Text),
            ("tolerance", Number),
            ("samples", Number),
            ("allow-empty", Flag),
            ("encoding", Text),
        ],
    ),
];

/// The options of a command.
pub fn of(command: &str) -> Option<&'static [(&'static str, Kind)]> {
    OPTIONS.iter().find(|(name, _)| *name == command).map(|(_, options)| *options)
}

/// The words that a command needs at least, with names that lead nowhere: its options can be parsed with them.
pub fn least(command: &str) -> &'static [&'static str] {
    match command {
        "convert" => &["--", "in", "out"],
        "render" => &["--output=out.png", "--", "in"],
        _ => &["--", "in"],
    }
}
