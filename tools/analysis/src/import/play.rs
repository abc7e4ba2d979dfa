//! Validation of a draft by the rules: canonical moves, open questions, errors, result check.
//! Not here: matching a word with a legal move (`turns`), and parsing formats.

use super::answer::{Comment, Import, ImportError, ImportedGame, Notice, Question, QuestionKind};
use super::draft::{Claim, Draft, Word};
use super::turns::{Next, fitting, nearest, next, open};
use super::words::{self, Special, special};
use super::{ImportRequest, MOST_CANDIDATES, known_variant};
use referee::board::{self, Board};
use tricorn::rules::{Side, list};
use tricorn_protocol::quote;

/// The most characters of a text that an answer repeats.
const LONGEST_QUOTE: usize = 200;

/// Plays a draft, and puts the game and what is to be said of it into the answer.
pub(super) fn play(
    draft: &Draft,
    number: usize,
    wanted: Option<&'static str>,
    request: &ImportRequest,
    answer: &mut Import,
) {
    let fail = |answer: &mut Import, message: String| {
        answer.fail(ImportError {
            game: number,
            ..ImportError::whole(draft.line, message)
        });
    };
    for (line, message) in &draft.notices {
        answer.notice(Notice::new(number, *line, 0, message.clone()));
    }
    let variant = match (&draft.variant, wanted) {
        (Some(name), _) => match known_variant(name) {
            Ok(variant) => variant,
            Err(message) => return fail(answer, message),
        },
        (None, Some(variant)) => variant,
        (None, None) => match fitting(draft)[..] {
            [] => {
                let known = list::NAMES.join(", ");
                let message = format!("legal in no game, expected moves of {known}");
                return fail(answer, message);
            }
            [variant] => variant,
            ref several => {
                return answer.ask(Question {
                    kind: QuestionKind::Variant,
                    game: number,
                    line: draft.line,
                    candidates: several.iter().map(|&name| name.to_owned()).collect(),
                    ..Question::default()
                });
            }
        },
    };
    match open(variant, draft.position.as_deref()) {
        Ok(board) => {
            let game = Playing::new(draft, number, variant, board, request, answer).finish();
            answer.games.push(game);
        }
        Err(message) => fail(answer, message),
    }
}

/// A draft being played.
struct Playing<'a> {
    draft: &'a Draft,
    number: usize,
    board: Box<dyn Board>,
    answer: &'a mut Import,
    game: ImportedGame,
    /// The plies played before each word, and after the last.
    plies: Vec<usize>,
    special: Option<Special>,
}

impl<'a> Playing<'a> {
    fn new(
        draft: &'a Draft,
        number: usize,
        variant: &str,
        board: Box<dyn Board>,
        request: &ImportRequest,
        answer: &'a mut Import,
    ) -> Self {
        let start = board.text();
        let is_start = board::start_text(variant).is_some_and(|text| text == start);
        let mut playing = Self {
            game: ImportedGame {
                number,
                line: draft.line,
                variant: variant.to_owned(),
                position: (!is_start).then_some(start),
                ..ImportedGame::default()
            },
            draft,
            number,
            board,
            answer,
            plies: vec![0],
            special: None,
        };
        playing.game.complete = playing.play(request);
        playing
    }

    /// Plays the words; whether all was read.
    fn play(&mut self, request: &ImportRequest) -> bool {
        let words = &self.draft.words;
        let mut at = 0;
        while at < words.len() {
            let rest = &words[at..];
            let turn = words::turn(rest, !self.board.awaits_roll());
            let ply = self.game.moves.len() + 1;
            if self.board.outcome().is_some() && special(&words[at].text).is_none() {
                self.left_out(&words[at], rest.len());
                return true;
            }
            let choice = request.choice(self.number, ply);
            let place = &words[at];
            match next(self.board.as_mut(), place, &turn, choice) {
                Next::Turn(text, crowns) => {
                    self.game.moves.push(text);
                    if turn.promotes && !crowns {
                        let message = format!(
                            "{} is marked as a promotion, and by the rules nothing is promoted",
                            quote(&turn.text)
                        );
                        self.note(place.line, ply, message);
                    }
                }
                Next::Passed => {}
                Next::Special(special) => {
                    self.special = Some(special);
                    return true;
                }
                Next::Several(candidates) => {
                    self.ask(place.line, ply, cut(turn.text), candidates);
                    return false;
                }
                Next::Wrong(message) => {
                    let nearest = nearest(&self.board.legal(), &turn);
                    self.answer.fail(ImportError {
                        game: self.number,
                        line: place.line,
                        ply,
                        message: format!("{}: {message}", quote(&turn.text)),
                        text: cut(turn.text),
                        position: self.board.text(),
                        nearest,
                    });
                    return false;
                }
            }
            at += turn.words;
            self.plies.resize(at + 1, self.game.moves.len());
        }
        match &self.draft.error {
            None => true,
            Some((line, message)) => {
                self.answer.fail(ImportError {
                    game: self.number,
                    line: *line,
                    ply: self.game.moves.len() + 1,
                    message: message.clone(),
                    position: self.board.text(),
                    ..ImportError::default()
                });
                false
            }
        }
    }

    fn note(&mut self, line: usize, ply: usize, message: String) {
        let notice = Notice::new(self.number, line, ply, message);
        self.answer.notice(notice);
    }

    fn left_out(&mut self, word: &Word, count: usize) {
        let plies = self.game.moves.len();
        let ended = self
            .board
            .outcome()
            .map_or("", |outcome| outcome.reason.word());
        let words = if count == 1 { "word" } else { "words" };
        let message = format!(
            "the game is over by the rules ({ended}); left out {count} {words} from {} on",
            quote(&word.text)
        );
        self.note(word.line, plies + 1, message);
    }

    fn ask(&mut self, line: usize, ply: usize, text: String, mut candidates: Vec<String>) {
        candidates.sort_unstable();
        let more = candidates.len().saturating_sub(MOST_CANDIDATES);
        candidates.truncate(MOST_CANDIDATES);
        self.answer.ask(Question {
            kind: QuestionKind::Turn,
            game: self.number,
            line,
            ply,
            text,
            position: self.board.text(),
            candidates,
            more,
        });
    }

    fn finish(mut self) -> ImportedGame {
        self.finish_result();
        let draft = self.draft;
        let plies = self.game.moves.len();
        if draft.opening > plies && self.game.complete {
            let message = format!("Opening: {} moves, but there are {plies}", draft.opening);
            self.note(draft.line, 0, message);
        }
        let white = self.board.white().index();
        let mut game = self.game;
        game.opening = draft.opening.min(plies);
        for (index, name) in draft.colours.iter().enumerate() {
            let player = if index == 0 { white } else { 1 - white };
            game.players[player] = name.clone().unwrap_or_default();
        }
        for (index, name) in draft.players.iter().enumerate() {
            if let Some(name) = name {
                game.players[index].clone_from(name);
            }
        }
        let ply = |words: usize| self.plies.get(words).copied().unwrap_or(plies);
        let comments = draft.comments.iter().map(|(words, text)| Comment {
            ply: ply(*words),
            text: text.clone(),
        });
        game.comments = comments.collect();
        game.tags.clone_from(&draft.tags);
        game.last = self.board.text();
        if let Some(roll) = lying_roll(self.board.as_ref(), &game) {
            game.moves.push(roll);
        }
        game
    }

    /// The result by the rules, or else as the text has it.
    fn finish_result(&mut self) {
        if !self.game.complete {
            return;
        }
        let claimed = self.claimed();
        if let Some(outcome) = self.board.outcome() {
            self.game.result = result_text(outcome.winner, outcome.points);
            self.game.end = format!("rules {}", outcome.reason.word());
            if let Some(winner) = claimed
                && winner != outcome.winner
            {
                let message = format!(
                    "the result of the text is {}, by the rules it is {} ({})",
                    result_text(winner, 1),
                    self.game.result,
                    self.game.end
                );
                self.note(self.draft.line, self.game.moves.len(), message);
            }
            return;
        }
        let Some(winner) = claimed else { return };
        let draft = self.draft;
        if draft.end.starts_with("rules ") {
            let message = format!(
                "the text ends the game by the rules ({}), but it goes on",
                draft.end
            );
            self.note(draft.line, self.game.moves.len(), message);
            return;
        }
        self.game.result = result_text(winner, points(draft.result));
        let termination = draft.tags.iter().find(|tag| tag.name == "Termination");
        let in_time = termination.is_none_or(|tag| !tag.value.contains("ime"));
        let by_clock = !in_time || self.special == Some(Special::Timeout);
        self.game.end = match winner {
            _ if !draft.end.is_empty() => draft.end.clone(),
            None => "adjudicated level".into(),
            Some(_) if by_clock => "forfeit time".into(),
            Some(_) => "adjudicated resign".into(),
        };
        self.game.detail.clone_from(&draft.detail);
        if draft.end.is_empty() {
            self.game.detail = "the result is that of the imported text".into();
        }
    }

    /// The winner as the text has it.
    fn claimed(&mut self) -> Option<Option<Side>> {
        let white = self.board.white();
        let of = |first: u8, second: u8, side: Side| match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(side),
            std::cmp::Ordering::Less => Some(side.other()),
            std::cmp::Ordering::Equal => None,
        };
        let mover = self.board.side();
        match (self.draft.result, self.special) {
            (Some(Claim::Draw), _) | (None, Some(Special::Draw)) => Some(None),
            (Some(Claim::Players(first, second)), _) => Some(of(first, second, Side::First)),
            (Some(Claim::Colours(first, second)), _) => Some(of(first, second, white)),
            (None, Some(Special::Resign | Special::Timeout)) => {
                let ply = self.game.moves.len() + 1;
                let message = "the text does not say who gave up; the side to move is taken to";
                self.note(self.draft.line, ply, message.into());
                Some(Some(mover.other()))
            }
            (None, Some(Special::Abandoned) | None) => None,
        }
    }
}

/// The roll that lies on the table behind the last turn.
fn lying_roll(board: &dyn Board, game: &ImportedGame) -> Option<String> {
    if !board::has_dice(&game.variant) || board.awaits_roll() || board.outcome().is_some() {
        return None;
    }
    if game.moves.is_empty() && game.position.as_deref() == Some(board.text().as_str()) {
        return None;
    }
    let legal = board.legal();
    legal.first().and_then(|text| board.roll_of(text))
}

fn points(claim: Option<Claim>) -> u8 {
    match claim {
        Some(Claim::Players(first, second) | Claim::Colours(first, second)) => first.max(second),
        _ => 1,
    }
}

fn result_text(winner: Option<Side>, points: u8) -> String {
    match winner {
        None => "draw".into(),
        Some(Side::First) => format!("{points}-0"),
        Some(Side::Second) => format!("0-{points}"),
    }
}

/// A text as answers repeat it: with an end.
fn cut(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(LONGEST_QUOTE) {
        text.truncate(at);
        text.push('\u{2026}');
    }
    text
}
