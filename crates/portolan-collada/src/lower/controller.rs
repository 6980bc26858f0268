//! placeholder
use super::Lower;
use portolan_scene::ControllerId;
use portolan_syntax::Node;
impl<'a> Lower<'a> {
    pub(super) fn controller(&mut self, _element: Node<'a>) -> Option<ControllerId> {
        None
    }
    pub(super) fn find_joints(&mut self) {}
}
