//! `GET engines`: the engines that a page may use, and their options.
//! Not here: running them (`pipe`).

use crate::pipe::allowed;
use crate::state::Shared;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use tricorn_client::{Dialect, Identity, VARIANT};
use tricorn_protocol::{OptionKind, OptionLine};
use utoipa::ToSchema;

/// The engines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Engines {
    /// The engine that is used where none is named.
    default: String,
    engines: Vec<EngineEntry>,
}

/// An engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineEntry {
    /// Its name here, as in `/ws/engine/<name>`.
    name: String,
    /// What it calls itself; empty if it could not be started.
    title: String,
    author: String,
    /// The greeting that it answers to. One of UGI counts mates in plies.
    dialect: DialectWord,
    /// The games that it plays; empty if it does not say.
    variants: Vec<String>,
    /// The options that a page may set.
    options: Vec<EngineOption>,
    /// Why it could not be started.
    error: Option<String>,
}

/// A dialect of the protocol.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DialectWord {
    /// `uci`
    Uci,
    /// `ugi`
    Ugi,
}

/// An option of an engine.
#[derive(Debug, Serialize, ToSchema)]
pub struct EngineOption {
    name: String,
    #[serde(flatten)]
    kind: EngineOptionKind,
}

/// The type of an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EngineOptionKind {
    /// `true` or `false`
    Check {
        /// The value at start.
        default: bool,
    },
    /// An integer.
    Spin {
        /// The value at start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value that a page may set.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at start.
        default: String,
        /// The words.
        vars: Vec<String>,
    },
    /// An action without a value.
    Button,
}

impl EngineOption {
    /// `None` for a text, which a page may not set.
    fn new(option: OptionLine) -> Option<Self> {
        let kind = match option.kind {
            OptionKind::Check { default } => EngineOptionKind::Check { default },
            OptionKind::Spin { default, min, max } => EngineOptionKind::Spin { default, min, max },
            OptionKind::Combo { default, vars } => EngineOptionKind::Combo { default, vars },
            OptionKind::Button => EngineOptionKind::Button,
            OptionKind::String { .. } => return None,
        };
        let name = option.name;
        Some(Self { name, kind })
    }
}

fn variants(identity: &Identity) -> Vec<String> {
    match identity.option(VARIANT).map(|option| &option.kind) {
        Some(OptionKind::Combo { vars, .. }) => vars.clone(),
        _ => Vec::new(),
    }
}

/// Lists the engines. Each is started once for this, when it is first asked for.
#[utoipa::path(
    get,
    path = "/engines",
    responses((status = 200, description = "The engines", body = Engines))
)]
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Engines> {
    let mut engines = Vec::with_capacity(shared.engines.len());
    for (at, spec) in shared.engines.iter().enumerate() {
        let (identity, error) = match shared.identity(at).await {
            Ok(identity) => (identity, None),
            Err(error) => (Identity::default(), Some(error)),
        };
        let open = allowed(&identity, &spec.options, &shared.bounds);
        engines.push(EngineEntry {
            name: spec.name.clone(),
            dialect: match spec.dialect {
                Dialect::Uci => DialectWord::Uci,
                Dialect::Ugi => DialectWord::Ugi,
            },
            variants: variants(&identity),
            options: open.into_iter().filter_map(EngineOption::new).collect(),
            title: identity.name,
            author: identity.author,
            error,
        });
    }
    let default = shared.engines[0].name.clone();
    Json(Engines { default, engines })
}
