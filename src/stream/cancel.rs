//! Ctrl-C, and the requests to end that a system sends (SIGTERM, SIGHUP): the first one asks the work to stop at the next block, a second one stops it at once.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static CANCELLED: AtomicBool = AtomicBool::new(false);
/// A file, or a folder with all that is in it, to remove if the program must stop at once.
static HALF_DONE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Exit status after an interruption (128 + SIGINT).
pub const EXIT_STATUS: u8 = 130;
/// Milliseconds that the work may take to come to a stop before the program ends without it.
static PATIENCE: AtomicU64 = AtomicU64::new(3000);

/// Whether the user wants to stop.
#[must_use]
pub fn is_cancelled() -> bool {
    CANCELLED.load(Ordering::Relaxed)
}

/// Starts to listen.
///
/// # Errors
///
/// If the system refuses the handler.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            stop_now();
        }
        // The work may be waiting for input that never comes.
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_millis(PATIENCE.load(Ordering::Relaxed)));
            stop_now();
        });
    })
}

/// Gives work that ends slowly more time for it.
pub fn set_patience(patience: Duration) {
    let milliseconds = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
    PATIENCE.store(milliseconds, Ordering::Relaxed);
}

/// Names the file, or the folder, that an interruption must not leave behind.
pub fn set_half_done(path: Option<PathBuf>) {
    *HALF_DONE.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

fn stop_now() {
    let half_done = HALF_DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = &*half_done {
        // Nothing more can be done about what cannot be removed.
        let _ = if path.is_dir() {
            std::fs::remove_dir_all(path)
        } else {
            std::fs::remove_file(path)
        };
    }
    #[expect(clippy::exit, reason = "the main thread does not react")]
    std::process::exit(i32::from(EXIT_STATUS));
}
