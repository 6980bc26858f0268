//! Binary data: buffers, `data:` URIs, files beside.

use std::ops::Range;
use std::sync::Arc;

use portolan_resources::uri::data_uri;
use portolan_scene::Fate;

use super::Reader;
use super::codes::{BUFFER, REQUIRED};
use super::value::At;

/// Bytes of the file itself, or of another one.
#[derive(Clone)]
pub(super) enum Bytes<'a> {
    Own(&'a [u8]),
    Read(Arc<Vec<u8>>),
}

impl Bytes<'_> {
    pub fn get(&self, range: Range<usize>) -> &[u8] {
        let all: &[u8] = match self {
            Bytes::Own(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
        };
        all.get(range).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        match self {
            Bytes::Own(bytes) => bytes.len(),
            Bytes::Read(bytes) => bytes.len(),
        }
    }
}

/// A part of a buffer.
#[derive(Clone)]
pub(super) struct Slice<'a> {
    pub bytes: Bytes<'a>,
    pub range: Range<usize>,
    /// Bytes from one element to the next, if the view says.
    pub stride: Option<usize>,
}

impl Slice<'_> {
    pub fn get(&self) -> &[u8] {
        self.bytes.get(self.range.clone())
    }
}

impl<'a> Reader<'a> {
    fn buffer(&mut self, index: usize) -> Option<Bytes<'a>> {
        if let Some(known) = self.buffers.get(&index) {
            return known.clone();
        }
        let read = self.item("buffers", index).and_then(|at| self.read_buffer(index, &at));
        self.buffers.insert(index, read.clone());
        read
    }

    fn read_buffer(&mut self, index: usize, at: &At<'a>) -> Option<Bytes<'a>> {
        let wanted = self.whole(at, "byteLength");
        if wanted.is_none() {
            self.tell(&BUFFER, Fate::Approximated, at, "the buffer has no `byteLength`");
        }
        let bytes = match (at.get("uri"), index, self.binary) {
            (Some(found), ..) => {
                let uri = self.text(at, "uri")?;
                match data_uri(uri) {
                    Some(Ok((_, bytes))) => Bytes::Read(Arc::new(bytes)),
                    Some(Err(why)) => {
                        self.tell(&BUFFER, Fate::Dropped, &found, format!("the data of the buffer is ignored: {why}"));
                        return None;
                    }
                    None => Bytes::Read(self.beside(&found, uri)?),
                }
            }
            (None, 0, Some(binary)) => Bytes::Own(binary),
            _ if at.extension("EXT_meshopt_compression").or(at.extension("KHR_meshopt_compression")).is_some() => {
                let message = "meshopt compression is not supported";
                self.tell(&REQUIRED, Fate::Dropped, at, message);
                return None;
            }
            _ => {
                self.tell(&BUFFER, Fate::Dropped, at, "the buffer has no data");
                return None;
            }
        };
        if let Some(wanted) = wanted.filter(|w| *w > bytes.len() as u64) {
            let message = format!("the buffer should have {wanted} bytes, but has {}", bytes.len());
            self.tell(&BUFFER, Fate::Approximated, at, message);
        }
        Some(bytes)
    }

    fn beside(&mut self, at: &At<'a>, uri: &str) -> Option<Arc<Vec<u8>>> {
        let found = self.resources.locate(self.location, uri);
        let read = found.and_then(|f| match self.files.get(&f.location) {
            Some(known) => Ok(known.clone()),
            None => {
                let bytes = Arc::new(self.resources.read(&f.location, self.limits.bytes)?);
                self.files.insert(f.location, bytes.clone());
                Ok(bytes)
            }
        });
        read.map_err(|why| self.tell(&BUFFER, Fate::Dropped, at, format!("the buffer cannot be read: {why}"))).ok()
    }

    /// What a view shows.
    pub fn view(&mut self, index: usize) -> Option<Slice<'a>> {
        if let Some(known) = self.views.get(&index) {
            return known.clone();
        }
        let read = self.item("bufferViews", index).and_then(|at| self.read_view(&at));
        self.views.insert(index, read.clone());
        read
    }

    fn read_view(&mut self, at: &At<'a>) -> Option<Slice<'a>> {
        let buffer = self.index(at, "buffer", "buffers");
        if at.get("buffer").is_none() {
            self.tell(&BUFFER, Fate::Dropped, at, "the buffer view has no buffer");
        }
        let bytes = self.buffer(buffer?)?;
        let start = self.whole(at, "byteOffset").unwrap_or(0);
        let length = self.whole(at, "byteLength").unwrap_or(0);
        let stride = self.whole(at, "byteStride").map(|s| s as usize);
        if stride.is_some_and(|s| !(4..=252).contains(&s)) {
            self.wrong(&at.get("byteStride").unwrap_or(at.clone()), "a number from 4 to 252");
        }
        let end = start.saturating_add(length);
        let fits = end.min(bytes.len() as u64);
        if end > fits {
            let message = format!("the buffer view ends at byte {end}, but the buffer has {}", bytes.len());
            self.tell(&BUFFER, Fate::Approximated, at, message);
        }
        let range = start.min(fits) as usize..fits as usize;
        Some(Slice { bytes, range, stride: stride.filter(|s| (1..=65_536).contains(s)) })
    }
}
