"""What somebody without a plan does at a table, by what they are shown."""

from random import Random
from typing import Any


def choose(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A legal action; into a hole if possible."""
    options: list[dict[str, Any]] = []
    for choice in view["position"]["legal"]:
        match choice:
            case {"type": "place", "cells": cells}:
                options += [{"type": "place", "cell": cell} for cell in cells]
            case {"type": "turn", "slots": slots}:
                options += [{"type": "turn", "slot": slot} for slot in slots]
            case {"type": "move", "from": origin, "to": targets}:
                options += [{"type": "move", "from": origin, "to": to} for to in targets]
            case _:
                options.append(choice)
    holes = holes_of(view["game"], view["position"]["level"])
    good = [option for option in options if tuple(option.get("to", ())) in holes]
    return rng.choice(good or options)


def holes_of(game: dict[str, Any], level: int) -> set[tuple[int, int]]:
    cells = [tuple(cell) for cell in game["boards"]["levels"][level]["holes"]]
    for _ in range(game["orientations"][level]):
        cells = [(-r, q + r) for q, r in cells]
    return set(cells)
