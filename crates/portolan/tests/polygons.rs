//! Faces as they were written.

use portolan::Conversion;
use portolan::convert::to;
use portolan::polygons::Polygons;
use portolan::{Memory, OpenOptions};

use crate::common::old_document;

fn polygons(primitives: &str) -> Vec<Polygons> {
    open(primitives, |text| text).polygons().unwrap()
}

fn open(primitives: &str, change: impl Fn(String) -> String) -> portolan::File {
    let document = format!(
        r##"<library_geometries><geometry id="g" name="sheet"><mesh>
  <source id="p"><float_array id="pa" count="27">0 0 0 1 0 0 2 0 0 0 1 0 1 1 0 2 1 0 0.25 0.25 0 0.5 0.25 0 0.25 0.5 0</float_array>
    <technique_common><accessor source="#pa" count="9" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <source id="t"><float_array id="ta" count="8">0 0 1 0 1 1 0 1</float_array>
    <technique_common><accessor source="#ta" count="4" stride="2"><param name="S" type="float"/>
    <param name="T" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  {primitives}
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="a"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>"##
    );
    let files = Memory::new().with("main.dae", change(old_document(&document)));
    OpenOptions::within(files).open("main.dae").unwrap()
}

#[test]
fn a_quad_stays_a_quad_with_the_data_of_its_corners() {
    let all = polygons(
        r##"<polylist count="2" material="m"><input semantic="VERTEX" source="#v" offset="0"/>
        <input semantic="TEXCOORD" source="#t" offset="1" set="0"/><vcount>4 3</vcount><p>0 0 1 1 4 2 3 3 1 0 5 2 4 3</p></polylist>"##,
    );
    assert_eq!(all.len(), 1);
    let faces = &all[0];
    assert_eq!((faces.geometry, faces.primitive, faces.count()), (0, 0, 2));
    assert_eq!((faces.name.as_deref(), faces.material.as_deref()), (Some("sheet"), Some("m")));
    assert_eq!(&*faces.offsets, [0, 4, 7]);
    assert_eq!(&*faces.vertices, [0, 1, 4, 3, 1, 5, 4]);
    assert_eq!(&*faces.triangles, [0, 1, 2, 0, 2, 3, 4, 5, 6]);
    assert_eq!(faces.positions.len(), 27);
    assert_eq!(faces.texture_coordinates.len(), 1);
    assert_eq!(&*faces.texture_coordinates[0], [0., 0., 1., 0., 1., 1., 0., 1., 0., 0., 1., 1., 0., 1.]);
    assert!(faces.normals.is_none() && faces.colours.is_none());
}

#[test]
fn strips_and_fans_are_triangles() {
    let all = polygons(
        r##"<tristrips count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 3 4</p></tristrips>
        <trifans count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 4 3</p></trifans>
        <lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>"##,
    );
    let told: Vec<(usize, Vec<u32>)> = all.iter().map(|f| (f.primitive, f.vertices.to_vec())).collect();
    assert_eq!(told, [(0, vec![0, 1, 3, 3, 1, 4]), (1, vec![0, 1, 4, 0, 4, 3])]);
    assert!(all.iter().all(|f| *f.offsets == [0, 3, 6] && *f.triangles == [0, 1, 2, 3, 4, 5]));
}

#[test]
fn polygons_with_holes_are_cut_and_their_neighbours_are_not() {
    let all = polygons(
        r##"<polygons count="2"><input semantic="VERTEX" source="#v" offset="0"/>
        <p>1 2 5 4</p><ph><p>0 1 4 3</p><h>6 8 7</h></ph></polygons>"##,
    );
    assert_eq!(all.len(), 1);
    let faces = &all[0];
    // A square with a triangular hole is seven triangles; the quad before it stays.
    assert_eq!(faces.offsets[..2], [0, 4]);
    assert_eq!(faces.count(), 1 + 7);
    assert!(faces.offsets.windows(2).skip(1).all(|w| w[1] - w[0] == 3));
    assert_eq!(&faces.vertices[..4], [1, 2, 5, 4]);
    assert_eq!(faces.triangles.len(), (2 + 7) * 3);
    let area: f32 = faces
        .triangles
        .chunks_exact(3)
        .map(|t| {
            let at = |c: u32| {
                let v = faces.vertices[c as usize] as usize * 3;
                [faces.positions[v], faces.positions[v + 1]]
            };
            let [a, b, c] = [at(t[0]), at(t[1]), at(t[2])];
            ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2.0
        })
        .sum();
    assert!((area - (1.0 + 1.0 - 0.03125)).abs() < 1e-6, "{area}");
}

/// In centimetres with Z up: glTF has a node at the top that leads to metres with Y up, unless the numbers are to be turned.
#[test]
fn meshes_of_gltf_say_their_shape_and_can_be_in_metres() {
    let primitives = r##"<lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 3</p></triangles>"##;
    let space = r#"<asset><unit meter="0.01" name="centimeter"/><up_axis>Z_UP</up_axis></asset>"#;
    let file = open(primitives, |text| text.replace("<asset/>", space));
    let json = |conversion: &Conversion| {
        let glb = file.convert(conversion).unwrap().files.swap_remove(0).1;
        let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
        serde_json::from_slice::<serde_json::Value>(&glb[20..20 + length]).unwrap()
    };
    let plain = json(&Conversion::to(&to::GLB));
    assert_eq!(plain["nodes"].as_array().unwrap().len(), 2);
    assert!(plain["meshes"][0]["extras"].get("portolan_shape").is_none());
    let turned = json(&Conversion::to(&to::GLB).with(|c| (c.mark_shapes, c.bake_space) = (true, true)));
    assert_eq!(turned["nodes"].as_array().unwrap().len(), 1);
    assert_eq!(turned["meshes"][0]["extras"]["portolan_shape"], serde_json::json!([0, 0, 1]));
    // The triangle reaches to (2, 1, 0) cm, which is (0.02, 0, -0.01) m with Y up.
    let accessor = turned["meshes"][0]["primitives"][1]["attributes"]["POSITION"].as_u64().unwrap() as usize;
    let bounds = &turned["accessors"][accessor];
    let number = |which: &str, at: usize| bounds[which][at].as_f64().unwrap();
    assert!((number("max", 0) - 0.02).abs() < 1e-6 && (number("min", 2) + 0.01).abs() < 1e-6, "{bounds}");
}
