"""A game as its players meet it: chance acts in between, with a generator kept in the row.

This is the cheap way to let players, or learners, step a game: one call for each decision. The
caller puts a generator (`chance.seed`) into `s[CHANCE]` first. Where a player may turn a disc or
not, the choice to turn it is the number TURN_DISC.
"""

from taupes.kernel.actions import list_actions
from taupes.kernel.chance import stir, take_disc
from taupes.kernel.compiler import Words, compiled
from taupes.kernel.layout import (
    CHANCE,
    DECLINE,
    DISC,
    DRAW_PHASE,
    EXTRA_DRAW_PHASE,
    EXTRA_MOVE_PHASE,
    MOVE_PHASE,
    MUST_PASS,
    PASS,
    PHASE,
    TURN_DISC,
)
from taupes.kernel.moves import is_home
from taupes.kernel.play import apply


@compiled
def list_choices(t: Words, s: Words, out: Words) -> int:
    """Let chance act if it is its turn, write the player's choices into `out`, and count them.

    There are none when the game is over, and often only one.
    """
    if s[PHASE] == DRAW_PHASE:
        if not is_home(t, s):
            _turn_disc(t, s)
            return list_actions(t, s, out)
        out[0] = PASS
    elif s[PHASE] == EXTRA_DRAW_PHASE:
        out[0] = DECLINE
    else:
        return list_actions(t, s, out)
    out[1] = TURN_DISC
    return 1 if t[MUST_PASS] and s[PHASE] == DRAW_PHASE else 2


@compiled
def choose(t: Words, s: Words, choice: int, out: Words) -> int:
    """Make one of the choices listed, then list those of the next player to act."""
    if choice == TURN_DISC:
        _turn_disc(t, s)
    else:
        apply(t, s, choice)
    return list_choices(t, s, out)


@compiled
def _turn_disc(t: Words, s: Words) -> None:
    """Turn over a disc by the row's own generator."""
    s[CHANCE] = stir(s[CHANCE])
    s[DISC] = take_disc(t, s, s[CHANCE])
    s[PHASE] = MOVE_PHASE if s[PHASE] == DRAW_PHASE else EXTRA_MOVE_PHASE
