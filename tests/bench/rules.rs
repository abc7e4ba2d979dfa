//! Speed of the rules of all games, beside a chess library's, in one run:
//! `cargo bench --bench rules` for all, `cargo bench --bench rules dameo` for some.
//! Not here: whether they are right; the tests of the rules say that.

mod abak;
mod dameo;
mod eximo;

fn main() {
    divan::main();
}
