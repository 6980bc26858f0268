//! Which objects of two documents are the same.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::ChangeOptions;
use super::sheet::{Class, Sheet, Sheets, Value};

/// Objects that belong together, by class.
pub(super) struct Pairs {
    there: HashMap<(Class, usize), usize>,
    here: HashMap<(Class, usize), usize>,
}

/// Objects of a class that are compared by all they say, at most.
const MOST: usize = 400;

/// Values of one class that are compared that way, at most: objects with long lists are compared with few others.
const MOST_VALUES: usize = 20_000_000;

impl Pairs {
    pub fn new(here: &Sheets, there: &Sheets, options: &ChangeOptions) -> Pairs {
        let mut pairs = Pairs { there: HashMap::new(), here: HashMap::new() };
        for class in Class::ALL {
            let (own, others) = (here.of(class), there.of(class));
            if class == Class::Document {
                pairs.join(class, 0, 0);
                continue;
            }
            if options.same_format {
                pairs.by(class, own, others, |s| s.id.clone());
            }
            pairs.by(class, own, others, |s| s.name.clone());
            // Where one format has ids, another has names.
            pairs.by(class, own, others, |s| s.name.clone().or_else(|| s.id.clone()));
            pairs.by(class, own, others, |s| s.id.clone());
            // Formats allow other letters in names.
            pairs.by(class, own, others, |s| s.id.as_deref().or(s.name.as_deref()).map(plain));
            pairs.by(class, own, others, |s| s.name.as_deref().or(s.id.as_deref()).map(plain));
        }
        // Nodes refer to the scene they are in, and scenes to their nodes: a scene that is left alone on both sides is one.
        let left =
            |list: &[Sheet], taken: &dyn Fn(usize) -> bool| (0..list.len()).filter(|n| !taken(*n)).collect::<Vec<_>>();
        let own = left(here.of(Class::Scene), &|n| pairs.there(Class::Scene, n).is_some());
        let others = left(there.of(Class::Scene), &|n| pairs.here(Class::Scene, n).is_some());
        if let ([one], [other]) = (own.as_slice(), others.as_slice()) {
            pairs.join(Class::Scene, *one, *other);
        }
        // What says exactly the same is the same; that is found at once, however many there are.
        for class in Class::ALL {
            pairs.identical(class, here.of(class), there.of(class));
        }
        // What is left is matched by what it says, which may be what it refers to.
        for class in Class::ALL {
            pairs.alike(class, here.of(class), there.of(class), options, 1.0);
        }
        for class in Class::ALL {
            pairs.alike(class, here.of(class), there.of(class), options, 0.5);
        }
        pairs
    }

    pub fn there(&self, class: Class, number: usize) -> Option<usize> {
        self.there.get(&(class, number)).copied()
    }

    pub fn here(&self, class: Class, number: usize) -> Option<usize> {
        self.here.get(&(class, number)).copied()
    }

    /// Do two fields say the same?
    pub fn same(&self, own: &Value, other: &Value, options: &ChangeOptions) -> bool {
        let there = |(class, number): &(Class, usize)| self.there(*class, *number).map(|n| (*class, n));
        match (own, other) {
            (Value::Text(p), Value::Text(q)) => p == q,
            (Value::Numbers(p), Value::Numbers(q)) => {
                let near = |(p, q): (&f64, &f64)| {
                    p == q || (p - q).abs() <= options.tolerance * p.abs().max(q.abs()) || p.is_nan() && q.is_nan()
                };
                p.len() == q.len() && p.iter().zip(q).all(near)
            }
            (Value::List(p), Value::List(q)) => {
                p.len() == q.len() && p.iter().zip(q).all(|(p, q)| there(p) == Some(*q))
            }
            (Value::Set(p), Value::Set(q)) => {
                let mut own: Vec<Option<(Class, usize)>> = p.iter().map(there).collect();
                let mut others: Vec<Option<(Class, usize)>> = q.iter().copied().map(Some).collect();
                own.sort_unstable();
                others.sort_unstable();
                own == others
            }
            _ => false,
        }
    }

    fn join(&mut self, class: Class, own: usize, other: usize) {
        self.there.insert((class, own), other);
        self.here.insert((class, other), own);
    }

    /// Joins what has a key that nothing else has.
    fn by(&mut self, class: Class, own: &[Sheet], others: &[Sheet], key: impl Fn(&Sheet) -> Option<String>) {
        let here = keyed(own, &|n| self.there(class, n).is_some(), &key);
        let there = keyed(others, &|n| self.here(class, n).is_some(), &key);
        self.join_keys(class, here, &there);
    }

    /// Joins what says exactly the same and refers to what belongs together.
    fn identical(&mut self, class: Class, own: &[Sheet], others: &[Sheet]) {
        let here = keyed(own, &|n| self.there(class, n).is_some(), &|s| {
            Some(content(s, &|(class, number)| self.there(class, number)))
        });
        let there = keyed(others, &|n| self.here(class, n).is_some(), &|s| {
            Some(content(s, &|(class, number)| self.here(class, number).map(|_| number)))
        });
        self.join_keys(class, here, &there);
    }

    fn join_keys<K: Hash + Eq>(&mut self, class: Class, here: Keyed<K>, there: &Keyed<K>) {
        for (key, own) in here {
            let Some(others) = there.get(&key) else { continue };
            // Of several with one name, as many on both sides, each is the one at the same place.
            if own.len() == others.len() {
                own.iter().zip(others).for_each(|(p, q)| self.join(class, *p, *q));
            }
        }
    }

    /// Joins what says the same, at least this share of it.
    fn alike(&mut self, class: Class, own: &[Sheet], others: &[Sheet], options: &ChangeOptions, least: f64) {
        let left: Vec<usize> = (0..own.len()).filter(|n| self.there(class, *n).is_none()).take(MOST).collect();
        let mut free: Vec<usize> = (0..others.len()).filter(|n| self.here(class, *n).is_none()).take(MOST).collect();
        let mut values = 0usize;
        for number in left {
            let Some(sheet) = own.get(number) else { continue };
            let weight: usize = sheet.fields.iter().map(|(_, value, _)| value.weight()).sum();
            values = values.saturating_add(weight.saturating_mul(free.len()));
            if values > MOST_VALUES {
                break;
            }
            let score = |other: &usize| others.get(*other).map_or(0.0, |o| self.alikeness(sheet, o, options));
            let scored = free.iter().enumerate().map(|(place, other)| (place, *other, score(other)));
            // The first of the best.
            let best = scored.fold(None, |best: Option<(usize, usize, f64)>, next| match best {
                Some(known) if known.2 >= next.2 => Some(known),
                _ => Some(next),
            });
            if let Some((place, other, score)) = best.filter(|b| b.2 >= least) {
                debug_assert!(score <= 1.0);
                free.remove(place);
                self.join(class, number, other);
            }
        }
    }

    /// The share of fields that say the same; those that say nothing do not count.
    fn alikeness(&self, own: &Sheet, other: &Sheet, options: &ChangeOptions) -> f64 {
        let (mut same, mut all) = (0u32, 0u32);
        for (name, value, _) in own.fields.iter().filter(|(_, v, _)| !v.is_nothing()) {
            all += 1;
            same += u32::from(other.field(name).is_some_and(|v| self.same(value, v, options)));
        }
        let further = other.fields.iter().filter(|(n, v, _)| !v.is_nothing() && own.field(n).is_none());
        all += further.count() as u32;
        // What says nothing at all is like anything that says nothing.
        if all == 0 { 1.0 } else { f64::from(same) / f64::from(all) }
    }
}

/// Objects by a key.
type Keyed<K> = HashMap<K, Vec<usize>>;

/// Objects that are not taken, by their keys.
fn keyed<K: Hash + Eq>(list: &[Sheet], taken: &dyn Fn(usize) -> bool, key: &dyn Fn(&Sheet) -> Option<K>) -> Keyed<K> {
    let mut all: Keyed<K> = HashMap::new();
    for (number, sheet) in list.iter().enumerate().filter(|(number, _)| !taken(*number)) {
        if let Some(key) = key(sheet) {
            all.entry(key).or_default().push(number);
        }
    }
    all
}

/// A number for all that an object says; `known` gives one number to what belongs together in both documents.
fn content(sheet: &Sheet, known: &dyn Fn((Class, usize)) -> Option<usize>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (name, value, _) in sheet.fields.iter().filter(|(_, value, _)| !value.is_nothing()) {
        name.hash(&mut hasher);
        match value {
            Value::Text(text) => text.hash(&mut hasher),
            Value::Numbers(numbers) => numbers.iter().for_each(|n| n.to_bits().hash(&mut hasher)),
            Value::List(list) => list.iter().for_each(|r| (r.0, known(*r)).hash(&mut hasher)),
            Value::Set(set) => {
                let mut all: Vec<(Class, Option<usize>)> = set.iter().map(|r| (r.0, known(*r))).collect();
                all.sort_unstable();
                all.hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

/// A name with letters and digits only.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}
