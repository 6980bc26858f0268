//! Lists of numbers: the decoders beside bare loops around fast-float2 and lexical-core over the same text.

use std::fmt::Write as _;
use std::time::Instant;

use portolan_schema::value::decode;
use rayon::prelude::*;

use crate::generate::Noise;

/// Words of each list.
const WORDS: usize = 1_000_000;

/// Runs of which the fastest counts.
const RUNS: usize = 25;

/// Measures all kinds of lists, on one core and on all of them.
pub fn measure() {
    let all = rayon::current_num_threads();
    for cores in if all > 1 { vec![1, all] } else { vec![1] } {
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(cores).build() else { continue };
        pool.install(|| {
            println!("lists of numbers on {cores} core(s), GB/s of text (ratio to the faster peer)");
            println!("  {:<24}{:>8}{:>12}{:>14}{:>8}", "", "ours", "fast-float2", "lexical-core", "ratio");
            for (name, text) in float_lists() {
                row::<f32>(&format!("f32 {name}"), &text, decode::f32s, Some(fast_float), lexical);
                row::<f64>(&format!("f64 {name}"), &text, decode::f64s, Some(fast_float), lexical);
            }
            let mut noise = Noise(7);
            let indices = list(|out| write!(out, "{}", noise.bits() % 1_000_000));
            row::<u32>("u32 indices", &indices, decode::u32s, None, lexical);
            row::<i32>("i32 indices", &indices, decode::i32s, None, lexical);
            let columns =
                |text: &str, hint: usize, out: &mut Vec<u32>| decode::List::from(text).indices(3, hint, out).0;
            row::<u32>("indices in 3 columns", &indices, columns, None, lexical);
        });
    }
}

fn float_lists() -> Vec<(&'static str, String)> {
    let mut noise = Noise(6);
    vec![
        ("-99.996544", list(|out| write!(out, "{:.6}", noise.next() * 100.0))),
        (
            "0.123457 and 0, 1",
            list(|out| match noise.bits() % 4 {
                0 => write!(out, "0"),
                1 => write!(out, "1"),
                _ => write!(out, "{:.6}", noise.next()),
            }),
        ),
        (
            "shortest of f32",
            list(|out| write!(out, "{}", (noise.next() * [1.0, 100.0][noise.0 as usize >> 30 & 1]) as f32)),
        ),
        ("-4.37114e-08", list(|out| write!(out, "{:.5e}", noise.next() / 1e7))),
        ("0.84147098480789650", list(|out| write!(out, "{}", (noise.next() * 1e3).sin()))),
    ]
}

fn list(mut word: impl FnMut(&mut String) -> std::fmt::Result) -> String {
    let mut out = String::new();
    for _ in 0..WORDS {
        let _ = word(&mut out);
        out.push(' ');
    }
    out
}

type Loop<T> = fn(&[u8], &mut Vec<T>);

fn row<T: Copy + PartialEq + Send>(
    name: &str,
    text: &str,
    ours: impl Fn(&str, usize, &mut Vec<T>) -> decode::Decoded,
    fast_float: Option<Loop<T>>,
    lexical: Loop<T>,
) {
    let (mut values, mut fastest) = (Vec::with_capacity(WORDS), f64::MAX);
    let mut peers: Vec<Bare<T>> =
        [Some(lexical), fast_float].into_iter().flatten().map(|p| Bare::new(text, p)).collect();
    // In turn, so that whatever else the machine does at a time slows all of them.
    for _ in 0..RUNS {
        values.clear();
        let started = Instant::now();
        let decoded = ours(text, WORDS, &mut values);
        let time = started.elapsed().as_secs_f64();
        assert_eq!((decoded.count, decoded.bad_count), (WORDS, 0));
        fastest = fastest.min(time);
        peers.iter_mut().for_each(Bare::run);
    }
    for peer in &peers {
        assert!(peer.parts.iter().flat_map(|(_, values)| values).eq(&values), "both sides read the same");
    }
    let rate = |seconds: f64| text.len() as f64 / 1e9 / seconds;
    let ours = rate(fastest);
    let lexical = peers.first().map_or(0.0, |peer| rate(peer.fastest));
    let fast_float = peers.get(1).map(|peer| rate(peer.fastest));
    let shown = fast_float.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.2}"));
    let best = lexical.max(fast_float.unwrap_or(0.0));
    println!("  {name:<24}{ours:>8.2}{shown:>12}{lexical:>14.2}{:>8.2}", ours / best);
}

/// A bare loop: each core takes a part of the text and fills a buffer of its own, made before.
struct Bare<'t, T> {
    peer: Loop<T>,
    parts: Vec<(&'t [u8], Vec<T>)>,
    fastest: f64,
}

impl<'t, T: Send> Bare<'t, T> {
    fn new(text: &'t str, peer: Loop<T>) -> Self {
        let cores = rayon::current_num_threads();
        let mut parts = Vec::new();
        let mut rest = text.as_bytes();
        for core in 0..cores {
            let near = rest.len() / (cores - core);
            let length = rest.iter().skip(near).position(|b| *b == b' ').map_or(rest.len(), |more| near + more + 1);
            let (part, behind) = rest.split_at(length);
            parts.push((part, Vec::with_capacity(WORDS)));
            rest = behind;
        }
        Bare { peer, parts, fastest: f64::MAX }
    }

    fn run(&mut self) {
        self.parts.iter_mut().for_each(|(_, values)| values.clear());
        let started = Instant::now();
        self.parts.par_iter_mut().for_each(|(part, values)| (self.peer)(part, values));
        self.fastest = self.fastest.min(started.elapsed().as_secs_f64());
    }
}

fn fast_float<T: fast_float2::FastFloat>(mut text: &[u8], out: &mut Vec<T>) {
    while let Ok((value, length)) = fast_float2::parse_partial(text) {
        out.push(value);
        text = behind(text, length);
    }
}

fn lexical<T: lexical_core::FromLexical>(mut text: &[u8], out: &mut Vec<T>) {
    while let Ok((value, length)) = lexical_core::parse_partial(text) {
        if length == 0 {
            break;
        }
        out.push(value);
        text = behind(text, length);
    }
}

fn behind(text: &[u8], length: usize) -> &[u8] {
    let mut rest = text.split_at(length).1;
    while let [b' ' | b'\n' | b'\t' | b'\r', tail @ ..] = rest {
        rest = tail;
    }
    rest
}
