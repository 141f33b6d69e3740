//! What the figures were measured on.

use std::fs;

/// The machine, as one paragraph.
pub(crate) fn describe() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| -> String {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(':').map_or("unknown", |(_, value)| value.trim()).to_owned()
    };
    let processor = field(&read("/proc/cpuinfo"), "model name");
    let memory = field(&read("/proc/meminfo"), "MemTotal");
    let kernel = read("/proc/sys/kernel/osrelease").trim().to_owned();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let sqlite = rusqlite::version();
    let load = read("/proc/loadavg").split(' ').next().unwrap_or_default().to_owned();
    format!(
        "Measured on: {processor}, {cores} cores, {memory} of memory, {} {kernel}, SQLite {sqlite}, planmark {}, load \
         average {load}.\n",
        std::env::consts::OS,
        env!("CARGO_PKG_VERSION"),
    )
}
