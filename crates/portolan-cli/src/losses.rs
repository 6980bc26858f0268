//! What did not come over, told on standard error.

use portolan::renderings::excerpt::printable;
use portolan::scene::{Fate, Loss, Losses, Origin};
use portolan::{File, Severity, Written};

use crate::output::aside;

/// Losses that are told; the rest are counted.
const TOLD: usize = 20;

/// Tells losses, the worst first; `all` says how to get the rest if there are too many.
pub fn tell(file: &File, losses: &Losses, all: &str) {
    tell_from(&|origin| file.written(origin), losses, all);
}

/// Tells losses, wherever they were written.
pub fn tell_from(written: &dyn Fn(Origin) -> Option<Written>, losses: &Losses, all: &str) {
    let mut losses: Vec<&Loss> = losses.iter().filter(|l| is_told(l)).collect();
    losses.sort_by_key(|l| std::cmp::Reverse(l.fate));
    let mut text = String::new();
    for loss in losses.iter().take(TOLD) {
        let fate = match loss.fate {
            Fate::Dropped => "dropped",
            Fate::Approximated => "approximated",
            Fate::Baked => "baked",
            Fate::Noted => "noted",
        };
        let place = match written(loss.origin) {
            Some(w) => format!("{}:{}:{}: ", w.file, w.place.line, w.place.column),
            None => String::new(),
        };
        let times = if loss.count > 1 { format!(" ({} times)", loss.count) } else { String::new() };
        let line = format!("{place}{fate}[{}]: {}{times}", loss.code.id, loss.message);
        text.push_str(&printable(&line));
        text.push('\n');
    }
    if losses.len() > TOLD {
        text.push_str(&format!("… and {} more losses ({all})\n", losses.len() - TOLD));
    }
    aside(&text);
}

/// What is there as it was is worth a line only if its code says so.
fn is_told(loss: &Loss) -> bool {
    loss.fate > Fate::Noted || loss.code.severity != Severity::Info
}
