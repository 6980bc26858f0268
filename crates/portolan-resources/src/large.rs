//! Files that are read piece by piece.

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;
    use std::time::SystemTime;

    use portolan_syntax::ReadAt;

    /// A regular file, and what it was when it was opened.
    #[derive(Debug)]
    pub struct Large {
        file: File,
        size: u64,
        modified: Option<SystemTime>,
    }

    impl Large {
        /// The file at a path, if it is a regular one of at least so many bytes.
        pub fn open(path: &str, at_least: u64) -> Option<Large> {
            let fits = |metadata: &std::fs::Metadata| metadata.is_file() && metadata.len() >= at_least;
            // A pipe would wait for whoever writes to it.
            std::fs::metadata(path).ok().filter(fits)?;
            let file = File::open(path).ok()?;
            let metadata = file.metadata().ok().filter(fits)?;
            Some(Large { size: metadata.len(), modified: metadata.modified().ok(), file })
        }
    }

    impl ReadAt for Large {
        fn size(&self) -> u64 {
            self.size
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
            self.file.read_exact_at(buffer, offset)
        }

        fn is_unchanged(&self) -> bool {
            let now = self.file.metadata();
            now.is_ok_and(|now| now.len() == self.size && now.modified().ok() == self.modified)
        }
    }
}

#[cfg(unix)]
pub(crate) use unix::Large;
