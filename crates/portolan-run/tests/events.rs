//! Events and routes (EV-1 to EV-5, RO-1), interpolators (IP-1, IP-2).

use portolan_run::{Given, Value};

use crate::{children, close, numbers, pairs, route};

/// Transforms with these names.
fn transforms(names: &[&str]) -> String {
    names.iter().map(|n| format!(r#"<Transform name="{n}"><children/></Transform>"#)).collect()
}

#[test]
fn ev_3_fan_out_serves_all_routes_in_order() {
    let routes = ["B.translation", "C.translation", "D.scale"].map(|to| route("A.translation", to)).concat();
    let mut play = children(&(transforms(&["A", "B", "C", "D"]) + &routes));
    play.numbers_to(1.0, "A.translation", &[1.0, 2.0, 3.0]).to(2.0, 1);
    let heard: Vec<(f64, String, String)> = play.heard().into_iter().map(|h| (h.t, h.what, h.by)).collect();
    let by = "A.translation".to_owned();
    let wanted = [
        ("A.translation", "input".to_owned()),
        ("B.translation", by.clone()),
        ("C.translation", by.clone()),
        ("D.scale", by),
    ];
    assert_eq!(heard, wanted.map(|(what, by)| (1.0, what.to_owned(), by)));
    play.is("D.scale", &[1.0, 2.0, 3.0]);
}

#[test]
fn ev_2_loops_end_by_themselves() {
    let routes = route("A.translation", "B.translation") + &route("B.translation", "A.translation");
    let mut play = children(&(transforms(&["A", "B"]) + &routes));
    play.numbers_to(1.0, "A.translation", &[1.0, 0.0, 0.0]);
    play.numbers_to(1.0, "B.set_translation", &[2.0, 0.0, 0.0]);
    play.to(2.0, 1);
    // Two cascades at one time: each reaches both nodes once.
    pairs(&play.values("A.translation"), &[(1.0, 1.0), (1.0, 2.0)]);
    pairs(&play.values("B.translation"), &[(1.0, 1.0), (1.0, 2.0)]);
    assert!(play.run.is_complete());
}

#[test]
fn ev_3_of_several_values_the_last_route_counts() {
    // The second interpolator is served first, but its route is the last one.
    let scalar = |name: &str, value: f64| {
        format!(
            r#"<PositionInterpolator name="{name}"><key>0</key><keyValue>{value} 0 0</keyValue></PositionInterpolator>"#
        )
    };
    let routes = ["J.set-fraction", "I.set-fraction"].map(|to| route("S.go", to)).concat()
        + &route("I.value-changed", "T.translation")
        + &route("J.value-changed", "T.translation");
    let script = r#"<Script name="S"><field name="go" type="SFFloat" accessType="inputOutput" value="0"/></Script>"#;
    let mut play = children(&(transforms(&["T"]) + script + &scalar("I", 1.0) + &scalar("J", 2.0) + &routes));
    play.set(1.0, "S.go", Given::Number(0.5)).to(1.0, 1);
    pairs(&play.values("T.translation"), &[(1.0, 1.0), (1.0, 2.0)]);
    play.is("T.translation", &[2.0, 0.0, 0.0]);
    assert!(play.found().contains(&"RUN002"));
}

#[test]
fn ro_1_a_route_to_nowhere_is_told_and_ignored() {
    let mut play = children(&(transforms(&["A"]) + &route("A.translation", "Nobody.translation")));
    play.numbers_to(0.0, "A.translation", &[1.0, 0.0, 0.0]).to(0.0, 1);
    play.is("A.translation", &[1.0, 0.0, 0.0]);
    assert!(play.found().contains(&"CNV903"), "{:?}", play.found());
}

#[test]
fn ip_2_each_fraction_gives_one_value_also_where_nothing_is_drawn() {
    let inner = r#"<Switch><children><Group><children>
        <ScalarInterpolator name="I"><key>0 1</key><keyValue>10 20</keyValue></ScalarInterpolator>
        </children></Group></children></Switch>"#;
    let mut play = children(inner);
    for (t, fraction) in [(1.0, -1.0), (2.0, 0.25), (3.0, 7.0)] {
        play.set(t, "I.set_fraction", Given::Number(fraction));
    }
    play.to(4.0, 1);
    pairs(&play.values("I.value-changed"), &[(1.0, 10.0), (2.0, 12.5), (3.0, 20.0)]);
}

#[test]
fn all_interpolators_at_half_of_the_cycle() {
    // One clock of four seconds: at two seconds the fraction is a half.
    let routes = ["Pos", "Rot", "Col", "Morph", "Shade", "Dim"]
        .map(|i| route("Clock.fraction-changed", &format!("{i}.set-fraction")));
    let ends = [
        ("Pos", "Mover.translation"),
        ("Rot", "Turner.rotation"),
        ("Col", "Paint.diffuseColor"),
        ("Morph", "Quad.coord"),
        ("Shade", "Quad.normal"),
        ("Dim", "Lamp.intensity"),
    ]
    .map(|(from, to)| route(&format!("{from}.value-changed"), to));
    let world = format!(
        r#"<TimeSensor name="Clock" cycleInterval="4" loop="true"/>
        <PositionInterpolator name="Pos"><key>0 0.5 1</key><keyValue>-3 0 0  3 2 0  -3 0 0</keyValue></PositionInterpolator>
        <OrientationInterpolator name="Rot"><key>0 1</key><keyValue>1 0 0 0  1 0 0 3.14159265</keyValue></OrientationInterpolator>
        <ColorInterpolator name="Col"><key>0 1</key><keyValue>1 0 0 1  0 1 0 0.5</keyValue></ColorInterpolator>
        <CoordinateInterpolator name="Morph"><key>0 1</key><keyValue>0 0 0  1 0 0  0 1 0   0 0 0  1 0 0  0 3 0</keyValue></CoordinateInterpolator>
        <NormalInterpolator name="Shade"><key>0 1</key><keyValue>0 0 1  1 0 0</keyValue></NormalInterpolator>
        <ScalarInterpolator name="Dim"><key>0 1</key><keyValue>0 1</keyValue></ScalarInterpolator>
        <PointLight name="Lamp"/>
        <Transform name="Mover"><children><Shape><appearance><Material name="Paint"/></appearance><geometry><Box/></geometry></Shape></children></Transform>
        <Transform name="Turner"><children/></Transform>
        <Shape><geometry><IndexedFaceSet name="Quad" normalPerVertex="false"><coord>0 0 0  1 0 0  0 1 0</coord><coordIndex>0 1 2 -1</coordIndex><normal>0 0 1</normal></IndexedFaceSet></geometry></Shape>
        {}{}"#,
        routes.concat(),
        ends.concat()
    );
    let mut play = children(&world);
    play.to(2.0, 2);
    let root = 0.5f64.sqrt();
    play.is("Mover.translation", &[3.0, 2.0, 0.0]);
    play.is("Turner.rotation", &[1.0, 0.0, 0.0, std::f64::consts::FRAC_PI_2]);
    play.is("Paint.diffuseColor", &[1.0, 1.0, 0.0, 0.75]);
    play.is("Quad.coord[2]", &[0.0, 2.0, 0.0]);
    play.is("Quad.normal", &[root, 0.0, root]);
    play.is("Lamp.intensity", &[0.5]);
    // The box is two wide and stands at 3 2 0 now; the triangle reaches down to 0 0 0.
    let (least, most) = play.run.bounds().unwrap();
    close(&least.to_array(), &[0.0, 0.0, -1.0]);
    close(&most.to_array(), &[4.0, 3.0, 1.0]);
    // What caused what.
    assert_eq!(play.of("Pos.value-changed")[0].by, "Clock.fraction-changed");
    assert_eq!(play.of("Mover.translation")[0].by, "Pos.value-changed");
}

#[test]
fn children_come_and_go() {
    let mut play = children(
        r#"<Group name="G"><children/></Group><Switch whichChoice="-1"><children>
        <Shape name="S"><geometry><Box size="2 4 6"/></geometry></Shape></children></Switch>"#,
    );
    play.to(0.0, 1);
    assert_eq!(play.run.bounds(), None);
    play.set(1.0, "G.addChildren", Given::Text("S".into()));
    // Twice is once.
    play.set(1.5, "G.addChildren", Given::Text("S".into()));
    play.to(2.0, 1);
    assert_eq!(play.of("G.children").len(), 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[1.0, 2.0, 3.0]);
    // A group does not hold itself.
    play.set(2.0, "G.children", Given::Text("G".into()));
    play.set(3.0, "G.removeChildren", Given::Text("S".into()));
    play.to(4.0, 1);
    assert_eq!(play.run.bounds(), None);
    assert!(play.found().contains(&"RUN007"));
    assert_eq!(play.value("G.children"), Value::Nodes(vec![]));
}

#[test]
fn g_3_every_field_is_writable_and_has_a_path() {
    let mut play = children(r#"<Viewpoint/><Shape><geometry><Box/></geometry></Shape>"#);
    play.numbers_to(1.0, "World.children[1].geometry.size", &[4.0, 2.0, 2.0]).to(1.0, 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[2.0, 1.0, 1.0]);
    let heard = play.of("World.children[1].geometry.size");
    assert_eq!(numbers(&heard[0].value)[0], 4.0);
    for (address, given) in
        [("Nobody.size", Given::Number(1.0)), ("World.children[1].geometry.size", Given::Number(1.0))]
    {
        play.set(2.0, address, given);
    }
    play.to(2.0, 1);
    assert_eq!(play.found().iter().filter(|c| **c == "RUN001").count(), 2);
}

#[test]
fn pr_1_fields_of_prototypes_are_those_of_their_bodies() {
    let text = format!(
        r##"<ProtoDeclare name="Lamp"><interface><field name="lit" type="SFBool" accessType="inputOutput" value="true"/></interface>
        <body><Group><children><PointLight name="Bulb"/></children></Group></body><connect node="Bulb" field="on" protoField="lit"/></ProtoDeclare>
        <children><ProtoInstance name="L1" proto="#Lamp"/><ProtoInstance name="L2" proto="#Lamp"><fieldValue name="lit" value="false"/></ProtoInstance>
        {}</children>"##,
        route("L1.lit", "L2.set_lit")
    );
    let mut play = crate::world(&text);
    play.to(0.0, 1);
    play.is("L1.lit", &[1.0]);
    play.is("L2.lit", &[0.0]);
    play.set(1.0, "L1.lit", Given::Bool(true)).to(1.0, 1);
    play.is("L2.lit", &[1.0]);
    // Nodes in a body have no names outside of it.
    pairs(&play.values("L2.children[0].on"), &[(1.0, 1.0)]);
}

#[test]
fn in_1_an_inline_with_another_url_brings_another_world() {
    let first = r#"<children><Inline name="I" url="b.xwrl"/></children>"#;
    let part = |size: &str, name: &str| {
        format!(
            r#"<children><Shape><geometry><Box size="{size}"/></geometry></Shape><TimeSensor name="{name}" loop="true"/><Transform name="T{name}"><children/></Transform></children>"#
        )
    };
    let memory = portolan_resources::Memory::new()
        .with("a.xwrl", crate::document(first))
        .with("b.xwrl", crate::document(&part("2 2 2", "B")))
        .with("c.xwrl", crate::document(&part("6 6 6", "C")));
    let mut play = crate::play(memory, portolan_run::Options::default());
    play.to(0.0, 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[1.0; 3]);
    play.set(1.0, "I.url", Given::Text("c.xwrl".into())).to(1.5, 1);
    close(&play.run.bounds().unwrap().1.to_array(), &[3.0; 3]);
    pairs(&play.values("C.is-active"), &[(1.0, 1.0)]);
    play.set(2.0, "I.url", Given::Text("gone.xwrl".into())).to(2.0, 1);
    assert_eq!(play.run.bounds(), None);
    assert!(play.found().contains(&"CNV904"), "{:?}", play.found());
}
