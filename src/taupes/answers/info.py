"""What a keeper of tables offers: itself, its bots, the rules it plays."""

import json
from importlib.resources import files
from typing import Any, Literal

from msgspec import Struct

from taupes import __version__
from taupes.bots import LEVELS
from taupes.bots.handicap import WORTH, reliance, strengths
from taupes.rules import (
    DEFAULT_PRESET,
    FIRST_HAS_FEWER,
    LANGUAGES,
    MOLES,
    OPTIONS,
    PRESETS,
    SOURCES,
    format_option,
)
from taupes.rules import catalogue as rules_catalogue
from taupes.table.messages import PROTOCOL
from taupes.table.text import PHRASES
from taupes.words.titles import temperaments, titles

Language = Literal["en", "fr", "de"]


class ServerInfo(Struct, frozen=True):
    """About whoever keeps the tables."""

    version: str
    protocol: int
    time: int
    limits: dict[str, float]
    languages: list[str]
    phrases: list[str]


class TemperamentInfo(Struct, frozen=True):
    """What bots of one level may differ in."""

    name: str
    """The word for it in `level`, after a slash."""
    title: str
    """What people call such a bot, in the language asked for."""
    description: str


class BotInfo(Struct, frozen=True):
    """A level of bots."""

    name: str
    """The word for it in `level`."""
    title: str
    """What people call it, in the language asked for."""
    description: str
    widest: int | None = None
    """The largest radius of boards that it can play on; null: it plays on all."""
    strength: dict[str, int] = {}
    """By number of players, its rating points ahead of `greedy`, for a fair handicap."""
    reliance: float = 1.0
    """How many times as much a mole is worth to it."""
    stars: int = 0
    """How hard it is to beat, from 1 on; 0 for one that grows with whoever plays it."""
    temperaments: list[TemperamentInfo] = []
    """Those it may have, in the order in which several of it get them."""


def server_info(now: int, limits: dict[str, float]) -> ServerInfo:
    """What a keeper is and allows, at its own time."""
    return ServerInfo(__version__, PROTOCOL, now, limits, list(LANGUAGES), list(PHRASES))


def bot_infos(language: str) -> list[BotInfo]:
    """The levels of bots that people can choose."""
    told, tempers = titles(language), temperaments(language)
    return [
        BotInfo(
            level.name,
            told[level.name].name,
            told[level.name].description,
            level.widest,
            {str(players): points for players, points in strengths(level.name).items()},
            reliance(level.name),
            level.stars,
            [
                TemperamentInfo(name, tempers[name].name, tempers[name].description)
                for name in level.temperaments
            ],
        )
        for level in LEVELS.values()
        if level.is_offered
    ]


def describe_rules(language: str) -> dict[str, Any]:
    """Presets and options with their sentences."""
    words = rules_catalogue(language)
    return {
        "default": DEFAULT_PRESET,
        "presets": [
            {
                "name": preset.name,
                "source": preset.source,
                "about": words["presets"][preset.name],
                "rules": {str(n): preset.rules(n).as_dict() for n in (2, 3, 4)},
            }
            for preset in PRESETS.values()
        ],
        "moles": {
            str(players): {
                "usual": MOLES[players],
                "worth": list(worth),
                "first_has_fewer": FIRST_HAS_FEWER.get(players, 0),
            }
            for players, worth in WORTH.items()
        },
        "options": [
            {
                "name": name,
                "about": words["options"][name]["about"],
                "values": _values(name, kind, words["options"][name]),
            }
            for name, kind in OPTIONS.items()
        ],
    }


def _values(name: str, kind: type, words: dict[str, str]) -> list[dict[str, Any]]:
    values: list[Any] = []
    if kind is bool:
        values = [True, False]
    elif kind is not int:
        values = list(kind)  # type: ignore[call-overload]
    return [
        {
            "value": value if isinstance(value, bool) else str(value),
            "about": words.get(format_option(value), ""),
            "source": SOURCES[name].get(format_option(value), ""),
        }
        for value in values
    ]


def load_record_schema() -> Any:
    """The JSON Schema of the game record."""
    return json.loads(files("taupes.rules").joinpath("record.schema.json").read_text("utf-8"))
