//! Anchors (AN-1 to AN-4).

use portolan_resources::Memory;
use portolan_run::{Action, Options};

use crate::{close, document, pairs, play};

fn memory(url: &str) -> Memory {
    let first = format!(
        r#"<Avatar name="Me" cameraOffset="0 0 0"><children/></Avatar><children><Viewpoint name="V"/><Viewpoint name="W" position="0 0 20"/>
        <Anchor name="Door" url="{url}" parameter="target='main'"><children><Shape><geometry><Box/></geometry></Shape></children></Anchor>
        <TimeSensor name="Old" loop="true" cycleInterval="4"/></children>"#
    );
    let second = r#"<children><Viewpoint name="V"/><Viewpoint name="High" position="0 30 0"/>
        <TimeSensor name="New" loop="true" cycleInterval="4"/></children>"#;
    Memory::new().with("a.xwrl", document(&first)).with("b.xwrl", document(second)).with("notes.txt", "nothing to run")
}

#[test]
fn an_2_an_4_a_world_replaces_the_world_at_its_viewpoint() {
    for (url, eye) in [("b.xwrl#High", 31.65), ("b.xwrl", 1.65), ("b.xwrl#Nobody", 1.65)] {
        let mut play = play(memory(url), Options::default());
        play.act(1.0, Action::Move([0.0, 0.0, 1.0])).act(2.0, Action::Press).act(3.0, Action::Release).to(9.0, 1);
        assert_eq!(play.run.worlds().len(), 2, "{url}");
        let world = play.run.worlds()[1].clone();
        assert_eq!((world.t, world.file.as_str()), (3.0, "b.xwrl"));
        close(&world.eye[1..2], &[eye]);
        let request = &play.run.requests()[0];
        assert_eq!((request.t, request.node.as_str(), request.url.as_str()), (3.0, "Door", url));
        assert!(request.opened && request.parameter == "target='main'");
        // The clock of the old world is gone, that of the new one runs.
        pairs(&play.values("Old.is-active"), &[(0.0, 1.0)]);
        pairs(&play.values("New.is-active"), &[(3.0, 1.0)]);
        pairs(&play.values("Door.is-over"), &[(1.0, 1.0)]);
    }
}

#[test]
fn an_3_anything_else_is_a_request() {
    for url in ["notes.txt", "missing.xwrl", "https://example.org/a.html"] {
        let mut play = play(memory(url), Options::default());
        play.act(1.0, Action::Activate("Door".into())).to(2.0, 1);
        assert_eq!((play.run.worlds().len(), play.run.requests()[0].opened), (1, false), "{url}");
    }
}

#[test]
fn an_4_a_viewpoint_of_the_same_world_is_bound() {
    let mut play = play(memory("#W"), Options::default());
    play.act(1.0, Action::Activate("Door".into())).to(2.0, 1);
    play.is("viewer.position", &[0.0, 0.0, 20.0]);
    assert!(play.run.requests()[0].opened && play.run.worlds().len() == 1);
}
