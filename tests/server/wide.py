"""Board sets as large as anybody may send, each one another."""

from typing import Any

from taupes.rules import BoardSet, hexagon, parse_boards


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
