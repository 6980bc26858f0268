//! Clocks and sounds (TS-1 to TS-3, AC-1 to AC-6).

use portolan_resources::Memory;
use portolan_run::{Given, Options, START};

use crate::{after, children, document, pairs, play, route};

fn sensor(attributes: &str, start: f64, stop: Option<f64>) -> String {
    let stop = stop.map_or(String::new(), |s| format!("<stopTime>{}</stopTime>", after(s)));
    format!(r#"<TimeSensor name="C" {attributes}><startTime>{}</startTime>{stop}</TimeSensor>"#, after(start))
}

#[test]
fn ts_1_a_run_starts_and_ends_at_its_exact_times() {
    let mut play = children(&sensor(r#"cycleInterval="2""#, 1.25, None));
    play.to(5.0, 1);
    pairs(&play.values("C.is-active"), &[(1.25, 1.0), (3.25, 0.0)]);
    pairs(&play.values("C.fraction-changed"), &[(1.25, 0.0), (3.25, 1.0)]);
    pairs(&play.values("C.cycle-time"), &[(1.25, START + 1.25)]);
    pairs(&play.values("C.time"), &[(1.25, START + 1.25), (3.25, START + 3.25)]);
    assert!(play.heard().iter().all(|h| h.by == "time"));
}

#[test]
fn ts_1_fractions_are_those_of_the_frames_and_1_at_every_end() {
    let mut play = children(&sensor(r#"cycleInterval="2" loop="true""#, 0.0, None));
    play.to(5.0, 5);
    let wanted = [(0.0, 0.0), (1.0, 0.5), (2.0, 1.0), (3.0, 0.5), (4.0, 1.0), (5.0, 0.5)];
    pairs(&play.values("C.fraction-changed"), &wanted);
    let cycles = [(0.0, START), (2.0, START + 2.0), (4.0, START + 4.0)];
    pairs(&play.values("C.cycle-time"), &cycles);
}

#[test]
fn ts_1_a_stop_ends_it_with_a_last_fraction() {
    let mut play = children(&sensor(r#"cycleInterval="4" loop="true""#, 0.5, Some(3.5)));
    play.to(9.0, 1);
    pairs(&play.values("C.is-active"), &[(0.5, 1.0), (3.5, 0.0)]);
    pairs(&play.values("C.fraction-changed"), &[(0.5, 0.0), (3.5, 0.75)]);
    // A stop that is not behind the start is none.
    let mut other = children(&sensor(r#"cycleInterval="4" loop="true""#, 0.5, Some(0.5)));
    other.to(9.0, 1);
    pairs(&other.values("C.is-active"), &[(0.5, 1.0)]);
}

#[test]
fn ts_1_what_an_active_clock_ignores_changes_nothing() {
    let mut play = children(&sensor(r#"cycleInterval="4""#, 0.0, None));
    play.set(1.0, "C.startTime", Given::Number(START + 2.0));
    play.set(1.0, "C.cycleInterval", Given::Number(1.0));
    // Not behind the start.
    play.set(1.0, "C.stopTime", Given::Number(START - 5.0));
    play.to(9.0, 1);
    assert!(play.of("C.startTime").is_empty() && play.of("C.cycleInterval").is_empty());
    assert!(play.of("C.stopTime").is_empty());
    pairs(&play.values("C.is-active"), &[(0.0, 1.0), (4.0, 0.0)]);
    // Once it rests they count.
    play.set(10.0, "C.startTime", Given::Number(START + 11.0));
    play.to(20.0, 1);
    pairs(&play.values("C.is-active")[2..], &[(11.0, 1.0), (15.0, 0.0)]);
}

#[test]
fn ts_1_a_clock_is_restarted_by_stop_and_start() {
    for order in [["stopTime", "startTime"], ["startTime", "stopTime"]] {
        let touch = r#"<Script name="S"><field name="go" type="SFTime" accessType="inputOutput" value="0"/></Script>"#;
        let routes = order.map(|field| route("S.go", &format!("C.{field}"))).concat();
        let mut play = children(&format!("{}{touch}{routes}", sensor(r#"cycleInterval="4""#, 0.0, None)));
        play.set(1.0, "S.go", Given::Number(START + 1.0));
        play.to(9.0, 1);
        pairs(&play.values("C.is-active"), &[(0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (5.0, 0.0)]);
        pairs(&play.values("C.fraction-changed"), &[(0.0, 0.0), (1.0, 0.25), (1.0, 0.0), (5.0, 1.0)]);
    }
}

#[test]
fn ts_1_without_loop_it_ends_with_the_cycle_that_runs() {
    let mut play = children(&sensor(r#"cycleInterval="2" loop="true""#, 0.0, None));
    play.set(5.0, "C.loop", Given::Bool(false));
    play.to(9.0, 1);
    pairs(&play.values("C.is-active"), &[(0.0, 1.0), (6.0, 0.0)]);
    // Switched off it ends at once.
    let mut off = children(&sensor(r#"cycleInterval="2" loop="true""#, 0.0, None));
    off.set(0.5, "C.enabled", Given::Bool(false));
    off.to(9.0, 1);
    pairs(&off.values("C.is-active"), &[(0.0, 1.0), (0.5, 0.0)]);
    pairs(&off.values("C.fraction-changed"), &[(0.0, 0.0), (0.5, 0.25)]);
}

#[test]
fn ts_2_what_ended_before_loading_stays_silent() {
    let mut play = children(r#"<TimeSensor name="C" cycleInterval="4"/>"#);
    play.to(9.0, 3);
    assert!(play.heard().is_empty(), "{:?}", play.heard());
    // What began before and goes on is active at once, in the middle of its cycle.
    let mut middle = children(&sensor(r#"cycleInterval="4""#, -1.0, None));
    middle.to(9.0, 1);
    pairs(&middle.values("C.is-active"), &[(0.0, 1.0), (3.0, 0.0)]);
    pairs(&middle.values("C.fraction-changed"), &[(0.0, 0.25), (3.0, 1.0)]);
    pairs(&middle.values("C.cycle-time"), &[(0.0, START - 1.0)]);
}

#[test]
fn ts_3_outputs_have_an_order() {
    let mut play = children(&sensor(r#"cycleInterval="4""#, 0.0, None));
    play.to(0.0, 1);
    let order: Vec<String> = play.heard().into_iter().map(|h| h.what).collect();
    assert_eq!(order, ["C.is-active", "C.cycle-time", "C.fraction-changed", "C.time"]);
}

#[test]
fn ts_1_a_clock_may_start_another_one_at_once() {
    let second = format!(r#"<TimeSensor name="D" cycleInterval="1"/>{}"#, route("C.cycle-time", "D.startTime"));
    let mut play = children(&format!("{}{second}", sensor(r#"cycleInterval="4""#, 2.0, None)));
    play.to(9.0, 1);
    pairs(&play.values("D.is-active"), &[(2.0, 1.0), (3.0, 0.0)]);
}

#[test]
fn cycles_below_a_hundredth_have_no_moments_of_their_own() {
    let mut play = children(&sensor(r#"cycleInterval="0.000001" loop="true""#, 0.0, None));
    play.to(1.0, 2);
    assert_eq!(play.of("C.time").len(), 3);
    let mut wrong = children(&sensor(r#"cycleInterval="0" loop="true""#, 0.0, None));
    wrong.to(1.0, 2);
    assert!(wrong.heard().is_empty() && wrong.found().contains(&"RUN005"));
}

/// A WAV file of so many seconds.
fn wav(seconds: f64) -> Vec<u8> {
    let count = (seconds * 8000.0) as u32;
    let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    file.extend(8000u32.to_le_bytes());
    file.extend(8000u32.to_le_bytes());
    file.extend([1, 0, 8, 0]);
    file.extend(b"data");
    file.extend(count.to_le_bytes());
    file.extend(vec![128; count as usize]);
    file
}

#[test]
fn ac_6_a_sound_is_as_long_as_its_data_by_its_pitch() {
    let clip = format!(
        r#"<children><Sound><source><AudioClip name="A" url="bell.wav" pitch="2"><startTime>{}</startTime></AudioClip></source></Sound></children>"#,
        after(1.0)
    );
    let memory = Memory::new().with("a.xwrl", document(&clip)).with("bell.wav", wav(3.0));
    let mut play = play(memory, Options::default());
    // While it plays its pitch stays.
    play.set(1.5, "A.pitch", Given::Number(1.0));
    play.to(9.0, 1);
    pairs(&play.values("A.duration-changed"), &[(0.0, 3.0)]);
    pairs(&play.values("A.is-active"), &[(1.0, 1.0), (2.5, 0.0)]);
    assert!(play.of("A.pitch").is_empty());
}

#[test]
fn ac_3_a_missing_sound_plays_until_it_is_stopped() {
    let clip = |name: &str, more: &str, times: &str| {
        format!(r#"<Sound><source><AudioClip name="{name}" url="no.wav" {more}>{times}</AudioClip></source></Sound>"#)
    };
    let stops = format!("<startTime>{}</startTime><stopTime>{}</stopTime>", after(1.0), after(2.0));
    let all = clip("Hum", r#"loop="true""#, "") + &clip("Bell", "", &stops) + &clip("Ping", "", "");
    let mut play = children(&all);
    play.set(3.0, "Ping.startTime", Given::Number(START + 3.0));
    play.to(9.0, 1);
    pairs(&play.values("Hum.is-active"), &[(0.0, 1.0)]);
    pairs(&play.values("Bell.is-active"), &[(1.0, 1.0), (2.0, 0.0)]);
    pairs(&play.values("Ping.is-active"), &[(3.0, 1.0)]);
    assert!(play.found().contains(&"RUN006"));
}
