//! Kills a process at a system call of the test's choice (Linux).
//!
//! The process raises [`BEGIN`] where the test begins to count, and [`DONE`] when what it does is
//! acknowledged. In between and after, every system call of every thread is a point at which it can
//! be killed: the call is not made, and all before it were.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{self, Signal};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// Where counting begins. The process never sees the signal.
pub const BEGIN: Signal = Signal::SIGUSR1;
/// What was to be done is acknowledged. The process never sees the signal.
pub const DONE: Signal = Signal::SIGUSR2;

/// How a traced process ended.
#[derive(Debug)]
pub struct Ended {
    /// Whether it was killed, or ran to its end.
    pub killed: bool,
    /// Whether it raised [`DONE`].
    pub acknowledged: bool,
    /// System calls counted.
    pub calls: u32,
    /// Its exit code, when it ran to its end.
    pub code: Option<i32>,
    /// What it wrote to its standard output.
    pub output: String,
}

/// Runs `command` and kills it before it makes its `nth` system call after [`BEGIN`], counted from
/// 1; with none, never.
///
/// # Errors
///
/// When the process can't be started or traced.
pub fn run(command: &mut Command, nth: Option<u32>) -> io::Result<Ended> {
    command.stdout(Stdio::piped()).stdin(Stdio::null()).process_group(0);
    // SAFETY: the closure makes one system call and touches no memory of the parent's.
    unsafe { command.pre_exec(|| ptrace::traceme().map_err(io::Error::from)) };
    let mut child = command.spawn()?;
    let pid = Pid::from_raw(i32::try_from(child.id()).map_err(io::Error::other)?);
    let mut ended = follow(pid, nth)?;
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut ended.output)?;
    }
    Ok(ended)
}

fn follow(main: Pid, nth: Option<u32>) -> io::Result<Ended> {
    let mut ended = Ended { killed: false, acknowledged: false, calls: 0, code: None, output: String::new() };
    let group = Pid::from_raw(-main.as_raw());
    let mut counting = false;
    let mut inside: BTreeMap<i32, bool> = BTreeMap::new();
    let mut optioned = false;
    loop {
        let status = waitpid(group, Some(WaitPidFlag::__WALL))?;
        let (pid, deliver) = match status {
            WaitStatus::Exited(pid, code) if pid == main => {
                ended.code = Some(code);
                return Ok(ended);
            }
            WaitStatus::Signaled(pid, _, _) if pid == main => {
                ended.killed = true;
                return Ok(ended);
            }
            WaitStatus::PtraceSyscall(pid) => {
                let entered = inside.entry(pid.as_raw()).or_default();
                *entered = !*entered;
                if *entered && counting {
                    ended.calls += 1;
                    if Some(ended.calls) == nth {
                        signal::kill(main, Signal::SIGKILL)?;
                        continue;
                    }
                }
                (pid, None)
            }
            WaitStatus::Stopped(pid, BEGIN) => {
                counting = true;
                (pid, None)
            }
            WaitStatus::Stopped(pid, DONE) => {
                ended.acknowledged = true;
                (pid, None)
            }
            WaitStatus::Stopped(pid, Signal::SIGTRAP | Signal::SIGSTOP) => {
                if !optioned {
                    let wanted = Options::PTRACE_O_TRACESYSGOOD
                        | Options::PTRACE_O_TRACECLONE
                        | Options::PTRACE_O_EXITKILL;
                    ptrace::setoptions(pid, wanted)?;
                    optioned = true;
                }
                (pid, None)
            }
            WaitStatus::Stopped(pid, other) => (pid, Some(other)),
            WaitStatus::PtraceEvent(pid, _, _) => (pid, None),
            _ => continue,
        };
        // Other threads are always followed, so that none of their calls is missed after BEGIN.
        let resumed =
            if counting || pid != main { ptrace::syscall(pid, deliver) } else { ptrace::cont(pid, deliver) };
        match resumed {
            Ok(()) | Err(nix::errno::Errno::ESRCH) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}
