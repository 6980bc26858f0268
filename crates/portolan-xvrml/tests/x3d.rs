//! X3D and VRML97 become the same scenes. Numbers are worked out from ISO/IEC 14772-1.

use portolan_format::{Content, Format, Input};
use portolan_resources::Memory;
use portolan_scene::{Channel, Role, Shape, Target};
use portolan_syntax::Limits;

use super::{Read, box_close, close};

pub fn open(format: &'static Format, name: &str, memory: &Memory, limits: &Limits) -> Read {
    use portolan_resources::Resources;
    let input = Input {
        location: name,
        name,
        content: Content::Bytes(memory.read(name, u64::MAX).unwrap()),
        encoding: None,
        version: None,
        start: None,
        thorough: false,
        resources: memory,
        limits,
    };
    let lowered = (format.open)(input).unwrap().lower(memory).unwrap();
    let faults = lowered.scene.check();
    assert!(faults.is_empty(), "{faults:?}");
    Read { scene: lowered.scene, losses: lowered.losses }
}

/// Reads a world in the classic encoding.
fn classic(text: &str) -> Read {
    with(text, Memory::new())
}

fn with(text: &str, memory: Memory) -> Read {
    let memory = memory.with("a.wrl", format!("#VRML V2.0 utf8\n{text}"));
    open(&portolan_xvrml::VRML97, "a.wrl", &memory, &Limits::default())
}

/// Reads a scene in XML.
fn xml(text: &str) -> Read {
    let memory = Memory::new().with("a.x3d", format!("<X3D version='3.2'><Scene>{text}</Scene></X3D>"));
    open(&portolan_xvrml::X3D, "a.x3d", &memory, &Limits::default())
}

#[test]
fn both_encodings_place_the_same() {
    // T(1,2,3) · R(z, 90°) turns a box of 2×4×6 so that x and y change places: 1±2, 2±1, 3±3.
    let wrl = classic(
        "Transform { children Shape { geometry Box { size 2 4 6 } } translation 1, 2, 3 rotation 0 0 1 1.5707964 }",
    );
    let x3d =
        xml("<Transform translation='1 2 3' rotation='0 0 1 1.5707964'><Shape><Box size='2 4 6'/></Shape></Transform>");
    for read in [wrl, x3d] {
        assert_eq!(read.lost(), Vec::<&str>::new());
        box_close(read.bounds(), [-1.0, 1.0, 0.0], [3.0, 3.0, 6.0]);
    }
}

#[test]
fn viewpoints_are_where_the_eyes_are_and_the_headlight_is_on() {
    // VRML97 6.29, 6.53: without a NavigationInfo the headlight is on; the default view is at 0 0 10.
    let plain = classic("Shape { geometry Sphere {} } PointLight {}");
    close(plain.eye().w_axis.truncate(), [0.0, 0.0, 10.0]);
    assert!(plain.scene.views[0].headlight);
    let off = xml("<NavigationInfo headlight='false'/><Viewpoint position='1 2 3'/>");
    close(off.eye().w_axis.truncate(), [1.0, 2.0, 3.0]);
    assert!(!off.scene.views[0].headlight);
}

#[test]
fn shared_coordinates_and_appearances_are_there_twice() {
    let read = classic(
        "Shape { appearance DEF A Appearance { material Material { diffuseColor 1 0 0 transparency .5 } } \
           geometry IndexedFaceSet { coord DEF C Coordinate { point [ 0 0 0, 1 0 0, 1 1 0 ] } coordIndex [ 0 1 2 ] } } \
         Transform { translation 0 0 5 children Shape { appearance USE A geometry IndexedFaceSet { coord USE C coordIndex 0 1 2 -1 } } }",
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [0.0, 0.0, 0.0], [1.0, 1.0, 5.0]);
    assert_eq!((read.scene.geometries.len(), read.scene.materials.len()), (2, 1));
    assert_eq!(read.scene.materials[0].transparency.as_ref().unwrap().0, 0.5);
}

#[test]
fn a_name_that_is_given_again_means_the_last_node_before() {
    // ISO/IEC 14772-1 4.6.2.
    let read = classic(
        "Shape { geometry DEF G Box { size 2 2 2 } } Transform { translation 10 0 0 children Shape { geometry USE G } } \
         Shape { geometry DEF G Box { size 1 1 1 } } Transform { translation 20 0 0 children Shape { geometry USE G } }",
    );
    box_close(read.bounds(), [-1.0, -1.0, -1.0], [20.5, 1.0, 1.0]);
}

#[test]
fn colours_have_three_components_and_rgba_four() {
    // Twelve numbers are four colours, whatever else they might be.
    let read = xml("<Shape><IndexedFaceSet coordIndex='0 1 2 3 -1'><Coordinate point='0 0 0 1 0 0 1 1 0 0 1 0'/>\
         <Color color='1 0 0 0 1 0 0 0 1 .5 .5 .5'/></IndexedFaceSet></Shape>\
         <Shape><PointSet><Coordinate point='0 0 0'/><ColorRGBA color='1 0 0 .25'/></PointSet></Shape>");
    assert_eq!(read.lost(), Vec::<&str>::new());
    let colours = |place: usize| {
        let Shape::Mesh(mesh) = &read.scene.geometries[place].shape else { panic!() };
        mesh.streams.iter().find(|s| s.width == 4).unwrap().data.clone()
    };
    assert_eq!(colours(0)[12..], [0.5, 0.5, 0.5, 1.0]);
    assert_eq!(colours(1), [1.0, 0.0, 0.0, 0.25]);
}

#[test]
fn sets_of_triangles_become_faces() {
    // A strip of four points is two triangles, a fan of four too, and two lines have three points and two.
    let strip = xml(
        "<Shape><TriangleStripSet stripCount='4'><Coordinate point='0 0 0 1 0 0 0 1 0 1 1 0'/></TriangleStripSet></Shape>",
    );
    let fan = xml(
        "<Shape><IndexedTriangleFanSet index='0 1 2 3 -1'><Coordinate point='0 0 0 1 0 0 1 1 0 0 1 0'/></IndexedTriangleFanSet></Shape>",
    );
    let lines =
        xml("<Shape><LineSet vertexCount='3 2'><Coordinate point='0 0 0 1 0 0 1 1 0 0 1 0 5 5 5'/></LineSet></Shape>");
    let counts = |read: &Read| {
        let Shape::Mesh(mesh) = &read.scene.geometries[0].shape else { panic!() };
        mesh.primitives[0].counts.clone()
    };
    assert_eq!((counts(&strip), counts(&fan), counts(&lines)), (vec![3, 3], vec![3, 3], vec![3, 2]));
    // All triangles of a strip look to the same side.
    let Shape::Mesh(mesh) = &strip.scene.geometries[0].shape else { panic!() };
    let normals = &mesh.streams[1].data;
    assert!(normals.as_chunks::<3>().0.iter().all(|n| *n == [0.0, 0.0, 1.0]), "{normals:?}");
}

#[test]
fn prototypes_are_expanded_with_their_fields() {
    // The radius is 3 by the instance, the place 0 1 0 by the default; IS goes through a second prototype.
    let read = classic(
        "PROTO Inner [ field SFFloat r 1 field MFNode more [] ] { Group { children [ Shape { geometry Sphere { radius IS r } } ] } } \
         PROTO Ball [ field SFFloat size 1 exposedField SFVec3f at 0 1 0 ] { Transform { translation IS at children Inner { r IS size } } } \
         Ball { size 3 }",
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [-3.0, -2.0, -3.0], [3.0, 4.0, 3.0]);
    // A prototype of an appearance, and a node as the value of a field.
    let read = xml(
        "<ProtoDeclare name='Red'><ProtoInterface><field name='mat' type='SFNode' accessType='initializeOnly'/></ProtoInterface>\
         <ProtoBody><Appearance><IS><connect nodeField='material' protoField='mat'/></IS></Appearance></ProtoBody></ProtoDeclare>\
         <Shape><ProtoInstance name='Red' containerField='appearance'><fieldValue name='mat'><Material diffuseColor='1 0 0'/>\
         </fieldValue></ProtoInstance><Box/></Shape>",
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    assert_eq!(read.scene.materials[0].diffuse.as_ref().unwrap().value, [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn worlds_inline_each_other_across_formats() {
    let memory = Memory::new()
        .with("b.x3d", "<X3D version='3.0'><Scene><Background skyColor='1 0 0'/><Transform translation='0 5 0'><Inline url='\"missing.wrl\" \"c.xwrl\"'/></Transform></Scene></X3D>")
        .with("c.xwrl", super::document("<children><Shape><geometry><Box/></geometry></Shape></children>"))
        .with("d.wrl", "#VRML V2.0 utf8\nPROTO First [] { Shape { geometry Cone {} } } PROTO P [] { Shape { geometry Box { size 4 4 4 } } }");
    let read = with(
        "Inline { url \"b.x3d\" } EXTERNPROTO P [] [ \"d.wrl#P\" ] Transform { translation 20 0 0 children P {} }",
        memory,
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [-1.0, -2.0, -2.0], [22.0, 6.0, 2.0]);
}

#[test]
fn pr_1_a_prototype_that_its_file_does_not_have_is_told() {
    let memory =
        || Memory::new().with("d.wrl", "#VRML V2.0 utf8\nPROTO First [] { Shape { geometry Sphere { radius 9 } } }");
    let read = with("EXTERNPROTO P [] \"d.wrl#Other\" P {} Shape { geometry Box {} }", memory());
    assert_eq!(read.lost(), ["CNV907"]);
    box_close(read.bounds(), [-1.0; 3], [1.0; 3]);
    // Another file may have it; without a name it is the first one (VRML97, 4.9).
    let read = with("EXTERNPROTO P [] [ \"d.wrl#Other\", \"d.wrl\" ] P {}", memory());
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [-9.0; 3], [9.0; 3]);
}

#[test]
fn routes_to_folded_nodes_drive_where_their_fields_went() {
    let read = classic(
        "Shape { geometry IndexedFaceSet { coord DEF C Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 ] } } \
         DEF T TimeSensor { loop TRUE } DEF I CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 0 1 0, 0 0 0 2 0 0 0 2 0 ] } \
         ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO C.set_point",
    );
    // A clock that runs from the start is a clip and also plays by itself.
    assert_eq!((read.scene.clips.len(), read.scene.animations.len()), (1, 2), "{:?}", read.lost());
    for animation in &read.scene.animations {
        assert!(matches!(animation.channels.as_slice(), [Channel { target: Target::Weight { .. }, .. }]));
    }
}

#[test]
fn cycles_that_are_not_above_0_are_as_long_as_the_default() {
    // ISO/IEC 14772-1 6.50: cycleInterval is in (0, ∞), 1 by default.
    for cycle in ["0", "-2"] {
        let read = classic(&format!(
            "DEF A Transform {{}} DEF T TimeSensor {{ cycleInterval {cycle} }} \
             DEF I PositionInterpolator {{ key [ 0 .5 1 ] keyValue [ 0 0 0, 1 0 0, 0 0 0 ] }} \
             ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO A.set_translation"
        ));
        assert_eq!((read.scene.clips[0].end, &*read.scene.curves[0].keys), (Some(1.0), &[0.0, 0.5, 1.0][..]));
    }
}

#[test]
fn levels_choices_links_and_collisions_are_read_in_both_spellings() {
    let read = classic(
        "Switch { whichChoice 1 choice [ Shape { geometry Box {} } Shape { geometry Sphere { radius 3 } } ] } \
         Collision { collide FALSE children Shape { geometry Box {} } proxy Shape { geometry Box { size 9 9 9 } } } \
         Anchor { url [ \"a.wrl#V\" \"b.wrl\" ] description \"d\" parameter [ \"target=x\" ] }",
    );
    assert_eq!(read.lost(), Vec::<&str>::new());
    box_close(read.bounds(), [-3.0, -3.0, -3.0], [3.0, 3.0, 3.0]);
    let roles: Vec<&Role> = read.scene.nodes.iter().filter_map(|n| n.role.as_deref()).collect();
    assert!(roles.iter().any(|r| matches!(r, Role::Obstacle { solid: false, proxy: Some(_) })));
    assert!(roles.iter().any(|r| matches!(r, Role::Link { url, .. } if &**url == "a.wrl#V")));
}

#[test]
fn backgrounds_are_turned_by_what_is_above_them() {
    let read = xml(
        "<Transform rotation='0 1 0 0.5'><Transform rotation='0 1 0 0.25'><Background skyColor='0 0 1'/></Transform></Transform>",
    );
    let [x, y, z, degrees] = read.scene.backgrounds[0].rotation;
    close([x, y, z], [0.0, 1.0, 0.0]);
    assert!((degrees - 0.75f64.to_degrees()).abs() < 1e-5, "{degrees}");
}

#[test]
fn nodes_beyond_are_told_and_their_children_stay() {
    let read = xml(
        "<Unheard><Shape><Box/></Shape></Unheard><HAnimJoint translation='5 0 0'><Shape><Box/></Shape></HAnimJoint><KeySensor/>",
    );
    assert_eq!(read.lost(), ["CNV902"; 3]);
    box_close(read.bounds(), [-1.0, -1.0, -1.0], [6.0, 1.0, 1.0]);
}

#[test]
fn pixels_are_pictures() {
    let read = classic(
        "Shape { appearance Appearance { texture PixelTexture { image 2 1 3 0xFF0000 0x00FF00 } } geometry Box {} }",
    );
    assert_eq!((read.scene.images.len(), read.lost()), (1, vec![]));
}

#[test]
fn vrml_1_is_told() {
    let memory = Memory::new().with("a.wrl", "#VRML V1.0 ascii\nSeparator { Cube {} }");
    let read = open(&portolan_xvrml::VRML97, "a.wrl", &memory, &Limits::default());
    let told: Vec<&str> = read.losses.iter().map(|l| l.message.as_str()).collect();
    assert!(told.iter().any(|m| m.contains("VRML 1.0")), "{told:?}");
}

#[test]
fn bad_worlds_become_scenes() {
    let worlds = [
        "DEF A Group { children USE A }",
        "PROTO P [] { P {} } P {}",
        "PROTO P [] { Group { children P {} } } P {}",
        "EXTERNPROTO E [] \"a.wrl#E\" E {}",
        "Inline { url \"a.wrl\" }",
        "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 nan 1 ] } coordIndex [ 0 9 -7 1 ] } }",
        "Shape { geometry Shape {} appearance Box {} } ROUTE a.b TO c.d ROUTE",
        "Shape { appearance Appearance { texture PixelTexture { image 9 9 9 1 } textureTransform USE nothing } }",
        "Unknown { x [ 1 2 3 ] y { z } }",
    ];
    for text in worlds {
        classic(text);
    }
}

#[test]
fn damaged_worlds_become_scenes() {
    let text = include_str!("../../../examples/vrml/lamp.wrl").strip_prefix("#VRML V2.0 utf8\n").unwrap();
    let mut seed = 11u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    for _ in 0..300 {
        let mut damaged = words.clone();
        for _ in 0..1 + random(4) {
            let (from, to) = (random(damaged.len()), random(damaged.len()));
            match random(3) {
                0 => damaged.swap(from, to),
                1 => drop(damaged.remove(from)),
                _ => damaged[to] = damaged[from],
            }
        }
        classic(&damaged.join("\n"));
    }
}

#[test]
fn what_is_unknown_in_an_appearance_does_not_take_the_place_of_the_shape() {
    let shaders = "shaders ComposedShader { parts ShaderPart { url \"a.fs\" } }";
    let read = classic(&format!(
        "Shape {{ appearance Appearance {{ material Material {{ diffuseColor 1 0 0 }} {shaders} }} geometry Box {{}} }} \
         Shape {{ appearance Appearance {{ odd Odd {{ texture DEF T Odder {{ more Oddest {{}} }} }} }} geometry Box {{}} }}"
    ));
    box_close(read.bounds(), [-1.0; 3], [1.0; 3]);
    assert_eq!(read.scene.geometries.len(), 2);
    assert!(read.lost().iter().all(|code| *code == "CNV902"), "{:?}", read.lost());
}

#[test]
fn worlds_are_inlined_by_nodes_of_other_names() {
    let memory = Memory::new().with("b.wrl", "#VRML V2.0 utf8\nShape { geometry Box { size 4 2 2 } }");
    for node in ["Inline", "InlineLoadControl", "KambiInline"] {
        let read = with(&format!("{node} {{ url \"b.wrl\" }}"), memory.clone());
        box_close(read.bounds(), [-2.0, -1.0, -1.0], [2.0, 1.0, 1.0]);
    }
}

#[test]
fn a_node_has_its_own_fields_within_a_prototype_and_those_of_the_prototype_outside() {
    // Inside, `keyValue` is the list of the interpolator; outside it is the one of the script.
    let read = classic(
        "PROTO Flat [ exposedField MFVec2f keyValue [ 0 0, 1 1 ] eventIn SFFloat set_fraction ] { \
           DEF I PositionInterpolator { key [ 0 1 ] set_fraction IS set_fraction } \
           DEF S Script { eventOut MFVec3f out exposedField MFVec2f flat IS keyValue url \"javascript:\" } \
           ROUTE S.out TO I.keyValue } \
         DEF T TimeSensor {} DEF F Flat {} DEF X Script { eventOut MFVec2f two url \"javascript:\" } \
         ROUTE T.fraction_changed TO F.set_fraction ROUTE X.two TO F.keyValue Shape { geometry Box {} }",
    );
    assert!(!read.losses.iter().any(|l| l.code.id == "CNV908"), "{:?}", read.losses);
}

#[test]
fn a_texture_transform_without_a_texture_holds_numbers_for_a_prototype() {
    let read = classic(
        "PROTO P [ exposedField SFFloat n 2 ] { Shape { appearance Appearance { textureTransform TextureTransform { rotation IS n } } \
         geometry Box {} } } DEF A P { n 3 } DEF T TimeSensor {} ROUTE T.fraction_changed TO A.set_n",
    );
    assert!(!read.losses.iter().any(|l| l.code.id == "CNV908"), "{:?}", read.losses);
    box_close(read.bounds(), [-1.0; 3], [1.0; 3]);
}
