"""Rulings and edge cases, each as a short game written by hand on boards of radius 2.

A script has one line per turn, as in the notation but without number and seat; whose turn it is,
what is lifted, who is out and how the game ends is for the rules to say.

```
   e3 e4 e5        solid paths of the last board: towards c5, a1 and e3
  d2 d3 d4 d5
 c1 c2 c3 c4 c5
  b1 b2 b3 b4
   a1 a2 a3
```
"""

from dataclasses import dataclass
from typing import Final

from taupes.rules import Board, BoardSet, Moles, parse_cell

RADIUS: Final = 2


@dataclass(frozen=True)
class Case:
    """One game to be written down."""

    name: str
    shows: str
    """What it shows, in a sentence or two."""
    boards: BoardSet
    rules: str
    """A preset and the options changed on top of it."""
    script: str
    seats: int = 2
    moles: Moles = 1
    first: int = 0


def board(name: str, holes: str, specials: str = "", *, last: bool = False) -> Board:
    """A board of radius 2, by the names of its cells."""
    hole_cells = tuple(parse_cell(cell, RADIUS) for cell in holes.split())
    special_cells = tuple(parse_cell(cell, RADIUS) for cell in specials.split())
    return Board(name, RADIUS, hole_cells, special_cells, (0, 2, 4) if last else ())


ROCK: Final = board("rock", "c3", last=True)
PAIR: Final = BoardSet("pair", (board("lawn", "c2 c4"), ROCK))
TRIO: Final = BoardSet("trio", (board("lawn", "c2 c4 e3"), ROCK))
THREE: Final = BoardSet("three", (board("lawn", "c2 c4 e3"), board("sand", "b1 b4"), ROCK))
SPECIAL: Final = BoardSet(
    "special", (board("lawn", "c2 c4"), board("rock", "c3", "a2 d2", last=True))
)

CASES: Final = (
    Case(
        "cascade",
        "Two holes of the second board lie under holes of the first: the moles drop through "
        "both, the second board is full at once and is lifted with the first.",
        BoardSet("shaft", (board("lawn", "c2 c4 e3"), board("sand", "c2 c4"), ROCK)),
        "web",
        """
        @a2
        @e4
        @c3
        @a1
        2 a2-c2
        2 e4-c4
        # The third hole is filled: both boards go, and with them the moles on a1 and e3.
        2 c3-e3
        # Bob stands on a solid path and is one step from the shovel.
        1 c4-c3
        """,
        moles=2,
    ),
    Case(
        "self-complete",
        "A board that completes itself: the moles that drop all stand in its holes, and though "
        "one of these is empty nobody is left to fill it.",
        BoardSet("sieve", (board("lawn", "c2 c4 e3 b4"), board("sand", "c2 c4 a1"), ROCK)),
        "web",
        """
        @a2
        @e4
        2 a2-c2
        # Every mole is home, so the first board ends; the second ends with it.
        2 e4-c4
        1 c2-d3
        1 c4-c3
        """,
    ),
    Case(
        "last-drop",
        "A hole lies over the last hole: whoever drops through it has the shovel, though it was "
        "the other player who filled the board.",
        BoardSet("chute", (board("lawn", "c3 c4"), ROCK)),
        "web",
        """
        @a3
        @e4
        2 a3-c3
        # Bob fills the board and hands Ada the shovel.
        2 e4-c4
        """,
    ),
    Case(
        "all-home",
        "Every mole left is in a hole and a hole is still empty: the board ends there and then.",
        TRIO,
        "web",
        """
        @b2
        @e4
        1 b2-c2
        # The hole on e3 stays empty, and yet the board is lifted.
        2 e4-c4
        2 c2-a2
        1 c4-c3
        """,
    ),
    Case(
        "stand-off",
        "Three turns in a row bring no new maximum of occupied holes: with stall_limit=3 the "
        "board is lifted as it stands, one hole empty and moles outside.",
        TRIO,
        "web stall_limit=3",
        """
        @b2
        @e4
        @d5
        @e5
        1 b2-c2
        2 e4-c4
        # From here nobody fills the third hole.
        2 d5-d3
        3 e5-b2
        # The third such turn: the board goes, with the moles on a3 and b2.
        3 d3-a3
        1 c4-c3
        """,
        moles=2,
    ),
    Case(
        "stalemate",
        "A stand-off on the last board is a draw.",
        PAIR,
        "web stall_limit=3",
        """
        @b2
        @e4
        1 b2-c2
        2 e4-c4
        2 c2-a2
        # Over the hole, which is allowed, but not into it.
        3 c4-c1
        3 a2-d2
        """,
    ),
    Case(
        "stalemate-no-mole-home",
        "A stand-off with no mole in a hole is a draw on any board: lifting it would leave nobody.",
        PAIR,
        "web stall_limit=3",
        """
        @a2
        @e5
        1 a2-a1
        1 e5-e4
        2 a1-c1
        """,
    ),
    Case(
        "stalemate-points",
        "A stand-off on the last board ends the game, but where points count those already made "
        "decide: here they are equal and share the win.",
        PAIR,
        "shop-points stall_limit=3",
        """
        @b2
        @e4
        1 b2-c2
        # The board before the last is the beige one: a point for each mole in its holes.
        2 e4-c4
        2 c2-a2
        3 c4-c1
        3 a2-d2
        """,
    ),
    Case(
        "blocked",
        "The disc shows 4 and no mole can move so far: the turn is lost and the disc is used.",
        PAIR,
        "web",
        """
        @c3
        @e4
        # From the centre of this board no cell is four steps away.
        4 blocked
        2 e4-c4
        1 c3-c2
        1 c4-c3
        """,
    ),
    Case(
        "forced-out",
        "No mole outside a hole can move the number shown, so the one in a hole must come out.",
        TRIO,
        "web",
        """
        @d3
        @e4
        @b1
        @d5
        1 d3-e3
        2 e4-c4
        # The mole on b1 cannot go four steps: the one in the hole on e3 must.
        4 e3-a3
        3 d5-d2
        2 a3-c3
        1 d2-c2
        2 c3-e3
        2 c4-a2
        3 e3-b3
        3 c2-c5
        3 b3-e3
        4 c5-c1
        2 e3-c3
        """,
        moles=2,
    ),
    Case(
        "dotted-path",
        "With solid_only a mole on a dotted path may pass over the last hole and not stop in it.",
        PAIR,
        "web",
        """
        @e4
        @a2
        2 e4-c4
        2 a2-c2
        2 c4-a2
        # One step from the hole, but c2 lies on a dotted path: it must go elsewhere.
        1 c2-c1
        3 a2-d2
        # Along the dotted path and over the hole, to the solid path on the other side.
        4 c1-c5
        1 d2-d3
        2 c5-c3
        """,
        first=1,
    ),
    Case(
        "special-taken",
        "A move stops on a special cell; the player turns another disc at once and moves by it.",
        SPECIAL,
        "web-pro",
        """
        @c5
        @e4
        3 c5-c2
        2 e4-c4
        # a2 is a special cell: one more disc, a 1, brings the mole to a solid path.
        2 c2-a2 + 1 a2-a1
        3 c4-c1
        2 a1-c3
        """,
    ),
    Case(
        "special-declined",
        "A move stops on a special cell and the player forgoes the extra disc.",
        SPECIAL,
        "web-pro",
        """
        @c5
        @e4
        3 c5-c2
        2 e4-c4
        2 c2-a2 + decline
        3 c4-c1
        1 a2-a1
        4 c1-c5
        2 a1-c3
        """,
    ),
    Case(
        "special-blocked",
        "The extra disc shows a number by which nothing can move: it is spent, the turn ends.",
        SPECIAL,
        "web-pro",
        """
        @c5
        @e4
        3 c5-c2
        2 e4-c4
        2 c2-a2 + 4 blocked
        1 c4-c3
        """,
    ),
    Case(
        "special-once",
        "The extra move may not stop on a special cell: with a 3 from a2 the cell d2 is barred. "
        "The game is left unfinished, with a disc turned and no move made.",
        SPECIAL,
        "web-pro",
        """
        @e4
        @a2
        2 e4-c4
        2 a2-c2
        2 c4-e4
        2 c2-a2 + 3 a2-d5
        3
        """,
        first=1,
    ),
    Case(
        "special-dropped",
        "Arriving from above on a special cell gives nothing: only a move that stops there does.",
        BoardSet("landing", (board("lawn", "c2 c4"), board("rock", "c3", "c2 c4", last=True))),
        "web-pro",
        """
        @a2
        @e4
        2 a2-c2
        # Both moles land on special cells, and it is simply the next player's turn.
        2 e4-c4
        1 c2-c1
        1 c4-c3
        """,
    ),
    Case(
        "sixth-then-special",
        "The sixth disc brings a mole onto a special cell: all six are shuffled and turned down "
        "before the extra one is turned, so that a 1 can appear again.",
        SPECIAL,
        "web-pro",
        """
        @d2
        @b4
        3 d2-a2
        3 b4-e4
        1 a2-a1
        3 e4-b4
        2 a1-c1
        4 blocked
        4 c1-c5
        2 b4-d4
        3 c5-c2
        1 d4-c4
        # The last of Ada's six, then one of all six.
        2 c2-a2 + 1 a2-a1
        2 c4-e4
        2 a1-c3
        """,
    ),
    Case(
        "last-team",
        "Only one player still has moles: that player has won.",
        PAIR,
        "web",
        """
        @b2
        @a1
        @e4
        @a3
        1 b2-c2
        1 a1-b1
        # Ada fills both holes; both moles of Bob are lifted off.
        2 e4-c4
        """,
        moles=2,
    ),
    Case(
        "last-team-points",
        "Only one player still has moles and points count: that player takes what is left to "
        "take, two for the beige holes its three moles could fill and one for the shovel.",
        THREE,
        "shop-points",
        """
        @b2
        @a1
        @e4
        @a3
        @c3
        @c5
        1 b2-c2
        1 a1-b1
        2 e4-c4
        2 a3-a1
        2 c3-e3
        """,
        moles=3,
    ),
    Case(
        "shared-points",
        "Equal points share the win: Bob has two moles in the beige board's holes, Ada one and "
        "the shovel.",
        TRIO,
        "shop-points",
        """
        @a2
        @e4
        @a1
        @c3
        2 a2-c2
        2 e4-c4
        2 a1-c1
        # The beige board goes: one point for Ada, two for Bob.
        2 c3-e3
        1 c2-c3
        """,
        moles=2,
    ),
    Case(
        "elimination",
        "A player without moles is out of the game and is skipped from then on.",
        PAIR,
        "web",
        """
        @a2
        @e4
        @a3
        2 a2-c2
        # The board is full before Cleo has moved at all. After Bob it is Ada's turn.
        2 e4-c4
        2 c2-a2
        3 c4-c1
        3 a2-d2
        4 c1-c5
        1 d2-c2
        2 c5-c3
        """,
        seats=3,
    ),
    Case(
        "may-pass",
        "All moles of a player are in holes: with may_pass the player passes, or turns a disc and "
        "then must move.",
        TRIO,
        "web",
        """
        @a2
        @d5
        2 a2-c2
        1 d5-c5
        pass
        2 c5-c3
        # Ada need not, but turns a disc: now the mole must come out.
        1 c2-b2
        2 c3-e3
        3 b2-e5
        pass
        2 e5-c5
        pass
        3 c5-c2
        3 e3-b3
        # The sixth disc of Ada: used, though nothing could move by it.
        4 blocked
        3 b3-e3
        2 c2-a2
        4 e3-a3
        1 a2-a1
        1 a3-b3
        2 a1-c3
        """,
    ),
    Case(
        "must-pass",
        "All moles of a player are in holes: with must_pass the player sits out.",
        TRIO,
        "shop",
        """
        @a2
        @d5
        2 a2-c2
        1 d5-c5
        pass
        2 c5-c3
        pass
        2 c3-e3
        1 c2-c3
        """,
    ),
    Case(
        "handicap",
        "Ada has one mole, Bob two and Cleo three: whoever has placed theirs is passed over. "
        "Cleo, who is first, places the last one and takes the first turn.",
        PAIR,
        "web",
        """
        @c3
        @a2
        @e4
        @d2
        # Ada has none left to place.
        @b3
        # Nor has Bob.
        @a3
        1 d2-d3
        2 a2-c2
        # Both holes are full: all three moles of Cleo go with the board.
        2 e4-c4
        1 c2-c3
        """,
        seats=3,
        moles=(1, 2, 3),
        first=2,
    ),
)
