//! Where the time of a conversion goes, stage by stage, in this process.
//!
//! Each stage is run for itself and the fastest run counts, so that the shares are those of warm code; what a stage needs
//! from the one before is made anew each time and not counted. Page faults are those that the system counts for this
//! process: each one clears a page, which is why stages that need fresh memory are slower than what they compute.

use std::path::Path;
use std::time::Instant;

use portolan::convert::{Conversion, to};
use portolan_schema::value::decode;
use portolan_syntax::{Limits, Source, Tree, ddl, xml};

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// What a stage took.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    faults: u64,
}

/// Measures a document, and prints each stage with its share.
pub fn measure(file: &Path) {
    let limits = Limits::default();
    let xml = file.extension().is_none_or(|e| e != "ogex");
    let read = || std::fs::read(file).expect("the file can be read");
    let source = |bytes| Source::new("bench", bytes, None, &limits).expect("within limits");
    let parse = |source| if xml { xml::parse(source, &limits) } else { ddl::parse(source, &limits) };
    let open = || portolan::open(file).expect("it can be opened");
    let mut stages: Vec<(&str, Cost)> = vec![
        ("reading", stage(|| (), |()| read())),
        ("looking at all bytes", stage(read, source)),
        ("tokens and tree", stage(|| source(read()), parse)),
    ];
    let opened = stage(|| (), |()| open());
    let lowered = stage(open, |file| {
        let _ = file.scene();
        file
    });
    let before: f64 = stages.iter().map(|(_, cost)| cost.seconds).sum();
    if opened.seconds < before {
        // Long lists of numbers stay in their file: it is read in windows, and numbers are read again where they are wanted.
        stages = vec![("reading in windows, tree, binding", opened), ("reading numbers, lowering", lowered)];
    } else {
        // Opening does all of these, and binds the tree to the tables.
        stages.push(("binding", Cost { seconds: opened.seconds - before, faults: 0 }));
        let decoded = if xml { Some(stage(|| parse(source(read())), |(tree, _)| numbers(&tree))) } else { None };
        stages.extend(decoded.map(|cost| ("numbers", cost)));
        let decoded = decoded.map_or(0.0, |cost| cost.seconds);
        stages.push(("lowering", Cost { seconds: (lowered.seconds - decoded).max(0.0), ..lowered }));
    }
    let scene = || {
        let file = open();
        let _ = file.scene();
        file
    };
    stages.push((
        "evaluating and putting together",
        stage(scene, |file| (file.convert(&Conversion::to(&to::GLB)), file)),
    ));
    let target = std::env::temp_dir().join(format!("portolan-anatomy-{}.glb", std::process::id()));
    let converted = scene().convert(&Conversion::to(&to::GLB));
    if let Some((_, bytes)) = converted.ok().and_then(|c| c.files.into_iter().next()) {
        stages.push(("writing", stage(|| (), |()| std::fs::write(&target, &bytes))));
        // It may be that there was no room for it.
        let _ = std::fs::remove_file(&target);
    }
    let sum: f64 = stages.iter().map(|(_, cost)| cost.seconds).sum();
    for (name, cost) in stages {
        let Cost { seconds, faults } = cost;
        println!("  {name:<34}{:>8.1} ms  {:>3.0} %  {faults:>7} page faults", seconds * 1e3, seconds / sum * 100.0);
    }
    println!("  {:<34}{:>8.1} ms", "sum", sum * 1e3);
}

/// The fastest of several runs. What comes out of it is given back behind the clock.
fn stage<A, B>(mut before: impl FnMut() -> A, mut work: impl FnMut(A) -> B) -> Cost {
    let mut best = Cost { seconds: f64::MAX, faults: 0 };
    for _ in 0..RUNS {
        let input = before();
        let (faults, started) = (faults(), Instant::now());
        let output = work(input);
        let seconds = started.elapsed().as_secs_f64();
        if seconds < best.seconds {
            best = Cost { seconds, faults: self::faults().saturating_sub(faults) };
        }
        drop(output);
    }
    best
}

/// All lists of numbers of a document, decoded as the reader of COLLADA decodes them.
fn numbers(tree: &Tree) -> usize {
    let mut sum = 0;
    for element in tree.document().descendants() {
        match element.local_name() {
            "float_array" => {
                let mut values = Vec::new();
                decode::f32s(&element.text(), 0, &mut values);
                sum += values.len();
            }
            "p" | "v" | "vcount" => {
                let mut values = Vec::new();
                decode::u32s(&element.text(), 0, &mut values);
                sum += values.len();
            }
            _ => {}
        }
    }
    sum
}

/// Page faults of this process so far, where the system tells them.
fn faults() -> u64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program stands in parentheses and may hold anything.
    let fields = told.rsplit(')').next().unwrap_or_default();
    fields.split_ascii_whitespace().nth(7).and_then(|field| field.parse().ok()).unwrap_or_default()
}
