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

/// Declares codes as statics and a slice that lists them all.
///
/// The doc comment of a code is its documentation for users.
#[macro_export]
macro_rules! codes {
    ($(#[$list_doc:meta])* $list:ident: $($(#[doc = $doc:literal])+ $ident:ident $id:literal $name:literal $severity:ident $(spec $spec:literal)?;)*) => {
        $(
            $(#[doc = $doc])+
            pub static $ident: $crate::Code = $crate::Code {
                id: $id,
                name: $name,
                severity: $crate::Severity::$severity,
                spec: concat!($($spec)?),
                doc: concat!($($doc, "\n"),+),
            };
        )*
        $(#[$list_doc])*
        pub static $list: &[&$crate::Code] = &[$(&$ident),*];
    };
}
