//! The two lists of games, at the level of rules and with evaluations, are one list.
//! Not here: what the games are.

use std::any::TypeId;
use tricorn::{games, rules};

struct Id;

impl rules::list::Visitor for Id {
    type Out = TypeId;

    fn visit<G: rules::Notation>(self) -> TypeId {
        TypeId::of::<G>()
    }
}

impl games::Visitor for Id {
    type Out = TypeId;

    fn visit<G: games::Variant>(self) -> TypeId {
        TypeId::of::<G>()
    }
}

#[test]
fn the_two_lists_of_games_are_equal() {
    assert_eq!(rules::list::NAMES, games::NAMES);
    for name in rules::list::NAMES {
        let game = rules::list::visit(name, Id);
        assert!(game.is_some(), "{name}");
        assert_eq!(game, games::visit(name, Id), "{name}");
    }
}
