//! Stable codes of findings.

use std::fmt;

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing, nothing to repair.
    Info,
    /// Legal or recoverable, but probably not what was meant.
    Warning,
    /// The document breaks a rule of its format.
    Error,
}

impl Severity {
    /// `error`, `warning`, `info`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a loss takes away, the gravest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// What is drawn, and where.
    Shape,
    /// Materials, pictures, lights, cameras.
    Looks,
    /// Animation, joints, bodies, behaviour.
    Motion,
    /// Data that programs use and nobody sees.
    Data,
    /// What is said about the document: authors, names, spellings.
    Metadata,
}

impl Subject {
    /// `shape`, `looks`, `motion`, `data`, `metadata`.
    pub const fn name(self) -> &'static str {
        match self {
            Subject::Shape => "shape",
            Subject::Looks => "looks",
            Subject::Motion => "motion",
            Subject::Data => "data",
            Subject::Metadata => "metadata",
        }
    }
}

/// A kind of finding: the row that `portolan explain` prints.
///
/// The first letters say at which stage it arises: `IO`, `ARC` files and archives; `XML`, `DDL`, `WRL` reading; `SCH` schema;
/// `REF` references; `DAT` data; `SEM` meaning.
#[derive(Debug)]
pub struct Code {
    /// Stable identification, such as `XML004`.
    pub id: &'static str,
    /// Stable name, such as `mismatched-end-tag`.
    pub name: &'static str,
    /// Its usual severity.
    pub severity: Severity,
    /// What it is about, if it is a loss; [`Subject::Data`] unless its row says more.
    pub subject: Subject,
    /// Place in the specification, or empty.
    pub spec: &'static str,
    /// Documentation: what it finds, why it matters, what to do.
    pub doc: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// What is said for users in words; nothing without the feature `texts`.
pub const fn told(text: &'static str) -> &'static str {
    if cfg!(feature = "texts") { text } else { "" }
}

/// Declares codes as statics and a slice that lists them all.
///
/// The doc comment of a code is its documentation for users.
#[macro_export]
macro_rules! codes {
    ($(#[$list_doc:meta])* $list:ident: $($(#[doc = $doc:literal])+ $ident:ident $id:literal $name:literal $severity:ident $(about $subject:ident)? $(spec $spec:literal)?;)*) => {
        $(
            $(#[doc = $doc])+
            pub static $ident: $crate::Code = $crate::Code {
                id: $id,
                name: $name,
                severity: $crate::Severity::$severity,
                subject: $crate::subject!($($subject)?),
                spec: concat!($($spec)?),
                doc: $crate::told(concat!($($doc, "\n"),+)),
            };
        )*
        $(#[$list_doc])*
        pub static $list: &[&$crate::Code] = &[$(&$ident),*];
    };
}

/// The subject that a row names, or the usual one.
#[doc(hidden)]
#[macro_export]
macro_rules! subject {
    () => {
        $crate::Subject::Data
    };
    ($subject:ident) => {
        $crate::Subject::$subject
    };
}
