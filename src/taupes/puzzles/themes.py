"""What a puzzle is about, from what its answer does."""

from collections.abc import Callable, Mapping
from typing import Final

from taupes.bots.player import Choice, Turn, choices
from taupes.puzzles.prospects import Prospect, crossed, prospect
from taupes.puzzles.puzzle import Ranking
from taupes.rules import Decline, FinalEntry, Move, Pass, Phase, State
from taupes.rules.hex import CENTRE, straight


def themes_of(state: State, ranking: Ranking) -> tuple[str, ...]:
    """The themes of a decision, the most telling first; there is always one."""
    best = prospect(state, ranking[0][0])
    others = [choice for choice, _ in ranking[1:]]
    found = tuple(name for name, fits in _TESTS.items() if fits(best, others))
    return found or (QUIET,)


def _reaches_last(best: Prospect, _: list[Choice]) -> bool:
    return best.enters is not None and best.before.level == best.before.game.stack.last


def _fills(best: Prospect, _: list[Choice]) -> bool:
    return best.fills


def _leaves_last(best: Prospect, others: list[Choice]) -> bool:
    """The last hole could be filled now, and is better left to others."""
    if best.is_lifted:
        return False
    return any(prospect(best.before, choice).fills for choice in others)


def _lifts_rivals(best: Prospect, _: list[Choice]) -> bool:
    lost = (count for seat, count in enumerate(best.lost) if seat != best.before.turn)
    return sum(lost) >= 2


def _blocks(best: Prospect, others: list[Choice]) -> bool:
    """It stops in a rival's way, and leaves that one less than the second best would."""
    if best.enters:
        return False
    closed = {seat for seat, _, _ in crossed(best.before, best.choice)}
    now = {reach.seat: reach for reach in best.threats}
    return any(
        reach.enters > now[reach.seat].enters
        for reach in prospect(best.before, others[0]).threats
        if reach.seat in closed & set(now)
    )


def _takes_solid_path(best: Prospect, _: list[Choice]) -> bool:
    """On the last board, where not all paths lead into the hole: it stops on one that does."""
    state, choice = best.before, best.choice
    if (
        not isinstance(choice, Move)
        or state.level < state.game.stack.last
        or state.game.rules.final_entry is not FinalEntry.SOLID_ONLY
        or best.hope is None
        or not best.hope.wins
    ):
        return False
    way = straight(CENTRE, choice.target)
    return way is not None and way[0] in state.game.stack.levels[-1].solid


def _is_forced_out(best: Prospect, others: list[Choice]) -> bool:
    """Every choice brings a mole out of a hole."""
    every = [best.choice, *others]
    return all(prospect(best.before, choice).leaves is not None for choice in every)


def _declines(best: Prospect, _: list[Choice]) -> bool:
    return isinstance(best.choice, Decline)


def _takes_bonus(best: Prospect, _: list[Choice]) -> bool:
    is_turned = isinstance(best.choice, Turn) and best.before.phase is Phase.EXTRA_DRAW
    return is_turned or best.gains_extra


def _sits_out(best: Prospect, others: list[Choice]) -> bool:
    return any(isinstance(choice, Pass) for choice in (best.choice, *others))


def _gets_home(best: Prospect, _: list[Choice]) -> bool:
    return best.enters is not None and not best.is_lifted


def _gets_ready(best: Prospect, others: list[Choice]) -> bool:
    """More of one's discs than after the second best bring a mole into a hole next time."""
    if not isinstance(best.choice, Move) or best.enters or best.hope is None:
        return False
    second = prospect(best.before, others[0]).hope
    return second is not None and best.hope.enters > second.enters


QUIET: Final = "quiet"
"""Nothing of the kind: what a move is worth shows later."""

_TESTS: Final[Mapping[str, Callable[[Prospect, list[Choice]], bool]]] = {
    "shovel": _reaches_last,
    "fill_last": _fills,
    "leave_last": _leaves_last,
    "lift_rivals": _lifts_rivals,
    "forced_exit": _is_forced_out,
    "decline": _declines,
    "bonus": _takes_bonus,
    "pass": _sits_out,
    "block": _blocks,
    "solid_path": _takes_solid_path,
    "home": _gets_home,
    "ready": _gets_ready,
}

THEMES: Final = (*_TESTS, QUIET)
"""All themes, in the order in which a puzzle names them."""

_PHASES: Final[Mapping[str, Phase]] = {
    "decline": Phase.EXTRA_DRAW,
    "pass": Phase.DRAW,
}


def may_be_about(state: State, theme: str) -> bool:
    """Whether a decision can be about a theme at all, told without knowing what is best."""
    if theme in _PHASES:
        return state.phase is _PHASES[theme]
    if theme == "forced_exit":
        return bool(state.disc) and all(prospect(state, each).leaves for each in choices(state))
    if theme in ("fill_last", "leave_last", "lift_rivals"):
        return bool(state.disc) and any(prospect(state, each).fills for each in choices(state))
    return True
