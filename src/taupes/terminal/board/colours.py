"""Colours of the terminal's boards and teams, from the grounds that all drawings share.

Terminals with 256 colours have coarse ones: these stay what they are there, and darks are nearly
grey, because a dark brown would turn red.
"""

from dataclasses import dataclass
from typing import Final

from taupes.drawing.theme import Theme, mix

SOIL: Final = "#151311"
"""What is seen beside a board."""
HOLE: Final = "#3b3430"
HOLE_INK: Final = "#e5c79b"
INK: Final = "#26321a"
LIGHT: Final = "#fff6c9"
"""Where the mole in hand may go."""
GOLD: Final = "#ffd23f"
HINT: Final = "#7de3ff"
GREY: Final = "#6f6a66"

TONES: Final = 3
"""Any two neighbours differ when a cell's tone is `(q - r) mod 3`, as on a hexagonal chessboard."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A team's colour, and the ink that is read on it."""

    ground: str
    ink: str
    bright: str
    """The same where a mole can move."""


PAINTS: Final = {
    "red": Paint("#d0231c", "#ffffff", "#ff7a66"),
    "blue": Paint("#1c5fd7", "#ffffff", "#7aafff"),
    "green": Paint("#0a6b2c", "#ffffff", "#2fc06a"),
    "yellow": Paint("#d7af00", "#201500", "#ffe000"),
}
"""By the colours in the box."""


def tones(theme: Theme) -> tuple[str, ...]:
    """The tones of a ground's cells, light to dark."""
    return tuple(mix(theme.light, theme.dark, share) for share in (0.0, 0.42, 0.84))
