//! The main document of an archive.

use portolan_syntax::{Finding, Limits, Node, Source, Span, Tree, xml};

use super::codes::*;
use crate::unreadable::{ARCHIVE, NOTHING_TO_READ};
use crate::uri::UriRef;
use crate::{How, Members, Resources, Unreadable};

/// The largest manifest or KML that is read.
const MANIFEST_BYTES: u64 = 64 << 20;

/// The main document of an archive.
#[derive(Clone, Debug)]
pub struct Root {
    /// Where it is.
    pub location: String,
    /// The id of the element to start from, if the manifest names one.
    pub fragment: Option<String>,
    /// The manifest, if there is one.
    pub manifest: Option<String>,
    /// What is wrong with the archive. The places are those of the manifest, or the beginning.
    pub findings: Vec<Finding>,
}

/// The main document of an archive: the one that the manifest (`.zae`) or the KML (`.kmz`) names, else the only
/// document, else the first by name.
pub fn root_document(resources: &dyn Resources, location: &str) -> Result<Root, Unreadable> {
    let not_an_archive = || Unreadable::new(&ARCHIVE, "it is not a zip archive");
    let members = resources.members(location)?.ok_or_else(not_an_archive)?;
    let mut search = Search { resources, location, findings: members.findings.clone(), members };
    let extension = location.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
    let kml = if extension == "zae" { None } else { search.kml() };
    let manifest = search.member("manifest.xml");
    let (named, manifest) = match (manifest, kml) {
        (Some(manifest), _) => (search.named_by_manifest(&manifest), Some(manifest)),
        (None, Some(kml)) => (search.named_by_kml(&kml), None),
        (None, None) => {
            if extension == "zae" {
                search.tell(Finding::new(&NO_MANIFEST, Span::at(0), "the archive has no `manifest.xml`"));
            }
            (None, None)
        }
    };
    let (document, fragment) = match named {
        Some(named) => named,
        None => (search.any_document()?, None),
    };
    let manifest = manifest.map(|m| format!("{location}/{m}"));
    Ok(Root { location: document, fragment, manifest, findings: search.findings })
}

/// Can a file of this name be a document?
pub fn is_document(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
    extension.is_some_and(|e| ["dae", "ogex", "xwrl", "xvrml"].contains(&e.as_str()))
}

/// Location and fragment of a document.
type Named = (String, Option<String>);

struct Search<'a> {
    resources: &'a dyn Resources,
    location: &'a str,
    members: Members,
    findings: Vec<Finding>,
}

impl Search<'_> {
    fn tell(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// A member of the archive's root by its name in whatever capitals.
    fn member(&self, name: &str) -> Option<String> {
        let names = &self.members.names;
        let exact = names.iter().find(|n| *n == name);
        exact.or_else(|| names.iter().find(|n| n.eq_ignore_ascii_case(name))).cloned()
    }

    /// The KML of a kmz: `doc.kml`, else the first one in the root, else the first one.
    fn kml(&self) -> Option<String> {
        let is_kml = |name: &&String| name.len() > 4 && name.to_ascii_lowercase().ends_with(".kml");
        let all = || self.members.names.iter().filter(is_kml);
        let in_root = || all().find(|name| !name.contains('/'));
        self.member("doc.kml").or_else(|| in_root().or_else(|| all().next()).cloned())
    }

    fn parse(&self, member: &str) -> Result<Tree, Unreadable> {
        let location = format!("{}/{member}", self.location);
        let bytes = self.resources.read(&location, MANIFEST_BYTES)?;
        let limits = Limits::default();
        Ok(xml::parse(Source::new(location, bytes, None, &limits)?, &limits).0)
    }

    fn named_by_manifest(&mut self, manifest: &str) -> Option<Named> {
        let tree = match self.parse(manifest) {
            Ok(tree) => tree,
            Err(why) => {
                let message = format!("`{manifest}` cannot be read: {why}");
                self.tell(Finding::new(&NO_MANIFEST, Span::at(0), message));
                return None;
            }
        };
        let roots: Vec<Node<'_>> = tree.nodes().filter(|n| n.is_element() && n.local_name() == "dae_root").collect();
        if let [first, second, ..] = roots.as_slice() {
            let finding = Finding::new(&SEVERAL_ROOTS, second.name_span(), "the manifest has more than one `dae_root`");
            self.tell(finding.on(second.id()).see(first.name_span(), "the first one"));
        }
        let mut named = None;
        for root in &roots {
            named = named.or_else(|| self.follow(*root));
        }
        if roots.is_empty() {
            let span = tree.root().map_or(Span::at(0), |root| root.name_span());
            self.tell(Finding::new(&NO_ROOT, span, "the manifest has no `dae_root`"));
        }
        named
    }

    fn follow(&mut self, root: Node<'_>) -> Option<Named> {
        let text = root.text();
        let reference = text.trim();
        let span = root.text_nodes().next().map_or(root.name_span(), |t| trimmed(root.tree(), t.span()));
        let finding = |code, message: String| Finding::new(code, span, message).on(root.id());
        if reference.is_empty() {
            self.tell(finding(&NO_ROOT, "the `dae_root` is empty".to_owned()));
            return None;
        }
        let uri = UriRef::parse(reference);
        let native = matches!(reference.as_bytes(), [_, b':', ..]);
        let absolute = uri.scheme.is_some() || uri.authority.is_some() || uri.path.starts_with(['/', '\\']) || native;
        if absolute {
            let message = format!("`{reference}` is not a relative URI of a document in the archive");
            self.tell(finding(&ROOT_NOT_RELATIVE, message));
        }
        // The manifest stands in the archive's root, so that its references start there.
        let found = self.resources.locate(&format!("{}/manifest.xml", self.location), reference);
        let inside = |location: &str| {
            location.strip_prefix(self.location).is_some_and(|rest| rest.starts_with('/'))
                && !location.ends_with("/manifest.xml")
        };
        match found {
            Ok(found) if inside(&found.location) => {
                match found.how {
                    How::Exact => {}
                    _ if absolute => {}
                    How::Root | How::Tail => {
                        self.tell(finding(&ROOT_MISSING, format!("the archive has no member `{reference}`")));
                    }
                    how => {
                        let message = format!("the document `{reference}` was found {}", how.note());
                        self.tell(finding(&ROOT_SPELLING, message));
                    }
                }
                Some((found.location, found.fragment))
            }
            _ => {
                if !absolute {
                    self.tell(finding(&ROOT_MISSING, format!("the archive has no member `{reference}`")));
                }
                None
            }
        }
    }

    fn named_by_kml(&mut self, kml: &str) -> Option<Named> {
        let base = format!("{}/{kml}", self.location);
        let tree = self.parse(kml).ok();
        let mut links =
            tree.iter().flat_map(|tree| tree.nodes()).filter(|n| n.local_name() == "Model").filter_map(|n| {
                let href = n.child("Link")?.child("href")?.text();
                let found = self.resources.locate(&base, href.trim()).ok()?;
                is_document(&found.location).then_some((found.location, found.fragment))
            });
        let named = links.next();
        drop(links);
        if named.is_none() {
            self.tell(Finding::new(
                &NO_MODEL,
                Span::at(0),
                format!("`{kml}` does not refer to a model in the archive"),
            ));
        }
        named
    }

    /// The only document, or the first by name; the archive's own folders before deeper ones, `models/` before others.
    fn any_document(&self) -> Result<String, Unreadable> {
        let rank = |name: &&String| {
            let collada = name.to_ascii_lowercase().ends_with(".dae");
            let models = name.to_ascii_lowercase().starts_with("models/");
            (!collada, !models, name.matches('/').count())
        };
        let first = self.members.names.iter().filter(|name| is_document(name)).min_by_key(rank);
        let nothing = || Unreadable::new(&NOTHING_TO_READ, "the archive contains no document");
        first.map(|name| format!("{}/{name}", self.location)).ok_or_else(nothing)
    }
}

/// A span without the white space at its ends.
fn trimmed(tree: &Tree, span: Span) -> Span {
    let text = tree.slice(span);
    let before = text.len() - text.trim_start().len();
    let behind = text.len() - text.trim_end().len();
    if before == text.len() { span } else { Span::new(span.start + before as u32, span.end - behind as u32) }
}
