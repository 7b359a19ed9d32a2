"""Observations, masks and rewards again, in plain words out of `taupes.rules`."""

from collections.abc import Iterable
from functools import cache

from taupes.bots import Choice, Turn, choices
from taupes.rules import (
    AllHome,
    Blocked,
    Board,
    Decline,
    FinalEntry,
    Game,
    Hex,
    LeaveHole,
    Move,
    Pass,
    Phase,
    Place,
    Seat,
    State,
    Victory,
    hexagon,
)
from taupes.rules.hex import DIRECTIONS

PHASES = (Phase.PLACE, Phase.DRAW, Phase.MOVE, Phase.EXTRA_DRAW, Phase.EXTRA_MOVE, Phase.OVER)


def size_of(state: State) -> int:
    return 91 if state.game.stack.radius == 5 else 61


def number_of(cell: Hex, size: int) -> int:
    return (cell.q + (17 if size == 91 else 14) * cell.r) % size


def doors(board: Board, entry: FinalEntry) -> set[Hex]:
    """The cells from which one step may end in a hole."""
    cells = set(hexagon(board.radius))
    found = set()
    for hole in board.holes:
        for direction in range(6):
            is_open = not board.solid or entry is FinalEntry.ALL_PATHS or direction in board.solid
            if is_open and hole.step(direction) in cells:
                found.add(hole.step(direction))
    return found


def as_plane(cells: Iterable[Hex], size: int) -> list[int]:
    plane = [0] * size
    for cell in cells:
        plane[number_of(cell, size)] = 1
    return plane


@cache
def board_planes(game: Game, level: int, size: int) -> list[int]:
    found: list[int] = []
    for board in game.stack.levels[level:][:4]:
        specials = board.specials if game.rules.special_cells else ()
        ways_in = doors(board, game.rules.final_entry)
        for cells in (hexagon(board.radius), board.holes, specials, ways_in):
            found += as_plane(cells, size)
    return found + [0] * (16 * size - len(found))


def numbers(state: State, viewer: Seat) -> list[int]:
    game, rules = state.game, state.game.rules
    row = [int(state.phase is phase) for phase in PHASES]
    row += [int(state.disc == disc) for disc in (1, 2, 3, 4)]
    row += [int((viewer + k) % game.seats == state.turn and k < game.seats) for k in range(4)]
    for k in range(4):
        if k >= game.seats:
            row += [0] * 7
            continue
        seat = (viewer + k) % game.seats
        waiting = game.counts[seat] - len(state.cells(seat)) if state.phase is Phase.PLACE else 0
        points = state.points[seat] if state.points else 0
        row += [1, waiting, points, *(state.discs[seat].count(disc) for disc in (1, 2, 3, 4))]
    patience = min(127, rules.stall_limit - state.stall) if rules.stall_limit else 127
    row += [state.level, game.stack.last - state.level, patience, state.most]
    row.append(int(rules.leave_hole is LeaveHole.FREE))
    row.append(int(rules.all_home is AllHome.MUST_PASS))
    row.append(int(rules.victory is Victory.POINTS))
    return row


def observation(state: State, viewer: Seat) -> list[int]:
    size, game = size_of(state), state.game
    row: list[int] = []
    for k in range(4):
        cells = state.cells((viewer + k) % game.seats) if k < game.seats else ()
        row += as_plane(cells, size)
    return row + board_planes(game, state.level, size) + numbers(state, viewer)


def action_number(choice: Choice, size: int) -> int:
    match choice:
        case Pass():
            return 0
        case Decline():
            return 1
        case Blocked():
            return 2
        case Turn():
            return 7
        case Place(cell):
            return 8 + 6 * size + number_of(cell, size)
        case Move(origin, target):
            step = (target.q - origin.q, target.r - origin.r)
            length = max(abs(step[0]), abs(step[1]))
            direction = DIRECTIONS.index(Hex(step[0] // length, step[1] // length))
            return 8 + direction * size + number_of(origin, size)


def numbered_choices(state: State) -> dict[int, Choice]:
    """What the player to act can decide, by the numbers of the actions."""
    return {action_number(choice, size_of(state)): choice for choice in choices(state)}


def mask(state: State) -> list[int]:
    size = size_of(state)
    legal = numbered_choices(state) if state.outcome is None else {}
    return [int(number in legal) for number in range(8 + 7 * size)]


def rewards(state: State) -> list[float]:
    seats, result = state.game.seats, state.outcome
    if result is None or not result.winners:
        return [0.0] * seats
    share = 1 / len(result.winners)
    loss = -1 / (seats - 1)
    total = [loss] * seats
    for seat in result.winners:
        # One win of 1 + 1/(n - 1), shared, on top of what everybody pays.
        total[seat] = loss + (1 - loss) * share
    return total
