//! `referee-mock`: an engine without a mind, which plays fair or misbehaves in one way.
//! Not here: what it does; see the module `mock` of the crate.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = referee::engine::guard::divert() {
        return code;
    }
    referee::mock::Mock::new(referee::mock::Manners::parse()).run()
}
