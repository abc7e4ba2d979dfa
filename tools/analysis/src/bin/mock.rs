//! `analyse-mock`: the referee's mock engine, which plays or misbehaves on purpose, for tests of
//! analysis.
//! Not here: what it does (`referee::mock`).

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = tricorn_client::guard::divert() {
        return code;
    }
    referee::mock::Mock::new(referee::mock::Manners::parse()).run()
}
