//! The shared state of all requests: engines, limits, free slots.
//! Not here: the requests themselves.

use crate::access::Access;
use crate::api::Seeds;
use analysis::{Cancel, Pool, PoolSettings, QueryError, QueryErrorCode};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{Mutex, OnceCell, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tricorn_client::{Engine, EngineSpec, Identity, Place};

/// The most bytes of a request's body, and of a frame: a line of the protocol and a little more.
pub const MAX_BODY: usize = (1 << 20) + 1024;

/// How long the body of a request may take to come.
pub const BODY_TIME: Duration = Duration::from_secs(15);

/// The most moves of a question to an engine.
pub const MOVES: usize = 5_000;

/// The longest search of a question, in milliseconds.
pub const MOVETIME: u64 = 600_000;

/// The nodes of each search of a question that has no limit.
pub const NODES: u64 = 100_000;

/// Requests to `analyse` and `review` that may be under way at once.
pub const QUESTIONS: usize = 16;

/// How long an engine may think about one question, beyond its own `movetime`, before it has to answer by
/// what it has found.
pub const PATIENCE: Duration = Duration::from_secs(120);

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
    /// Dice whose seeds are not told yet.
    pub seeds: Seeds,
    pools: Vec<OnceLock<Arc<Pool>>>,
    identities: Vec<OnceCell<Identity>>,
    /// Held while an engine is started to ask what it is.
    probing: Mutex<()>,
}

impl Shared {
    /// Nothing is under way.
    pub fn new(access: Access, engines: Vec<EngineSpec>, bounds: Bounds) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let slots = |count| Arc::new(Semaphore::new(count));
        let pools = engines.iter().map(|_| OnceLock::new()).collect();
        let identities = engines.iter().map(|_| OnceCell::new()).collect();
        Self {
            access,
            engines,
            bounds,
            engine_slots: slots(bounds.engines),
            socket_slots: slots(bounds.sockets),
            question_slots: slots(QUESTIONS),
            rules_slots: slots(processors),
            ending: Cancel::new(),
            seeds: Seeds::default(),
            pools,
            identities,
            probing: Mutex::new(()),
        }
    }

    /// The engine that answers `analyse` and `review`: one process, started when it is first asked. The
    /// first of the list unless one is named.
    ///
    /// # Errors
    /// There is no engine of this name.
    pub fn pool(&self, name: Option<&str>) -> Result<Arc<Pool>, QueryError> {
        let at = match name {
            None => Some(0),
            Some(name) => self.engines.iter().position(|spec| spec.name == name),
        };
        let Some(at) = at else {
            let known: Vec<_> = self.engines.iter().map(|spec| spec.name.as_str()).collect();
            let message = format!("expected one of {}", known.join(", "));
            return Err(QueryError::new(
                QueryErrorCode::BadQuestion,
                "/engine",
                message,
            ));
        };
        let start = || {
            let settings = PoolSettings {
                patience: PATIENCE,
                ..PoolSettings::default()
            };
            Arc::new(Pool::new(vec![self.engines[at].clone()], &settings))
        };
        Ok(Arc::clone(self.pools[at].get_or_init(start)))
    }

    /// A place for a question to an engine; `None` if too many are under way.
    pub fn question_slot(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.question_slots).try_acquire_owned().ok()
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
        for pool in self.pools.iter().filter_map(OnceLock::get) {
            pool.end().await;
        }
        let all = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        // A page hears that the server ends, so its socket is waited for as well.
        let gone = async {
            tokio::join!(
                self.engine_slots.acquire_many(all(self.bounds.engines)),
                self.socket_slots.acquire_many(all(self.bounds.sockets)),
                self.probing.lock(),
            )
        };
        let _ = timeout(FAREWELL, gone).await;
    }
}
