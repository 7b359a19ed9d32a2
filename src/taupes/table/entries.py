"""What can happen at a table: the lines of its log, public as they stand.

Private facts (who a person is, the seed) are kept beside them, in `Secrets`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from taupes.bots.skill import Skill
from taupes.table.actions import GameEvent
from taupes.table.setup import Name, Nonce, SeatNumber, Setup

Driver = Literal["person", "bot", "stand_in", "auto"]
"""Who decided: the person, the seat's own bot, a bot standing in, or nobody (any legal move)."""


class SeatPlan(Struct, frozen=True):
    """A seat as it was created."""

    team: str
    level: str | None = None
    """A bot's level, or null for a seat for people."""
    name: str | None = None
    skill: Skill | UnsetType = UNSET
    """What a bot that grows knows already."""


class Created(Struct, frozen=True, tag="created"):
    """A table was set up; the seed of its discs is fixed and its hash is published."""

    setup: Setup
    seats: list[SeatPlan]
    commitment: str
    day: str | None = None
    """The date whose stack is played, with the seed of that day; else null."""


class Sat(Struct, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: SeatNumber
    name: Name | None = None
    """Null when nobody gave one, and when they were deleted later."""
    nonce: Nonce | None = None


class Mixed(Struct, frozen=True, tag="mixed"):
    """A seat added its nonce to the shuffling."""

    seat: SeatNumber
    nonce: Nonce


class Stood(Struct, frozen=True, tag="stood"):
    """A seat became free."""

    seat: SeatNumber


class BotSat(Struct, frozen=True, tag="bot_sat"):
    """A bot was given a seat."""

    seat: SeatNumber
    level: str
    skill: Skill | UnsetType = UNSET
    """What a bot that grows knows already."""


class MixedNonce(Struct, frozen=True):
    """What a seat added to the shuffling."""

    nonce: str
    source: Literal["player", "server"]
    """A server's nonce follows from its committed seed: it could not be chosen afterwards."""


class Started(Struct, frozen=True, tag="started"):
    """The game began."""

    first: SeatNumber
    orientations: list[int]
    nonces: list[MixedNonce]


class Acted(Struct, frozen=True, gc=False, tag="acted"):
    """Somebody acted in the game; what followed by itself is written too."""

    seat: SeatNumber
    by: Driver
    events: list[GameEvent]
    skill: Skill | UnsetType = UNSET
    """What a bot that grows has learned before it acted."""


class Asked(Struct, frozen=True, tag="asked"):
    """A seat asks the others for something."""

    seat: SeatNumber
    what: Literal["undo", "pause"]


class Answered(Struct, frozen=True, tag="answered"):
    """A seat agreed, or did not: then the request is off."""

    seat: SeatNumber
    yes: bool


class Undone(Struct, frozen=True, tag="undone"):
    """The game went back to where it had so many events."""

    seat: SeatNumber
    event_count: int = field(name="events")


class Paused(Struct, frozen=True, tag="paused"):
    """The game rests by agreement; clocks stand."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """The game goes on."""

    seat: SeatNumber


class WentAway(Struct, frozen=True, tag="went_away"):
    """A seat ran out of time or lost its connection: the table's stand-in plays for it."""

    seat: SeatNumber
    why: Literal["time", "gone"]


class CameBack(Struct, frozen=True, tag="came_back"):
    """A person has the seat back."""

    seat: SeatNumber


class Resigned(Struct, frozen=True, tag="resigned"):
    """A person gave the game up: the table's stand-in plays the seat to the end."""

    seat: SeatNumber


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """A line of chat: a ready phrase or free text; neither, if its speaker was deleted later."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=200)] | None = None
    phrase: str | None = None


class ChatSet(Struct, frozen=True, tag="chat_set"):
    """The owner changed what may be said."""

    chat: Literal["all", "phrases", "off"]


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over; the seed is revealed, so that everybody can check every disc."""

    seed: str | None
    """Null while others still play with it: the stack of the day."""
    winners: list[int]
    reason: str
    points: list[int] | None = None


class Closed(Struct, frozen=True, tag="closed"):
    """The table was given up before an end."""

    why: Literal["owner", "resigned", "idle", "endless"]
    seed: str | None


class Revealed(Struct, frozen=True, tag="revealed"):
    """The day is over whose stack was played here: its seed is shown."""

    seed: str


class Rematched(Struct, frozen=True, tag="rematched"):
    """The same people meet again at another table."""

    table: str
    seat: SeatNumber | None = None
    """Whose wish it was; a table's owner may have no seat."""


class Deleted(Struct, frozen=True, tag="deleted"):
    """A person was deleted: their seats are nobody's, the stand-in plays them to the end."""

    seats: list[SeatNumber]
    lines: list[int]
    """The numbers of the entries whose lines of chat are gone."""


class Erased(Struct, frozen=True, tag="erased"):
    """The table was deleted with the last person who had a part in it."""


Happening = (
    Created
    | Sat
    | Mixed
    | Stood
    | BotSat
    | Started
    | Acted
    | Asked
    | Answered
    | Undone
    | Paused
    | Resumed
    | WentAway
    | CameBack
    | Resigned
    | Said
    | ChatSet
    | Ended
    | Closed
    | Revealed
    | Rematched
    | Deleted
    | Erased
)


class Secrets(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the log keeps and never sends."""

    person: str | None = None
    """Who sent the message that led here."""
    message: str | None = None
    """The sender's own number of that message: sent twice, it is applied once."""
    seed: str | None = None
    owner: str | None = None
    people: list[str | None] | None = None
    """Whose seats these are, as the table is created."""


class Entry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a table's log: what happened together. It is stored whole or not at all."""

    number: int
    """Counts from 1 without gaps."""
    at: int
    """The server's time, in milliseconds since 1970."""
    happenings: list[Happening] = field(name="events")
    secrets: Secrets | None = None


class PublicEntry(Struct, frozen=True, gc=False):
    """An entry as everybody may see it."""

    number: int
    at: int
    happenings: list[Happening] = field(name="events")


def is_erasure(entry: Entry) -> bool:
    """Whether an entry says that its table is erased."""
    return any(isinstance(event, Erased) for event in entry.happenings)


def public(entry: Entry) -> PublicEntry:
    """An entry without what is nobody's business."""
    return PublicEntry(entry.number, entry.at, entry.happenings)
