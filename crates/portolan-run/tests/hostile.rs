//! Worlds that want too much.

use portolan_resources::Memory;
use portolan_run::{Action, Given, Options};

use crate::{children, document, play, route};

#[test]
fn a_storm_of_events_ends() {
    // Each transform sends to all that follow: with the stamp of one cascade each sends once, and that is many.
    let count = 60;
    let nodes: String = (0..count).map(|i| format!(r#"<Transform name="T{i}"><children/></Transform>"#)).collect();
    let mut routes = String::new();
    for i in 0..count {
        for j in 0..count {
            routes += &route(&format!("T{i}.translation"), &format!("T{j}.translation"));
        }
    }
    let mut play = children(&(nodes + &routes));
    play.numbers_to(1.0, "T0.translation", &[1.0, 0.0, 0.0]).to(2.0, 1);
    assert!(play.run.is_complete());
    assert_eq!(play.of("T59.translation").len(), 1);
    // With a lower limit it ends.
    let text = r#"<children><Transform name="A"><children/></Transform><Transform name="B"><children/></Transform>
        <Route fromNode="A" fromField="translation" toNode="B" toField="translation"/></children>"#;
    let mut options = Options::default();
    options.most_events = 1;
    let mut short = crate::play(Memory::new().with("a.xwrl", document(text)), options);
    short.numbers_to(1.0, "A.translation", &[1.0, 0.0, 0.0]).to(5.0, 1);
    assert!(!short.run.is_complete() && short.found().contains(&"RUN003"));
    assert!(short.run.now() < 5.0);
}

#[test]
fn uses_without_number_are_cut_off() {
    // 2³⁹ boxes.
    let mut text = r#"<Transform name="U0"><children><TouchSensor/><Shape><geometry><Box/></geometry></Shape></children></Transform>"#.to_owned();
    for i in 1..40 {
        let below = i - 1;
        text += &format!(
            r#"<Transform name="U{i}" translation="1 0 0"><children><Use ref="U{below}"/><Use ref="U{below}"/></children></Transform>"#
        );
    }
    let mut play = children(&text);
    play.act(0.5, Action::Move([0.0, 0.0, 0.0])).act(0.6, Action::Walk([0.0, 0.0, -1.0])).to(1.0, 2);
    assert!(play.run.bounds().is_some());
    assert!(play.found().contains(&"RUN009"));
}

#[test]
fn numbers_that_are_none_change_nothing() {
    let mut play = children(r#"<Transform name="T" translation="1 2 3"><children/></Transform>"#);
    play.numbers_to(1.0, "T.translation", &[f64::NAN, 0.0, 0.0]).numbers_to(1.0, "T.translation", &[1.0]);
    play.set(1.0, "T.translation", Given::Text("not numbers".into()));
    play.act(1.0, Action::Walk([f64::INFINITY, 0.0, 0.0])).act(1.0, Action::Move([f64::NAN; 3]));
    play.act(1.0, Action::Viewer { position: Some([f64::NAN; 3]), orientation: None });
    play.to(2.0, 1);
    play.is("T.translation", &[1.0, 2.0, 3.0]);
    play.is("viewer.position", &[0.0, 1.65, 10.0]);
    let mut empty = play_empty();
    empty.to(3.0, 3);
    assert_eq!(empty.run.bounds(), None);
}

fn play_empty() -> crate::Play {
    play(Memory::new().with("a.xwrl", "<World/>"), Options::default())
}

#[test]
fn flat_and_endless_transforms_do_no_harm() {
    let text = r#"<Transform scale="0 1 1"><children><TouchSensor/><ProximitySensor size="9 9 9"/><Shape><geometry><Box/></geometry></Shape></children></Transform>
        <Transform scale="1e300 1 1"><children><Transform scale="1e300 1 1"><children><TouchSensor/><Shape><geometry><Box/></geometry></Shape>
        <Collision><children><Shape><geometry><Box/></geometry></Shape></children></Collision></children></Transform></children></Transform>"#;
    let mut play = children(text);
    play.act(0.5, Action::Move([0.0, 0.0, 0.0])).act(0.5, Action::Press).act(0.7, Action::Move([1.0, 0.0, 0.0]));
    play.act(0.8, Action::Walk([0.0, 0.0, -20.0])).to(1.0, 2);
    assert!(play.run.is_complete());
}
