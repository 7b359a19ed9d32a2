"""The levels: who can be played against, from a baby mole to the master. Data alone.

Whoever only wants to know their names need not load a single bot; `registry` makes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PREFIX: Final = "cmd:"
"""What makes a bot's name a command: `cmd:./mybot`."""


WIDEST: Final = 5
"""The largest radius that the kernel's words hold; must agree with `kernel.tables.MAX_RADIUS`."""


class UnknownBot(ValueError):
    """A bot that is not in the registry."""


@dataclass(frozen=True, slots=True)
class BotLevel:
    """One level; `taupes.words.titles` says in words what it is."""

    name: str
    is_offered: bool = True
    """Whether people are offered it as an opponent."""
    is_quick: bool = True
    """Whether it answers at once, without searching and without the kernel."""
    is_patient: bool = False
    """Whether it thinks for as long as it is let, and better for that."""
    widest: int | None = None
    """The largest radius of boards that it can play on; None: it plays on all."""
    rating: int | None = None
    """How strong it is, as the arena has measured it; None if that depends."""
    grows: bool = False
    """Whether its strength follows that of the people it plays."""

    def plays(self, radius: int) -> bool:
        """Whether it can play where the widest board has this radius.

        >>> LEVELS["greedy"].plays(12), LEVELS["master"].plays(12)
        (True, False)
        """
        return self.widest is None or radius <= self.widest

    @property
    def stars(self) -> int:
        """How hard it is to beat: its place among those people are offered; 0 if it has none.

        >>> LEVELS["pup"].stars, LEVELS["master"].stars, LEVELS["buddy"].stars
        (1, 6, 0)
        """
        rated = [level for level in LEVELS.values() if level.rating is not None]
        return 1 + rated.index(self) if self in rated else 0


LEVELS: Final[Mapping[str, BotLevel]] = {
    level.name: level
    for level in (
        BotLevel("random", is_offered=False),
        BotLevel("pup", rating=-449),
        BotLevel("nibbler", rating=-249),
        BotLevel("forager", rating=-68),
        BotLevel("greedy", rating=139),
        BotLevel("burrower", is_quick=False, widest=WIDEST, rating=253),
        BotLevel("master", is_quick=False, is_patient=True, widest=WIDEST, rating=374),
        BotLevel("buddy", is_quick=False, widest=WIDEST, grows=True),
    )
}


def level_of(name: str) -> BotLevel:
    """A level by its name; UnknownBot if there is none."""
    if name not in LEVELS:
        raise UnknownBot(f"no bot {name!r:.60}; the bots are {', '.join(LEVELS)}")
    return LEVELS[name]
