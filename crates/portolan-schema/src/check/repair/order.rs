//! Children put into the order that the format prescribes.

use hashbrown::{HashMap, HashSet};
use portolan_syntax::{Edit, Node, Span};

use super::place::blocks;
use crate::content::Mistake;
use crate::{Model, NameId};

/// Different names among the children of one element; contents with more are left alone.
const MOST_NAMES: usize = 64;

/// Children of one element that are put in order.
const MOST_CHILDREN: usize = 20_000;

/// Steps of the search.
const EFFORT: usize = 200_000;

/// Elements whose order among each other means something, wherever the format lets them stand.
const STACKED: [&str; 6] = ["lookat", "matrix", "rotate", "scale", "skew", "translate"];

/// The edits that put the children of an element in order. Everything that the format does not mind stays where it is,
/// and children that are too many or unknown stay behind the one they follow.
pub fn in_order(
    model: &Model,
    parent: Node<'_>,
    names: &[Option<NameId>],
    mistakes: &[Mistake],
    unknown: &[u32],
) -> Option<Vec<Edit>> {
    if names.len() > MOST_CHILDREN {
        return None;
    }
    let blocks = blocks(parent).filter(|b| b.len() == names.len())?;
    // Where another order alone makes everything right, that is it, whatever else the mistakes look like.
    let plain = names.iter().copied().collect::<Option<Vec<_>>>().filter(|names| arrange(model, names).is_some());
    let (mistakes, unknown): (&[Mistake], &[u32]) = if plain.is_some() { (&[], &[]) } else { (mistakes, unknown) };
    let mut stays: HashSet<usize> = unknown.iter().map(|i| *i as usize).collect();
    let mut missing: HashMap<usize, Vec<NameId>> = HashMap::new();
    for mistake in mistakes {
        match mistake {
            Mistake::Unexpected(at) => drop(stays.insert(*at)),
            Mistake::Misplaced(..) => {}
            Mistake::Missing(at, wanted) => missing.entry(*at).or_default().extend(wanted.first()),
            Mistake::Instead(at, wanted) => {
                stays.insert(*at);
                missing.entry(*at).or_default().extend(wanted.first());
            }
        }
    }
    // What moves: a name, and its block, which takes along what stays behind it. What is missing has a name alone.
    let mut items: Vec<(NameId, Option<Span>)> = Vec::new();
    let mut stacked: HashSet<usize> = HashSet::new();
    let mut head = parent.open_span().end;
    let mut last = None;
    for (i, (name, (node, block))) in names.iter().zip(&blocks).enumerate() {
        items.extend(missing.remove(&i).into_iter().flatten().map(|n| (n, None)));
        match (name.filter(|_| !stays.contains(&i)), last.and_then(|i: usize| items.get_mut(i)?.1.as_mut())) {
            (Some(name), _) => {
                last = Some(items.len());
                if STACKED.contains(&node.local_name()) {
                    stacked.insert(items.len());
                }
                items.push((name, Some(*block)));
            }
            (None, Some(before)) => before.end = block.end,
            (None, None) => head = block.end,
        }
    }
    items.extend(missing.into_values().flatten().map(|n| (n, None)));
    let order = arrange(model, &items.iter().map(|(n, _)| *n).collect::<Vec<_>>())?;
    let order: Vec<usize> = order.into_iter().filter(|i| items.get(*i).is_some_and(|(_, b)| b.is_some())).collect();
    if !order.iter().filter(|i| stacked.contains(*i)).is_sorted() {
        return None;
    }
    Some(moves(&items, &order, head, parent)).filter(|edits| !edits.is_empty())
}

/// The edits that bring blocks into an order; as little text as possible moves.
fn moves(items: &[(NameId, Option<Span>)], order: &[usize], head: u32, parent: Node<'_>) -> Vec<Edit> {
    let weight = |i: usize| items.get(i).and_then(|(_, block)| *block).map_or(0, |b| u64::from(b.len()) + 1);
    let staying = heaviest_rise(order, weight);
    let mut edits = Vec::new();
    let (mut anchor, mut text) = (head, String::new());
    let flush = |anchor: u32, text: &mut String, edits: &mut Vec<Edit>| {
        if !text.is_empty() {
            edits.push(Edit::insert(anchor, std::mem::take(text)));
        }
    };
    for i in order {
        let Some(block) = items.get(*i).and_then(|(_, block)| *block) else { continue };
        if staying.contains(i) {
            flush(anchor, &mut text, &mut edits);
            anchor = block.end;
        } else {
            text.push_str(parent.tree().slice(block));
            edits.push(Edit::delete(block));
        }
    }
    flush(anchor, &mut text, &mut edits);
    edits
}

/// The members of the rising subsequence with the most weight.
fn heaviest_rise(order: &[usize], weight: impl Fn(usize) -> u64) -> HashSet<usize> {
    let length = order.iter().max().map_or(0, |m| m + 1);
    // The heaviest rise that ends below a member, in a tree of maxima: weight and last member.
    let mut tree: Vec<(u64, Option<usize>)> = vec![(0, None); length + 1];
    let mut before: HashMap<usize, usize> = HashMap::new();
    let mut best = (0, None);
    for member in order {
        let (mut below, mut at) = ((0, None), *member);
        while at > 0 {
            below = tree.get(at).copied().unwrap_or_default().max(below);
            at &= at - 1;
        }
        if let Some(last) = below.1 {
            before.insert(*member, last);
        }
        let own = (below.0 + weight(*member), Some(*member));
        best = best.max(own);
        let mut at = member + 1;
        while let Some(slot) = tree.get_mut(at) {
            *slot = own.max(*slot);
            at += at & at.wrapping_neg();
        }
    }
    let mut members = HashSet::new();
    let mut at = best.1;
    while let Some(member) = at {
        members.insert(member);
        at = before.get(&member).copied();
    }
    members
}

/// An order of the names that the model takes: at each place the first one that can stand there, so that little moves.
fn arrange(model: &Model, names: &[NameId]) -> Option<Vec<usize>> {
    let mut kinds: Vec<NameId> = names.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() > MOST_NAMES {
        return None;
    }
    let mut queues: Vec<Vec<usize>> = vec![Vec::new(); kinds.len()];
    for (i, name) in names.iter().enumerate() {
        queues.get_mut(kinds.binary_search(name).ok()?)?.push(i);
    }
    let mut search = Search { model, kinds, queues, reach: HashMap::new(), failed: HashSet::new() };
    let mut next = vec![0usize; search.kinds.len()];
    // Each step with what can still be tried at it.
    let mut steps: Vec<(u16, Vec<usize>)> = vec![(0, search.choices(0, &next))];
    let mut chosen: Vec<usize> = Vec::new();
    for _ in 0..EFFORT {
        let (state, choices) = steps.last_mut()?;
        let state = *state;
        if chosen.len() == names.len() && model.states.get(usize::from(state))?.accepting {
            return search.members(&chosen);
        }
        let Some(kind) = choices.pop() else {
            search.failed.insert((state, next.clone()));
            steps.pop();
            *next.get_mut(chosen.pop()?)? -= 1;
            continue;
        };
        let to = model.states.get(usize::from(state))?.step(*search.kinds.get(kind)?)?;
        *next.get_mut(kind)? += 1;
        chosen.push(kind);
        let choices = search.choices(to, &next);
        steps.push((to, choices));
    }
    None
}

struct Search<'m> {
    model: &'m Model,
    kinds: Vec<NameId>,
    /// The places of each kind.
    queues: Vec<Vec<usize>>,
    /// Which kinds can still come from a state on, as bits.
    reach: HashMap<u16, u64>,
    failed: HashSet<(u16, Vec<usize>)>,
}

impl Search<'_> {
    /// The kinds that can stand next; the one to try first is the last.
    fn choices(&mut self, state: u16, next: &[usize]) -> Vec<usize> {
        let left = |queues: &[Vec<usize>], k: usize| queues.get(k).and_then(|q| q.get(*next.get(k)?)).copied();
        let wanted = (0..self.kinds.len()).filter(|k| left(&self.queues, *k).is_some()).fold(0u64, |w, k| w | 1 << k);
        if self.reach_from(state) & wanted != wanted || self.failed.contains(&(state, next.to_vec())) {
            return Vec::new();
        }
        let Some(row) = self.model.states.get(usize::from(state)) else { return Vec::new() };
        let mut found: Vec<(usize, usize)> = (0..self.kinds.len())
            .filter(|k| self.kinds.get(*k).is_some_and(|name| row.step(*name).is_some()))
            .filter_map(|k| Some((left(&self.queues, k)?, k)))
            .collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.into_iter().map(|(_, k)| k).collect()
    }

    fn reach_from(&mut self, state: u16) -> u64 {
        if let Some(known) = self.reach.get(&state) {
            return *known;
        }
        let (mut seen, mut open, mut reach) = (HashSet::<u16>::new(), vec![state], 0u64);
        seen.insert(state);
        while let Some(at) = open.pop() {
            let Some(row) = self.model.states.get(usize::from(at)) else { continue };
            for (name, to) in row.next {
                if let Ok(kind) = self.kinds.binary_search(name) {
                    reach |= 1 << kind;
                }
                if seen.insert(*to) {
                    open.push(*to);
                }
            }
        }
        self.reach.insert(state, reach);
        reach
    }

    /// The members that the chosen kinds stand for, each kind in the order of the document.
    fn members(&self, chosen: &[usize]) -> Option<Vec<usize>> {
        let mut next = vec![0usize; self.kinds.len()];
        chosen
            .iter()
            .map(|kind| {
                let place = next.get_mut(*kind)?;
                *place += 1;
                self.queues.get(*kind)?.get(*place - 1).copied()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    // a?, (b | c)*, d
    static MODEL: Model = Model {
        written: "a?, (b | c)*, d",
        states: &[
            State { accepting: false, next: &[(NameId(0), 1), (NameId(1), 1), (NameId(2), 1), (NameId(3), 2)] },
            State { accepting: false, next: &[(NameId(1), 1), (NameId(2), 1), (NameId(3), 2)] },
            State { accepting: true, next: &[] },
        ],
    };

    fn arranged(word: &str) -> Option<String> {
        let names: Vec<NameId> = word.bytes().map(|b| NameId(u16::from(b - b'a'))).collect();
        let order = arrange(&MODEL, &names)?;
        Some(order.into_iter().map(|i| char::from(word.as_bytes()[i])).collect())
    }

    #[test]
    fn what_may_stay_stays() {
        assert_eq!(arranged("abcd").as_deref(), Some("abcd"));
        assert_eq!(arranged("cbad").as_deref(), Some("acbd"));
        assert_eq!(arranged("dcb").as_deref(), Some("cbd"));
        assert_eq!(arranged("bcb"), None);
        assert_eq!(arranged("dd"), None);
    }

    #[test]
    fn little_moves() {
        assert_eq!(heaviest_rise(&[3, 0, 1, 2], |_| 1), HashSet::from([0, 1, 2]));
        assert_eq!(heaviest_rise(&[3, 0, 1, 2], |i| if i == 3 { 9 } else { 1 }), HashSet::from([3]));
        assert_eq!(heaviest_rise(&[0, 1, 2], |_| 1), HashSet::from([0, 1, 2]));
        assert_eq!(heaviest_rise(&[], |_| 1), HashSet::new());
    }
}
