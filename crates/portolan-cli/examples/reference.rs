//! Writes the pages of the book that are made from the tables into a folder. `cargo xtask docs` calls it.
//!
//! `cargo run -p portolan-cli --example reference -- docs/src/generated`

use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).ok_or("name a folder")?.into();
    for page in portolan_cli::reference::pages() {
        let path = folder.join(page.path);
        fs::create_dir_all(path.parent().ok_or("a page is in a folder")?)?;
        fs::write(path, page.text)?;
    }
    Ok(())
}
