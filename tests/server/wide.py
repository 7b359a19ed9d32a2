"""Board sets as large as anybody may send, each one another."""

from random import Random
from typing import Any

from taupes.rules import (
    MOLES,
    TEAMS,
    BoardSet,
    Game,
    Record,
    Stack,
    Team,
    apply,
    events_of,
    format_record,
    hexagon,
    legal_actions,
    new_game,
    parse_boards,
    preset_rules,
)


def wide_set(radius: int, levels: int = 3, mark: int = 0) -> dict[str, Any]:
    """A good set of that radius; another one for every mark."""
    boards: list[dict[str, Any]] = []
    for level in range(levels - 1):
        ring = [list(cell) for cell in hexagon(radius) if cell.ring == 2 + level % 2]
        rest = [list(cell) for cell in hexagon(radius) if cell.ring > 3]
        boards.append(
            {
                "name": f"board {level}",
                "radius": radius,
                "holes": ring[: levels - level + 1],
                "specials": [c for n, c in enumerate(rest) if level and (mark >> n % 31) & 1],
            }
        )
    boards.append({"name": "last", "radius": radius, "holes": [[0, 0]], "solid": [0, 2, 4]})
    return {"name": f"wide {mark}", "levels": boards}


def wide_boards(radius: int, levels: int = 3, mark: int = 0) -> BoardSet:
    """The same, read."""
    return parse_boards(wide_set(radius, levels, mark))


def long_record(events: int, radius: int = 12, seats: int = 4) -> dict[str, Any]:
    """A game of players without a plan on such boards, for so many events at most."""
    rules = preset_rules("web", seats, {"stall_limit": 100_000})
    game = Game(Stack(wide_boards(radius), (0,) * 3), rules, seats, MOLES[seats])
    state, rng, found = new_game(game), Random(1), list[Any]()
    while state.outcome is None and len(found) < events:
        action = rng.choice(legal_actions(state))
        after = apply(state, action)
        found += events_of(state, action, after)
        state = after
    teams = tuple(Team(f"Player {seat}", TEAMS[seat]) for seat in range(seats))
    kept = tuple(found[:events])
    return format_record(Record(game, teams, kept, state.outcome))
