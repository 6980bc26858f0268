//! Measures portolan beside its peers.
//!
//! ```text
//! cargo build --release && cargo run --release -p portolan-benches -- \
//!     [--only ratios|growth|numbers|read|anatomy|check|import|render|pose] [--xsd collada_schema_1_4_1.xsd] [--opencollada PROGRAM] [--largest BYTES] [FILE…]
//! ```
//!
//! `--only ratios` prints one table: each kind of work beside its peer, both by turns, with the ratio that is wanted. Its files
//! are those that are given; a folder stands for many small documents that are converted in one call.
//!
//! `--only growth` shows how time grows with the size of a document, from 1 MB to `--largest` (1 GB), and draws a plot.
//!
//! Without files it makes its own: a mesh of a million vertices and a scene of a hundred thousand nodes, in
//! `target/bench`. Only the ratios of one run on one machine mean anything, so only these are promised:
//!
//! | ratio | at least |
//! |---|---|
//! | speed of reading into the tree / bare quick-xml tokens | 0.5 |
//! | speed of `check` / `xmllint --schema` | 5 |
//! | memory of `check` / size of a number-heavy file | at most 1.3 |
//! | memory of `check` / memory of `xmllint` on many small nodes | at most 0.5 |
//! | time of `render` of a hundred thousand and of two million triangles, seconds on two cores | at most 0.3 and 3 |
//! | memory of `render` / memory of reading the scene | at most 3 |
//! | speed of reading OpenGEX into a scene / `assimp info` | 15 |
//! | seconds of a thousand poses of a robot with thirty joints | at most 0.1 |
//! | speed of decoding decimals and indices / a bare loop of lexical-core or fast-float2, one core | 1 |
//!
//! Peers that are programs (`xmllint`, `assimp`, `f3d` with `Xvfb`) are measured when they are found, those that are libraries always.
//! OpenCOLLADA has no program for it: `--opencollada` takes one that loads the file it is given (`benches/opencollada.cpp` says how it is
//! built).

#![allow(clippy::disallowed_methods, reason = "what is measured need not be the same on every machine")]

mod anatomy;
mod generate;
mod growth;
mod import;
mod numbers;
mod pose;
mod process;
mod ratios;
mod render;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use portolan_syntax::{Limits, Source, xml};

/// Runs of which the fastest counts.
const RUNS: usize = 7;

fn main() -> ExitCode {
    let (mut xsd, mut opencollada, mut only) = (None, None, None);
    let mut files = Vec::new();
    let mut largest = 1_000_000_000;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // This program started by itself.
            "load" => {
                let (library, file) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
                return if import::load(&library, Path::new(&file)) { ExitCode::SUCCESS } else { ExitCode::FAILURE };
            }
            "--xsd" => xsd = arguments.next().map(PathBuf::from),
            "--opencollada" => opencollada = arguments.next().map(PathBuf::from),
            "--largest" => largest = arguments.next().and_then(|bytes| bytes.parse().ok()).unwrap_or(largest),
            "--only" => only = arguments.next(),
            _ => files.push(PathBuf::from(argument)),
        }
    }
    let wanted = |section: &str| only.as_deref().is_none_or(|only| only == section);
    if wanted("numbers") {
        numbers::measure();
    }
    if only.as_deref() == Some("numbers") {
        return ExitCode::SUCCESS;
    }
    if only.as_deref() == Some("growth") {
        growth::measure(&growth::folder(), largest).expect("target/bench can be written");
        return ExitCode::SUCCESS;
    }
    if wanted("pose") {
        println!("robots");
        match files.first().filter(|_| only.as_deref() == Some("pose")) {
            Some(file) => pose::measure(Some(file)),
            None => pose::measure(None),
        }
    }
    if only.as_deref() == Some("pose") {
        return ExitCode::SUCCESS;
    }
    if only.as_deref() == Some("ratios") {
        if files.is_empty() {
            files = generate::all(Path::new("target/bench")).expect("target/bench can be written");
            files.push(generate::small(Path::new("target/bench/small")).expect("target/bench can be written"));
        }
        numbers::measure();
        ratios::measure(&files, xsd.as_deref(), opencollada.as_deref());
        return ExitCode::SUCCESS;
    }
    if wanted("render") {
        let drawn = match files.is_empty() {
            true => generate::surfaces(Path::new("target/bench")).expect("target/bench can be written"),
            false => files.iter().filter(|f| f.extension().is_some_and(|e| e == "dae")).cloned().collect(),
        };
        for file in drawn {
            println!("{}", file.display());
            render::measure(&file);
        }
    }
    if only.as_deref() == Some("render") {
        return ExitCode::SUCCESS;
    }
    if files.is_empty() {
        files = generate::all(Path::new("target/bench")).expect("target/bench can be written");
    }
    for file in files {
        println!("{}", file.display());
        let extension = file.extension().and_then(|e| e.to_str());
        if wanted("read") {
            match extension {
                Some("dae" | "xvrml" | "xwrl") => read_xml(&file),
                _ => read_ddl(&file),
            }
        }
        if wanted("anatomy") && matches!(extension, Some("dae" | "ogex")) {
            anatomy::measure(&file);
        }
        if wanted("check") {
            check(&file, xsd.as_deref());
        }
        if wanted("import") && matches!(extension, Some("dae" | "ogex")) {
            import::measure(&file, opencollada.as_deref());
        }
    }
    ExitCode::SUCCESS
}

fn read_xml(file: &Path) {
    let bytes = std::fs::read(file).expect("the file can be read");
    // Both sides get bytes that were written just before: whether they lie in the cache decides more than the reader.
    let tokens = fastest(|| {
        let text = String::from_utf8(bytes.clone()).unwrap_or_default();
        let mut reader = quick_xml::Reader::from_str(&text);
        let started = Instant::now();
        while !matches!(reader.read_event(), Ok(quick_xml::events::Event::Eof) | Err(_)) {}
        started.elapsed().as_secs_f64()
    });
    let limits = Limits::default();
    let tree = fastest(|| {
        let bytes = bytes.clone();
        let started = Instant::now();
        let source = Source::new("bench", bytes, None, &limits).expect("within limits");
        let tree = xml::parse(source, &limits);
        let time = started.elapsed().as_secs_f64();
        drop(tree);
        time
    });
    let rate = bytes.len() as f64 / 1e6;
    println!("  quick-xml tokens {:>8.0} MB/s", rate / tokens);
    println!("  into the tree    {:>8.0} MB/s   ratio {:.2}", rate / tree, tokens / tree);
}

fn read_ddl(file: &Path) {
    let bytes = std::fs::read(file).expect("the file can be read");
    let limits = Limits::default();
    let tree = fastest(|| {
        let bytes = bytes.clone();
        let started = Instant::now();
        let source = Source::new("bench", bytes, None, &limits).expect("within limits");
        let tree = portolan_syntax::ddl::parse(source, &limits);
        let time = started.elapsed().as_secs_f64();
        drop(tree);
        time
    });
    println!("  into the tree    {:>8.0} MB/s", bytes.len() as f64 / 1e6 / tree);
}

fn check(file: &Path, xsd: Option<&Path>) {
    let size = std::fs::metadata(file).map_or(0, |m| m.len()) as f64;
    let Some(ours) = process::measure(&process::portolan(), &["check".as_ref(), "--quiet".as_ref(), file.as_os_str()])
    else {
        println!("  check: build the binary first (cargo build --release), and install GNU time");
        return;
    };
    println!(
        "  portolan check   {:>8.3} s   {:>6.0} MB   memory / file {:.2}",
        ours.seconds,
        ours.megabytes(),
        ours.bytes / size
    );
    let Some(xsd) = xsd.filter(|_| file.extension().is_some_and(|e| e == "dae")) else { return };
    let arguments = ["--huge".as_ref(), "--noout".as_ref(), "--schema".as_ref(), xsd.as_os_str(), file.as_os_str()];
    if let Some(theirs) = process::measure(Path::new("xmllint"), &arguments) {
        println!(
            "  xmllint --schema {:>8.3} s   {:>6.0} MB   {:.1} times faster, memory ratio {:.2}",
            theirs.seconds,
            theirs.megabytes(),
            theirs.seconds / ours.seconds,
            ours.bytes / theirs.bytes,
        );
    }
}

fn fastest(mut run: impl FnMut() -> f64) -> f64 {
    (0..RUNS).map(|_| run()).fold(f64::MAX, f64::min)
}
