//! Everything in a scene that a writer may have no place for, one by one.
//!
//! [`Scene::contents`] goes through the scene field by field: a field that is added to an object does not compile here
//! until it is said whether writers have to answer for it. What is not given is what every writer goes through itself:
//! shapes, looks, transforms and motions of what is seen.

use crate::{
    Animation, Aside, Asset, Binding, Clip, Controller, Drawn, Evaluation, Formula, Geometry, Image, Kept, Light,
    Material, MaterialBinding, Mesh, Meta, Node, NodeInstance, Origin, Primitive, Scene, Shape, Stream, View, ViewId,
};

/// What kind of content something is. Every writer answers for each of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// What a document says about itself, or about one object: authors, titles, a place on Earth.
    About,
    /// When a document was made and changed, and with which program.
    Dates,
    /// Data of applications.
    Extra,
    /// Rigid bodies, forces and constraints.
    Physics,
    /// Joints, links and articulated systems.
    Kinematics,
    /// Profiles with shaders, and their parameters.
    Shader,
    /// Solids by their boundaries.
    Brep,
    /// What one application says in place of, or beside, what all understand.
    Technique,
    /// Numbers that nothing understood uses.
    Data,
    /// Sensors, clocks, interpolators, scripts, sounds, and what leads from one to another.
    Behaviour,
    /// Anything else that was not understood.
    Unknown,
    /// How the document says what the scene says too: ids, names of parts, elements of the same meaning.
    Wording,
    /// The alpha from which on a pixel is seen.
    AlphaCutoff,
    /// A view that is not among those that are written.
    View,
    /// Steps in which a view is drawn.
    Steps,
    /// Layers of a node.
    Layers,
    /// A node that may be shown in place of another.
    Proxy,
    /// Coarser forms of a shape.
    Levels,
    /// Whether a shape or light casts shadows, and whether a shape is blurred.
    Shadows,
    /// An object that no view shows.
    Unused,
    /// Numbers of a shape that single precision moves by a noticeable share of its size.
    Precision,
    /// Last digits of the numbers of a shape, which single precision does not hold and nobody sees.
    LastDigits,
    /// Comments.
    Comments,
}

impl Content {
    /// All kinds.
    pub const ALL: [Content; 23] = [
        Content::About,
        Content::Dates,
        Content::Extra,
        Content::Physics,
        Content::Kinematics,
        Content::Shader,
        Content::Brep,
        Content::Technique,
        Content::Data,
        Content::Behaviour,
        Content::Unknown,
        Content::Wording,
        Content::AlphaCutoff,
        Content::View,
        Content::Steps,
        Content::Layers,
        Content::Proxy,
        Content::Levels,
        Content::Shadows,
        Content::Unused,
        Content::Precision,
        Content::LastDigits,
        Content::Comments,
    ];
}

/// What kind of object has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    /// The document.
    Document,
    /// A node.
    Node,
    /// A node in the place of another.
    NodeInstance,
    /// A shape at a node.
    Drawn,
    /// A material of a shape at a node.
    Binding,
    /// A shape.
    Geometry,
    /// Faces of a shape.
    Primitive,
    /// A skin or morph.
    Controller,
    /// A material.
    Material,
    /// What materials are made of.
    Effect,
    /// A picture.
    Image,
    /// A camera.
    Camera,
    /// A light.
    Light,
    /// A function of time.
    Curve,
    /// An animation.
    Animation,
    /// A section of animations.
    Clip,
    /// A formula.
    Formula,
    /// A view.
    View,
    /// A way to draw a view.
    Evaluation,
}

impl Holder {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Holder::Document => "document",
            Holder::Node => "node",
            Holder::NodeInstance => "instance of a node",
            Holder::Drawn => "instance of a shape",
            Holder::Binding => "material binding",
            Holder::Geometry => "geometry",
            Holder::Primitive => "primitive",
            Holder::Controller => "controller",
            Holder::Material => "material",
            Holder::Effect => "effect",
            Holder::Image => "image",
            Holder::Camera => "camera",
            Holder::Light => "light",
            Holder::Curve => "curve",
            Holder::Animation => "animation",
            Holder::Clip => "clip",
            Holder::Formula => "formula",
            Holder::View => "scene",
            Holder::Evaluation => "render step",
        }
    }
}

/// Something that a writer has to answer for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<'a> {
    /// What kind of content.
    pub content: Content,
    /// What kind of object has it.
    pub holder: Holder,
    /// What the object is called.
    pub object: Option<&'a str>,
    /// What the content is called: an element, or whose data it is.
    pub label: Option<&'a str>,
    /// Where it was written, or the object that has it.
    pub origin: Origin,
    /// Is the origin that of the content, and of nothing else?
    pub own_origin: bool,
}

/// Calls a function with everything that an object has.
type Each<'e, 'a> = &'e mut dyn FnMut(Item<'a>);

impl Scene {
    /// Calls a function with every object's names and origin.
    pub fn each_meta<'a>(&'a self, each: &mut dyn FnMut(Holder, &'a Meta)) {
        for node in &self.nodes {
            each(Holder::Node, &node.meta);
            node.instances.iter().for_each(|instance| each(Holder::NodeInstance, &instance.meta));
            for drawn in &node.drawn {
                each(Holder::Drawn, &drawn.meta);
                drawn.materials.iter().for_each(|binding| each(Holder::Binding, &binding.meta));
            }
        }
        for geometry in &self.geometries {
            each(Holder::Geometry, &geometry.meta);
            if let Shape::Mesh(mesh) = &geometry.shape {
                mesh.primitives.iter().for_each(|primitive| each(Holder::Primitive, &primitive.meta));
            }
        }
        self.controllers.iter().for_each(|o| each(Holder::Controller, &o.meta));
        for material in &self.materials {
            each(Holder::Material, &material.meta);
            material.effect.iter().for_each(|effect| each(Holder::Effect, effect));
        }
        self.images.iter().for_each(|o| each(Holder::Image, &o.meta));
        self.cameras.iter().for_each(|o| each(Holder::Camera, &o.meta));
        self.lights.iter().for_each(|o| each(Holder::Light, &o.meta));
        self.animations.iter().for_each(|o| each(Holder::Animation, &o.meta));
        self.curves.iter().for_each(|o| each(Holder::Curve, &o.meta));
        self.clips.iter().for_each(|o| each(Holder::Clip, &o.meta));
        self.formulas.iter().for_each(|o| each(Holder::Formula, &o.meta));
        for view in &self.views {
            each(Holder::View, &view.meta);
            view.evaluations.iter().for_each(|step| each(Holder::Evaluation, &step.meta));
        }
    }

    /// Calls a function with everything that a writer has to answer for when it writes these views.
    pub fn contents<'a>(&'a self, written: &[ViewId], each: Each<'_, 'a>) {
        let mut seen = std::collections::HashSet::new();
        self.each_meta(&mut |holder, meta| {
            // Materials that bindings made variants of, and effects of several materials, say the same again.
            let shared = matches!(holder, Holder::Material | Holder::Effect);
            if !shared || meta.origin == Origin::default() || seen.insert((holder, meta.origin)) {
                meta_contents(holder, meta, each);
            }
        });
        let Aside { asset: _, word: _, parts, comments, kept } = &self.aside;
        let document = Item {
            content: Content::Wording,
            holder: Holder::Document,
            object: None,
            label: None,
            origin: Origin::default(),
            own_origin: false,
        };
        asset_contents(document, &self.asset, each);
        kept.iter().for_each(|kept| kept_content(Holder::Document, None, kept, each));
        if !parts.is_empty() || !self.field_names.is_empty() {
            each(document);
        }
        if !comments.is_empty() {
            each(Item { content: Content::Comments, ..document });
        }
        // What comes from a document with words for it is kept in them, and told so.
        if !kept.iter().any(|kept| kept.what == Content::Kinematics) {
            for mechanism in &self.mechanisms {
                let (label, origin) = (Some(mechanism.label()), mechanism.meta.origin);
                each(Item { content: Content::Kinematics, label, origin, ..document });
            }
        }
        if !kept.iter().any(|kept| kept.what == Content::Physics) {
            for physics in &self.physics {
                let label = physics.meta.label().or(Some("bodies"));
                each(Item { content: Content::Physics, label, origin: physics.meta.origin, ..document });
            }
        }
        self.field_contents(written, each);
        crate::used::Used::of(self).unused(self, &mut |holder, meta| {
            each(Item { content: Content::Unused, own_origin: true, ..item(holder, meta) });
        });
    }

    /// What fields of objects say beside shapes, looks, transforms and motions.
    fn field_contents<'a>(&'a self, written: &[ViewId], each: Each<'_, 'a>) {
        let mut tell = |is: bool, content, holder, meta| {
            if is {
                each(Item { content, ..item(holder, meta) });
            }
        };
        for node in &self.nodes {
            let Node { meta, joint: _, layers, hidden: _, inner: _, light_shadows, transforms: _, .. } = node;
            let Node { children: _, instances, drawn, cameras: _, lights: _, .. } = node;
            tell(!layers.is_empty(), Content::Layers, Holder::Node, meta);
            tell(light_shadows.is_some(), Content::Shadows, Holder::Node, meta);
            for NodeInstance { meta, node: _, proxy } in instances {
                tell(proxy.is_some(), Content::Proxy, Holder::NodeInstance, meta);
            }
            for Drawn { meta, what: _, materials, skeletons: _, levels, appearance } in drawn {
                tell(!levels.is_empty(), Content::Levels, Holder::Drawn, meta);
                tell(appearance.has_shadows(), Content::Shadows, Holder::Drawn, meta);
                for MaterialBinding { symbol: _, material: _, inputs: _, meta: _ } in materials {}
            }
        }
        // What a shape was made of says the same as the shape.
        for Geometry { meta, shape, appearance, made: _ } in &self.geometries {
            tell(appearance.has_shadows(), Content::Shadows, Holder::Geometry, meta);
            match shape {
                Shape::Mesh(Mesh { streams, vertices: _, primitives, double_sided: _, convex: _ }) => {
                    let mut exact = streams.iter().filter(|s| !s.exact.is_empty()).peekable();
                    if exact.peek().is_some() {
                        let shows = exact.any(Stream::rounding_shows);
                        let content = if shows { Content::Precision } else { Content::LastDigits };
                        tell(true, content, Holder::Geometry, meta);
                    }
                    for Primitive { meta: _, kind: _, material: _, inputs: _, vertex_column: _, stride: _, .. } in
                        primitives
                    {}
                }
                // Where it came from, it is kept as it was written, too.
                Shape::Brep(_) => tell(!keeps_brep(meta), Content::Brep, Holder::Geometry, meta),
                Shape::Spline(_) | Shape::Empty => {}
            }
        }
        for Controller { meta: _, base: _, deformer: _ } in &self.controllers {}
        for Material { meta: _, effect: _, fed: _, base: _, .. } in &self.materials {}
        for Image { meta: _, pixels: _ } in &self.images {}
        for Light { meta, casts_shadow, .. } in &self.lights {
            tell(casts_shadow.is_some(), Content::Shadows, Holder::Light, meta);
        }
        for Animation { meta: _, curves: _, channels: _, children: _, nested: _, clipped: _, start: _, end: _ } in
            &self.animations
        {}
        for Clip { meta: _, start: _, end: _, animations: _, formulas, rate: _, number: _, waits: _ } in &self.clips {
            for (_, binding) in formulas.iter().flat_map(|f| &f.bindings) {
                let (Binding::Value(_) | Binding::Target(_) | Binding::Angle(_)) = binding;
            }
        }
        for Formula { meta: _, parameters: _, target: _, expression: _ } in &self.formulas {}
        for (view, number) in self.views.iter().zip(0..) {
            // Surroundings are told by whoever prepares scenes for writers.
            let View { meta, roots: _, evaluations, background: _, fog: _, headlight: _ } = view;
            let is_written = written.contains(&ViewId(number));
            tell(!is_written, Content::View, Holder::View, meta);
            let steps = evaluations.iter().any(|Evaluation { meta: _, enabled: _, renderings }| !renderings.is_empty());
            tell(is_written && steps, Content::Steps, Holder::View, meta);
        }
    }
}

/// Is a boundary representation kept with an object as it was written?
fn keeps_brep(meta: &Meta) -> bool {
    meta.kept().iter().any(|k| k.what == Content::Brep)
}

/// Something of an object, of which it is still to be said what it is.
fn item(holder: Holder, meta: &Meta) -> Item<'_> {
    let (object, origin) = (meta.label(), meta.origin);
    Item { content: Content::Unknown, holder, object, label: None, origin, own_origin: false }
}

/// What an object says about itself.
fn meta_contents<'a>(holder: Holder, meta: &'a Meta, each: Each<'_, 'a>) {
    let Meta { id, sid, name: _, origin: _, extras, aside } = meta;
    for extra in extras {
        each(Item { content: Content::Extra, label: extra.label(), ..item(holder, meta) });
    }
    let mut wording = id.is_some() || sid.is_some();
    if let Some(aside) = aside {
        let Aside { asset, word, parts, comments, kept } = &**aside;
        wording |= word.is_some() || !parts.is_empty();
        if !comments.is_empty() {
            each(Item { content: Content::Comments, ..item(holder, meta) });
        }
        if let Some(asset) = asset {
            asset_contents(item(holder, meta), asset, each);
        }
        kept.iter().for_each(|kept| kept_content(holder, meta.label(), kept, each));
    }
    if wording {
        each(Item { content: Content::Wording, ..item(holder, meta) });
    }
}

fn asset_contents<'a>(object: Item<'a>, asset: &'a Asset, each: Each<'_, 'a>) {
    if asset.says_who_or_what() {
        each(Item { content: Content::About, ..object });
    }
    if asset.says_when_or_how() {
        each(Item { content: Content::Dates, ..object });
    }
    // Where a writer puts data of an object, it does not put that of its asset.
    let content = if object.holder == Holder::Document { Content::Extra } else { Content::About };
    for extra in &asset.extras {
        each(Item { content, label: extra.label(), ..object });
    }
}

fn kept_content<'a>(holder: Holder, object: Option<&'a str>, kept: &'a Kept, each: Each<'_, 'a>) {
    let Kept { format: _, version: _, place: _, name, content: _, origin, what } = kept;
    each(Item { content: *what, holder, object, label: Some(name), origin: *origin, own_origin: true });
}
