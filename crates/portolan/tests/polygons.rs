//! Faces as they were written.

use portolan::polygons::Polygons;
use portolan::{Memory, OpenOptions};

use crate::common::old_document;

fn polygons(primitives: &str) -> Vec<Polygons> {
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
    let files = Memory::new().with("main.dae", old_document(&document));
    OpenOptions::within(files).open("main.dae").unwrap().polygons().unwrap()
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
