//! The output of `help` and `compiler`.
//! Not here: the specification of the protocol.

/// The list of commands.
pub const COMMANDS: &str = "\
uci | ugi                        identify the engine and list its options
isready                          answer readyok
setoption name N value V         set an option; UCI_Variant selects the game: dameo, eximo, abak
ucinewgame | uginewgame          start a new game
position startpos|fen F [moves M...]
                                 set the position; in Abak a roll, such as 31, may end the moves
go [depth D] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
   [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [mate N]
   [searchmoves M...] [infinite] [ponder] [perft N]
                                 search and answer bestmove
stop | ponderhit                 end the search; the expected move was played
query p1turn|gameover|result|legal|position|points|reason
                                 ask about the position; answers response ...
query steps [S...]               how the turn can go on after these steps of it
d | moves | eval                 print the position, the legal moves, the evaluation
perft N                          count the leaves N plies below, by move
bench [D]                        search a fixed set of positions of every game
rollout [games N] [plies P] [depth D] [seed S] [moves M] [searchmoves M...]
                                 Abak: play games from the position, or from its best moves
flip                             swap the colours
debug on|off                     log more or less
compiler | help                  print how the program was built; print this list
quit                             end; the end of input does the same once all is answered";

/// How the program was built.
pub fn build() -> String {
    let popcnt = if cfg!(target_feature = "popcnt") {
        "popcnt in hardware"
    } else {
        "popcnt in software"
    };
    let kind = if cfg!(debug_assertions) {
        "with debug assertions"
    } else {
        "release"
    };
    format!(
        "Tricorn {}, Rust {} or newer, {} {}, {kind}, {popcnt}",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_RUST_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
    )
}
