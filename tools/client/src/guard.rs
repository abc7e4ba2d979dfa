//! The guard: a supervisor process that kills the engine and all its descendants when the engine ends
//! or the client is gone.
//! Not here: the engine's input and output, which bypass the guard.
//!
//! The client's program starts itself again as a guard, and the guard starts the engine, which inherits
//! the guard's standard streams: no byte is relayed. The guard waits for one of two events. If
//! the engine ends, or if nobody reads standard error any more, because the client closed
//! it or died in whatever way, the guard kills the engine and everything that came of it. On
//! Linux the guard adopts orphans, so that is exact: processes are killed and collected until
//! none is left, whatever groups and sessions they made. Elsewhere it is the engine's group.
//!
//! If the guard itself is killed, Linux kills the engine; what the engine had started may then
//! escape. So may, always, what runs under another parent: by a service manager, a container
//! daemon, on another machine.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getpid, getppid};

/// The first argument of a guard.
const WORD: &str = "__guard";

/// The stage that watches.
const WATCH: &str = "watch";

/// The stage that turns into the engine.
const BECOME: &str = "become";

/// How long a guard tries to get rid of what an engine left.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the guard exits with if the engine could not be started; shells have the same number.
pub const NOT_STARTED: i32 = 127;

/// Runs as a guard if this process was started as one. To be called first in `main`, with no
/// other thread running.
#[must_use]
pub fn divert() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != WORD {
        return None;
    }
    let stage = arguments.next()?;
    let rest: Vec<OsString> = arguments.collect();
    let code = if stage == WATCH {
        watch(&rest)
    } else {
        become_engine(&rest)
    };
    Some(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)))
}

/// The arguments with which a program becomes the guard of an engine: its CPUs, its memory in
/// MiB, its directory, and its command line.
pub(crate) fn arguments(
    cpus: &[usize],
    memory_mib: Option<u64>,
    dir: Option<&OsStr>,
    command: &[OsString],
) -> Vec<OsString> {
    let cpus: Vec<String> = cpus.iter().map(ToString::to_string).collect();
    let memory = memory_mib.map(|mib| mib.to_string()).unwrap_or_default();
    let mut all: Vec<OsString> = vec![
        WORD.into(),
        WATCH.into(),
        cpus.join(",").into(),
        memory.into(),
        dir.unwrap_or_default().into(),
    ];
    all.extend_from_slice(command);
    all
}

/// What a guard waits for.
enum Event {
    /// The engine has ended, with this exit code.
    Ended(i32),
    /// Nobody reads its standard error any more.
    Abandoned,
}

fn watch(rest: &[OsString]) -> i32 {
    #[cfg(target_os = "linux")]
    if let Err(error) = nix::sys::prctl::set_child_subreaper(true) {
        eprintln!("guard: orphans cannot be adopted: {error}");
    }
    let engine = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args([WORD, BECOME, &getpid().to_string()])
            .args(rest)
            .process_group(0)
            .spawn()
    });
    let engine = match engine {
        Ok(child) => Pid::from_raw(child.id() as i32),
        Err(error) => {
            eprintln!("guard: {error}");
            return NOT_STARTED;
        }
    };
    // The engine has these streams now. If the guard held them too, nobody would notice that the
    // engine has closed them.
    if let Err(error) = leave_streams() {
        eprintln!("guard: the engine's streams cannot be left to it: {error}");
    }
    let (sender, events) = channel();
    let ended = sender.clone();
    thread::spawn(move || collect(engine, &ended));
    thread::spawn(move || listen(&sender));
    // Both threads could only stop sending by a fault of their own; the engine goes then too.
    let event = events.recv().unwrap_or(Event::Abandoned);
    sweep(engine);
    match event {
        Event::Ended(code) => code,
        Event::Abandoned => 0,
    }
}

/// Puts the null device in the place of the guard's standard input and output.
fn leave_streams() -> std::io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    nix::unistd::dup2_stdin(&null)?;
    nix::unistd::dup2_stdout(&null)?;
    Ok(())
}

/// Collects children, adopted ones too, until the engine is among them.
fn collect(engine: Pid, events: &Sender<Event>) {
    loop {
        let code = match waitpid(None, None) {
            Ok(WaitStatus::Exited(pid, code)) if pid == engine => code,
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == engine => 128 + signal as i32,
            Ok(_) | Err(Errno::EINTR) => continue,
            // No child is left: the sweep was faster.
            Err(_) => return,
        };
        // The receiver is gone once the guard has decided otherwise.
        let _ = events.send(Event::Ended(code));
        return;
    }
}

/// Waits until the reader of standard error is gone.
fn listen(events: &Sender<Event>) {
    let errors = std::io::stderr();
    loop {
        let mut watched = [PollFd::new(
            std::os::fd::AsFd::as_fd(&errors),
            PollFlags::empty(),
        )];
        match poll(&mut watched, PollTimeout::NONE) {
            Ok(0) | Err(Errno::EINTR) => {}
            Ok(_) | Err(_) => break,
        }
    }
    let _ = events.send(Event::Abandoned);
}

/// Kills the engine's group, and children until there is none: when one dies, what it had
/// started becomes a child of the guard and is killed in the next round.
fn sweep(engine: Pid) {
    let end = Instant::now() + PATIENCE;
    let mut pause = Duration::from_micros(200);
    loop {
        // The group may be gone already.
        let _ = killpg(engine, Signal::SIGKILL);
        for child in children() {
            let _ = kill(child, Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => break,
                Ok(_) | Err(Errno::EINTR) => {}
                Err(_) => return,
            }
        }
        if Instant::now() > end {
            eprintln!("guard: processes of the engine do not end");
            return;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The children of this process, as far as the system tells.
fn children() -> Vec<Pid> {
    let own = getpid();
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|&pid: &i32| parent(pid) == Some(own))
        .map(Pid::from_raw)
        .collect()
}

/// The parent of a process: the second field after the name, which is in brackets and may hold
/// anything.
fn parent(pid: i32) -> Option<Pid> {
    let status = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let name_end = status.iter().rposition(|&byte| byte == b')')?;
    let fields = std::str::from_utf8(&status[name_end + 1..]).ok()?;
    let parent = fields.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(Pid::from_raw(parent))
}

/// Turns this process into the engine. Comes back only if that fails.
fn become_engine(rest: &[OsString]) -> i32 {
    let [guard, cpus, memory, dir, program, arguments @ ..] = rest else {
        eprintln!("guard: no engine given");
        return NOT_STARTED;
    };
    if let Err(message) = prepare(guard, cpus, memory, dir) {
        eprintln!("guard: {message}");
        return NOT_STARTED;
    }
    let error = Command::new(program).args(arguments).exec();
    eprintln!("cannot start {}: {error}", program.display());
    NOT_STARTED
}

fn prepare(guard: &OsStr, cpus: &OsStr, memory: &OsStr, dir: &OsStr) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    {
        nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)
            .map_err(|error| format!("death of the guard cannot be told: {error}"))?;
        let cpus = cpus.to_str().unwrap_or_default();
        if !cpus.is_empty() {
            pin(cpus).map_err(|error| format!("CPUs {cpus}: {error}"))?;
        }
    }
    #[cfg(not(target_os = "linux"))]
    if !cpus.is_empty() {
        return Err("this system cannot pin processes to CPUs".to_owned());
    }
    // It may have died before its death could be told.
    if guard.to_str() != Some(&getppid().to_string()) {
        return Err("the guard is gone".to_owned());
    }
    if let Some(mib) = memory.to_str().and_then(|text| text.parse::<u64>().ok()) {
        use nix::sys::resource::{Resource, setrlimit};
        let bytes = mib.saturating_mul(1 << 20);
        setrlimit(Resource::RLIMIT_AS, bytes, bytes)
            .map_err(|error| format!("memory {mib} MiB: {error}"))?;
    }
    if !dir.is_empty() {
        std::env::set_current_dir(dir)
            .map_err(|error| format!("directory {}: {error}", dir.display()))?;
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn pin(cpus: &str) -> nix::Result<()> {
    use nix::sched::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for cpu in cpus.split(',') {
        set.set(cpu.parse().map_err(|_| Errno::EINVAL)?)?;
    }
    sched_setaffinity(Pid::from_raw(0), &set)
}
