//! Scripts (SC-1 to SC-3, G-2, G-4).

use portolan_resources::Memory;
use portolan_run::{Action, Found, Given, Options, START, Value};

use crate::{Play, children, close, document, numbers, pairs, play, route, world};

/// A script with fields and a program.
fn script(fields: &str, source: &str) -> String {
    format!(r#"<Script name="S" directOutput="true">{fields}<source><![CDATA[{source}]]></source></Script>"#)
}

fn field(name: &str, ty: &str, access: &str, value: &str) -> String {
    format!(r#"<field name="{name}" type="{ty}" accessType="{access}" value="{value}"/>"#)
}

/// A world with a script that has an input `go` of a number.
fn going(source: &str, more: &str) -> Play {
    children(&(script(&field("go", "SFFloat", "inputOnly", ""), source) + more))
}

fn prints(play: &Play) -> Vec<String> {
    play.run.prints().iter().map(|p| p.text.clone()).collect()
}

#[test]
fn sc_1_functions_are_called_in_their_order() {
    let source = "function initialize() { print('begin'); }
        function go(value, time) { print('go', value, time); }
        function eventsProcessed() { print('done'); }
        function shutdown() { print('end'); }";
    let mut play = going(source, "");
    play.set(1.0, "S.go", Given::Number(2.5)).to(2.0, 1);
    play.run.finish();
    assert_eq!(
        prints(&play),
        ["begin".to_owned(), format!("go 2.5 {}", START + 1.0), "done".to_owned(), "end".to_owned()]
    );
}

#[test]
fn sc_2_nodes_are_reached_by_name_path_and_accessors() {
    let fields = field("clicked", "SFTime", "inputOnly", "")
        + &field("count", "SFInt32", "initializeOnly", "0")
        + &field("glow", "SFColor", "outputOnly", "");
    let source = "function clicked(value, timestamp) {
        count = count + 1;
        M.diffuseColor = [count % 2, 0.5, 0.1, 1.0];
        World.children[1].translation = [0, 0.1 * count, 0];
        G.setSize([2, 2 + 0.1 * count, 2]);
        glow = [0.1 * count, 0, 0, 1];
        if (count === 1) Store.addChild(S1);
        if (count === 2) Store.removeChild(S1);
    }";
    // The store stands far away, so that a second click does not hit what is in it.
    let text = format!(
        r#"<Avatar name="Me" cameraOffset="0 0 0"><children/></Avatar><children><Viewpoint position="0 0 10"/>
        <Transform name="Box1"><children><TouchSensor name="Touch"/><Shape name="S1"><appearance><Material name="M"/></appearance><geometry><Box name="G"/></geometry></Shape></children></Transform>
        <Transform translation="50 0 0"><children><Group name="Store"><children/></Group></children></Transform>
        {}{}{}</children>"#,
        script(&fields, source),
        route("Touch.touch-time", "S.clicked"),
        route("S.glow", "M.emissiveColor")
    );
    let mut play = world(&text);
    let click = |play: &mut Play, t: f64| {
        play.act(t, Action::Move([0.0, 0.0, 0.0])).act(t, Action::Press).act(t, Action::Release).to(t, 1);
    };
    click(&mut play, 1.0);
    assert_eq!(play.found(), Vec::<&str>::new());
    play.is("M.diffuseColor", &[1.0, 0.5, 0.1, 1.0]);
    play.is("World.children[1].translation", &[0.0, 0.1, 0.0]);
    play.is("G.size", &[2.0, 2.1, 2.0]);
    play.is("M.emissiveColor", &[0.1, 0.0, 0.0, 1.0]);
    assert_eq!(play.value("Store.children"), Value::Nodes(vec![*play.run.world().names.get("S1").unwrap()]));
    let by = |play: &Play, what: &str| play.of(what)[0].by.clone();
    assert_eq!((by(&play, "M.diffuseColor"), by(&play, "S.glow")), ("script".to_owned(), "script".to_owned()));
    assert_eq!(by(&play, "M.emissiveColor"), "S.glow");
    click(&mut play, 2.0);
    assert_eq!(play.value("Store.children"), Value::Nodes(vec![]));
    play.is("M.diffuseColor", &[0.0, 0.5, 0.1, 1.0]);
    play.is("S.count", &[2.0]);
}

#[test]
fn sc_1_an_output_sends_its_last_value_when_the_function_ends() {
    let fields = field("go", "SFFloat", "inputOnly", "") + &field("out", "SFFloat", "outputOnly", "");
    let source = "function go(v) { out = 1; out = v * 2; } function eventsProcessed() { out = 9; }";
    let mut play = children(&script(&fields, source));
    play.set(1.0, "S.go", Given::Number(3.0)).to(1.0, 1);
    // Once a stamp: what eventsProcessed sends has the same one.
    pairs(&play.values("S.out"), &[(1.0, 6.0)]);
}

#[test]
fn sc_2_values_have_components_and_methods() {
    let source = "function go() {
        var t = T.translation;
        print(t.x, t[1], t.z, t.length);
        t.x = 5;
        T.translation = t;
        T.scale = new SFVec3f(1, 2, 3).add(new SFVec3f(1, 1, 1));
        T.rotation = new SFRotation(new SFVec3f(1, 0, 0), new SFVec3f(0, 1, 0));
        print(new SFRotation(0, 0, 1, Math.PI / 2).multVec(new SFVec3f(1, 0, 0)).y.toFixed(6));
        print(new SFVec3f(1, 0, 0).cross(new SFVec3f(0, 1, 0)).toString(), new SFColor(0, 1, 0, 1).getHSV()[0]);
        var points = new MFVec3f(new SFVec3f(0, 0, 0), new SFVec3f(1, 0, 0));
        points[2] = new SFVec3f(0, 1, 0);
        Q.coord = points;
        Q.coordIndex = [0, 1, 2, -1];
        print(Q.coord.length, Q.coordIndex[3], typeof Nobody, World.node('a-b').getType());
    }";
    let more = r#"<Transform name="T" translation="1 2 3"><children/></Transform><Group name="a-b"><children/></Group>
        <Shape><geometry><IndexedFaceSet name="Q"/></geometry></Shape>"#;
    let mut play = going(source, more);
    play.set(1.0, "S.go", Given::Number(0.0)).to(1.0, 1);
    assert_eq!(play.found(), Vec::<&str>::new());
    assert_eq!(prints(&play), ["1 2 3 3", "1.000000", "0 0 1 120", "3 -1 undefined Group"]);
    play.is("T.translation", &[5.0, 2.0, 3.0]);
    play.is("T.scale", &[2.0, 3.0, 4.0]);
    play.is("T.rotation", &[0.0, 0.0, 1.0, std::f64::consts::FRAC_PI_2]);
    close(&play.run.bounds().unwrap().1.to_array(), &[1.0, 1.0, 0.0]);
}

#[test]
fn sc_1_time_and_chance_are_those_of_the_simulation() {
    let source =
        "function go() { print(Date.now() / 1000, new Date().getHours(), new Date().getFullYear(), Math.random()); }";
    let run = || {
        let mut play = going(source, "");
        play.set(1.0, "S.go", Given::Number(0.0)).to(1.0, 1);
        prints(&play)
    };
    assert_eq!(run(), run());
    assert!(run()[0].starts_with(&format!("{} 0 2000 0.", START + 1.0)), "{:?}", run());
}

#[test]
fn sc_2_routes_come_and_go() {
    let source = "function go(v) {
        if (v > 0) Browser.addRoute(A, 'translation_changed', B, 'set_translation');
        else Browser.deleteRoute(A, 'translation_changed', B, 'set_translation');
    }";
    let more = r#"<Transform name="A"><children/></Transform><Transform name="B"><children/></Transform>"#;
    let mut play = going(source, more);
    play.numbers_to(1.0, "A.translation", &[1.0, 0.0, 0.0]);
    play.set(2.0, "S.go", Given::Number(1.0)).numbers_to(3.0, "A.translation", &[2.0, 0.0, 0.0]);
    play.set(4.0, "S.go", Given::Number(0.0)).numbers_to(5.0, "A.translation", &[3.0, 0.0, 0.0]).to(6.0, 1);
    pairs(&play.values("B.translation"), &[(3.0, 2.0)]);
}

#[test]
fn sc_2_a_script_may_leave_for_another_world() {
    let text = format!(
        "<children>{}</children>",
        script(&field("go", "SFFloat", "inputOnly", ""), "function go() { Browser.loadURL('b.xwrl', ''); }")
    );
    let memory = Memory::new().with("a.xwrl", document(&text)).with("b.xwrl", document("<children/>"));
    let mut play = play(memory, Options::default());
    play.set(1.0, "S.go", Given::Number(0.0)).to(2.0, 1);
    assert_eq!((play.run.worlds().len(), play.run.requests()[0].opened), (2, true));
}

#[test]
fn sc_2_programs_may_be_files_of_their_own() {
    let text = r#"<children><Script name="S" url="a.js"/><Script name="T" url="gone.js"/><Script name="U" url="A.class"/></children>"#;
    let memory = Memory::new().with("a.xwrl", document(text)).with("a.js", "function initialize() { print('here'); }");
    let mut play = play(memory, Options::default());
    play.to(0.0, 1);
    assert_eq!(prints(&play), ["here"]);
    assert_eq!(play.found(), ["RUN010", "RUN010"]);
}

#[test]
fn wrong_scripts_are_told() {
    for (source, what) in [
        ("function go( {", "invalid"),
        ("function initialize() { nothing.at.all(); }", "undefined"),
        ("function initialize() { throw new Error('no'); }", "no"),
        ("function initialize() { World.nowhere = 1; }", "nowhere"),
        ("function initialize() { T.translation = 'far'; }", "SFVec3f"),
        ("function initialize() { function f() { return f() + 1; } f(); }", "stack"),
    ] {
        let mut play = going(source, r#"<Transform name="T"><children/></Transform>"#);
        play.to(1.0, 1);
        let found = play.run.findings().iter().find(|f| f.code.id == "RUN011");
        let found = found.unwrap_or_else(|| panic!("{source}: {:?}", play.run.findings()));
        assert!(found.message.contains(what), "{source}: {}", found.message);
        assert!(play.run.is_complete());
    }
}

#[test]
fn scripts_without_end_are_ended() {
    let (steps, memory) = ("the script took too many steps", "the scripts took more than 32 MB");
    for (source, why) in [
        ("function initialize() { for (;;) {} }", steps),
        ("for (;;) { try { for (;;) {} } catch (e) {} }", steps),
        ("function initialize() { var s = 'x'; for (;;) { try { s += s; } catch (e) { s = 'x'; } } }", steps),
        // That it is caught does not help.
        (
            "function initialize() { var a = []; for (;;) { try { a.push(new Array(1000).fill(7)); } catch (e) {} } }",
            memory,
        ),
        ("function initialize() { /(a+)+$/.test('a'.repeat(24) + 'b'); for (;;) {} }", steps),
    ] {
        let mut play = going(source, "");
        play.to(1.0, 1);
        assert!(!play.run.is_complete(), "{source}");
        let told = |f: &Found| f.code.id == "RUN012" && f.message == why;
        assert!(play.run.findings().iter().any(told), "{source}: {:?}", play.run.findings());
    }
}

#[test]
fn scripts_that_call_each_other_do_not_nest() {
    let fields = field("go", "SFFloat", "inputOnly", "");
    let other = format!(
        r#"<Script name="O" directOutput="true">{fields}<source>function go(v) {{ if (v &lt; 5000) S.go = v + 1; else print(v); }}</source></Script>"#
    );
    let mut play = going("function go(v) { O.go = v + 1; }", &other);
    play.set(1.0, "S.go", Given::Number(0.0)).to(1.0, 1);
    assert_eq!(prints(&play), ["5001"]);
}

#[test]
fn scripts_reach_nothing_of_the_machine() {
    let source = "function initialize() { print(['require', 'process', 'std', 'os', 'fetch', 'setTimeout', 'Deno', 'scriptArgs'].map(function (n) { return typeof globalThis[n]; }).join(' ')); }";
    let mut play = going(source, "");
    play.to(0.0, 1);
    assert_eq!(prints(&play), [["undefined"; 8].join(" ")]);
}

#[test]
fn x3d_fields_are_values_that_are_set() {
    let fields = field("size", "SFFloat", "inputOutput", "1");
    let source = "function set_size(v) { print('set', v, size); size = v * 10; }";
    let more = r#"<ScalarInterpolator name="I"><key>0 1</key><keyValue>0 1</keyValue></ScalarInterpolator>"#.to_owned()
        + &route("S.size", "I.set-fraction");
    let mut play = children(&(script(&fields, source) + &more));
    play.set(1.0, "S.size", Given::Number(0.25)).to(1.0, 1);
    assert_eq!(prints(&play), ["set 0.25 0.25"]);
    play.is("S.size", &[2.5]);
    assert_eq!(numbers(&play.of("I.value-changed")[0].value)[0], 0.25);
}

/// A script of VRML97 that prints when it begins.
fn classic_prints(source: &str) -> Vec<String> {
    let text = format!("#VRML V2.0 utf8\nDEF S Script {{ url \"javascript: function initialize() {{ {source} }}\" }}");
    let mut play = play(Memory::new().with("a.xwrl", text), Options::default());
    play.to(0.0, 1);
    assert_eq!(play.found(), Vec::<&str>::new());
    prints(&play)
}

#[test]
fn lists_grow_where_something_behind_their_end_is_written() {
    // ISO/IEC 14772-1, annex C: what is between has the default of its type.
    let source = "var a = new MFVec3f(); a[2].y = 5; print(a.length, a[0].y, a[2].y);
        var b = new MFFloat(); b[2] = 7; print(b.length, b[0], b[2], b[3]);
        var c = new MFString(); c[1] = 'x'; print(c.length, c[0] === '');";
    assert_eq!(classic_prints(source), ["3 0 5", "3 0 7 undefined", "2 true"]);
}

#[test]
fn matrices_move_turn_and_scale() {
    // (1, 0, 0) doubled, turned by 90° about z to (0, 2, 0), moved by (1, 2, 3): (1, 4, 3).
    let source = "var m = new VrmlMatrix();
        m.setTransform(new SFVec3f(1, 2, 3), new SFRotation(0, 0, 1, Math.PI / 2), new SFVec3f(2, 2, 2));
        var v = m.multVecMatrix(new SFVec3f(1, 0, 0));
        print(v.x.toFixed(6), v.y.toFixed(6), v.z.toFixed(6));
        var w = m.inverse().multVecMatrix(v);
        print(w.x.toFixed(6), Math.abs(w.y) < 1e-9, Math.abs(w.z) < 1e-9);
        var t = new SFVec3f(), r = new SFRotation(), s = new SFVec3f();
        m.getTransform(t, r, s);
        print(t.x, t.y, t.z, r.z.toFixed(3), r.angle.toFixed(6), s.x.toFixed(6));";
    assert_eq!(
        classic_prints(source),
        ["1.000000 4.000000 3.000000", "1.000000 true true", "1 2 3 1.000 1.570796 2.000000"]
    );
}

#[test]
fn sc_2_the_length_of_a_vector_is_counted_and_measured() {
    // xVRML: how many parts a value has. VRML97, annex C: how long a vector is.
    let fields = field("go", "SFFloat", "inputOnly", "")
        + &field("count", "SFInt32", "outputOnly", "")
        + &field("long", "SFFloat", "outputOnly", "");
    let source = "function go() {
        var v = new SFVec3f(2, 3, 6), w = new SFVec2f(3, 4), sum = 0;
        for (var i = 0; i < v.length; i++) sum += v[i];
        print(sum, v.length, v.length === 3, v.length + 1, v[v.length - 1], w.length);
        print(v.length(), w.length(), T.translation.length(), T.translation.length == 3);
        count = w.length;
        print(count === 2, JSON.stringify([v.length]));
        long = v.subtract(T.translation).length();
        T.rotation = [0, 1, 0, v.length];
        print(T.rotation.angle, new SFRotation().length, new SFColor().length, [...v].length);
    }";
    let mut play =
        children(&(script(&fields, source) + r#"<Transform name="T" translation="0 0 6"><children/></Transform>"#));
    play.set(1.0, "S.go", Given::Number(0.0)).to(2.0, 1);
    assert_eq!(prints(&play), ["11 3 true 4 6 2", "7 5 6 true", "true [3]", "3 4 4 3"]);
    assert_eq!(play.found(), Vec::<&str>::new());
    play.is("S.count", &[2.0]);
    // (2, 3, 6) without (0, 0, 6) is (2, 3, 0).
    play.is("S.long", &[13f64.sqrt()]);
}

#[test]
fn ev_4_addresses_are_lists_in_vrml97_and_lengths_of_cycles_are_times() {
    // VRML97 6.22, 6.50: `url` is an MFString, `cycleInterval` an SFTime. The first file that is there is taken.
    let text = "#VRML V2.0 utf8
        Group { children [ DEF I Inline { } DEF T TimeSensor { } ] }
        DEF S Script { eventIn SFBool go eventOut MFString u eventOut SFTime t eventIn MFString back url \"javascript:
            function go() { u = new MFString('none.wrl', 'b.wrl'); t = 3; }
            function back(v) { print(v.length + ' ' + v[0]); }\" }
        ROUTE S.u TO I.set_url
        ROUTE S.t TO T.set_cycleInterval
        ROUTE I.url_changed TO S.back";
    let other = "#VRML V2.0 utf8\nShape { geometry Box { size 4 4 4 } }";
    let memory = Memory::new().with("a.xwrl", text).with("b.wrl", other);
    let mut play = play(memory, Options::default());
    play.set(1.0, "S.go", Given::Bool(true)).to(1.0, 1);
    assert_eq!(play.value("I.url"), Value::Text("b.wrl".into()));
    play.is("T.cycleInterval", &[3.0]);
    assert_eq!(play.run.prints().iter().map(|p| p.text.as_str()).collect::<Vec<_>>(), ["1 b.wrl"]);
    assert_eq!(play.run.bounds().unwrap().1.to_array(), [2.0; 3]);
    // As input a list of them is as good.
    let list = Given::List(vec![Given::Text("b.wrl".to_owned()), Given::Text("none.wrl".to_owned())]);
    play.set(2.0, "I.url", list).to(2.0, 1);
    assert_eq!(play.value("I.url"), Value::Text("b.wrl".into()));
    assert_eq!(play.found(), Vec::<&str>::new());
}

#[test]
fn ev_4_fields_have_the_names_of_vrml97_and_x3d() {
    // VRML97 6.46, 6.26: the nodes are `choice` and `level`; X3D 23.4.2: `enabled`.
    let text = "#VRML V2.0 utf8
        DEF W Switch { whichChoice 0 choice [ Shape { geometry Sphere { radius 4 } } Shape { geometry DEF B Box { } } ] }
        DEF L LOD { level [ Shape { geometry Sphere { radius 9 } } ] }
        DEF C Collision { }
        DEF S Script { directOutput TRUE field SFNode w USE W eventIn SFBool go eventOut MFNode n eventOut SFBool off
            url \"javascript: function go() {
                print(w.choice.length + ' ' + w.choice[1].geometry.size.x);
                w.whichChoice = 1; w.choice[1].geometry.size = new SFVec3f(4, 2, 2); off = false;
                n = Browser.createVrmlFromString('Shape { geometry Sphere { radius 1 } }'); }\" }
        ROUTE S.n TO L.set_level
        ROUTE S.off TO C.enabled";
    let mut play = play(Memory::new().with("a.xwrl", text), Options::default());
    play.set(1.0, "S.go", Given::Bool(true)).to(1.0, 1);
    assert_eq!(play.run.prints().iter().map(|p| p.text.as_str()).collect::<Vec<_>>(), ["2 2"]);
    assert_eq!(play.run.bounds().unwrap().1.to_array(), [2.0, 1.0, 1.0]);
    assert_eq!(play.value("C.collide"), Value::Bool(false));
    assert_eq!(play.found(), Vec::<&str>::new());
}
