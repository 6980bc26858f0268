//! A format that nobody knows: one row and its functions, and it is opened, checked, listed in SARIF, converted and named
//! in the help. Nothing else of the program had to be touched.

use std::any::Any;

use portolan::renderings::{Style, render, sarif};
use portolan::scene::{Losses, Node, NodeId, Scene, View};
use portolan::{Checker, Files, OpenOptions, Unreadable};
use portolan_format::{Document, Format, Input, Job, Lowered, Opened, Output, Writer};
use portolan_syntax::{Finding, Findings, Span, Tree};

portolan_syntax::codes! {
    /// Codes of the format.
    CODES:

    /// Finds lines that do not hold three numbers.
    ///
    /// Such a line is no place. Write three numbers with spaces between them.
    NO_PLACE "DOT001" "dots-no-place" Error;
}

/// Places in lines behind a first line `dots`.
static FORMAT: Format = Format {
    id: "dots",
    name: "Dots",
    extensions: &["dots"],
    media_types: &["model/x-dots"],
    versions: &["1"],
    sniff: |head| if head.text.starts_with("dots\n") { 100 } else { 0 },
    open,
    writers: &[&DOTS],
    faults: CODES,
    ..Format::BARE
};

static DOTS: Writer = Writer {
    extension: "dots",
    about: "places in lines",
    versions: &[],
    prepares: true,
    keeps_opacity: false,
    carries_words: false,
    solids: None,
    keeps_space: false,
    one_view: true,
    shows_worlds: false,
    refuses: &[],
    answer: portolan_format::shapes_only,
    write,
    keep: None,
    archive_of: None,
    invalid: None,
    invalid_edits: None,
};

#[derive(Debug)]
struct Dots(Tree);

fn open(mut input: Input<'_>) -> Result<Box<dyn Opened>, Unreadable> {
    Ok(Box::new(Dots(Tree::of_text(input.source()?))))
}

impl Dots {
    /// Where lines begin, and the numbers in them.
    fn lines(&self) -> Vec<(usize, Option<[f64; 3]>)> {
        let text = self.0.source().text();
        let mut at = 0;
        let mut found = Vec::new();
        for (number, line) in text.split('\n').enumerate() {
            let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            if number > 0 && !line.is_empty() {
                found.push((at, numbers.try_into().ok()));
            }
            at += line.len() + 1;
        }
        found
    }
}

impl Opened for Dots {
    fn version(&self) -> &'static str {
        "1"
    }

    fn documents(&self) -> Vec<(&str, &Tree)> {
        vec![(self.0.source().name(), &self.0)]
    }

    fn document(&self) -> Option<&Document> {
        None
    }

    fn faults(&self) -> Findings {
        let mut faults = Findings::new(100);
        for (at, _) in self.lines().into_iter().filter(|(_, place)| place.is_none()) {
            faults.push(Finding::new(&NO_PLACE, Span::at(at as u32), "the line does not hold three numbers"));
        }
        faults
    }

    fn lower(&self, _: &dyn portolan::Resources) -> Result<Lowered, Unreadable> {
        let mut scene = Scene::default();
        for (_, place) in self.lines() {
            let Some(place) = place else { continue };
            let mut node = Node::default();
            let operation = portolan::scene::Operation::Translate(place);
            node.transforms.push(portolan::scene::Transform { sid: None, operation });
            scene.nodes.push(node);
        }
        let roots = (0..scene.nodes.len() as u32).map(NodeId).collect();
        scene.views.push(View { roots, ..View::default() });
        scene.default_view = Some(portolan::scene::ViewId(0));
        Ok(Lowered { scene, losses: Losses::default() })
    }

    fn size(&self) -> u64 {
        self.0.source().bytes().len() as u64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn write(job: &Job<'_>) -> Output {
    let text = format!("dots\n{}", "0 0 0\n".repeat(job.scene.nodes.len()));
    Output {
        files: vec![(format!("{}.dots", job.conversion.name), text.into_bytes())],
        losses: Losses::default(),
        version: None,
        keeps: &[],
    }
}

#[test]
fn a_format_is_a_row() {
    portolan::add_format(&FORMAT);
    portolan::add_format(&FORMAT);
    assert_eq!(portolan::formats().iter().filter(|f| f.id == "dots").count(), 1);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(path("a.dots"), "dots\n1 2 3\n4 5\n").unwrap();
    std::fs::write(path("b.txt"), "dots\n1 2 3\n").unwrap();

    // Opened by content or name, and checked.
    let files = Files::new();
    let report = Checker::new(OpenOptions::within(files)).check(&path("a.dots"));
    let findings: Vec<(&str, u32)> = report
        .findings()
        .unwrap()
        .iter()
        .map(|f| (f.code.id, report.outcome.as_ref().unwrap().tree().source().place(f.span.start).line))
        .collect();
    assert_eq!(findings, [("DOT001", 3)]);
    assert_eq!(portolan::open(path("b.txt")).unwrap().format().id, "dots");
    assert_eq!(portolan::find_code("dots-no-place").unwrap().id, "DOT001");

    // Listed in SARIF.
    let style = Style { codes: portolan::all_codes(), ..Style::default() };
    let sarif: serde_json::Value = serde_json::from_str(&render(&sarif::RENDERING, &[report], &style)).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    let index = result["ruleIndex"].as_u64().unwrap() as usize;
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][index]["id"], "DOT001");

    // Converted from and to, by the commands.
    let run = |words: &[&str]| {
        portolan_cli::run(
            std::iter::once("portolan").chain(words.iter().copied()).map(Into::into).collect::<Vec<_>>().into_iter(),
        )
    };
    assert_eq!(run(&["check", "-q", &path("a.dots")]), 1);
    assert_eq!(run(&["convert", "-q", &path("b.txt"), &path("b.glb")]), 0);
    assert_eq!(run(&["convert", "-q", &path("b.glb"), &path("c.dots")]), 0);
    assert!(std::fs::read_to_string(path("c.dots")).unwrap().starts_with("dots\n0 0 0\n"));

    // Told by its scene; its values have no addresses.
    let info = portolan::open(path("b.txt")).unwrap().info().unwrap();
    assert_eq!((info.format, info.totals.nodes, info.scene.len(), info.totals.points), ("dots", 1, 1, Some(0)));
    let refusal = portolan::open(path("b.txt")).unwrap().get("x").map(|_| ()).unwrap_err();
    assert_eq!(refusal.message(), "values of Dots files cannot be addressed");

    // Named in the help.
    let mut definition = portolan_cli::definition();
    let help = definition.find_subcommand_mut("convert").unwrap().render_long_help().to_string();
    assert!(help.contains("dots"), "{help}");
}
