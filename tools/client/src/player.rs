//! A player: an engine that is started on demand and restarted after a failure.
//! Not here: the dialogue itself (`engine`).

use super::engine::{Engine, Failure};
use super::identity::Identity;
use super::spec::{EngineSpec, Place};

/// An engine over several games. Dropping it kills the process.
#[derive(Debug)]
pub struct Player {
    spec: EngineSpec,
    place: Place,
    engine: Option<Engine>,
}

impl Player {
    /// A player whose engine does not run yet.
    #[must_use]
    pub fn new(spec: EngineSpec, place: Place) -> Self {
        Self {
            spec,
            place,
            engine: None,
        }
    }

    /// The name that records and tables use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// How it is started.
    #[must_use]
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Where it runs.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Name, author and options of the engine, if it runs.
    #[must_use]
    pub fn identity(&self) -> Option<&Identity> {
        self.engine.as_ref().map(Engine::identity)
    }

    /// The engine, if it runs.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut()
    }

    /// Forgets an engine that has failed; the next game starts it again.
    pub fn forget(&mut self) {
        self.engine = None;
    }

    /// Prepares the engine for a game: starts it if it does not run, sets the options of the spec,
    /// the variant, and those of `optional_options` that it has, and sends `ucinewgame`.
    ///
    /// An engine that ran before and fails here is restarted, since it has no game to lose yet; the
    /// failure is returned for the records.
    ///
    /// # Errors
    /// A newly started engine fails.
    pub async fn begin(
        &mut self,
        variant: &str,
        optional_options: &[(&str, String)],
    ) -> Result<Option<Failure>, Failure> {
        let mut restarted = None;
        if let Some(engine) = &mut self.engine {
            match begin(engine, variant, optional_options).await {
                Ok(()) => return Ok(None),
                Err(failure) => {
                    tracing::info!(engine = %self.spec.name, fault = failure.kind.word(), "failed between games, starts again");
                    restarted = Some(failure);
                }
            }
        }
        self.engine = None;
        let mut engine = Engine::start(&self.spec, &self.place).await?;
        begin(&mut engine, variant, optional_options).await?;
        self.engine = Some(engine);
        Ok(restarted)
    }

    /// Sends `quit`, and kills the engine and its descendants if it does not exit in time. Returns
    /// whether it exited by itself.
    pub async fn quit(&mut self) -> bool {
        match self.engine.take() {
            Some(engine) => engine.quit().await,
            None => true,
        }
    }

    /// Kills the engine and its descendants, and waits until that is done.
    pub async fn kill(&mut self) {
        if let Some(engine) = self.engine.take() {
            tracing::debug!(engine = %self.spec.name, "is killed");
            engine.kill().await;
        }
    }
}

async fn begin(
    engine: &mut Engine,
    variant: &str,
    optional_options: &[(&str, String)],
) -> Result<(), Failure> {
    engine.choose(variant).await?;
    for (name, value) in optional_options {
        if engine.identity().option(name).is_some() {
            engine.set(name, value).await?;
        }
    }
    engine.new_game().await
}
