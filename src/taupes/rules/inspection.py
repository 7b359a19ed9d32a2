"""What can be wrong with a board set, found all at once and said precisely."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from taupes.rules.board import Board, BoardSet
from taupes.rules.hex import CENTRE, MAX_RADIUS, Hex, hexagon
from taupes.rules.options import MOLES

MAX_BOARDS: Final = 8

_FEWEST: Final = min(players * moles for players, moles in MOLES.items())
_MOST: Final = max(players * moles for players, moles in MOLES.items())
_SET_KEYS: Final = frozenset({"name", "description", "levels"})
_BOARD_KEYS: Final = frozenset({"name", "radius", "holes", "specials", "solid"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a board set."""

    board: str
    """Which board, or the empty string for the set as a whole."""
    what: str
    right: str
    """What would be right."""
    cell: tuple[int, int] | None = None
    is_warning: bool = False

    def __str__(self) -> str:
        place = f"{self.board}: " if self.board else ""
        at = f"cell [{self.cell[0]}, {self.cell[1]}]: " if self.cell else ""
        return f"{place}{at}{self.what}; {self.right}"


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
        yield Problem("", "not a table", "a board set has a name and levels")
        return
    yield from _unknown_keys("", data, _SET_KEYS)
    yield from _name_problems("", data.get("name"))
    if not isinstance(data.get("description", ""), str):
        yield Problem("", "the description is not a text", "write it in quotes")
    levels = data.get("levels")
    if not isinstance(levels, list) or not 2 <= len(levels) <= MAX_BOARDS:
        yield Problem("", "no list of levels", f"2 to {MAX_BOARDS} boards, top to bottom")
        return
    for number, level in enumerate(levels, 1):
        title = f"board {number}"
        if not isinstance(level, Mapping):
            yield Problem(title, "not a table", "a board has a name, a radius and holes")
            continue
        yield from _name_problems(title, level.get("name"))
        yield from _unknown_keys(title, level, _BOARD_KEYS)
        radius = level.get("radius")
        if not is_whole(radius) or not 1 <= radius <= MAX_RADIUS:
            yield Problem(
                title, f"radius {shown(radius)}", f"expected a whole number from 1 to {MAX_RADIUS}"
            )
        yield from _cells_problems(title, "holes", level.get("holes"))
        yield from _cells_problems(title, "specials", level.get("specials", []))
        solid = level.get("solid", [])
        if not isinstance(solid, list) or not all(is_whole(d) and 0 <= d <= 5 for d in solid):
            right = "expected a list of directions from 0 to 5"
            yield Problem(title, f"solid is {shown(solid)}", right)


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


def _unknown_keys(title: str, table: Mapping[str, Any], known: frozenset[str]) -> Iterator[Problem]:
    for key in table:
        if key not in known:
            right = f"the known ones are {', '.join(sorted(known))}"
            yield Problem(title, f"unknown key {key!r:.60} is ignored", right, is_warning=True)


def _name_problems(title: str, name: object) -> Iterator[Problem]:
    if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
        yield Problem(
            title, f"name {shown(name)}", "expected a text of 1 to 40 printable characters"
        )


def _cells_problems(title: str, key: str, cells: object) -> Iterator[Problem]:
    if not isinstance(cells, list):
        yield Problem(title, f"{key} is no list", "expected cells such as [[0, -4], [1, -3]]")
        return
    for cell in cells:
        if not is_cell(cell):
            yield Problem(title, f"{key} has {shown(cell)}", "expected a cell such as [0, -4]")


def _set_problems(boards: BoardSet) -> Iterator[Problem]:
    """What is wrong with a set whose form is right."""
    last = len(boards.boards) - 1
    for number, board in enumerate(boards.boards):
        title = f"board {number + 1} ({board.name})"
        yield from _board_problems(title, board)
        if number < last:
            below = boards.boards[number + 1]
            yield from _pair_problems(title, board, below)
            if board.solid:
                yield Problem(title, "has solid paths", "only the last board has paths")
    top, bottom = boards.boards[0], boards.boards[last]
    title = f"board 1 ({top.name})"
    for cell in top.specials:
        yield Problem(
            title, "special cell on the top board", "only the lower boards have any", cell
        )
    if len(top.holes) > _FEWEST:
        yield Problem(
            title,
            f"{len(top.holes)} holes, more than two players have moles",
            f"at most {_FEWEST}, or the board can never fill",
        )
    room = len(hexagon(top.radius)) - len(top.holes)
    if room < _MOST:
        yield Problem(
            title,
            f"room for {room} moles only",
            f"with fewer than {_MOST} free cells some numbers of players do not fit",
            is_warning=True,
        )
    title = f"board {last + 1} ({bottom.name})"
    if bottom.holes != (CENTRE,):
        yield Problem(
            title, "not its single hole in the centre", "the last board has one hole, [0, 0]"
        )
    if sorted(bottom.solid) not in ([0, 2, 4], [1, 3, 5]):
        yield Problem(
            title,
            f"solid paths {list(bottom.solid)!r:.60}",
            "expected three that alternate with the dotted ones: [0, 2, 4] or [1, 3, 5]",
        )


def _board_problems(title: str, board: Board) -> Iterator[Problem]:
    if not board.holes:
        yield Problem(title, "no holes", "every board needs at least one")
    seen: dict[Hex, str] = {}
    for kind, cells in (("hole", board.holes), ("special cell", board.specials)):
        for cell in cells:
            if cell.ring > board.radius:
                yield Problem(
                    title,
                    f"{kind} off the board",
                    f"it is {cell.ring} steps from the centre, at most {board.radius} are right",
                    cell,
                )
            if cell in seen:
                yield Problem(
                    title, f"{kind} where there is a {seen[cell]} already", "name it once", cell
                )
            seen[cell] = kind


def _pair_problems(title: str, board: Board, below: Board) -> Iterator[Problem]:
    """What is wrong between a board and the one under it, in any of their orientations."""
    if below.radius > board.radius:
        yield Problem(
            title,
            f"the board below is larger (radius {below.radius} under {board.radius})",
            "boards never grow downwards",
        )
    if len(below.holes) >= len(board.holes):
        yield Problem(
            title,
            f"{len(board.holes)} holes and {len(below.holes)} on the board below",
            "the number of holes decreases from board to board",
        )
    holes_below = frozenset(below.holes)
    for hole in board.holes:
        if hole.ring > below.radius:
            yield Problem(
                title,
                "no cell under this hole",
                f"the board below reaches {below.radius} steps from the centre",
                hole,
            )
        under = next((k for k in range(6) if hole.turned(k) in holes_below), None)
        if under is not None:
            yield Problem(
                title,
                f"over a hole of the board below when that is turned by {-under % 6}",
                "a mole would drop through both; move one of them to another ring",
                hole,
                is_warning=True,
            )
