use portolan_syntax::{Limits, Source, Tree, xml};

use super::*;

struct Doc {
    tree: Tree,
    bound: Bound,
    index: Index,
}

impl Doc {
    fn new(libraries: &str) -> Doc {
        let text = format!(
            r#"<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">{libraries}</COLLADA>"#
        );
        let limits = Limits::default();
        let source = Source::new("folder/own.dae", text.into_bytes(), None, &limits).expect("within limits");
        let (tree, _) = xml::parse(source, &limits);
        let bound = portolan_schema::bind(&tree, &portolan_schema::tables::collada::SCHEMA, None);
        let index = Index::new(&tree, &bound);
        Doc { tree, bound, index }
    }

    fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.tree, &self.bound, &self.index)
    }

    fn path<'a>(&'a self, path: &str) -> Result<Target<'a>, Failure<'a>> {
        self.resolver().path(path, self.tree.root().expect("a root"))
    }

    fn text(&self, path: &str) -> String {
        let target = self.path(path).unwrap_or_else(|f| panic!("{path}: {f:?}"));
        let words: Vec<String> = target.node.text().split_whitespace().map(str::to_owned).collect();
        match target.selection {
            Selection::All => words.join(" "),
            Selection::At(n) => words[n as usize].clone(),
            Selection::Named(name) => format!("{} {name}", words.join(" ")),
        }
    }
}

const HERE: &str = r#"<library_visual_scenes><visual_scene id="s"><node id="here">
    <translate sid="trans">1 2 3</translate><rotate sid="rot">1 2 3 4</rotate>
    <matrix sid="mat">1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16</matrix>
    <scale sid="a.b">1 2 3</scale><scale sid="a.X">4 5 6</scale>
    <node id="inner" sid="inner"><translate sid="trans">7 8 9</translate><translate sid="deep">0 0 1</translate></node>
    </node></visual_scene></library_visual_scenes>"#;

#[test]
fn members_are_found_by_name_and_by_position() {
    let doc = Doc::new(HERE);
    assert_eq!(doc.text("here/trans.X"), "1");
    assert_eq!(doc.text("here/trans(2)"), "3");
    assert_eq!(doc.text("here/trans"), "1 2 3");
    assert_eq!(doc.text("here/rot.ANGLE"), "4");
    assert_eq!(doc.text("here/rot(3)"), "4");
    assert_eq!(doc.text("here/mat(3)(2)"), "12");
    let root = doc.tree.root().expect("a root");
    let rows = doc.resolver().with_matrix_order(MatrixOrder::RowFirst).path("here/mat(3)(2)", root);
    assert_eq!(rows.map(|t| t.selection).ok(), Some(Selection::At(14)));
}

#[test]
fn the_longest_name_with_a_dot_counts() {
    let doc = Doc::new(HERE);
    assert_eq!(doc.text("here/a.b"), "1 2 3");
    assert_eq!(doc.text("here/a.b.Y"), "2");
    assert_eq!(doc.text("here/a.X"), "4 5 6");
}

#[test]
fn the_search_is_breadth_first() {
    let doc = Doc::new(HERE);
    assert_eq!(doc.text("s/trans"), "1 2 3");
    assert_eq!(doc.text("s/deep"), "0 0 1");
    assert_eq!(doc.text("here/inner/trans"), "7 8 9");
}

#[test]
fn failures_tell_the_part_at_fault() {
    let doc = Doc::new(HERE);
    let fails = |path: &str| doc.path(path).expect_err("a failure");
    assert_eq!(fails("there/trans.X").at, 0..5);
    assert!(matches!(fails("there/trans.X").kind, FailureKind::NoHead));
    assert_eq!(fails("here/none.X").at, 5..9);
    assert!(
        matches!(fails("here/none.X").kind, FailureKind::NoStep(n) if n.attribute_value("id").as_deref() == Some("here"))
    );
    for (path, fault) in [
        ("here/trans(3)", MemberFault::Beyond(Shape::Vector(3))),
        ("here/trans.W", MemberFault::NoSuch(Shape::Vector(3))),
        ("here/rot.W", MemberFault::NoSuch(Shape::Vector(4))),
        ("here/trans.x", MemberFault::Case("X".into())),
        ("here/trans(0)(0)", MemberFault::NeedsOne),
        ("here/mat(0)", MemberFault::NeedsTwo),
        ("here/mat(0)(9)", MemberFault::Beyond(Shape::Matrix { rows: 4, columns: 4 })),
        ("here.X", MemberFault::NoValue),
    ] {
        assert!(matches!(fails(path).kind, FailureKind::Member(_, f) if f == fault), "{path}");
    }
}

#[test]
fn the_common_technique_comes_before_others() {
    let doc = Doc::new(
        r#"<library_cameras><camera id="Camera01"><optics><technique profile="OTHER"><param sid="YFOV">1</param>
        <only sid="OWN">2</only></technique><technique_common><perspective><yfov sid="YFOV">45</yfov></perspective>
        </technique_common></optics></camera></library_cameras>"#,
    );
    assert_eq!(doc.text("Camera01/YFOV"), "45");
    assert_eq!(doc.text("Camera01/OWN"), "2");
    let camera = doc.resolver().id("Camera01").expect("a camera");
    assert_eq!(doc.index.all_below(camera, "YFOV").count(), 2);
}

#[test]
fn paths_lead_through_instances_and_cycles_end() {
    let doc = Doc::new(
        r##"<library_nodes><node id="arm"><node sid="elbow"><rotate sid="x">0 0 1 30</rotate></node>
        <instance_node url="#loop"/></node><node id="loop"><instance_node url="#arm"/></node></library_nodes>
        <library_visual_scenes><visual_scene id="world"><node sid="place"><instance_node sid="inst" url="#arm"/></node>
        <node id="far"><instance_node url="other.dae#x"/></node>
        </visual_scene></library_visual_scenes>"##,
    );
    assert_eq!(doc.text("world/place/inst/elbow/x.ANGLE"), "30");
    assert_eq!(doc.text("world/elbow/x.ANGLE"), "30");
    assert_eq!(doc.path("loop/elbow").map(|t| t.through.len()).ok(), Some(1));
    assert!(matches!(doc.path("arm/inst").expect_err("a failure").kind, FailureKind::NoStep(_)));
    assert!(matches!(doc.path("far/elbow").expect_err("a failure").kind, FailureKind::Beyond));
}

#[test]
fn relative_paths_start_from_the_model_behind_an_instance() {
    let doc = Doc::new(
        r##"<library_physics_models><physics_model id="rocks"><rigid_body sid="rock"/></physics_model>
        <physics_model id="both"><instance_physics_model sid="rock" url="#rocks"/></physics_model></library_physics_models>
        <library_physics_scenes><physics_scene id="s"><instance_physics_model url="#both">
        <instance_rigid_body body="./rock/rock" target="#n"/></instance_physics_model></physics_scene></library_physics_scenes>"##,
    );
    let from = doc.tree.nodes().find(|n| n.local_name() == "instance_rigid_body").expect("an instance");
    let target = doc.resolver().path("./rock/rock", from).expect("a body");
    assert_eq!(target.node.local_name(), "rigid_body");
    assert_eq!((target.head, target.through.len()), (Head::Relative, 1));
}

#[test]
fn links_stay_here_or_lead_elsewhere() {
    let doc = Doc::new(r#"<library_nodes><node id="a b"/><node id="a"/></library_nodes>"#);
    let link = |text: &'static str| doc.resolver().link(text);
    assert!(matches!(link("#a"), Link::Element(_)) && matches!(link("#a%20b"), Link::Element(_)));
    assert!(matches!(link("own.dae#a"), Link::Element(_)) && matches!(link("./own.dae#a"), Link::Element(_)));
    assert!(matches!(link("a"), Link::BareId(_)));
    assert!(matches!(link("#c"), Link::Missing(id) if id == "c"));
    assert!(matches!(link("b.dae#a"), Link::External(uri) if uri.path == "b.dae"));
    assert!(matches!(link(""), Link::Empty) && matches!(link("#"), Link::Empty));
}

#[test]
fn a_hundred_thousand_nodes_are_asked_for_in_no_time() {
    let mut text = String::from("<library_visual_scenes><visual_scene id=\"s\">");
    for i in 0..100_000 {
        text.push_str(&format!("<node id=\"n{i}\"><translate sid=\"t\">0 0 0</translate></node>"));
    }
    text.push_str("</visual_scene></library_visual_scenes>");
    let doc = Doc::new(&text);
    let started = std::time::Instant::now();
    for i in 0..100_000 {
        assert!(doc.path(&format!("n{i}/t.X")).is_ok());
        assert!(doc.path("s/t.X").is_ok());
        assert!(doc.path("s/none.X").is_err());
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
