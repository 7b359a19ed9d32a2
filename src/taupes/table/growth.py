"""What a bot that grows learns of the people at its table. Pure, as `evolve` is.

What is known is part of the game: so an undo takes it back, a rematch begins with it, and whoever
keeps the table keeps it. The bot judges what people have chosen when it is to act, and the log says
what it has learned; people keep it on their own device from one table to the next.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from taupes.bots.levels import level_of
from taupes.bots.skill import Skill
from taupes.rules import State
from taupes.table.actions import GameEvent
from taupes.table.entries import Acted
from taupes.table.table import Play, Seat, Table

MOST_SHOWN: Final = 16
"""Choices of people that wait for a bot to learn from them; of more, the last ones."""

Waiting = tuple[tuple[State, GameEvent], ...]


def skill_for(level: str, skill: Skill | None) -> Skill | UnsetType:
    """What a bot of a level is told about people: nothing, unless it grows."""
    return skill if skill is not None and level_of(level).grows else UNSET


def known_at_first(seats: Sequence[Seat]) -> Skill | None:
    """What is known as a game begins; None where no bot grows."""
    known = (seat.skill or Skill() for seat in seats if seat.grows)
    return next((skill.before_game() for skill in known), None)


def known_after(play: Play, event: Acted) -> tuple[Skill | None, Waiting]:
    """What is known after somebody has acted, and what is still to be learned from."""
    if play.skill is None:
        return None, ()
    if event.by == "person":
        return play.skill, (*play.shown[1 - MOST_SHOWN :], (play.state, event.events[0]))
    return (play.skill, play.shown) if event.skill is UNSET else (event.skill, ())


def known_in_the_end(table: Table, winners: Sequence[int]) -> Skill | None:
    """What is known after the game; how it ended says something about one person alone."""
    skill = table.play.skill if table.play else None
    if skill is None or not table.is_solo:
        return skill
    levels = [seat.level for seat in table.seats]
    won = levels.index(None) in winners
    share = won / len(winners) if winners else 1 / len(levels)
    return skill.after_game(share, [level_of(level).name for level in levels if level is not None])


def known_again(old: Table, seat: Seat) -> Skill | UnsetType:
    """What a bot knows as a rematch begins."""
    if not seat.grows:
        return UNSET
    return (old.play.skill if old.play else seat.skill) or UNSET
