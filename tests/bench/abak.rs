//! Speed of Abak's turns and of its static evaluation.
//! Not here: whether the turns are right, which the rules' tests check.
//!
//! `cargo bench --bench rules abak` prints distinct resulting positions a second for the turns, and the
//! time of each of ten doubles that lead to more positions than nearly all in random play.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tricorn::eval::abak::Hce;
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::abak::{Abak, Dice};
use tricorn::rules::{Chance, Notation, Rules};

/// One throw of two dice, each of the 36 as likely.
fn throw(random: &mut Pcg64) -> Dice {
    let mut at = random.random_range(0..36);
    for &(roll, weight) in Dice::ROLLS {
        if at < weight {
            return roll;
        }
        at -= weight;
    }
    unreachable!("the weights add up to 36")
}

/// The positions of random games, each with the roll that was thrown in it.
fn random_play() -> Vec<(Abak, Dice)> {
    let mut random = Pcg64::seed_from_u64(1);
    let mut moves = Vec::new();
    let mut seen = Vec::new();
    for _ in 0..20 {
        let mut position = Abak::start();
        while position.outcome().is_none() {
            let roll = throw(&mut random);
            seen.push((position, roll));
            position.moves(roll, &mut moves);
            position = position.play(&moves[random.random_range(0..moves.len())]);
        }
    }
    seen
}

/// All turns of every position of twenty random games.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn turns_of_random_play(bencher: Bencher<'_, '_>) {
    let positions = random_play();
    let mut moves = Vec::new();
    let mut run = || {
        let mut total = 0;
        for (position, roll) in &positions {
            position.moves(*roll, &mut moves);
            total += moves.len();
        }
        total
    };
    let total = run();
    bencher.counter(ItemsCount::new(total)).bench_local(run);
}

/// Evaluations of the same positions.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn static_evaluations(bencher: Bencher<'_, '_>) {
    let mut positions = random_play();
    positions.retain(|(position, _)| position.outcome().is_none());
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            let scores = positions
                .iter()
                .map(|(position, _)| i64::from(Hce.value(black_box(position)).score()));
            scores.sum::<i64>()
        });
}

/// The ten doubles with most resulting positions among those of three thousand random games,
/// from 1329 down.
const WIDEST: [&str; 10] = [
    "usss/sdseo/ssg/ED/SS/3/O/S/G/S/3/SU/S/2/S/1/S/US/1 w - 11",
    "s/1/u/s/s/s/DSO/su/SS/d/S/e/ss/s/1/g/UE/1/SS/o/SS/1/SUG/s b - 22",
    "o/D/s/1/u/u/1/s/S/s/2/s/E/SO/s/1/g/ss/s/GSUSS/1/SSSSU/eds b - 22",
    "sguss/ssus/3/S/D/O/G/S/1/SSS/E/S/d/s/S/US/SU/1/o/s/1/es w - 11",
    "gs/OS/su/S/1/E/D/s/1/G/1/SSU/ssus/1/ss/s/SU/S/SS/1/d/S/o/e w - 22",
    "sussd/S/ssuss/1/OSES/S/S/G/D/1/S/5/SU/ss/S/US/g/1/o/e w - 22",
    "SG/S/SOS/u/1/ss/s/sg/D/1/E/s/ssu/1/s/e/s/Sd/1/US/o/S/1/US b S 22",
    "ussss/sdseo/ssgs/ED/SSG/1/S/1/O/S/5/SU/S/2/S/1/S/US/1 w - 11",
    "gsss/1/uus/G/S/1/E/1/O/D/1/e/sdo/S/S/S/1/s/S/U/S/SUSS/s/s w s 22",
    "D/O/su/ss/G/ES/S/ss/s/u/Sd/2/g/S/eo/SUS/1/S/1/ss/s/U/SS b - 11",
];

#[divan::bench(args = 0..WIDEST.len())]
fn widest_doubles(bencher: Bencher<'_, '_>, which: usize) {
    let placed = Abak::parse_position(WIDEST[which]).expect("a position");
    let roll = placed.roll.expect("a roll");
    let mut moves = Vec::new();
    bencher
        .counter(ItemsCount::new(placed.position.count(roll)))
        .bench_local(|| placed.position.moves(roll, &mut moves));
}
