//! A board in the browser: an HTTP server with a page, WebSockets to engines, and a JSON API.
//! Not here: rules, search and analysis, which the engine, `analysis` and `referee` do.
//!
//! | module | |
//! |---|---|
//! | [`cli`] | arguments; starts and ends the server |
//! | `server` | accepts connections; routes |
//! | [`access`] | who may ask: Host, Origin, headers of answers |
//! | `watched` | connections whose peers read nothing |
//! | [`state`] | engines, bounds, slots |
//! | `page` | the files of the page |
//! | `pipe` | WebSockets that carry lines: to the rules, to an engine |
//! | `api` | HTTP questions, and their OpenAPI text |
//! | [`own_engine`] | the engine that this program can be |

pub mod access;
mod api;
pub mod cli;
pub mod own_engine;
mod page;
mod pipe;
mod server;
pub mod state;
mod watched;
