//! Speed of the rules of all games, compared with a chess library's, in one run:
//! `cargo bench --bench rules` for all, `cargo bench --bench rules dameo` for some.
//! Not here: whether they are right, which the rules' tests check.

mod abak;
mod dameo;
mod eximo;

fn main() {
    divan::main();
}
