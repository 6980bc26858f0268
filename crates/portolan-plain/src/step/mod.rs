//! STEP (ISO 10303-21): exact solids, as the automotive design protocol (AP214) has them.
//!
//! Every solid that a view shows becomes a product of its own, in millimetres with Z up. Curves in the parameters of surfaces
//! are not written; readers compute them.

mod body;
mod text;

use portolan_eval::{LIMIT, Stage, pose};
use portolan_scene::brep::Brep;
use portolan_scene::glam::{DMat3, DMat4, DVec3};
use portolan_scene::{Drawn, Fate, Losses, Scene, Shape, Space, UpAxis, ViewId};

use crate::gather::{tell_animations, tell_node};
use crate::{Options, Written, codes};
use body::Model;
use text::Text;

/// Where a solid stands: a turn, a place, and how much larger it is.
#[derive(Clone, Copy, Debug)]
struct Place {
    turn: DMat3,
    at: DVec3,
    factor: f64,
}

impl Place {
    /// `None` for a matrix that mirrors, or makes things larger in one direction than in another.
    fn of(matrix: DMat4) -> Option<Place> {
        let linear = DMat3::from_mat4(matrix);
        let factor = linear.x_axis.length();
        let turn = linear * (1.0 / factor);
        let even = (turn * turn.transpose()).abs_diff_eq(DMat3::IDENTITY, 1e-6) && turn.determinant() > 0.0;
        (matrix.is_finite() && factor > 0.0 && even).then_some(Place { turn, at: matrix.w_axis.truncate(), factor })
    }

    fn point(&self, p: [f64; 3]) -> [f64; 3] {
        (self.turn * DVec3::from_array(p) * self.factor + self.at).to_array()
    }

    fn direction(&self, d: [f64; 3]) -> [f64; 3] {
        (self.turn * DVec3::from_array(d)).to_array()
    }
}

/// The solids of a scene as a STEP file.
pub fn step(scene: &Scene, options: &Options) -> Written {
    let mut losses = Losses::default();
    let view = options.view.or(scene.default_view).unwrap_or(ViewId(0));
    let stage = Stage::new(scene, view, LIMIT);
    let posed = pose(scene, &stage, &options.overrides);
    let millimetres = Space { metres: 0.001, up: UpAxis::Z, ..scene.space.clone() };
    let frame = scene.space.to(&millimetres);
    let output = DMat4::from_mat3(frame.turn * frame.scale);
    tell_animations(scene, &mut losses);
    let mut file = File { text: Text::default(), context: None, count: 0 };
    for (placed, at) in stage.placed.iter().zip(0..) {
        let Some(node) = scene.node(placed.node) else { continue };
        tell_node(scene, node, placed.parent.is_some() || !node.transforms.is_empty(), &mut losses);
        for drawn in &node.drawn {
            if !posed.shown(at) || !scene.is_visible(drawn) {
                losses.push(&codes::HIDDEN, Fate::Dropped, node.meta.origin, "an invisible shape is dropped");
                continue;
            }
            let geometry = scene.chain(drawn.what).and_then(|(id, _)| scene.geometry(id));
            let Some(geometry) = geometry else { continue };
            let name = geometry.meta.label().unwrap_or("solid");
            match &geometry.shape {
                Shape::Brep(brep) => match Place::of(output * posed.world(at)) {
                    Some(place) => file.shape(brep, place, name, drawn, &mut losses),
                    None => {
                        let message = format!("`{name}` is mirrored or scaled unevenly, and is dropped");
                        losses.push(&codes::STEP_PLACE, Fate::Dropped, drawn.meta.origin, message);
                    }
                },
                Shape::Empty => {}
                Shape::Mesh(_) | Shape::Spline(_) => {
                    let message = format!("`{name}` is no boundary representation, and is dropped");
                    losses.push(&codes::STEP_SHAPE, Fate::Dropped, geometry.meta.origin, message);
                }
            }
        }
    }
    if file.count == 0 {
        losses.push(&codes::NOTHING, Fate::Noted, Default::default(), "the scene has no exact solid");
    }
    (vec![(format!("{}.step", options.name), file.finish(&options.name))], losses)
}

/// A file in the making.
struct File {
    text: Text,
    /// What all products share: the application, the two contexts of products, and the context of shapes.
    context: Option<[u32; 4]>,
    count: usize,
}

impl File {
    fn context(&mut self) -> [u32; 4] {
        if let Some(known) = self.context {
            return known;
        }
        let text = &mut self.text;
        let application = text.put("APPLICATION_CONTEXT('core data for automotive mechanical design processes')");
        text.put(&format!(
            "APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,#{application})"
        ));
        let product = text.put(&format!("PRODUCT_CONTEXT('',#{application},'mechanical')"));
        let definition = text.put(&format!("PRODUCT_DEFINITION_CONTEXT('part definition',#{application},'design')"));
        let length = text.put("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
        let angle = text.put("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
        let solid_angle = text.put("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
        let uncertainty = text.put(&format!(
            "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-6),#{length},'distance_accuracy_value','')"
        ));
        let shapes = text.put(&format!(
            "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#{uncertainty}))\
             GLOBAL_UNIT_ASSIGNED_CONTEXT((#{length},#{angle},#{solid_angle}))REPRESENTATION_CONTEXT('',''))"
        ));
        *self.context.insert([application, product, definition, shapes])
    }

    /// Everything that a boundary representation has: its solids, and shells and faces of none.
    fn shape(&mut self, brep: &Brep, place: Place, name: &str, drawn: &Drawn, losses: &mut Losses) {
        let [.., shapes] = self.context();
        let mut model = Model::new(&brep.body, place, &mut self.text);
        let solids = model.solids(name);
        let surfaces = model.loose(name);
        let left = model.left();
        for (kind, items) in
            [("ADVANCED_BREP_SHAPE_REPRESENTATION", solids), ("MANIFOLD_SURFACE_SHAPE_REPRESENTATION", surfaces)]
        {
            if items.is_empty() {
                continue;
            }
            let items = text::list(&items);
            let representation = self.text.put(&format!("{kind}({},{items},#{shapes})", text::string(name)));
            self.product(name, representation);
            self.count += 1;
        }
        if left > 0 {
            let message = portolan_syntax::counted(
                left,
                &format!("edge or vertex of `{name}` bounds no face, and is dropped"),
                &format!("edges and vertices of `{name}` bound no face, and are dropped"),
            );
            losses.push(&codes::STEP_LOOSE, Fate::Dropped, drawn.meta.origin, message);
        }
        if !drawn.materials.is_empty() {
            let message = "materials and textures are not supported by this format";
            losses.push(&codes::MATERIAL, Fate::Dropped, drawn.meta.origin, message);
        }
    }

    fn product(&mut self, name: &str, representation: u32) {
        let [_, product, definition, _] = self.context();
        let name = text::string(name);
        let text = &mut self.text;
        let product = text.put(&format!("PRODUCT({name},{name},'',(#{product}))"));
        let formation = text.put(&format!("PRODUCT_DEFINITION_FORMATION('','',#{product})"));
        let design = text.put(&format!("PRODUCT_DEFINITION('design','',#{formation},#{definition})"));
        let shape = text.put(&format!("PRODUCT_DEFINITION_SHAPE('','',#{design})"));
        text.put(&format!("SHAPE_DEFINITION_REPRESENTATION(#{shape},#{representation})"));
    }

    fn finish(self, name: &str) -> Vec<u8> {
        let name = text::string(name);
        format!(
            "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('exact solids'),'2;1');\n\
             FILE_NAME({name},'1970-01-01T00:00:00',(''),(''),'portolan','portolan','');\n\
             FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 }}'));\nENDSEC;\nDATA;\n{}ENDSEC;\n\
             END-ISO-10303-21;\n",
            self.text.lines
        )
        .into_bytes()
    }
}
