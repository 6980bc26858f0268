//! Loops that run around a closed surface become loops that close in its parameters.

use super::trim::{Loop, Piece, Vertex};
use super::{Surface, Uv};

/// Pairs of places that are tried for a bridge.
const MOST_TRIES: usize = 4096;

/// Loops with bridges between those that run around, and whether these had to be turned; `None` if something is missing to
/// bound the face. `poles` are where all u, and where all v, are one point.
///
/// A loop that runs around has the face on one side: the next one on that side that runs the other way bounds it there,
/// or else a pole does.
pub(crate) fn closed(surface: &Surface, poles: [[Option<f64>; 2]; 2], loops: Vec<Loop>) -> Option<(Vec<Loop>, bool)> {
    let (around, mut flat): (Vec<Loop>, Vec<Loop>) = loops.into_iter().partition(|l| l.turns != [0, 0]);
    if around.is_empty() {
        return Some((flat, false));
    }
    let along_u = around.iter().all(|l| l.turns[0].abs() == 1 && l.turns[1] == 0);
    let along_v = around.iter().all(|l| l.turns[1].abs() == 1 && l.turns[0] == 0);
    if !along_u && !along_v {
        return None;
    }
    let way = Way::new(surface, poles, usize::from(along_v))?;
    let mut joined = way.join(&around, &flat);
    let turn = joined.is_none();
    if turn {
        // Wires may have been written the wrong way around.
        let turned = around.into_iter().map(|mut l| {
            l.turn();
            l
        });
        joined = way.join(&turned.collect::<Vec<_>>(), &flat);
    }
    flat.extend(joined?);
    Some((flat, turn))
}

/// The parameter around which loops run, and the other one.
struct Way {
    around: usize,
    period: f64,
    other_period: Option<f64>,
    poles: [Option<f64>; 2],
}

impl Way {
    fn new(surface: &Surface, poles: [[Option<f64>; 2]; 2], around: usize) -> Option<Way> {
        let [u, v] = surface.periods();
        let (own, other) = if around == 0 { (u, v) } else { (v, u) };
        let poles = if around == 0 { poles[0] } else { poles[1] };
        Some(Way { around, period: own?, other_period: other, poles })
    }

    fn split(&self, uv: Uv) -> (f64, f64) {
        if self.around == 0 { (uv[0], uv[1]) } else { (uv[1], uv[0]) }
    }

    fn uv(&self, along: f64, across: f64) -> Uv {
        if self.around == 0 { [along, across] } else { [across, along] }
    }

    /// Does the face lie on the side of greater values?
    fn is_low(&self, l: &Loop) -> bool {
        if self.around == 0 { l.turns[0] > 0 } else { l.turns[1] < 0 }
    }

    fn height(&self, l: &Loop) -> f64 {
        let (mut sum, mut many) = (0.0, 0.0);
        for uv in l.points() {
            sum += self.split(uv).1;
            many += 1.0;
        }
        sum / f64::max(many, 1.0)
    }

    fn turn(&self, l: &Loop) -> f64 {
        let turns = if self.around == 0 { l.turns[0] } else { l.turns[1] };
        f64::from(turns) * self.period
    }

    fn join(&self, around: &[Loop], flat: &[Loop]) -> Option<Vec<Loop>> {
        let mut all: Vec<(f64, &Loop)> = around.iter().map(|l| (self.height(l), l)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free: Vec<(f64, &Loop)> = all.iter().filter(|(_, l)| !self.is_low(l)).copied().collect();
        let mut done = Vec::new();
        for (height, low) in all.iter().filter(|(_, l)| self.is_low(l)) {
            let above = free.iter().position(|(h, _)| h >= height);
            let next = above.or((self.other_period.is_some() && !free.is_empty()).then_some(0));
            match next {
                Some(at) => {
                    let (h, high) = free.remove(at);
                    let mut high = high.clone();
                    if h < *height {
                        high.shift(self.uv(0.0, self.other_period?));
                    }
                    done.push(self.bridge(low, &high, flat, done.len() as u32)?);
                }
                None => done.push(self.to_pole(low, self.poles[1]?, done.len() as u32)),
            }
        }
        for (_, high) in free {
            done.push(self.to_pole(high, self.poles[0]?, done.len() as u32));
        }
        Some(done)
    }

    /// From the end of a loop to the pole, along it and back to the start.
    fn to_pole(&self, l: &Loop, pole: f64, number: u32) -> Loop {
        let mut pieces = l.pieces.clone();
        let start = l.pieces.first().map(Piece::first).unwrap_or_default();
        let (along, _) = self.split(start);
        let end = self.shifted(start, self.turn(l));
        let (near, far) = (self.uv(along + self.turn(l), pole), self.uv(along, pole));
        pieces.push(Piece::Bridge { from: end, to: near, number, back: false });
        pieces.push(Piece::Pole { from: near, to: far, vertex: Vertex::Own(number) });
        pieces.push(Piece::Bridge { from: far, to: start, number, back: true });
        Loop { pieces, turns: [0; 2], wire: l.wire }
    }

    fn shifted(&self, uv: Uv, by: f64) -> Uv {
        let (along, across) = self.split(uv);
        self.uv(along + by, across)
    }

    fn bridge(&self, low: &Loop, high: &Loop, flat: &[Loop], number: u32) -> Option<Loop> {
        let turn = self.turn(low);
        let mut pairs = Vec::new();
        for (i, a) in low.pieces.iter().enumerate() {
            for (j, b) in high.pieces.iter().enumerate() {
                if pairs.len() > MOST_TRIES {
                    break;
                }
                let (x, _) = self.split(a.first());
                let (y, _) = self.split(b.first());
                let whole = ((x - y) / self.period).round() * self.period;
                pairs.push(((y + whole - x).abs(), i, j, whole));
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let barrier: Vec<[Uv; 2]> = [low, high].into_iter().chain(flat).flat_map(segments).collect();
        let free = pairs.iter().take(64).find(|(_, i, j, whole)| {
            let from = low.pieces.get(*i).map(Piece::first).unwrap_or_default();
            let to = self.shifted(high.pieces.get(*j).map(Piece::first).unwrap_or_default(), *whole);
            !barrier.iter().any(|s| {
                (-2..=2).any(|k| {
                    let by = f64::from(k) * self.period;
                    crosses([from, to], s.map(|p| self.shifted(p, by)))
                })
            })
        });
        let &(_, i, j, whole) = free.or(pairs.first())?;
        let mut first = rotated(low, i);
        let before = first.pieces.len() - i;
        for piece in first.pieces.iter_mut().skip(before) {
            move_piece(piece, self.uv(turn, 0.0));
        }
        let start = first.pieces.first().map(Piece::first).unwrap_or_default();
        let end = self.shifted(start, turn);
        let mut second = rotated(high, j);
        let before = second.pieces.len() - j;
        for piece in second.pieces.iter_mut().skip(before) {
            move_piece(piece, self.uv(-turn, 0.0));
        }
        second.shift(self.uv(whole + turn, 0.0));
        let over = second.pieces.first().map(Piece::first).unwrap_or_default();
        let mut pieces = first.pieces;
        pieces.push(Piece::Bridge { from: end, to: over, number, back: false });
        pieces.extend(second.pieces);
        pieces.push(Piece::Bridge { from: self.shifted(over, -turn), to: start, number, back: true });
        Some(Loop { pieces, turns: [0; 2], wire: low.wire })
    }
}

fn rotated(l: &Loop, by: usize) -> Loop {
    let mut turned = l.clone();
    let many = turned.pieces.len().max(1);
    turned.pieces.rotate_left(by % many);
    turned
}

fn move_piece(piece: &mut Piece, by: Uv) {
    let mut one = Loop { pieces: vec![piece.clone()], turns: [0; 2], wire: 0 };
    one.shift(by);
    if let Some(moved) = one.pieces.pop() {
        *piece = moved;
    }
}

fn segments(l: &Loop) -> Vec<[Uv; 2]> {
    let mut points: Vec<Uv> = l.points().collect();
    points.extend(l.pieces.last().map(Piece::last));
    points.windows(2).filter_map(|w| if let [a, b] = w { Some([*a, *b]) } else { None }).collect()
}

/// Do two straight pieces cross, other than at their ends?
pub(crate) fn crosses([a, b]: [Uv; 2], [c, d]: [Uv; 2]) -> bool {
    let side = |p: Uv, q: Uv, r: Uv| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let (e, f) = (side(a, b, c), side(a, b, d));
    let (g, h) = (side(c, d, a), side(c, d, b));
    let small = 1e-12 * ((b[0] - a[0]).abs() + (b[1] - a[1]).abs()) * ((d[0] - c[0]).abs() + (d[1] - c[1]).abs());
    e * f < 0.0 && g * h < 0.0 && e.abs() > small && f.abs() > small && g.abs() > small && h.abs() > small
}
