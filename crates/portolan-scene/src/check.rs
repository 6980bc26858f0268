//! Does a scene keep to what `SPEC.md` promises?

use crate::{
    Base, Controller, Curve, Deformer, Drawable, Mesh, Methods, Node, NodeId, Primitive, PrimitiveKind, Role, Scene,
    Shape, Spectrum, Tangents, Target, TextureOwner, TextureUse,
};

/// A promise that is not kept: a fault of the reader that made the scene, never of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(pub String);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Faults kept; one is enough to know.
const MOST: usize = 100;

pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub fn unless(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds && self.0.len() < MOST {
            self.0.push(Fault(message()));
        }
    }
}

impl Scene {
    /// Tells which promises of the model are not kept.
    pub fn check(&self) -> Vec<Fault> {
        let mut faults = Faults(Vec::new());
        faults.unless(self.space.metres.is_finite() && self.space.metres > 0.0, || {
            "the unit is not a valid length".into()
        });
        for (i, geometry) in self.geometries.iter().enumerate() {
            match &geometry.shape {
                Shape::Mesh(mesh) => check_mesh(mesh, i, &mut faults),
                Shape::Spline(spline) => {
                    let n = spline.points.len();
                    faults.unless(spline.segments.len() == n, || format!("spline {i}: segments"));
                    for list in [&spline.in_tangents, &spline.out_tangents] {
                        faults.unless(list.is_empty() || list.len() == n, || format!("spline {i}: tangents"));
                    }
                    faults.unless(spline.steps.is_empty() || spline.steps.len() == n, || format!("spline {i}: steps"));
                }
                Shape::Brep(brep) => {
                    faults.unless(brep.body.is_sound(), || format!("boundary representation {i}"));
                    let labels = brep.body.faces.iter().filter_map(|f| f.label);
                    let known = labels.into_iter().all(|l| (l as usize) < brep.symbols.len());
                    faults.unless(known, || format!("boundary representation {i}: symbols"));
                }
                Shape::Empty => {}
            }
        }
        for (i, controller) in self.controllers.iter().enumerate() {
            self.check_controller(controller, i, &mut faults);
        }
        for (i, node) in self.nodes.iter().enumerate() {
            self.check_node(node, i, &mut faults);
        }
        self.check_tree(&mut faults);
        for (i, curve) in self.curves.iter().enumerate() {
            check_curve(curve, i, &mut faults);
        }
        self.check_animations(&mut faults);
        self.check_mechanisms(&mut faults);
        self.check_physics(&mut faults);
        let known = |texture: &TextureUse| texture.image.is_none_or(|id| self.image(id).is_some());
        for (i, material) in self.materials.iter().enumerate() {
            faults.unless(material.textures().all(|(_, t)| known(t)), || format!("material {i}: image"));
            let spectra = material.physical.iter().flat_map(|p| &p.spectra);
            faults.unless(spectra.clone().all(|(_, s)| is_sound(s)), || format!("material {i}: spectrum"));
        }
        for (i, light) in self.lights.iter().enumerate() {
            faults.unless(light.projection.iter().all(|t| known(t)), || format!("light {i}: image"));
            faults.unless(light.spectrum.iter().all(|s| is_sound(s)), || format!("light {i}: spectrum"));
        }
        faults.unless(self.space.primaries.to_xyz().is_some(), || "the primaries are invalid".into());
        for (i, view) in self.views.iter().enumerate() {
            faults.unless(view.roots.iter().all(|n| self.node(*n).is_some()), || format!("view {i}: roots"));
        }
        for (i, view) in self.views.iter().enumerate() {
            faults.unless(view.background.is_none_or(|b| self.background(b).is_some()), || {
                format!("view {i}: background")
            });
            faults.unless(view.fog.is_none_or(|f| self.fog(f).is_some()), || format!("view {i}: fog"));
        }
        self.check_surroundings(&mut faults);
        faults.unless(self.default_view.is_none_or(|v| self.view(v).is_some()), || "default view".into());
        faults.0
    }

    fn check_controller(&self, controller: &Controller, i: usize, faults: &mut Faults) {
        let known = match controller.base {
            Base::Geometry(id) => self.geometry(id).is_some(),
            Base::Controller(id) => self.controller(id).is_some(),
        };
        faults.unless(known, || format!("controller {i}: base"));
        let mut at = controller.base;
        let mut steps = 0;
        while let Base::Controller(id) = at
            && let Some(next) = self.controller(id)
            && steps <= self.controllers.len()
        {
            at = next.base;
            steps += 1;
        }
        faults.unless(steps <= self.controllers.len(), || format!("controller {i}: cycle"));
        match &controller.deformer {
            Deformer::Skin(skin) => {
                faults.unless(skin.inverse_binds.len() == skin.joints.len(), || format!("skin {i}: bind matrices"));
                let total: u64 = skin.counts.iter().map(|c| u64::from(*c)).sum();
                faults.unless(total == skin.influences.len() as u64, || format!("skin {i}: counts"));
                let fits = |j: Option<u32>| j.is_none_or(|j| (j as usize) < skin.joints.len());
                faults.unless(skin.influences.iter().all(|x| fits(x.joint)), || format!("skin {i}: joint"));
            }
            Deformer::Morph(morph) => {
                faults.unless(morph.targets.len() == morph.weights.len(), || format!("morph {i}: weights"));
                let known = morph.targets.iter().all(|t| self.geometry(*t).is_some());
                faults.unless(known, || format!("morph {i}: targets"));
                let many = morph.targets.len();
                let fits = morph.bases.is_empty() || morph.bases.len() == many;
                let within = morph.bases.iter().flatten().all(|b| (*b as usize) < many);
                faults.unless(fits && within, || format!("morph {i}: bases"));
                let named = morph.called.is_empty() || morph.called.len() == many;
                faults.unless(named, || format!("morph {i}: names"));
            }
        }
    }

    fn check_node(&self, node: &Node, i: usize, faults: &mut Faults) {
        let known = node.below().all(|n| self.node(n).is_some());
        faults.unless(known, || format!("node {i}: nodes below"));
        faults.unless(node.cameras.iter().all(|c| self.camera(*c).is_some()), || format!("node {i}: cameras"));
        faults.unless(node.lights.iter().all(|l| self.light(*l).is_some()), || format!("node {i}: lights"));
        for drawn in &node.drawn {
            let known = match drawn.what {
                Drawable::Geometry(id) => self.geometry(id).is_some(),
                Drawable::Controller(id) => self.controller(id).is_some(),
            };
            faults.unless(known, || format!("node {i}: shape"));
            let bound = drawn.materials.iter().all(|m| self.material(m.material).is_some());
            faults.unless(bound, || format!("node {i}: material"));
            let mut finer = 0;
            for level in &drawn.levels {
                faults.unless(self.chain(level.what).is_some(), || format!("node {i}: level"));
                faults.unless(level.number > finer, || format!("node {i}: order of levels"));
                finer = level.number;
            }
            for skeleton in &drawn.skeletons {
                let joints = skeleton.joints.iter().flatten();
                let known = joints.clone().all(|j| self.node(j.node).is_some());
                faults.unless(known, || format!("node {i}: joint"));
                let many = match self.controller(skeleton.controller).map(|c| &c.deformer) {
                    Some(Deformer::Skin(skin)) => skin.joints.len(),
                    _ => usize::MAX,
                };
                faults.unless(skeleton.joints.len() == many, || format!("node {i}: number of joints"));
            }
        }
    }

    fn check_surroundings(&self, faults: &mut Faults) {
        let holder = |id: Option<NodeId>| id.is_none_or(|n| self.node(n).is_some());
        for (i, background) in self.backgrounds.iter().enumerate() {
            let known = background.panorama.iter().flatten().all(|image| self.image(*image).is_some());
            faults.unless(known && holder(background.holder), || format!("background {i}: references"));
            for rings in [&background.sky, &background.ground] {
                let counted = rings.colours.len() == rings.angles.len() + 1 || rings.colours.is_empty();
                faults.unless(counted && rings.angles.is_sorted(), || format!("background {i}: rings"));
            }
        }
        for (i, fog) in self.fogs.iter().enumerate() {
            faults.unless(holder(fog.holder) && fog.range >= 0.0, || format!("fog {i}"));
        }
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(Role::Obstacle { proxy, .. }) = node.role.as_deref() {
                faults.unless(holder(*proxy), || format!("node {i}: proxy"));
            }
        }
    }

    /// No node is below itself, and no node is the child of two.
    fn check_tree(&self, faults: &mut Faults) {
        let mut parents = vec![false; self.nodes.len()];
        for child in self.nodes.iter().flat_map(|n| &n.children) {
            if let Some(seen) = parents.get_mut(child.index()) {
                faults.unless(!*seen, || format!("node {}: two parents", child.0));
                *seen = true;
            }
        }
        // 0 not seen, 1 open, 2 done.
        let mut state = vec![0u8; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut stack = vec![(NodeId(start as u32), false)];
            while let Some((id, leave)) = stack.pop() {
                let Some(mark) = state.get_mut(id.index()) else { continue };
                match (leave, *mark) {
                    (true, _) => *mark = 2,
                    (false, 1) => return faults.unless(false, || format!("node {}: below itself", id.0)),
                    (false, 2) => {}
                    (false, _) => {
                        *mark = 1;
                        stack.push((id, true));
                        stack.extend(self.node(id).into_iter().flat_map(Node::below).map(|n| (n, false)));
                    }
                }
            }
        }
    }

    fn check_animations(&self, faults: &mut Faults) {
        for (i, animation) in self.animations.iter().enumerate() {
            let known = animation.children.iter().all(|c| self.animation(*c).is_some() && c.index() != i);
            faults.unless(known, || format!("animation {i}: children"));
            for channel in &animation.channels {
                let curve = self.curve(channel.curve);
                faults.unless(curve.is_some_and(|c| channel.first < c.width), || format!("animation {i}: curve"));
                faults.unless(self.has_target(&channel.target), || format!("animation {i}: {:?}", channel.target));
            }
        }
        let known = self.standing.iter().all(|f| self.formula(f.formula).is_some());
        faults.unless(known, || "formulas that always hold".to_owned());
        for (i, clip) in self.clips.iter().enumerate() {
            let known = clip.animations.iter().all(|a| self.animation(*a).is_some());
            faults.unless(known && clip.start.is_finite(), || format!("clip {i}"));
            let known = clip.formulas.iter().all(|f| self.formula(f.formula).is_some());
            faults.unless(known, || format!("clip {i}: formulas"));
        }
    }

    pub(crate) fn has_target(&self, target: &Target) -> bool {
        match *target {
            Target::Transform { node, transform, .. } => {
                self.node(node).is_some_and(|n| (transform as usize) < n.transforms.len())
            }
            Target::Weight { controller, .. } => {
                self.controller(controller).is_some_and(|c| matches!(c.deformer, Deformer::Morph(_)))
            }
            Target::Camera { camera, .. } => self.camera(camera).is_some(),
            Target::Light { light, .. } => self.light(light).is_some(),
            Target::Colour { material, .. } | Target::Scalar { material, .. } | Target::Texture { material, .. } => {
                self.material(material).is_some()
            }
            Target::TextureStep { texture, step, .. } => {
                self.texture(texture).is_some_and(|t| (step as usize) < t.steps.len())
            }
            Target::Visibility { node } => self.node(node).is_some(),
            Target::Stream { geometry, stream, .. } => match self.geometry(geometry).map(|g| &g.shape) {
                Some(Shape::Mesh(mesh)) => (stream as usize) < mesh.streams.len(),
                _ => false,
            },
            Target::Physics { scene, field, .. } => self.physics.get(scene as usize).is_some_and(|p| p.has(field)),
            Target::Freedom { mechanism, freedom } => self.freedom(mechanism, freedom).is_some(),
        }
    }
}

impl Scene {
    /// A texture of a material or a light.
    pub fn texture(&self, owner: TextureOwner) -> Option<&TextureUse> {
        match owner {
            TextureOwner::Material { material, slot } => self.material(material)?.texture(slot),
            TextureOwner::Light(light) => self.light(light)?.projection.as_deref(),
        }
    }
}

fn is_sound(spectrum: &Spectrum) -> bool {
    let numbers = spectrum.values.iter().all(|v| v.is_finite());
    spectrum.min.is_finite() && spectrum.min < spectrum.max && spectrum.values.len() > 1 && numbers
}

fn check_mesh(mesh: &Mesh, i: usize, faults: &mut Faults) {
    let rows = |stream: u32| mesh.streams.get(stream as usize).map(|s| s.rows());
    for (k, stream) in mesh.streams.iter().enumerate() {
        let whole = stream.width > 0 && stream.data.len() % stream.width as usize == 0;
        faults.unless(whole, || format!("mesh {i}, stream {k}: width"));
        let alike = stream.exact.is_empty() || stream.exact.len() == stream.data.len();
        faults.unless(alike, || format!("mesh {i}, stream {k}: double precision"));
    }
    let vertices = mesh.vertex_count();
    for attribute in &mesh.vertices {
        let enough = rows(attribute.stream).is_some_and(|r| r >= vertices);
        faults.unless(enough, || format!("mesh {i}: vertex data {:?} is too short", attribute.semantic));
    }
    for (k, primitive) in mesh.primitives.iter().enumerate() {
        let place = || format!("mesh {i}, primitive {k}");
        let stride = primitive.stride as usize;
        let sane = stride > 0 && primitive.vertex_column < primitive.stride && primitive.indices.len() % stride == 0;
        faults.unless(sane, || format!("{}: stride", place()));
        if !sane {
            continue;
        }
        let mut limits = vec![u32::MAX as usize; stride];
        let columns = primitive.inputs.iter().map(|x| (x.column, rows(x.attribute.stream)));
        for (column, rows) in columns.chain([(primitive.vertex_column, Some(vertices))]) {
            match (limits.get_mut(column as usize), rows) {
                (Some(limit), Some(rows)) => *limit = rows.min(*limit),
                _ => faults.unless(false, || format!("{}: input", place())),
            }
        }
        let fit =
            primitive.indices.chunks_exact(stride).all(|c| c.iter().zip(&limits).all(|(x, l)| (*x as usize) < *l));
        faults.unless(fit, || format!("{}: index", place()));
        check_counts(primitive, faults, place);
    }
}

fn check_counts(primitive: &Primitive, faults: &mut Faults, place: impl Fn() -> String) {
    let corners = primitive.corners() as u64;
    let whole = match primitive.kind {
        PrimitiveKind::Points => true,
        PrimitiveKind::Lines => corners.is_multiple_of(2),
        PrimitiveKind::Triangles => corners.is_multiple_of(3),
        _ => primitive.counts.iter().map(|c| u64::from(*c)).sum::<u64>() == corners,
    };
    faults.unless(whole, || format!("{}: corners", place()));
    let rings: u64 = primitive.rings.iter().map(|r| u64::from(*r)).sum();
    faults
        .unless(primitive.rings.is_empty() || rings == primitive.counts.len() as u64, || format!("{}: rings", place()));
}

fn check_curve(curve: &Curve, i: usize, faults: &mut Faults) {
    let (keys, width) = (curve.keys.len(), curve.width as usize);
    faults.unless(keys > 0 && width > 0, || format!("curve {i}: empty"));
    let increasing = curve.keys.iter().zip(curve.keys.iter().skip(1)).all(|(a, b)| a < b);
    faults.unless(increasing && curve.keys.iter().all(|k| k.is_finite()), || format!("curve {i}: keys"));
    faults.unless(curve.values.len() == keys * width, || format!("curve {i}: values"));
    if let Methods::Each(all) = &curve.methods {
        faults.unless(all.len() == keys, || format!("curve {i}: methods"));
    }
    for Tangents { times, values } in [&curve.in_tangents, &curve.out_tangents].into_iter().flatten() {
        let fits = values.len() == keys * width && [0, keys, keys * width].contains(&times.len());
        faults.unless(fits, || format!("curve {i}: tangents"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Meta, NodeInstance, Stream};

    #[test]
    fn an_empty_scene_is_sound() {
        assert_eq!(Scene::default().check(), []);
    }

    #[test]
    fn cycles_of_nodes_are_faults() {
        let instance = |node| NodeInstance { meta: Meta::default(), node: NodeId(node), proxy: None };
        let mut scene = Scene::default();
        scene.nodes.push(Node { instances: vec![instance(1), instance(1)], ..Node::default() });
        scene.nodes.push(Node::default());
        assert_eq!(scene.check(), []);
        scene.nodes[1].children.push(NodeId(0));
        assert_eq!(scene.check().len(), 1);
    }

    #[test]
    fn indices_beyond_their_stream_are_faults() {
        let position = crate::Attribute { semantic: crate::Semantic::Position, set: None, stream: 0 };
        let primitive = Primitive::plain(Meta::default(), PrimitiveKind::Triangles, vec![0, 1, 2], vec![]);
        let mesh = Mesh {
            streams: vec![Stream::new(3, vec![0.0; 9])],
            vertices: vec![position],
            primitives: vec![primitive],
            ..Mesh::default()
        };
        let mut faults = Faults(Vec::new());
        check_mesh(&mesh, 0, &mut faults);
        assert!(faults.0.is_empty());
        let mut wrong = mesh;
        wrong.primitives[0].indices[2] = 3;
        check_mesh(&wrong, 0, &mut faults);
        assert_eq!(faults.0, [Fault("mesh 0, primitive 0: index".into())]);
    }
}
