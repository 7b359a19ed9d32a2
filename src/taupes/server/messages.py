"""What clients say on the socket; with `replies` the one source of `protocol.schema.json`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from taupes.server.actions import PlayerAction
from taupes.server.setup import Name, Nonce, SeatNumber

PROTOCOL = 1

Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="Your own mark of a message; sent twice by one person, it is applied once.",
    ),
]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Language = Literal["en", "fr", "de"]


class Hello(Struct, frozen=True, tag="hello"):
    """The first message of a connection."""

    token: Annotated[str, Meta(max_length=200)] | None = None
    """Without one you are a new guest; the answer has a token to keep."""
    language: Language = "en"
    """For the sentences of refusals and explanations."""
    id: Id | None = None


class Ping(Struct, frozen=True, tag="ping"):
    """Asks for the server's time."""

    id: Id | None = None


class Join(Struct, frozen=True, tag="join"):
    """Follow a table: as a player, if a seat is yours, else as a spectator."""

    table: TableId
    since: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last entry you saw: you get an `update` with the rest."""
    id: Id | None = None


class Leave(Struct, frozen=True, tag="leave"):
    """No longer follow a table. Seats stay yours."""

    table: TableId
    id: Id | None = None


class Look(Struct, frozen=True, tag="look"):
    """Asks for the whole table again."""

    table: TableId
    id: Id | None = None


class Sit(Struct, frozen=True, tag="sit"):
    """Take a free seat; several on one connection are several people on one screen."""

    table: TableId
    seat: SeatNumber
    name: Name
    nonce: Nonce | None = None
    """Left out, the server's seed provides one, and the record says so."""
    id: Id | None = None


class Mix(Struct, frozen=True, tag="mix"):
    """Add your nonce to the shuffling, after you have seen the commitment; until the start."""

    table: TableId
    seat: SeatNumber
    nonce: Nonce
    id: Id | None = None


class Stand(Struct, frozen=True, tag="stand"):
    """Give a seat back before the game; the owner may free any seat."""

    table: TableId
    seat: SeatNumber
    id: Id | None = None


class SeatBot(Struct, frozen=True, tag="seat_bot"):
    """The owner gives a free seat to a bot, or changes its level."""

    table: TableId
    seat: SeatNumber
    level: Annotated[str, Meta(max_length=40)]
    id: Id | None = None


class Start(Struct, frozen=True, tag="start"):
    """The owner starts the game; every seat must be taken."""

    table: TableId
    id: Id | None = None


class Act(Struct, frozen=True, tag="act"):
    """Act in the game, for a seat of yours that is to act."""

    table: TableId
    seat: SeatNumber
    action: PlayerAction
    at: Annotated[int, Meta(ge=0)] | None = None
    """How many events the game had when you decided; if it has others now, you are told so."""
    id: Id | None = None


class Ask(Struct, frozen=True, tag="ask"):
    """Ask the others to undo your last action, or for a pause."""

    table: TableId
    seat: SeatNumber
    what: Literal["undo", "pause"]
    id: Id | None = None


class Answer(Struct, frozen=True, tag="answer"):
    """Answer a request; the one who asked withdraws it with `yes: false`."""

    table: TableId
    seat: SeatNumber
    yes: bool
    id: Id | None = None


class Resume(Struct, frozen=True, tag="resume"):
    """End a pause."""

    table: TableId
    seat: SeatNumber
    id: Id | None = None


class Back(Struct, frozen=True, tag="back"):
    """Take your seat back from the stand-in. Any `act` of yours does it too."""

    table: TableId
    seat: SeatNumber
    id: Id | None = None


class Resign(Struct, frozen=True, tag="resign"):
    """Give the game up."""

    table: TableId
    seat: SeatNumber
    id: Id | None = None


class Rematch(Struct, frozen=True, tag="rematch"):
    """After the game: the same table again, for the same people and bots."""

    table: TableId
    id: Id | None = None


class Say(Struct, frozen=True, tag="say"):
    """Chat: either a text or a ready phrase."""

    table: TableId
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    phrase: Annotated[str, Meta(max_length=40)] | None = None
    id: Id | None = None


class SetChat(Struct, frozen=True, tag="set_chat"):
    """The owner decides what may be said."""

    table: TableId
    chat: Literal["all", "phrases", "off"]
    id: Id | None = None


class Close(Struct, frozen=True, tag="close"):
    """The owner gives the table up, before the game or when everybody else has resigned."""

    table: TableId
    id: Id | None = None


class Explain(Struct, frozen=True, tag="explain"):
    """Asks why an action is forbidden, or what it obeys and brings about. Changes nothing."""

    table: TableId
    action: PlayerAction
    id: Id | None = None


class Hint(Struct, frozen=True, tag="hint"):
    """Asks what a strong player would do now, for a seat of yours that is to act."""

    table: TableId
    seat: SeatNumber
    id: Id | None = None


TableMessage = (
    Sit
    | Mix
    | Stand
    | SeatBot
    | Start
    | Act
    | Ask
    | Answer
    | Resume
    | Back
    | Resign
    | Rematch
    | Say
    | SetChat
    | Close
)
"""Messages that change a table."""

AtTable = Leave | Look | TableMessage | Explain | Hint
"""Messages about a table that the connection follows."""

ClientMessage = Hello | Ping | Join | AtTable
