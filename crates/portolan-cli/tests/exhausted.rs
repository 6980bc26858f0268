//! The program with a system that has no memory left from some allocation on: whichever it is, the run ends with a status of its
//! own, and neither the input nor a half-written output is left behind.
//!
//! The binary is both the program, with an allocator that fails, and what starts it again and again.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};

use portolan_cli::memory::Counted;

/// Allocations that succeed before all others fail.
static LEFT: AtomicU64 = AtomicU64::new(u64::MAX);

/// The variable that says how many. It is known to this binary only.
const LEFT_NAME: &str = "PORTOLAN_TEST_ALLOCATIONS";

struct Failing;

fn fails() -> bool {
    let take = |left: u64| if left == u64::MAX { None } else { Some(left.saturating_sub(1)) };
    LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) == Ok(0)
}

#[allow(unsafe_code, reason = "an allocator can be had in no other way")]
// SAFETY: everything is done by the allocator of the system, or there is no block, which every caller has to expect.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of this function, which are those of the system's.
        if fails() { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        if fails() { std::ptr::null_mut() } else { unsafe { System.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        // SAFETY: as above.
        if fails() { std::ptr::null_mut() } else { unsafe { System.realloc(block, layout, new) } }
    }
}

#[global_allocator]
static MEMORY: Counted<Failing> = Counted(Failing);

fn main() -> ExitCode {
    match std::env::var(LEFT_NAME).ok().and_then(|left| left.parse().ok()) {
        Some(left) => {
            LEFT.store(left, Ordering::Relaxed);
            portolan_cli::main()
        }
        None => {
            every_run_ends();
            ExitCode::SUCCESS
        }
    }
}

/// Fixtures of several formats, and commands that read, change and write them.
const FIXTURES: &[(&str, &str)] = &[
    (
        "a.dae",
        r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified></asset><library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node id="n"><wrong/><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"##,
    ),
    ("a.wrl", "#VRML V2.0 utf8\nTransform { translation 1 0 0 children Shape { geometry Box {} } }\n"),
    ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
];

const COMMANDS: &[&str] = &[
    "check a.dae",
    "convert a.dae out.glb --force",
    "fix --unsafe -i a.dae",
    "render a.dae -o out.png --size 16x16 --force",
    "convert a.wrl out.x3d --force",
    "info a.obj",
];

fn every_run_ends() {
    let folder = tempfile::tempdir().unwrap();
    for command in COMMANDS {
        let (mut left, mut fine, mut failed) = (0, 0, 0);
        // Beyond the last allocation nothing fails; threads make it another one each time.
        while fine < 3 {
            failed += u32::from(!ends(folder.path(), command, left, &mut fine));
            left += 1 + left / 24;
        }
        assert!(failed > 50, "{command}: memory ran out {failed} times only");
    }
}

/// Lets so many allocations succeed. `true` if the run did not need more.
fn ends(folder: &Path, command: &str, left: u64, fine: &mut u32) -> bool {
    FIXTURES.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    let run = Command::new(std::env::current_exe().unwrap())
        .args(command.split(' '))
        .env(LEFT_NAME, left.to_string())
        .current_dir(folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let exhausted = run.status.code() == Some(3);
    assert!(exhausted || matches!(run.status.code(), Some(0 | 1)), "{command} after {left}: {:?} {told}", run.status);
    assert!(!exhausted || told.contains("memory"), "{command} after {left}: {told}");
    for (name, text) in FIXTURES {
        let now = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(
            now == *text || command.contains("-i") && now.ends_with("</COLLADA>"),
            "{command} after {left}: {name}"
        );
    }
    *fine = if exhausted { 0 } else { *fine + 1 };
    !exhausted
}
