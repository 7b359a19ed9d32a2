"""The levels: who can be played against, from a baby mole to the master. Data alone.

Whoever only wants to know their names need not load a single bot; `registry` makes them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

PREFIX: Final = "cmd:"
"""What makes a bot's name a command: `cmd:./mybot`."""

TEMPERAMENTS: Final = ("bold", "careful", "envious")
"""What bots of one level may differ in, in the order in which they are given away."""

SLASH: Final = "/"
"""What stands between a level and a temperament: `master/bold`."""

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
    watches: bool = False
    """Whether it looks at how others play, where there is more than one."""

    @property
    def temperaments(self) -> tuple[str, ...]:
        """Those it may have: its strength must be known, for it is to stay what it is."""
        return TEMPERAMENTS if self.rating is not None else ()

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
        BotLevel(
            "master", is_quick=False, is_patient=True, widest=WIDEST, rating=374, watches=True
        ),
        BotLevel("buddy", is_quick=False, widest=WIDEST, grows=True),
    )
}


def level_of(name: str) -> BotLevel:
    """The level of a bot by its name, with or without a temperament; UnknownBot if there is none.

    >>> level_of("master/bold").name
    'master'
    """
    level, slash, temperament = name.partition(SLASH)
    if level not in LEVELS:
        raise UnknownBot(f"no bot {name!r:.60}; the bots are {', '.join(LEVELS)}")
    found = LEVELS[level]
    if slash and temperament not in found.temperaments:
        there = ", ".join(found.temperaments) or "none"
        raise UnknownBot(f"no bot {name!r:.60}; the temperaments of {level} are: {there}")
    return found


def is_level(name: str | None) -> bool:
    """Whether it is the name of a level, with or without a temperament.

    >>> is_level("pup/envious"), is_level("buddy/envious"), is_level("Ada")
    (True, False, False)
    """
    level, slash, temperament = (name or "").partition(SLASH)
    return level in LEVELS and (not slash or temperament in LEVELS[level].temperaments)


def temperament_of(name: str) -> str | None:
    """The temperament that a bot's name says, if it says one."""
    return name.partition(SLASH)[2] or None


def cast(names: Sequence[str | None]) -> tuple[str | None, ...]:
    """Bots by seat, those of one level with temperaments that differ; one alone needs none.

    Who has one keeps it. There are as many as there are rivals: the fourth of a level has none.

    >>> cast(["greedy", None, "greedy", "pup"])
    ('greedy/bold', None, 'greedy/careful', 'pup')
    """
    levels = [name and name.partition(SLASH)[0] for name in names]
    found = list(names)
    for seat, name in enumerate(names):
        if name is not None and name in LEVELS and levels.count(name) > 1:
            free = (f"{name}{SLASH}{one}" for one in LEVELS[name].temperaments)
            found[seat] = next((one for one in free if one not in found), name)
    return tuple(found)
