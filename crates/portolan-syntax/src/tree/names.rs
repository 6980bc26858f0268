//! Every different name of a document, once.

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

/// Index of a name in its tree: equal ids are equal names (prefix, local part, namespace).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NameId(pub u32);

impl NameId {
    /// The empty name of nodes that have none.
    pub const NONE: NameId = NameId(0);

    /// The index as a `usize`, for side tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name as written, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'a> {
    /// The part before the colon, or empty.
    pub prefix: &'a str,
    /// The part behind the colon.
    pub local: &'a str,
    /// The namespace it belongs to, or empty.
    pub namespace: &'a str,
    /// As written.
    pub full: &'a str,
}

/// Index of a namespace of the document; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Namespace(pub u32);

impl Namespace {
    /// No namespace.
    pub const NONE: Namespace = Namespace(0);
    /// The namespace of `xml:`.
    pub const XML: Namespace = Namespace(1);
    /// The namespace of `xmlns`.
    pub const XMLNS: Namespace = Namespace(2);
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    end: u32,
    /// Where the local part begins.
    local: u32,
    namespace: Namespace,
}

#[derive(Clone, Debug)]
pub(crate) struct Names {
    entries: Vec<Entry>,
    table: HashTable<u32>,
    hasher: RandomState,
    namespaces: Vec<String>,
    namespace_ids: HashMap<String, u32>,
    /// Names of up to 24 bytes, found again without hashing them.
    recent: Vec<Recent>,
}

/// A short name as numbers that say all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Short {
    first: u128,
    last: u64,
    length: u32,
    namespace: u32,
}

#[derive(Clone, Copy, Debug)]
struct Recent {
    short: Short,
    id: u32,
}

const RECENT: usize = 256;

impl Short {
    fn new(bytes: &[u8], start: u32, end: u32, namespace: Namespace) -> Option<Short> {
        let length = end - start;
        if length > 24 {
            return None;
        }
        let behind = bytes.get(start as usize..)?.first_chunk::<24>()?;
        let (first, last) = behind.split_first_chunk::<16>()?;
        let (first, last) = (u128::from_le_bytes(*first), u64::from_le_bytes(*last.first_chunk::<8>()?));
        let (first, last) = match length {
            0..16 => (first & ((1 << (8 * length)) - 1), 0),
            16..24 => (first, last & ((1 << (8 * (length - 16))) - 1)),
            _ => (first, last),
        };
        Some(Short { first, last, length, namespace: namespace.0 })
    }

    fn slot(self) -> usize {
        let (low, high) = (self.first as u64, (self.first >> 64) as u64);
        let all = low ^ high.rotate_left(21) ^ self.last.rotate_left(42) ^ u64::from(self.length);
        let mixed = all.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 56) as usize % RECENT
    }
}

impl Names {
    pub fn new() -> Names {
        Names {
            entries: vec![Entry { start: 0, end: 0, local: 0, namespace: Namespace::NONE }],
            table: HashTable::new(),
            hasher: RandomState::default(),
            namespaces: vec![
                String::new(),
                "http://www.w3.org/XML/1998/namespace".to_owned(),
                "http://www.w3.org/2000/xmlns/".to_owned(),
            ],
            namespace_ids: HashMap::new(),
            recent: vec![Recent { short: Short { first: 0, last: 0, length: u32::MAX, namespace: 0 }, id: 0 }; RECENT],
        }
    }

    /// The id of a name, and whether it is new. `local` is the offset of its local part in the text.
    pub fn intern(&mut self, text: &str, start: u32, end: u32, local: u32, namespace: Namespace) -> (NameId, bool) {
        let bytes = text.as_bytes();
        let Some(short) = Short::new(bytes, start, end, namespace) else {
            return self.look_up(bytes, start, end, local, namespace);
        };
        if let Some(recent) = self.recent.get(short.slot()).filter(|r| r.short == short) {
            return (NameId(recent.id), false);
        }
        let found = self.look_up(bytes, start, end, local, namespace);
        if let Some(slot) = self.recent.get_mut(short.slot()) {
            *slot = Recent { short, id: found.0.0 };
        }
        found
    }

    /// Takes over the names of another list that has the same text and namespaces; gives the new id of each.
    pub fn adopt(&mut self, other: &Names, text: &str) -> Vec<NameId> {
        let mut ids = vec![NameId::NONE];
        let named = other.entries.iter().skip(1);
        ids.extend(named.map(|e| self.look_up(text.as_bytes(), e.start, e.end, e.local, e.namespace).0));
        ids
    }

    fn look_up(&mut self, bytes: &[u8], start: u32, end: u32, local: u32, namespace: Namespace) -> (NameId, bool) {
        let word = bytes.get(start as usize..end as usize).unwrap_or_default();
        let hash = self.hasher.hash_one((word, namespace.0));
        let entries = &self.entries;
        let found = self.table.find(hash, |&i| {
            entries
                .get(i as usize)
                .is_some_and(|e| e.namespace == namespace && bytes.get(e.start as usize..e.end as usize) == Some(word))
        });
        if let Some(&i) = found {
            return (NameId(i), false);
        }
        let id = self.entries.len() as u32;
        self.entries.push(Entry { start, end, local, namespace });
        let (entries, hasher) = (&self.entries, &self.hasher);
        self.table.insert_unique(hash, id, |&i| {
            let entry = entries.get(i as usize);
            let word = entry.and_then(|e| bytes.get(e.start as usize..e.end as usize)).unwrap_or_default();
            hasher.hash_one((word, entry.map_or(0, |e| e.namespace.0)))
        });
        (NameId(id), true)
    }

    /// The id of a namespace URI.
    pub fn namespace(&mut self, uri: &str) -> Namespace {
        let (namespaces, next) = (&mut self.namespaces, self.namespace_ids.len() as u32 + 3);
        let id = self.namespace_ids.entry_ref(uri).or_insert_with(|| {
            namespaces.push(uri.to_owned());
            next
        });
        Namespace(*id)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// What is known of a name, to compare it.
    pub fn entry(&self, place: usize) -> impl std::fmt::Debug + '_ {
        self.entries.get(place)
    }

    /// The local part of a name.
    pub fn local<'a>(&self, id: NameId, text: &'a str) -> &'a str {
        self.entries.get(id.index()).and_then(|e| text.get(e.local as usize..e.end as usize)).unwrap_or_default()
    }

    /// A name as written.
    pub fn full<'a>(&self, id: NameId, text: &'a str) -> &'a str {
        self.entries.get(id.index()).and_then(|e| text.get(e.start as usize..e.end as usize)).unwrap_or_default()
    }

    pub fn get<'a>(&'a self, id: NameId, text: &'a str) -> Name<'a> {
        let Some(entry) = self.entries.get(id.index()) else {
            return Name { prefix: "", local: "", namespace: "", full: "" };
        };
        let part = |from: u32, to: u32| text.get(from as usize..to as usize).unwrap_or_default();
        Name {
            prefix: part(entry.start, entry.local.saturating_sub(1).max(entry.start)),
            local: part(entry.local, entry.end),
            namespace: self.namespaces.get(entry.namespace.0 as usize).map_or("", String::as_str),
            full: part(entry.start, entry.end),
        }
    }

    pub fn iter<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (NameId, Name<'a>)> {
        (0..self.entries.len() as u32).map(move |i| (NameId(i), self.get(NameId(i), text)))
    }
}
