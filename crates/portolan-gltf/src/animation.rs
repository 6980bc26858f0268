//! Animations.

use crate::writer::Writer;

impl Writer<'_> {
    pub fn animations(&mut self) {}
}
