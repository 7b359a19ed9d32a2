"""What levels that search need, compiled before anybody waits or a clock runs: by a toy game."""

from functools import cache
from itertools import islice
from random import Random
from typing import Final

from taupes.bots.levels import is_level, level_of
from taupes.bots.match import play_on
from taupes.bots.player import Budget
from taupes.bots.registry import make_bot
from taupes.rules import DISCS, Board, BoardSet, Game, Hex, Phase, Rules, Stack, State, new_game

TOY: Final = BoardSet(
    "toy",
    (Board("top", 2, (Hex(1, 0), Hex(-1, 0))), Board("rock", 1, (Hex(0, 0),), (), (0, 2, 4))),
)
STEPS: Final = 12
"""So many steps of a game go beyond placing moles, and find what an earlier search has left."""
LITTLE: Final = Budget(simulations=4)


def warm(level: str) -> None:
    """Have all compiled, or loaded, that levels need which search: once in a process.

    Those that answer at once need nothing, nor do programs and players of one's own.
    """
    if not is_level(level) or level_of(level).is_quick:
        return
    from taupes.kernel.way import WAY, Way  # noqa: PLC0415 - who needs nothing loads no kernel

    if WAY is Way.NUMBA:
        _play_little()


@cache
def _play_little() -> None:
    """Let the master, who needs most, begin games against itself and choose on the last board.

    With three seats it looks at how the others play.
    """
    player = make_bot("master")
    three, game = (
        Game(Stack(TOY, (0, 0)), Rules(special_cells=False), seats, moles=2) for seats in (3, 2)
    )
    for each in (three, game):
        for _ in islice(play_on(new_game(each), [player] * each.seats, "warm", LITTLE), STEPS):
            pass
    one, other = (1 << game.index[cell] for cell in (Hex(1, 0), Hex(0, -1)))
    last = State(game, Phase.MOVE, 0, game.stack.last, (one, other), (DISCS[1:], DISCS), DISCS[0])
    player.think(last, LITTLE, Random(0))
