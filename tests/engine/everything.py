"""Plays and thinks with all there is, and prints what came of it: to be run in any way.

    python -m tests.engine.everything [bare] [few]

With `bare` nothing can be imported but the standard library, msgspec and this package; without, the
tables that a bare machine does not have are not asked. So both must print the same. `few` is what
plain Python can do in some seconds.
"""

import hashlib
import json
import sys
from itertools import islice, product
from random import Random
from typing import Any

BLOCKED = ("numpy", "numba", "llvmlite", "platformdirs", "fastapi", "rich", "typer")

if "bare" in sys.argv:
    sys.modules.update(dict.fromkeys(BLOCKED))  # type: ignore[arg-type]

from taupes.bots import LEVELS, Budget, choices, make_bot, play_game, play_on, record_game  # noqa: E402
from taupes.bots.analysis import analyse  # noqa: E402
from taupes.bots.endgame import endgame, is_last_board, search_value  # noqa: E402
from taupes.bots.evaluation import knowledge  # noqa: E402
from taupes.bots.players import master  # noqa: E402
from taupes.bots.search.habits import Habits  # noqa: E402
from taupes.bots.search.searcher import look_ahead  # noqa: E402
from taupes.kernel.way import WAY  # noqa: E402
from taupes.rules import MOLES, PRESETS, Game, State, load_stack, preset_rules  # noqa: E402

STACKS = ("classic-0351", "quick-0123", "grand-1234")
PAIRS = (
    ("master", "burrower/envious"),
    ("pup/bold", "master"),
    ("burrower", "forager"),
    ("master", "master/careful"),
)


def digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def games() -> list[tuple[Game, tuple[str, ...]]]:
    """All presets, numbers of players and sets, with levels that change from game to game."""
    found = []
    for number, (preset, seats, stack) in enumerate(product(PRESETS, (2, 3, 4), STACKS)):
        levels = list(LEVELS)
        names = (*PAIRS[number % len(PAIRS)], *levels[number % 5 :], *levels)
        # Every third game has a handicap: the first has two moles less, the last two more.
        more = number // 9 % 3 == 1
        moles = tuple(MOLES[seats] + more * (4 * seat // (seats - 1) - 2) for seat in range(seats))
        game = Game(load_stack(stack), preset_rules(preset, seats), seats, moles)
        found.append((game, names[seats - 2 : 2 * seats - 2]))
    return found


def few() -> dict[str, Any]:
    """Some choices of three games, two of them from where discs are turned."""
    found = []
    for game, names in games()[9:36:12]:
        bots = [make_bot(name) for name in ("random", *names)]
        start = next(b for b, _, _ in play_game(game, bots[:1] * game.seats, "seed") if b.level)
        steps = islice(play_on(start, bots[1:], "seed", Budget(None, 2)), 12)
        found.append(digest([action for _, action, _ in steps]))
        found.append(digest(look_ahead(start, Random(1), 5)))
    return {"games": found}


def everything() -> dict[str, Any]:
    """Whole games, and more."""
    result: dict[str, Any] = {"games": []}
    last: list[State] = []
    for game, names in games():
        steps = list(play_game(game, [make_bot(name) for name in names], "seed", Budget(None, 6)))
        result["games"].append([digest([action for _, action, _ in steps]), len(steps)])
        last += [before for before, _, _ in steps if is_last_board(before)][:2]
        if "analysis" not in result:
            record = record_game(game, names, steps[:40])
            result["analysis"] = digest(analyse(record, 9).as_dict())
    result["searches"] = [digest(look_ahead(state, Random(1), 300)) for state in last[:6]]
    habits = Habits(greed=0.4, haste=0.3)
    result["habits"] = [
        digest(look_ahead(state, Random(1), 300, habits=[habits] * state.game.seats))
        for state in last[:6]
    ]
    result["turns"] = [digest(search_value(state, 3)) for state in last[:6] if choices(state)]
    return result


if __name__ == "__main__":
    for room in (endgame, knowledge, master):
        room.HAS_TABLES = False  # type: ignore[attr-defined]
    found = few() if "few" in sys.argv else everything()
    sys.stdout.write(json.dumps({"way": WAY.value, **found}) + "\n")
