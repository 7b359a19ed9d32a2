"""What can be wrong with a board set, found all at once and said precisely."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeGuard

from taupes.rules.board import Board, BoardSet
from taupes.rules.hex import CENTRE, MAX_RADIUS, Hex, hexagon
from taupes.rules.options import MOLES
from taupes.rules.problem import Problem, Where

MAX_BOARDS: Final = 8

_FEWEST: Final = min(players * moles for players, moles in MOLES.items())
_MOST: Final = max(players * moles for players, moles in MOLES.items())
_CELLS: Final = len(hexagon(MAX_RADIUS))
_SET_KEYS: Final = frozenset({"name", "description", "levels"})
_BOARD_KEYS: Final = frozenset({"name", "radius", "holes", "specials", "solid"})


def check_boards(data: object) -> tuple[BoardSet | None, tuple[Problem, ...]]:
    """The set, if its form can be read at all, and everything that is wrong with it."""
    problems = list(_form_problems(data))
    if any(not problem.is_warning for problem in problems):
        return None, tuple(problems)
    assert isinstance(data, Mapping)  # noqa: S101 - the form was checked
    boards = BoardSet(
        data["name"],
        tuple(
            Board(
                level["name"],
                level["radius"],
                tuple(Hex(*cell) for cell in level["holes"]),
                tuple(Hex(*cell) for cell in level.get("specials", ())),
                tuple(level.get("solid", ())),
            )
            for level in data["levels"]
        ),
        data.get("description", ""),
    )
    problems += _set_problems(boards)
    return boards, tuple(problems)


def _form_problems(data: object) -> Iterator[Problem]:
    """What keeps plain data from being a board set at all: missing keys, wrong kinds of values."""
    if not isinstance(data, Mapping):
        yield Problem("not_a_set")
        return
    yield from _unknown_keys(Where(), data, _SET_KEYS)
    yield from _name_problems(Where(), data.get("name"))
    if not isinstance(data.get("description", ""), str):
        yield Problem("bad_description")
    levels = data.get("levels")
    if not isinstance(levels, list) or not 2 <= len(levels) <= MAX_BOARDS:
        yield Problem("no_levels", {"most": MAX_BOARDS})
        return
    for number, level in enumerate(levels):
        where = Where(number)
        if not isinstance(level, Mapping):
            yield Problem("not_a_board", where=where)
            continue
        yield from _name_problems(where, level.get("name"))
        yield from _unknown_keys(where, level, _BOARD_KEYS)
        radius = level.get("radius")
        if not is_whole(radius) or not 1 <= radius <= MAX_RADIUS:
            yield Problem("bad_radius", {"value": shown(radius), "most": MAX_RADIUS}, where)
        yield from _cells_problems(where, "holes", level.get("holes"))
        yield from _cells_problems(where, "specials", level.get("specials", []))
        solid = level.get("solid", [])
        if not isinstance(solid, list) or not all(is_whole(d) and 0 <= d <= 5 for d in solid):
            yield Problem("bad_solid", {"value": shown(solid)}, where)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether plain data is a whole number, which true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """Plain data as a message shows it: short, whatever it is."""
    try:
        return f"{value!r:.60}"
    except ValueError:  # Python prints no number of more than some thousand digits
        return "a number too long to print"


def is_cell(value: object) -> bool:
    """Whether plain data is a cell: two whole numbers of a sensible size."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(is_whole(n) and abs(n) < 1000 for n in value)


def _unknown_keys(
    where: Where, table: Mapping[str, Any], known: frozenset[str]
) -> Iterator[Problem]:
    for key in table:
        if key not in known:
            values = {"value": shown(key), "known": ", ".join(sorted(known))}
            yield Problem("unknown_key", values, where)


def _name_problems(where: Where, name: object) -> Iterator[Problem]:
    if name is None:
        yield Problem("no_name", {}, where)
    elif not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
        yield Problem("bad_name", {"value": shown(name)}, where)


def _cells_problems(where: Where, key: str, cells: object) -> Iterator[Problem]:
    if not isinstance(cells, list):
        yield Problem("bad_cells", {"list": key}, where)
        return
    if len(cells) > _CELLS:
        yield Problem("too_many_cells", {"list": key, "count": len(cells), "most": _CELLS}, where)
        return
    for cell in cells:
        if not is_cell(cell):
            yield Problem("bad_cell", {"list": key, "value": shown(cell)}, where)


def _set_problems(boards: BoardSet) -> Iterator[Problem]:
    """What is wrong with a set whose form is right."""
    last = len(boards.boards) - 1
    for level, board in enumerate(boards.boards):
        where = Where(level, board.name)
        yield from _board_problems(where, board)
        if level < last:
            yield from _pair_problems(where, board, boards.boards[level + 1])
            if board.solid:
                yield Problem("paths_above", where=where)
    yield from _top_problems(boards.boards[0])
    bottom = boards.boards[last]
    where = Where(last, bottom.name)
    if bottom.holes != (CENTRE,):
        yield Problem("not_one_hole", where=where)
    if sorted(bottom.solid) not in ([0, 2, 4], [1, 3, 5]):
        yield Problem("bad_paths", {"value": shown(list(bottom.solid))}, where)


def _top_problems(top: Board) -> Iterator[Problem]:
    where = Where(0, top.name)
    for cell in top.specials:
        yield Problem("special_on_top", where=where, cell=cell)
    if len(top.holes) > _FEWEST:
        yield Problem("too_many_holes", {"holes": len(top.holes), "most": _FEWEST}, where)
    room = len(hexagon(top.radius)) - len(top.holes)
    if room < _MOST:
        yield Problem("little_room", {"room": room, "most": _MOST}, where)


def _board_problems(where: Where, board: Board) -> Iterator[Problem]:
    if not board.holes:
        yield Problem("no_holes", where=where)
    seen: dict[Hex, str] = {}
    for kind, cells in (("hole", board.holes), ("special cell", board.specials)):
        for cell in cells:
            if cell.ring > board.radius:
                values: dict[str, int | str] = {"kind": kind, "steps": cell.ring}
                yield Problem("off_board", values | {"radius": board.radius}, where, cell)
            if cell in seen:
                yield Problem("named_twice", {"kind": kind, "other": seen[cell]}, where, cell)
            seen[cell] = kind


def _pair_problems(where: Where, board: Board, below: Board) -> Iterator[Problem]:
    """What is wrong between a board and the one under it, in any of their orientations."""
    if below.radius > board.radius:
        values = {"below": below.radius, "radius": board.radius}
        yield Problem("larger_below", values, where)
    if len(below.holes) >= len(board.holes):
        values = {"holes": len(board.holes), "below": len(below.holes)}
        yield Problem("holes_decrease", values, where)
    holes_below = frozenset(below.holes)
    for hole in board.holes:
        if hole.ring > below.radius:
            yield Problem("nothing_below", {"below": below.radius}, where, hole)
        under = next((k for k in range(6) if hole.turned(k) in holes_below), None)
        if under is not None:
            yield Problem("hole_below", {"turn": -under % 6}, where, hole)
