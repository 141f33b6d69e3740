//! Waiting for another process: by asking again.
//!
//! SQLite's own busy handler sleeps up to 100 ms between attempts, which lets a busy neighbour
//! starve this process. A few milliseconds at most keep the wait short and cost little.

use std::thread;
use std::time::{Duration, Instant};

use crate::store::sqlite::failure;

const FIRST_PAUSE: Duration = Duration::from_micros(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(3);

/// Attempts until it works or the deadline has passed; then gives the last attempt's error.
pub(super) fn until(
    deadline: Instant,
    mut attempt: impl FnMut() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut pause = FIRST_PAUSE;
    loop {
        match attempt() {
            Err(error) if failure::is_busy(&error) && Instant::now() < deadline => {
                thread::sleep(pause.min(deadline.saturating_duration_since(Instant::now())));
                pause = LONGEST_PAUSE.min(pause * 3 / 2);
            }
            outcome => return outcome,
        }
    }
}
