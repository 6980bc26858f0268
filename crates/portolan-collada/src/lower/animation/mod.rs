//! placeholder
use super::Lower;
impl Lower<'_> {
    pub(super) fn animations(&mut self) {}
}
