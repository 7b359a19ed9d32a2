"""The options in which the five rulebooks differ, and the presets that play each to the letter."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Literal

DISCS: Final = (1, 2, 2, 3, 3, 4)
"""Every player's set of movement discs (RULES, Material)."""

MOLES: Final = {2: 10, 3: 7, 4: 6}
"""Moles for each player by the number of players (RULES, Set-up, 2)."""

Moles = int | tuple[int, ...]
"""How many moles there are: one number for everybody, or with a handicap one by seat."""

FAIR_START: Final = "fair-start"
"""Wished for in place of numbers: whoever begins has fewer moles (RULES, Handicaps)."""

MolesWish = Moles | Literal["fair-start"]
"""How many moles somebody would like, before it is known who begins."""

FIRST_HAS_FEWER: Final = {2: 1}
"""How many fewer, by the number of players for whom that was measured to be fair."""


class LeaveHole(StrEnum):
    """When a mole in a hole may be moved (RULES, A turn, 4)."""

    LAST_RESORT = "last_resort"
    FREE = "free"


class AllHome(StrEnum):
    """What a player does whose moles are all in holes (RULES, A turn, 5)."""

    MUST_PASS = "must_pass"  # noqa: S105 - an option's name
    MAY_PASS = "may_pass"  # noqa: S105 - an option's name


class FinalEntry(StrEnum):
    """Along which paths the last hole may be entered (RULES, The blue board)."""

    ALL_PATHS = "all_paths"
    SOLID_ONLY = "solid_only"


class Victory(StrEnum):
    """How the winner is found (RULES, End of the game)."""

    SHOVEL = "shovel"
    POINTS = "points"


class BadRules(ValueError):
    """An option or preset that does not exist."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of one game, decided."""

    leave_hole: LeaveHole = LeaveHole.LAST_RESORT
    all_home: AllHome = AllHome.MAY_PASS
    special_cells: bool = False
    final_entry: FinalEntry = FinalEntry.SOLID_ONLY
    victory: Victory = Victory.SHOVEL
    stall_limit: int = 100
    """Turns without progress after which a board is lifted as it stands; 0 is never."""
    players: int | None = field(default=None, compare=False, repr=False)
    """For how many players a preset has decided them; None: for any number. No option itself."""

    def with_options(self, options: Mapping[str, Any]) -> "Rules":
        """These rules with some options changed, by the names and values of the record.

        >>> Rules().with_options({"victory": "points"}).victory
        <Victory.POINTS: 'points'>
        """
        changes: dict[str, Any] = {name: parse_option(name, v) for name, v in options.items()}
        return replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as the record writes them."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return {k: str(v) if isinstance(v, StrEnum) else v for k, v in values.items()}


OPTIONS: Final[Mapping[str, type[StrEnum] | type[bool] | type[int]]] = {
    "leave_hole": LeaveHole,
    "all_home": AllHome,
    "special_cells": bool,
    "final_entry": FinalEntry,
    "victory": Victory,
    "stall_limit": int,
}


SOURCES: Final[Mapping[str, Mapping[str, str]]] = {
    "leave_hole": {
        "last_resort": "S1 says so; S0 S2 S3 S4 speak of it only as a misfortune",
        "free": "S0 S2 S3 S4 do not forbid it",
    },
    "all_home": {"must_pass": "S1 S2", "may_pass": "S0 S3 S4"},
    "special_cells": {
        "on": "S2; S0 S3 S4 for experts; S1's super variant",
        "off": "S0 S1 S3 S4, base game",
    },
    "final_entry": {
        "all_paths": "S0 S1 S4; S2 S3 with three or four players",
        "solid_only": "S2 S3 with two players; S0 S3 S4 for experts",
    },
    "victory": {"shovel": "all", "points": "S1, its other count"},
    "stall_limit": {},
}
"""Which rulebooks play each value of an option so; a stall limit is in none of them."""


def parse_option(name: str, value: Any) -> StrEnum | bool | int:
    """One option's value from its plain form, or BadRules that names the right ones."""
    kind = OPTIONS.get(name)
    if kind is None:
        raise BadRules(f"no rule option {name!r:.60}; the options are {', '.join(OPTIONS)}")
    if kind is bool:
        if isinstance(value, bool):
            return value
        raise BadRules(f"option {name}: expected true or false, not {value!r:.60}")
    if issubclass(kind, StrEnum):
        if value in list(kind):
            return kind(value)
        raise BadRules(f"option {name}: expected {' or '.join(kind)}, not {value!r:.60}")
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000:
        return value
    raise BadRules(f"option {name}: expected a whole number from 0 to 1000000, not {value!r:.60}")


def parse_option_text(text: str) -> tuple[str, Any]:
    """An option written `name=value`, as people type it.

    >>> parse_option_text("special_cells=on"), parse_option_text("stall_limit=50")
    (('special_cells', True), ('stall_limit', 50))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadRules(
            f"option {text!r:.60}: expected name=value, with one of {', '.join(OPTIONS)}"
        )
    words = {"on": True, "true": True, "off": False, "false": False}
    if OPTIONS.get(name) is bool:
        return name, parse_option(name, words.get(value, value))
    if OPTIONS.get(name) is int and value.isascii() and value.isdigit() and len(value) < 9:
        return name, parse_option(name, int(value))
    return name, parse_option(name, value)


def format_option(value: Any) -> str:
    """An option's value as people write it: on and off for true and false."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def moles_for(players: int, wish: MolesWish | None = None, first: int = 0) -> Moles:
    """How many moles there are with so many players: those wished for, or as the rules say.

    >>> moles_for(2), moles_for(2, (10, 4)), moles_for(2, "fair-start", first=1)
    (10, (10, 4), (10, 9))
    """
    if players not in MOLES:
        raise BadRules(f"{players} players: the game is for 2, 3 or 4")
    if wish != FAIR_START:
        return MOLES[players] if wish is None else wish
    if players not in FIRST_HAS_FEWER:
        raise BadRules(f"{FAIR_START} is for 2 players: with {players} none is known")
    fewer = MOLES[players] - FIRST_HAS_FEWER[players]
    return tuple(fewer if seat == first else MOLES[players] for seat in range(players))


def parse_moles(text: str) -> Moles:
    """How many moles there are, as people write it; BadRules if it is nothing of the kind.

    >>> parse_moles("10"), parse_moles("10,8")
    (10, (10, 8))
    """
    numbers = [number.strip() for number in text.split(",")]
    if not all(each.isascii() and each.isdigit() and len(each) < 9 for each in numbers):
        raise BadRules(
            f"moles {text!r:.60}: expected one number for everybody, as in 10, or one for each "
            "seat, as in 10,8"
        )
    first, *others = map(int, numbers)
    return (first, *others) if others else first


def parse_moles_wish(text: str) -> MolesWish:
    """How many moles are wished for, as people write it; BadRules if it is nothing of the kind.

    >>> parse_moles_wish("10,8"), parse_moles_wish("fair-start")
    ((10, 8), 'fair-start')
    """
    if text.strip() == FAIR_START:
        return FAIR_START
    try:
        return parse_moles(text)
    except BadRules as error:
        raise BadRules(f"{error}, or {FAIR_START}") from None


def format_moles(moles: MolesWish) -> str:
    """How many moles there are, as people write it."""
    return ",".join(map(str, moles)) if isinstance(moles, tuple) else str(moles)


@dataclass(frozen=True, slots=True)
class Preset:
    """One rulebook's way to play, for any number of players."""

    name: str
    source: str
    """The rulebooks it is taken from."""
    pair: Rules
    """The rules with two players."""
    more: Rules
    """The rules with three or four."""

    def rules(self, players: int) -> Rules:
        """The options decided for this number of players."""
        return replace(self.pair if players == 2 else self.more, players=players)


def _preset(name: str, source: str, entry: tuple[FinalEntry, FinalEntry], base: Rules) -> Preset:
    pair, more = (replace(base, final_entry=choice) for choice in entry)
    return Preset(name, source, pair, more)


_ALL, _SOLID = FinalEntry.ALL_PATHS, FinalEntry.SOLID_ONLY
_BOOKLET = Rules(all_home=AllHome.MAY_PASS)
_SHOP = Rules(all_home=AllHome.MUST_PASS)

PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        _preset("booklet", "S0 S4, base game", (_ALL, _ALL), _BOOKLET),
        _preset(
            "booklet-pro", "S0 S4, Pro", (_SOLID, _SOLID), replace(_BOOKLET, special_cells=True)
        ),
        _preset("web", "S3, base game", (_SOLID, _ALL), _BOOKLET),
        _preset("web-pro", "S3, Pro", (_SOLID, _SOLID), replace(_BOOKLET, special_cells=True)),
        _preset("shop", "S1", (_ALL, _ALL), _SHOP),
        _preset(
            "shop-points", "S1, other count", (_ALL, _ALL), replace(_SHOP, victory=Victory.POINTS)
        ),
        _preset(
            "shop-super", "S1, Super variante", (_ALL, _ALL), replace(_SHOP, special_cells=True)
        ),
        _preset("soubeyrand", "S2", (_SOLID, _ALL), replace(_SHOP, special_cells=True)),
    )
}

DEFAULT_PRESET: Final = "web"


def preset_rules(name: str, players: int, options: Mapping[str, Any] | None = None) -> Rules:
    """A preset's rules for so many players, with options changed on top.

    >>> preset_rules("web", 2).final_entry, preset_rules("web", 4).final_entry
    (<FinalEntry.SOLID_ONLY: 'solid_only'>, <FinalEntry.ALL_PATHS: 'all_paths'>)
    """
    if name not in PRESETS:
        raise BadRules(f"no preset {name!r:.60}; the presets are {', '.join(PRESETS)}")
    if players not in MOLES:
        raise BadRules(f"{players} players: the game is for 2, 3 or 4")
    return PRESETS[name].rules(players).with_options(options or {})
