//! The watch over scripts: a call that takes too long ends the run, because nothing else can end it.

use std::sync::Once;
use std::time::Duration;

use portolan::run::watch::{at_work, before_scripts};

/// Seconds of processor time that scripts may take in one call. Their steps are used up long before, but for what is built in.
const MOST: f64 = 5.0;

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// What a process says whose scripts take too long.
pub const ENDLESS: &str = "the scripts of the world take too long in one call";

/// Watches scripts from the first one on.
pub fn begin() {
    static ONCE: Once = Once::new();
    before_scripts(|| {
        ONCE.call_once(|| {
            // Without a thread there is no watch.
            let _ = std::thread::Builder::new().stack_size(64 << 10).spawn(watch);
        });
    });
}

fn watch() {
    let (mut call, mut since) = (None, 0.0);
    loop {
        std::thread::sleep(PAUSE);
        let (now, seconds) = (at_work(), seconds());
        if now.is_none() || now != call {
            (call, since) = (now, seconds);
        } else if seconds - since > MOST {
            let text = format!("portolan {}: {ENDLESS} (RUN012)\n", crate::memory::called());
            crate::memory::stop(text.as_bytes());
        }
    }
}

/// Seconds of processor time of this process so far.
#[cfg(unix)]
fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Where the system does not tell: how long the watch has slept.
#[cfg(not(unix))]
fn seconds() -> f64 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static LOOKS: AtomicU32 = AtomicU32::new(0);
    f64::from(LOOKS.fetch_add(1, Ordering::Relaxed)) * PAUSE.as_secs_f64()
}
