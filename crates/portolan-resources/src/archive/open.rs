//! Archives in.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;
use portolan_syntax::{Finding, Span};
use zip::ZipArchive;
use zip::result::ZipError;

use super::{EXPANDED, MEMBERS, Members, codes, is_zip};
use crate::Unreadable;
use crate::unreadable::{ARCHIVE, TOO_LARGE};

/// Members that expand to more than this must not expand more than [`RATIO`]-fold.
const SUSPICIOUS: u64 = 64 << 20;
const RATIO: u64 = 300;
/// What is taken for a member at once, because its directory says so.
const HINT: u64 = 4 << 20;
/// Findings of one kind are told for this many members.
const TOLD: usize = 20;

/// An opened archive. It holds its bytes; members are expanded when they are read.
#[derive(Debug)]
pub(crate) struct Archive {
    zip: ZipArchive<Cursor<Bytes>>,
    members: BTreeMap<String, Member>,
    findings: Vec<Finding>,
    size: usize,
    /// Members by their names without folders, in lower case; nothing where there are several.
    by_name: OnceLock<HashMap<String, Option<String>>>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    index: usize,
    size: u64,
    packed: u64,
    encrypted: bool,
}

/// Bytes that many readers look at.
#[derive(Clone, Debug)]
struct Bytes(Arc<Vec<u8>>);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Archive {
    pub(crate) fn open(bytes: Vec<u8>) -> Result<Archive, Unreadable> {
        let size = bytes.len();
        let zip = ZipArchive::new(Cursor::new(Bytes(Arc::new(bytes)))).map_err(damaged)?;
        if zip.len() > MEMBERS {
            return Err(Unreadable::new(&TOO_LARGE, format!("the archive has more than {MEMBERS} members")));
        }
        let mut archive =
            Archive { zip, members: BTreeMap::new(), findings: Vec::new(), size, by_name: OnceLock::new() };
        archive.read_directory()?;
        Ok(archive)
    }

    fn read_directory(&mut self) -> Result<(), Unreadable> {
        let mut names = Names::default();
        let mut expanded: u64 = 0;
        for index in 0..self.zip.len() {
            let Ok(entry) = self.zip.by_index_data(index) else { continue };
            let name = match std::str::from_utf8(entry.name_raw()) {
                Ok(name) => name.to_owned(),
                Err(_) => {
                    let name = entry.name().map_or_else(|_| String::new(), |n| n.into_owned());
                    names.encoding.push(name.clone());
                    name
                }
            };
            let name = name.replace('\\', "/");
            if name.is_empty() || name.ends_with('/') {
                continue;
            }
            if is_unsafe(&name) {
                names.leading_out.push(name);
                continue;
            }
            let name: String = name.split('/').filter(|s| !s.is_empty() && *s != ".").collect::<Vec<_>>().join("/");
            if entry.is_symlink() {
                names.links.push(name);
                continue;
            }
            if entry.encrypted() {
                names.encrypted.push(name.clone());
            }
            if name.rsplit_once('.').is_some_and(|(_, e)| ["rar", "7z"].iter().any(|o| e.eq_ignore_ascii_case(o))) {
                names.other_archive.push(name.clone());
            }
            expanded = expanded.saturating_add(entry.size());
            let member =
                Member { index, size: entry.size(), packed: entry.compressed_size(), encrypted: entry.encrypted() };
            if self.members.insert(name.clone(), member).is_some() {
                names.duplicate.push(name);
            }
        }
        if expanded > EXPANDED {
            let why = format!("the archive expands to {expanded} bytes, more than the limit of {EXPANDED}");
            return Err(Unreadable::new(&TOO_LARGE, why));
        }
        if self.zip.has_duplicate_names() && names.duplicate.is_empty() {
            names.duplicate.push(String::new());
        }
        names.find_case_differences(&self.members);
        self.findings = names.findings();
        Ok(())
    }

    /// The bytes of a member.
    pub(crate) fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, Unreadable> {
        let member = *self.members.get(name).ok_or_else(Unreadable::missing)?;
        if member.encrypted {
            return Err(Unreadable::new(&ARCHIVE, "it is encrypted").help("pack the archive without a password"));
        }
        if member.size > limit {
            return Err(Unreadable::too_large(member.size, limit));
        }
        if member.size > SUSPICIOUS && member.size / member.packed.max(1) > RATIO {
            let why = format!("{} bytes would expand to {}: this is not a document", member.packed, member.size);
            return Err(Unreadable::new(&TOO_LARGE, why));
        }
        let mut zip = self.zip.clone();
        let file = zip.by_index(member.index).map_err(damaged)?;
        let mut bytes = Vec::new();
        // The size is a claim of the archive: memory is taken as it fills, and not beyond the claim.
        let hint = usize::try_from(member.size.min(HINT)).unwrap_or(0);
        bytes.try_reserve(hint).map_err(|_| Unreadable::new(&TOO_LARGE, "there is not enough memory for it"))?;
        let read = file.take(member.size.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Unreadable::new(&ARCHIVE, format!("its data in the archive is damaged: {error}")))?;
        match bytes.len() as u64 == member.size {
            true => Ok(bytes),
            false => Err(Unreadable::new(
                &ARCHIVE,
                "the size of its data differs from the size in the archive's \
                directory",
            )),
        }
    }

    /// How many bytes a member says it expands to.
    pub(crate) fn expanded_size(&self, name: &str) -> u64 {
        self.members.get(name).map_or(0, |member| member.size)
    }

    pub(crate) fn holds(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// Does a member begin like an archive?
    pub(crate) fn is_archive(&self, name: &str) -> bool {
        let Some(member) = self.members.get(name).filter(|m| !m.encrypted) else { return false };
        let mut head = [0; 4];
        let mut zip = self.zip.clone();
        let read = zip.by_index(member.index).map(|mut file| file.read_exact(&mut head).is_ok());
        read.is_ok_and(|read| read && is_zip(&head))
    }

    pub(crate) fn is_folder(&self, name: &str) -> bool {
        let start = format!("{name}/");
        name.is_empty() || self.members.range(start.clone()..).next().is_some_and(|(n, _)| n.starts_with(&start))
    }

    /// The names in a folder of the archive; the root is the empty name.
    pub(crate) fn list(&self, folder: &str) -> Vec<String> {
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let below = self.members.range(start.clone()..).map_while(|(name, _)| name.strip_prefix(start.as_str()));
        let mut names: Vec<String> = below.map(|rest| rest.split('/').next().unwrap_or(rest).to_owned()).collect();
        names.dedup();
        names
    }

    /// The only member with this name in whatever folder and capitals.
    pub(crate) fn only_named(&self, name: &str) -> Option<&str> {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: HashMap<String, Option<String>> = HashMap::new();
            for member in self.members.keys() {
                let name = member.rsplit('/').next().unwrap_or(member).to_lowercase();
                by_name.entry(name).and_modify(|several| *several = None).or_insert_with(|| Some(member.clone()));
            }
            by_name
        });
        by_name.get(&name.to_lowercase())?.as_deref()
    }

    pub(crate) fn members(&self) -> Members {
        let expanded = self.members.values().fold(0, |sum: u64, member| sum.saturating_add(member.size));
        let (names, findings) = (self.members.keys().cloned().collect(), self.findings.clone());
        Members { names, expanded, packed: self.size as u64, findings }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

/// Does a name lead out of the archive?
fn is_unsafe(name: &str) -> bool {
    name.starts_with('/')
        || name.split('/').any(|s| s == "..")
        || matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
        || name.contains('\0')
}

/// Names of members that something is wrong with.
#[derive(Default)]
struct Names {
    leading_out: Vec<String>,
    duplicate: Vec<String>,
    case: Vec<String>,
    encoding: Vec<String>,
    encrypted: Vec<String>,
    other_archive: Vec<String>,
    links: Vec<String>,
}

impl Names {
    fn find_case_differences(&mut self, members: &BTreeMap<String, Member>) {
        let mut lower: Vec<(String, &str)> = members.keys().map(|n| (n.to_lowercase(), n.as_str())).collect();
        lower.sort();
        let same = lower.windows(2).filter_map(|pair| match pair {
            [(a, _), (b, name)] if a == b => Some((*name).to_owned()),
            _ => None,
        });
        self.case.extend(same);
    }

    fn findings(self) -> Vec<Finding> {
        type Tell = fn(&str) -> String;
        let kinds: [(&'static portolan_syntax::Code, Vec<String>, Tell); 7] = [
            (&codes::UNSAFE_NAME, self.leading_out, |n| format!("the member name `{n}` points outside the archive")),
            (&codes::DUPLICATE_NAME, self.duplicate, |n| match n {
                "" => "the archive has several members with the same name".to_owned(),
                n => format!("the archive has several members named `{n}`"),
            }),
            (&codes::CASE_NAME, self.case, |n| format!("the name of another member differs from `{n}` only in case")),
            (&codes::NAME_ENCODING, self.encoding, |n| format!("the name of the member `{n}` is not in UTF-8")),
            (&codes::ENCRYPTED, self.encrypted, |n| format!("the member `{n}` is encrypted")),
            (&codes::OTHER_ARCHIVE, self.other_archive, |n| {
                format!("the nested archive `{n}` is not opened: only zip archives are supported")
            }),
            (&codes::LINK, self.links, |n| format!("the member `{n}` is a symbolic link, which is not followed")),
        ];
        let tell = |(code, names, tell): (&'static portolan_syntax::Code, Vec<String>, Tell)| {
            let all = names.len();
            names.into_iter().take(TOLD).enumerate().map(move |(i, name)| {
                let mut finding = Finding::new(code, Span::at(0), tell(&name));
                if i + 1 == TOLD && all > TOLD {
                    finding.count = u32::try_from(all - TOLD + 1).unwrap_or(u32::MAX);
                }
                finding
            })
        };
        kinds.into_iter().flat_map(tell).collect()
    }
}

fn damaged(error: ZipError) -> Unreadable {
    let message = match error {
        ZipError::CompressionMethodNotSupported(_) => "its compression method is not supported; use deflate".to_owned(),
        ZipError::Io(error) => format!("the archive is damaged: {error}"),
        ZipError::InvalidArchive(_) => "the archive is damaged: its directory cannot be read".to_owned(),
        error => format!("the archive cannot be read: {error}"),
    };
    Unreadable::new(&ARCHIVE, message)
}
