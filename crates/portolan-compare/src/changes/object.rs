//! Objects of a scene as sheets.

use portolan_scene::{
    Amount, Base, Camera, ColourSlot, Controller, Deformer, Drawable, Drawn, Geometry, Image, Light, LightKind,
    Material, Mesh, Node, Pixels, Projection, Scene, Shape, SkinSpace, TextureSlot, TextureUse, View,
};
use portolan_syntax::sum;

use super::sheet::{Class, Sheet, Sheets, Value};
use super::{animation, content};
use crate::surface::slot as slot_word;

/// Everything that a scene holds.
pub(super) fn sheets(scene: &Scene) -> Sheets {
    let mut all = Sheets::default();
    all.push(Class::Document, document(scene));
    scene.images.iter().for_each(|i| all.push(Class::Image, image(i)));
    scene.materials.iter().for_each(|m| all.push(Class::Material, material(m)));
    scene.geometries.iter().for_each(|g| all.push(Class::Geometry, geometry(g)));
    scene.controllers.iter().for_each(|c| all.push(Class::Controller, controller(c)));
    scene.cameras.iter().for_each(|c| all.push(Class::Camera, camera(c)));
    scene.lights.iter().for_each(|l| all.push(Class::Light, light(l)));
    let mut parents = vec![None; scene.nodes.len()];
    for (number, node) in scene.nodes.iter().enumerate() {
        for child in &node.children {
            if let Some(slot) = parents.get_mut(child.index()) {
                *slot = Some((Class::Node, number));
            }
        }
    }
    for (number, view) in scene.views.iter().enumerate() {
        for root in &view.roots {
            if let Some(slot) = parents.get_mut(root.index()) {
                *slot = Some((Class::Scene, number));
            }
        }
    }
    scene.nodes.iter().zip(parents).for_each(|(n, parent)| all.push(Class::Node, node(n, parent)));
    scene.views.iter().for_each(|v| all.push(Class::Scene, view(v)));
    animation::sheets(scene, &mut all);
    for formula in &scene.formulas {
        let mut sheet = Sheet::new(&formula.meta);
        let said = format!("{:?}", (&formula.parameters, &formula.target, &formula.expression));
        sheet.text("formula", said);
        all.push(Class::Formula, sheet);
    }
    // Elements that belong to no object: physics, shaders, whole libraries.
    for kept in &scene.aside.kept {
        let attribute = |name: &str| {
            let (tree, _) = portolan_syntax::xml::parse_text(&*kept.content);
            tree.root().and_then(|r| r.attribute_value(name).map(|v| v.into_owned()))
        };
        let place = if kept.place.is_empty() { kept.name.to_string() } else { format!("{}/{}", kept.place, kept.name) };
        let id = attribute("id").or_else(|| attribute("sid")).or_else(|| attribute("url"));
        let name = format!("{place}{}", id.map_or_else(String::new, |id| format!("[{id}]")));
        let mut sheet = Sheet::named(name, kept.origin);
        sheet.formal("content", Value::Text(content::canonical(&kept.content)));
        all.push(Class::Kept, sheet);
    }
    all
}

fn document(scene: &Scene) -> Sheet {
    let mut sheet = Sheet::named("scene", portolan_scene::Origin::default());
    sheet.numbers("unit in metres", [scene.space.metres]);
    sheet.formal("unit", Value::Text(scene.space.unit.to_string()));
    sheet.text("up axis", scene.space.up.letter());
    sheet.add("default scene", Value::Set(scene.default_view.iter().map(|v| (Class::Scene, v.index())).collect()));
    content::asset(&scene.asset, &mut sheet);
    for part in &scene.aside.parts {
        let said = [&part.id, &part.sid, &part.name];
        let said: Vec<&str> = said.into_iter().filter_map(|t| t.as_deref()).collect();
        sheet.formal(format!("names of `{}`", part.part), Value::Text(said.join(" ")));
    }
    sheet
}

fn image(image: &Image) -> Sheet {
    let mut sheet = Sheet::new(&image.meta);
    match &image.pixels {
        Pixels::File { reference, .. } => sheet.text("file", reference),
        Pixels::Embedded { format, bytes } => {
            // The sum tells whether they are the same; nobody reads the bytes.
            let sum = sum::add(sum::EMPTY, bytes.iter().copied());
            sheet.text("file", format!("{} bytes of {format} in the document ({sum:016x})", bytes.len()));
        }
        Pixels::None => {}
    }
    sheet
}

fn material(material: &Material) -> Sheet {
    let mut sheet = Sheet::new(&material.meta);
    sheet.text("equation", format!("{:?}", material.shading).to_ascii_lowercase());
    for slot in ColourSlot::ALL {
        if let Some(colour) = material.colour(slot) {
            sheet.numbers(format!("{slot:?}").to_ascii_lowercase(), colour.value);
        }
    }
    let numbers = [
        ("shininess", material.shininess),
        ("reflectivity", material.reflectivity),
        ("transparency", material.transparency),
        ("index of refraction", material.refraction),
    ];
    for (name, value) in numbers.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        sheet.numbers(name, [value.0]);
    }
    if material.transparent.is_some() || material.transparency.is_some() {
        sheet.text("opaque", format!("{:?}", material.opaque));
    }
    if let Some(both) = material.double_sided {
        sheet.text("double sided", both);
    }
    sheet.text("colours are linear", material.linear);
    if let Some(physical) = &material.physical {
        let amounts = [
            ("metalness", &physical.metalness),
            ("roughness", &physical.roughness),
            ("opacity", &physical.opacity),
            ("clear coat roughness", &physical.clearcoat_roughness),
            ("sheen roughness", &physical.sheen_roughness),
        ];
        let said = |(name, amount): (&'static str, &Option<Amount>)| Some((name, amount.as_ref()?.value));
        amounts.into_iter().filter_map(said).for_each(|(name, value)| sheet.numbers(name, [value]));
    }
    for (slot, texture) in material.textures() {
        texture_use(&slot_of(slot), texture, &mut sheet);
    }
    if let Some(effect) = &material.effect {
        for (word, text) in [("effect", &effect.id), ("name of its effect", &effect.name)] {
            if let Some(text) = text {
                sheet.formal(word, Value::Text(text.to_string()));
            }
        }
        sheet.part("effect", effect);
    }
    for (field, parameter) in &material.fed {
        sheet.formal(format!("parameter of {field:?}"), Value::Text(parameter.to_string()));
    }
    sheet
}

fn slot_of(slot: TextureSlot) -> String {
    format!("{} texture", slot_word(slot))
}

fn texture_use(name: &str, texture: &TextureUse, sheet: &mut Sheet) {
    sheet.add(name, Value::Set(texture.image.iter().map(|i| (Class::Image, i.index())).collect()));
    let sampler = &texture.sampler;
    sheet.text(format!("{name} wrap"), format!("{:?} {:?}", sampler.wrap_s, sampler.wrap_t).to_ascii_lowercase());
    let filters = format!("{:?} {:?} {:?}", sampler.magnify, sampler.minify, sampler.mip).to_ascii_lowercase();
    sheet.text(format!("{name} filters"), filters);
    if let Some(border) = sampler.border {
        sheet.numbers(format!("{name} border"), border.map(f64::from));
    }
    sheet.formal(format!("{name} coordinates"), Value::Text(texture.coordinates.to_string()));
    sheet.numbers(format!("{name} amount"), [texture.amount]);
    if let Some(matrix) = texture.matrix() {
        sheet.numbers(format!("{name} placement"), matrix.to_cols_array());
    }
}

/// How a solid is put together, its numbers, and what it measures.
fn solid(body: &portolan_scene::brep::Body, sheet: &mut Sheet) {
    sheet.numbers("vertices", body.points.iter().flatten().copied());
    let lists = |all: &[Vec<portolan_scene::brep::Oriented>]| format!("{all:?}");
    sheet.text("edges", format!("{:?}", body.edges.iter().map(|e| (e.curve, e.ends)).collect::<Vec<_>>()));
    sheet.numbers("parameters", body.edges.iter().flat_map(|e| e.range));
    sheet.text("wires", lists(&body.wires));
    sheet.text("faces", format!("{:?}", body.faces));
    sheet.text("shells", lists(&body.shells));
    sheet.text("solids", lists(&body.solids));
    // Places of curves and surfaces say the same of both in fewer numbers than their formulas.
    let along = |c: &portolan_scene::brep::Curve| [0.0, 0.5, 1.0].map(|t| c.point(t)).into_iter().flatten();
    sheet.numbers("curves", body.curves.iter().flat_map(along));
    sheet.numbers("parameter curves", body.curves_2d.iter().flat_map(along));
    let over = |s: &portolan_scene::brep::Surface| [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5]].map(|uv| s.point(uv));
    sheet.numbers("surfaces", body.surfaces.iter().flat_map(over).flatten());
}

fn geometry(geometry: &Geometry) -> Sheet {
    let mut sheet = Sheet::new(&geometry.meta);
    match &geometry.shape {
        Shape::Mesh(mesh) => self::mesh(mesh, &mut sheet),
        Shape::Spline(spline) => {
            sheet.numbers("points", spline.points.iter().flatten().copied());
            sheet.text("closed", spline.closed);
            sheet.text("segments", format!("{:?}", spline.segments));
            sheet.numbers("tangents", spline.in_tangents.iter().chain(&spline.out_tangents).flatten().copied());
        }
        Shape::Brep(brep) => solid(&brep.body, &mut sheet),
        Shape::Empty => {}
    }
    if geometry.appearance != portolan_scene::Appearance::default() {
        sheet.text("appearance", format!("{:?}", geometry.appearance));
    }
    sheet
}

fn mesh(mesh: &Mesh, sheet: &mut Sheet) {
    // Streams are told by what they stand for first.
    let mut words: Vec<Option<String>> = vec![None; mesh.streams.len()];
    let attributes =
        mesh.vertices.iter().chain(mesh.primitives.iter().flat_map(|p| p.inputs.iter().map(|i| &i.attribute)));
    for attribute in attributes {
        if let Some(slot) = words.get_mut(attribute.stream as usize).filter(|s| s.is_none()) {
            let set = attribute.set.filter(|s| *s > 0).map_or_else(String::new, |s| format!(" of set {s}"));
            *slot = Some(format!("{}{set}", attribute.semantic.word().to_ascii_lowercase()));
        }
    }
    for (number, (stream, word)) in mesh.streams.iter().zip(words).enumerate() {
        let mut name = word.unwrap_or_else(|| "data".to_owned());
        if sheet.field(&name).is_some() {
            name = format!("{name} ({number})");
        }
        sheet.numbers(name, stream.doubles());
    }
    for (number, primitive) in mesh.primitives.iter().enumerate() {
        let name = format!("primitive {}", number + 1);
        let symbol = primitive.material.as_deref().unwrap_or_default();
        let inputs: Vec<String> = primitive
            .inputs
            .iter()
            .map(|i| {
                format!("{}{}", i.attribute.semantic.word(), i.attribute.set.map_or(String::new(), |s| s.to_string()))
            })
            .collect();
        sheet.text(format!("{name} is"), format!("{:?} {}", primitive.kind, inputs.join(" ")));
        sheet.text(format!("{name} material"), symbol);
        sheet.numbers(format!("{name} corners"), primitive.indices.iter().map(|i| f64::from(*i)));
        if !primitive.counts.is_empty() {
            sheet.numbers(format!("{name} counts"), primitive.counts.iter().map(|i| f64::from(*i)));
        }
        if let Some(label) = primitive.meta.name.as_deref() {
            sheet.formal(format!("{name} name"), Value::Text(label.to_owned()));
        }
        sheet.part(&name, &primitive.meta);
    }
    if let Some(both) = mesh.double_sided {
        sheet.text("double sided", both);
    }
}

fn controller(controller: &Controller) -> Sheet {
    let mut sheet = Sheet::new(&controller.meta);
    let base = match controller.base {
        Base::Geometry(id) => (Class::Geometry, id.index()),
        Base::Controller(id) => (Class::Controller, id.index()),
    };
    sheet.add("bends", Value::List(vec![base]));
    match &controller.deformer {
        Deformer::Skin(skin) => {
            sheet.numbers("bind shape matrix", skin.bind_shape.transpose().to_cols_array());
            sheet.text("joints", skin.joints.join(" "));
            for (joint, bind) in skin.joints.iter().zip(&skin.inverse_binds) {
                sheet.numbers(format!("inverse bind matrix of `{joint}`"), bind.transpose().to_cols_array());
            }
            sheet.numbers("joints of vertices", skin.influences.iter().map(|i| i.joint.map_or(-1.0, f64::from)));
            sheet.numbers("weights", skin.influences.iter().map(|i| f64::from(i.weight)));
            sheet.numbers("counts", skin.counts.iter().map(|c| f64::from(*c)));
        }
        Deformer::Morph(morph) => {
            sheet.text("method", format!("{:?}", morph.method).to_ascii_lowercase());
            sheet.add("targets", Value::List(morph.targets.iter().map(|t| (Class::Geometry, t.index())).collect()));
            sheet.numbers("weights", morph.weights.iter().copied());
        }
    }
    sheet
}

fn camera(camera: &Camera) -> Sheet {
    let mut sheet = Sheet::new(&camera.meta);
    let (word, x, y, aspect) = match camera.projection {
        Projection::Perspective { x, y, aspect } => ("perspective", x, y, aspect),
        Projection::Orthographic { x, y, aspect } => ("orthographic", x, y, aspect),
    };
    sheet.text("projection", word);
    let said = [("horizontal extent", x), ("vertical extent", y), ("aspect ratio", aspect)];
    said.into_iter().filter_map(|(n, v)| Some((n, v?))).for_each(|(name, value)| sheet.numbers(name, [value]));
    sheet.numbers("near", [camera.near]);
    sheet.numbers("far", [camera.far]);
    sheet
}

fn light(light: &Light) -> Sheet {
    let mut sheet = Sheet::new(&light.meta);
    let (word, attenuation, cone) = match light.kind {
        LightKind::Ambient => ("ambient", None, None),
        LightKind::Directional => ("directional", None, None),
        LightKind::Point { attenuation } => ("point", Some(attenuation), None),
        LightKind::Spot { attenuation, angle, exponent } => ("spot", Some(attenuation), Some((angle, exponent))),
    };
    sheet.text("kind", word);
    sheet.numbers("colour", light.colour);
    sheet.numbers("intensity", [light.intensity]);
    if let Some(attenuation) = attenuation {
        sheet.numbers("attenuation", attenuation);
    }
    if let Some((angle, exponent)) = cone {
        sheet.numbers("angle", [angle]);
        sheet.numbers("exponent", [exponent]);
    }
    if !light.attenuations.is_empty() {
        sheet.text("fading", format!("{:?}", light.attenuations));
    }
    if let Some(shadow) = light.casts_shadow {
        sheet.text("casts shadows", shadow);
    }
    if let Some(thrown) = &light.projection {
        texture_use("projected image", thrown, &mut sheet);
    }
    sheet
}

fn node(node: &Node, parent: Option<(Class, usize)>) -> Sheet {
    let mut sheet = Sheet::new(&node.meta);
    sheet.add("parent", Value::List(parent.into_iter().collect()));
    let mut layers: Vec<&str> = node.layers.iter().map(|l| &**l).collect();
    layers.sort_unstable();
    sheet.add("layers", Value::Text(layers.join(" ")));
    for (number, step) in node.transforms.iter().enumerate() {
        let operation = format!("{:?}", step.operation);
        let word = operation.split('(').next().unwrap_or_default().to_ascii_lowercase();
        let sid = step.sid.as_deref().map_or_else(String::new, |s| format!(" `{s}`"));
        let mut name = format!("{word}{sid}");
        if sheet.field(&name).is_some() {
            name = format!("{name} ({})", number + 1);
        }
        sheet.numbers(name, step.operation.values().iter().copied());
    }
    let order: Vec<String> = node
        .transforms
        .iter()
        .map(|t| format!("{:?}", t.operation).split('(').next().unwrap_or_default().to_owned())
        .collect();
    sheet.add("order of transforms", Value::Text(order.join(" ").to_ascii_lowercase()));
    if node.joint {
        sheet.formal("joint", Value::Text("yes".to_owned()));
    }
    if node.hidden {
        sheet.text("hidden", "yes");
    }
    let objects = |list: Vec<(Class, usize)>| Value::Set(list);
    sheet.add("instances", objects(node.instances.iter().map(|i| (Class::Node, i.node.index())).collect()));
    sheet.add("cameras", objects(node.cameras.iter().map(|c| (Class::Camera, c.index())).collect()));
    sheet.add("lights", objects(node.lights.iter().map(|l| (Class::Light, l.index())).collect()));
    sheet.add("draws", objects(node.drawn.iter().map(drawable).collect()));
    let mut materials: Vec<(Class, usize)> =
        node.drawn.iter().flat_map(|d| &d.materials).map(|b| (Class::Material, b.material.index())).collect();
    materials.sort_unstable();
    materials.dedup();
    sheet.add("materials", objects(materials));
    for (number, drawn) in node.drawn.iter().enumerate() {
        let which = if number > 0 { format!(" of {}", number + 1) } else { String::new() };
        for binding in &drawn.materials {
            let name = format!("material{which} for `{}`", binding.symbol);
            sheet.formal(name, Value::List(vec![(Class::Material, binding.material.index())]));
            for (input, semantic, set) in &binding.inputs {
                let set = set.map_or_else(String::new, |s| format!(" {s}"));
                sheet.formal(format!("coordinates{which} `{input}`"), Value::Text(format!("{}{set}", semantic.word())));
            }
        }
        for skeleton in &drawn.skeletons {
            let joints = skeleton.joints.iter().flatten().map(|j| (Class::Node, j.node.index()));
            sheet.add(format!("joints{which}"), Value::List(joints.collect()));
            if skeleton.space == SkinSpace::Node {
                sheet.formal(format!("skin{which}"), Value::Text("moved by the node".into()));
            }
        }
        sheet.part(&format!("instance{which}"), &drawn.meta);
    }
    sheet
}

fn drawable(drawn: &Drawn) -> (Class, usize) {
    match drawn.what {
        Drawable::Geometry(id) => (Class::Geometry, id.index()),
        Drawable::Controller(id) => (Class::Controller, id.index()),
    }
}

fn view(view: &View) -> Sheet {
    let mut sheet = Sheet::new(&view.meta);
    sheet.add("roots", Value::Set(view.roots.iter().map(|n| (Class::Node, n.index())).collect()));
    for (number, evaluation) in view.evaluations.iter().enumerate() {
        let name = format!("evaluation {}", number + 1);
        sheet.text(format!("{name} enabled"), evaluation.enabled);
        for (step, rendering) in evaluation.renderings.iter().enumerate() {
            let step = format!("{name} step {}", step + 1);
            sheet.text(format!("{step} layers"), rendering.layers.join(" "));
            let camera = rendering.camera.iter().map(|n| (Class::Node, n.index())).collect();
            sheet.add(format!("{step} camera"), Value::Set(camera));
        }
    }
    sheet
}
