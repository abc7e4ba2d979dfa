//! Plays one pairing with the referee, or resumes it.
//! Not here: the list of pairings (`config`), and the results (`table`).

use crate::config::Pairing;
use anyhow::{Context, bail};
use referee::config::{Plan, RawConfig, RawSettings};
use referee::runner::{self, EnginePool, Finish, RunOptions, Store, stop_signal};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::sync::Arc;
use tricorn_common::{files, lock};

/// The programs of a pairing, the engine first, as paths from the root of the checkout.
pub type Programs<'a> = [&'a Path; 2];

/// The result of a pairing.
#[derive(Debug)]
pub struct Played {
    /// The result so far.
    pub finish: Finish,
    /// Whether games were played now; false if all were finished before.
    pub fresh: bool,
}

/// The file that identifies the programs that played the games in a folder.
const IDENTITY: &str = "programs";

/// Both players in the referee's `--engine` syntax.
fn engines(pairing: &Pairing, programs: Programs<'_>, names: [&str; 2]) -> [Vec<String>; 2] {
    [0, 1].map(|place| {
        let program = programs[place].display();
        let mut words = vec![format!("name={}", names[place]), format!("cmd={program}")];
        let limits = pairing.limits[place].split_ascii_whitespace();
        words.extend(limits.map(str::to_owned));
        words
    })
}

/// The referee command that plays the same match.
pub fn command(pairing: &Pairing, programs: Programs<'_>, names: [&str; 2]) -> String {
    let Pairing {
        variant,
        games,
        concurrency,
        seed,
        openings,
        ..
    } = pairing;
    let mut text = format!(
        "referee match --variant {variant} --games {games} --concurrency {concurrency} \
         --seed {seed} --openings {openings}"
    );
    for words in engines(pairing, programs, names) {
        text += &format!(" --engine {}", words.join(" "));
    }
    text
}

/// A fingerprint of a program: the hash of its bytes.
fn fingerprint(program: &Path) -> anyhow::Result<u64> {
    let bytes = fs::read(program).with_context(|| program.display().to_string())?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Ok(hasher.finish())
}

/// Plays the missing games of a pairing in its folder. Games in the folder are kept if the same
/// programs played them by the same plan; otherwise, or with `again`, they are deleted.
pub fn play(
    pairing: &Pairing,
    programs: Programs<'_>,
    names: [&str; 2],
    folder: &Path,
    again: bool,
) -> anyhow::Result<Played> {
    let given = RawConfig {
        settings: RawSettings {
            variant: Some(pairing.variant.clone()),
            games: Some(pairing.games),
            seed: Some(pairing.seed),
            openings: Some(pairing.openings.clone()),
            ..RawSettings::default()
        },
        each: Vec::new(),
        engines: engines(pairing, programs, names).into(),
    };
    let plan = Plan::new(&given).map_err(|error| anyhow::anyhow!("{}: {error}", pairing.name))?;
    let [own, other] = programs.map(fingerprint);
    let identity = format!("{:016x} {:016x}\n", own?, other?);
    // The lock is beside the folder, which may be deleted and created again.
    let _lock = lock::file(folder)?;
    let store = if again {
        None
    } else {
        reopen(folder, &plan, &identity)
    };
    let store = match store {
        Some(store) => store,
        None => begin(folder, &plan, &identity)?,
    };
    let fresh = (store.journal.pairs().count() as u64) < plan.games / 2;
    let plan = Arc::new(plan);
    let pool = Arc::new(EnginePool::new(Arc::clone(&plan), Vec::new(), None));
    let options = RunOptions {
        concurrency: pairing.concurrency.max(1),
        progress: true,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let finish = runtime.block_on(async {
        let stop = stop_signal()?;
        if fresh {
            let tried = pool.try_out().await.map(|trial| trial.failures);
            if let Err(failures) | Ok(failures) = tried
                && let Some((name, failure)) = failures.first()
            {
                bail!("{name} cannot play: {}", failure.detail);
            }
        }
        Ok(runner::run(&plan, store, pool, options, stop).await?)
    })?;
    Ok(Played { finish, fresh })
}

/// The run in a folder, if it can be resumed.
fn reopen(folder: &Path, plan: &Plan, identity: &str) -> Option<Store> {
    let known = fs::read_to_string(folder.join(IDENTITY)).ok()?;
    let (store, other) = Store::open(folder).ok().filter(|_| known == identity)?;
    plan.difference(&other).is_none().then_some(store)
}

fn begin(folder: &Path, plan: &Plan, identity: &str) -> anyhow::Result<Store> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| folder.display().to_string());
        }
        _ => {}
    }
    let store = Store::create(folder, plan)?;
    let path = folder.join(IDENTITY);
    files::replace_bytes(&path, identity.as_bytes()).with_context(|| path.display().to_string())?;
    Ok(store)
}
