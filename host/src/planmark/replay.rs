//! Running recorded calls again.

use std::path::Path;

use super::Planmark;
use crate::runtime::replayed::Replayer;
use crate::trace::{Read, Reader, Replay, TraceError};

impl Planmark {
    /// Runs each call of a trace again, on the built-in engine and with the answers recorded, and says
    /// which of them ask or answer otherwise now. It opens no home and writes nothing.
    ///
    /// # Errors
    ///
    /// [`TraceError`] when the file can't be read or holds what is no call.
    pub fn replay(trace: &Path) -> Result<Replay, TraceError> {
        let mut reader = Reader::open(trace)?;
        let replayer = Replayer::load()?;
        let mut replay = Replay::default();
        loop {
            match reader.next()? {
                Read::End => return Ok(replay),
                Read::Cut => replay.cut = Some(reader.number),
                Read::Call(line) => {
                    let found = replayer.run(reader.number, line).map_err(|cause| reader.damaged(cause))?;
                    replay.calls += 1;
                    replay.same += u64::from(found.is_none());
                    replay.differences.extend(found);
                }
            }
        }
    }
}
