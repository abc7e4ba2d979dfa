//! The command line of `board`: arguments, start and shutdown of the server.
//! Not here: the server (`server`).

use crate::access::Access;
use crate::own_engine;
use crate::server;
use crate::state::{Bounds, Shared};
use anyhow::Context;
use clap::{ArgMatches, Parser};
use referee::config::EngineConfig;
use referee::game::Limits;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tricorn_client::EngineSpec;
use tricorn_common::exit::{self, misuse};
use tricorn_common::print;

const NAME: &str = "board";

/// Where to listen unless told otherwise. Browsers keep games by address, so the port is a fixed one.
const DEFAULT: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8427);

/// A board in the browser, with engines for Dameo, Eximo and Abak Evolution
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = exit::HELP)]
struct Arguments {
    /// An engine besides our own, as key=value pairs as for `referee match`: name, cmd, arg, args, dir,
    /// proto, memory, option.<NAME>. Repeat the option for several
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    engine: Vec<String>,

    /// Where to listen [default: 127.0.0.1:8427, another port if that one is taken]
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,

    /// A host name by which browsers may reach this server, besides localhost and its address
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The most memory for the table of one engine that a page may ask for, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(i64).range(1..))]
    max_hash: i64,

    /// The most threads of one engine that a page may ask for [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..))]
    max_threads: Option<i64>,

    /// The most engine processes that all pages together may run
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    max_engines: u16,

    /// The most WebSockets that all pages together may open
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    max_sockets: u16,
}

/// Reads the arguments and serves until a signal ends it.
#[must_use]
pub fn main() -> ExitCode {
    match exit::parse_with_matches::<Arguments>(NAME) {
        Ok((arguments, matches)) => exit::code(NAME, run(&arguments, &matches)),
        Err(code) => code,
    }
}

fn run(arguments: &Arguments, matches: &ArgMatches) -> anyhow::Result<u8> {
    let engines = engines(matches)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let runtime = runtime.context("starting threads")?;
    let done = runtime.block_on(serve(arguments, engines));
    // What still runs is about pages that have lost their server.
    runtime.shutdown_background();
    done
}

async fn serve(arguments: &Arguments, engines: Vec<EngineSpec>) -> anyhow::Result<u8> {
    let (listener, moved) = listen(arguments.listen).await?;
    let address = listener.local_addr().context("--listen")?;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let bounds = Bounds {
        hash: arguments.max_hash,
        threads: arguments.max_threads.unwrap_or(threads as i64),
        engines: usize::from(arguments.max_engines),
        sockets: usize::from(arguments.max_sockets),
    };
    let access = Access::new(address, &arguments.host);
    let shared = Arc::new(Shared::new(access, engines, bounds));
    let mut end = signal(SignalKind::terminate()).context("signals")?;
    let link = format!("http://{}/", shown(address));
    print::line(format_args!("Board: {link}"))?;
    if moved {
        print::message(format_args!(
            "{NAME}: port {} is taken. Games and settings that a browser keeps for that port are not shown here",
            DEFAULT.port()
        ));
    }
    if !address.ip().is_loopback() {
        print::message(format_args!(
            "{NAME}: {address} can be reached from other machines. Whoever reaches it can run the engines and use \
             this machine's processors and memory within the bounds; nothing is encrypted, and there is no password"
        ));
    }
    if !arguments.no_open {
        // The opener may wait for the browser.
        let open = move || {
            if let Err(error) = webbrowser::open(&link) {
                print::message(format_args!(
                    "{NAME}: the browser cannot be opened: {error}; open {link} yourself"
                ));
            }
        };
        std::thread::spawn(open);
    }
    tokio::select! {
        () = server::serve(listener, &shared) => {}
        _ = tokio::signal::ctrl_c() => {}
        _ = end.recv() => {}
    }
    shared.end().await;
    Ok(exit::DONE)
}

/// Listens where told, or at the default port, or if that is taken at any; whether the last.
async fn listen(told: Option<SocketAddr>) -> anyhow::Result<(TcpListener, bool)> {
    if let Some(address) = told {
        let listener = TcpListener::bind(address).await;
        return Ok((
            listener.with_context(|| format!("--listen {address}"))?,
            false,
        ));
    }
    match TcpListener::bind(DEFAULT).await {
        Ok(listener) => Ok((listener, false)),
        Err(_) => {
            let any = SocketAddr::new(DEFAULT.ip(), 0);
            let listener = TcpListener::bind(any).await.context("listening")?;
            Ok((listener, true))
        }
    }
}

/// The address for a link on this machine.
fn shown(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    }
}

/// Our own engine and those that are named.
fn engines(matches: &ArgMatches) -> anyhow::Result<Vec<EngineSpec>> {
    let mut all = vec![own_engine::spec().context("this program")?];
    let groups = matches.get_occurrences::<String>("engine");
    for words in groups.into_iter().flatten() {
        let words: Vec<String> = words.cloned().collect();
        let wrong = |message: String| misuse(format!("--engine: {message}"));
        let engine = EngineConfig::new(&words).map_err(wrong)?;
        if engine.limits != Limits::none() {
            return Err(wrong("limits are chosen on the page".into()));
        }
        let name = &engine.spec.name;
        if all.iter().any(|known| known.name == *name) {
            let message = format!("two are called {name}, expected another name=");
            return Err(wrong(message));
        }
        all.push(engine.spec);
    }
    Ok(all)
}
