//! Pictures of whole files: from text to a PNG of 512 × 512 pixels, beside f3d without a screen.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::import::{Side, command, library, table};
use crate::process;

/// Measures a file. Reading alone is measured, too, to tell what drawing adds.
pub fn measure(file: &Path) {
    let picture = |who: &str| std::env::temp_dir().join(format!("portolan-bench-{}-{who}.png", std::process::id()));
    let (ours, theirs) = (picture("portolan"), picture("f3d"));
    let read = table("into a scene", file, vec![library("portolan")]);
    let screen = Screen::start();
    let mut sides = vec![command(
        "portolan render",
        &process::portolan(),
        &["render".as_ref(), "--quiet".as_ref(), "--size=512x512".as_ref(), "-o".as_ref(), ours.as_os_str()],
        &[],
    )];
    sides.push(f3d(&theirs, screen.as_ref()));
    let drawn = table("512 × 512", file, sides);
    if let (Some(read), Some(drawn)) = (read, drawn) {
        println!("  memory of drawing / of the scene {:.2}", drawn.bytes / read.bytes);
    }
    for written in [ours, theirs] {
        // It may be that nothing was written.
        let _ = std::fs::remove_file(written);
    }
}

fn f3d(picture: &Path, screen: Option<&Screen>) -> Side {
    let output = ["--output".as_ref(), picture.as_os_str()];
    let size: [&OsStr; 3] = ["--resolution".as_ref(), "512,512".as_ref(), "--no-background".as_ref()];
    let behind: Vec<&OsStr> = output.into_iter().chain(size).collect();
    match screen {
        Some(screen) => {
            let display = format!("DISPLAY=:{}", screen.number);
            command("f3d", Path::new("env"), &[display.as_ref(), "f3d".as_ref()], &behind)
        }
        None => command("f3d", Path::new("f3d"), &[], &behind),
    }
}

/// A screen that nobody sees: f3d draws with OpenGL and wants one. Its start is not measured.
struct Screen {
    server: Child,
    number: u32,
}

impl Screen {
    fn start() -> Option<Screen> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "640x640x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut line = String::new();
        // It tells the number of the display when it is ready, or ends.
        let told = server.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        match (told, line.trim().parse()) {
            (Some(Ok(_)), Ok(number)) => Some(Screen { server, number }),
            _ => {
                let _ = server.kill();
                let _ = server.wait();
                None
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
