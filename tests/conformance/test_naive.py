"""The exact engine and a second, naive one agree at every step of thousands of random games."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from taupes.rules import (
    Blocked,
    Decline,
    Draw,
    LeaveHole,
    Lift,
    Move,
    Pass,
    Phase,
    Record,
    State,
    consequences,
    format_event,
    format_record,
    legal_actions,
    new_game,
    outcome,
)
from tests.conformance.generate import Step, play, random_game, teams
from tests.conformance.naive import NaiveGame

CHUNKS: Final = 8
GAMES: Final = 110
"""Games in each chunk."""
MOST: Final = 400
"""Actions in each game: random play on large boards may go on for ever."""

SITUATIONS: Final = {
    "lift",
    "double lift",
    "drop into the last hole",
    "stand-off lift",
    "all-home lift",
    "blocked",
    "blocked extra",
    "forced out",
    "decline",
    "may_pass draw",
    "pass",
    "placing",
    "second player out",
    "shovel",
    "points",
    "last_team",
    "stalemate",
    "shared points",
}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_at_every_step(chunk: int) -> None:
    positions = 0
    seen: set[str] = set()
    for seed in range(chunk * GAMES, (chunk + 1) * GAMES):
        rng = Random(seed)
        game = random_game(rng)
        naive = NaiveGame(format_record(Record(game, teams(game.seats))))
        compare(new_game(game), naive, seed)
        for step in play(game, rng, MOST):
            followed = naive.play(format_event(step.action, step.before.turn))
            mine = [format_event(event) for event in consequences(step.before, step.after)]
            assert mine == followed, f"seed {seed}"
            compare(step.after, naive, seed)
            positions += 1
            seen.update(situations(step))
    assert positions > 12_000
    assert seen == SITUATIONS, "the games of a chunk no longer show every special situation"


def compare(state: State, naive: NaiveGame, seed: int) -> None:
    mine = [format_event(action, state.turn) for action in legal_actions(state)]
    assert sorted(map(repr, mine)) == sorted(map(repr, naive.legal())), f"seed {seed}"
    assert picture(state) == naive.picture(), f"seed {seed}"
    assert result(state) == naive.result, f"seed {seed}"


def picture(state: State) -> dict[str, Any]:
    seats = range(state.game.seats)
    return {
        "level": state.level,
        "turn": None if state.phase is Phase.OVER else state.turn,
        "moles": [sorted(list(cell) for cell in state.cells(seat)) for seat in seats],
        "face_down": [list(discs) for discs in state.discs],
        "shown": state.disc or None,
        "extra": state.phase in (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE),
        "points": list(state.points or (0,) * state.game.seats),
    }


def result(state: State) -> dict[str, Any] | None:
    end = outcome(state)
    if end is None:
        return None
    points = None if end.points is None else list(end.points)
    return {"winners": list(end.winners), "reason": end.reason, "points": points}


def situations(step: Step) -> Iterator[str]:
    """What is special about a step, found out from the boards alone."""
    yield from _of_the_action(step)
    yield from _of_the_board(step)
    end = outcome(step.after)
    if end is not None:
        yield end.reason
        if len(end.winners) > 1:
            yield "shared points"
        if end.reason in ("shovel", "points") and step.after.level > step.before.level:
            yield "drop into the last hole"


def _of_the_action(step: Step) -> Iterator[str]:
    before = step.before
    holes = set(before.game.stack.levels[before.level].holes)
    extra = before.phase in (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE)
    match step.action:
        case Blocked():
            yield "blocked extra" if extra else "blocked"
        case Decline():
            yield "decline"
        case Pass():
            yield "pass"
        case Draw() if not extra and set(before.cells(before.turn)) <= holes:
            yield "may_pass draw"
        case Move(origin, _):
            if origin in holes and before.game.rules.leave_hole is LeaveHole.LAST_RESORT:
                yield "forced out"


def _of_the_board(step: Step) -> Iterator[str]:
    before, action, after = step
    if sum(not moles for moles in after.moles) > 1 and outcome(after) is None:
        yield "second player out" if before.phase is not Phase.PLACE else "placing"
    lifts = [event for event in consequences(before, after) if isinstance(event, Lift)]
    if not lifts:
        return
    yield "lift" if len(lifts) == 1 else "double lift"
    holes = set(before.game.stack.levels[before.level].holes)
    cells = {cell for seat in range(before.game.seats) for cell in before.cells(seat)}
    if isinstance(action, Move):
        cells = cells - {action.origin} | {action.target}
    if not holes <= cells:
        yield "all-home lift" if cells <= holes else "stand-off lift"
