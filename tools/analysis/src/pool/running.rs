//! A running engine with its current options, variant and MultiPV, which change only when needed.
//! Not here: searching.

use std::path::PathBuf;
use std::time::{Duration, Instant};
use tricorn_client::{Engine, EngineSpec, Failure, Place, VARIANT};
use tricorn_protocol::OptionKind;

/// How often an engine is allowed as much output again as one may give at a time: a search of hours
/// prints much.
const ALLOWING: Duration = Duration::from_secs(10);

/// Options that analysis wants, unless the engine's words set them.
const WANTED: [&str; 2] = ["UCI_ShowWDL", "UCI_AnalyseMode"];

/// A running engine.
pub struct Running {
    pub engine: Engine,
    /// The variant and the number of lines that it is set to.
    setting: Option<(String, u32)>,
    /// When it was last allowed to print as much again.
    allowed: Instant,
}

impl Running {
    /// Starts an engine and sets the options that its words and analysis want.
    ///
    /// # Errors
    /// It does not start, or refuses an option.
    pub async fn start(spec: &EngineSpec, guard: Option<PathBuf>) -> Result<Self, Failure> {
        let place = Place {
            guard,
            ..Place::default()
        };
        let mut engine = Engine::start(spec, &place).await?;
        for option in WANTED {
            let given = |(name, _): &(String, String)| name.eq_ignore_ascii_case(option);
            if engine.identity().option(option).is_some() && !spec.options.iter().any(given) {
                engine.set(option, "true").await?;
            }
        }
        Ok(Self {
            engine,
            setting: None,
            allowed: Instant::now(),
        })
    }

    /// The variant and the number of lines that it is set to.
    pub fn setting(&self) -> Option<(&str, u32)> {
        let setting = self.setting.as_ref();
        setting.map(|(variant, multipv)| (variant.as_str(), *multipv))
    }

    /// Sets the variant and the number of lines. If it does not play the variant, it stays as it is,
    /// and what it says is given.
    ///
    /// # Errors
    /// It refuses, or fails otherwise; it is gone then.
    pub async fn set(&mut self, variant: &str, multipv: u32) -> Result<Option<String>, Failure> {
        if self.setting() == Some((variant, multipv)) {
            return Ok(None);
        }
        let engine = &mut self.engine;
        if let Err(unsupported) = engine.identity().variant(variant) {
            return Ok(Some(unsupported));
        }
        if engine.identity().option(VARIANT).is_some() {
            engine.choose(variant).await?;
        }
        if let Some(option) = engine.identity().option("MultiPV") {
            let most = match option.kind {
                OptionKind::Spin { max, .. } => max,
                _ => i64::MAX,
            };
            // As many lines as it can give.
            let lines = i64::from(multipv).min(most).to_string();
            engine.set("MultiPV", &lines).await?;
        }
        self.setting = Some((variant.to_owned(), multipv));
        Ok(None)
    }

    /// Lets the engine print as much again, if that was long ago.
    pub fn allow(&mut self) {
        if self.allowed.elapsed() >= ALLOWING {
            self.allowed = Instant::now();
            self.engine.process().allow();
        }
    }
}
