"""What players are called in the reader's language whom nobody gave a name."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from taupes.bots.levels import is_level
from taupes.rules import Record
from taupes.words.language import Words
from taupes.words.titles import title_of


class Participant(NamedTuple):
    """Somebody at a table or in a record."""

    name: str | None
    """Null, or as the team or the level is called in the program: nobody gave one."""
    team: str
    level: str | None = None
    """A bot's level, with its temperament if it has one; null for a person."""


def called(players: Sequence[Participant], language: str) -> list[str]:
    """The name of each; bots have their title, numbered if there are several of it.

    >>> called([Participant(None, "red"), Participant("pup", "green", "pup")], "de")
    ['Rot', 'Welpe']
    """
    given = [_title(player, language) for player in players]
    names = []
    for seat, (player, title) in enumerate(zip(players, given, strict=True)):
        if title is not None:
            number = given[: seat + 1].count(title)
            names.append(f"{title} {number}" if given.count(title) > 1 else title)
        elif player.name is None or player.name == player.team:
            names.append(Words(language)(f"game.team.{player.team}"))
        else:
            names.append(player.name)
    return names


def _title(player: Participant, language: str) -> str | None:
    """What a bot is called that nobody gave a name; None for all others."""
    level = player.level
    if level is None or player.name not in (None, level) or not is_level(level):
        return None
    return title_of(level, language).name


def level_in(record: Record, seat: int) -> str | None:
    """The level that a record says played a seat, as far as there is such a level."""
    text = dict(record.extras).get(f"/players/{seat}/bot")
    level = None if text is None else json.loads(text)
    return level if isinstance(level, str) and is_level(level) else None


def called_in(record: Record, language: str) -> list[str]:
    """The names of a record's players."""
    players = [
        Participant(team.name, team.colour, level_in(record, seat))
        for seat, team in enumerate(record.teams)
    ]
    return called(players, language)
