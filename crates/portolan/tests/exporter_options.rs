//! What exporters must be able to do (chapter 2): the same scene in another unit, with another axis up, with one matrix a
//! node, sampled, cut into triangles. Each is judged by its pictures before and after, and by what it means.

use crate::common::{import, mesh, numbers, words};
use portolan::convert::Writer;
use portolan::convert::{Conversion, to};
use portolan::pictures::{RgbaImage, Shot};
use portolan::scene::{Fate, Operation, PrimitiveKind, Scene, Shape, UpAxis};
use portolan::{File, Memory, OpenOptions};
use portolan_compare::{Options, compare};

/// Everything that a unit or an axis touches, in centimetres with Z up.
fn document() -> String {
    let square = |id: &str, size: f64| {
        let points = format!("{0} {0} 0 {1} {0} 0 {1} {1} 0 {0} {1} 0", -size, size);
        format!(
            r##"<geometry id="{id}"><mesh>{}{}<vertices id="{id}-v"><input semantic="POSITION" source="#{id}-p"/></vertices>
            <polylist count="1" material="s"><input semantic="VERTEX" source="#{id}-v" offset="0"/>
            <input semantic="NORMAL" source="#{id}-n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist></mesh></geometry>"##,
            numbers(&format!("{id}-p"), 3, &points),
            numbers(&format!("{id}-n"), 3, "0 0 1")
        )
    };
    let block = "-20 -20 0 20 -20 0 20 20 0 -20 20 0 -20 -20 80 20 -20 80 20 20 80 -20 20 80";
    let faces = "0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7";
    let tall = block.replace("80", "140");
    let shear = block.replace(" 80", " 40").replace("20 20 40", "60 60 70");
    let skin = format!(
        r##"<controller id="bent"><skin source="#block"><bind_shape_matrix>1 0 0 5 0 1 0 0 0 0 1 10 0 0 0 1</bind_shape_matrix>
        {}{}{}<joints><input semantic="JOINT" source="#bj"/><input semantic="INV_BIND_MATRIX" source="#bi"/></joints>
        <vertex_weights count="8"><input semantic="JOINT" source="#bj" offset="0"/><input semantic="WEIGHT" source="#bw" offset="1"/>
        <vcount>1 1 1 1 2 2 2 2</vcount><v>0 0 0 0 0 0 0 0 0 1 1 2 0 1 1 2 0 1 1 2 0 1 1 2</v></vertex_weights></skin></controller>"##,
        words("bj", "Name_array", "low high"),
        numbers("bi", 16, "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 -50 0 0 0 1"),
        numbers("bw", 1, "1 0.25 0.75"),
    );
    let morph = format!(
        r##"<controller id="grown"><morph source="#block" method="NORMALIZED">{}{}<targets>
        <input semantic="MORPH_TARGET" source="#gt"/><input semantic="MORPH_WEIGHT" source="#gw"/></targets></morph></controller>"##,
        words("gt", "IDREF_array", "tall shear"),
        numbers("gw", 1, "0.25 0.5"),
    );
    let bound = r##"<bind_material><technique_common><instance_material symbol="s" target="#red"/></technique_common></bind_material>"##;
    let nodes = format!(
        r##"<node id="floor"><instance_geometry url="#square">{bound}</instance_geometry></node>
        <node id="skewed"><translate>-120 60 0</translate><skew>30 0 0 1 1 0 0</skew><scale>1 1 1.5</scale>
          <instance_geometry url="#block">{bound}</instance_geometry></node>
        <node id="spun"><translate sid="t">120 60 10</translate><rotate sid="r">0 0 1 20</rotate><rotate sid="q">1 0 0 15</rotate>
          <scale sid="s">1 1.5 0.5</scale><instance_geometry url="#block">{bound}</instance_geometry>
          <node id="moved"><matrix sid="m">1 0 0 30 0 1 0 0 0 0 0.5 60 0 0 0 1</matrix><instance_geometry url="#block">{bound}</instance_geometry></node></node>
        <node id="looking"><lookat sid="l">-60 -90 0 0 0 40 0 0 1</lookat><instance_geometry url="#block">{bound}</instance_geometry></node>
        <node id="inches"><asset><unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis></asset>
          <translate sid="it">20 0 40</translate><rotate sid="ir">0 1 0 30</rotate><instance_geometry url="#block">{bound}</instance_geometry></node>
        <node id="body"><translate>0 110 0</translate><node id="low" sid="low" type="JOINT"><node id="high" sid="high" type="JOINT">
          <translate sid="ht">0 0 50</translate><rotate sid="hr">1 0 0 40</rotate></node></node>
          <instance_controller url="#bent"><skeleton>#low</skeleton>{bound}</instance_controller></node>
        <node id="morphed"><translate>30 -60 0</translate><instance_controller url="#grown">{bound}</instance_controller></node>
        <node id="lamp"><translate sid="lt">50 -100 250</translate><rotate sid="lr">1 0 0 25</rotate><instance_light url="#spot"/>
          <instance_light url="#point"/><node id="bulb"><scale>0.1 0.1 0.1</scale><instance_geometry url="#block">{bound}</instance_geometry></node></node>
        <node id="sun"><rotate>1 0 0 50</rotate><instance_light url="#far"/></node>
        <node id="eye"><lookat sid="look">250 -400 300 0 0 30 0 0 1</lookat><instance_camera url="#wide"/></node>
        <node id="top"><translate sid="up">0 0 500</translate><rotate sid="tip">1 0 0 10</rotate><instance_camera url="#flat"/></node>"##
    );
    let animation = |id: &str, target: &str, width: usize, keys: &str, values: &str| {
        let count = keys.split_whitespace().count();
        format!(
            r##"<animation id="{id}">{}{}{}<sampler id="{id}-s"><input semantic="INPUT" source="#{id}-i"/><input semantic="OUTPUT" source="#{id}-o"/>
            <input semantic="INTERPOLATION" source="#{id}-m"/></sampler><channel source="#{id}-s" target="{target}"/></animation>"##,
            numbers(&format!("{id}-i"), 1, keys),
            numbers(&format!("{id}-o"), width, values),
            words(&format!("{id}-m"), "Name_array", &"LINEAR ".repeat(count)),
        )
    };
    let smooth = format!(
        r##"<animation id="a0">{}{}{}{}{}<sampler id="a0-s"><input semantic="INPUT" source="#a0-i"/><input semantic="OUTPUT" source="#a0-o"/>
        <input semantic="IN_TANGENT" source="#a0-a"/><input semantic="OUT_TANGENT" source="#a0-l"/>
        <input semantic="INTERPOLATION" source="#a0-m"/></sampler><channel source="#a0-s" target="spun/t.Y"/></animation>"##,
        numbers("a0-i", 1, "0 1 2"),
        numbers("a0-o", 1, "60 -40 20"),
        numbers("a0-a", 2, "-0.3 60 0.6 -50 1.5 60"),
        numbers("a0-l", 2, "0.4 80 1.2 0 2.3 20"),
        words("a0-m", "Name_array", "BEZIER BEZIER BEZIER"),
    );
    let animations = [
        smooth,
        animation("a1", "spun/r.ANGLE", 1, "0 0.7 2", "20 100 -60"),
        animation("a2", "spun/q", 4, "0 2", "1 0 0 15 1 0 0 -45"),
        animation("a3", "spun/s.Z", 1, "0 2", "0.5 1.5"),
        animation("a4", "moved/m(3)(2)", 1, "0 2", "60 120"),
        animation("a5", "moved/m(0)(1)", 1, "0 1.5", "0 0.8"),
        animation("a6", "high/hr.ANGLE", 1, "0 2", "40 -40"),
        animation("a7", "high/ht", 3, "0 2", "0 0 50 10 -20 70"),
        animation("a8", "inches/it.Z", 1, "0 2", "40 20"),
        animation("a9", "inches/ir.ANGLE", 1, "0 2", "30 120"),
        animation("b0", "lamp/lt.X", 1, "0 2", "50 -100"),
        animation("b1", "lamp/lr.ANGLE", 1, "0 2", "25 10"),
        animation("b2", "spot/sq", 1, "0 2", "0.00001 0.00004"),
        animation("b3", "flat/fm", 1, "0 2", "220 160"),
        animation("b4", "eye/look(0)(0)", 1, "0 2", "250 100"),
        animation("b5", "looking/l", 9, "0 2", "-60 -90 0 0 0 40 0 0 1 -60 -60 0 30 0 10 0 0 1"),
        animation("b6", "top/up.Z", 1, "0 2", "500 300"),
        animation("b7", "gw-array(1)", 1, "0 2", "0.5 0"),
    ]
    .concat();
    format!(
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
        <asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified>
          <unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
        <library_animations>{animations}</library_animations>
        <library_cameras>
          <camera id="wide"><optics><technique_common><perspective><xfov>50</xfov><aspect_ratio>1</aspect_ratio>
            <znear>300</znear><zfar>2000</zfar></perspective></technique_common></optics></camera>
          <camera id="flat"><optics><technique_common><orthographic><xmag sid="fm">220</xmag><aspect_ratio>1</aspect_ratio>
            <znear>1</znear><zfar>480</zfar></orthographic></technique_common></optics></camera></library_cameras>
        <library_lights>
          <light id="spot"><technique_common><spot><color>1 0.9 0.8</color><constant_attenuation>0.1</constant_attenuation>
            <linear_attenuation>0.001</linear_attenuation><quadratic_attenuation sid="sq">0.00001</quadratic_attenuation>
            <falloff_angle>70</falloff_angle><falloff_exponent>2</falloff_exponent></spot></technique_common></light>
          <light id="point"><technique_common><point><color>0.1 0.1 0.3</color><constant_attenuation>0</constant_attenuation>
            <linear_attenuation>0.004</linear_attenuation></point></technique_common></light>
          <light id="far"><technique_common><directional><color>0.3 0.3 0.3</color></directional></technique_common></light></library_lights>
        <library_effects><effect id="e"><profile_COMMON><technique sid="c"><phong><diffuse><color>0.9 0.3 0.2 1</color></diffuse>
          <specular><color>0.4 0.4 0.4 1</color></specular><shininess><float>20</float></shininess></phong></technique></profile_COMMON></effect></library_effects>
        <library_materials><material id="red"><instance_effect url="#e"/></material></library_materials>
        <library_geometries>{}{}{}{}</library_geometries>
        <library_controllers>{skin}{morph}</library_controllers>
        <library_visual_scenes><visual_scene id="v">{nodes}</visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#v"/></scene></COLLADA>"##,
        square("square", 200.0),
        mesh("block", block, faces),
        mesh("tall", &tall, faces),
        mesh("shear", &shear, faces),
    )
}

/// Pictures of four moments.
fn pictures(imported: &File, camera: &str) -> Vec<RgbaImage> {
    let camera = Some(camera.to_owned());
    let shot = Shot::default().with(|c| {
        c.size = (96, 96);
        c.camera = camera;
        c.samples = 1;
        c.threads = 1;
    });
    let mut studio = imported.studio(&shot).unwrap();
    [0.0, 0.45, 1.3, 2.0].into_iter().map(|t| studio.picture(t).unwrap()).collect()
}

/// Pixels that are not the same but for rounding.
fn apart(a: &RgbaImage, b: &RgbaImage) -> usize {
    let near = |p: &[u8; 4], q: &[u8; 4]| p.iter().zip(q).all(|(p, q)| p.abs_diff(*q) <= 2);
    a.pixels().zip(b.pixels()).filter(|(p, q)| !near(&p.0, &q.0)).count()
}

fn written(imported: &File, conversion: &Conversion) -> (File, portolan::scene::Losses) {
    let converted = imported.convert(conversion).unwrap();
    let invalid: Vec<_> = converted.losses.iter().filter(|l| l.message.contains("not valid")).collect();
    assert!(invalid.is_empty(), "{invalid:?}");
    let name = converted.files[0].0.clone();
    let files = converted.files.into_iter().fold(Memory::new(), |files, (name, bytes)| files.with(name, bytes));
    let back = OpenOptions::within(files.clone()).open(&name).unwrap();
    assert_eq!(back.scene().unwrap().check(), []);
    (back, converted.losses)
}

/// Looks the same before and after, and means the same.
#[track_caller]
fn same(conversion: Conversion, tolerance: f64) -> File {
    let before = import(&document());
    let (after, _) = written(&before, &conversion);
    let differences = compare(
        before.scene().unwrap(),
        after.scene().unwrap(),
        &Options { tolerance, moments: 7, ..Options::default() },
    );
    assert!(differences.is_empty(), "{differences:#?}");
    for camera in ["wide", "flat", "fit"] {
        for (moment, (a, b)) in pictures(&before, camera).iter().zip(pictures(&after, camera)).enumerate() {
            let apart = apart(a, &b);
            assert!(apart <= 10, "camera {camera}, picture {moment}: {apart} pixels differ");
        }
    }
    after
}

fn to(output: &'static Writer) -> Conversion {
    Conversion::to(output)
}

#[test]
fn the_document_is_seen_and_moves() {
    // Pictures that show nothing, or always the same, would prove nothing.
    let before = import(&document());
    assert_eq!(before.losses().unwrap().worst(), Some(Fate::Noted), "{:?}", before.losses().unwrap());
    for camera in ["wide", "flat", "fit"] {
        let taken = pictures(&before, camera);
        let seen = taken[0].pixels().filter(|p| p.0[3] > 0).count();
        assert!(seen > 1000, "{camera}: {seen}");
        assert!(taken.windows(2).all(|pair| apart(&pair[0], &pair[1]) > 200), "{camera}");
    }
}

#[test]
fn another_axis_up_looks_the_same() {
    for up in [UpAxis::X, UpAxis::Y, UpAxis::Z] {
        let after = same(to(&to::DAE).with(|c| c.up_axis = Some(up)), 1e-6);
        assert_eq!((after.scene().unwrap().space.up, after.scene().unwrap().space.metres), (up, 0.01));
    }
}

#[test]
fn another_unit_looks_the_same() {
    for unit in [1.0, 0.0254, 1000.0] {
        let after = same(to(&to::DAE).with(|c| c.unit = Some(unit)), 1e-6);
        assert_eq!(after.scene().unwrap().space.metres, unit);
    }
    let both = to(&to::DAE).with(|c| {
        c.unit = Some(1.0);
        c.up_axis = Some(UpAxis::Y);
    });
    assert_eq!(&*same(both, 1e-6).scene().unwrap().space.unit, "meter");
}

#[test]
fn one_matrix_a_node_looks_the_same() {
    let after = same(
        to(&to::DAE).with(|c| {
            c.single_matrix = true;
            c.tolerance = Some(1e-6);
        }),
        1e-5,
    );
    for node in &after.scene().unwrap().nodes {
        let steps: Vec<&Operation> = node.transforms.iter().map(|t| &t.operation).collect();
        assert!(matches!(steps[..], [Operation::Matrix(_)]), "{:?}: {steps:?}", node.meta.id);
    }
    let everything = to(&to::DAE).with(|c| {
        c.single_matrix = true;
        c.unit = Some(1.0);
        c.up_axis = Some(UpAxis::Y);
        c.triangulate = true;
        c.tolerance = Some(1e-6);
    });
    same(everything, 1e-5);
}

#[test]
fn samples_look_the_same() {
    // Often enough for everything that is not straight, with keys among the samples.
    let after = same(to(&to::DAE).with(|c| c.sample_rate = Some(200.0)), 1e-4);
    assert!(after.scene().unwrap().curves.iter().all(|c| c.keys.len() == 401 || c.keys.len() == 301));
    same(
        to(&to::DAE).with(|c| {
            c.sample_rate = Some(200.0);
            c.single_matrix = true;
        }),
        1e-3,
    );
}

#[test]
fn triangles_and_polygons_look_the_same() {
    let kinds = |scene: &Scene| -> Vec<PrimitiveKind> {
        let meshes = scene.geometries.iter().filter_map(|g| match &g.shape {
            Shape::Mesh(mesh) => Some(mesh),
            _ => None,
        });
        meshes.flat_map(|m| &m.primitives).map(|p| p.kind).collect()
    };
    let triangles = same(to(&to::DAE).with(|c| c.triangulate = true), 1e-6);
    assert!(kinds(triangles.scene().unwrap()).iter().all(|k| *k == PrimitiveKind::Triangles));
    let polygons = same(to(&to::DAE).with(|c| c.polygons = true), 1e-6);
    assert!(kinds(polygons.scene().unwrap()).iter().all(|k| *k == PrimitiveKind::Polygons));
    let kept = same(to(&to::DAE).with(|c| c.rebuild = true), 1e-6);
    assert_eq!(kinds(kept.scene().unwrap())[0], PrimitiveKind::Polygons);
    assert_eq!(kinds(kept.scene().unwrap())[1], PrimitiveKind::Triangles);
}

#[test]
fn there_and_back_gives_the_same_document() {
    let before = import(&document());
    let rebuilt = before.convert(&to(&to::DAE).with(|c| c.rebuild = true)).unwrap();
    let there = written(&before, &to(&to::DAE).with(|c| c.up_axis = Some(UpAxis::Y))).0;
    let back = there.convert(&to(&to::DAE).with(|c| c.up_axis = Some(UpAxis::Z))).unwrap();
    let numbers = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        let text = String::from_utf8(files[0].1.clone()).unwrap();
        let arrays = text.split("<float_array").skip(1).filter_map(|a| a.split('>').nth(1)?.split('<').next());
        let mut arrays: Vec<String> = arrays.map(str::to_owned).collect();
        for name in ["translate", "rotate", "scale", "skew", "lookat", "bind_shape_matrix"] {
            let open = format!("<{name}");
            let found = text.split(&open).skip(1).filter_map(|a| a.split('>').nth(1)?.split('<').next());
            arrays.extend(found.map(str::to_owned));
        }
        arrays
    };
    assert_eq!(numbers(&rebuilt.files), numbers(&back.files));
}

#[test]
fn other_formats_are_written_from_the_changed_scene() {
    let before = import(&document());
    let moved = to(&to::OBJ).with(|c| {
        c.unit = Some(1.0);
        c.up_axis = Some(UpAxis::Y);
    });
    let obj = before.convert(&moved).unwrap();
    let text = String::from_utf8(obj.files[0].1.clone()).unwrap();
    assert!(text.lines().any(|l| l == "v -2 0 2"), "the floor is in metres with Y up");
    let inches = to(&to::OBJ).with(|c| {
        c.unit = Some(0.0254);
        c.up_axis = Some(UpAxis::Z);
    });
    let obj = before.convert(&inches).unwrap();
    let text = String::from_utf8(obj.files[0].1.clone()).unwrap();
    assert!(text.lines().any(|l| l.starts_with("v -78.74")), "the floor is in inches");
    // OpenGEX says less than COLLADA, so it is its own measure.
    let plain = pictures(&written(&before, &to(&to::OGEX)).0, "fit");
    for conversion in [
        to(&to::OGEX).with(|c| {
            c.unit = Some(1.0);
            c.up_axis = Some(UpAxis::Y);
        }),
        to(&to::OGEX).with(|c| c.single_matrix = true),
    ] {
        let (after, _) = written(&before, &conversion);
        if conversion.unit.is_some() {
            assert_eq!((after.scene().unwrap().space.metres, after.scene().unwrap().space.up), (1.0, UpAxis::Y));
        }
        let apart = apart(&plain[0], &pictures(&after, "fit")[0]);
        assert!(apart <= 10, "{apart} pixels differ");
    }
}

#[test]
fn what_cannot_be_converted_says_its_unit_or_is_told() {
    let physics = r##"<library_physics_models><physics_model id="p"><rigid_body sid="b"><technique_common>
        <shape><box><half_extents>1 2 3</half_extents></box></shape></technique_common></rigid_body></physics_model></library_physics_models>"##;
    let text = document().replace("<library_visual_scenes>", &format!("{physics}<library_visual_scenes>"));
    let moved = to(&to::DAE).with(|c| c.unit = Some(1.0));
    let converted = import(&text).convert(&moved).unwrap();
    let told: Vec<Fate> = converted.losses.iter().filter(|l| l.code.id == "CNV881").map(|l| l.fate).collect();
    assert_eq!(told, [Fate::Noted]);
    let written = String::from_utf8(converted.files[0].1.clone()).unwrap();
    let library = written.split("<library_physics_models>").nth(1).unwrap();
    assert!(library.trim_start().starts_with("<asset>") && library.contains(r#"<unit meter="0.01"/>"#), "{library}");
    assert!(converted.losses.iter().all(|l| !l.message.contains("not valid")));
}
