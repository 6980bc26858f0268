//! OpenDDL.
