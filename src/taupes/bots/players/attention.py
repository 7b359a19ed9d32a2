"""What a player overlooks: the weaker levels make the mistakes that people make."""

from random import Random

from taupes.bots.player import Choice
from taupes.rules import Hex, Move, Place


def notice(options: tuple[Choice, ...], attention: float, rng: Random) -> tuple[Choice, ...]:
    """The choices a player sees: all moves of the moles it notices, or one at least.

    A beginner overlooks a whole mole or place, as children do, not a single direction.
    """
    if attention >= 1:
        return options
    cells = sorted({cell for cell in map(_cell, options) if cell is not None})
    seen = {cell for cell in cells if rng.random() < attention}
    noticed = tuple(o for o in options if _cell(o) is None or _cell(o) in seen)
    return noticed or (rng.choice(options),)


def _cell(choice: Choice) -> Hex | None:
    """The mole or place that a choice is about."""
    match choice:
        case Place(cell):
            return cell
        case Move(origin, _):
            return origin
    return None
