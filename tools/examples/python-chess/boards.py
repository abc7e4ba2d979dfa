"""Boards for python-chess's engine client: positions and moves are kept as text and the engine judges them.

Not here: rules. A board believes every move, so it suits clients that take their moves from an engine.
"""

import copy
import dataclasses


@dataclasses.dataclass(frozen=True)
class Move:
    """A move as its text, under the name by which python-chess asks for it."""

    text: str

    def uci(self):
        return self.text


class TextBoard:
    """What `chess.engine` needs of a board: a position text and the moves played since."""

    chess960 = False

    def __init__(self):
        self.first, self.move_stack = self.start, []
        self.turn = self.start.split()[1] == "w"

    def fen(self, **_):
        return self.first

    def root(self):
        return type(self)()

    def copy(self, *, stack=True):
        other = copy.copy(self)
        other.move_stack = self.move_stack.copy() if stack else []
        return other

    def parse_uci(self, text):
        return Move(text)

    def push(self, move):
        self.move_stack.append(move)
        self.turn = not self.turn

    def push_uci(self, text):
        self.push(Move(text))
        return self.move_stack[-1]

    def pop(self):
        self.turn = not self.turn
        return self.move_stack.pop()

    def __eq__(self, other):
        return (self.first, self.move_stack) == (other.first, other.move_stack)


class Dameo(TextBoard):
    uci_variant = "dameo"
    start = "mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM w 0 1"


class Eximo(TextBoard):
    uci_variant = "eximo"
    start = "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1"


class Abak(TextBoard):
    uci_variant = "abak"
    start = "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - -"


VARIANTS = {board.uci_variant: board for board in (Dameo, Eximo, Abak)}
