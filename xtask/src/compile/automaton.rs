//! Content models as regular expressions and deterministic automata over child names.
//!
//! The expression becomes a Glushkov automaton (one position per occurrence of a name), which is made deterministic by
//! sets of positions and then minimal, so that equal contents have equal automata.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;

use crate::notation::ast::UNBOUNDED;

/// A regular expression over child names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Regex {
    /// Nothing, which always fits.
    Empty,
    /// One child.
    Name(String),
    /// One after the other.
    Sequence(Vec<Regex>),
    /// One of them.
    Choice(Vec<Regex>),
    /// So often.
    Repeat(Box<Regex>, u32, u32),
}

impl Regex {
    /// The expression repeated, or itself if that changes nothing.
    pub fn repeat(self, min: u32, max: u32) -> Regex {
        match (self, min, max) {
            (inner, 1, 1) => inner,
            (Regex::Empty, ..) | (_, _, 0) => Regex::Empty,
            (inner, min, max) => Regex::Repeat(Box::new(inner), min, max),
        }
    }

    /// All names that occur.
    pub fn names(&self) -> BTreeSet<&str> {
        fn collect<'a>(regex: &'a Regex, into: &mut BTreeSet<&'a str>) {
            match regex {
                Regex::Empty => {}
                Regex::Name(name) => {
                    into.insert(name);
                }
                Regex::Sequence(items) | Regex::Choice(items) => items.iter().for_each(|i| collect(i, into)),
                Regex::Repeat(inner, ..) => collect(inner, into),
            }
        }
        let mut names = BTreeSet::new();
        collect(self, &mut names);
        names
    }
}

/// Written for people: `asset, (camera | light)*, extra?`.
impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn part(regex: &Regex, inside_choice: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match regex {
                Regex::Sequence(_) if inside_choice => write!(f, "({regex})"),
                Regex::Choice(_) if !inside_choice => write!(f, "({regex})"),
                _ => write!(f, "{regex}"),
            }
        }
        match self {
            Regex::Empty => write!(f, "()"),
            Regex::Name(name) => write!(f, "{name}"),
            Regex::Sequence(items) => {
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        write!(f, ", ")?;
                    }
                    part(item, false, f)?;
                }
                Ok(())
            }
            Regex::Choice(items) => {
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        write!(f, " | ")?;
                    }
                    part(item, true, f)?;
                }
                Ok(())
            }
            Regex::Repeat(inner, min, max) => {
                match **inner {
                    Regex::Name(_) => write!(f, "{inner}")?,
                    _ => write!(f, "({inner})")?,
                }
                match (*min, *max) {
                    (0, 1) => write!(f, "?"),
                    (0, UNBOUNDED) => write!(f, "*"),
                    (1, UNBOUNDED) => write!(f, "+"),
                    (min, UNBOUNDED) => write!(f, "{{{min},}}"),
                    (min, max) if min == max => write!(f, "{{{min}}}"),
                    (min, max) => write!(f, "{{{min},{max}}}"),
                }
            }
        }
    }
}

/// A state of an [`Automaton`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State {
    /// May the content end here?
    pub accepting: bool,
    /// Where each name leads.
    pub next: BTreeMap<String, usize>,
}

/// A minimal deterministic automaton; state 0 is the start.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Automaton {
    /// The states, in the order in which a breadth-first walk by name finds them.
    pub states: Vec<State>,
}

/// First and last positions of a piece of an expression, and whether it may be empty.
struct Ends {
    nullable: bool,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
}

impl Ends {
    fn empty() -> Ends {
        Ends { nullable: true, first: BTreeSet::new(), last: BTreeSet::new() }
    }
}

#[derive(Default)]
struct Glushkov {
    names: Vec<String>,
    follow: Vec<BTreeSet<usize>>,
}

impl Glushkov {
    fn build(&mut self, regex: &Regex) -> Ends {
        match regex {
            Regex::Empty => Ends::empty(),
            Regex::Name(name) => {
                let position = self.names.len();
                self.names.push(name.clone());
                self.follow.push(BTreeSet::new());
                Ends { nullable: false, first: [position].into(), last: [position].into() }
            }
            Regex::Sequence(items) => items.iter().fold(Ends::empty(), |before, item| {
                let after = self.build(item);
                self.join(before, after)
            }),
            Regex::Choice(items) => {
                let mut all = Ends { nullable: false, first: BTreeSet::new(), last: BTreeSet::new() };
                for item in items {
                    let one = self.build(item);
                    all.nullable |= one.nullable;
                    all.first.extend(one.first);
                    all.last.extend(one.last);
                }
                all
            }
            Regex::Repeat(inner, min, max) => {
                let mut all = Ends::empty();
                // `x{2,}` is `x x*`-like: the last copy loops. `x{2,4}` is `x x (x (x)?)?`.
                let required = if *max == UNBOUNDED { (*min).max(1) } else { *min };
                for i in 0..required {
                    let mut copy = self.build(inner);
                    if *max == UNBOUNDED && i + 1 == required {
                        self.connect(&copy.last, &copy.first);
                        copy.nullable |= *min == 0;
                    }
                    all = self.join(all, copy);
                }
                if *max != UNBOUNDED {
                    let copies: Vec<Ends> = (*min..*max).map(|_| self.build(inner)).collect();
                    let mut tail = Ends::empty();
                    for copy in copies.into_iter().rev() {
                        tail = self.join(copy, tail);
                        tail.nullable = true;
                    }
                    all = self.join(all, tail);
                }
                all
            }
        }
    }

    fn connect(&mut self, from: &BTreeSet<usize>, to: &BTreeSet<usize>) {
        for &position in from {
            self.follow[position].extend(to);
        }
    }

    fn join(&mut self, mut before: Ends, after: Ends) -> Ends {
        self.connect(&before.last, &after.first);
        if before.nullable {
            before.first.extend(&after.first);
        }
        let mut last = after.last;
        if after.nullable {
            last.extend(&before.last);
        }
        Ends { nullable: before.nullable && after.nullable, first: before.first, last }
    }
}

/// What tells two states apart: their class, and the class each name leads to.
type Signature<'a> = (usize, Vec<(&'a str, usize)>);

impl Automaton {
    /// The automaton of an expression.
    pub fn of(regex: &Regex) -> Automaton {
        let mut glushkov = Glushkov::default();
        let ends = glushkov.build(regex);
        // Sets of positions; the start is the only state without any position of its own.
        let mut numbers: HashMap<Option<BTreeSet<usize>>, usize> = HashMap::from([(None, 0)]);
        let mut queue: VecDeque<Option<BTreeSet<usize>>> = VecDeque::from([None]);
        let mut states = Vec::new();
        while let Some(positions) = queue.pop_front() {
            let (accepting, reachable) = match &positions {
                None => (ends.nullable, ends.first.clone()),
                Some(set) => {
                    let accepting = !set.is_disjoint(&ends.last);
                    (accepting, set.iter().flat_map(|&p| glushkov.follow[p].iter().copied()).collect())
                }
            };
            let mut by_name: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
            for position in reachable {
                by_name.entry(&glushkov.names[position]).or_default().insert(position);
            }
            let mut next = BTreeMap::new();
            for (name, set) in by_name {
                let fresh = numbers.len();
                let number = *numbers.entry(Some(set.clone())).or_insert_with(|| {
                    queue.push_back(Some(set));
                    fresh
                });
                next.insert(name.to_owned(), number);
            }
            states.push(State { accepting, next });
        }
        Automaton { states }.minimal()
    }

    /// Merges states that no continuation can tell apart, by refining a partition until it is stable.
    fn minimal(self) -> Automaton {
        let mut class: Vec<usize> = self.states.iter().map(|s| usize::from(s.accepting)).collect();
        let mut count = 0;
        loop {
            let mut numbers: HashMap<Signature<'_>, usize> = HashMap::new();
            let refined: Vec<usize> = self
                .states
                .iter()
                .enumerate()
                .map(|(i, state)| {
                    let key = (class[i], state.next.iter().map(|(n, &to)| (n.as_str(), class[to])).collect());
                    let fresh = numbers.len();
                    *numbers.entry(key).or_insert(fresh)
                })
                .collect();
            let stable = numbers.len() == count;
            count = numbers.len();
            class = refined;
            if stable {
                break;
            }
        }
        let mut number: HashMap<usize, usize> = HashMap::from([(class[0], 0)]);
        let mut queue = VecDeque::from([0]);
        let mut states = Vec::new();
        while let Some(state) = queue.pop_front() {
            let State { accepting, next } = &self.states[state];
            let next = next
                .iter()
                .map(|(name, &to)| {
                    let fresh = number.len();
                    let n = *number.entry(class[to]).or_insert_with(|| {
                        queue.push_back(to);
                        fresh
                    });
                    (name.clone(), n)
                })
                .collect();
            states.push(State { accepting: *accepting, next });
        }
        Automaton { states }
    }

    /// A shortest sequence of children that exactly one of the two accepts, and whether it is `self`.
    pub fn difference(&self, other: &Automaton) -> Option<(Vec<String>, bool)> {
        type Pair = (Option<usize>, Option<usize>);
        let start: Pair = (Some(0), Some(0));
        let mut came: HashMap<Pair, Option<(Pair, String)>> = HashMap::from([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(pair) = queue.pop_front() {
            let (a, b) = (pair.0.map(|i| &self.states[i]), pair.1.map(|i| &other.states[i]));
            let ours = a.is_some_and(|s| s.accepting);
            if ours != b.is_some_and(|s| s.accepting) {
                let mut word = Vec::new();
                let mut at = pair;
                while let Some(Some((before, name))) = came.get(&at) {
                    word.push(name.clone());
                    at = *before;
                }
                word.reverse();
                return Some((word, ours));
            }
            let names: BTreeSet<&String> = a.into_iter().chain(b).flat_map(|s| s.next.keys()).collect();
            for name in names {
                let follow = |s: Option<&State>| s.and_then(|s| s.next.get(name).copied());
                let to = (follow(a), follow(b));
                came.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    Some((pair, name.clone()))
                });
            }
        }
        None
    }

    /// Does it accept the sequence?
    #[cfg(test)]
    pub fn accepts(&self, word: &[&str]) -> bool {
        let mut state = 0;
        for name in word {
            match self.states[state].next.get(*name) {
                Some(&next) => state = next,
                None => return false,
            }
        }
        self.states[state].accepting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Regex {
        Regex::Name(name.to_owned())
    }

    #[test]
    fn two_of_three_with_a_shared_beginning() {
        // (x (y | r)? | y r?) n
        let regex = Regex::Sequence(vec![
            Regex::Choice(vec![
                Regex::Sequence(vec![name("x"), Regex::Choice(vec![name("y"), name("r")]).repeat(0, 1)]),
                Regex::Sequence(vec![name("y"), name("r").repeat(0, 1)]),
            ]),
            name("n"),
        ]);
        let automaton = Automaton::of(&regex);
        assert!(automaton.accepts(&["x", "n"]));
        assert!(automaton.accepts(&["x", "y", "n"]));
        assert!(automaton.accepts(&["y", "r", "n"]));
        assert!(!automaton.accepts(&["x", "y", "r", "n"]));
        assert!(!automaton.accepts(&["n"]));
        assert_eq!(regex.to_string(), "((x, (y | r)?) | (y, r?)), n");
    }

    #[test]
    fn counts() {
        for (min, max) in [(0, 1), (0, UNBOUNDED), (1, UNBOUNDED), (2, 2), (2, UNBOUNDED), (0, 3), (1, 4)] {
            let automaton = Automaton::of(&name("a").repeat(min, max));
            for n in 0..7u32 {
                let word = vec!["a"; n as usize];
                assert_eq!(automaton.accepts(&word), (min..=max).contains(&n), "{n} of {{{min},{max}}}");
            }
        }
    }

    #[test]
    fn a_repeated_nullable_may_be_empty() {
        let automaton = Automaton::of(&name("a").repeat(0, 1).repeat(2, 3));
        for n in 0..5usize {
            assert_eq!(automaton.accepts(&vec!["a"; n]), n <= 3);
        }
    }

    #[test]
    fn not_deterministic_as_written() {
        // a b | a c
        let left = Regex::Choice(vec![
            Regex::Sequence(vec![name("a"), name("b")]),
            Regex::Sequence(vec![name("a"), name("c")]),
        ]);
        let right = Regex::Sequence(vec![name("a"), Regex::Choice(vec![name("c"), name("b")])]);
        assert_eq!(Automaton::of(&left), Automaton::of(&right));
    }

    #[test]
    fn the_difference_is_a_shortest_one() {
        let left = Automaton::of(&Regex::Sequence(vec![name("a"), name("b").repeat(0, UNBOUNDED)]));
        let right = Automaton::of(&Regex::Sequence(vec![name("a"), name("b").repeat(0, 1)]));
        assert_eq!(left.difference(&left), None);
        let word = vec!["a".to_owned(), "b".to_owned(), "b".to_owned()];
        assert_eq!(left.difference(&right), Some((word.clone(), true)));
        assert_eq!(right.difference(&left), Some((word, false)));
    }
}
