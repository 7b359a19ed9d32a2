"""What a drawing may be asked for; anything else is refused with a ValueError that says why."""

from collections.abc import Collection, Sequence

from taupes.rules.board import Board
from taupes.rules.hex import Hex
from taupes.rules.record import TEAMS


def check_teams(teams: Sequence[str], seats: int) -> None:
    """Refuse teams that do not exist, are taken twice or are too few for the seats."""
    if not set(teams) <= set(TEAMS) or len(set(teams)) < len(teams) or len(teams) < seats:
        raise ValueError(
            f"teams {tuple(teams)}: expected one for each of the {seats} seats, no two the same, "
            f"out of {', '.join(TEAMS)}"
        )


def check_cells(cells: Collection[Hex], board: Board) -> None:
    """Refuse to mark cells that the board does not have."""
    for cell in cells:
        if cell.ring > board.radius:
            raise ValueError(
                f"cell ({cell.q}, {cell.r}) cannot be marked: the cells of {board.name!r} lie "
                f"within {board.radius} steps of its centre"
            )


def frame_radius(board: Board, radius: int | None) -> int:
    """The radius of the stack by which cells are named: the board's own if none is asked for."""
    if radius is None:
        return board.radius
    if radius < board.radius:
        raise ValueError(f"a board of radius {board.radius} does not fit in a frame of {radius}")
    return radius
