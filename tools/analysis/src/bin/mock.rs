//! `analyse-mock`: the referee's mock engine, which plays fair or misbehaves, for tests of analysis.
//! Not here: what it does; see the module `mock` of the referee.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = tricorn_client::guard::divert() {
        return code;
    }
    referee::mock::Mock::new(referee::mock::Manners::parse()).run()
}
