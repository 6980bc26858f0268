//! All documents of an archive through every stage.

use portolan_check::{FileReport, Report};
use portolan_resources::Resources;
use portolan_resources::archive::{Root, codes, is_document};
use portolan_syntax::{Finding, Span};

use crate::Checker;

/// Archives in archives are entered to this depth.
const NESTING: usize = 8;

/// The main document first, then the manifest, then all others by name.
pub(crate) fn check_each(
    checker: &Checker,
    path: &str,
    resources: &dyn Resources,
    mut root: Root,
    take: &mut dyn FnMut(FileReport),
) {
    let mut document = checker.read_document(&root.location);
    let mut manifest = root.manifest.as_deref().and_then(|m| checker.read_document(m).ok());
    if let Ok(report) = &document {
        root.findings.extend(start(report, &root, manifest.as_ref()));
    }
    if let Some(manifest) = &mut manifest {
        root.findings.drain(..).for_each(|finding| manifest.findings.push(finding));
        manifest.findings.sort();
    } else if let Ok(report) = &mut document {
        // The places are those of a manifest that nobody can show.
        let nowhere = |f: Finding| Finding { span: Span::at(0), node: None, related: Vec::new(), ..f };
        root.findings.drain(..).for_each(|finding| report.findings.push(nowhere(finding)));
        report.findings.sort();
    }
    take(checker.told(&root.location, document));
    if let (Some(name), Some(manifest)) = (&root.manifest, manifest) {
        take(checker.told(name, Ok(manifest)));
    }
    others(resources, path, NESTING, &mut |location| {
        if location != root.location {
            take(checker.told(location, checker.read_document(location)));
        }
    });
}

/// What is wrong with the place that an archive says to start from.
fn start(report: &Report, root: &Root, manifest: Option<&Report>) -> Option<Finding> {
    let document = report.document()?;
    let named = manifest.and_then(|m| m.tree().nodes().find(|n| n.local_name() == "dae_root"));
    let span = named.map_or(Span::at(0), |n| n.content_span());
    let finding = match &root.fragment {
        Some(id) if document.by_id(id).is_none() => {
            Finding::new(&codes::ROOT_FRAGMENT, span, format!("no element of the document has the id `{id}`"))
        }
        None => {
            let start = report.format.table.as_ref()?.start?;
            if document.tree.root()?.child(start).is_some() {
                return None;
            }
            let message = format!("the main document has no `{start}`, and the archive names no element to start from");
            Finding::new(&codes::NO_START, span, message)
        }
        _ => return None,
    };
    Some(match named {
        Some(node) => finding.on(node.id()),
        None => finding,
    })
}

/// All documents of an archive and of the archives in it.
fn others(resources: &dyn Resources, archive: &str, depth: usize, take: &mut dyn FnMut(&str)) {
    let Ok(Some(members)) = resources.members(archive) else { return };
    for name in members.names {
        let location = format!("{archive}/{name}");
        let extension = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
        if is_document(&name) {
            take(&location);
        } else if depth > 1 && ["zip", "zae", "kmz"].contains(&extension.as_str()) {
            others(resources, &location, depth - 1, take);
        }
    }
}
