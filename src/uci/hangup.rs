//! Notices that nobody reads stdout any more, even while there is nothing to print: the program
//! that ran this process may be gone, and a long count would go on for nobody.
//! Not here: a line that cannot be written; the owner of stdout sees that itself.

/// Ends the process quietly when the reader of stdout has gone. Costs no time while it has not.
#[cfg(unix)]
pub fn watch() {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let wait = || {
        let stdout = std::io::stdout();
        // With no event asked for, only errors and a hangup wake.
        let mut watched = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
        while poll(&mut watched, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let gone = PollFlags::POLLERR | PollFlags::POLLHUP;
        if watched[0]
            .revents()
            .is_some_and(|seen| seen.intersects(gone))
        {
            std::process::exit(0);
        }
    };
    // Without the thread the next line that cannot be written ends the process.
    let _ = std::thread::Builder::new()
        .name("hangup".into())
        .spawn(wait);
}

/// Elsewhere the next line that cannot be written ends the process.
#[cfg(not(unix))]
pub fn watch() {}
