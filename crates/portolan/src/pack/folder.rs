//! Whole folders as archives.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use portolan_check::Unreadable;
use portolan_check::file::CANNOT_READ;
use portolan_resources::Resources;
use portolan_resources::archive::MANIFEST;
use portolan_syntax::{Limits, Source, xml};

use super::{Job, Packer, named};
use crate::Error;

/// The largest manifest that is read.
const MANIFEST_BYTES: u64 = 1 << 20;

/// All files below a folder but its manifest. Names that begin with a dot are passed over.
pub(super) fn job(packer: &Packer<'_>, folder: &str, main: Option<&str>, start: Option<String>) -> Result<Job, Error> {
    let folder = if folder.len() > 1 { folder.trim_end_matches('/') } else { folder };
    let mut all = files(folder, &packer.without)?;
    let own_manifest = root_named(packer.resources, folder);
    if own_manifest.is_some() {
        let place = Path::new(folder).join(MANIFEST);
        all.retain(|file| Path::new(file) != place);
    }
    let (main, start) = match (main, own_manifest) {
        (Some(main), _) => (Some(named(main, folder, &all)?), start),
        (None, Some((location, fragment))) if all.contains(&location) => (Some(location), start.or(fragment)),
        (None, _) => (None, start),
    };
    Ok(Job { bases: vec![folder.to_owned()], main, start, all, ..Job::default() })
}

/// What the manifest in a folder or archive names: the document and the id in it. Nothing if it is no manifest.
pub(super) fn root_named(resources: &dyn Resources, folder: &str) -> Option<(String, Option<String>)> {
    let location = format!("{}/{MANIFEST}", folder.trim_end_matches('/'));
    let bytes = resources.read(&location, MANIFEST_BYTES).ok()?;
    let limits = Limits::default();
    let tree = xml::parse(Source::new(location.clone(), bytes, None, &limits).ok()?, &limits).0;
    let root = tree.nodes().find(|n| n.is_element() && n.local_name() == "dae_root")?;
    match resources.locate(&location, root.text().trim()) {
        Ok(found) => Some((found.location, found.fragment)),
        Err(_) => Some((String::new(), None)),
    }
}

/// The files below a folder, sorted. Symbolic links are followed, no folder is entered twice.
fn files(folder: &str, without: &[PathBuf]) -> Result<Vec<String>, Error> {
    let unwanted: Vec<PathBuf> = without.iter().filter_map(|p| p.canonicalize().ok()).collect();
    let mut entered = HashSet::new();
    let mut waiting = vec![PathBuf::from(folder)];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        if !entered.insert(folder.canonicalize().unwrap_or_else(|_| folder.clone())) {
            continue;
        }
        let unreadable = |e: std::io::Error| {
            Unreadable::new(&CANNOT_READ, format!("cannot read the folder `{}`: {e}", folder.display()))
        };
        for entry in std::fs::read_dir(&folder).map_err(unreadable)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if unwanted.is_empty() || path.canonicalize().map_or(true, |real| !unwanted.contains(&real)) {
                let text = path.to_string_lossy().into_owned();
                found.push(if cfg!(windows) { text.replace('\\', "/") } else { text });
            }
        }
    }
    found.sort();
    Ok(found)
}
