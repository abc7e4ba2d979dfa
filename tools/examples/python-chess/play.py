"""Lets an engine play itself through python-chess: `play.py ENGINE dameo|eximo|abak [--plies N]`.

Needs the package `chess` (`pip install chess`). Not here: rules; see boards.py.
"""

import argparse

import chess.engine

from boards import VARIANTS


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("engine", help="the engine's program")
    arguments.add_argument("variant", choices=VARIANTS)
    arguments.add_argument("--plies", type=int, default=1000, help="stop after this many moves (default: 1000)")
    given = arguments.parse_args()

    board = VARIANTS[given.variant]()
    limit = chess.engine.Limit(white_clock=60, black_clock=60, depth=2)
    with chess.engine.SimpleEngine.popen_uci(given.engine) as engine:
        # With its own dice the engine answers every `go` with a move. Games without dice do not look at the option.
        engine.configure({"RollDice": True, "DiceSeed": 1, "Hash": 1})
        while len(board.move_stack) < given.plies:
            played = engine.play(board, limit, game=board.uci_variant, info=chess.engine.INFO_ALL)
            if played.move is None:
                print("game over")
                break
            print(played.move.text, played.info["score"])
            board.push(played.move)
    print(f"{len(board.move_stack)} moves")


if __name__ == "__main__":
    main()
