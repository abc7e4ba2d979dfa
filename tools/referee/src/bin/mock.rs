//! `referee-mock`: a mock engine, which plays or misbehaves on purpose.
//! Not here: what it does (`mock`).

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = referee::engine::guard::divert() {
        return code;
    }
    referee::mock::Mock::new(referee::mock::Manners::parse()).run()
}
