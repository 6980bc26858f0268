//! `portolan batch`: planned, limited, resumed, told.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{BROKEN, Folder, Run};
use crate::many::{picture, textured};

/// A scene with a triangle of a size, and the texture `TEXTURE`.
fn scene(size: u32) -> String {
    textured("TEXTURE").replace("0 0 0 2 0 0", &format!("0 0 0 {size} 0 0"))
}

/// Models with textures: two share one, one lacks it.
fn assets() -> Folder {
    let folder = Folder::new();
    folder.put("in/wood.png", picture(10));
    folder.put("in/deep/stone.png", picture(20));
    folder.put("in/a.dae", scene(2).replace("TEXTURE", "wood.png"));
    folder.put("in/b.dae", scene(3).replace("TEXTURE", "wood.png"));
    folder.put("in/deep/c.dae", scene(4).replace("TEXTURE", "stone.png"));
    folder.put("in/deep/d.dae", scene(5).replace("TEXTURE", "missing.png"));
    folder
}

const TO_GLB: [&str; 5] = ["batch", "in", "out", "--to", "glb"];

fn batch(folder: &Folder, more: &[&str]) -> Run {
    folder.run(&[&TO_GLB[..], more].concat())
}

/// Every file of an output folder that is no journal.
fn outputs(folder: &Folder, name: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let top = folder.path().join(name);
    let mut waiting = vec![top.clone()];
    while let Some(at) = waiting.pop() {
        for entry in std::fs::read_dir(&at).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true if path.ends_with(".portolan") => {}
                true => waiting.push(path),
                false => {
                    let name = path.strip_prefix(&top).unwrap().to_string_lossy().into_owned();
                    found.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
    }
    found
}

fn records(folder: &Folder, name: &str) -> Vec<Value> {
    let text = folder.read(name);
    text.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn last_line(run: &Run) -> &str {
    run.out.lines().next().unwrap_or_default()
}

#[test]
fn a_tree_is_converted_once() {
    let folder = assets();
    folder.put("in/deep/no.dae", "hello");
    let run = batch(&folder, &["--report", "r.jsonl", "--report", "r.csv", "--depfile", "d.mk"]);
    assert_eq!((run.status, last_line(&run)), (3, "5 files: 4 converted, 1 failed"), "{}", run.err);
    assert!(run.err.contains("in/deep/no.dae: it is not COLLADA"), "{}", run.err);
    let names: Vec<String> = outputs(&folder, "out").into_keys().collect();
    assert_eq!(names, ["a.glb", "b.glb", "deep/c.glb", "deep/d.glb"]);
    // The same as one by one.
    assert_eq!(folder.run(&["convert", "in/a.dae", "a.glb"]).status, 0);
    assert!(folder.bytes("a.glb") == folder.bytes("out/a.glb"));
    let report = records(&folder, "r.jsonl");
    assert_eq!(report.len(), 5);
    assert_eq!(report[0]["read"].as_object().unwrap().keys().collect::<Vec<_>>(), ["a.dae", "wood.png"]);
    let table = folder.read("r.csv");
    assert!(table.lines().count() == 6 && table.contains("in/deep/no.dae,deep/no.glb,failed,3,5,"), "{table}");
    assert!(
        folder.read("d.mk").contains("out/deep/c.glb: in/deep/c.dae in/deep/stone.png\n"),
        "{}",
        folder.read("d.mk")
    );
    // Nothing is done twice, failures included, and the report tells of all.
    let run = batch(&folder, &["--report", "r.jsonl"]);
    assert_eq!((run.status, last_line(&run)), (3, "5 files: 4 unchanged, 1 failed"), "{}", run.err);
    assert_eq!(records(&folder, "out/.portolan/journal.jsonl").len(), 5);
    assert_eq!(records(&folder, "r.jsonl").len(), 5);
    let run = batch(&folder, &["--retry"]);
    assert_eq!(records(&folder, "out/.portolan/journal.jsonl").len(), 6, "{}", run.err);
}

#[test]
fn what_was_read_decides_what_is_done_again() {
    let folder = assets();
    let done = |folder: &Folder| last_line(&batch(folder, &[])).to_owned();
    assert_eq!(done(&folder), "4 files: 4 converted");
    // A changed texture concerns its users.
    folder.put("in/wood.png", picture(30));
    assert_eq!(done(&folder), "4 files: 2 converted, 2 unchanged");
    // So does one that was missing.
    folder.put("in/deep/missing.png", picture(40));
    assert_eq!(done(&folder), "4 files: 1 converted, 3 unchanged");
    // An output that is gone or was changed is made again.
    std::fs::remove_file(folder.path().join("out/a.glb")).unwrap();
    folder.put("out/b.glb", "x");
    assert_eq!(done(&folder), "4 files: 2 converted, 2 unchanged");
    // Other options are other results, from a configuration as well.
    let run = batch(&folder, &["--", "--no-weld"]);
    assert_eq!(last_line(&run), "4 files: 4 converted", "{}", run.err);
    assert_eq!(done(&folder), "4 files: 4 unchanged", "both are known, and the bytes are the same");
    folder.put("portolan.toml", "[[files]]\nmatch = 'deep/**'\nconvert = {up-axis = 'Z'}\n");
    assert_eq!(done(&folder), "4 files: 4 unchanged", "the pattern begins where the configuration is");
    folder.put("in/portolan.toml", "[[files]]\nmatch = 'deep/**'\nconvert = {no-lights = true}\n");
    assert_eq!(done(&folder), "4 files: 2 converted, 2 unchanged");
    // Touched is not changed.
    folder.put("in/a.dae", scene(2).replace("TEXTURE", "wood.png"));
    assert_eq!(done(&folder), "4 files: 4 unchanged");
}

#[test]
fn half_a_line_of_the_journal_is_done_again() {
    let folder = assets();
    batch(&folder, &["--jobs", "1"]);
    let whole = outputs(&folder, "out");
    let journal = folder.read("out/.portolan/journal.jsonl");
    let third = journal.match_indices('\n').nth(2).unwrap().0;
    folder.put("out/.portolan/journal.jsonl", &journal.as_bytes()[..third - 40]);
    let run = batch(&folder, &[]);
    assert_eq!(last_line(&run), "4 files: 2 converted, 2 unchanged", "{}", run.err);
    assert_eq!(last_line(&batch(&folder, &[])), "4 files: 4 unchanged");
    assert!(outputs(&folder, "out") == whole);
    // Whatever else stands there is no reason to stop.
    folder.put("out/.portolan/journal.jsonl", b"\xff\xfe{}\n[]\n{\"key\": 5}\nnull\n");
    assert_eq!(last_line(&batch(&folder, &[])), "4 files: 4 converted");
}

#[test]
fn shards_share_the_files_and_their_journals_join() {
    let folder = assets();
    let mut done = 0;
    for shard in ["0/3", "1/3", "2/3"] {
        let run = batch(&folder, &["--shard", shard]);
        assert_eq!(run.status, 0, "{}", run.err);
        let count = last_line(&run).split(' ').next().unwrap().parse::<u32>().unwrap();
        done += count;
        // Another machine: its own folder, copied together afterwards.
        let apart = folder.run(&["batch", "in", &format!("apart{}", &shard[..1]), "--to", "glb", "--shard", shard]);
        assert_eq!(apart.status, 0);
    }
    assert_eq!(done, 4);
    assert_eq!(last_line(&batch(&folder, &[])), "4 files: 4 unchanged");
    for part in ["apart0", "apart1", "apart2"] {
        let from = format!("{part}/.");
        let copied = Command::new("cp").args(["-r", &from, "joined"]).current_dir(folder.path()).status().unwrap();
        assert!(copied.success());
    }
    let run = folder.run(&["batch", "in", "joined", "--to", "glb"]);
    assert_eq!(last_line(&run), "4 files: 4 unchanged", "{}", run.err);
    assert!(outputs(&folder, "joined") == outputs(&folder, "out"));
    assert_eq!(batch(&folder, &["--shard", "3/3"]).status, 2);
}

#[test]
fn nothing_is_written_by_a_dry_run() {
    let folder = assets();
    let run = batch(&folder, &["--dry-run"]);
    assert_eq!(run.status, 0);
    assert!(run.out.starts_with("would convert in/a.dae → out/a.glb\n"), "{}", run.out);
    assert!(run.out.ends_with("4 files: 4 to convert, 0 unchanged\n"), "{}", run.out);
    assert!(!folder.path().join("out").exists());
    batch(&folder, &["--exclude", "deep/**"]);
    let run = batch(&folder, &["--dry-run"]);
    assert!(run.out.ends_with("4 files: 2 to convert, 2 unchanged\n"), "{}", run.out);
}

#[test]
fn what_cannot_be_is_refused_before_any_work() {
    let folder = assets();
    folder.put("in/a.ogex", "Metric (key = \"distance\") {float {1}}");
    folder.put("file", "");
    for (words, why) in [
        (&["batch", "in", "out", "--to", "glb"][..], "in/a.dae and in/a.ogex would both be written to out/a.glb"),
        (&["batch", "in", "in/out", "--to", "glb"], "the output folder in/out is in the input folder in"),
        (&["batch", "in", "in", "--check"], "the output folder in is in the input folder in"),
        (&["batch", "in", "out"], "say what is done"),
        (&["batch", "in", "--to", "glb"], "2 values required"),
        (&["batch", "in", "out", "--to", "glb", "--check"], "cannot be used with"),
        (&["batch", "in", "out", "--to", "fbx"], "`.fbx` files cannot be written"),
        (&["batch", "-", "out", "--to", "glb"], "standard input cannot be part of a batch"),
        (&["batch", "in", "out", "--check", "--", "--triangulate"], "unexpected argument '--triangulate'"),
        (&["batch", "in", "file", "--check"], "the output folder file is a file"),
        (&["batch", "in", "out", "--check", "--report", "r.txt"], "its extension must be"),
        (&["batch", "in", "out", "--check", "--memory", "lots"], "write it as in 500M"),
        (&["batch", "in", "out", "--check", "--only"], "unexpected argument"),
    ] {
        let run = folder.run(words);
        assert!(run.status == 2 && run.err.contains(why), "{words:?}: {} {}", run.status, run.err);
        assert!(!folder.path().join("out").exists(), "{words:?}");
    }
    let run = folder.run(&["batch", "in", "out", "--to", "glb", "--include", "*.dae"]);
    assert_eq!(last_line(&run), "4 files: 4 converted", "{}", run.err);
}

#[test]
fn files_are_checked_repaired_and_drawn() {
    let folder = assets();
    folder.put("in/bad.dae", BROKEN);
    let check = |more: &[&str]| folder.run(&[&["batch", "in", "checked", "--check"], more].concat());
    let run = check(&["--report", "r.sarif", "--report", "r.xml", "--report", "r.html", "--report", "r.jsonl"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(last_line(&run).starts_with("5 files: 5 checked; "), "{}", run.out);
    assert!(outputs(&folder, "checked").is_empty());
    let sarif: Value = serde_json::from_slice(&folder.bytes("r.sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let bad = results.iter().find(|r| r["ruleId"] == "SCH001").expect("the wrong element");
    assert_eq!(bad["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "in/bad.dae");
    assert_eq!(bad["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    let junit = folder.read("r.xml");
    assert!(junit.contains("<testsuite name=\"in/bad.dae\"") && junit.contains("<failure type=\"SCH001\""), "{junit}");
    let page = folder.read("r.html");
    assert!(page.contains("data:image/png;base64,") && page.contains("SCH001") && !page.contains("http://"));
    // The severity of the configuration decides.
    folder.put("in/portolan.toml", "[severity]\nSCH001 = 'info'\nSEM = 'off'\nREF = 'off'\n");
    let run = check(&[]);
    assert_eq!(run.status, 0, "{} {}", run.out, run.err);

    let run = folder.run(&["batch", "in", "fixed", "--fix"]);
    assert!(last_line(&run).starts_with("5 files: "), "{}", run.out);
    assert_eq!(outputs(&folder, "fixed").len(), 5);
    let run = folder.run(&["batch", "in", "drawn", "--render", "--exclude", "bad.dae", "--", "--size", "32x24"]);
    assert_eq!((run.status, last_line(&run)), (0, "4 files: 4 drawn"), "{}", run.err);
    let drawn = image::load_from_memory(&folder.bytes("drawn/deep/c.png")).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (32, 24));
}

/// Two documents with different pictures of one name: what they are called does not depend on who is first.
#[test]
fn files_beside_documents_are_called_by_what_is_in_them() {
    let convert = |jobs: &str, reverse: bool| {
        let folder = Folder::new();
        for (name, shade) in [("one", 10), ("two", 20), ("three", 20)] {
            folder.put(&format!("{name}/{name}.dae"), scene(2).replace("TEXTURE", "t.png"));
            folder.put(&format!("{name}/t.png"), picture(shade));
        }
        let mut inputs = ["one/one.dae", "two/two.dae", "three/three.dae"];
        if reverse {
            inputs.reverse();
        }
        let run = folder.run(&[&["batch"], &inputs[..], &["out", "--to", "obj", "--jobs", jobs]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        outputs(&folder, "out")
    };
    let written = convert("1", false);
    assert_eq!(written.keys().filter(|name| name.ends_with(".png")).count(), 2, "{:?}", written.keys());
    assert!(convert("3", true) == written);
}

/// What an earlier run wrote and nobody needs any more is removed, unless somebody changed it.
#[test]
fn old_files_beside_documents_go() {
    let folder = assets();
    let convert = |more: &[&str]| folder.run(&[&["batch", "in", "out", "--to", "obj"], more].concat());
    convert(&[]);
    let pictures = || outputs(&folder, "out").into_keys().filter(|name| name.ends_with(".png")).collect::<Vec<_>>();
    let before = pictures();
    assert_eq!(before.len(), 2);
    folder.put("in/wood.png", picture(30));
    let only_a = convert(&["--include", "a.dae"]);
    assert_eq!(only_a.status, 0, "{}", only_a.err);
    assert_eq!(pictures().len(), 3, "the other document still has it");
    convert(&[]);
    assert_eq!(pictures().len(), 2);
    assert!(pictures() != before);
    let wood = pictures().into_iter().find(|name| name.starts_with("wood")).unwrap();
    folder.put(&format!("out/{wood}"), "mine");
    folder.put("in/wood.png", picture(40));
    convert(&[]);
    assert_eq!(pictures().len(), 3, "a file that was changed stays");
}

/// A mesh with many points in one primitive.
fn mesh(points: &str, count: usize, primitive: &str) -> String {
    let text = scene(1);
    let (before, rest) = text.split_once("<float_array id=\"a\" count=\"9\">").unwrap();
    let rest = rest
        .split_once("</float_array>")
        .unwrap()
        .1
        .replace("count=\"3\" stride", &format!("count=\"{count}\" stride"));
    let (middle, rest) = rest.split_once("<triangles").unwrap();
    let rest = rest.split_once("</triangles>").unwrap().1;
    let numbers = count * 3;
    format!("{before}<float_array id=\"a\" count=\"{numbers}\">{points}</float_array>{middle}{primitive}{rest}")
}

/// A file that needs too long or too much costs itself.
#[cfg(target_os = "linux")]
#[test]
fn a_hostile_file_costs_its_limit() {
    let folder = assets();
    let indices = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
    let input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
    // One polygon that crosses itself all the time.
    let (mut random, count) = (1u64, 60_000);
    let mut next = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) % 100_000
    };
    let points: Vec<String> = (0..count).map(|_| format!("{} {} 0", next(), next())).collect();
    let polygon = format!("<polylist count=\"1\">{input}<vcount>{count}</vcount><p>{}</p></polylist>", indices(count));
    folder.put("in/slow.dae", mesh(&points.join(" "), count, &polygon));
    let start = Instant::now();
    let run = batch(&folder, &["--file-seconds", "0.05", "--report", "r.jsonl", "--include", "slow.dae"]);
    assert!(start.elapsed() < Duration::from_secs(30));
    let slow = records(&folder, "r.jsonl");
    assert_eq!((run.status, slow[0]["error"]["code"].as_str()), (3, Some("IO040")), "{slow:?} {}", run.err);
    assert!(!folder.path().join("out/slow.glb").exists());
    assert_eq!(last_line(&batch(&folder, &["--file-seconds", "0.05", "--include", "slow.dae"])), "1 file: 1 failed");
    assert_eq!(records(&folder, "out/.portolan/journal.jsonl").len(), 1, "it is not tried again");
    // A larger limit tries again.
    let run = batch(&folder, &["--include", "slow.dae"]);
    assert_eq!((run.status, last_line(&run)), (0, "1 file: 1 converted"), "{}", run.err);

    // Many points in little memory.
    let count = 300_000;
    let points: Vec<String> = (0..count).map(|i| format!("{} {} {}", i % 251, i % 83, i % 17)).collect();
    let triangles = format!("<triangles count=\"{}\">{input}<p>{}</p></triangles>", count / 3, indices(count));
    folder.put("in/slow.dae", mesh(&points.join(" "), count, &triangles));
    let run = batch(&folder, &["--file-memory", "20M", "--report", "r.jsonl"]);
    let large: Vec<Value> = records(&folder, "r.jsonl").into_iter().filter(|r| r["input"] == "in/slow.dae").collect();
    assert_eq!(large[0]["error"]["code"], "IO041", "{large:?} {}", run.err);
    assert_eq!((run.status, last_line(&run)), (3, "5 files: 4 converted, 1 failed"), "{}", run.err);
    assert!(run.err.contains("it needs more than 21 MB of memory; `--file-memory` sets the limit"), "{}", run.err);
    assert_eq!(last_line(&batch(&folder, &["--file-memory", "20M"])), "5 files: 4 unchanged, 1 failed");
}

fn start(folder: &Path, words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|p| p.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Is this process one of this program that has not ended?
#[cfg(target_os = "linux")]
fn is_alive(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status.contains("Name:\tportolan\n") && !status.contains("State:\tZ")
}

/// Killed at random, the program and its workers in turn, it ends up with the same files, and does nothing twice.
#[cfg(target_os = "linux")]
#[test]
fn killed_twenty_times_it_comes_to_the_same() {
    let folder = Folder::new();
    for n in 0..600 {
        folder.put(&format!("in/{}/{n}.dae", n % 7), scene(n + 1).replace("TEXTURE", "t.png"));
        folder.put(&format!("in/{}/t.png", n % 7), picture(n as u8 % 7));
    }
    let words = ["batch", "in", "out", "--to", "gltf", "--jobs", "2", "-q", "--", "--separate"];
    let undisturbed = folder.run(&["batch", "in", "whole", "--to", "gltf", "--jobs", "2", "-q", "--", "--separate"]);
    assert_eq!(undisturbed.status, 0, "{}", undisturbed.err);
    let mut random = 12345u64;
    let mut next = |most: u64| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) % most
    };
    let mut ended_by_itself = 0;
    let mut workers = Vec::new();
    for round in 0..20 {
        let mut child = start(folder.path(), &words);
        let lines = || {
            std::fs::read(folder.path().join("out/.portolan/journal.jsonl"))
                .map_or(0, |b| b.iter().filter(|c| **c == b'\n').count())
        };
        // Every round gets some files further, so that each of them is killed at work.
        let (before, more) = (lines(), 1 + next(12) as usize);
        let start = Instant::now();
        while lines() < before + more
            && start.elapsed() < Duration::from_secs(20)
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_millis(1 + next(4)));
        }
        let started = children(child.id());
        let victim = match round % 2 {
            0 => child.id(),
            _ => started.first().copied().unwrap_or(child.id()),
        };
        workers.extend(started);
        let _ = Command::new("kill").args(["-9", &victim.to_string()]).stderr(Stdio::null()).status();
        if round % 2 == 1 {
            // A worker that is killed is replaced, and the program goes on until it is killed itself.
            std::thread::sleep(Duration::from_millis(next(12)));
            let _ = child.kill();
        }
        ended_by_itself += u32::from(child.wait().unwrap().code() == Some(0));
    }
    assert!(ended_by_itself < 8, "hardly any run was disturbed");
    let run = folder.run(&words);
    assert_eq!(run.status, 0, "{}", run.err);
    // A worker whose program was killed ends what it is at.
    let start = Instant::now();
    while workers.iter().any(|worker| is_alive(*worker)) && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(outputs(&folder, "out") == outputs(&folder, "whole"), "the same files with the same bytes");
    // The journal shows each file once, unless its line was cut off.
    let text = folder.read("out/.portolan/journal.jsonl");
    let mut done: BTreeMap<String, u32> = BTreeMap::new();
    for record in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        *done.entry(record["key"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!(done.len(), 600);
    assert!(done.values().all(|times| *times == 1), "{done:?}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_cleanly() {
    let folder = Folder::new();
    for n in 0..400 {
        folder.put(&format!("in/{n}.dae"), scene(n + 1).replace("TEXTURE", "t.png"));
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(["batch", "in", "out", "--to", "glb", "--jobs", "1"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = folder.path().join("out/.portolan/journal.jsonl");
    let begin = Instant::now();
    while std::fs::metadata(&journal).map_or(0, |m| m.len()) < 1000 && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
    assert_eq!(status.code(), Some(130), "{out}");
    assert!(out.contains(" not done\nrun the same command again to do the rest"), "{out}");
    let run = batch(&folder, &[]);
    assert!(run.status == 0 && last_line(&run).contains("unchanged"), "{} {}", run.out, run.err);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_or_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = assets();
    // The superuser writes everywhere, so a file stands in the way.
    folder.put("out/deep", "in the way");
    let run = batch(&folder, &[]);
    assert_eq!((run.status, last_line(&run)), (4, "4 files: 2 converted, 2 failed"), "{}", run.err);
    assert!(run.err.contains("in/deep/c.dae: cannot create out/deep"), "{}", run.err);
    std::fs::remove_file(folder.path().join("out/deep")).unwrap();
    let run = batch(&folder, &[]);
    assert_eq!((run.status, last_line(&run)), (0, "4 files: 2 converted, 2 unchanged"), "{}", run.err);
    folder.put("blocked/.portolan", "in the way");
    let run = folder.run(&["batch", "in", "blocked", "--to", "glb"]);
    assert!(run.status == 4 && run.err.contains("cannot create blocked/.portolan"), "{} {}", run.status, run.err);
    // A file that nobody may read; for the superuser a folder with its name.
    std::fs::create_dir(folder.path().join("in/folder.dae")).unwrap();
    let locked = folder.put("in/locked.dae", "x");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    let run = batch(&folder, &[]);
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(last_line(&run).contains("4 unchanged, 1 failed"), "{} {}", run.out, run.err);
}

/// A disk that is full ends the run with a message, and the next run goes on where there is room again. The disk is a small file system in
/// memory, in a namespace of its own; where none can be made, there is nothing to try.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_it_and_the_rest_is_done_later() {
    let folder = Folder::new();
    for number in 0..40 {
        folder.put(&format!("in/{number}.dae"), scene(number + 1).replace("TEXTURE", "wood.png"));
    }
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let shell = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", script]).current_dir(folder.path());
        command.env("PORTOLAN", env!("CARGO_BIN_EXE_portolan")).output()
    };
    let mount = "mount -t tmpfs -o size=SIZE none out";
    if !shell(&mount.replace("SIZE", "64k")).is_ok_and(|probe| probe.status.success()) {
        println!("no file system can be mounted here: the full disk is not tried");
        return;
    }
    let script = "set -u; mount -t tmpfs -o size=64k none out || exit 90
        \"$PORTOLAN\" batch in out --to glb >full.out 2>full.err; echo $? >full.status
        mount -o remount,size=64m out || exit 91
        \"$PORTOLAN\" batch in out --to glb >rest.out 2>rest.err; echo $? >rest.status
        mkdir kept && cp -r out/. kept";
    let run = shell(script).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(folder.read("full.status").trim(), "4", "{}", folder.read("full.err"));
    assert!(folder.read("full.err").contains("the disk is full"), "{}", folder.read("full.err"));
    assert!(
        folder.read("full.out").contains("run the same command again to do the rest"),
        "{}",
        folder.read("full.out")
    );
    assert_eq!(folder.read("rest.status").trim(), "0", "{}", folder.read("rest.err"));
    assert!(folder.read("rest.out").contains(" unchanged"), "{}", folder.read("rest.out"));
    folder.run(&["batch", "in", "whole", "--to", "glb"]);
    assert_eq!(outputs(&folder, "kept"), outputs(&folder, "whole"));
}

#[cfg(unix)]
#[test]
fn only_one_run_writes_a_journal() {
    let folder = assets();
    batch(&folder, &["--exclude", "deep/**"]);
    let journal =
        std::fs::OpenOptions::new().append(true).open(folder.path().join("out/.portolan/journal.jsonl")).unwrap();
    rustix::fs::flock(&journal, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let run = batch(&folder, &[]);
    assert!(run.status == 4 && run.err.contains("another run is writing out/.portolan/journal.jsonl"), "{}", run.err);
}

#[test]
fn the_first_failure_ends_it_if_asked_for() {
    let folder = assets();
    folder.put("in/a.dae", "hello");
    let run = batch(&folder, &["--fail-fast", "--jobs", "1"]);
    assert_eq!(run.status, 3, "{} {}", run.out, run.err);
    assert!(last_line(&run).contains("1 failed") && last_line(&run).contains("not done"), "{}", run.out);
}

/// Reports fit the schema in the documentation, and describe every field.
#[test]
fn reports_fit_their_schema() {
    let folder = assets();
    folder.put("in/no.dae", "hello");
    folder.put("in/bad.dae", BROKEN);
    let path = format!("{}/../../docs/json/batch.schema.json", env!("CARGO_MANIFEST_DIR"));
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    schema["additionalProperties"] = Value::Bool(false);
    let schema = jsonschema::validator_for(&schema).unwrap();
    for mode in [&["--to", "glb"][..], &["--check"], &["--fix"], &["--render", "--file-seconds", "20"]] {
        let words = [&["batch", "in", "out", "--report", "r.jsonl"], mode].concat();
        assert!([1, 3].contains(&folder.run(&words).status));
        for record in records(&folder, "r.jsonl") {
            let wrong: Vec<String> =
                schema.iter_errors(&record).map(|e| format!("{}: {e}", e.instance_path())).collect();
            assert!(wrong.is_empty(), "{wrong:?} {record:#}");
            for field in ["key", "input", "output", "status", "result", "bytes"] {
                let mut without = record.clone();
                without.as_object_mut().unwrap().remove(field);
                assert!(!schema.is_valid(&without), "{field}");
            }
        }
    }
}

/// The page can be opened anywhere, and shows text as text.
#[test]
fn names_in_reports_are_only_names() {
    let folder = Folder::new();
    let name = "in/<img src=x onerror=alert(1)>\"&'.dae";
    folder.put(name, scene(1));
    let run =
        folder.run(&["batch", "in", "out", "--check", "--report", "r.html", "--report", "r.xml", "--report", "r.csv"]);
    assert!(run.status < 2, "{}", run.err);
    let page = folder.read("r.html");
    assert!(!page.contains("<img src=x") && page.contains("&lt;img src=x onerror=alert(1)"), "{page}");
    assert!(!folder.read("r.xml").contains("<img src=x"));
}
