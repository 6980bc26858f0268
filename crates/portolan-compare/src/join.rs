//! What belongs together in two lists.

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
