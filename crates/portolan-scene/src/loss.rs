//! What is not carried over, and what is told about it.

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
    further: u64,
}

/// Different losses kept; more are only counted.
const MOST: usize = 10_000;

impl Losses {
    /// Adds one.
    pub fn push(&mut self, code: &'static Code, fate: Fate, origin: Origin, message: impl Into<String>) {
        let message = message.into();
        let same = |l: &&mut Loss| l.code.id == code.id && l.fate == fate && l.message == message;
        // The same usually happens again soon; far back it may be told again.
        if let Some(known) = self.list.iter_mut().rev().take(64).find(same) {
            known.count = known.count.saturating_add(1);
        } else if self.list.len() < MOST {
            self.list.push(Loss { code, fate, message, origin, count: 1 });
        } else {
            self.further += 1;
        }
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Loss> {
        self.list.iter()
    }

    /// Adds all of another stage.
    pub fn append(&mut self, other: Losses) {
        self.further += other.further;
        self.list.extend(other.list);
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
