"""Positions for tests: drawn as pictures, or set up on the shipped boards by cell names.

In a picture `.` is an ordinary cell, `o` a hole and `*` a special cell; `A` to `D` is a mole on an
ordinary cell and `a` to `d` a mole in a hole. The rows run from the highest letter down to a:

        . . .           e3 e4 e5
       . A . .         d2 d3 d4 d5
      . . o . .       c1 c2 c3 c4 c5
       . b * .         b1 b2 b3 b4
        . . .           a1 a2 a3
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, TypedDict, Unpack

from taupes.rules.actions import Action, Blocked, Decline, Draw, Move, Pass, Place
from taupes.rules.board import Board, BoardSet, Stack, parse_orientations
from taupes.rules.boardset import load_boards, load_stack
from taupes.rules.hex import CENTRE, Hex, hexagon
from taupes.rules.options import DISCS, MOLES, Rules, Victory
from taupes.rules.play import IllegalAction, apply, legal_actions, legal_moves
from taupes.rules.state import Game, Phase, State, new_game
from taupes.rules.why import Why

SEATS: Final = "ABCD"

Moles = Mapping[str, tuple[Hex, ...]]


class Setting(TypedDict, total=False):
    """What a position is beside its boards and moles."""

    to_move: str
    seats: int
    disc: int
    """The disc shown; without one, a disc is to be turned."""
    extra: bool
    """Whether it is the extra disc of a special cell."""
    discs: Mapping[str, tuple[int, ...]]
    """Face-down discs of some seats; the others have all six."""
    rules: Mapping[str, Any]
    """Options that differ from the default rules with two players."""
    stall: int
    most: int
    points: tuple[int, ...]


def scene(
    *pictures: str, level: int = 0, orientations: str = "", **setting: Unpack[Setting]
) -> State:
    """The position drawn on the board of that level, of a set drawn top to bottom.

    The last picture is the last board, with solid paths in directions 0, 2 and 4; under a picture
    that stands alone there is a last board of the same size, without special cells.
    """
    drawn = [_read(picture) for picture in pictures]
    boards = [board for board, _ in drawn]
    if len(boards) == 1:
        boards.append(Board("rock", boards[0].radius, (CENTRE,)))
    last = boards.pop()
    boards.append(Board("rock", last.radius, last.holes, last.specials, solid=(0, 2, 4)))
    turns = parse_orientations(orientations or "0" * len(boards))
    return _state(Stack(BoardSet("drawn", tuple(boards)), turns), level, drawn[level][1], setting)


def rock(picture: str, orientation: int = 0, **setting: Unpack[Setting]) -> State:
    """The position drawn on a last board, with solid paths in directions 0, 2 and 4."""
    board, moles = _read(picture)
    above = Board("sand", board.radius, (Hex(1, 0), Hex(0, 1)))
    below = Board("rock", board.radius, board.holes, board.specials, solid=(0, 2, 4))
    return _state(Stack(BoardSet("drawn", (above, below)), (0, orientation)), 1, moles, setting)


def position(
    level: int = 0,
    boards: str = "classic",
    orientations: str = "0000",
    moles: Mapping[str, str] | None = None,
    **setting: Unpack[Setting],
) -> State:
    """A position on shipped boards, its moles named by their cells: `{"A": "a2 b2", "B": "e4"}`."""
    stack = Stack(load_boards(boards), parse_orientations(orientations))
    game = Game(stack, Rules(), 2, 1)
    cells = {seat: tuple(map(game.cell, names.split())) for seat, names in (moles or {}).items()}
    return _state(stack, level, cells, setting)


def opened(players: int = 2, first: int = 0) -> State:
    """A game on the classic boards before the first mole is placed."""
    return new_game(Game(load_stack("classic-0000"), Rules(), players, MOLES[players], first))


def fill(state: State) -> State:
    """The position when everybody has placed on the first free cells."""
    while state.phase is Phase.PLACE:
        state = apply(state, legal_actions(state)[0])
    return state


def _read(picture: str) -> tuple[Board, Moles]:
    rows = [row.split() for row in picture.strip().splitlines()]
    radius = len(rows) // 2
    cells = hexagon(radius)
    marks = [mark for row in rows for mark in row]
    lengths = [2 * radius + 1 - abs(r) for r in range(-radius, radius + 1)]
    if [len(row) for row in rows] != lengths or not set(marks) <= set(".o*ABCDabcd"):
        raise ValueError(f"not the picture of a board:\n{picture}")
    pairs = list(zip(cells, marks, strict=True))
    holes = tuple(cell for cell, mark in pairs if mark in "oabcd")
    specials = tuple(cell for cell, mark in pairs if mark == "*")
    moles = {
        seat: tuple(cell for cell, mark in pairs if mark.upper() == seat)
        for seat in SEATS
        if seat in "".join(marks).upper()
    }
    return Board("board", radius, holes, specials), moles


def _state(stack: Stack, level: int, moles: Moles, setting: Setting) -> State:
    seats = setting.get("seats", max([2, *(SEATS.index(seat) + 1 for seat in moles)]))
    rules = Rules().with_options(setting.get("rules", {}))
    most_moles = max([1, *map(len, moles.values())])
    game = Game(stack, rules, seats, most_moles)
    words = tuple(
        sum(1 << game.index[cell] for cell in moles.get(seat, ())) for seat in SEATS[:seats]
    )
    disc = setting.get("disc", 0)
    mover = setting.get("to_move", "A")
    down: dict[str, tuple[int, ...]] = dict.fromkeys(SEATS[:seats], DISCS)
    if disc:
        down[mover] = tuple(sorted((Counter(DISCS) - Counter([disc])).elements()))
    down |= setting.get("discs", {})
    phases = (Phase.DRAW, Phase.MOVE), (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE)
    holes = game.grounds[level].holes
    scored = rules.victory is Victory.POINTS
    return State(
        game=game,
        phase=phases[setting.get("extra", False)][bool(disc)],
        turn=SEATS.index(mover),
        level=level,
        moles=words,
        discs=tuple(down[seat] for seat in SEATS[:seats]),
        disc=disc,
        stall=setting.get("stall", 0),
        most=setting.get("most", (sum(words) & holes).bit_count()),
        points=setting.get("points", (0,) * seats if scored else ()),
    )


def action(state: State, text: str) -> Action:
    """An action as the notation writes it: `@c1`, `3`, `c1-c4`, `blocked`, `pass`, `decline`."""
    words: dict[str, Action] = {"blocked": Blocked(), "pass": Pass(), "decline": Decline()}
    if text in words:
        return words[text]
    if text.isdigit():
        return Draw(int(text))
    if text.startswith("@"):
        return Place(state.game.cell(text[1:]))
    origin, target = text.split("-")
    return Move(state.game.cell(origin), state.game.cell(target))


def play(state: State, *texts: str) -> State:
    """The position after these actions."""
    for text in texts:
        state = apply(state, action(state, text))
    return state


def moves(state: State) -> set[str]:
    """The legal moves, as the notation writes them."""
    name = state.game.name
    return {f"{name(move.origin)}-{name(move.target)}" for move in legal_moves(state)}


def refused(state: State, text: str) -> tuple[str, str | None]:
    """Why an action is illegal: the code of the reason, and the cell it names."""
    why = reason(state, text)
    return why.code, why.cell and state.game.name(why.cell)


def reason(state: State, text: str) -> Why:
    """Why an action is illegal, in full."""
    try:
        apply(state, action(state, text))
    except IllegalAction as error:
        return error.why
    raise AssertionError(f"{text} is legal")


def where(state: State, seat: str) -> set[str]:
    """The names of the cells of a player's moles."""
    return {state.game.name(cell) for cell in state.cells(SEATS.index(seat))}


def turn(state: State) -> str:
    """Whose turn it is."""
    return SEATS[state.turn]
