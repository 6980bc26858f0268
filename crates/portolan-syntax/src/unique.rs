//! Names of which each is given once.

use std::collections::{HashMap, HashSet};

/// Names that are taken. What is wanted again gets a number, from 2 on; which one is next is remembered, so that a name which is
/// wanted thousands of times takes no longer each time.
#[derive(Clone, Default, Debug)]
pub struct Unique {
    taken: HashSet<String>,
    next: HashMap<String, u64>,
}

impl Unique {
    /// Takes a name, or the first one with a number that is free.
    pub fn take(&mut self, wanted: &str, numbered: impl Fn(u64) -> String) -> String {
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let next = self.next.entry(wanted.to_owned()).or_insert(2);
        loop {
            let name = numbered(*next);
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Takes a name with `_2` and so on.
    pub fn underscored(&mut self, wanted: &str) -> String {
        self.take(wanted, |n| format!("{wanted}_{n}"))
    }
}

impl<S: Into<String>> FromIterator<S> for Unique {
    fn from_iter<T: IntoIterator<Item = S>>(names: T) -> Unique {
        Unique { taken: names.into_iter().map(Into::into).collect(), next: HashMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_given_once() {
        let mut names = Unique::from_iter(["a", "a_3"]);
        let given: Vec<String> = (0..4).map(|_| names.underscored("a")).collect();
        assert_eq!(given, ["a_2", "a_4", "a_5", "a_6"]);
        assert_eq!((names.underscored("b"), names.underscored("a_2")), ("b".into(), "a_2_2".into()));
    }
}
