//! What is not carried over, and what is told about it.

use std::collections::{BTreeSet, HashMap};

use portolan_syntax::Code;

use crate::Origin;

/// What became of something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It is there; something about it is worth telling.
    Noted,
    /// It is there in another form that gives the same: keys became samples, a hierarchy became matrices.
    Baked,
    /// It is there nearly.
    Approximated,
    /// It is not there.
    Dropped,
}

/// Something that did not come over as it was.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The finding's code.
    pub code: &'static Code,
    /// What became of it.
    pub fate: Fate,
    /// One sentence, lower case, with names in backticks.
    pub message: String,
    /// Which element.
    pub origin: Origin,
    /// How often the same happened.
    pub count: u32,
}

/// All losses on the way, those of one code and message counted as one.
#[derive(Clone, Default, Debug)]
pub struct Losses {
    list: Vec<Loss>,
    /// Where in the list a code, fate and message stand.
    seen: HashMap<(&'static str, Fate), HashMap<String, usize>>,
    further: u64,
    /// Where something was approximated or dropped, every place.
    touched: BTreeSet<Origin>,
}

/// Different losses kept; more are only counted.
const MOST: usize = 10_000;
/// Different places kept.
const PLACES: usize = 1_000_000;

impl Losses {
    /// Adds one.
    pub fn push(&mut self, code: &'static Code, fate: Fate, origin: Origin, message: impl Into<String>) {
        self.push_many(code, fate, origin, message, 1);
    }

    /// The same for something that happened so many times.
    pub fn push_many(
        &mut self,
        code: &'static Code,
        fate: Fate,
        origin: Origin,
        message: impl Into<String>,
        count: u32,
    ) {
        self.add(Loss { code, fate, message: message.into(), origin, count });
    }

    fn add(&mut self, loss: Loss) {
        let placed = loss.origin != Origin::default();
        if placed && loss.fate >= Fate::Approximated && self.touched.len() < PLACES {
            self.touched.insert(loss.origin);
        }
        let same = self.seen.entry((loss.code.id, loss.fate)).or_default();
        if let Some(known) = same.get(&loss.message).and_then(|place| self.list.get_mut(*place)) {
            known.count = known.count.saturating_add(loss.count);
        } else if self.list.len() < MOST {
            same.insert(loss.message.clone(), self.list.len());
            self.list.push(loss);
        } else {
            self.further += u64::from(loss.count);
        }
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Loss> {
        self.list.iter()
    }

    /// Adds all of another stage.
    pub fn append(&mut self, other: Losses) {
        self.further += other.further;
        self.touched.extend(other.touched);
        for loss in other.list {
            self.add(loss);
        }
    }

    /// Where anything was approximated or dropped, each place once.
    pub fn touched(&self) -> impl Iterator<Item = Origin> {
        self.touched.iter().copied()
    }

    /// Takes back what was told under a code.
    pub fn forget(&mut self, code: &Code) {
        let list = std::mem::take(&mut self.list);
        self.seen.clear();
        list.into_iter().filter(|loss| loss.code.id != code.id).for_each(|loss| self.add(loss));
    }

    /// How many were not kept.
    pub fn further(&self) -> u64 {
        self.further
    }

    /// The worst that became of anything.
    pub fn worst(&self) -> Option<Fate> {
        self.list.iter().map(|l| l.fate).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    portolan_syntax::codes! {
        /// For this test.
        CODES:
        /// Nothing.
        NOTHING "CNV000" "nothing" Info;
    }

    #[test]
    fn the_same_loss_is_counted() {
        let origin = Origin::default();
        let mut all = Losses::default();
        all.push(&NOTHING, Fate::Baked, origin, "a");
        all.push(&NOTHING, Fate::Dropped, origin, "a");
        let mut more = Losses::default();
        more.push(&NOTHING, Fate::Baked, origin, "a");
        more.push(&NOTHING, Fate::Baked, origin, "b");
        all.append(more);
        let told: Vec<(Fate, &str, u32)> = all.iter().map(|l| (l.fate, l.message.as_str(), l.count)).collect();
        assert_eq!(told, [(Fate::Baked, "a", 2), (Fate::Dropped, "a", 1), (Fate::Baked, "b", 1)]);
        assert_eq!((all.worst(), all.further(), CODES.len()), (Some(Fate::Dropped), 0, 1));
        // What is told once has happened at many places.
        let other = Origin { document: 0, element: 7 };
        all.push(&NOTHING, Fate::Dropped, other, "a");
        assert_eq!(all.touched().collect::<Vec<_>>(), [other]);
    }
}
