//! Documents read through the typed views.

use portolan_opengex::FORMAT;
use portolan_opengex::views::{File, VIEWS, View};
use portolan_syntax::{Limits, Source};

#[test]
fn a_geometry_node() {
    let text = r#"
        Metric (key = "distance") { float { 0.01 } }
        GeometryNode $node1
        {
            Name { string { "Box \"one\"" } }
            ObjectRef { ref { $geometry1 } }
            MaterialRef (index = 0x2) { ref { null } }
            Transform { float[16] { { 1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  5, 6, 7, 1 } } }
            Translation %t (kind = "x", object) { float { 2.5 } }
        }
        GeometryObject $geometry1 { Mesh (primitive = "triangles")
        {
            VertexArray (attrib = "position") { float[3] { {0, 0, 0}, {1, 0, 0}, {0, 1, 0} } }
            IndexArray { unsigned_int32[3] { {0, 1, 2} } }
        } }"#;
    let tree = (FORMAT.parse)(Source::from_text("test.ogex", text), &Limits::default()).0;
    let file = File::wrap(tree.document());
    assert_eq!(file.metrics().next().unwrap().key().as_deref(), Some("distance"));
    let node = file.geometry_nodes().next().unwrap();
    assert_eq!(node.name(), Some("$node1"));
    assert_eq!(node.visible(), None);
    assert_eq!(node.name_child().unwrap().value().as_deref(), Some("Box \"one\""));
    let target = node.object_ref().unwrap().value().unwrap();
    assert_eq!(target.path().map(|path| path.text()), Some("$geometry1"));
    let material = node.material_refs().next().unwrap();
    assert_eq!(material.index(), Some(2));
    assert!(material.value().unwrap().path().is_none());
    let mut matrix = Vec::<f64>::new();
    node.transforms().next().unwrap().run().unwrap().decode(&mut matrix);
    assert_eq!((matrix.len(), matrix[14]), (16, 7.0));
    let translation = node.translations().next().unwrap();
    assert_eq!(translation.name(), Some("%t"));
    assert_eq!(translation.kind_or_default(), "x");
    assert_eq!(translation.object(), Some(true), "a flag");
    assert_eq!(translation.run().unwrap().floats().next().unwrap().unwrap().0, 2.5);

    let mesh = file.geometry_objects().next().unwrap().meshes().next().unwrap();
    assert_eq!(mesh.primitive_or_default(), "triangles");
    let positions = mesh.vertex_arrays().next().unwrap();
    assert_eq!(positions.attrib().as_deref(), Some("position"));
    assert_eq!(positions.run().unwrap().sub_arrays().count(), 3);
    assert_eq!(mesh.index_arrays().next().unwrap().run().unwrap().integers().count(), 3);
}

#[test]
fn every_type_with_structure_has_a_view() {
    for ty in FORMAT.schema.types {
        let found = VIEWS.binary_search_by(|(path, _)| path.cmp(&ty.path));
        assert!(found.is_ok(), "{}", ty.path);
    }
}
