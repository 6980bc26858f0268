//! What happens in a fixture and what must come out of it: the lines of its first comment.
//!
//! | line | meaning |
//! |---|---|
//! | `until T`, `rate HZ`, `start SECONDS`, `from VIEWPOINT` | how it is run |
//! | `at T set NODE.field JSON` | also `viewer`, `walk`, `move` with JSON; `press`, `release`, `leave`; `activate`, `bind` with a name |
//! | `final NODE.field NUMBERS` | what is there at the end; `@` before a number adds the time of the start; text in quotes |
//! | `near NODE.field NUMBERS` | the same within a centimetre |
//! | `trace NODE.field T=N,N T=N,N` | all values that are heard, with their first numbers |
//! | `never NODE.field` | nothing is heard |
//! | `order NODE.field NODE.field` | in which order these are heard |
//! | `eye NUMBERS`, `viewpoint NAME`, `avatar`, `background`, `fog`, `navigation` | of the last world that was loaded |
//! | `bounds NUMBERS` | of what is drawn at the end: the least and the greatest corner; or `none` |
//! | `triangles N` | how many are drawn at the end, in all places |
//! | `pixel X Y R G B` | the colour (0 to 255) of the picture at the end, at shares of its width and height from the upper left; within 3 |
//! | `request URL opened`, `print TEXT`, `prints N`, `incomplete`, `worlds N` | |
//! | `found CODE` | a finding; without such a line there is none that is a warning |
//! | `only EXTENSION` | it is written as these languages only; the others do not have it |
//! | `# ...` | why |

use portolan::File;
use portolan::pictures::Shot;
use portolan::run::{Run, Value};
use portolan::scene::{Shape, ViewId};
use portolan_eval::{LIMIT, Overrides, Stage, pose};
use serde_json::json;

use super::numbers;

/// An event that was heard.
pub struct Heard {
    pub t: f64,
    pub what: String,
    pub value: Vec<f64>,
}

/// What a fixture says.
#[derive(Default)]
pub struct Script {
    pub until: f64,
    pub rate: Option<f64>,
    pub start: Option<f64>,
    pub viewpoint: Option<String>,
    pub input: serde_json::Value,
    pub expected: Vec<Expectation>,
    only: Option<Vec<String>>,
}

/// A number that may count from the start.
#[derive(Clone, Copy, Debug)]
pub struct Wanted(f64, bool);

pub enum Expectation {
    Final(String, Vec<Wanted>),
    Near(String, Vec<Wanted>),
    Words(String, String),
    Trace(String, Vec<(f64, Vec<Wanted>)>),
    Order(Vec<String>),
    Eye(Vec<f64>),
    Standing(String, String),
    Bounds(Option<Vec<f64>>),
    Triangles(u64),
    Pixel([f64; 5]),
    Request(String, bool),
    Print(String),
    Prints(usize),
    Worlds(usize),
    Incomplete,
    Found(String),
}

impl Script {
    /// What the first comment of a document says; `None` if it has none and is there for others.
    pub fn of(text: &str) -> Option<Result<Script, String>> {
        let (_, rest) = text.split_once("<!--")?;
        let (comment, _) = rest.split_once("-->")?;
        Some(Script::read(comment))
    }

    fn read(comment: &str) -> Result<Script, String> {
        let mut script = Script::default();
        let mut events = Vec::new();
        for line in comment.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let number = || rest.trim().parse::<f64>().map_err(|_| format!("no number in `{line}`"));
            match word {
                "until" => script.until = number()?,
                "rate" => script.rate = Some(number()?),
                "start" => script.start = Some(number()?),
                "from" => script.viewpoint = Some(rest.to_owned()),
                "at" => events.push(event(rest).ok_or_else(|| format!("`{line}` is not understood"))?),
                "only" => script.only = Some(rest.split_whitespace().map(str::to_owned).collect()),
                _ => {
                    script.expected.push(expectation(word, rest).ok_or_else(|| format!("`{line}` is not understood"))?)
                }
            }
        }
        script.input = json!({ "events": events });
        Ok(script)
    }

    pub fn twin(&self, extension: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|e| e == extension))
    }

    pub fn finds(&self) -> bool {
        self.expected.iter().any(|e| matches!(e, Expectation::Found(_)))
    }
}

fn event(rest: &str) -> Option<serde_json::Value> {
    let mut words = rest.splitn(3, ' ');
    let (t, action, given) = (words.next()?.parse::<f64>().ok()?, words.next()?, words.next().unwrap_or_default());
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    Some(match action {
        "set" => {
            let (address, given) = given.split_once(' ')?;
            json!({"t": t, "set": address, "value": value(given)?})
        }
        "viewer" => {
            let all: Vec<f64> = serde_json::from_str(given).ok()?;
            let (position, orientation) = all.split_at_checked(3)?;
            match orientation {
                [] => json!({"t": t, "viewer": {"position": position}}),
                _ => json!({"t": t, "viewer": {"position": position, "orientation": orientation}}),
            }
        }
        "walk" => json!({"t": t, "walk": value(given)?}),
        "move" => json!({"t": t, "pointer": "move", "to": value(given)?}),
        "press" | "release" | "leave" => json!({"t": t, "pointer": action}),
        "activate" | "bind" => json!({"t": t, action: given}),
        _ => return None,
    })
}

fn expectation(word: &str, rest: &str) -> Option<Expectation> {
    let plain = |text: &str| text.split_whitespace().map(|n| n.parse::<f64>().ok()).collect::<Option<Vec<f64>>>();
    Some(match word {
        "final" => {
            let (address, rest) = rest.split_once(' ')?;
            let address = address.to_owned();
            match rest.trim().strip_prefix('"') {
                Some(words) => Expectation::Words(address, words.strip_suffix('"')?.to_owned()),
                None => Expectation::Final(address, rest.split_whitespace().map(wanted).collect::<Option<_>>()?),
            }
        }
        "near" => {
            let (address, rest) = rest.split_once(' ')?;
            Expectation::Near(address.to_owned(), rest.split_whitespace().map(wanted).collect::<Option<_>>()?)
        }
        "trace" => {
            let mut words = rest.split_whitespace();
            let what = words.next()?.to_owned();
            let pair = |word: &str| {
                let (t, values) = word.split_once('=')?;
                Some((t.parse().ok()?, values.split(',').map(wanted).collect::<Option<Vec<Wanted>>>()?))
            };
            Expectation::Trace(what, words.map(pair).collect::<Option<_>>()?)
        }
        "never" => Expectation::Trace(rest.to_owned(), Vec::new()),
        "order" => Expectation::Order(rest.split_whitespace().map(str::to_owned).collect()),
        "eye" => Expectation::Eye(plain(rest)?),
        "viewpoint" | "avatar" | "background" | "fog" | "navigation" => {
            Expectation::Standing(word.to_owned(), rest.to_owned())
        }
        "bounds" if rest == "none" => Expectation::Bounds(None),
        "bounds" => Expectation::Bounds(Some(plain(rest)?)),
        "triangles" => Expectation::Triangles(rest.parse().ok()?),
        "pixel" => Expectation::Pixel(plain(rest)?.try_into().ok()?),
        "request" => {
            let (url, opened) = rest.rsplit_once(' ')?;
            Expectation::Request(url.to_owned(), opened == "opened")
        }
        "print" => Expectation::Print(rest.to_owned()),
        "prints" => Expectation::Prints(rest.parse().ok()?),
        "worlds" => Expectation::Worlds(rest.parse().ok()?),
        "incomplete" => Expectation::Incomplete,
        "found" => Expectation::Found(rest.to_owned()),
        _ => return None,
    })
}

fn wanted(word: &str) -> Option<Wanted> {
    Some(match word {
        "true" => Wanted(1.0, false),
        "false" => Wanted(0.0, false),
        _ => match word.strip_prefix('@') {
            Some(number) => Wanted(number.parse().ok()?, true),
            None => Wanted(word.parse().ok()?, false),
        },
    })
}

/// Are two numbers the same but for rounding to single precision?
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 2e-5 * (1.0 + b.abs().min(100.0))
}

fn all_near(found: &[f64], wanted: &[Wanted], start: f64) -> bool {
    found.len() >= wanted.len() && found.iter().zip(wanted).all(|(f, w)| near(*f, if w.1 { w.0 + start } else { w.0 }))
}

impl Expectation {
    /// Why it does not hold.
    pub fn wrong(&self, file: &File, run: &mut Run, heard: &[Heard], start: f64) -> Option<String> {
        let of = |what: &String| -> Vec<&Heard> { heard.iter().filter(|h| h.what == *what).collect() };
        match self {
            Expectation::Final(address, wanted) => {
                let found = run.address(address).and_then(|a| run.value(&a));
                let found = found.map(|(_, v)| numbers(&v));
                let holds = found.as_ref().is_some_and(|f| all_near(f, wanted, start));
                (!holds).then(|| format!("{address} is {found:?} instead of {wanted:?}"))
            }
            Expectation::Near(address, wanted) => {
                let found = run.address(address).and_then(|a| run.value(&a)).map(|(_, v)| numbers(&v));
                let close =
                    |f: &Vec<f64>| f.len() >= wanted.len() && f.iter().zip(wanted).all(|(a, b)| (a - b.0).abs() < 0.01);
                let holds = found.as_ref().is_some_and(close);
                (!holds).then(|| format!("{address} is {found:?} instead of {wanted:?}"))
            }
            Expectation::Words(address, wanted) => {
                let found = run.address(address).and_then(|a| run.value(&a)).map(|(_, v)| match v {
                    Value::Text(text) => text.to_string(),
                    Value::Texts(texts) => texts.join("|"),
                    other => format!("{other:?}"),
                });
                (found.as_deref() != Some(wanted)).then(|| format!("{address} is {found:?} instead of {wanted:?}"))
            }
            Expectation::Trace(what, wanted) => {
                let found = of(what);
                let same = found.len() == wanted.len()
                    && found.iter().zip(wanted).all(|(h, (t, v))| near(h.t, *t) && all_near(&h.value, v, start));
                (!same).then(|| {
                    let found: Vec<String> = found.iter().map(|h| format!("{}={:?}", h.t, h.value)).collect();
                    format!("{what} is heard as {} instead of {wanted:?}", found.join(" "))
                })
            }
            Expectation::Order(wanted) => {
                let found: Vec<&str> =
                    heard.iter().map(|h| h.what.as_str()).filter(|h| wanted.iter().any(|w| w == h)).collect();
                (found != *wanted).then(|| format!("the order is {found:?} instead of {wanted:?}"))
            }
            Expectation::Eye(wanted) => {
                let last = run.worlds().last()?;
                let found: Vec<f64> = last.eye.into_iter().chain(last.orientation).collect();
                let holds = found.iter().zip(wanted).all(|(a, b)| near(*a, *b));
                (!holds).then(|| format!("the eye is {found:?} instead of {wanted:?}"))
            }
            Expectation::Standing(what, wanted) => {
                let last = run.worlds().last()?.clone();
                let found = match what.as_str() {
                    "viewpoint" => last.viewpoint,
                    "avatar" => last.avatar,
                    "background" => last.background,
                    "fog" => last.fog,
                    _ => Some(last.navigation),
                };
                (found.as_deref() != Some(wanted)).then(|| format!("{what} is {found:?} instead of {wanted}"))
            }
            Expectation::Bounds(wanted) => {
                let found = run.bounds().map(|(a, b)| [a.to_array(), b.to_array()].concat());
                let holds = match (&found, wanted) {
                    (Some(found), Some(wanted)) => found.iter().zip(wanted).all(|(a, b)| near(*a, *b)),
                    (None, None) => true,
                    _ => false,
                };
                (!holds).then(|| format!("bounds are {found:?} instead of {wanted:?}"))
            }
            Expectation::Triangles(wanted) => {
                let found = drawn_triangles(run);
                (found != *wanted).then(|| format!("{found} triangles are drawn instead of {wanted}"))
            }
            Expectation::Pixel([x, y, wanted @ ..]) => {
                let shot = Shot::default().with(|s| {
                    (s.size, s.camera) = ((64, 64), Some("scene".to_owned()));
                    (s.allow_empty, s.lights) = (true, portolan::pictures::Lights::Scene);
                });
                let picture = match portolan::run::picture(file, run, &shot) {
                    Ok(picture) => picture,
                    Err(why) => return Some(why.to_string()),
                };
                let [r, g, b, _] = picture.get_pixel((x * 64.0) as u32, (y * 64.0) as u32).0.map(f64::from);
                let holds = [r, g, b].iter().zip(wanted).all(|(a, b)| (a - b).abs() <= 3.0);
                (!holds).then(|| format!("the pixel at {x} {y} is {r} {g} {b} instead of {wanted:?}"))
            }
            Expectation::Request(url, opened) => {
                let holds = run.requests().iter().any(|r| r.url == *url && r.opened == *opened);
                (!holds).then(|| format!("no request {url}, opened {opened}, in {:?}", run.requests()))
            }
            Expectation::Print(wanted) => {
                let holds = run.prints().iter().any(|p| p.text == *wanted);
                (!holds).then(|| format!("`{wanted}` is not printed, but {:?}", run.prints()))
            }
            Expectation::Prints(wanted) => {
                (run.prints().len() != *wanted).then(|| format!("{wanted} lines are not printed: {:?}", run.prints()))
            }
            Expectation::Worlds(wanted) => {
                (run.worlds().len() != *wanted).then(|| format!("there are {} worlds", run.worlds().len()))
            }
            Expectation::Incomplete => run.is_complete().then(|| "it is complete".to_owned()),
            Expectation::Found(code) => {
                let holds = run.findings().iter().any(|f| f.code.id == code);
                (!holds).then(|| format!("{code} is not among {:?}", run.findings()))
            }
        }
    }
}

fn drawn_triangles(run: &mut Run) -> u64 {
    let scene = run.scene().scene;
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let posed = pose(&scene, &stage, &Overrides::default());
    let mut count = 0;
    for (placed, _) in stage.placed.iter().zip(0..).filter(|(_, at)| posed.shown(*at)) {
        for drawn in scene.node(placed.node).into_iter().flat_map(|n| &n.drawn) {
            let geometry = scene.chain(drawn.what).and_then(|(id, _)| scene.geometries.get(id.index()));
            if let Some(Shape::Mesh(mesh)) = geometry.map(|g| &g.shape) {
                count += mesh.primitives.iter().map(|p| p.triangles()).sum::<u64>();
            }
        }
    }
    count
}
