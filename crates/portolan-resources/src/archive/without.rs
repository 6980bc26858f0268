//! Builds without archives: none is opened, none is written, and both are told.

use std::io::{Seek, Write};
use std::marker::PhantomData;

use super::Members;
use crate::Unreadable;
use crate::unreadable::ARCHIVE;

fn none() -> Unreadable {
    Unreadable::new(&ARCHIVE, "this build of portolan does not support archives")
        .help("build it with the feature `archives`")
}

/// There is none.
#[derive(Debug)]
pub(crate) enum Archive {}

impl Archive {
    pub(crate) fn open(_: Vec<u8>) -> Result<Archive, Unreadable> {
        Err(none())
    }

    pub(crate) fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        match *self {}
    }

    pub(crate) fn expanded_size(&self, _: &str) -> u64 {
        match *self {}
    }

    pub(crate) fn holds(&self, _: &str) -> bool {
        match *self {}
    }

    pub(crate) fn is_archive(&self, _: &str) -> bool {
        match *self {}
    }

    pub(crate) fn is_folder(&self, _: &str) -> bool {
        match *self {}
    }

    pub(crate) fn list(&self, _: &str) -> Vec<String> {
        match *self {}
    }

    pub(crate) fn only_named(&self, _: &str) -> Option<&str> {
        match *self {}
    }

    pub(crate) fn members(&self) -> Members {
        match *self {}
    }

    pub(crate) fn size(&self) -> usize {
        match *self {}
    }
}

/// Writes nothing.
#[derive(Debug)]
pub struct ArchiveWriter<W: Write + Seek>(PhantomData<W>);

impl<W: Write + Seek> ArchiveWriter<W> {
    /// Says so with the first member.
    pub fn new(_: W) -> ArchiveWriter<W> {
        ArchiveWriter(PhantomData)
    }

    /// Says that there are no archives.
    pub fn add(&mut self, _: &str, _: &[u8]) -> Result<(), Unreadable> {
        Err(none())
    }

    /// Says that there are no archives.
    pub fn finish(self) -> Result<W, Unreadable> {
        Err(none())
    }
}
