"""How a table is set up: what its creator chose, as data that is stored and sent as it is."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from taupes.bots.skill import Skill
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET

Name = Annotated[str, Meta(min_length=1, max_length=40, description="Printable characters.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Nonce = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{16,64}$",
        description="A player's own contribution to the shuffling, as small hexadecimal digits.",
    ),
]
Cell = tuple[int, int]
MolesBySeat = Annotated[
    list[Annotated[int, Meta(ge=1, le=500)]],
    Meta(min_length=2, max_length=4, description="How many moles each seat has."),
]


class NoClock(Struct, frozen=True, tag="none", tag_field="kind"):
    """Nobody is in a hurry."""


class MoveClock(Struct, frozen=True, tag="move", tag_field="kind"):
    """So many seconds for every turn."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class FischerClock(Struct, frozen=True, tag="fischer", tag_field="kind"):
    """A store of seconds for the whole game, and some more after every turn."""

    seconds: Annotated[int, Meta(ge=10, le=10_800)]
    increment: Annotated[int, Meta(ge=0, le=300)] = 0


class DaysClock(Struct, frozen=True, tag="days", tag_field="kind"):
    """So many days for every turn: play by turns."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | MoveClock | FischerClock | DaysClock


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything chosen for a table but who sits where."""

    title: Annotated[str, Meta(max_length=40)] = ""
    """A name for the lobby; may be empty."""
    preset: Annotated[str, Meta(max_length=40)] = DEFAULT_PRESET
    """Whose rules, see `GET /api/rules`."""
    options: dict[str, Any] = {}
    """Rule options changed on top of the preset."""
    boards: Annotated[str, Meta(max_length=40)] | dict[str, Any] = DEFAULT_BOARDS
    """A shipped set's name, or a whole set in the record's form."""
    orientations: (
        Literal["random"]
        | Annotated[list[Annotated[int, Meta(ge=0, le=5)]], Meta(min_length=2, max_length=8)]
    ) = "random"
    """One number for each board, top to bottom; `random` is drawn as the game starts."""
    first: Literal["random"] | SeatNumber = "random"
    """Who places first and begins; `random` is drawn as the game starts."""
    moles: MolesBySeat | Literal["fair-start"] | None = None
    """A handicap: moles by seat; `fair-start`: one fewer for whoever of two begins, as the game
    starts; null: as many for everybody as the rules say."""
    clock: Clock = NoClock()
    public: bool = False
    """Whether the lobby lists the table; otherwise only the link leads to it."""
    spectators: bool = True
    """Whether others may watch."""
    chat: Literal["all", "phrases", "off"] = "all"
    hints: bool = False
    """Whether everybody may ask a bot for advice; who plays alone against bots always may."""
    stand_in: Annotated[str, Meta(max_length=40)] = "auto"
    """Who plays for a seat that is away or resigned: a bot's level, or `auto`: any legal move."""
    away_after: Annotated[int, Meta(ge=10, le=86_400)] | None = None
    """Seconds without a connection after which a seat to act is away; null: the table waits."""


class MySeat(Struct, frozen=True, tag="me", tag_field="who"):
    """A seat for the creator, or for somebody else on the same screen."""

    name: Name | None = None
    """Left out, every reader's page calls them in its language."""
    team: Name | None = None


class OpenSeat(Struct, frozen=True, tag="open", tag_field="who"):
    """A seat that anybody with the link may take."""

    team: Name | None = None


class BotSeat(Struct, frozen=True, tag="bot", tag_field="who"):
    """A seat for a bot."""

    level: Annotated[str, Meta(max_length=40)]
    name: Name | None = None
    team: Name | None = None
    skill: Skill | None = None
    """What a bot that grows has learned about you, as an earlier game has left it."""


SeatWish = MySeat | OpenSeat | BotSeat
Seats = Annotated[list[SeatWish], Meta(min_length=2, max_length=4)]
