"""What players are called in the reader's language whom nobody gave a name."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from taupes.rules import Record
from taupes.words.language import Words
from taupes.words.titles import titles


class Participant(NamedTuple):
    """Somebody at a table or in a record."""

    name: str | None
    """Null, or as the team or the level is called in the program: nobody gave one."""
    team: str
    level: str | None = None
    """A bot's level; null for a person."""


def called(players: Sequence[Participant], language: str) -> list[str]:
    """The name of each; bots have their level's title, numbered if there are several of it.

    >>> called([Participant(None, "red"), Participant("pup", "green", "pup")], "de")
    ['Rot', 'Welpe']
    """
    unnamed = [player.level if player.name in (None, player.level) else None for player in players]
    names = []
    for seat, (player, level) in enumerate(zip(players, unnamed, strict=True)):
        if level is not None and level in titles(language):
            title = titles(language)[level].name
            number = unnamed[: seat + 1].count(level)
            names.append(f"{title} {number}" if unnamed.count(level) > 1 else title)
        elif player.name is None or player.name == player.team:
            names.append(Words(language)(f"game.team.{player.team}"))
        else:
            names.append(player.name)
    return names


def level_in(record: Record, seat: int) -> str | None:
    """The level that a record says played a seat, as far as there is such a level."""
    text = dict(record.extras).get(f"/players/{seat}/bot")
    level = None if text is None else json.loads(text)
    return level if isinstance(level, str) and level in titles("en") else None


def called_in(record: Record, language: str) -> list[str]:
    """The names of a record's players."""
    players = [
        Participant(team.name, team.colour, level_in(record, seat))
        for seat, team in enumerate(record.teams)
    ]
    return called(players, language)
