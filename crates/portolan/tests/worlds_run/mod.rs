//! Worlds that run, with results worked out by hand from VRML97 and the obligations of xVRML.
//!
//! A fixture is a world in `tests/worlds`, named after the obligation that it shows. Its first comment says what happens and what
//! must come out of it ([`script`]). Each is run as it is, and once more as the X3D, the VRML97 and the xVRML that it is written as.

mod coverage;
mod script;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use portolan::convert::{Conversion, Writer, to};
use portolan::run::{Action, Event, Input, Options, Run, Value, inputs};
use portolan::{File, Files, Memory, OpenOptions, Severity};
use script::{Expectation, Heard, Script};

use crate::damage::{Dice, damaged};
use crate::fixtures::fixtures;

/// The folder of the fixtures.
pub fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/worlds")
}

#[test]
fn worlds_give_what_was_worked_out() {
    // One alone can be asked for by its name.
    let wanted = std::env::var("PORTOLAN_WORLD").unwrap_or_default();
    let mut wrong = Vec::new();
    for path in fixtures(&folder(), "xwrl").iter().filter(|p| p.to_string_lossy().contains(&wanted)) {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(script) = Script::of(&text) else { continue };
        let script = script.unwrap_or_else(|why| panic!("{name}: {why}"));
        let location = path.to_string_lossy().into_owned();
        let file = OpenOptions::within(Files::within(location.as_str())).open(&location).unwrap();
        wrong.extend(judge(&file, &script, true).into_iter().map(|why| format!("{name}: {why}")));
        for to in [&to::X3D, &to::WRL, &to::XWRL].into_iter().filter(|to| script.twin(to.extension)) {
            match twin(&file, to) {
                Ok(twin) => wrong.extend(
                    judge(&twin, &script, false).into_iter().map(|why| format!("{name} as {}: {why}", to.extension)),
                ),
                Err(why) => wrong.push(format!("{name} as {}: {why}", to.extension)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whatever happens to a world, it is read, runs and ends, and what is seen of it is sound.
#[test]
fn damaged_worlds_run() {
    let mut wrong = Vec::new();
    for (seed, path) in fixtures(&folder(), "xwrl").iter().enumerate() {
        let (bytes, mut dice) = (std::fs::read(path).unwrap(), Dice::new(seed as u64));
        for _ in 0..4 {
            let bytes = damaged(&bytes, &mut dice);
            let Ok(file) = OpenOptions::within(Memory::new().with("a.xwrl", bytes.clone())).open("a.xwrl") else {
                continue;
            };
            let mut options = Options::default();
            options.most_events = 10_000;
            let Ok(mut run) = file.run(options) else { continue };
            for (t, action) in [(0.1, Action::Move([0.0, 0.0, 1.0])), (0.2, Action::Press), (0.3, Action::Release)] {
                run.send(Input { t, action });
            }
            run.send(Input { t: 0.4, action: Action::Walk([0.1, 0.0, -3.0]) });
            (0..5).for_each(|step| run.step(f64::from(step) / 4.0));
            run.finish();
            let faults = run.scene().scene.check();
            if !faults.is_empty() {
                wrong.push(format!("{}: {faults:?}\n{}", path.display(), String::from_utf8_lossy(&bytes)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// PR-1 in VRML97, whose words for fields are others: a field that leads nowhere is written by a route and leads on.
#[test]
fn pr_1_a_prototype_of_vrml97_holds_data() {
    let world = "#VRML V2.0 utf8\nPROTO Data [ exposedField SFVec3f v 0 0 0 ] { Group { } }\nDEF D Data { }\n\
        DEF Go Transform { }\nDEF T Transform { }\n\
        ROUTE Go.translation_changed TO D.set_v\nROUTE D.v_changed TO T.set_translation";
    let file = OpenOptions::within(Memory::new().with("a.wrl", world)).open("a.wrl").unwrap();
    let mut run = file.run(Options::default()).unwrap();
    let given = r#"{"events": [{"t": 1, "set": "Go.translation", "value": [5, 6, 7]}]}"#;
    inputs(given).unwrap().into_iter().for_each(|input| run.send(input));
    run.step(1.0);
    run.finish();
    let found = run.address("T.translation").and_then(|a| run.value(&a)).map(|(_, v)| numbers(&v));
    assert_eq!(found.map(|v| v[..3].to_vec()), Some(vec![5.0, 6.0, 7.0]), "{:?}", grave(&run));
    assert_eq!(grave(&run), [""; 0]);
}

/// The same world in another language, or written anew.
fn twin(file: &File, to: &'static Writer) -> Result<File, String> {
    let job = Conversion::to(to).with(|c| (c.rebuild, c.allow_empty) = (true, true));
    let converted = file.convert(&job).map_err(|why| why.to_string())?;
    let mut files = Memory::new();
    for (name, bytes) in &converted.files {
        files = files.with(name.clone(), bytes.clone());
    }
    // Worlds that it leads to are where they were.
    for entry in std::fs::read_dir(folder()).map_err(|why| why.to_string())?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = converted.files.iter().any(|(n, _)| *n == name);
        if !known && let Ok(bytes) = std::fs::read(entry.path()) {
            files = files.with(name, bytes);
        }
    }
    let name = &converted.files.first().ok_or("nothing was written")?.0;
    OpenOptions::within(files).open(name).map_err(|why| why.to_string())
}

/// Plays a world; what is not as it should be. Findings count only of the `first` form.
fn judge(file: &File, script: &Script, first: bool) -> Vec<String> {
    let options = Options::default();
    let start = script.start.unwrap_or(options.start);
    let mut run = match file.run({
        let mut options = options;
        (options.start, options.viewpoint) = (start, script.viewpoint.clone());
        options
    }) {
        Ok(run) => run,
        Err(why) => return vec![why.to_string()],
    };
    let heard = Rc::new(RefCell::new(Vec::new()));
    let list = heard.clone();
    run.trace_to(Box::new(move |event: &Event<'_>| {
        let what = format!("{}.{}", event.node, event.field);
        list.borrow_mut().push(Heard { t: event.t, what, value: numbers(event.value) });
    }));
    match inputs(&script.input.to_string()) {
        Ok(all) => all.into_iter().for_each(|input| run.send(input)),
        Err(why) => return vec![why.to_string()],
    }
    let mut number = 0u32;
    loop {
        let t = script.rate.map_or(script.until, |rate| f64::from(number) / rate).min(script.until);
        run.step(t);
        if t >= script.until || !run.is_complete() {
            break;
        }
        number += 1;
    }
    run.finish();
    let heard = heard.borrow();
    let expected = script.expected.iter().filter(|e| first || !matches!(e, Expectation::Found(_)));
    let mut wrong: Vec<String> = expected.filter_map(|e| e.wrong(file, &mut run, &heard, start)).collect();
    if first && !script.finds() {
        wrong.extend(grave(&run).into_iter().map(|found| format!("there is a finding: {found}")));
    }
    wrong
}

fn grave(run: &Run) -> Vec<String> {
    let grave = run.findings().iter().filter(|f| f.code.severity >= Severity::Warning);
    grave.map(|f| format!("{} {}", f.code.id, f.message)).collect()
}

/// The numbers of a value; of nodes, how many there are.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Bool(v) => vec![f64::from(u8::from(*v))],
        Value::Int(v) => vec![f64::from(*v)],
        Value::Numbers(v) => v.to_vec(),
        Value::Floats(v) => v.iter().map(|v| f64::from(*v)).collect(),
        Value::Ints(v) => v.iter().map(|v| f64::from(*v)).collect(),
        Value::Times(v) => v.clone(),
        Value::Nodes(nodes) => vec![nodes.len() as f64],
        Value::Text(_) | Value::Texts(_) => Vec::new(),
    }
}
