"""What the server says on the socket; with `messages` the one source of `protocol.schema.json`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from taupes.table.actions import PlayerAction
from taupes.table.messages import Language
from taupes.table.setup import Cell, SeatNumber
from taupes.table.view import TableView, Update


class Welcome(Struct, frozen=True, tag="welcome", omit_defaults=True):
    """The answer to `hello`."""

    protocol: int
    time: int
    """The server's time, in milliseconds since 1970."""
    token: str
    """Keep it: your seats belong to it. It is the one you sent, if you sent a good one."""
    language: Language
    new: bool = False
    """Whether you are a new guest."""
    id: str | None = None


class Pong(Struct, frozen=True, tag="pong", omit_defaults=True):
    """The answer to `ping`."""

    time: int
    id: str | None = None


class Shown(Struct, frozen=True, tag="table", omit_defaults=True):
    """The whole table: the answer to `join` and `look`."""

    time: int
    view: TableView
    id: str | None = None


class Done(Struct, frozen=True, tag="done", omit_defaults=True):
    """A message was carried out, now or when you sent it first, with nothing else to show."""

    id: str | None = None
    table: str | None = None
    number: int | None = None
    """The entry it led to, if it did."""


class Reason(Struct, frozen=True, omit_defaults=True):
    """A reason of the rules, as data and in words."""

    code: str
    rule: str
    """Where docs/rules.md speaks of it."""
    sentence: str
    cell: Cell | None = None
    other: Cell | None = None
    seat: int | None = None
    disc: int | None = None
    count: int | None = None


class Refused(Struct, frozen=True, tag="refused", omit_defaults=True):
    """A message was not carried out; nothing has changed."""

    code: str
    sentence: str
    """What is wrong and what would be right, in your language."""
    id: str | None = None
    table: str | None = None
    why: Reason | None = None
    """With code `against_the_rules`: the rule."""


class Explained(Struct, frozen=True, tag="explained", omit_defaults=True):
    """The answer to `explain`."""

    table: str
    legal: bool
    reasons: list[Reason]
    id: str | None = None


class Presence(Struct, frozen=True, tag="presence"):
    """Who is here; sent when it changes."""

    table: str
    here: list[bool]
    """By seat, whether its person is connected (bots always are)."""
    spectators: int


class Bye(Struct, frozen=True, tag="bye"):
    """The last message before the server closes the connection."""

    code: Literal["restart", "too_slow", "idle", "deleted"]
    sentence: str
    retry: int | None = None
    """Milliseconds after which to connect again; null: do not."""


class Weighed(Struct, frozen=True, omit_defaults=True):
    """A choice and what it is worth."""

    action: PlayerAction
    chance: Annotated[float, Meta(ge=0, le=1)] | None = None
    """The seat's chance to win after it, as far as the bot can see."""


class HintGiven(Struct, frozen=True, tag="hint", omit_defaults=True):
    """The answer to `hint`."""

    table: str
    seat: SeatNumber
    event_count: int = field(name="events")
    """The position it is about: how many events the game had."""
    action: PlayerAction
    """What the strongest bot would do."""
    choices: list[Weighed]
    """What it has weighed, best first."""
    id: str | None = None


ServerMessage = (
    Welcome | Pong | Shown | Update | Done | Refused | Explained | Presence | Bye | HintGiven
)
