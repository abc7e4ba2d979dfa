//! One turn at the table: the question, the clock, the answer and the verdict on it.
//! Not here: the order of the turns, and the end of the game by the rules.

use super::{Clock, Failure, Fault, MoveRecord, Player, Setup, Side, Warnings, Word};
use crate::board::{self, Board};
use crate::engine::{Best, Dialect, Engine, Loss, Said};
use std::time::{Duration, Instant};
use tricorn_protocol::{Command, Go, quote};

/// A fault that loses the game.
#[derive(Clone, Debug)]
pub struct Forfeit {
    /// Who committed it.
    pub side: Side,
    /// What kind it is.
    pub fault: Fault,
    /// What happened, in one line.
    pub detail: String,
}

/// A game in progress, with all that belongs to it.
pub struct Table<'a> {
    /// The game.
    pub board: Box<dyn Board>,
    /// What was wrong so far without losing the game.
    pub warnings: Warnings,
    players: [&'a mut Player; 2],
    clocks: [Clock; 2],
    /// The `position` command for the game so far.
    line: String,
    /// Whether there are words behind `moves` in it.
    said: bool,
    /// By side: the reply on which the engine ponders, in canonical text.
    pondering: [Option<String>; 2],
    failures: Vec<(Side, Failure)>,
}

impl<'a> Table<'a> {
    /// A table on which the opening was played.
    pub fn new(
        setup: &Setup,
        board: Box<dyn Board>,
        players: [&'a mut Player; 2],
        warnings: Warnings,
    ) -> Self {
        let start = board::start_text(&setup.variant);
        let from = if start.as_deref() == Some(setup.position.as_str()) {
            "startpos".to_owned()
        } else {
            format!("fen {}", setup.position)
        };
        let mut table = Self {
            board,
            warnings,
            players,
            clocks: setup
                .limits
                .each_ref()
                .map(|limits| Clock::new(limits.clone())),
            line: format!("position {from}"),
            said: false,
            pondering: [None, None],
            failures: Vec::new(),
        };
        for word in &setup.moves {
            table.say(word);
        }
        table
    }

    /// Appends a roll or a move to the line.
    pub fn say(&mut self, word: &str) {
        let before = if self.said { " " } else { " moves " };
        self.said = true;
        self.line.push_str(before);
        self.line.push_str(word);
    }

    /// Makes both engines ready; if neither can be, it is the first one's fault.
    pub async fn begin(&mut self, variant: &str) -> Result<(), Forfeit> {
        let wishes = self.clocks.each_ref().map(wishes);
        let [first, second] = &mut self.players;
        let begun = tokio::join!(
            first.begin(variant, &wishes[0]),
            second.begin(variant, &wishes[1])
        );
        let mut forfeit = None;
        for (side, begun) in Side::ALL.into_iter().zip([begun.0, begun.1]) {
            match begun {
                Ok(None) => {}
                Ok(Some(failure)) => {
                    self.warnings.restarted(side, &failure.detail);
                    self.failures.push((side, failure));
                }
                Err(failure) => {
                    let fallen = self.fallen(side, failure);
                    forfeit = forfeit.or(Some(fallen));
                }
            }
        }
        forfeit.map_or(Ok(()), Err)
    }

    /// Notes a failure after which the engine is gone.
    fn fallen(&mut self, side: Side, failure: Failure) -> Forfeit {
        self.players[side.index()].forget();
        let forfeit = Forfeit {
            side,
            fault: failure.fault,
            detail: failure.detail.clone(),
        };
        self.failures.push((side, failure));
        forfeit
    }

    /// Ends the engine of a side for what it did.
    async fn dismiss(&mut self, side: Side, fault: Fault, detail: String) -> Forfeit {
        match self.players[side.index()].engine() {
            Some(engine) => {
                let failure = engine.fail(fault, detail).await;
                self.fallen(side, failure)
            }
            None => Forfeit {
                side,
                fault,
                detail,
            },
        }
    }

    /// Ends the engine of a side that did not give what was waited for.
    async fn lost(&mut self, side: Side, loss: Loss, what: &str, time: Duration) -> Forfeit {
        match self.players[side.index()].engine() {
            Some(engine) => {
                // Any kind but that of a start leaves it to the loss to say.
                let failure = engine.lost(Fault::Hang, loss, what, time).await;
                self.fallen(side, failure)
            }
            None => Forfeit {
                side,
                fault: Fault::Crash,
                detail: "it does not run".to_owned(),
            },
        }
    }

    /// Asks the side to move for its move and plays it.
    pub async fn turn(&mut self) -> Result<MoveRecord, Forfeit> {
        let side = self.board.side();
        let begun = match self.ask(side).await? {
            Some(begun) => begun,
            None => {
                return Err(self
                    .lost(side, Loss::Ended, "bestmove", Duration::ZERO)
                    .await);
            }
        };
        let best = self.wait(side, begun).await?;
        let time = best.at.saturating_duration_since(begun);
        let clock = &mut self.clocks[side.index()];
        let due = clock.due();
        let engine = self.players[side.index()].engine();
        let report = engine
            .map(|engine| engine.report().clone())
            .unwrap_or_default();
        let charged = clock.charge(time, report.nodes);
        let (word, ponder) = match best.said {
            Said::Move { word, ponder } => (word, ponder),
            Said::None => {
                let mut detail = "it gave no move, and there are some".to_owned();
                if let Some(error) = report.errors.first() {
                    detail += &format!("; it complained: {error}");
                }
                return Err(forfeit(side, Fault::NoMove, detail));
            }
            Said::Garbage(detail) => return Err(forfeit(side, Fault::NoMove, detail)),
        };
        charged.map_err(|detail| forfeit(side, Fault::Time, detail))?;
        let before = self.board.fork();
        let text = match self.board.read(&word) {
            Ok(Word::Move(text)) => text,
            Ok(Word::Roll) => {
                self.board = before;
                let detail = format!("it answered {}, which is no move", quote(&word));
                return Err(forfeit(side, Fault::NoMove, detail));
            }
            Err(error) => {
                let detail = format!("move {}: {error}", quote(&word));
                return Err(forfeit(side, Fault::IllegalMove, detail));
            }
        };
        let limits = clock.limits();
        self.warnings
            .search(before.as_ref(), limits, &report, &text);
        self.say_move(&text);
        self.begin_pondering(side, ponder).await;
        Ok(MoveRecord {
            text,
            score: report.score.map(|score| score.score),
            depth: report.depth,
            nodes: report.nodes,
            time: Some(time),
            lag: due.map(|due| time.saturating_sub(due)),
        })
    }

    /// Appends a move to the line; a roll that stands there by itself is part of its text.
    fn say_move(&mut self, text: &str) {
        if let Some((roll, _)) = text.split_once(':')
            && let Some(line) = self.line.strip_suffix(roll)
        {
            self.line.truncate(line.trim_ascii_end().len());
        }
        self.say(text);
    }

    /// Puts the question to a side; gives when its time began to run.
    async fn ask(&mut self, side: Side) -> Result<Option<Instant>, Forfeit> {
        let go = self.go(side);
        let ready = self.players[side.index()].place().deadlines.ready;
        let pondered = self.pondering[side.index()].take();
        if let Some(expected) = pondered {
            if self.line.rsplit(' ').next() == Some(expected.as_str()) {
                return self.hit(side).await.map(Some);
            }
            self.stop(side).await?;
        }
        let Some(engine) = self.players[side.index()].engine() else {
            return Ok(None);
        };
        let strays = match engine.position(&self.line).await {
            Ok(strays) => strays,
            Err(loss) => return Err(self.lost(side, loss, "readyok", ready).await),
        };
        if strays.answers > 0 {
            let detail = "it printed bestmove again after its answer".to_owned();
            return Err(self.dismiss(side, Fault::Protocol, detail).await);
        }
        match engine.go(&go).await {
            Ok(begun) => Ok(Some(begun)),
            Err(loss) => Err(self.lost(side, loss, "reader of go", ready).await),
        }
    }

    /// Tells a side that the reply it ponders on was played.
    async fn hit(&mut self, side: Side) -> Result<Instant, Forfeit> {
        let early = match self.players[side.index()].engine() {
            Some(engine) => {
                if engine.is_early() {
                    engine.answer(None).await.map(|_| None)
                } else {
                    engine.allow();
                    engine.command(&Command::PonderHit).await.map(Some)
                }
            }
            None => Err(Loss::Ended),
        };
        match early {
            Ok(Some(begun)) => Ok(begun),
            Ok(None) => {
                let detail = "it printed bestmove while pondering".to_owned();
                Err(self.dismiss(side, Fault::Protocol, detail).await)
            }
            Err(loss) => Err(self.lost(side, loss, "bestmove", Duration::ZERO).await),
        }
    }

    /// Ends a search whose answer is of no use, and throws the answer away.
    async fn stop(&mut self, side: Side) -> Result<(), Forfeit> {
        let player = &mut self.players[side.index()];
        let time = player.place().deadlines.stop;
        let Some(engine) = player.engine() else {
            return Ok(());
        };
        let premature = engine.is_early();
        let answered = if premature {
            engine.answer(None).await
        } else {
            engine.allow();
            match engine.command(&Command::Stop).await {
                Ok(sent) => engine.answer(Some(sent + time)).await,
                Err(loss) => Err(loss),
            }
        };
        match answered {
            Ok(_) if premature => {
                let detail = "it printed bestmove while pondering".to_owned();
                Err(self.dismiss(side, Fault::Protocol, detail).await)
            }
            Ok(_) => Ok(()),
            Err(loss) => Err(self.lost(side, loss, "bestmove after stop", time).await),
        }
    }

    /// Waits for the answer, while the other engine may ponder. An answer that is too late is
    /// waited for a little longer, to tell a slow engine from a hung one.
    async fn wait(&mut self, side: Side, begun: Instant) -> Result<Best, Forfeit> {
        let deadlines = self.players[side.index()].place().deadlines;
        let clock = &self.clocks[side.index()];
        let due = clock.due();
        let patience = due.map_or(deadlines.search, |due| due + clock.margin());
        let listening = self.pondering[side.other().index()].is_some();
        let [first, second] = &mut self.players;
        let (mover, other) = match side {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        let Some(mover) = mover.engine() else {
            return Err(self.lost(side, Loss::Ended, "bestmove", patience).await);
        };
        let other = other.engine().filter(|_| listening);
        let answered = match other {
            None => answer(mover, begun + patience, deadlines.stop).await,
            Some(other) => {
                tokio::select! {
                    biased;
                    answered = answer(mover, begun + patience, deadlines.stop) => answered,
                    () = other.listen() => Err(Loss::Late),
                }
            }
        };
        match answered {
            Ok((best, true)) => Ok(best),
            // One that is due by a clock is judged by it, to the microsecond.
            Ok((best, false)) if due.is_some() => Ok(best),
            Ok(_) => {
                let detail = format!("no bestmove within {} ms", patience.as_millis());
                Err(forfeit(side, Fault::Time, detail))
            }
            Err(loss) => Err(self
                .lost(side, loss, "bestmove", patience + deadlines.stop)
                .await),
        }
    }

    /// Lets the engine of a side think about the reply it expects.
    async fn begin_pondering(&mut self, side: Side, reply: Option<String>) {
        let clock = &self.clocks[side.index()];
        let wanted = clock.limits().ponder && !clock.counts_nodes();
        let (true, Some(reply), None) = (wanted, reply, self.board.outcome()) else {
            return;
        };
        if self.board.awaits_roll() {
            return;
        }
        let text = match self.board.fork().read(&reply) {
            Ok(Word::Move(text)) => text,
            _ => {
                let plies = self.board.plies();
                return self.warnings.bad_ponder(side, plies, &reply);
            }
        };
        let line = format!("{} {text}", self.line);
        let go = Go {
            ponder: true,
            ..self.go(side)
        };
        if let Some(engine) = self.players[side.index()].engine() {
            // What goes wrong here shows at the engine's next turn.
            if engine.ponder(&line, &go).await {
                self.pondering[side.index()] = Some(text);
            }
        }
    }

    /// The words of `go` for a side.
    fn go(&self, side: Side) -> Go {
        let clock = &self.clocks[side.index()];
        let limits = clock.limits();
        let mut go = Go {
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime_ms,
            ..Go::default()
        };
        let player = &self.players[side.index()];
        if clock.counts_nodes() && !knows_nodestime(player) {
            let share = clock.share();
            go.nodes = Some(go.nodes.map_or(share, |nodes| nodes.min(share)));
            return go;
        }
        if clock.shown().is_none() {
            return go;
        }
        go.movestogo = clock.moves_to_go();
        let shown = self.clocks.each_ref().map(Clock::shown);
        let time = |side: Side| shown[side.index()].map(|(time, _)| time);
        let gain = |side: Side| shown[side.index()].map(|(_, gain)| gain);
        match player.spec().dialect {
            Dialect::Uci => {
                let white = self.board.white();
                go.wtime = time(white);
                go.btime = time(white.other());
                go.winc = gain(white);
                go.binc = gain(white.other());
            }
            Dialect::Ugi => {
                go.p1time = time(Side::First);
                go.p2time = time(Side::Second);
                go.p1inc = gain(Side::First);
                go.p2inc = gain(Side::Second);
            }
        }
        go
    }

    /// Ends what still runs at the end of a game, and gives the failures of all of it.
    pub async fn leave(&mut self) -> Vec<(Side, Failure)> {
        for side in Side::ALL {
            if self.pondering[side.index()].take().is_some() {
                // A failure is noted, and costs nothing any more.
                let _ = self.stop(side).await;
            }
        }
        std::mem::take(&mut self.failures)
    }
}

/// Waits for an answer; past the deadline, sends `stop` and waits for as long as given. Whether
/// the answer came before the deadline.
async fn answer(
    engine: &mut Engine,
    deadline: Instant,
    grace: Duration,
) -> Result<(Best, bool), Loss> {
    match engine.answer(Some(deadline)).await {
        Ok(best) => Ok((best, true)),
        Err(Loss::Late) => {
            let sent = engine.command(&Command::Stop).await?;
            let best = engine.answer(Some(sent + grace)).await?;
            Ok((best, false))
        }
        Err(loss) => Err(loss),
    }
}

fn forfeit(side: Side, fault: Fault, detail: String) -> Forfeit {
    Forfeit {
        side,
        fault,
        detail,
    }
}

/// Whether the engine counts nodes as time by itself, so that it can share out its clock.
fn knows_nodestime(player: &Player) -> bool {
    let identity = player.identity();
    identity.is_some_and(|identity| identity.option("nodestime").is_some())
}

/// Options that go with what the player may spend, for engines that have them.
fn wishes(clock: &Clock) -> Vec<(&'static str, String)> {
    let nodes = clock.limits().nodestime.filter(|_| clock.counts_nodes());
    vec![
        ("Ponder", clock.limits().ponder.to_string()),
        ("nodestime", nodes.unwrap_or(0).to_string()),
    ]
}
