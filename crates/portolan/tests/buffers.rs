//! Shapes as plain buffers.

use portolan::buffers::{Buffers, Elements, Moment};
use portolan::{Memory, OpenOptions};

use crate::common::{new_document, old_document};

fn buffers(document: String, moment: &Moment) -> Buffers {
    let files = Memory::new().with("main.dae", document);
    OpenOptions::within(files).open("main.dae").unwrap().buffers(moment).unwrap()
}

const SQUARE: &str = r##"<library_geometries><geometry id="g" name="square"><mesh>
  <source id="p"><float_array id="pa" count="12">0 0 0 2 0 0 2 2 0 0 2 0</float_array>
    <technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <source id="n"><float_array id="na" count="3">0 0 1</float_array>
    <technique_common><accessor source="#na" count="1" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  NORMALS
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">
  <node id="a"><translate>1 2 3</translate><instance_geometry url="#g"/></node>
  <node id="b"><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>"##;

const WITH_NORMALS: &str = r##"<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>
  <input semantic="NORMAL" source="#n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist>"##;

const WITHOUT: &str =
    r##"<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>"##;

#[test]
fn a_shape_is_there_once_and_drawn_at_every_place() {
    let buffers = buffers(old_document(&SQUARE.replace("NORMALS", WITH_NORMALS)), &Moment::default());
    assert_eq!((buffers.shapes.len(), buffers.draws.len(), buffers.complete), (1, 2, true));
    let shape = &buffers.shapes[0];
    assert_eq!((shape.name.as_deref(), shape.kind), (Some("square"), Elements::Triangles));
    assert_eq!(&*shape.indices, [0, 1, 2, 0, 2, 3]);
    assert_eq!(&*shape.positions, [0., 0., 0., 2., 0., 0., 2., 2., 0., 0., 2., 0.]);
    assert_eq!(&**shape.normals.as_ref().unwrap(), [0., 0., 1.].repeat(4));
    assert!(shape.texture_coordinates.is_none() && shape.colours.is_none());
    assert_eq!(&buffers.draws[0].world[12..], [1., 2., 3., 1.]);
    assert_eq!(&buffers.draws[1].world[12..], [0., 0., 0., 1.]);
}

#[test]
fn faces_without_normals_are_apart() {
    let buffers = buffers(old_document(&SQUARE.replace("NORMALS", WITHOUT)), &Moment::default());
    let shape = &buffers.shapes[0];
    assert_eq!((shape.positions.len(), shape.indices.len()), (18, 6));
    assert_eq!(&**shape.normals.as_ref().unwrap(), [0., 0., 1.].repeat(6));
}

#[test]
fn numbers_of_the_scene_are_not_copied_and_outlive_the_file() {
    let text = SQUARE.replace("NORMALS", WITH_NORMALS).replace(
        r##"<input semantic="NORMAL" source="#n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p>"##,
        "<vcount>4</vcount><p>0 1 2 3</p>",
    );
    // Normals of vertices: every column is picked by the same index, so that rows are taken as they are.
    let text = text.replace(
        r##"<input semantic="POSITION" source="#p"/>"##,
        r##"<input semantic="POSITION" source="#p"/><input semantic="NORMAL" source="#p"/>"##,
    );
    let files = Memory::new().with("main.dae", old_document(&text));
    let file = OpenOptions::within(files).open("main.dae").unwrap();
    let shapes = file.buffers(&Moment::default()).unwrap().shapes;
    let portolan::scene::Shape::Mesh(mesh) = &file.scene().unwrap().geometries[0].shape else { unreachable!() };
    assert_eq!(shapes[0].positions.as_ptr(), mesh.streams[0].data.as_ptr());
    drop(file);
    assert_eq!(shapes[0].positions[3], 2.0);
}

#[test]
fn indices_among_those_of_other_data_are_not_copied() {
    // Two indices for each corner, which agree everywhere.
    let text = SQUARE.replace(
        "NORMALS",
        r##"<triangles count="2"><input semantic="VERTEX" source="#v" offset="1"/>
        <input semantic="NORMAL" source="#p" offset="0"/><p>0 0 1 1 2 2 0 0 2 2 3 3</p></triangles>"##,
    );
    let files = Memory::new().with("main.dae", old_document(&text));
    let file = OpenOptions::within(files).open("main.dae").unwrap();
    let shapes = file.buffers(&Moment::default()).unwrap().shapes;
    let portolan::scene::Shape::Mesh(mesh) = &file.scene().unwrap().geometries[0].shape else { unreachable!() };
    let (apart, step) = shapes[0].indices.spaced().unwrap();
    assert_eq!((apart.as_ptr(), apart.len(), step), (mesh.primitives[0].indices[1..].as_ptr(), 11, 2));
    assert_eq!(&*shapes[0].indices, [0, 1, 2, 0, 2, 3]);
    assert!(shapes[0].positions.spaced().is_none());
    drop(file);
    assert_eq!(&*shapes[0].indices.clone(), [0, 1, 2, 0, 2, 3]);
}

#[test]
fn a_time_must_be_finite_and_a_clip_must_exist() {
    let files = Memory::new().with("main.dae", new_document(SQUARE));
    let file = OpenOptions::within(files).open("main.dae").unwrap();
    let kind = |moment: Moment| file.buffers(&moment).unwrap_err().kind();
    assert_eq!(kind(Moment::default().with(|m| m.time = f64::NAN)), portolan::ErrorKind::Usage);
    assert_eq!(kind(Moment::default().with(|m| m.clip = Some("x".into()))), portolan::ErrorKind::Usage);
}
