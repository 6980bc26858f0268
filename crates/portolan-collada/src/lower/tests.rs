//! What documents mean, as numbers.

use portolan_resources::Memory;
use portolan_scene::{Drawable, Mesh, PrimitiveKind, Scene, Shape};
use portolan_syntax::{Limits, Source};

use super::{Lowered, scene};
use crate::documents::Documents;

/// The scene of a document, and of files beside it.
pub(in crate::lower) fn lower_with(text: &str, files: Memory) -> Lowered {
    let limits = Limits::default();
    let source = Source::from_text("main.dae", text);
    let documents = Documents::read("main.dae", source, &files, &limits);
    let lowered = scene(&documents, &files, None);
    assert_eq!(lowered.scene.check(), [], "the scene is not sound");
    lowered
}

/// The scene of a whole 1.4.1 document with this content.
pub(in crate::lower) fn lower(content: &str) -> Lowered {
    lower_with(&document(content), Memory::new())
}

/// A 1.4.1 document with this content.
pub(in crate::lower) fn document(content: &str) -> String {
    format!(
        r#"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset/>{content}</COLLADA>"#
    )
}

/// Codes of all losses.
pub(in crate::lower) fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.losses.iter().map(|l| l.code.id).collect()
}

fn first_mesh(scene: &Scene) -> &Mesh {
    match &scene.geometries[0].shape {
        Shape::Mesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

const POINTS: &str = r##"<source id="pos"><float_array id="pos-a" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
    <technique_common><accessor source="#pos-a" count="4" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="vtx"><input semantic="POSITION" source="#pos"/></vertices>"##;

fn mesh_with(primitives: &str) -> Lowered {
    lower(&format!(
        r#"<library_geometries><geometry id="g"><mesh>{POINTS}{primitives}</mesh></geometry></library_geometries>"#
    ))
}

const VERTEX: &str = r##"<input semantic="VERTEX" source="#vtx" offset="0"/>"##;

#[test]
fn every_primitive_is_read() {
    let lowered = mesh_with(&format!(
        r#"<lines count="2">{VERTEX}<p>0 1 2 3</p></lines>
        <linestrips count="1">{VERTEX}<p>0 1 2</p></linestrips>
        <triangles count="1" material="m">{VERTEX}<p>0 1 2</p></triangles>
        <trifans count="1">{VERTEX}<p>0 1 2 3</p></trifans>
        <tristrips count="1">{VERTEX}<p>0 1 3 2</p></tristrips>
        <polylist count="2">{VERTEX}<vcount>4 3</vcount><p>0 1 2 3 0 1 2</p></polylist>
        <polygons count="2">{VERTEX}<p>0 1 2 3</p><ph><p>0 1 2</p><h>1 2 3</h></ph></polygons>"#
    ));
    assert_eq!(codes(&lowered), ["CNV112"]);
    let mesh = first_mesh(&lowered.scene);
    let kinds: Vec<PrimitiveKind> = mesh.primitives.iter().map(|p| p.kind).collect();
    use PrimitiveKind::*;
    assert_eq!(kinds, [Lines, LineStrips, Triangles, TriangleFans, TriangleStrips, Polygons, Polygons]);
    assert_eq!(mesh.primitives[2].material.as_deref(), Some("m"));
    assert_eq!(mesh.primitives[5].counts, [4, 3]);
    assert_eq!((&mesh.primitives[6].counts[..], &mesh.primitives[6].rings[..]), (&[4, 3, 3][..], &[1, 2][..]));
    let triangles: Vec<u64> = mesh.primitives.iter().map(|p| p.triangles()).collect();
    assert_eq!(triangles, [0, 0, 1, 2, 2, 3, 2 + 6]);
    assert_eq!(mesh.primitives.iter().map(|p| p.lines()).sum::<u64>(), 4);
}

#[test]
fn what_is_wrong_with_a_primitive_is_left_out_and_the_rest_is_kept() {
    for (primitive, code, corners) in [
        (format!(r#"<triangles count="2">{VERTEX}<p>0 1 9 0 1 2</p></triangles>"#), "CNV102", 3),
        (format!(r#"<triangles count="2">{VERTEX}<p>0 1 -1 0 1 2</p></triangles>"#), "CNV102", 3),
        (format!(r#"<triangles count="2">{VERTEX}<p>0 1 2 3</p></triangles>"#), "CNV103", 3),
        (format!(r#"<polylist count="3">{VERTEX}<vcount>2 3 3</vcount><p>0 1 0 1 2</p></polylist>"#), "CNV103", 3),
        (format!(r#"<polygons count="2">{VERTEX}<p>0 1</p><p>0 1 2</p></polygons>"#), "CNV103", 3),
        (
            format!(
                r##"<triangles count="1">{VERTEX}<input semantic="NORMAL" source="#no" offset="1"/><p>0 9 1 9 2 9</p></triangles>"##
            ),
            "CNV105",
            3,
        ),
        (r#"<triangles count="1"><p>0 1 2</p></triangles>"#.to_owned(), "", 0),
    ] {
        let lowered = mesh_with(&primitive);
        let mesh = first_mesh(&lowered.scene);
        let found: usize = mesh.primitives.iter().map(|p| p.corners()).sum();
        assert_eq!(found, corners, "{primitive}");
        assert!(code.is_empty() || codes(&lowered).contains(&code), "{primitive}: {:?}", codes(&lowered));
    }
}

#[test]
fn unnamed_params_and_strides_skip_values() {
    // The tables of pages 5-6 and 5-7.
    let source = |accessor: &str| {
        format!(
            r##"<library_geometries><geometry id="g"><mesh><source id="pos"><float_array id="a" count="9">1 2 3 4 5 6 7 8 9</float_array>
            <technique_common><accessor source="#a" {accessor}</accessor></technique_common></source>
            <vertices id="vtx"><input semantic="POSITION" source="#pos"/></vertices></mesh></geometry></library_geometries>"##
        )
    };
    let named = r#"<param name="A" type="float"/>"#;
    let unnamed = r#"<param type="float"/>"#;
    for (accessor, width, data) in [
        (format!(r#"count="9">{named}"#), 1, vec![1., 2., 3., 4., 5., 6., 7., 8., 9.]),
        (format!(r#"count="3" stride="3">{named}{unnamed}{named}"#), 2, vec![1., 3., 4., 6., 7., 9.]),
        (format!(r#"count="2" offset="3" stride="3">{named}{named}"#), 2, vec![4., 5., 7., 8.]),
        (r#"count="4" stride="2">"#.to_owned(), 2, vec![1., 2., 3., 4., 5., 6., 7., 8.]),
        (format!(r#"count="9" stride="3">{named}{named}{named}"#), 3, vec![1., 2., 3., 4., 5., 6., 7., 8., 9.]),
    ] {
        let lowered = lower(&source(&accessor));
        let stream = first_mesh(&lowered.scene).positions().cloned().unwrap_or_default();
        assert_eq!((stream.width, stream.data), (width, data), "{accessor}");
    }
}

#[test]
fn commas_are_decimal_or_separate() {
    let lowered = lower(
        r##"<library_geometries><geometry id="g"><mesh><source id="pos"><float_array id="a" count="3">0,5 -1,25 2</float_array>
        <technique_common><accessor source="#a" count="1" stride="3"/></technique_common></source>
        <vertices id="vtx"><input semantic="POSITION" source="#pos"/></vertices></mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene><node><translate>1,2,3</translate><scale>1,5 2,5 3</scale></node></visual_scene></library_visual_scenes>"##,
    );
    assert_eq!(first_mesh(&lowered.scene).positions().map(|s| s.data.clone()), Some(vec![0.5, -1.25, 2.0]));
    let node = &lowered.scene.nodes[0];
    assert_eq!(node.transforms[0].operation.values(), [1., 2., 3.]);
    assert_eq!(node.transforms[1].operation.values(), [1.5, 2.5, 3.]);
    assert!(codes(&lowered).iter().all(|c| *c == "CNV101"));
}

#[test]
fn nodes_stand_in_their_order_and_cycles_are_cut() {
    let lowered = lower(
        r##"<library_nodes><node id="a"><instance_node url="#b"/></node><node id="b"><instance_node url="#a"/></node></library_nodes>
        <library_visual_scenes><visual_scene id="s"><node id="r"><translate sid="t">1 2 3</translate>
        <rotate>0 0 1 90</rotate><node id="c1"/><node id="c2" type="JOINT" layer="x y"/><instance_node url="#a"/></node></visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene>"##,
    );
    assert_eq!(codes(&lowered), ["CNV106"]);
    let scene = &lowered.scene;
    let ids: Vec<&str> = scene.nodes.iter().filter_map(|n| n.meta.id.as_deref()).collect();
    assert_eq!(ids.len(), 5);
    let root = &scene.nodes[scene.views[0].roots[0].index()];
    let names: Vec<&str> = root.below().filter_map(|n| scene.nodes[n.index()].meta.id.as_deref()).collect();
    assert_eq!(names, ["c1", "c2", "a"]);
    let joint = &scene.nodes[root.children[1].index()];
    assert!(joint.joint && joint.layers.len() == 2);
    let moved = root.matrix().transform_point3(portolan_scene::glam::DVec3::X);
    assert!(moved.abs_diff_eq(portolan_scene::glam::DVec3::new(1., 3., 3.), 1e-12));
}

#[test]
fn a_part_with_another_unit_and_axis_is_converted() {
    let lowered = lower(
        r##"<library_nodes><node id="n"><asset><created/><modified/><unit meter="0.01" name="centimeter"/><up_axis>Z_UP</up_axis></asset>
        <translate>0 0 100</translate><scale>1 2 3</scale><instance_camera url="#c"/></node></library_nodes>
        <library_cameras><camera id="c"><optics><technique_common><perspective><yfov sid="Y">45</yfov><znear>1</znear><zfar>9</zfar></perspective></technique_common></optics></camera></library_cameras>
        <library_visual_scenes><visual_scene id="s"><node><instance_node url="#n"/></node></visual_scene></library_visual_scenes>"##,
    );
    let node = lowered.scene.nodes.iter().find(|n| n.meta.id.as_deref() == Some("n")).expect("a node");
    assert_eq!(node.transforms[0].operation.values(), [0., 1., 0.]);
    assert_eq!(node.transforms[1].operation.values(), [1., 3., 2.]);
    // The camera has the axes of the node that it stands at: it looks along their −Z, which points down.
    let holder = &lowered.scene.nodes[node.children[0].index()];
    let ahead = holder.matrix().transform_vector3(portolan_scene::glam::DVec3::NEG_Z);
    assert_eq!((holder.cameras.len(), ahead), (1, portolan_scene::glam::DVec3::NEG_Y));
}

#[test]
fn other_documents_are_read_once_and_circles_end() {
    let other = document(
        r##"<library_geometries><geometry id="g"><mesh/></geometry></library_geometries>
        <library_nodes><node id="n"><instance_geometry url="#g"/><instance_node url="main.dae#m"/></node></library_nodes>"##,
    );
    let main = document(
        r##"<library_nodes><node id="m"/></library_nodes><library_visual_scenes><visual_scene id="s">
        <node><instance_node url="other.dae#n"/><instance_node url="./other.dae#n"/><instance_node url="none.dae#n"/></node></visual_scene></library_visual_scenes>"##,
    );
    let files = Memory::new().with("other.dae", other).with("main.dae", main.clone());
    let lowered = lower_with(&main, files);
    let scene = &lowered.scene;
    assert_eq!(codes(&lowered), ["CNV100"]);
    let root = &scene.nodes[scene.views[0].roots[0].index()];
    assert_eq!(root.instances.len(), 2);
    assert_eq!(root.instances[0].node, root.instances[1].node);
    let inner = &scene.nodes[root.instances[0].node.index()];
    assert!(matches!(inner.drawn[0].what, Drawable::Geometry(_)));
    assert_eq!(scene.nodes[inner.instances[0].node.index()].meta.id.as_deref(), Some("m"));
}
