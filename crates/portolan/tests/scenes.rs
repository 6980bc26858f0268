//! Every COLLADA and OpenGEX document at hand, sound, cut and damaged, becomes a sound scene and sound files.

use crate::damage;
use crate::journey;
use portolan::{Memory, OpenOptions};

use std::path::{Path, PathBuf};

use crate::damage::Dice;
use portolan::convert::to;

/// Documents of the suite and the examples, with their names.
fn documents() -> Vec<(String, Vec<u8>)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["tests/suite/collada", "examples/collada", "tests/suite/opengex", "examples/opengex"];
    let mut folders: Vec<PathBuf> = folders.iter().map(|f| top.join(f)).collect();
    let mut found: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("dae" | "ogex") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    assert!(found.len() > 300, "the suite is there");
    let shown = |path: &Path| path.strip_prefix(&top).unwrap_or(path).display().to_string();
    found.iter().map(|path| (shown(path), std::fs::read(path).expect("the file is readable"))).collect()
}

/// Runs all documents on all processors and collects what is wrong.
fn for_each(work: impl Fn(&str, &[u8], &mut Vec<String>) + Sync) {
    let documents = documents();
    let lanes = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let run = |lane: usize| {
            let mut wrong = Vec::new();
            for (name, bytes) in documents.iter().skip(lane).step_by(lanes) {
                let mut faults = Vec::new();
                work(name, bytes, &mut faults);
                wrong.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
            }
            wrong
        };
        let lanes: Vec<_> = (0..lanes).map(|lane| scope.spawn(move || run(lane))).collect();
        lanes.into_iter().flat_map(|lane| lane.join().expect("no lane panics")).collect()
    });
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_document_becomes_a_sound_scene_and_sound_files() {
    for_each(|name, bytes, faults| {
        let path = format!("a.{}", name.rsplit('.').next().unwrap_or("dae"));
        let memory = Memory::new().with(&path, bytes);
        let Some(imported) = journey::import(memory.clone(), &path, faults) else {
            return faults.push("is not read".into());
        };
        journey::play(&imported, faults);
        journey::draw(&imported, faults);
        match OpenOptions::within(memory.clone()).open(&path).and_then(|f| f.info()) {
            Ok(info) => {
                let corners = info.bounds.iter().flat_map(|(low, high)| low.iter().zip(high));
                if corners.clone().any(|(low, high)| low.is_nan() || high.is_nan() || low > high) {
                    faults.push("bounds are inside out".into());
                }
            }
            // What is nothing that its format knows is said to be something else.
            Err(why) if why.code().is_some_and(|code| code.id == "IO002") => {}
            Err(why) => faults.push(format!("info: {why}")),
        }
        for to in portolan::convert::writers() {
            let first = journey::write(&imported, to, faults);
            if first != journey::write(&imported, to, faults) {
                faults.push(format!("two {} files differ", to.extension));
            }
        }
        let Some(again) = journey::import(memory.clone(), &path, faults) else { return };
        let files = [&imported, &again].map(|i| journey::write(i, &to::GLB, &mut Vec::new()));
        if files[0] != files[1] {
            faults.push("reading again gives another file".into());
        }
    });
}

#[test]
fn damaged_documents_do_no_harm() {
    for_each(|name, bytes, faults| {
        let mut dice = Dice::new(name.bytes().fold(0, |sum, b| sum * 31 % 1_000_003 + u64::from(b)));
        for round in 0..40 {
            let broken = match round {
                0..6 => damage::cut(bytes.to_vec(), &mut dice),
                _ => damage::damaged(bytes, &mut dice),
            };
            let path = format!("a.{}", name.rsplit('.').next().unwrap_or("dae"));
            let memory = Memory::new().with(&path, broken);
            let mut found = Vec::new();
            if let Some(imported) = journey::import(memory.clone(), &path, &mut found) {
                journey::play(&imported, &mut found);
                journey::draw(&imported, &mut found);
                for to in portolan::convert::writers() {
                    journey::write(&imported, to, &mut found);
                }
            }
            faults.extend(found.into_iter().map(|fault| format!("round {round}: {fault}")));
        }
    });
}

/// A mesh whose text is complete is drawn, however the document ends.
#[test]
fn what_is_complete_of_a_cut_document_is_drawn() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/collada/table.dae"));
    let text = text.expect("the example is there");
    let end = text.find("</geometry>").expect("a geometry") + "</geometry>".len();
    let memory = Memory::new().with("a.dae", &text[..end]);
    let mut faults = Vec::new();
    let imported = journey::import(memory.clone(), "a.dae", &mut faults).expect("it is read");
    assert_eq!(imported.scene().unwrap().geometries.len(), 1);
    let obj = String::from_utf8(journey::write(&imported, &to::OBJ, &mut faults)).expect("text");
    assert!(faults.is_empty(), "{faults:?}");
    assert!(obj.lines().any(|line| line.starts_with("f ")), "{obj}");
}

/// Every node repeats the names of those above it in its path, but not without end.
#[test]
fn a_chain_of_many_nodes_is_followed_as_far_as_is_sensible() {
    let links: String =
        (0..30_000).map(|i| format!("<node id=\"n{i}\"><instance_node url=\"#n{}\"/></node>", i + 1)).collect();
    let text = format!(
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\
         <library_nodes>{links}<node id=\"n30000\"/></library_nodes>\
         <library_visual_scenes><visual_scene id=\"s\"><node id=\"top\"><instance_node url=\"#n0\"/></node>\
         </visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    );
    let memory = Memory::new().with("a.dae", text);
    let imported = journey::import(memory.clone(), "a.dae", &mut Vec::new()).expect("it is read");
    let view = imported.scene().unwrap().default_view.expect("a view");
    let samples =
        portolan::sample::sample_view(imported.scene().unwrap(), view, &portolan::sample::Playing::Nothing, &[0.0]);
    assert!(!samples.complete && samples.tracks.len() > 5_000);
    assert_eq!(samples.tracks[2].path, "top/n0/n1");
    assert!(samples.tracks.iter().map(|t| t.path.len()).sum::<usize>() < 1 << 29);
}
