//! placeholder
use super::Lower;
use portolan_scene::{MaterialBinding, MaterialId};
use portolan_syntax::Node;
impl<'a> Lower<'a> {
    pub(super) fn all_materials(&mut self) {}
    pub(super) fn material(&mut self, _element: Node<'a>) -> Option<MaterialId> {
        None
    }
    pub(super) fn material_bindings(&mut self, _instance: Node<'a>) -> Vec<MaterialBinding> {
        Vec::new()
    }
}
