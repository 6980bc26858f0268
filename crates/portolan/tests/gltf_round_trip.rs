//! Every fixture through glTF and back: the scene must mean the same, but for what the writer tells.

use std::path::Path;

use portolan::compare::{Difference, Kind, Options, compare};
use portolan::convert::{Conversion, Converted, to};
use portolan::scene::{Fate, Loss};
use portolan::{File, Files, Memory, OpenOptions};

use crate::fixtures::{drawn, fixtures, suite};

fn import(path: &Path) -> Option<File> {
    let name = path.to_string_lossy().into_owned();
    let files = Files::within(name.as_str());
    OpenOptions::within(files.clone()).open(&name).ok()
}

fn read_back(converted: &Converted) -> File {
    let mut memory = Memory::new();
    for (name, bytes) in &converted.files {
        memory = memory.with(name.clone(), bytes.clone());
    }
    let back = OpenOptions::within(memory.clone()).open(&converted.files[0].0).unwrap();
    assert!(back.scene().unwrap().check().is_empty(), "{:?}", back.scene().unwrap().check());
    back
}

/// Is a difference what some loss of the writer told?
fn told(difference: &Difference, losses: &[&Loss]) -> bool {
    let by = |codes: &[&str]| losses.iter().any(|l| codes.contains(&l.code.id) && l.fate > Fate::Noted);
    let coarse = losses.iter().any(|l| l.code.id == "CNV321" && l.fate == Fate::Approximated);
    match difference.kind {
        Kind::Node | Kind::Shape if coarse => true,
        Kind::Camera => by(&["CNV325", "CNV327"]),
        Kind::Light => by(&["CNV317", "CNV327", "CNV339"]),
        Kind::Clip => by(&["CNV322", "CNV326", "CNV349"]),
        // Times are in single precision; where something is nearly as quick as a jump, that shows.
        Kind::Motion if difference.amount.is_some_and(|amount| amount < 1e-4) => true,
        Kind::Motion => by(&["CNV320", "CNV322", "CNV323", "CNV324", "CNV326", "CNV349"]),
        Kind::Surface | Kind::Winding => by(&[
            "CNV160", "CNV301", "CNV302", "CNV303", "CNV304", "CNV305", "CNV306", "CNV307", "CNV311", "CNV319",
            "CNV327", "CNV616",
        ]),
        Kind::Shape | Kind::Normal | Kind::Coordinates | Kind::Colour | Kind::Skin | Kind::Morph => by(&[
            "CNV308", "CNV309", "CNV310", "CNV311", "CNV312", "CNV313", "CNV314", "CNV315", "CNV316", "CNV319",
            "CNV320", "CNV322", "CNV323", "CNV324", "CNV326", "CNV327", "CNV330",
        ]),
        Kind::Node => by(&["CNV320", "CNV322", "CNV323", "CNV324", "CNV326", "CNV327"]),
        _ => false,
    }
}

fn options() -> Options {
    Options { skin_normals: false, ..Options::default() }
}

/// Differences that nobody told, and how many were told; `None` if there is nothing to compare.
fn round_trip(path: &Path) -> Option<(Vec<String>, usize)> {
    let first = import(path)?;
    if first.scene().unwrap().views.is_empty() {
        return None;
    }
    // Pictures beside, so that their names can be compared.
    let conversion = Conversion::to(&to::GLTF).with(|c| (c.tolerance, c.allow_empty) = (Some(1e-5), true));
    let converted = first.convert(&conversion).unwrap();
    let losses: Vec<&Loss> = converted.losses.iter().collect();
    let second = read_back(&converted);
    let faults: Vec<String> = second
        .losses()
        .unwrap()
        .iter()
        .filter(|l| l.code.id.starts_with("GLT") && !EXPECTED.contains(&l.code.id))
        .map(|l| format!("{}: {} {}", path.display(), l.code.id, l.message))
        .collect();
    let differences = compare(&drawn(&first, conversion.tolerance), second.scene().unwrap(), &options());
    let (known, unknown): (Vec<_>, Vec<_>) = differences.iter().partition(|d| told(d, &losses));
    let mut wrong: Vec<String> = unknown.iter().map(|d| format!("{}: {d}", path.display())).collect();
    wrong.extend(faults);
    Some((wrong, known.len()))
}

/// None: what we write is read without a fault.
const EXPECTED: [&str; 0] = [];

fn all(folder: &Path, extension: &str) -> (usize, usize, Vec<String>) {
    let (mut wrong, mut done, mut explained) = (Vec::new(), 0, 0);
    for path in fixtures(folder, extension) {
        if let Some((differences, told)) = round_trip(&path) {
            wrong.extend(differences);
            explained += usize::from(told > 0);
            done += 1;
        }
    }
    (done, explained, wrong)
}

use crate::samples;

/// `.glb` to `.dae` and `.ogex`, and from there to `.glb` again.
#[test]
fn samples_survive_other_formats() {
    let mut wrong = Vec::new();
    for (name, file) in samples::all() {
        let memory = Memory::new().with("first.glb", file.glb());
        let first = OpenOptions::within(memory.clone()).open("first.glb").unwrap();
        for to in [&to::DAE, &to::OGEX] {
            let conversion = Conversion::to(to).with(|c| c.tolerance = Some(1e-6));
            let there = first.convert(&conversion).unwrap();
            let mut losses: Vec<&Loss> = there.losses.iter().collect();
            for loss in losses.iter().filter(|l| l.code.id == "CNV822") {
                wrong.push(format!("{name}: {}", loss.message));
            }
            let second = read_back(&there);
            let back = Conversion::to(&to::GLB).with(|c| c.tolerance = Some(1e-6));
            let back = second.convert(&back).unwrap();
            losses.extend(back.losses.iter());
            let third = read_back(&back);
            for (place, scene) in [(to.extension, second.scene().unwrap()), ("glb", third.scene().unwrap())] {
                for difference in compare(first.scene().unwrap(), scene, &options()) {
                    if !told_on_the_way(&difference, &losses) {
                        wrong.push(format!("{name} as {}, {place}: {difference}", to.extension));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// As [`told`], with what the writers of other formats tell.
fn told_on_the_way(difference: &Difference, losses: &[&Loss]) -> bool {
    let by = |codes: &[&str]| losses.iter().any(|l| codes.contains(&l.code.id) && l.fate > Fate::Noted);
    told(difference, losses)
        || match difference.kind {
            Kind::Surface => by(&["CNV719", "CNV720", "CNV722", "CNV806", "CNV807", "CNV808", "CNV809", "CNV810"]),
            Kind::Camera => by(&["CNV725"]),
            Kind::Light => by(&["CNV723", "CNV724"]),
            Kind::Shape => by(&["CNV804"]) && difference.what.contains("points"),
            // The shape that weights lead away from is a target of its own in OpenGEX.
            Kind::Morph => by(&["CNV714"]) || difference.what == "the number of morph targets differs: 2 vs 3",
            Kind::Scene => by(&["CNV700"]),
            _ => false,
        }
}

#[test]
fn collada_fixtures_mean_the_same() {
    let (done, _, wrong) = all(&suite("collada"), "dae");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(done >= 100, "only {done} files were compared");
}

#[test]
fn opengex_fixtures_mean_the_same() {
    let (done, _, wrong) = all(&suite("opengex"), "ogex");
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    assert!(done >= 50, "only {done} files were compared");
}

/// Run by hand, with the folder of a corpus in `PORTOLAN_CORPUS`.
#[test]
#[ignore = "needs a corpus"]
fn a_corpus_means_the_same() {
    let folder = std::env::var("PORTOLAN_CORPUS").unwrap();
    let (done, explained, wrong) = all(Path::new(&folder), "dae");
    println!("{done} files, {explained} with told differences, {} untold", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
