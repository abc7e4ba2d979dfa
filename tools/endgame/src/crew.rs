//! Several threads that take tasks from one list; lines for people, and a progress line meanwhile.
//! Not here: what the tasks are.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use tricorn::eval::dameo::endgame::file::forms;
use tricorn::eval::dameo::endgame::setup::Material;

/// Does `work` on all `tasks`, as many at once as there are threads, and hands each result to
/// `finished` on the calling thread, as soon as it is there.
///
/// # Errors
/// The first error of `finished`; what is not begun then is left undone.
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

/// A progress line that counts setups; invisible where there is no terminal.
pub fn progress(setups: u64) -> ProgressBar {
    let template = "{bar:30} {percent:>3} % of {len} setups  {elapsed} gone, {eta} left";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(setups).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Prints a line. That nobody reads any more is no error: a file is still to be built, and a proof
/// to end with its exit code.
///
/// # Errors
/// The line cannot be written for another reason, as on a full disk.
pub fn say(line: &str) -> std::io::Result<()> {
    match writeln!(std::io::stdout().lock(), "{line}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints a line above the progress line.
///
/// # Errors
/// As those of [`say`].
pub fn tell(bar: &ProgressBar, line: &str) -> std::io::Result<()> {
    bar.suspend(|| say(line))
}

/// The numbers of a material and its passed form.
pub fn setups(material: Material) -> u64 {
    let sizes = forms(material).map(Material::size);
    sizes.sum::<usize>() as u64
}

/// The material as text, the side to move first: `KM-K`.
pub fn name(material: Material) -> String {
    let [men, kings, other_men, other_kings] = material.0.map(usize::from);
    let side = |men, kings| "K".repeat(kings) + &"M".repeat(men);
    format!("{}-{}", side(men, kings), side(other_men, other_kings))
}
