"""Temperaments: what bots of one level like, where several choices are about as good.

A leaning is counted on the board alone, so that all levels can have it, on all machines alike.
`players.tempered` says how much a bot gives away for it.
"""

from collections.abc import Mapping
from typing import Final

from taupes.bots.player import Choice, Turn
from taupes.bots.players.greedy import Leaning, leader, reach
from taupes.rules import DISCS, Hex, Move, Place, Seat, State
from taupes.rules.ground import bits

HOME: Final = len(DISCS) + 1
"""What a mole in a hole counts: one more than all discs that might bring it there."""


def bold(state: State, choice: Choice) -> int:
    """Likes to be among the others' moles and to turn discs; it is in no hurry to get home."""
    match choice:
        case Place(cell):
            return _rivals_near(state, cell)
        case Move(_, target):
            at = 1 << state.game.index[target]
            if at & state.ground.holes:
                return -1
            is_extra = state.game.rules.special_cells and at & state.ground.specials
            return HOME if is_extra else _rivals_near(state, target)
    return int(isinstance(choice, Turn))


def careful(state: State, choice: Choice) -> int:
    """Likes its moles at home, or where many of its discs would bring them there."""
    if isinstance(choice, Place):
        return reach(state, choice.cell, DISCS, state.occupied)
    change, holes = _change(state, choice), state.ground.holes
    mine = state.moles[state.turn] ^ change
    ways = _ways(state, mine, state.turn, state.occupied ^ change)
    return HOME * (mine & holes).bit_count() + ways - isinstance(choice, Turn)


def envious(state: State, choice: Choice) -> int:
    """Likes to leave the leader few ways into a hole."""
    rival = leader(state)
    return -_ways(state, state.moles[rival], rival, state.occupied ^ _change(state, choice))


LEANINGS: Final[Mapping[str, Leaning]] = {"bold": bold, "careful": careful, "envious": envious}
"""By temperament; must name those of `levels.TEMPERAMENTS`."""


def _change(state: State, choice: Choice) -> int:
    """The cells that a choice fills or empties."""
    index = state.game.index
    match choice:
        case Place(cell):
            return 1 << index[cell]
        case Move(origin, target):
            return 1 << index[origin] ^ 1 << index[target]
    return 0


def _ways(state: State, moles: int, seat: Seat, occupied: int) -> int:
    """How many discs of a seat would bring these moles into a hole, mole by mole."""
    discs, frame = state.discs[seat] or DISCS, state.game.frame
    return sum(reach(state, frame[i], discs, occupied) for i in bits(moles & ~state.ground.holes))


def _rivals_near(state: State, cell: Hex) -> int:
    """How many moles of others stand next to a cell."""
    index, rivals = state.game.index, state.occupied & ~state.moles[state.turn]
    around = (index.get(cell.step(direction)) for direction in range(6))
    return sum(rivals >> i & 1 for i in around if i is not None)
