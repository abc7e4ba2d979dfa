//! What only Abak does: its tables, its decided rules, its texts and what they refuse.
//! Not here: the properties common to all games (`laws`).

use crate::{conformance, golden, laws};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tricorn::eval::abak::{Hce, Net};
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::abak::board::Class;
use tricorn::rules::abak::{Abak, Dice};
use tricorn::rules::perft::{Leaves, perft};
use tricorn::rules::{Chance, Game, Notation, ParsedPosition, Rules, Side, TextError, Token};

#[test]
fn replays_the_golden_games() {
    golden::replay::<Abak>(&["borne-off"]);
}

#[test]
fn conformance_set() {
    conformance::check::<Abak>(&["abak-play.jsonl", "abak-special.jsonl"], 563);
}

#[test]
fn laws_hold() {
    laws::hold::<Abak, _>(12, 120, Hce);
    laws::hold::<Abak, _>(12, 120, Net::default());
}

#[test]
fn perft_of_the_table() {
    for leaves in [Leaves::Counted, Leaves::Listed, Leaves::Applied] {
        let from_start = |depth| perft(&Abak::start(), None, depth, leaves, &|| false);
        assert_eq!(from_start(1), Some(882));
        assert_eq!(from_start(2), Some(824_741));
    }
}

#[test]
fn the_starting_position_has_its_text() {
    let text = "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - -";
    assert_eq!(Abak::start().position_text(None), text);
    assert_eq!(parse(text).position, Abak::start());
}

#[test]
fn no_double_opens_a_game() {
    let opening: u32 = Dice::ROLLS
        .iter()
        .filter(|(roll, _)| roll.opens())
        .map(|(_, weight)| weight)
        .sum();
    assert_eq!(opening, 30);
}

fn parse(text: &str) -> ParsedPosition<Abak> {
    Abak::parse_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn refused(text: &str) -> TextError {
    Abak::parse_position(text).expect_err(text)
}

/// What a word is read as, written canonically.
fn read(position: &str, word: &str) -> Result<String, String> {
    let ParsedPosition { position, roll } = parse(position);
    match position.parse_token(roll, word) {
        Ok(Token::Roll(roll)) => Ok(roll.to_string()),
        Ok(Token::Move(m)) => Ok(position.move_text(&m)),
        Err(e) => Err(e.to_string()),
    }
}

/// All canonical move texts of a position with its roll, sorted.
fn legal(text: &str) -> Vec<String> {
    let ParsedPosition { position, roll } = parse(text);
    let mut moves = Vec::new();
    position.moves(roll.expect("a roll"), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|m| position.move_text(m)).collect();
    texts.sort();
    texts
}

/// The text of a position: columns on White's points, the other words as given.
fn placed(columns: &[(u8, &str)], rest: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for point in (1..=24).rev() {
        match columns.iter().find(|(at, _)| *at == point) {
            Some((_, column)) => {
                if empty > 0 {
                    text += &format!("{empty}/");
                }
                text += &format!("{column}/");
                empty = 0;
            }
            None => empty += 1,
        }
    }
    if empty > 0 {
        text += &format!("{empty}/");
    }
    format!("{} {rest}", text.trim_end_matches('/'))
}

/// The position text after a move.
fn after(position: &str, word: &str) -> String {
    let ParsedPosition { position, roll } = parse(position);
    let mut game = Game::new(position, roll);
    game.read(word).expect(word);
    game.text()
}

/// The rules that need a decision, each by a position in which another decision would show.
mod decided {
    use super::*;

    #[test]
    fn the_higher_die_is_played_if_only_one_can_be() {
        // Either die can be played by the one checker, but not both: 7 is closed.
        let text = placed(&[(14, "S"), (7, "ss"), (1, "o")], "w - 61");
        assert_eq!(legal(&text), ["61:14/8"]);
        let lower = read(&text, "14/13").unwrap_err();
        assert!(lower.contains("must be the 6"), "{lower}");
    }

    #[test]
    fn as_many_dice_as_possible_are_played() {
        let text = placed(&[(3, "S"), (1, "SS"), (20, "s")], "w - 61");
        assert_eq!(legal(&text), ["61:3/2,2/off", "61:3/off,1/off"]);
        let short = read(&text, "3/off").unwrap_err();
        assert!(short.contains("plays one die, but 2 dice"), "{short}");
    }

    #[test]
    fn a_general_goes_backward_only_while_another_is_outside_the_home() {
        let home = placed(&[(5, "G"), (1, "S"), (24, "s")], "w - 21");
        assert!(
            legal(&home)
                .iter()
                .all(|text| !text.contains("5/6") && !text.contains("5/7"))
        );
        let refusal = read(&home, "5/7,1/off").unwrap_err();
        assert!(refusal.contains("all others in play are home"), "{refusal}");
        let outside = placed(&[(5, "G"), (8, "S"), (24, "s")], "w - 21");
        assert!(legal(&outside).contains(&"21:8/7,5/7".into()));
        assert!(legal(&outside).contains(&"21:5/7,8/7".into()));
        // Judged before each step: once 8 has come home, the General stays.
        assert!(read(&outside, "8/6,5/6").is_err());
        assert!(read(&outside, "5/6,8/6").is_ok());
    }

    #[test]
    fn a_general_goes_backward_once_and_not_after_a_forward_step() {
        let text = placed(&[(10, "G"), (20, "S"), (1, "s")], "w - 22");
        for (word, why) in [
            ("10/12,12/14,20/18,18/16", "one backward step"),
            ("10/12,12/10,20/18,18/16", "does not move again"),
            ("10/8,8/10,20/18,18/16", "after a forward one"),
        ] {
            let refusal = read(&text, word).unwrap_err();
            assert!(refusal.contains(why), "{refusal}");
        }
        // Entering is neither.
        let enters = placed(&[(20, "S"), (1, "s")], "w G 31");
        assert!(read(&enters, "bar/22,22/23").is_ok());
        assert!(read(&enters, "bar/24,24/21").is_ok());
    }

    #[test]
    fn a_turn_without_a_step_is_a_pass() {
        let wall = [
            (19, "uu"),
            (20, "ss"),
            (21, "ss"),
            (22, "ss"),
            (23, "ss"),
            (24, "od"),
        ];
        let text = placed(&wall, "w S 65");
        assert_eq!(legal(&text), ["65:pass"]);
        assert_eq!(read(&text, "pass").as_deref(), Ok("65:pass"));
        assert_eq!(after(&text, "56:pass"), text.replace("w S 65", "b S -"));
        assert!(read(&text, "bar/20").unwrap_err().contains("expected pass"));
        let free = placed(&[(9, "S"), (20, "s")], "w - 21");
        let refusal = read(&free, "pass").unwrap_err();
        assert!(refusal.contains("2 dice of 21 can be played"), "{refusal}");
    }

    #[test]
    fn a_finished_game_has_no_moves() {
        let all = [
            (10, "sssss"),
            (11, "ssss"),
            (12, "u"),
            (14, "u"),
            (15, "d"),
            (16, "eo"),
        ];
        let with = |columns: &[(u8, &'static str)]| [&all[..], columns].concat();
        for (text, points) in [
            (placed(&[(1, "s")], "w - 31"), 1),
            (placed(&with(&[(7, "g")]), "w - 31"), 2),
            (placed(&with(&[(6, "g")]), "b - 31"), 3),
            (placed(&all, "b g 31"), 3),
        ] {
            assert_eq!(legal(&text), [""; 0]);
            assert!(read(&text, "pass").unwrap_err().contains("over"));
            let outcome = parse(&text).position.outcome().expect(&text);
            assert_eq!(
                (outcome.winner, outcome.points),
                (Some(Side::First), points)
            );
        }
    }

    #[test]
    fn a_druid_traps_in_the_middle_and_hits_at_home() {
        let passes = placed(&[(16, "D"), (12, "s")], "w - 41");
        let left = placed(&[(12, "s"), (11, "D")], "b - -");
        assert_eq!(after(&passes, "16/12,12/11"), left);
        let stays = placed(&[(17, "D"), (12, "s")], "w - 41");
        assert_eq!(after(&stays, "17/13,13/12"), placed(&[(12, "sD")], "b - -"));
        let home = placed(&[(10, "D"), (5, "s")], "w - 41");
        assert_eq!(after(&home, "10/6,6/5*"), placed(&[(5, "D")], "b s -"));
    }

    #[test]
    fn a_trapped_checker_is_outside_and_cannot_move() {
        let text = placed(&[(12, "Sd"), (2, "SS")], "w - 21");
        assert_eq!(legal(&text), ["21:2/1"]);
        let refusal = read(&text, "2/off").unwrap_err();
        assert!(refusal.contains("outside the home"), "{refusal}");
        let refusal = read(&text, "12/11").unwrap_err();
        assert!(refusal.contains("no White checker on top"), "{refusal}");
        // It counts as outside for the General, too.
        let general = placed(&[(12, "Sd"), (2, "G")], "w - 21");
        assert_eq!(legal(&general), ["21:2/4"]);
    }

    #[test]
    fn a_lone_druid_over_a_trapped_checker_is_hit_or_trapped() {
        let soldier = placed(&[(12, "Sd"), (15, "S"), (9, "S"), (1, "s")], "w - 31");
        let hit = placed(&[(12, "SS"), (8, "S"), (1, "s")], "b d -");
        assert_eq!(after(&soldier, "15/12*,9/8"), hit);
        let druid = placed(&[(12, "Sd"), (15, "D"), (9, "S"), (1, "s")], "w - 31");
        let trapped = placed(&[(12, "SdD"), (8, "S"), (1, "s")], "b - -");
        assert_eq!(after(&druid, "15/12,9/8"), trapped);
    }

    #[test]
    fn a_lone_guard_closes_its_point_but_to_two_at_once() {
        let text = placed(&[(11, "S"), (10, "S"), (8, "u")], "w - 32");
        assert!(legal(&text).contains(&"32:11/8,10/8*".into()));
        let swapped = placed(&[(8, "SS")], "b u -");
        assert_eq!(after(&text, "11/8,10/8*"), swapped);
        assert_eq!(after(&text, "10/8*,11/8"), swapped);
        let alone = read(&text, "11/8*,8/6").unwrap_err();
        assert!(alone.contains("lone Guard"), "{alone}");
        let guard = placed(&[(11, "U"), (8, "u")], "w - 32");
        assert_eq!(after(&guard, "11/8*,8/6"), placed(&[(6, "U")], "b u -"));
        let druid = placed(&[(11, "D"), (9, "s"), (8, "u")], "w - 21");
        assert_eq!(
            after(&druid, "11/9,9/8"),
            placed(&[(9, "s"), (8, "uD")], "b - -")
        );
    }

    #[test]
    fn in_the_middle_a_druid_takes_no_part_in_a_jane() {
        let text = placed(&[(11, "D"), (10, "S"), (8, "u")], "w - 32");
        assert!(legal(&text).iter().all(|text| !text.contains("10/8*")));
        let refusal = read(&text, "10/8,11/8*").unwrap_err();
        assert!(refusal.contains("together"), "{refusal}");
        let home = placed(&[(9, "D"), (8, "S"), (6, "u")], "w - 32");
        assert_eq!(after(&home, "9/6,8/6"), placed(&[(6, "DS")], "b u -"));
    }

    #[test]
    fn a_jane_of_one_checker_from_the_bar_empties_the_bar_first() {
        let one = placed(&[(23, "S"), (22, "u")], "w S 31");
        assert_eq!(after(&one, "bar/22,23/22*"), placed(&[(22, "SS")], "b u -"));
        let two = placed(&[(23, "S"), (22, "u")], "w SS 31");
        assert!(legal(&two).iter().all(|text| !text.contains("22*")));
    }

    #[test]
    fn the_wounded_move_by_their_parity_except_from_the_bar_and_off() {
        let even = placed(&[(11, "E"), (1, "s")], "w - 53");
        assert_eq!(legal(&even), ["53:pass"]);
        assert!(read(&placed(&[(11, "E"), (2, "S"), (1, "s")], "w - 53"), "11/6").is_err());
        let odd = placed(&[(11, "O"), (1, "s")], "w - 64");
        assert_eq!(legal(&odd), ["64:pass"]);
        let bar = placed(&[(1, "s")], "w E 53");
        assert_eq!(legal(&bar), ["53:bar/20"]);
        let off = placed(&[(5, "E"), (4, "O"), (24, "s")], "w - 65");
        assert_eq!(legal(&off), ["65:5/off,4/off"]);
        // It stands in the way of those below it, though it cannot move.
        let way = placed(&[(5, "E"), (2, "S"), (24, "s")], "w - 33");
        assert_eq!(legal(&way), ["33:pass"]);
    }

    #[test]
    fn five_checkers_fill_a_point() {
        let text = placed(&[(10, "S"), (7, "SSSSS"), (1, "s")], "w - 32");
        let refusal = read(&text, "10/7,7/5").unwrap_err();
        assert!(refusal.contains("point 7 is full"), "{refusal}");
    }

    #[test]
    fn classes_enter_in_any_order_and_are_named_where_it_matters() {
        let text = placed(&[(1, "s")], "w DS 64");
        assert_eq!(legal(&text), ["64:bar.d/21,bar/19", "64:bar.s/21,bar/19"]);
        assert!(
            read(&text, "bar/19,bar/21")
                .unwrap_err()
                .contains("fits 2 legal moves")
        );
        assert_eq!(
            read(&text, "bar/19,bar.d/21").as_deref(),
            Ok("64:bar.d/21,bar/19")
        );
        assert!(
            read(&text, "bar.e/19,bar/21")
                .unwrap_err()
                .contains("no `e` on the bar")
        );
    }
}

#[test]
fn words_are_read_with_their_latitude() {
    let known = "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - 64";
    let canonical = "64:24/18,13/9";
    for word in [
        "64:24/18,13/9",
        "46:24/18,13/9",
        "24/18,13/9",
        "13/9,24/18",
        "64:13/9*,24/18*",
    ] {
        assert_eq!(read(known, word).as_deref(), Ok(canonical), "{word}");
    }
    for word in ["64", "46"] {
        assert_eq!(read(known, word).as_deref(), Ok("64"), "{word}");
    }
    let unknown = "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - -";
    assert_eq!(read(unknown, "64:13/9,24/18").as_deref(), Ok(canonical));
    assert_eq!(read(unknown, "31").as_deref(), Ok("31"));
    let mut game = Game::<Abak>::start();
    for word in ["46", "24/18,13/9", "31:8/5,6/5", "55"] {
        game.read(word).expect(word);
    }
    assert_eq!((game.plies(), game.roll()), (2, Dice::new(5, 5)));
}

#[test]
fn refused_words_say_why() {
    let text = "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - 64";
    for (word, why) in [
        ("", "expected a roll and steps"),
        ("64:", "expected a step"),
        ("e2e4", "expected a step"),
        ("70:24/18", "two digits from 1 to 6"),
        ("31:24/18,13/9", "the roll of this turn is 64"),
        ("31", "the roll of this turn is 64"),
        (
            "24/14",
            "character 1: step 1: no die shows 10: 6 and 4 left; combined",
        ),
        ("24/18,13/8", "character 7: step 2: no die shows 5: 4 left"),
        (
            "64:24/18,10/6",
            "character 10: step 2: no White checker on top of point 10",
        ),
        ("24/18,13/9,9/7", "step 3: all dice are played"),
        ("bar/19,13/9", "no White checker on the bar"),
        ("6/off,13/9", "outside the home"),
        ("24/18", "plays one die, but 2 dice can be played"),
        ("13/17,24/18", "only the General moves backward"),
        ("24/20,23/17", "point 17 is closed"),
        ("13/9,13/9,13/9,13/9,13/9", "more than 4 steps"),
        ("24/018,13/9", "expected a step"),
        ("24/18,bar.x/9", "character 7: expected a step"),
        ("pass", "no pass"),
        ("24/18**,13/9", "expected a step"),
    ] {
        let refusal = read(text, word).expect_err(word);
        assert!(refusal.contains(why), "{word}: {refusal}");
    }
    let unknown = text.replace("64", "-");
    for word in ["24/18,13/9", "pass"] {
        assert!(
            read(&unknown, word)
                .unwrap_err()
                .contains("roll is not known")
        );
    }
}

#[test]
fn positions_are_read_with_their_latitude() {
    let text = "  23/S   b  sSgD  46 ";
    let ParsedPosition { position, roll } = parse(text);
    assert_eq!(position.position_text(roll), "23/S b DSgs 64");
}

#[test]
fn refused_positions_say_why() {
    let twelve = "SSSSS/SSSSS";
    for (text, column, why) in [
        ("", 0, "0 words, expected four"),
        ("24 w -", 0, "3 words, expected four"),
        ("23/S w - - 1", 12, "5 words"),
        ("23/S x - -", 6, "expected w or b"),
        ("23/S w x -", 8, "expected a checker"),
        ("23/S w - 7", 10, "two digits from 1 to 6"),
        ("23/S w - 07", 10, "two digits from 1 to 6"),
        ("23/S w - 642", 10, "two digits from 1 to 6"),
        ("22/S w - -", 1, "23 points, expected 24"),
        ("24/S w - -", 4, "more than 24 points"),
        ("12/11/S w - -", 4, "side by side"),
        ("23//S w - -", 4, "nothing between slashes"),
        ("0/23/S w - -", 1, "from 1 to 24"),
        ("99999999999999999999/S w - -", 1, "from 1 to 24"),
        ("23/SX w - -", 5, "expected a checker"),
        ("23/SSSSSS w - -", 9, "more than 5 checkers"),
        ("23/Ss w - -", 5, "the other colour"),
        ("23/Sd w - -", 5, "only a Druid"),
        ("10/SSd/13 w - -", 6, "over a single checker"),
        ("10/Sdd/13 w - -", 0, "more than 1 of `d`"),
        ("22/G/G w - -", 0, "more than 1 of `G`"),
        ("23/G w G -", 0, "more than 1 of `G`"),
        ("23/S w UUU -", 10, "more than 2 of `U`"),
        ("24 w - -", 0, "both sides have borne off"),
        ("23/\u{e9} w - -", 4, "expected a checker"),
    ] {
        let error = refused(text);
        assert!(error.message.contains(why), "{text}: {error}");
        assert_eq!(error.column, column, "{text}: {error}");
    }
    let ten = refused(&format!("{twelve}/22 w - -"));
    assert!(ten.message.contains("more than 9 of `S`"), "{ten}");
}

/// A position of random play: the seed of the game and its length.
fn wandered(seed: u64, plies: usize) -> (Game<Abak>, Dice) {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut throw = || {
        let (roll, _) = Dice::ROLLS[random.random_range(0..21)];
        (roll, random.random_range(0..usize::MAX))
    };
    let mut game = Game::<Abak>::start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let (roll, pick) = throw();
        game.position().moves(roll, &mut moves);
        if !moves.is_empty() {
            game.play(&moves[pick % moves.len()]);
        }
    }
    (game, throw().0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn texts_and_what_they_name_are_inverse(seed: u64, plies in 0..150_usize, pick: usize) {
        let (mut game, roll) = wandered(seed, plies);
        game.set_roll(roll);
        let placed = parse(&game.text());
        prop_assert_eq!(&placed.position, game.position());
        prop_assert_eq!(placed.roll, Some(roll));
        let mut moves = Vec::new();
        game.position().moves(roll, &mut moves);
        if !moves.is_empty() {
            let m = moves[pick % moves.len()];
            let text = game.position().move_text(&m);
            prop_assert_eq!(game.position().parse_token(None, &text), Ok(Token::Move(m)));
        }
    }

    #[test]
    fn no_word_makes_the_reader_panic(
        seed: u64,
        word in "([1-6]{2}:)?((bar(\\.[gduEOS])?|[0-9]{1,2})/(off|[0-9]{1,2})\\*?,?){0,5}|\\PC*"
    ) {
        let (game, roll) = wandered(seed, 30);
        for known in [None, Some(roll)] {
            if let Ok(Token::Move(m)) = game.position().parse_token(known, &word) {
                prop_assert_eq!(game.position().play(&m).turn(), game.position().turn().other());
            }
        }
    }

    #[test]
    fn no_text_makes_the_position_reader_panic(
        text in "(([GDUEOSgdueos]{1,6}|[0-9]{1,2})/?){0,26} [wbx] [GSgs-]{1,3} [0-7-]{1,2}|\\PC*"
    ) {
        if let Ok(placed) = Abak::parse_position(&text) {
            let again = parse(&placed.position.position_text(placed.roll));
            prop_assert_eq!(again, placed);
        }
    }
}

/// Plays greedily by the evaluation against random play, and returns its points.
fn against_random(seed: u64) -> i32 {
    let mut random = Pcg64::seed_from_u64(seed);
    let judge = Side::ALL[(seed % 2) as usize];
    let mut position = Abak::start();
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = position.outcome() {
            let points = i32::from(outcome.points);
            return if outcome.winner == Some(judge) {
                points
            } else {
                -points
            };
        }
        let roll = Dice::new(random.random_range(1..=6), random.random_range(1..=6)).unwrap();
        position.moves(roll, &mut moves);
        let greedy = |m: &Abak| match m.outcome() {
            Some(outcome) => Value::ended(outcome, m.turn(), 1),
            None => Hce.value(m),
        };
        let chosen = if position.turn() == judge {
            moves.iter().min_by_key(|m| greedy(m.after()).score())
        } else {
            moves.get(random.random_range(0..moves.len()))
        };
        position = *chosen.expect("a move").after();
    }
}

#[test]
fn the_linear_evaluation_beats_random_play() {
    let points: Vec<i32> = (0..60).map(against_random).collect();
    let wins = points.iter().filter(|&&points| points > 0).count();
    assert!(wins >= 58, "{wins} of 60, {points:?}");
}

#[test]
fn the_parts_of_an_evaluation_add_up_to_its_equity() {
    for seed in 0..40 {
        let (game, _) = wandered(seed, 40);
        let position = game.position();
        if position.outcome().is_some() {
            continue;
        }
        let sum: i32 = Hce.terms(position).iter().map(|term| term.score).sum();
        assert_eq!(sum, Hce.value(position).score(), "{}", game.text());
    }
}

#[test]
fn the_diagram_shows_both_edges() {
    let drawn = parse("ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSS/3/os/d w G -").position;
    let text = drawn.diagram();
    assert_eq!(text.lines().count(), 17, "{text}");
    let white = "White, capitals, moving from 24 to 1: bar G, off 0";
    let black = "Black, small letters, moving from 1 to 24: bar -, off 1";
    for line in [white, black, "White to move"] {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    for class in Class::ALL {
        let letter = format!("{} ", char::from(class.letter()).to_ascii_uppercase());
        let legend = text.lines().rev().nth(1).expect("the legend");
        assert!(legend.contains(&letter), "{text}");
    }
}
