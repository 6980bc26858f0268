//! Documents read through the typed views.

use portolan_collada::FORMAT;
use portolan_collada::views::{self, Camera, Collada, Perspective, VIEWS, View};
use portolan_schema::{Bound, bind, view};
use portolan_syntax::{Limits, Source, Tree};

fn read(text: &str) -> Tree {
    (FORMAT.parse)(Source::from_text("test.dae", text), &Limits::default()).0
}

fn bound(tree: &Tree) -> Bound {
    bind(tree, FORMAT.schema, None)
}

fn document(version: &str, body: &str) -> Tree {
    let namespace = if version == "1.5.0" { "2008/03" } else { "2005/11" };
    read(&format!(
        r#"<COLLADA xmlns="http://www.collada.org/{namespace}/COLLADASchema" version="{version}">{body}</COLLADA>"#
    ))
}

fn root(tree: &Tree) -> Collada<'_> {
    Collada::wrap(tree.root().unwrap())
}

#[test]
fn a_camera() {
    let tree = document(
        "1.4.1",
        r#"<library_cameras><camera id=" cam "><optics><technique_common><perspective>
            <xfov sid="fov">45</xfov><znear> 0.1 </znear><zfar>far</zfar>
        </perspective></technique_common></optics></camera></library_cameras>"#,
    );
    let camera = root(&tree).library_cameras().next().unwrap().cameras().next().unwrap();
    assert_eq!(camera.id().as_deref(), Some("cam"));
    assert_eq!(camera.name(), None);
    let lens = camera.optics().unwrap().technique_common().unwrap().perspective().unwrap();
    assert_eq!(lens.xfov_value(), Some(45.0));
    assert_eq!(lens.xfov().unwrap().attribute_value("sid").as_deref(), Some("fov"));
    assert_eq!(lens.znear_value(), Some(0.1));
    assert_eq!(lens.yfov_value(), None);
    assert!(lens.zfar().is_some(), "it stands there");
    assert_eq!(lens.zfar_value(), None, "but it is no number");
}

#[test]
fn views_are_cast_by_type() {
    let tree = document("1.4.1", r#"<library_cameras><camera id="cam"/></library_cameras>"#);
    let bound = bound(&tree);
    let node = tree.root().unwrap().elements().next().unwrap().elements().next().unwrap();
    assert_eq!(Camera::cast(node, &bound), Some(Camera::wrap(node)));
    assert_eq!(Perspective::cast(node, &bound), None);
    assert_eq!(view::all::<Camera>(&tree, &bound).count(), 1);
}

#[test]
fn a_mesh() {
    let tree = document(
        "1.4.1",
        "<library_geometries><geometry id='g'><mesh>
            <source id='s'><float_array id='a' count='6'>0 0 <!-- here -->1\r\n1.5 x 2e1</float_array>
                <technique_common><accessor source='#a' count='2' stride='3'><param name='X' type='float'/></accessor>
                </technique_common></source>
            <vertices id='v'><input semantic='POSITION' source='#s'/></vertices>
            <polylist count='1' material='m'><input semantic='VERTEX' source='#v' offset='0'/>
                <vcount>3</vcount><p>0 1 2</p></polylist>
            <polygons count='2'><p>0 1 2</p><p>2 1 0</p></polygons>
        </mesh></geometry></library_geometries>",
    );
    let geometry = root(&tree).library_geometries().next().unwrap().geometries().next().unwrap();
    let mesh = geometry.mesh().unwrap();
    let source = mesh.sources().next().unwrap();
    let array = source.float_array().unwrap();
    let numbers: Vec<Option<f64>> = array.value().collect();
    assert_eq!(numbers, [Some(0.0), Some(0.0), Some(1.0), Some(1.5), None, Some(20.0)]);
    assert_eq!(array.count(), Some(6));
    assert_eq!(array.digits(), None);
    let accessor = source.technique_common().unwrap().accessor().unwrap();
    assert_eq!((accessor.stride_or_default(), accessor.offset_or_default()), (3, 0));
    assert_eq!(accessor.params().next().unwrap().r#type().as_deref(), Some("float"));
    let polylist = mesh.polylists().next().unwrap();
    assert_eq!(polylist.material().as_deref(), Some("m"));
    assert_eq!(polylist.inputs().count(), 1);
    let indices: Option<Vec<u64>> = polylist.p().unwrap().value().collect();
    assert_eq!(indices, Some(vec![0, 1, 2]));
    let loops: Vec<usize> = mesh.polygons().next().unwrap().ps().map(|p| p.value().count()).collect();
    assert_eq!(loops, [3, 3]);
}

#[test]
fn a_node() {
    let tree = document(
        "1.5.0",
        r##"<library_visual_scenes><visual_scene id="s"><node id="n" layer="a b" type="JOINT">
            <matrix sid="m">1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1</matrix><rotate>0 1 0</rotate>
            <instance_geometry url="#g&amp;h"/>
            <x:node xmlns:x="urn:other"/><node id="inner"/>
        </node></visual_scene></library_visual_scenes>"##,
    );
    let scene = root(&tree).library_visual_scenes().next().unwrap().visual_scenes().next().unwrap();
    let node = scene.nodes().next().unwrap();
    assert_eq!(node.r#type().as_deref(), Some("JOINT"));
    let inner = node.nodes().next().unwrap();
    assert_eq!(inner.id().as_deref(), Some("inner"), "not the element of another namespace");
    assert_eq!(inner.type_or_default(), "NODE");
    assert_eq!(node.layer().map(|word| word.into_owned()).collect::<Vec<_>>(), ["a", "b"]);
    let matrix = node.matrices().next().unwrap().value().unwrap();
    assert_eq!(matrix.iter().sum::<f64>(), 4.0);
    assert_eq!(node.rotates().next().unwrap().value(), None, "three of four numbers");
    assert_eq!(node.instance_geometries().next().unwrap().url().as_deref(), Some("#g&h"));
}

#[test]
fn an_effect() {
    let tree = document(
        "1.4.1",
        "<library_effects><effect id='e'><profile_COMMON><technique sid='t'><phong>
            <diffuse><color>1 0.5 0 1</color></diffuse><ambient><texture texture='tex' texcoord='uv'/></ambient>
            <shininess><float>20</float></shininess>
        </phong></technique></profile_COMMON></effect></library_effects>",
    );
    let effect = root(&tree).library_effects().next().unwrap().effects().next().unwrap();
    let phong = effect.profile_commons().next().unwrap().technique().unwrap().phong().unwrap();
    assert_eq!(phong.diffuse().unwrap().color_value(), Some([1.0, 0.5, 0.0, 1.0]));
    assert_eq!(phong.ambient().unwrap().texture().unwrap().texcoord().as_deref(), Some("uv"));
    assert_eq!(phong.shininess().unwrap().float_value(), Some(20.0));
    assert!(phong.specular().is_none());
}

#[test]
fn mathml_stands_in_its_own_namespace() {
    let tree = document(
        "1.5.0",
        r#"<library_formulas><formula id="f"><technique_common>
            <math xmlns="http://www.w3.org/1998/Math/MathML"><cn>1</cn></math>
        </technique_common></formula></library_formulas>"#,
    );
    let formula = root(&tree).library_formulas().next().unwrap().formulas().next().unwrap();
    let math = formula.technique_common().unwrap().math().unwrap();
    assert_eq!(math.node().elements().count(), 1);
}

#[test]
fn every_type_with_structure_has_a_view() {
    for ty in FORMAT.schema.types {
        let found = VIEWS.binary_search_by(|(path, _)| path.cmp(&ty.path));
        assert!(found.is_ok() || ty.children.is_empty(), "{}", ty.path);
    }
    for (path, name) in VIEWS {
        assert!(FORMAT.schema.types_at(path).next().is_some(), "{name} is the view of nothing");
    }
    assert_eq!(views::Technique::PATHS, ["technique"]);
}
