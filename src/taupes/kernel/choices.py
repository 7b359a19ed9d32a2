"""A game as its players meet it: chance acts in between, with a generator kept in the row.

This is the cheap way to let players, or learners, step a game: one call for each decision. The
caller puts a generator (`chance.seed`) into `s[CHANCE]` first. Where a player may turn a disc or
not, the choice to turn it is the number TURN_DISC.
"""

from taupes.kernel.actions import list_actions
from taupes.kernel.chance import stir, take_disc
from taupes.kernel.compiler import WordArray, compiled
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
def list_decisions(t: WordArray, s: WordArray, out: WordArray) -> int:
    """Write what the player to act can decide into `out` and count it; 0 where chance acts."""
    phase = s[PHASE]
    if phase == EXTRA_DRAW_PHASE:
        out[0], out[1] = DECLINE, TURN_DISC
        return 2
    if phase == DRAW_PHASE:
        if not is_home(t, s):
            return 0
        out[0], out[1] = PASS, TURN_DISC
        return 1 if t[MUST_PASS] else 2
    return list_actions(t, s, out)


@compiled
def turn_disc(t: WordArray, s: WordArray, rng: int) -> int:
    """Turn a disc over by chance and tell it."""
    s[DISC] = take_disc(t, s, rng)
    s[PHASE] = MOVE_PHASE if s[PHASE] == DRAW_PHASE else EXTRA_MOVE_PHASE
    return s[DISC]


@compiled
def list_choices(t: WordArray, s: WordArray, out: WordArray) -> int:
    """Let chance act if it is its turn, write the player's choices into `out`, and count them.

    There are none when the game is over, and often only one.
    """
    count = list_decisions(t, s, out)
    if count == 0 and s[PHASE] == DRAW_PHASE:
        s[CHANCE] = stir(s[CHANCE])
        turn_disc(t, s, s[CHANCE])
        return list_actions(t, s, out)
    return count


@compiled
def choose(t: WordArray, s: WordArray, choice: int, out: WordArray) -> int:
    """Make one of the choices listed, then list those of the next player to act."""
    if choice == TURN_DISC:
        s[CHANCE] = stir(s[CHANCE])
        turn_disc(t, s, s[CHANCE])
    else:
        apply(t, s, choice)
    return list_choices(t, s, out)
