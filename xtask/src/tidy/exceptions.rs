//! What is allowed in certain files although a check forbids it.

/// A file, what it may have, and why.
pub type Row = (&'static str, &'static str, &'static str);

/// Exceptions from a check, each with whether something needed it.
pub struct Exceptions<'a> {
    rows: &'a [Row],
    needed: Vec<bool>,
}

impl<'a> Exceptions<'a> {
    pub fn new(rows: &'a [Row]) -> Exceptions<'a> {
        Exceptions { rows, needed: vec![false; rows.len()] }
    }

    /// Is something allowed in a file? `is` tells whether a row means it.
    pub fn allow(&mut self, path: &str, is: impl Fn(&str) -> bool) -> bool {
        let place = self.rows.iter().position(|(file, what, _)| *file == path && is(what));
        match place.and_then(|place| self.needed.get_mut(place)) {
            Some(needed) => {
                *needed = true;
                true
            }
            None => false,
        }
    }

    /// The lines for those that nothing needs, which stand in the file `of`.
    pub fn stale(&self, of: &str) -> Vec<String> {
        let rows = self.rows.iter().zip(&self.needed).filter(|(_, needed)| !**needed);
        rows.map(|((path, what, _), _)| {
            format!("{path}:1: `{what}` is not used any more: remove the exception in {of}")
        })
        .collect()
    }
}
