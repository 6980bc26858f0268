//! Animations as numbers.

use portolan_scene::{
    Animation, Behaviour, CameraField, Channel, Curve, Interpolation, LightField, Methods, NodeId, Part, Scene, Target,
};

use super::super::Lowered;
use super::super::tests::lower;

fn codes(lowered: &Lowered) -> Vec<&'static str> {
    lowered.losses.iter().map(|l| l.code.id).filter(|id| id.starts_with("CNV2")).collect()
}

/// A source of numbers in rows.
fn numbers(id: &str, width: usize, values: &str) -> String {
    let total = values.split_whitespace().count();
    let params = r#"<param name="N" type="float"/>"#.repeat(width);
    format!(
        r##"<source id="{id}"><float_array id="{id}-a" count="{total}">{values}</float_array><technique_common>
        <accessor source="#{id}-a" count="{}" stride="{width}">{params}</accessor></technique_common></source>"##,
        total / width
    )
}

/// An animation with one sampler of keys, values, methods and tangents, and a channel.
struct Written<'w> {
    keys: &'w str,
    values: (usize, &'w str),
    methods: Option<&'w str>,
    tangents: Option<(usize, &'w str, &'w str)>,
    attributes: &'w str,
    target: &'w str,
}

impl Default for Written<'_> {
    fn default() -> Self {
        let (keys, values) = ("1 3", (1, "10 30"));
        Written { keys, values, methods: Some("LINEAR LINEAR"), tangents: None, attributes: "", target: "n/t.X" }
    }
}

impl Written<'_> {
    fn text(&self, id: &str) -> String {
        let Written { keys, values, methods, tangents, attributes, target } = self;
        let mut sources = numbers(&format!("{id}-i"), 1, keys) + &numbers(&format!("{id}-o"), values.0, values.1);
        let mut inputs =
            format!(r##"<input semantic="INPUT" source="#{id}-i"/><input semantic="OUTPUT" source="#{id}-o"/>"##);
        if let Some(words) = methods {
            sources += &format!(r##"<source id="{id}-m"><Name_array>{words}</Name_array></source>"##);
            inputs += &format!(r##"<input semantic="INTERPOLATION" source="#{id}-m"/>"##);
        }
        if let Some((width, arrive, leave)) = tangents {
            sources += &(numbers(&format!("{id}-in"), *width, arrive) + &numbers(&format!("{id}-out"), *width, leave));
            inputs += &format!(
                r##"<input semantic="IN_TANGENT" source="#{id}-in"/><input semantic="OUT_TANGENT" source="#{id}-out"/>"##
            );
        }
        format!(
            r##"<animation id="{id}">{sources}<sampler id="{id}-s" {attributes}>{inputs}</sampler>
            <channel source="#{id}-s" target="{target}"/></animation>"##
        )
    }

    fn lower(&self) -> Lowered {
        animate(&self.text("a"))
    }
}

/// Animations of a node with one transform of each kind, a camera, a light and a morph.
fn animate(animations: &str) -> Lowered {
    let morph = numbers("p", 3, "0 0 0");
    let weights = numbers("w", 1, "0 0.5");
    lower(&format!(
        r##"<library_animations>{animations}</library_animations>
        <library_geometries><geometry id="g"><mesh>{morph}<vertices id="v"><input semantic="POSITION" source="#p"/>
        </vertices></mesh></geometry></library_geometries>
        <library_controllers><controller id="c"><morph source="#g"><source id="t"><IDREF_array>g g</IDREF_array></source>
        {weights}<targets><input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#w"/>
        </targets></morph></controller></library_controllers>
        <library_cameras><camera id="cam"><optics><technique_common><perspective><yfov sid="YFOV">45</yfov>
        <znear>1</znear><zfar>9</zfar></perspective></technique_common></optics></camera></library_cameras>
        <library_lights><light id="l"><technique_common><point><color sid="color">1 1 1</color></point>
        </technique_common></light></library_lights>
        <library_visual_scenes><visual_scene id="s"><node id="n"><translate sid="t">0 0 0</translate>
        <rotate sid="r">0 0 1 0</rotate><matrix sid="mat">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><scale>1 1 1</scale>
        <node id="inner"/></node></visual_scene></library_visual_scenes>"##
    ))
}

fn curve(lowered: &Lowered) -> &Curve {
    &lowered.scene.curves[0]
}

fn channels(scene: &Scene) -> Vec<&Channel> {
    scene.animations.iter().flat_map(|a| &a.channels).collect()
}

fn transform(transform: u32, part: Part) -> Target {
    Target::Transform { node: NodeId(0), transform, part }
}

#[test]
fn keys_values_methods_and_behaviours_are_read() {
    let written = Written {
        keys: "0 1 2",
        values: (2, "0 1 10 11 20 21"),
        methods: Some("STEP LINEAR BEZIER"),
        attributes: r#"pre_behavior="CYCLE" post_behavior="CYCLE_RELATIVE""#,
        ..Written::default()
    };
    let lowered = written.lower();
    let curve = curve(&lowered);
    assert_eq!((curve.keys.as_slice(), curve.width), ([0.0, 1.0, 2.0].as_slice(), 2));
    assert_eq!(curve.values, [0.0, 1.0, 10.0, 11.0, 20.0, 21.0]);
    let methods = vec![Interpolation::Step, Interpolation::Linear, Interpolation::Bezier];
    assert_eq!(curve.methods, Methods::Each(methods));
    assert_eq!((curve.before, curve.after), (Behaviour::Cycle, Behaviour::CycleRelative));
    // The last method means nothing: no tangents are missed.
    assert_eq!(codes(&lowered), ["CNV228"]);
}

#[test]
fn tangents_are_told_apart_by_their_width() {
    fn one<'w>(tangents: (usize, &'w str, &'w str)) -> Written<'w> {
        Written { methods: Some("BEZIER BEZIER"), tangents: Some(tangents), ..Written::default() }
    }
    // One value: time and value.
    let lowered = one((2, "0.5 9 2.5 29", "1.5 11 3.5 31")).lower();
    let arrive = curve(&lowered).in_tangents.clone().expect("tangents");
    assert_eq!((arrive.times, arrive.values), (vec![0.5, 2.5], vec![9.0, 29.0]));
    let leave = curve(&lowered).out_tangents.clone().expect("tangents");
    assert_eq!((leave.times, leave.values), (vec![1.5, 3.5], vec![11.0, 31.0]));
    // One value: no time.
    let lowered = one((1, "9 29", "11 31")).lower();
    let leave = curve(&lowered).out_tangents.clone().expect("tangents");
    assert_eq!((leave.times, leave.values), (vec![], vec![11.0, 31.0]));
    assert_eq!(codes(&lowered), [] as [&str; 0]);
    // Three values: time then values, pairs, only values.
    for (width, row, times, values) in [
        (4, "0.1 1 2 3", vec![0.1, 0.1], vec![1.0, 2.0, 3.0]),
        (6, "0.1 1 0.2 2 0.3 3", vec![0.1, 0.2, 0.3, 0.1, 0.2, 0.3], vec![1.0, 2.0, 3.0]),
        (3, "1 2 3", vec![], vec![1.0, 2.0, 3.0]),
    ] {
        let both = format!("{row} {row}");
        let written = Written { values: (3, "1 2 3 4 5 6"), target: "n/t", ..one((width, &both, &both)) };
        let lowered = written.lower();
        let found = curve(&lowered).in_tangents.clone().expect("tangents");
        assert_eq!((found.times, found.values), (times, [values.clone(), values].concat()), "{width}");
        assert_eq!(codes(&lowered), [] as [&str; 0]);
    }
    // Five numbers for three values, and none at all: straight.
    for tangents in [Some((5, "1 2 3 4 5 1 2 3 4 5", "1 2 3 4 5 1 2 3 4 5")), None] {
        let written = Written {
            values: (3, "1 2 3 4 5 6"),
            methods: Some("HERMITE HERMITE"),
            tangents,
            target: "n/t",
            ..Written::default()
        };
        let lowered = written.lower();
        assert_eq!(curve(&lowered).methods, Methods::All(Interpolation::Linear));
        assert!(codes(&lowered).contains(&"CNV223"));
    }
}

#[test]
fn tangents_that_are_no_numbers_are_flat() {
    let written = Written {
        methods: Some("BEZIER BEZIER"),
        tangents: Some((2, "NaN 9 2.5 NaN", "1.5 11 INF 31")),
        ..Written::default()
    };
    let lowered = written.lower();
    let arrive = curve(&lowered).in_tangents.clone().expect("tangents");
    assert_eq!((arrive.times, arrive.values), (vec![1.0, 2.5], vec![9.0, 30.0]));
    assert_eq!(curve(&lowered).out_tangents.clone().expect("tangents").times, [1.5, 3.0]);
    assert_eq!(codes(&lowered), ["CNV223", "CNV223"]);
}

#[test]
fn keys_become_strictly_increasing() {
    for (keys, values, kept, of, expected) in [
        ("0 2 1", "0 20 10", vec![0.0, 1.0, 2.0], vec![0.0, 10.0, 20.0], vec!["CNV221"]),
        ("0 1 1", "0 10 20", vec![0.0, 1.0], vec![0.0, 10.0], vec!["CNV221"]),
        ("0 NaN 1", "0 10 20", vec![0.0, 1.0], vec![0.0, 20.0], vec!["CNV221"]),
        ("0 1 2", "0 NaN 20", vec![0.0, 2.0], vec![0.0, 20.0], vec!["CNV221"]),
        ("0 1 2", "0 10", vec![0.0, 1.0], vec![0.0, 10.0], vec!["CNV221"]),
        ("0 1", "0 10 20", vec![0.0, 1.0], vec![0.0, 10.0], vec!["CNV221"]),
        ("5", "7", vec![5.0], vec![7.0], vec![]),
    ] {
        let written =
            Written { keys, values: (1, values), methods: Some("LINEAR LINEAR LINEAR"), ..Written::default() };
        let lowered = written.lower();
        assert_eq!((&curve(&lowered).keys, &curve(&lowered).values), (&kept, &of), "{keys}");
        assert_eq!(codes(&lowered), expected, "{keys}");
    }
}

#[test]
fn what_samplers_lack_is_assumed_and_told() {
    for (written, expected) in [
        (Written { methods: None, ..Written::default() }, vec!["CNV222"]),
        (Written { methods: Some("LINEAR SMOOTH"), ..Written::default() }, vec!["CNV222"]),
        (Written { methods: Some("LINEAR"), ..Written::default() }, vec![]),
        (
            Written { keys: "0 1 2 3", values: (1, "0 1 2 3"), methods: Some("STEP"), ..Written::default() },
            vec!["CNV222"],
        ),
        (Written { attributes: r#"post_behavior="FOREVER""#, ..Written::default() }, vec!["CNV224"]),
        // Twice as many values as keys, given one by one.
        (Written { values: (1, "1 2 3 4"), ..Written::default() }, vec!["CNV221", "CNV228"]),
    ] {
        let lowered = written.lower();
        assert_eq!(codes(&lowered), expected);
        assert_eq!(channels(&lowered.scene).len(), 1);
    }
    for written in [
        Written { keys: "", ..Written::default() },
        Written { values: (1, ""), ..Written::default() },
        Written { keys: "NaN NaN", ..Written::default() },
    ] {
        let lowered = written.lower();
        assert_eq!(codes(&lowered).last(), Some(&"CNV220"));
        assert!(lowered.scene.curves.is_empty() && channels(&lowered.scene).is_empty());
    }
}

#[test]
fn behaviours_of_applications_are_read() {
    let extra = "<technique profile=\"MAYA\"><pre_infinity>LINEAR</pre_infinity><post_infinity>OSCILLATE</post_infinity></technique>";
    let text = Written::default().text("a").replacen("</source>", &format!("{extra}</source>"), 1);
    let lowered = animate(&text);
    assert_eq!((curve(&lowered).before, curve(&lowered).after), (Behaviour::Gradient, Behaviour::Oscillate));
}

#[test]
fn members_of_targets_are_found() {
    let matrix = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1";
    let morph = portolan_scene::ControllerId(0);
    let camera = portolan_scene::CameraId(0);
    let light = portolan_scene::LightId(0);
    let geometry = portolan_scene::GeometryId(0);
    let colour = |part| Target::Light { light, field: LightField::Colour, part };
    for (target, values, expected, told) in [
        ("n/t", (3, "0 0 0 1 2 3"), transform(0, Part::All), vec![]),
        ("n/t.Y", (1, "0 1"), transform(0, Part::At(1)), vec![]),
        ("n/t(2)", (1, "0 1"), transform(0, Part::At(2)), vec![]),
        ("n/r.ANGLE", (1, "0 90"), transform(1, Part::At(3)), vec![]),
        ("n/r(3)", (1, "0 90"), transform(1, Part::At(3)), vec![]),
        ("n/r.X", (1, "0 1"), transform(1, Part::At(0)), vec![]),
        // One number for a rotation can only be its angle.
        ("n/r", (1, "0 90"), transform(1, Part::At(3)), vec!["CNV228"]),
        ("n/mat", (16, matrix), transform(2, Part::All), vec![]),
        // Column, then row: the third number of the last column.
        ("n/mat(3)(2)", (1, "0 1"), transform(2, Part::At(11)), vec![]),
        ("n/t.x", (1, "0 1"), transform(0, Part::At(0)), vec!["CNV227"]),
        ("n/scale", (3, "1 1 1 2 2 2"), transform(3, Part::All), vec!["CNV227"]),
        ("w-a(1)", (1, "0 1"), Target::Weight { controller: morph, part: Part::At(1) }, vec![]),
        ("w-a", (2, "0 1 1 0"), Target::Weight { controller: morph, part: Part::All }, vec![]),
        ("cam/YFOV", (1, "45 60"), Target::Camera { camera, field: CameraField::Y }, vec![]),
        ("l/color", (3, "1 1 1 0 0 0"), colour(Part::All), vec![]),
        ("l/color", (4, "1 1 1 1 0 0 0 1"), colour(Part::All), vec![]),
        ("l/color.G", (1, "1 0"), colour(Part::At(1)), vec![]),
        ("p-a(1)", (1, "1 0"), Target::Stream { geometry, stream: 0, part: Part::At(1) }, vec![]),
    ] {
        let lowered = Written { target, values, ..Written::default() }.lower();
        let found: Vec<&Target> = channels(&lowered.scene).iter().map(|c| &c.target).collect();
        assert_eq!(found, [&expected], "{target}");
        assert_eq!(codes(&lowered), told, "{target}");
    }
}

#[test]
fn targets_that_are_not_there_or_have_no_place_are_told() {
    for (target, expected) in [
        ("none/t", "CNV225"),
        ("n/none", "CNV225"),
        ("n/t.ANGLE", "CNV225"),
        ("n/t(3)", "CNV225"),
        ("", "CNV225"),
        ("n//t", "CNV225"),
        ("n", "CNV226"),
        ("s", "CNV226"),
    ] {
        let lowered = Written { target, ..Written::default() }.lower();
        assert_eq!(codes(&lowered), [expected], "{target}");
        assert!(channels(&lowered.scene).is_empty());
    }
}

#[test]
fn too_few_numbers_leave_the_others_alone() {
    let lowered = Written { target: "n/t", values: (2, "0 1 2 3"), ..Written::default() }.lower();
    let found: Vec<(u32, &Target)> = channels(&lowered.scene).iter().map(|c| (c.first, &c.target)).collect();
    assert_eq!(found, [(0, &transform(0, Part::At(0))), (1, &transform(0, Part::At(1)))]);
    assert_eq!(codes(&lowered), ["CNV228"]);
}

#[test]
fn numbers_of_another_space_are_led_to_the_right_places() {
    // Centimetres with Z up in a document of metres with Y up: (x, y, z) becomes (x, z, −y) / 100.
    let matrix: String = (0..32).map(|i| format!("{i} ")).collect();
    for (target, values, expected) in [
        ("m/t", (3, "1 2 3 4 5 6"), vec![(0, 0, 0.01), (1, 2, -0.01), (2, 1, 0.01)]),
        ("m/t.Z", (1, "1 2"), vec![(0, 1, 0.01)]),
        ("m/r", (4, "0 0 1 0 0 0 1 90"), vec![(0, 0, 1.0), (1, 2, -1.0), (2, 1, 1.0), (3, 3, 1.0)]),
        ("m/s", (3, "1 1 1 1 2 3"), vec![(0, 0, 1.0), (1, 2, 1.0), (2, 1, 1.0)]),
    ] {
        let lowered = converted(target, values);
        let found: Vec<(u32, u32, f64)> =
            channels(&lowered.scene).iter().map(|c| (c.first, at(&c.target), c.factor)).collect();
        assert_eq!(found, expected, "{target}");
    }
    // A matrix: what the channels make of a row of numbers is what the frame makes of the matrix.
    let lowered = converted("m/mat", (16, &matrix));
    let mut moved = [0.0; 16];
    for channel in channels(&lowered.scene) {
        moved[at(&channel.target) as usize] = lowered.scene.curves[0].values[channel.first as usize] * channel.factor;
    }
    let node = lowered.scene.nodes.iter().find(|n| n.meta.id.as_deref() == Some("m")).expect("a node");
    for (found, expected) in moved.iter().zip(node.transforms[3].operation.values()) {
        assert!((found - expected).abs() < 1e-9, "{moved:?}");
    }
}

fn at(target: &Target) -> u32 {
    match target {
        Target::Transform { part: Part::At(place), .. } => *place,
        other => panic!("{other:?}"),
    }
}

/// A channel to a node with a unit and an axis of its own; its matrix holds the numbers 0 to 15.
fn converted(target: &str, values: (usize, &str)) -> Lowered {
    let animation = Written { target, values, ..Written::default() }.text("a");
    let numbers: String = (0..16).map(|i| format!("{i} ")).collect();
    lower(&format!(
        r##"<library_animations>{animation}</library_animations><library_nodes><node id="m">
        <asset><created/><modified/><unit meter="0.01" name="centimeter"/><up_axis>Z_UP</up_axis></asset>
        <translate sid="t">0 0 0</translate><rotate sid="r">0 0 1 0</rotate><scale sid="s">1 1 1</scale>
        <matrix sid="mat">{numbers}</matrix></node></library_nodes>"##
    ))
}

#[test]
fn animations_nest_and_clips_take_whole_branches() {
    let leaf = |id: &str| Written::default().text(id);
    let lowered = animate(&format!(
        r##"<animation id="outer">{}<animation id="middle">{}</animation></animation>{}{}<animation id="empty"/></library_animations>
        <library_animation_clips><animation_clip id="GuyWalking" start="0.25" end="1.25"><instance_animation url="#middle"/></animation_clip>
        <animation_clip id="GuyRunning" end="4.5"><instance_animation url="#middle"/><instance_animation url="#x"/></animation_clip>
        <animation_clip id="bad" start="2" end="1"><instance_animation url="#none"/><instance_animation url="#n"/></animation_clip>
        </library_animation_clips><library_animations>"##,
        leaf("a"),
        leaf("b"),
        leaf("x"),
        leaf("y"),
    ));
    let scene = &lowered.scene;
    let by_id = |id: &str| scene.animations.iter().find(|a| a.meta.id.as_deref() == Some(id)).expect("an animation");
    let clipped: Vec<&str> =
        scene.animations.iter().filter(|a| a.clipped).filter_map(|a| a.meta.id.as_deref()).collect();
    // Only what no clip names plays by itself; there, two drive the same.
    assert_eq!(clipped, ["middle", "b", "x"]);
    let nested: Vec<&str> = scene.animations.iter().filter(|a| a.nested).filter_map(|a| a.meta.id.as_deref()).collect();
    assert_eq!(nested, ["a", "middle", "b"]);
    let Animation { children, .. } = by_id("outer");
    let names: Vec<_> = children.iter().filter_map(|c| scene.animations[c.index()].meta.id.as_deref()).collect();
    assert_eq!(names, ["a", "middle"]);
    let clips: Vec<(f64, Option<f64>, usize)> =
        scene.clips.iter().map(|c| (c.start, c.end, c.animations.len())).collect();
    assert_eq!(clips, [(0.25, Some(1.25), 1), (0.0, Some(4.5), 2), (2.0, None, 0)]);
    assert_eq!(codes(&lowered), ["CNV229", "CNV229", "CNV229", "CNV230"]);
}

#[test]
fn one_sampler_may_feed_several_channels() {
    let text = Written::default().text("a");
    let more = text.replace(
        "</animation>",
        r##"<channel source="#a-s" target="n/t.Y"/><channel source="#none" target="n/t.Z"/></animation>"##,
    );
    let lowered = animate(&more);
    assert_eq!((lowered.scene.curves.len(), channels(&lowered.scene).len()), (1, 2));
    assert!(lowered.losses.iter().any(|l| l.code.id == "CNV100"));
}

#[test]
fn values_are_dealt_to_keys_when_the_accessor_counts_wrongly() {
    let written = Written { values: (3, "1 2 3 4 5 6"), target: "n/t", ..Written::default() };
    let text = written.text("a").replace(r##"source="#a-o-a" count="2""##, r##"source="#a-o-a" count="1""##);
    let lowered = animate(&text);
    assert_eq!((curve(&lowered).width, curve(&lowered).keys.len()), (3, 2));
    assert_eq!(curve(&lowered).values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(codes(&lowered), ["CNV221"]);
}

#[test]
fn two_channels_to_the_same_number_are_told() {
    let whole = Written { values: (3, "0 0 0 1 1 1"), target: "n/t", ..Written::default() }.text("a");
    for (target, expected) in [("n/t.Z", vec!["CNV230"]), ("n/r.ANGLE", vec![])] {
        let part = Written { target, ..Written::default() }.text("b");
        assert_eq!(codes(&animate(&(whole.clone() + &part))), expected, "{target}");
    }
}

#[test]
fn an_array_is_not_decoded_without_end() {
    let numbers = numbers("shared", 1, &"1234567 ".repeat(1 << 17));
    let sampler = |i: usize| {
        format!(
            r##"<sampler id="s{i}"><input semantic="INPUT" source="#shared"/><input semantic="OUTPUT" source="#shared"/></sampler>"##
        )
    };
    let samplers: String = (0..60).map(sampler).collect();
    let lowered = animate(&format!(r##"<animation id="a">{numbers}{samplers}</animation>"##));
    // 64 MiB and four times the document, at two MiB for each sampler.
    let curves = lowered.scene.curves.len();
    assert!((30..40).contains(&curves), "{curves}");
    assert!(codes(&lowered).contains(&"CNV220"));
}
