//! A thread pool for a fixed list of tasks.
//! Not here: what the tasks are.

use std::sync::{Mutex, mpsc};

/// Runs `work` on all `tasks` on several threads, and calls `finished` on this thread with each
/// result as soon as it is ready.
///
/// # Errors
/// The first error of `finished`; no further task starts then.
pub fn work<T: Copy + Sync, R: Send>(
    tasks: &[T],
    threads: usize,
    work: impl Fn(T) -> R + Sync,
    mut finished: impl FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let list = Mutex::new(tasks.iter());
    let next = || list.lock().map_or(None, |mut list| list.next().copied());
    std::thread::scope(|scope| {
        let (send, results) = mpsc::sync_channel(0);
        for _ in 0..threads.min(tasks.len()) {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(task) = next()
                    && send.send(work(task)).is_ok()
                {}
            });
        }
        drop(send);
        results.into_iter().try_for_each(&mut finished)
    })
}
