//! What belongs together in two lists.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Joins what has the same key: each of the first list with the first of the second. Both lists keep what is left.
pub(crate) fn join_by_key<T: Clone, K: Hash + Eq>(
    own: &mut Vec<T>,
    others: &mut Vec<T>,
    pairs: &mut Vec<(T, T)>,
    own_key: impl Fn(&T) -> Option<K>,
    other_key: impl Fn(&T) -> Option<K>,
) {
    let mut waiting: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (at, other) in others.iter().enumerate() {
        if let Some(key) = other_key(other) {
            waiting.entry(key).or_default().push_back(at);
        }
    }
    let mut taken = vec![false; others.len()];
    own.retain(|one| {
        let at = own_key(one).and_then(|key| waiting.get_mut(&key)?.pop_front());
        if let Some((other, taken)) = at.and_then(|at| others.get(at).zip(taken.get_mut(at))) {
            pairs.push((one.clone(), other.clone()));
            *taken = true;
        }
        at.is_none()
    });
    let mut taken = taken.into_iter();
    others.retain(|_| !taken.next().unwrap_or(false));
}

/// Joins what fits: each of the first list with the first of the second. Both lists keep what is left.
pub(crate) fn join<T: Copy>(
    own: &mut Vec<T>,
    others: &mut Vec<T>,
    pairs: &mut Vec<(T, T)>,
    fits: impl Fn(&T, &T) -> bool,
) {
    own.retain(|one| match others.iter().position(|other| fits(one, other)) {
        Some(place) => {
            pairs.push((*one, others.remove(place)));
            false
        }
        None => true,
    });
}
