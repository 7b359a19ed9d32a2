"""What kind of slip a choice was: what sets it apart from the best one, by facts on the board.

No judgement of its own: that a choice cost something is the analysis's to say.
"""

from typing import Final, Literal, get_args

from taupes.bots.player import Choice
from taupes.bots.players.greedy import reach
from taupes.rules import DISCS, Move, Phase, State
from taupes.rules.ground import bits

Slip = Literal["placing", "extra", "pass", "left", "greedy", "slow", "open", "blocked", "other"]

SLIPS: Final[tuple[Slip, ...]] = get_args(Slip)
"""All kinds, in the order in which they are looked for."""


def slip_of(state: State, played: Choice, best: Choice) -> Slip:
    """What the choice made has, and the best one has not.

    - `placing`: where a mole begins.
    - `extra`: a special cell's disc taken or left; `pass`: a turn sat out or not.
    - `left`: a mole left its hole; `greedy`: one went into a hole; `slow`: none did.
    - `open`: rivals have more ways into a hole; `blocked`: one's own moles have fewer.
    """
    if state.phase is Phase.PLACE:
        return "placing"
    if state.phase is Phase.EXTRA_DRAW:
        return "extra"
    if not isinstance(played, Move) or not isinstance(best, Move):
        return "pass"
    if _leaves(state, played) and not _leaves(state, best):
        return "left"
    if _enters(state, played) != _enters(state, best):
        return "greedy" if _enters(state, played) else "slow"
    mine, theirs = _ways(state, played), _ways(state, best)
    if mine[1] > theirs[1]:
        return "open"
    return "blocked" if mine[0] < theirs[0] else "other"


def _leaves(state: State, move: Move) -> bool:
    return bool(state.ground.holes >> state.game.index[move.origin] & 1)


def _enters(state: State, move: Move) -> bool:
    return bool(state.ground.holes >> state.game.index[move.target] & 1)


def _ways(state: State, move: Move) -> tuple[int, int]:
    """After a move, how many discs would bring a mole into a hole: one's own, and all rivals'."""
    index, holes = state.game.index, state.ground.holes
    change = 1 << index[move.origin] ^ 1 << index[move.target]
    found = [0, 0]
    for seat, word in enumerate(state.moles):
        is_rival = seat != state.turn
        moles = word if is_rival else word ^ change
        discs = state.discs[seat] or DISCS
        found[is_rival] += sum(
            reach(state, state.game.frame[i], discs, state.occupied ^ change)
            for i in bits(moles & ~holes)
        )
    return found[0], found[1]
