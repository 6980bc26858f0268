//! Small files that ask for much: no signal, no fault of our own, bounded memory and time, nothing of the user's changed.
//!
//! The crafted files are made by the modules beside this one; `PORTOLAN_HOSTILE=1` runs all commands on all of them instead of
//! those that reach most of the code.

mod archives;
mod cases;
mod collada;
mod more;
mod others;
mod parts;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cases::cases;
use parts::Case;

use crate::common::Folder;

/// What a run came to.
struct Measured {
    /// Its peak of memory, in bytes; 0 where that is not known.
    peak: u64,
    /// Seconds of processor time; 0 where that is not known.
    worked: f64,
    status: i32,
    out: Vec<u8>,
    err: String,
}

fn measured(folder: &Path, args: &[&str]) -> Measured {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let read = |mut pipe: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            _ = pipe.read_to_end(&mut bytes);
            bytes
        })
    };
    let out = read(Box::new(child.stdout.take().unwrap()));
    let err = read(Box::new(child.stderr.take().unwrap()));
    let (mut peak, mut worked) = (0, 0.0);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        // Where there is no such file nothing is measured.
        let now = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = now.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        // Behind the name in brackets; the 12th and 13th number are hundredths of seconds for the program and for the system.
        let now = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        let times = now.rsplit(')').next().unwrap_or_default().split_ascii_whitespace().skip(11).take(2);
        worked = times.filter_map(|t| t.parse::<f64>().ok()).sum::<f64>().max(worked * 100.0) / 100.0;
        assert!(begun.elapsed() < Duration::from_secs(300), "{args:?} does not end");
        std::thread::sleep(Duration::from_millis(3));
    };
    let err = String::from_utf8_lossy(&err.join().unwrap()).into_owned();
    Measured { peak, worked, status: status.code().unwrap_or(-1), out: out.join().unwrap(), err }
}

/// What memory may be used beyond the budget: what a build without optimization adds.
const SLACK: u64 = 16 << 20;

/// Seconds of processor time that a run may take: ten, and what a build without optimization on a busy machine adds.
const MOST_SECONDS: f64 = 60.0;

/// Runs commands on a crafted file, and holds what they do against what every run promises.
fn endures(case: &Case, commands: &[&str]) {
    let folder = Folder::new();
    let out = tempfile::tempdir().unwrap();
    for (name, bytes) in &case.files {
        folder.put(name, bytes);
    }
    for command in commands {
        let target = |word: &str| match word {
            "FILE" => case.main.to_owned(),
            "OTHER" => case.other.unwrap_or(case.main).to_owned(),
            _ => word.replace("OUT", &out.path().to_string_lossy()),
        };
        let words: Vec<String> = command.split(' ').map(target).collect();
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let Measured { peak, worked, status, out: printed, err } = measured(folder.path(), &args);
        let called = format!("{args:?} {}", err.chars().take(500).collect::<String>());
        assert!((0..=4).contains(&status), "{called}: {status}");
        let allowed = 64_000_000 + 40 * case.size() + SLACK;
        assert!(peak <= allowed, "{called}: {peak} of {allowed} bytes");
        assert!(worked <= MOST_SECONDS, "{called}: {worked} seconds");
        // What `fmt` prints is the document.
        let printed = String::from_utf8_lossy(&printed);
        let controls = |text: &str| {
            text.chars().any(|c| (c.is_control() && c != '\n' && c != '\t') || ('\u{202a}'..='\u{202e}').contains(&c))
        };
        assert!(args[0] == "fmt" || !controls(&printed), "{called}: control characters on standard output");
        assert!(!controls(&err), "{called}: control characters on standard error");
    }
    for (name, bytes) in &case.files {
        assert!(folder.bytes(name) == *bytes, "{name} was changed");
    }
}

const RUNS: &[&str] = &[
    "check --format json FILE",
    "convert FILE OUT/o.glb --allow-empty --force",
    "render FILE -o OUT/o.png --size 64x64 --allow-empty --force",
];

const ALL_RUNS: &[&str] = &[
    "check FILE",
    "check --format sarif FILE",
    "check --format junit FILE",
    "check --format html FILE",
    "info FILE",
    "info --json FILE",
    "fix --dry-run FILE",
    "fix --unsafe FILE -o OUT/fixed",
    "fmt FILE",
    "verify FILE OTHER",
    "diff --json FILE OTHER",
    "sample --rate 1000 --json FILE",
    "get FILE n/name",
    "set FILE n/name x -o OUT/set",
    "pack FILE OUT/p.zae --force",
    "unpack FILE OUT/unpacked",
    "pose FILE",
    "simulate --duration 1 --json FILE",
    "run --until 1 --json FILE",
    "convert FILE OUT/o.gltf --allow-empty --force",
    "convert FILE OUT/o.dae --rebuild --allow-empty --force",
    "convert FILE OUT/o.ogex --allow-empty --force",
    "convert FILE OUT/o.obj --allow-empty --force",
    "convert FILE OUT/o.stl --allow-empty --force",
    "convert FILE OUT/o.ply --allow-empty --force",
    "convert FILE OUT/o.x3d --allow-empty --force",
    "convert FILE OUT/o.wrl --allow-empty --force",
    "convert FILE OUT/o.xwrl --allow-empty --force",
    "convert FILE OUT/o.urdf --allow-empty --force",
];

fn family(beginning: &str) {
    let all = std::env::var_os("PORTOLAN_HOSTILE").is_some();
    let mut any = false;
    for (name, make) in cases().into_iter().filter(|(name, _)| name.starts_with(beginning)) {
        any = true;
        let case = make();
        eprintln!("{name}");
        endures(&case, RUNS);
        if all {
            endures(&case, ALL_RUNS);
        }
    }
    assert!(any, "there are no cases `{beginning}`");
}

#[test]
fn collada() {
    family("dae_");
}

#[test]
fn gltf() {
    family("gltf_");
}

#[test]
fn plain_meshes_and_robots() {
    ["obj_", "stl_", "ply_", "urdf_"].into_iter().for_each(family);
}

#[test]
fn opengex() {
    family("ogex_");
}

#[test]
fn worlds() {
    ["wrl_", "x3d_", "xwrl_"].into_iter().for_each(family);
}

#[test]
fn archives_with_more_than_they_seem() {
    ["zae_", "kmz_", "wrz_"].into_iter().for_each(family);
}

#[test]
fn files_that_are_hard_on_one_command() {
    for (name, commands, make) in more::CASES {
        eprintln!("{name}");
        endures(&make(), commands);
    }
}

#[test]
fn other_commands() {
    let some = ["dae_instances_of_instances", "dae_control_characters", "gltf_control_characters", "dae_layers"];
    for (_, make) in cases().into_iter().filter(|(name, _)| some.contains(name)) {
        endures(&make(), ALL_RUNS);
    }
}

/// Seconds of processor time that a run takes, the least of some.
#[cfg(unix)]
fn seconds(case: &Case, command: &str) -> f64 {
    let folder = Folder::new();
    for (name, bytes) in &case.files {
        folder.put(name, bytes);
    }
    let once = || {
        let line =
            format!("{} {} >printed 2>&1; times", env!("CARGO_BIN_EXE_portolan"), command.replace("FILE", case.main));
        let told = Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let sum = told.lines().last().unwrap_or_default().split_ascii_whitespace().map(|time| {
            let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
            minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
        });
        sum.sum::<f64>()
    };
    (0..3).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// Twice the input is less than three times the work.
#[cfg(unix)]
#[test]
fn work_grows_with_the_input() {
    use parts::{each, one, png, scene, textures, triangle, unnamed_clips};
    type Make = fn(usize) -> Case;
    let grown: [(&str, Make); 14] = [
        ("diff FILE FILE", |n| one("a.dae", scene(&triangle(), &"<node/>".repeat(n * 20)))),
        ("convert FILE o.x3d --force", |n| one("a.dae", scene(&triangle(), &r#"<node name="same"/>"#.repeat(n * 10)))),
        ("convert FILE o.ogex --force", |n| one("a.dae", scene(&triangle(), &r#"<node name="same"/>"#.repeat(n * 10)))),
        ("check FILE", |n| one("a.dae", scene("", &"<node><wrong/></node>".repeat(n * 2)))),
        ("check --format json FILE", |n| {
            let word = "abcdefghij".repeat(40);
            let wrong = each(n / 4, &format!(r##"<node id="{word}#"/><node><instance_node url="%{word}x#"/></node>"##));
            one("a.dae", scene("", &wrong.replace('%', "#")))
        }),
        ("info FILE", |n| {
            let lines = "mtllib a.mtl\n".repeat(n);
            one("a.obj", format!("{lines}v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m7\nf 1 2 3\n"))
                .with("a.mtl", each(500, "newmtl m#\n"))
        }),
        ("info FILE", |n| {
            let files: Vec<String> = (0..n / 8).map(|k| format!("{}a.png", "./".repeat(k % 9))).collect();
            one("a.dae", scene(&textures(&files), "")).with("a.png", png(4, 4, 9))
        }),
        ("convert FILE o.ogex --force", |n| one("a.dae", parts::skin_of_one_joint(n))),
        ("verify FILE FILE", |n| one("a.gltf", unnamed_clips(n))),
        ("convert FILE o.ogex --force --max-memory 2G", |n| one("a.gltf", unnamed_clips(n))),
        ("info FILE", |n| one("a.dae", scene(&textures(&["a/".repeat(n * 20) + "b.png"]), ""))),
        ("info FILE", |n| {
            let mut zip = parts::Zip::default();
            zip.add("a.dae", scene(&triangle(), "").as_bytes());
            zip.add("manifest.xml", format!("<dae_root>{}a.dae</dae_root>", "../".repeat(n * 20)).as_bytes());
            one("a.zae", zip.finish())
        }),
        ("fix --unsafe FILE -o fixed --force", |n| {
            one("a.dae", scene("", &"<node><translate>0 0 0</translate><asset/></node>".repeat(n / 4)))
        }),
        ("render FILE -o o.png --size 64x64 --force --quiet", |n| {
            one("a.dae", scene(&triangle(), &r##"<node><instance_geometry url="#g"/></node>"##.repeat(n * 2)))
        }),
    ];
    for (command, make) in grown {
        // Large enough to be measured.
        let mut n = 1000;
        let mut once = seconds(&make(n), command);
        while once < 0.1 && n < 64_000 {
            n *= 2;
            once = seconds(&make(n), command);
        }
        let twice = seconds(&make(2 * n), command);
        assert!(twice < 3.0 * once + 0.15, "`{command}` of {n}: {once} s, of twice as much {twice} s");
    }
}

/// Whatever memory a system has left, a run ends with a status of its own.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_runs_out() {
    let folder = Folder::new();
    let case = (cases().into_iter().find(|(name, _)| *name == "dae_holes_side_by_side").unwrap().1)();
    for (name, bytes) in &case.files {
        folder.put(name, bytes);
    }
    let mut failed = 0;
    for command in ["check a.dae", "convert a.dae o.glb --force", "render a.dae -o o.png --force --size 200x200"] {
        // Below the first one the program itself does not fit: it may be ended by the system before it begins.
        for kilobytes in (48_000..90_000).step_by(1_500) {
            let line = format!("ulimit -v {kilobytes}; exec {} {command}", env!("CARGO_BIN_EXE_portolan"));
            let run = Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
            let told = String::from_utf8_lossy(&run.stderr).into_owned();
            let loaded = !told.contains("shared libraries");
            let status = run.status.code();
            assert!(!loaded || matches!(status, Some(0 | 3)), "{kilobytes} kB, {command}: {:?} {told}", run.status);
            failed += u32::from(status == Some(3));
        }
    }
    assert!(failed > 0, "memory never ran out");
    assert!(folder.bytes("a.dae") == case.files[0].1);
}

#[test]
fn limits_that_the_user_sets() {
    let folder = Folder::new();
    let case = (cases().into_iter().find(|(name, _)| *name == "dae_holes_side_by_side").unwrap().1)();
    folder.put("a.dae", &case.files[0].1);
    let run = folder.run(&["info", "a.dae", "--max-memory", "25M"]);
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(run.err.contains("(IO030)") && run.err.contains("--max-memory"), "{}", run.err);
    assert_eq!(folder.run(&["info", "a.dae", "--max-memory", "1G"]).status, 0);
    assert_eq!(folder.run(&["info", "a.dae", "--max-memory", "much"]).status, 2);
    // Long enough for the watch to be awake in time on a busy machine.
    let many = parts::each(400_000, r#"<node id="n#"><translate>1 2 3</translate></node>"#);
    folder.put("many.dae", parts::scene("", &many));
    let run = folder.run(&["check", "many.dae", "--max-seconds", "0.000001"]);
    assert!(run.status == 3 && run.err.contains("--max-seconds"), "{run:?}");
    assert_eq!(folder.run(&["check", "a.dae", "--max-seconds", "600"]).status, 0);
}

#[test]
fn a_hundred_thousand_lights() {
    let folder = Folder::new();
    let lamp = r#"<library_lights><light id="l"><technique_common><point><color>0.001 0 0</color></point></technique_common></light></library_lights>"#;
    let at_one_place = r##"<node><instance_light url="#l"/></node>"##.repeat(50_000);
    let apart: String = (0..50_000)
        .map(|k| format!(r##"<node><translate>{k} 0 0</translate><instance_light url="#l"/></node>"##))
        .collect();
    let nodes = format!(r##"<node><instance_geometry url="#g"/></node>{at_one_place}{apart}"##);
    folder.put("a.dae", parts::scene(&format!("{lamp}{}", parts::triangle()), &nodes));
    let run = folder.run(&["render", "a.dae", "-o", "o.png", "--size", "64x64"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let (code, message) = ("CNV521", "49744 of the weakest lights are left out");
    assert!(run.err.contains(code) && run.err.contains(message), "{}", run.err);
}

#[test]
fn values_are_data() {
    let folder = Folder::new();
    let bad = "&#x9b;31m\u{202e}\u{9b}2J\u{7f}";
    folder.put("a.dae", parts::scene("", &format!("<node id=\"n\" name=\"{bad}\"/>")));
    for args in [
        vec!["get", "a.dae", "n/@name"],
        vec!["get", "--json", "a.dae", "n/@name"],
        vec!["info", "a.dae"],
        vec!["info", "--json", "a.dae"],
        vec!["info", "--format", "html", "a.dae"],
        vec!["sample", "a.dae"],
        vec!["--color", "always", "check", "a.dae"],
        vec!["--color", "always", "diff", "a.dae", "a.dae"],
        vec!["set", "a.dae", "n/@name", "x", "--dry-run"],
    ] {
        let run = folder.run(&args);
        let all = format!("{}{}", run.out, run.err);
        let disturbs = |c: char| ('\u{7f}'..='\u{9f}').contains(&c) || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!all.contains(disturbs), "{args:?}: {all:?}");
    }
}

#[test]
fn nothing_can_be_laid_out() {
    let folder = Folder::new();
    for name in ["a.wrl", "a.xvrml", "a.x3d", "a.dae", "a.ogex"] {
        for nothing in ["", "\u{feff}"] {
            folder.put(name, nothing);
            let run = folder.run(&["fmt", name]);
            assert!((0..=3).contains(&run.status) && run.out.trim_start_matches('\u{feff}').is_empty(), "{run:?}");
        }
    }
}

#[test]
fn what_stands_too_deep_is_told() {
    let folder = Folder::new();
    let (open, close) = ("Group { children ".repeat(600), "}".repeat(600));
    folder.put("a.wrl", format!("#VRML V2.0 utf8\n{open}Shape {{ geometry Box {{}} }}{close}"));
    let run = folder.run(&["convert", "a.wrl", "o.dae"]);
    let code = "CNV827";
    assert!(run.err.contains(code), "{run:?}");
}

/// Many programs read JSON that is nested a thousand times at most.
#[test]
fn json_is_not_nested_deeper_than_others_read() {
    let folder = Folder::new();
    folder.put("a.dae", parts::scene("", &("<node>".repeat(500) + &"</node>".repeat(500))));
    let chain = (0..5_000).map(|k| format!(r#"{{"children":[{}]}}"#, k + 1)).collect::<Vec<_>>().join(",");
    folder.put("a.gltf", parts::gltf(&format!(r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{chain},{{}}]"#)));
    for name in ["a.dae", "a.gltf"] {
        let run = folder.run(&["info", "--json", name]);
        let mut depth = 0u32;
        let deepest = run.out.bytes().map(|byte| {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            depth
        });
        let deepest = deepest.max().unwrap();
        assert!(run.status == 0 && (800..1000).contains(&deepest) && depth == 0, "{name}: {deepest}");
    }
}

/// A run that ends because there is no memory prints no half report.
#[test]
fn reports_are_whole_or_not_there() {
    let folder = Folder::new();
    let case = (cases().into_iter().find(|(name, _)| *name == "gltf_accessors_of_nothing").unwrap().1)();
    folder.put("a.gltf", &case.files[0].1);
    for format in ["json", "sarif", "junit", "html", "gitlab"] {
        let run = folder.run(&["check", "--format", format, "a.gltf"]);
        assert!(run.status == 3 && run.out.is_empty(), "{format}: {} {}", run.status, run.out.len());
    }
}

/// A document cannot write lines of its own among the messages.
#[test]
fn messages_are_one_line() {
    let folder = Folder::new();
    folder.put("a.dae", "<?xml version=\"1.0\" encoding=\"x\n::error::y\"?>\n<COLLADA/>");
    for args in
        [&["fmt", "a.dae"][..], &["convert", "a.dae", "o.glb"], &["info", "a.dae"], &["fix", "a.dae", "--dry-run"]]
    {
        let run = folder.run(args);
        assert!(!run.err.contains("\n::error"), "{args:?}: {}", run.err);
    }
}

/// A file of a batch has the budget of a run of its own, and costs nothing but itself.
#[test]
fn a_batch_keeps_to_the_budget_of_each_file() {
    let case = (cases().into_iter().find(|(name, _)| *name == "gltf_accessors_of_nothing").unwrap().1)();
    let folder = Folder::new();
    folder.put("in/a.gltf", &case.files[0].1);
    folder.put("in/b.dae", parts::scene(&parts::triangle(), parts::SHAPE));
    let alone = folder.run(&["convert", "in/a.gltf", "a.glb"]);
    assert!(alone.status == 3 && alone.err.contains("(IO030)"), "{alone:?}");
    let run = folder.run(&["batch", "in", "out", "--to", "glb"]);
    assert!(run.status == 3 && folder.path().join("out/b.glb").is_file(), "{run:?}");
    assert!(run.err.contains("far more than the size of its files explains"), "{}", run.err);
    let run = folder.run(&["batch", "in", "out", "--to", "glb", "--file-memory", "2G"]);
    assert!(!run.err.contains("far more than"), "{}", run.err);
}

#[test]
fn a_report_of_a_batch_does_not_replace_what_was_read() {
    let folder = Folder::new();
    folder.put(
        "in/a.dae",
        parts::scene(&format!("{}{}", parts::textures(&["t.png".to_owned()]), parts::triangle()), parts::SHAPE),
    );
    let picture = parts::png(4, 4, 9);
    folder.put("in/t.png", &picture);
    let run = folder.run(&["batch", "in", "out", "--check", "--depfile", "in/t.png"]);
    assert!(run.status != 0 && folder.bytes("in/t.png") == picture, "{run:?}");
    assert_eq!(folder.run(&["batch", "in", "out", "--to", "glb"]).status, 0);
    let result = folder.bytes("out/a.glb");
    let run = folder.run(&["batch", "in", "out", "--to", "glb", "--depfile", "./out/a.glb"]);
    assert!(run.status == 2 && folder.bytes("out/a.glb") == result, "{run:?}");
}

/// Names and comments that are nothing but odd characters come out of every format as they can be read again.
#[test]
fn odd_characters_are_written_so_that_they_can_be_read() {
    let folder = Folder::new();
    for odd in ["\\u0000", "\\u0001", "\\u001b", "\\u007f", "\\u009b", "\\u202e", "\\ufffd", "\\ufffe"] {
        let json = format!(r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"{}"}}]"#, odd.repeat(3_000));
        folder.put("a.gltf", parts::gltf(&json));
        for format in ["dae", "ogex", "wrl", "x3d", "xwrl"] {
            let run = folder.run(&["convert", "a.gltf", &format!("o.{format}"), "--allow-empty"]);
            assert_eq!(run.status, 0, "{odd} {format}: {}", run.err);
        }
    }
    folder.put("a.dae", format!("{}<!-- \u{1b}\u{1} -->", parts::scene(&parts::triangle(), parts::SHAPE)));
    let run = folder.run(&["convert", "a.dae", "b.dae", "--rebuild"]);
    assert_eq!(run.status, 0, "{}", run.err);
}

/// A file that a hundred links lead to is there once, and allows as much memory as one.
#[cfg(unix)]
#[test]
fn links_do_not_multiply_a_budget() {
    let folder = Folder::new();
    let bytes = 3_000_000;
    folder.put("b.bin", vec![0; bytes]);
    (0..100).for_each(|k| std::os::unix::fs::symlink("b.bin", folder.path().join(format!("l{k}.bin"))).unwrap());
    let json = format!(
        r#""scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"buffers":[{}],"bufferViews":[{}],"accessors":[{}],"meshes":[{{"primitives":[{}]}}]"#,
        parts::list(100, r##"{"uri":"l#.bin","byteLength":3000000}"##),
        parts::list(100, r##"{"buffer":#,"byteLength":3000000}"##),
        parts::list(100, r##"{"bufferView":#,"componentType":5126,"count":250000,"type":"VEC3"}"##),
        parts::list(100, r##"{"attributes":{"POSITION":#}}"##)
    );
    folder.put("a.gltf", parts::gltf(&json));
    let Measured { peak, status, err, .. } = measured(folder.path(), &["info", "a.gltf"]);
    let allowed = 64_000_000 + 40 * (bytes + json.len()) as u64 + SLACK;
    assert!((0..=3).contains(&status) && peak <= allowed, "{status}, {peak} of {allowed} bytes: {err}");
}

/// Names of files are names: a backslash is no way into other folders, and a rule of a makefile is not made another one.
#[cfg(unix)]
#[test]
fn names_of_files_in_a_batch_lead_nowhere_else() {
    let folder = Folder::new();
    let names = ["a\\..\\..\\..\\b", "n\\c", "d;touch e #", "f\nall: g", "h:i%"];
    for name in names {
        folder.put(&format!("in/{name}.dae"), parts::scene(&parts::triangle(), parts::SHAPE));
    }
    let run = folder.run(&["batch", "in", "one/two/out", "--to", "glb", "--depfile", "d.mk"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for name in names {
        assert!(folder.path().join(format!("one/two/out/{name}.glb")).is_file(), "{name:?}");
    }
    let beside = |below: &str| std::fs::read_dir(folder.path().join(below)).unwrap().count();
    assert_eq!((beside(""), beside("one"), beside("one/two")), (3, 1, 1));
    let rules = folder.read("d.mk");
    assert_eq!(rules, "one/two/out/h\\:i\\%.glb: in/h\\:i%.dae\n");
    // Input and output of four files.
    assert!(run.err.contains("d.mk leaves out 8 names that no makefile can hold"), "{}", run.err);
}

/// Each picture of a page takes time, and a small archive can hold thousands of documents.
#[test]
fn a_page_does_not_show_every_document_of_an_archive() {
    let case = (cases().into_iter().find(|(name, _)| *name == "zae_many_members").unwrap().1)();
    let folder = Folder::new();
    folder.put("a.zae", &case.files[0].1);
    let run = folder.run(&["check", "--format", "html", "a.zae"]);
    assert!((0..=1).contains(&run.status), "{}", run.err);
    assert_eq!(run.out.matches("<img ").count(), 100);
    assert!(run.out.matches("No picture: the archive has more documents").count() >= 9_900);
}

/// What controls a terminal is escaped in reports that are files, too.
#[cfg(target_os = "linux")]
#[test]
fn reports_that_are_files_hold_no_control_characters() {
    let folder = Folder::new();
    folder.put("in/a\u{9b}2J\u{202e}.dae", parts::scene(&parts::triangle(), "<node><wrong/></node>"));
    let reports = ["r.jsonl", "r.html", "r.xml", "r.sarif"];
    let mut words = vec!["batch", "in", "out", "--check"];
    reports.iter().for_each(|report| words.extend(["--report", report]));
    folder.run(&words);
    folder.run(&["convert", "in/a\u{9b}2J\u{202e}.dae", "o.glb", "--losses", "l.json"]);
    for report in reports.iter().chain(&["l.json"]) {
        let text = folder.read(report);
        assert!(!text.is_empty() && !text.contains(['\u{9b}', '\u{202e}']), "{report}: {text}");
    }
}

#[test]
fn what_is_too_much_for_a_picture_is_told() {
    for (wanted, code) in [("dae_overdraw_opaque", "CNV522"), ("dae_one_picture_many_spellings", "CNV523")] {
        let case = (cases().into_iter().find(|(name, _)| *name == wanted).unwrap().1)();
        let folder = Folder::new();
        for (name, bytes) in &case.files {
            folder.put(name, bytes);
        }
        let run = folder.run(&["render", case.main, "-o", "o.png", "--size", "64x64"]);
        assert!(run.status == 0 && run.err.contains(code), "{wanted}: {}", run.err);
    }
}
