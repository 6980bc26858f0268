//! Children held against a content automaton.
//!
//! Most elements are right and cost one walk. For the others the smallest set of edits that would make them right is
//! searched: that is what a person would call the mistakes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashMap;

use crate::{Model, NameId, State};

/// One mistake in a sequence of children. Indices count the children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mistake {
    /// The child is one too many, or excludes another.
    Unexpected(usize),
    /// The child belongs before (`Some`) another child, or at the end.
    Misplaced(usize, Option<usize>),
    /// Before this child (or at the end) one of these names is missing.
    Missing(usize, Vec<NameId>),
    /// The name occurs nowhere, and one of these should stand in its place.
    Instead(usize, Vec<NameId>),
}

/// Steps of the search before it gives up on finding the smallest set.
const EFFORT: usize = 100_000;

/// Does the sequence fit?
pub(crate) fn fits(model: &Model, children: &[Option<NameId>]) -> bool {
    children
        .iter()
        .try_fold(0, |state, name| model.states.get(state as usize)?.step((*name)?))
        .and_then(|state| model.states.get(state as usize))
        .is_some_and(|state| state.accepting)
}

impl Model {
    /// Does a sequence of children fit? A name that the format does not know is `None`.
    pub fn fits(&self, children: &[Option<NameId>]) -> bool {
        fits(self, children)
    }

    /// Can a sequence of children be the beginning of one that fits?
    pub fn walks(&self, mut children: impl Iterator<Item = Option<NameId>>) -> bool {
        children.try_fold(0u16, |state, name| self.states.get(state as usize)?.step(name?)).is_some()
    }
}

impl State {
    pub(crate) fn step(&self, name: NameId) -> Option<u16> {
        // States have a few transitions, or some hundred (render states): a branchy search suits both.
        match self.next.len() {
            0..=8 => self.next.iter().find(|(n, _)| *n == name).map(|(_, to)| *to),
            _ => self
                .next
                .binary_search_by_key(&name, |(n, _)| *n)
                .ok()
                .and_then(|i| self.next.get(i))
                .map(|(_, to)| *to),
        }
    }
}

/// What is wrong with a sequence that does not fit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Diagnosis {
    pub mistakes: Vec<Mistake>,
    /// Children whose name occurs nowhere in the content. There may be millions, so they are kept small.
    pub unknown: Vec<u32>,
}

/// Finds out what is wrong with a sequence that does not fit.
pub(crate) fn diagnose(model: &Model, children: &[Option<NameId>]) -> Diagnosis {
    let known = |name: NameId| model.states.iter().any(|s| s.step(name).is_some());
    let mut unknown = Vec::new();
    let mut kept: Vec<(usize, NameId)> = Vec::new();
    for (i, name) in children.iter().enumerate() {
        match name.filter(|n| known(*n)) {
            Some(name) => kept.push((i, name)),
            None => unknown.push(i as u32),
        }
    }
    let names: Vec<NameId> = kept.iter().map(|(_, n)| *n).collect();
    let edits = shortest_edits(model, &names).unwrap_or_else(|| greedy_edits(model, &names));
    let place = |at: usize| kept.get(at).map(|(i, _)| *i).unwrap_or(children.len());
    let mistakes = pair_up(model, &names, edits, &place);
    merge_unknown(mistakes, unknown)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Edit {
    /// Leave out the child at this index.
    Delete(usize),
    /// Put a name before the child at this index, in this state.
    Insert(usize, NameId, u16),
}

/// Children read, and the state they led to.
type At = (usize, u16);

/// How the search came to each place.
type Trail = HashMap<At, (At, Option<Edit>)>;

/// Dijkstra's search over (children read, state).
fn shortest_edits(model: &Model, names: &[NameId]) -> Option<Vec<Edit>> {
    // An edit outweighs every preference; among equals, later children are deleted rather than earlier ones.
    let edit_cost = names.len() as u64 + 2;
    let mut best: HashMap<At, u64> = HashMap::new();
    let mut came = Trail::new();
    let mut heap = BinaryHeap::new();
    best.insert((0, 0), 0);
    heap.push(Reverse((0u64, Reverse(0usize), 0u16)));
    let mut effort = 0;
    while let Some(Reverse((cost, Reverse(at), state))) = heap.pop() {
        if best.get(&(at, state)).is_some_and(|b| *b < cost) {
            continue;
        }
        effort += 1;
        if effort > EFFORT {
            return None;
        }
        let row = model.states.get(state as usize)?;
        if at == names.len() && row.accepting {
            return Some(trace(&came, (at, state)));
        }
        let mut go = |to: At, cost: u64, edit: Option<Edit>| {
            if best.get(&to).is_none_or(|b| cost < *b) {
                best.insert(to, cost);
                came.insert(to, ((at, state), edit));
                heap.push(Reverse((cost, Reverse(to.0), to.1)));
            }
        };
        if let Some(name) = names.get(at) {
            if let Some(to) = row.step(*name) {
                go((at + 1, to), cost, None);
            }
            go((at + 1, state), cost + edit_cost + (names.len() - at) as u64, Some(Edit::Delete(at)));
        }
        for (name, to) in row.next {
            go((at, *to), cost + edit_cost, Some(Edit::Insert(at, *name, state)));
        }
    }
    None
}

fn trace(came: &Trail, end: At) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = end;
    while let Some((before, edit)) = came.get(&at) {
        edits.extend(edit);
        at = *before;
    }
    edits.reverse();
    edits
}

/// For huge sequences: leave out what does not fit where it stands.
fn greedy_edits(model: &Model, names: &[NameId]) -> Vec<Edit> {
    const MOST: usize = 20;
    let mut edits = Vec::new();
    let mut state = 0;
    for (i, name) in names.iter().enumerate() {
        match model.states.get(state as usize).and_then(|s| s.step(*name)) {
            Some(to) => state = to,
            None if edits.len() < MOST => edits.push(Edit::Delete(i)),
            None => {}
        }
    }
    edits
}

/// A name deleted here and inserted there is one mistake: it stands in the wrong place.
fn pair_up(model: &Model, names: &[NameId], edits: Vec<Edit>, place: &dyn Fn(usize) -> usize) -> Vec<Mistake> {
    let mut found = Vec::new();
    let mut moved: Vec<(NameId, u16, usize)> = Vec::new();
    let corrected = corrected(names, &edits);
    for edit in &edits {
        let Edit::Delete(at) = *edit else { continue };
        let Some(name) = names.get(at).copied() else { continue };
        let partner = edits.iter().find_map(|other| match *other {
            Edit::Insert(to, inserted, state) if inserted == name && !moved.contains(&(name, state, to)) => {
                Some((state, to))
            }
            _ => None,
        });
        let target = match partner {
            Some((state, to)) => {
                moved.push((name, state, to));
                Some((to < names.len()).then_some(to))
            }
            None => room_for(model, &corrected, name, at),
        };
        found.push(match target {
            Some(before) => Mistake::Misplaced(place(at), before.map(place)),
            None => Mistake::Unexpected(place(at)),
        });
    }
    for edit in &edits {
        if let Edit::Insert(at, name, state) = *edit
            && !moved.contains(&(name, state, at))
        {
            found.push(Mistake::Missing(place(at), alternatives(model, names, at, state, name)));
        }
    }
    found
}

/// The sequence after the edits: names, and where each stood before (inserted ones stood nowhere).
fn corrected(names: &[NameId], edits: &[Edit]) -> Vec<(NameId, Option<usize>)> {
    let mut out = Vec::with_capacity(names.len());
    for at in 0..=names.len() {
        out.extend(edits.iter().filter_map(|e| match e {
            Edit::Insert(to, name, _) if *to == at => Some((*name, None)),
            _ => None,
        }));
        if let Some(name) = names.get(at)
            && !edits.contains(&Edit::Delete(at))
        {
            out.push((*name, Some(at)));
        }
    }
    out
}

/// Where a deleted child would fit instead: before which child, or at the end. `None` when it fits nowhere.
fn room_for(model: &Model, corrected: &[(NameId, Option<usize>)], name: NameId, at: usize) -> Option<Option<usize>> {
    const MOST: usize = 300;
    if corrected.len() > MOST {
        return None;
    }
    let fits = |to: &usize| {
        let head = corrected.iter().take(*to).map(|(n, _)| *n);
        let tail = corrected.iter().skip(*to).map(|(n, _)| *n);
        let all: Vec<Option<NameId>> = head.chain([name]).chain(tail).map(Some).collect();
        self::fits(model, &all)
    };
    let to = (0..=corrected.len()).filter(fits).min_by_key(|to| to.abs_diff(at))?;
    Some(corrected.iter().skip(to).find_map(|(_, place)| *place))
}

/// The names that would do equally well as the one that was inserted.
fn alternatives(model: &Model, names: &[NameId], at: usize, state: u16, inserted: NameId) -> Vec<NameId> {
    const LOOK_AHEAD: usize = 200;
    let rest = names.get(at..).unwrap_or_default();
    let reaches = |from: u16| {
        let mut state = from;
        for name in rest.iter().take(LOOK_AHEAD) {
            match model.states.get(state as usize).and_then(|s| s.step(*name)) {
                Some(to) => state = to,
                None => return None,
            }
        }
        Some(model.states.get(state as usize).is_some_and(|s| s.accepting) || rest.len() > LOOK_AHEAD)
    };
    let Some(row) = model.states.get(state as usize) else { return vec![inserted] };
    let own = row.step(inserted).and_then(reaches);
    let mut all: Vec<NameId> =
        row.next.iter().filter(|(_, to)| own.is_some() && reaches(*to) == own).map(|(name, _)| *name).collect();
    if !all.contains(&inserted) {
        all = vec![inserted];
    }
    all
}

/// An unknown child next to a missing one is probably that one, misspelt.
fn merge_unknown(mut mistakes: Vec<Mistake>, mut unknown: Vec<u32>) -> Diagnosis {
    for mistake in &mut mistakes {
        // The unknown child stands directly before the place, or before other unknown ones there.
        if let Mistake::Missing(place, names) = mistake
            && let Some(near) = unknown.iter().position(|at| (*at as usize) < *place && *place <= *at as usize + 3)
        {
            let at = unknown.remove(near);
            *mistake = Mistake::Instead(at as usize, std::mem::take(names));
        }
    }
    Diagnosis { mistakes, unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    // a b? (c | d) e*
    static ABCDE: Model = Model {
        written: "a, b?, (c | d), e*",
        states: &[
            State { accepting: false, next: &[(NameId(0), 1)] },
            State { accepting: false, next: &[(NameId(1), 2), (NameId(2), 3), (NameId(3), 3)] },
            State { accepting: false, next: &[(NameId(2), 3), (NameId(3), 3)] },
            State { accepting: true, next: &[(NameId(4), 3)] },
        ],
    };

    fn judge(children: &str) -> Vec<Mistake> {
        diagnosis(children).mistakes
    }

    fn diagnosis(children: &str) -> Diagnosis {
        let names: Vec<Option<NameId>> =
            children.bytes().map(|b| (b != b'?').then(|| NameId(u16::from(b - b'a')))).collect();
        if fits(&ABCDE, &names) { Diagnosis::default() } else { diagnose(&ABCDE, &names) }
    }

    #[test]
    fn one_mistake_is_one_finding() {
        use Mistake::*;
        assert_eq!(judge("abceee"), []);
        assert_eq!(judge("ac"), []);
        assert_eq!(judge("bc"), [Missing(0, vec![NameId(0)])]);
        assert_eq!(judge("a"), [Missing(1, vec![NameId(2), NameId(3)])]);
        assert_eq!(judge("acb"), [Misplaced(2, Some(1))]);
        assert_eq!(judge("bac"), [Misplaced(0, Some(2))]);
        assert_eq!(judge("acd"), [Unexpected(2)]);
        assert_eq!(judge("aac"), [Unexpected(1)]);
        assert_eq!(diagnosis("ac?e"), Diagnosis { mistakes: vec![], unknown: vec![2] });
        assert_eq!(judge("?c"), [Instead(0, vec![NameId(0)])]);
        assert_eq!(judge(""), [Missing(0, vec![NameId(0)]), Missing(0, vec![NameId(2), NameId(3)])]);
    }
}
