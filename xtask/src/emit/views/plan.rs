//! Which views there are and what each is called.

use std::collections::{BTreeMap, HashMap};

use super::names::camel;
use crate::compile::Table;

/// One view: all types of a block, and all versions of their paths.
#[derive(Debug)]
pub struct View {
    /// Its name.
    pub name: String,
    /// Its types.
    pub types: Vec<usize>,
    /// Their paths, without repetition, as declared.
    pub paths: Vec<String>,
    /// The file it is written to.
    pub file: String,
}

/// All views of a format, by the order of their declarations, and the view of each type.
#[derive(Debug)]
pub struct Plan {
    /// The views.
    pub views: Vec<View>,
    /// The view of each type; leaves have none.
    pub of_type: Vec<Option<usize>>,
}

/// Names that generated code must not take from Rust.
const TAKEN: [&str; 6] = ["Option", "Some", "None", "Self", "Iterator", "View"];

/// Decides which views there are.
pub fn plan(table: &Table) -> Plan {
    let groups = groups(table);
    let mut views: Vec<View> = groups
        .into_values()
        .map(|types| {
            let first = &table.types[types[0]];
            let mut paths: Vec<String> = Vec::new();
            for &id in &types {
                let path = &table.types[id].path;
                if !paths.contains(path) {
                    paths.push(path.clone());
                }
            }
            View { name: String::new(), paths, file: first.source.file.clone(), types }
        })
        .collect();
    views.sort_by_key(|view| table.types[view.types[0]].source.block);
    let labels: Vec<String> = views.iter().map(|view| label(&view.paths)).collect();
    let spread: Vec<usize> = views.iter().map(|view| view.paths.len()).collect();
    for (view, name) in views.iter_mut().zip(names(&labels, &spread)) {
        view.name = name;
    }
    let mut of_type = vec![None; table.types.len()];
    for (i, view) in views.iter().enumerate() {
        for &id in &view.types {
            of_type[id] = Some(i);
        }
    }
    Plan { views, of_type }
}

/// Types that share a block or a path, by the least of their numbers.
fn groups(table: &Table) -> BTreeMap<usize, Vec<usize>> {
    fn root(leader: &[usize], mut at: usize) -> usize {
        while leader[at] != at {
            at = leader[at];
        }
        at
    }
    let mut leader: Vec<usize> = (0..table.types.len()).collect();
    let mut by_block: HashMap<usize, usize> = HashMap::new();
    let mut by_path: HashMap<&str, usize> = HashMap::new();
    let structural = || table.types.iter().enumerate().filter(|(_, ty)| !ty.source.leaf);
    for (id, ty) in structural() {
        for other in [*by_block.entry(ty.source.block).or_insert(id), *by_path.entry(&ty.path).or_insert(id)] {
            let (a, b) = (root(&leader, id), root(&leader, other));
            leader[a.max(b)] = a.min(b);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (id, _) in structural() {
        groups.entry(root(&leader, id)).or_default().push(id);
    }
    groups
}

/// The path a view is named after: what its paths have in common from the end, else the first of them.
fn label(paths: &[String]) -> String {
    let first = paths[0].clone();
    if first == "*" {
        return "file".to_owned();
    }
    let split = |path: &String| -> Vec<String> { path.split('/').map(str::to_owned).collect() };
    let all: Vec<Vec<String>> = paths.iter().map(split).collect();
    let shared = (0..all[0].len())
        .take_while(|i| all.iter().all(|p| p.iter().rev().nth(*i) == all[0].iter().rev().nth(*i)))
        .count();
    let whole = all.iter().any(|p| p.len() == shared);
    if paths.len() > 1 && shared > 0 && !whole {
        // Leave one more segment, of the first path, to tell it from namesakes.
        let from = all[0].len().saturating_sub(shared + 1);
        return all[0][from..].join("/");
    }
    // Shapes such as `~fx_sampler2D` and `~fx_sampler3D` are named by how they begin.
    let begin = paths.iter().skip(1).fold(first.as_str(), |begin, path| {
        let same = begin.chars().zip(path.chars()).take_while(|(a, b)| a == b);
        &begin[..same.map(|(a, _)| a.len_utf8()).sum()]
    });
    let begin = begin.trim_end_matches(['_', '/']);
    if begin.len() > 3 && !begin.contains('/') { begin.to_owned() } else { first }
}

/// A global element has its own name, and so has what stands in more places than any namesake; others take as much of
/// their path as tells them apart.
fn names(labels: &[String], spread: &[usize]) -> Vec<String> {
    let suffix = |label: &str, segments: usize| -> String {
        let all: Vec<&str> = label.split('/').collect();
        camel(&all[all.len().saturating_sub(segments)..].join("_"))
    };
    let depth = |label: &str| label.split('/').count();
    let mut taken: HashMap<String, usize> = HashMap::new();
    for (i, label) in labels.iter().enumerate().filter(|(_, label)| depth(label) == 1) {
        taken.entry(suffix(label, 1)).or_insert(i);
    }
    for (i, label) in labels.iter().enumerate() {
        let name = suffix(label, 1);
        let mut namesakes = (0..labels.len()).filter(|j| *j != i && suffix(&labels[*j], 1) == name);
        if !taken.contains_key(&name) && namesakes.all(|j| spread[j] < spread[i]) {
            taken.insert(name, i);
        }
    }
    let free = |i: usize, segments: usize, name: &str| {
        if TAKEN.contains(&name) {
            return false;
        }
        if let Some(owner) = taken.get(name) {
            return *owner == i;
        }
        let longer = |other: &str| depth(other) >= segments && suffix(other, segments) == name;
        // What has no longer name takes this one; the others then go on.
        segments == depth(&labels[i]) || !(0..labels.len()).any(|j| j != i && longer(&labels[j]))
    };
    let name = |(i, label): (usize, &String)| {
        let mut all = (1..=depth(label)).map(|n| (n, suffix(label, n)));
        let found = all.clone().find(|(n, name)| free(i, *n, name));
        found.or(all.next_back()).map(|(n, name)| if free(i, n, &name) { name } else { format!("{name}Element") })
    };
    labels.iter().enumerate().map(|pair| name(pair).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_tell_views_apart() {
        let rows = [
            ("technique", 1, "Technique"),
            ("a/technique", 1, "ATechnique"),
            ("a/b/limits", 1, "ABLimits"),
            ("c/b/limits", 1, "CBLimits"),
            ("b/limits", 1, "BLimits"),
            ("a/optics", 1, "Optics"),
            ("~fx_pass", 1, "FxPass"),
            ("a/children", 5, "Children"),
            ("b/children", 1, "BChildren"),
            ("Option", 1, "OptionElement"),
        ];
        let named = names(&rows.map(|row| row.0.to_owned()), &rows.map(|row| row.1));
        assert_eq!(named, rows.map(|row| row.2));
    }
}
