//! The shared state of all requests: engines, limits, free slots.
//! Not here: the requests themselves.

use crate::access::Access;
use analysis::{Cancel, Pool, PoolSettings};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{Mutex, OnceCell, Semaphore};
use tokio::time::timeout;
use tricorn_client::{Engine, EngineSpec, Identity, Place};

/// The most bytes of a request's body, and of a frame: a line of the protocol and a little more.
pub const MAX_BODY: usize = (1 << 20) + 1024;

/// Requests to `analyse` and `review` that may be under way at once.
pub const QUESTIONS: usize = 16;

/// How long an engine may think about one question of the API, in seconds, whatever its limits.
pub const PATIENCE: u64 = 120;

/// Bounds from the command line.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most that a page may set `Hash` to, in MiB.
    pub hash: i64,
    /// The most that a page may set `Threads` to.
    pub threads: i64,
    /// Engine processes of all pages together.
    pub engines: usize,
    /// WebSockets of all pages together.
    pub sockets: usize,
}

/// What all requests share.
pub struct Shared {
    /// Who may ask.
    pub access: Access,
    /// The engines that pages may use, our own first.
    pub engines: Vec<EngineSpec>,
    /// Run folders of the referee.
    pub runs: Vec<PathBuf>,
    /// Bounds from the command line.
    pub bounds: Bounds,
    /// Engine processes that may still be started.
    pub engine_slots: Arc<Semaphore>,
    /// WebSockets that may still be opened.
    pub socket_slots: Arc<Semaphore>,
    /// Questions that may still be begun.
    pub question_slots: Arc<Semaphore>,
    /// Lines of `/ws/rules`, and questions to the rules, that may be worked on at once.
    pub rules_slots: Arc<Semaphore>,
    /// Set when the server ends.
    pub ending: Cancel,
    pool: OnceLock<Arc<Pool>>,
    identities: Vec<OnceCell<Identity>>,
    /// Held while an engine is started to ask what it is.
    probing: Mutex<()>,
}

impl Shared {
    /// Nothing is under way.
    pub fn new(
        access: Access,
        engines: Vec<EngineSpec>,
        runs: Vec<PathBuf>,
        bounds: Bounds,
    ) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let slots = |count| Arc::new(Semaphore::new(count));
        let identities = engines.iter().map(|_| OnceCell::new()).collect();
        Self {
            access,
            engines,
            runs,
            bounds,
            engine_slots: slots(bounds.engines),
            socket_slots: slots(bounds.sockets),
            question_slots: slots(QUESTIONS),
            rules_slots: slots(processors),
            ending: Cancel::new(),
            pool: OnceLock::new(),
            identities,
            probing: Mutex::new(()),
        }
    }

    /// The engines that answer `analyse` and `review`: one process of each, started when it is first asked.
    pub fn pool(&self) -> Arc<Pool> {
        let start = || {
            let settings = PoolSettings {
                patience: Duration::from_secs(PATIENCE),
                ..PoolSettings::default()
            };
            Arc::new(Pool::new(self.engines.clone(), &settings))
        };
        Arc::clone(self.pool.get_or_init(start))
    }

    /// What an engine says of itself. It is started for this once.
    ///
    /// # Errors
    /// It cannot be started; for people.
    pub async fn identity(&self, at: usize) -> Result<Identity, String> {
        let ask = || async {
            // One at a time, and beside those of the pages, which may have taken all slots.
            let slot = self.probing.lock().await;
            let engine = Engine::start(&self.engines[at], &Place::default()).await;
            let engine = engine.map_err(|failure| failure.to_string())?;
            let identity = engine.identity().clone();
            engine.quit().await;
            drop(slot);
            Ok(identity)
        };
        self.identities[at].get_or_try_init(ask).await.cloned()
    }

    /// Ends all engines, and waits until their processes are gone.
    pub async fn end(&self) {
        /// How long an engine may take to end; its guard kills it sooner.
        const FAREWELL: Duration = Duration::from_secs(10);
        self.ending.cancel();
        if let Some(pool) = self.pool.get() {
            pool.end().await;
        }
        let all = u32::try_from(self.bounds.engines).unwrap_or(u32::MAX);
        let gone = async { tokio::join!(self.engine_slots.acquire_many(all), self.probing.lock()) };
        let _ = timeout(FAREWELL, gone).await;
    }
}
