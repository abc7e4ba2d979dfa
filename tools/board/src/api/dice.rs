//! `POST dice`, `dice/throw`, `dice/reveal`: throws from a seed that can be checked after the game.
//! Not here: how a seed becomes a throw (`tricorn::dice`).
//!
//! The commitment, told first, is the SHA-256 of the seed, written in decimal digits. The seed is told
//! last; then nothing more is thrown from it.

use super::error::{ErrorAnswer, ErrorCode};
use super::question::{Asked, Id};
use crate::state::Shared;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use tricorn::dice::Throw;
use tricorn::rules::Notation;
use tricorn::rules::list::{self, Visitor};
use utoipa::ToSchema;

/// How many seeds are held; the oldest is forgotten for one more.
const HELD: usize = 10_000;

/// The seeds that are not told yet, by their commitment.
#[derive(Debug, Default)]
pub struct Seeds(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    seeds: HashMap<String, u64>,
    /// Commitments in the order in which they were made.
    order: VecDeque<String>,
}

impl Seeds {
    fn add(&self, seed: u64) -> String {
        let commitment = commitment(seed);
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while held.order.len() >= HELD
            && let Some(oldest) = held.order.pop_front()
        {
            held.seeds.remove(&oldest);
        }
        if held.seeds.insert(commitment.clone(), seed).is_none() {
            held.order.push_back(commitment.clone());
        }
        commitment
    }

    fn get(&self, commitment: &str) -> Option<u64> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.seeds.get(commitment).copied()
    }

    fn take(&self, commitment: &str) -> Option<u64> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seed = held.seeds.remove(commitment)?;
        held.order.retain(|known| known != commitment);
        Some(seed)
    }
}

fn commitment(seed: u64) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(seed.to_string()) {
        // A String takes all.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Asks for new dice.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceQuestion {
    /// Its name.
    #[serde(default)]
    id: Option<Id>,
}

/// New dice.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DiceAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// The SHA-256 of the seed's decimal digits, in hexadecimal. It is also the name of the dice.
    commitment: String,
}

/// Asks for a throw.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThrowQuestion {
    /// Its name.
    #[serde(default)]
    id: Option<Id>,
    /// The dice.
    commitment: String,
    /// The game; `abak` unless given.
    #[serde(default)]
    variant: Option<String>,
    /// The number of the game that these dice are used for, from 0.
    #[serde(default)]
    game: u64,
    /// The turn, counted from 0. The same turn always has the same throw.
    ply: u64,
    /// Whether the throw opens the game, so that it is no double; true for turn 0 unless given.
    #[serde(default)]
    opening: Option<bool>,
}

/// A throw.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThrowAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// The throw as the protocol writes it, such as `31`.
    roll: String,
}

/// Asks for the seed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RevealQuestion {
    /// Its name.
    #[serde(default)]
    id: Option<Id>,
    /// The dice.
    commitment: String,
}

/// The seed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RevealAnswer {
    /// The name of the question; null if it has none.
    id: Option<Id>,
    /// The seed in decimal digits. The engine throws the same dice with `RollDice` and this `DiceSeed`,
    /// if it is small enough for that option.
    seed: String,
}

struct Roll(Throw);

impl Visitor for Roll {
    type Out = String;

    fn visit<G: Notation>(self) -> String {
        G::roll_text(self.0.roll())
    }
}

fn unknown(id: Option<&Id>) -> ErrorAnswer {
    let message = "there are no dice of this commitment: it is wrong, their seed has been told, or they are too old";
    ErrorAnswer::new(ErrorCode::NotFound, "/commitment", message).of(id)
}

/// Draws a seed, and tells its commitment.
#[utoipa::path(
    post,
    path = "/dice",
    request_body = DiceQuestion,
    responses(
        (status = 200, description = "New dice", body = DiceAnswer),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn new(
    State(shared): State<Arc<Shared>>,
    Asked(DiceQuestion { id }): Asked<DiceQuestion>,
) -> Result<Json<DiceAnswer>, ErrorAnswer> {
    let seed = getrandom::u64().map_err(|_| ErrorAnswer::internal().of(id.as_ref()))?;
    let commitment = shared.seeds.add(seed);
    Ok(Json(DiceAnswer { id, commitment }))
}

/// Throws the dice.
#[utoipa::path(
    post,
    path = "/dice/throw",
    request_body = ThrowQuestion,
    responses(
        (status = 200, description = "The throw", body = ThrowAnswer),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn throw(
    State(shared): State<Arc<Shared>>,
    Asked(question): Asked<ThrowQuestion>,
) -> Result<Json<ThrowAnswer>, ErrorAnswer> {
    let ThrowQuestion {
        id,
        commitment,
        variant,
        game,
        ply,
        opening,
    } = question;
    let seed = shared
        .seeds
        .get(&commitment)
        .ok_or_else(|| unknown(id.as_ref()))?;
    let opening = opening.unwrap_or(ply == 0);
    let throw = Throw {
        seed,
        game,
        ply,
        opening,
    };
    let name = variant.as_deref().unwrap_or("abak");
    let roll = list::visit(name, Roll(throw)).unwrap_or_default();
    if roll.is_empty() {
        let message = "expected the name of a game with dice";
        let error = ErrorAnswer::new(ErrorCode::BadVariant, "/variant", message);
        return Err(error.of(id.as_ref()));
    }
    Ok(Json(ThrowAnswer { id, roll }))
}

/// Tells the seed. Then nothing more is thrown from it.
#[utoipa::path(
    post,
    path = "/dice/reveal",
    request_body = RevealQuestion,
    responses(
        (status = 200, description = "The seed", body = RevealAnswer),
        (status = "4XX", description = "The question is at fault", body = ErrorAnswer),
        (status = "5XX", description = "It cannot be answered", body = ErrorAnswer),
    )
)]
pub async fn reveal(
    State(shared): State<Arc<Shared>>,
    Asked(RevealQuestion { id, commitment }): Asked<RevealQuestion>,
) -> Result<Json<RevealAnswer>, ErrorAnswer> {
    let seed = shared
        .seeds
        .take(&commitment)
        .ok_or_else(|| unknown(id.as_ref()))?;
    let seed = seed.to_string();
    Ok(Json(RevealAnswer { id, seed }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_that_of_the_digits() {
        // printf 42 | sha256sum
        let known = "73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049";
        assert_eq!(commitment(42), known);
    }

    #[test]
    fn old_seeds_are_forgotten_and_told_ones_are_gone() {
        let seeds = Seeds::default();
        let first = seeds.add(0);
        for seed in 1..HELD as u64 {
            seeds.add(seed);
        }
        assert_eq!(seeds.get(&first), Some(0));
        let last = seeds.add(HELD as u64);
        assert_eq!(seeds.get(&first), None);
        assert_eq!(seeds.take(&last), Some(HELD as u64));
        assert_eq!((seeds.get(&last), seeds.take(&last)), (None, None));
    }
}
