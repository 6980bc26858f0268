//! Archives out: the same members give the same bytes, on every machine and at any time.

use std::io::{Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::{EXPANDED, MEMBERS, is_zip, other_kind};
use crate::Unreadable;
use crate::unreadable::{CANNOT_WRITE, TOO_LARGE};

/// How hard members are compressed: beyond it time grows much faster than the gain.
const LEVEL: i64 = 6;

/// Writes a zip archive, member by member. Dates and permissions are always the same.
pub struct ArchiveWriter<W: Write + Seek> {
    zip: ZipWriter<W>,
    members: usize,
    expanded: u64,
}

impl<W: Write + Seek> ArchiveWriter<W> {
    /// Writes to a file or into memory.
    pub fn new(out: W) -> ArchiveWriter<W> {
        ArchiveWriter { zip: ZipWriter::new(out), members: 0, expanded: 0 }
    }

    /// One more member. What is compressed already is stored as it is.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), Unreadable> {
        self.members += 1;
        self.expanded = self.expanded.saturating_add(bytes.len() as u64);
        if self.members > MEMBERS || self.expanded > EXPANDED {
            let why = format!("an archive can contain at most {MEMBERS} members and {EXPANDED} bytes");
            return Err(Unreadable::new(&TOO_LARGE, why));
        }
        let (method, level) = match is_compressed(bytes) {
            true => (CompressionMethod::Stored, None),
            false => (CompressionMethod::Deflated, Some(LEVEL)),
        };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .compression_level(level)
            .last_modified_time(DateTime::default())
            .system(System::Unix)
            .unix_permissions(0o644)
            .large_file(bytes.len() as u64 >= u64::from(u32::MAX));
        let failed = |why: String| Unreadable::new(&CANNOT_WRITE, format!("cannot write the archive: {why}"));
        self.zip.start_file(name, options).map_err(|e| failed(e.to_string()))?;
        self.zip.write_all(bytes).map_err(|e| failed(e.to_string()))
    }

    /// Writes the directory and gives back what was written to.
    pub fn finish(self) -> Result<W, Unreadable> {
        let failed = |e| Unreadable::new(&CANNOT_WRITE, format!("cannot write the archive: {e}"));
        self.zip.finish().map_err(failed)
    }
}

impl<W: Write + Seek> std::fmt::Debug for ArchiveWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveWriter").field("members", &self.members).finish_non_exhaustive()
    }
}

/// Is it a file that compressing again would not make smaller?
fn is_compressed(bytes: &[u8]) -> bool {
    let heads: [&[u8]; 5] = [b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b"GIF8", b"\xABKTX 20", b"OggS"];
    let webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    webp || is_zip(bytes) || other_kind(bytes).is_some() || heads.iter().any(|head| bytes.starts_with(head))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::archive::Archive;

    fn written(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
        members.iter().for_each(|(name, bytes)| writer.add(name, bytes).unwrap());
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn members_come_back_and_bytes_are_always_the_same() {
        let text = "a b c ".repeat(500);
        let picture = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 400]].concat();
        let members: [(&str, &[u8]); 3] =
            [("manifest.xml", b"<dae_root>a.dae</dae_root>"), ("Wände/a b.dae", text.as_bytes()), ("p.png", &picture)];
        let bytes = written(&members);
        assert_eq!(bytes, written(&members));
        let archive = Archive::open(bytes.clone()).unwrap();
        assert!(archive.members().findings.is_empty(), "{:?}", archive.members().findings);
        for (name, expected) in members {
            assert_eq!(archive.read(name, u64::MAX).unwrap(), expected);
        }
        // The picture stands there as it is; the text does not.
        let holds = |part: &[u8]| bytes.windows(part.len()).any(|w| w == part);
        assert!(holds(&picture) && !holds(text.as_bytes()));
        // The first day of the calendar of zip, midnight: date 0x0021, time 0.
        assert_eq!(&bytes[10..14], [0, 0, 0x21, 0]);
    }
}
