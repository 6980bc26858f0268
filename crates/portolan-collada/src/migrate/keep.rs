//! What the version has no place for, in an `<extra>`; and back from there.
//!
//! ```xml
//! <extra><technique profile="PORTOLAN">
//!   <kept xmlns="namespace of the other version" version="1.5.0">
//!     <attribute at="sampler[2]" name="pre_behavior">CYCLE</attribute>
//!     <text at="radius" now="1 1">1 2 1</text>
//!     <element at="technique" place="3"><asset/></element>
//!     <instead at="tapered_cylinder" digest="…"><tapered_cylinder/></instead>
//!   </kept>
//! </technique></extra>
//! ```
//!
//! `at` leads from the element that holds the `<extra>` to the one it is about. The namespace keeps readers that check the
//! content of techniques from taking it for something of their own version.

use hashbrown::{HashMap, HashSet};
use portolan_scene::Fate;
use portolan_syntax::{Code, Node, sum};

use super::Migrate;
use super::draft::{Draft, Id, Item};
use super::print;

/// The profile of our techniques.
pub(super) const PROFILE: &str = "PORTOLAN";

/// Something that is kept aside.
#[derive(Debug)]
pub(super) struct Record<'t> {
    owner: Id,
    what: What<'t>,
}

#[derive(Debug)]
enum What<'t> {
    /// The owner had this attribute; it has the value `now`, or none.
    Attribute { name: String, old: String, now: Option<String> },
    /// The owner had this text.
    Text { old: String, now: String },
    /// The owner had this child, before the one with the number.
    Element { original: Node<'t>, place: usize },
    /// The owner was made from this.
    Instead { original: Node<'t> },
}

impl<'t> Migrate<'t> {
    /// Takes an attribute away and keeps it.
    pub fn keep_attribute(&mut self, id: Id, name: &str) {
        if let Some(old) = self.draft.unset(id, name) {
            let what = What::Attribute { name: name.to_owned(), old, now: None };
            self.records.push(Record { owner: id, what });
        }
    }

    /// Gives an attribute another value and keeps the old one.
    pub fn change_attribute(&mut self, id: Id, name: &str, value: &str) {
        let Some(old) = self.draft.attribute(id, name).filter(|old| old != value) else { return };
        self.draft.set(id, name, value);
        let what = What::Attribute { name: name.to_owned(), old, now: Some(value.to_owned()) };
        self.records.push(Record { owner: id, what });
    }

    /// Gives an element another text and keeps the old one.
    pub fn change_text(&mut self, id: Id, value: &str) {
        let old = self.draft.text(id);
        if old != value {
            self.draft.set_text(id, value);
            self.records.push(Record { owner: id, what: What::Text { old, now: value.to_owned() } });
        }
    }

    /// Takes an element away and keeps it as it was written.
    pub fn keep_element(&mut self, id: Id) {
        let (Some(parent), Some(place)) = (self.draft.parent(id), self.draft.index(id)) else { return };
        if let Some(original) = self.draft.origin(id) {
            self.records.push(Record { owner: parent, what: What::Element { original, place } });
        }
        self.draft.detach(id);
    }

    /// The same, told.
    pub fn drop_element(&mut self, id: Id, code: &'static Code, why: &str) {
        let name = self.draft.any_name(id).to_owned();
        self.lose(code, Fate::Dropped, id, format!("`<{name}>` {why}; it is kept in an extra"));
        self.keep_element(id);
    }

    /// Keeps what an element was made from; the way back takes that if nobody has changed the element since.
    pub fn keep_original(&mut self, id: Id, original: Node<'t>) {
        self.records.push(Record { owner: id, what: What::Instead { original } });
    }

    /// Writes all that was kept into extras.
    pub fn write_records(&mut self) {
        let mut records = std::mem::take(&mut self.records);
        records.retain(|r| !matches!(r.what, What::Instead { .. }) || !print::is_untouched(&self.draft, r.owner));
        let replaced: HashSet<Id> =
            records.iter().filter(|r| matches!(r.what, What::Instead { .. })).map(|r| r.owner).collect();
        let mut hosts: Vec<(Id, Id, Vec<&Record<'t>>)> = Vec::new();
        let mut known: HashMap<Id, usize> = HashMap::new();
        for record in &records {
            let way = self.draft.ancestors(record.owner);
            if way.last() != Some(&self.draft.root) {
                continue;
            }
            let covered = way.iter().skip(usize::from(matches!(record.what, What::Instead { .. })));
            if covered.into_iter().any(|a| replaced.contains(a)) {
                continue;
            }
            // What replaces something is told beside it, so that what is restored is whole.
            let from = usize::from(matches!(record.what, What::Instead { .. }));
            let Some(host) = way.iter().skip(from).copied().find(|a| self.extra_place(*a).is_some()) else { continue };
            let place = *known.entry(host).or_insert(hosts.len());
            match hosts.get_mut(place) {
                Some((.., list)) => list.push(record),
                None => hosts.push((host, Id(0), vec![record])),
            }
        }
        // Extras come last, so that paths are those of the finished document.
        for (host, slot, _) in &mut hosts {
            *slot = self.kept_element(*host);
        }
        for (host, slot, list) in hosts {
            for record in list {
                let element = self.record_element(host, record);
                self.draft.append(slot, element);
            }
        }
    }

    fn record_element(&mut self, host: Id, record: &Record<'t>) -> Id {
        let at = path(&self.draft, host, record.owner);
        let (name, text, content) = match &record.what {
            What::Attribute { old, .. } => ("attribute", old.as_str(), None),
            What::Text { old, .. } => ("text", old.as_str(), None),
            What::Element { original, .. } => ("element", "", Some(*original)),
            What::Instead { original } => ("instead", "", Some(*original)),
        };
        let element = self.draft.leaf(name, text);
        self.draft.set(element, "at", &at);
        match &record.what {
            What::Attribute { name, now, .. } => {
                self.draft.set(element, "name", name);
                if let Some(now) = now {
                    self.draft.set(element, "now", now);
                }
            }
            What::Text { now, .. } => self.draft.set(element, "now", now),
            What::Element { place, .. } => self.draft.set(element, "place", &place.to_string()),
            What::Instead { .. } => {
                let digest = format!("{:016x}", digest(&self.draft, record.owner));
                self.draft.set(element, "digest", &digest);
            }
        }
        if let (Some(original), Some(element)) = (content, self.draft.get_mut(element)) {
            element.content.push(Item::Source(original.span()));
        }
        element
    }

    /// The `<kept>` of an element, made if there is none.
    fn kept_element(&mut self, host: Id) -> Id {
        let version = self.kept_version();
        for extra in self.draft.named(host, "extra") {
            for technique in self.draft.named(extra, "technique") {
                if self.draft.attribute(technique, "profile").as_deref() == Some(PROFILE) {
                    let known = self.draft.children(technique).into_iter().find(|k| {
                        self.draft.any_name(*k) == "kept"
                            && self.draft.attribute(*k, "version").as_deref() == Some(version)
                    });
                    if let Some(known) = known {
                        return known;
                    }
                }
            }
        }
        let place = self.extra_place(host).unwrap_or(usize::MAX);
        let extra = self.draft.create("extra");
        self.draft.insert(host, place, extra);
        let technique = self.draft.create("technique");
        self.draft.set(technique, "profile", PROFILE);
        self.draft.append(extra, technique);
        let kept = self.draft.create("kept");
        let xmlns = match self.draft.prefix.trim_end_matches(':') {
            "" => "xmlns".to_owned(),
            prefix => format!("xmlns:{prefix}"),
        };
        let namespace = self.kept_namespace(version);
        self.draft.set(kept, &xmlns, &namespace);
        self.draft.set(kept, "version", version);
        self.draft.append(technique, kept);
        kept
    }

    /// The version that what is kept belongs to: that of the document, or the next one if the document had what its
    /// own version does not know.
    fn kept_version(&self) -> &'static str {
        match (self.bound.version == self.to, self.wanted()) {
            (false, _) => self.bound.version_name(),
            (true, "1.4.1") => "1.5.0",
            (true, _) => "1.4.1",
        }
    }

    /// The namespace of what is kept. Versions that share one are told apart by a fragment.
    fn kept_namespace(&self, version: &str) -> String {
        let schema = self.bound.schema;
        let own = schema.version(version).map_or("", |v| schema.namespace(v));
        if own == schema.namespace(self.to) { format!("{own}#{version}") } else { own.to_owned() }
    }

    /// Puts back what was kept from the version that is now wanted again.
    pub fn restore(&mut self) {
        let mut found = Vec::new();
        for technique in self.techniques() {
            for kept in self.draft.children(technique) {
                if self.draft.any_name(kept) == "kept" && self.is_wanted(kept) {
                    found.push((technique, kept));
                }
            }
        }
        // All paths are those of the document as it is; so they are looked up before anything changes.
        let mut jobs = Vec::new();
        for (technique, kept) in &found {
            let Some(host) = self.draft.parent(*technique).and_then(|e| self.draft.parent(e)) else { continue };
            for record in self.draft.children(*kept) {
                let at = self.draft.attribute(record, "at").unwrap_or_default();
                let owner = follow(&self.draft, host, &at);
                let whole = owner.map(|o| digest(&self.draft, o));
                let namespace = self.draft.origin(*kept).map_or("", |n| n.name().namespace);
                jobs.push((record, owner, whole, namespace));
            }
        }
        // Attributes in their order; elements from the last to the first, as they were taken away from first to last.
        let is_element =
            |migrate: &Migrate<'_>, record: Id| matches!(migrate.draft.any_name(record), "element" | "instead");
        let (elements, others): (Vec<_>, Vec<_>) = jobs.into_iter().partition(|(r, ..)| is_element(self, *r));
        for (record, owner, whole, namespace) in others.into_iter().chain(elements.into_iter().rev()) {
            if let Some(owner) = owner {
                self.restore_one(record, owner, whole, namespace);
            }
        }
        for (technique, kept) in found {
            self.draft.detach(kept);
            let extra = self.draft.parent(technique);
            if self.draft.is_bare(technique) {
                self.draft.detach(technique);
            }
            if let Some(extra) = extra.filter(|e| self.draft.is_bare(*e)) {
                self.draft.detach(extra);
            }
        }
    }

    fn is_wanted(&self, kept: Id) -> bool {
        let version = self.draft.attribute(kept, "version");
        let version = version.as_deref().and_then(|v| self.bound.schema.version(v));
        version.is_some_and(|v| self.bound.schema.namespace(v) == self.bound.schema.namespace(self.to))
    }

    /// Our techniques in the document.
    fn techniques(&self) -> Vec<Id> {
        let all = self.draft.find(&["technique"]).into_iter();
        all.filter(|t| self.draft.attribute(*t, "profile").as_deref() == Some(PROFILE)).collect()
    }

    fn restore_one(&mut self, record: Id, owner: Id, whole: Option<u64>, namespace: &str) {
        let draft = &mut self.draft;
        let now = draft.attribute(record, "now");
        match draft.any_name(record) {
            "attribute" => {
                let Some(name) = draft.attribute(record, "name") else { return };
                if draft.attribute(owner, &name) == now {
                    let old = draft.text(record);
                    draft.set(owner, &name, &old);
                }
            }
            "text" if Some(draft.text(owner)) == now => {
                let old = draft.text(record);
                draft.set_text(owner, &old);
            }
            "element" => {
                let place = draft.attribute(record, "place").and_then(|p| p.parse().ok()).unwrap_or(usize::MAX);
                if let Some(original) = draft.children(record).first().copied() {
                    adopt(draft, original, namespace);
                    draft.insert(owner, place, original);
                }
            }
            "instead" => {
                let same = draft.attribute(record, "digest") == whole.map(|w| format!("{w:016x}"));
                if let Some(original) = draft.children(record).first().copied().filter(|_| same) {
                    adopt(draft, original, namespace);
                    draft.replace(owner, original);
                }
            }
            _ => {}
        }
    }
}

/// Makes elements that were kept into elements of the document again.
fn adopt(draft: &mut Draft<'_>, id: Id, namespace: &str) {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        open.extend(draft.children(id));
        if let Some(element) = draft.get_mut(id)
            && element.origin.is_some_and(|n| n.name().namespace == namespace)
        {
            element.own = true;
        }
    }
}

/// The way from an element to one below it.
fn path(draft: &Draft<'_>, host: Id, owner: Id) -> String {
    let mut steps = Vec::new();
    let mut at = owner;
    while at != host {
        let Some(parent) = draft.parent(at) else { break };
        let name = draft.any_name(at);
        let same: Vec<Id> = draft.children(parent).into_iter().filter(|c| draft.any_name(*c) == name).collect();
        steps.push(match same.iter().position(|c| *c == at) {
            Some(number) if same.len() > 1 => format!("{name}[{}]", number + 1),
            _ => name.to_owned(),
        });
        at = parent;
    }
    steps.reverse();
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}

fn follow(draft: &Draft<'_>, host: Id, path: &str) -> Option<Id> {
    if path == "." {
        return Some(host);
    }
    path.split('/').try_fold(host, |at, step| {
        let (name, number) = match step.strip_suffix(']').and_then(|s| s.split_once('[')) {
            Some((name, number)) => (name, number.parse::<usize>().ok()?.checked_sub(1)?),
            None => (step, 0),
        };
        draft.children(at).into_iter().filter(|c| draft.any_name(*c) == name).nth(number)
    })
}

/// A number that changes with everything in an element but white space, comments and what we keep ourselves.
fn digest(draft: &Draft<'_>, id: Id) -> u64 {
    let mut hash = sum::EMPTY;
    let mut add = |text: &str| hash = sum::add(hash, text.bytes().chain([0]));
    let mut open = vec![(id, false)];
    while let Some((id, done)) = open.pop() {
        if done {
            add("/");
            continue;
        }
        let children = draft.children(id);
        let ours = |t: &Id| draft.attribute(*t, "profile").as_deref() == Some(PROFILE);
        if draft.any_name(id) == "extra" && children.iter().any(ours) {
            continue;
        }
        add(draft.any_name(id));
        for (name, value) in draft.attributes(id) {
            add(&name);
            add(&value);
        }
        draft.text(id).split_ascii_whitespace().for_each(&mut add);
        open.push((id, true));
        open.extend(children.into_iter().rev().map(|c| (c, false)));
    }
    hash
}
