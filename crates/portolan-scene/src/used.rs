//! What the views of a scene show, and what they do not.

use crate::{Base, Deformer, Drawable, Holder, Meta, Scene};

/// Which objects any view shows, by their indices.
#[derive(Debug)]
pub(crate) struct Used {
    nodes: Vec<bool>,
    geometries: Vec<bool>,
    controllers: Vec<bool>,
    materials: Vec<bool>,
    images: Vec<bool>,
    cameras: Vec<bool>,
    lights: Vec<bool>,
    curves: Vec<bool>,
}

/// Marks an object; gives whether it was not marked before.
fn mark(list: &mut [bool], index: usize) -> bool {
    list.get_mut(index).is_some_and(|known| !std::mem::replace(known, true))
}

impl Used {
    /// What the views of a scene show.
    pub fn of(scene: &Scene) -> Used {
        let mut used = Used {
            nodes: vec![false; scene.nodes.len()],
            geometries: vec![false; scene.geometries.len()],
            controllers: vec![false; scene.controllers.len()],
            materials: vec![false; scene.materials.len()],
            images: vec![false; scene.images.len()],
            cameras: vec![false; scene.cameras.len()],
            lights: vec![false; scene.lights.len()],
            curves: vec![false; scene.curves.len()],
        };
        let mut waiting: Vec<_> = scene.views.iter().flat_map(|view| view.roots.iter().copied()).collect();
        while let Some(id) = waiting.pop() {
            let Some(node) = scene.node(id).filter(|_| mark(&mut used.nodes, id.index())) else { continue };
            waiting.extend(node.below());
            // What may stand in is told as such.
            waiting.extend(node.instances.iter().filter_map(|instance| instance.proxy));
            node.cameras.iter().for_each(|id| _ = mark(&mut used.cameras, id.index()));
            node.lights.iter().for_each(|id| _ = mark(&mut used.lights, id.index()));
            for drawn in &node.drawn {
                used.drawable(scene, drawn.what);
                drawn.levels.iter().for_each(|level| used.drawable(scene, level.what));
                let joints = drawn.skeletons.iter().flat_map(|s| s.joints.iter().flatten());
                waiting.extend(joints.map(|joint| joint.node));
                drawn.materials.iter().for_each(|binding| _ = mark(&mut used.materials, binding.material.index()));
            }
        }
        let steps = scene.views.iter().flat_map(|view| &view.evaluations).flat_map(|e| &e.renderings);
        steps.filter_map(|step| step.material).for_each(|id| _ = mark(&mut used.materials, id.index()));
        for (material, number) in scene.materials.iter().zip(0..) {
            if used.materials.get(number).is_some_and(|used| *used) {
                material.base.iter().for_each(|id| _ = mark(&mut used.materials, id.index()));
            }
            // A picture of a material that is told as unused is told with it.
            material.textures().filter_map(|(_, t)| t.image).for_each(|id| _ = mark(&mut used.images, id.index()));
        }
        for light in &scene.lights {
            let thrown = light.projection.iter().filter_map(|texture| texture.image);
            thrown.for_each(|id| _ = mark(&mut used.images, id.index()));
        }
        for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
            mark(&mut used.curves, channel.curve.index());
        }
        used
    }

    fn drawable(&mut self, scene: &Scene, what: Drawable) {
        let mut at = what;
        loop {
            let id = match at {
                Drawable::Geometry(id) => {
                    mark(&mut self.geometries, id.index());
                    return;
                }
                Drawable::Controller(id) => id,
            };
            let Some(controller) = scene.controllers.get(id.index()) else { return };
            if !mark(&mut self.controllers, id.index()) {
                return;
            }
            if let Deformer::Morph(morph) = &controller.deformer {
                morph.targets.iter().for_each(|id| _ = mark(&mut self.geometries, id.index()));
            }
            at = match controller.base {
                Base::Geometry(id) => Drawable::Geometry(id),
                Base::Controller(id) => Drawable::Controller(id),
            };
        }
    }

    /// Calls a function with every object that no view shows. What belongs to a node that is not shown is told with it.
    pub fn unused<'a>(&self, scene: &'a Scene, each: &mut dyn FnMut(Holder, &'a Meta)) {
        let mut inner = vec![false; scene.nodes.len()];
        scene.nodes.iter().flat_map(|n| &n.children).for_each(|id| _ = mark(&mut inner, id.index()));
        for ((node, used), inner) in scene.nodes.iter().zip(&self.nodes).zip(inner) {
            if !used && !inner {
                each(Holder::Node, &node.meta);
            }
        }
        let mut tell = |holder, metas: &mut dyn Iterator<Item = &'a Meta>, used: &[bool]| {
            metas.zip(used).filter(|(_, used)| !**used).for_each(|(meta, _)| each(holder, meta));
        };
        tell(Holder::Geometry, &mut scene.geometries.iter().map(|o| &o.meta), &self.geometries);
        tell(Holder::Controller, &mut scene.controllers.iter().map(|o| &o.meta), &self.controllers);
        tell(Holder::Material, &mut scene.materials.iter().map(|o| &o.meta), &self.materials);
        tell(Holder::Image, &mut scene.images.iter().map(|o| &o.meta), &self.images);
        tell(Holder::Camera, &mut scene.cameras.iter().map(|o| &o.meta), &self.cameras);
        tell(Holder::Light, &mut scene.lights.iter().map(|o| &o.meta), &self.lights);
        tell(Holder::Curve, &mut scene.curves.iter().map(|o| &o.meta), &self.curves);
    }
}
