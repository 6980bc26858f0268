//! Viewpoints and other nodes of which one is in force (VP-1, VP-2, AV-1, AV-7).

use portolan_run::{Action, Given};

use crate::{children, close, pairs, world};

const VIEWS: &str = r#"<Transform translation="10 0 0"><children>
    <Viewpoint name="A" position="0 0 5" orientation="0 1 0 0.3"/></children></Transform>
    <Viewpoint name="B" position="0 30 0.1"/><Viewpoint name="C" position="1 0 1" jump="false"/>"#;

#[test]
fn av_7_the_first_view_is_that_of_the_first_viewpoint_and_avatar() {
    let avatar = r#"<Avatar name="Me" navigation="WALK EXAMINE" cameraOffset="0 1.2 0"><children/></Avatar>"#;
    let mut both = world(&format!("{avatar}<children>{VIEWS}</children>"));
    both.to(0.0, 1);
    let standing = both.run.worlds()[0].clone();
    close(&standing.eye, &[10.0, 1.2, 5.0]);
    close(&standing.orientation, &[0.0, 1.0, 0.0, 0.3]);
    assert_eq!((standing.viewpoint.as_deref(), standing.avatar.as_deref()), (Some("A"), Some("Me")));
    assert_eq!(standing.navigation, "WALK");
    let mut none = children("<Group><children/></Group>");
    none.to(0.0, 1);
    close(&none.run.worlds()[0].eye, &[0.0, 1.65, 10.0]);
    close(&none.run.worlds()[0].orientation, &[0.0, 0.0, 1.0, 0.0]);
    let mut only = world(r#"<Avatar name="M" cameraOffset="1 2 3"><children/></Avatar><children/>"#);
    only.to(0.0, 1);
    close(&only.run.worlds()[0].eye, &[1.0, 2.0, 13.0]);
}

#[test]
fn vp_1_bound_viewpoints_are_a_stack() {
    let mut play = children(VIEWS);
    play.act(1.0, Action::Bind("B".into()));
    play.set(2.0, "B.set_bind", Given::Bool(false));
    play.set(3.0, "B.set_bind", Given::Bool(false));
    play.to(1.5, 1);
    play.is("viewer.position", &[0.0, 31.65, 0.1]);
    play.to(4.0, 1);
    play.is("viewer.position", &[10.0, 1.65, 5.0]);
    pairs(&play.values("A.is-bound"), &[(0.0, 1.0), (1.0, 0.0), (2.0, 1.0)]);
    pairs(&play.values("B.is-bound"), &[(1.0, 1.0), (2.0, 0.0)]);
    assert_eq!(play.of("A.bind-time").len(), 3);
    assert_eq!(play.of("A.is-bound")[0].by, "load");
}

#[test]
fn vp_2_without_jump_the_viewer_stays() {
    let mut play = children(VIEWS);
    play.act(1.0, Action::Bind("C".into())).to(1.0, 1);
    play.is("viewer.position", &[10.0, 1.65, 5.0]);
    play.is("viewer.orientation", &[0.0, 1.0, 0.0, 0.3]);
    // From now on it follows that viewpoint.
    play.numbers_to(2.0, "C.position", &[1.0, 5.0, 1.0]).to(2.0, 1);
    play.is("viewer.position", &[10.0, 6.65, 5.0]);
}

#[test]
fn a_viewer_moves_with_its_viewpoint() {
    let mut play = children(r#"<Transform name="T"><children><Viewpoint position="0 0 0"/></children></Transform>"#);
    let to = Action::Viewer { position: Some([5.0, 0.0, 0.0]), orientation: Some([0.0, 1.0, 0.0, 1.0]) };
    play.act(1.0, to).to(1.0, 1);
    play.is("viewer.position", &[5.0, 0.0, 0.0]);
    play.is("viewer.orientation", &[0.0, 1.0, 0.0, 1.0]);
    play.numbers_to(2.0, "T.translation", &[0.0, 0.0, 7.0]).to(2.0, 1);
    play.is("viewer.position", &[5.0, 0.0, 7.0]);
}

#[test]
fn a8_fo_2_backgrounds_and_fogs_are_bound_too() {
    let text = r#"<Background name="Day"/><Background name="Night"/><children>
        <Fog name="Thin"/><Fog name="Thick"/></children>"#;
    let mut play = world(text);
    play.act(1.0, Action::Bind("Night".into())).act(1.0, Action::Bind("Thick".into())).to(1.0, 1);
    let first = &play.run.worlds()[0];
    assert_eq!((first.background.as_deref(), first.fog.as_deref()), (Some("Day"), Some("Thin")));
    pairs(&play.values("Day.is-bound"), &[(0.0, 1.0), (1.0, 0.0)]);
    pairs(&play.values("Night.is-bound"), &[(1.0, 1.0)]);
    pairs(&play.values("Thick.is-bound"), &[(1.0, 1.0)]);
    let scene = play.run.scene().scene;
    assert_eq!(scene.views[0].background, Some(portolan_scene::BackgroundId(1)));
    assert_eq!(scene.fogs[scene.views[0].fog.unwrap().index()].meta.name.as_deref(), Some("Thick"));
}
