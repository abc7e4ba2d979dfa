//! Tricorn, the library: rules, evaluation, search and the UCI process of three board games.
//! Not here: the text protocol (crate `tricorn-protocol`) and the referee (under `tools/`).
//!
//! Read a position, list its moves, search, and print the best one:
//!
//! ```
//! use tricorn::control::Control;
//! use tricorn::games::Variant;
//! use tricorn::rules::dameo::Dameo;
//! use tricorn::rules::{Game, Notation};
//! use tricorn::limits::Limits;
//! use tricorn::search::{Request, Searcher};
//! use tricorn::session::legal_texts;
//!
//! let parsed = Dameo::parse_position("8/8/3m4/8/3m4/3M4/8/8 w")?;
//! let game = Game::new(parsed.position, parsed.roll);
//! // White must capture both men.
//! assert_eq!(legal_texts(&game), Some(vec!["d3d5d7".to_owned()]));
//!
//! let mut searcher = Searcher::<Dameo, _>::new(Dameo::kernel(Default::default()), 1);
//! let depth = Limits { depth: Some(4), ..Limits::default() };
//! let answer = searcher.search(&game, &Request::new(depth), &Control::new(), &mut |_| {});
//! let best = answer.best.expect("the game is not over");
//! println!("{}", game.position().move_text(&best));
//! # assert_eq!(game.position().move_text(&best), "d3d5d7");
//! # Ok::<(), tricorn::rules::TextError>(())
//! ```

pub mod cli;
pub mod control;
pub mod dice;
pub mod engine;
pub mod eval;
pub mod eval_source;
pub mod games;
pub mod limits;
pub mod picture;
pub mod play;
pub mod regular_file;
pub mod rules;
pub mod search;
pub mod session;
pub mod uci;
