"""What clients say on the socket; with `replies` the one source of `protocol.schema.json`."""

from typing import Annotated, Final, Literal

from msgspec import Meta, MsgspecError, Struct, json

from taupes.bots.skill import Skill
from taupes.table.actions import PlayerAction
from taupes.table.setup import Name, Nonce, SeatNumber

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


class Message(Struct, frozen=True, gc=False, kw_only=True):
    """What every message may carry."""

    id: Id | None = None


class OfTable(Message, frozen=True):
    """A message about a table."""

    table: TableId


class OfSeat(OfTable, frozen=True):
    """A message about a seat of a table."""

    seat: SeatNumber


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection."""

    token: Annotated[str, Meta(max_length=200)] | None = None
    """Without one you are a new guest; the answer has a token to keep."""
    language: Language = "en"
    """For the sentences of refusals and explanations."""


class Ping(Message, frozen=True, tag="ping"):
    """Asks for the server's time."""


class Join(OfTable, frozen=True, tag="join"):
    """Follow a table: as a player, if a seat is yours, else as a spectator."""

    since: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last entry you saw: you get an `update` with the rest."""


class Leave(OfTable, frozen=True, tag="leave"):
    """No longer follow a table. Seats stay yours."""


class Look(OfTable, frozen=True, tag="look"):
    """Asks for the whole table again."""


class Sit(OfSeat, frozen=True, tag="sit"):
    """Take a free seat; several on one connection are several people on one screen."""

    name: Name | None = None
    nonce: Nonce | None = None
    """Left out, the server's seed provides one, and the record says so."""


class Mix(OfSeat, frozen=True, tag="mix"):
    """Add your nonce to the shuffling, after you have seen the commitment; until the start."""

    nonce: Nonce


class Stand(OfSeat, frozen=True, tag="stand"):
    """Give a seat back before the game; the owner may free any seat."""


class SeatBot(OfSeat, frozen=True, tag="seat_bot"):
    """The owner gives a free seat to a bot, or changes its level."""

    level: Annotated[str, Meta(max_length=40)]
    skill: Skill | None = None
    """What a bot that grows has learned about you, as an earlier game has left it."""


class Start(OfTable, frozen=True, tag="start"):
    """The owner starts the game; every seat must be taken."""


class Act(OfSeat, frozen=True, tag="act"):
    """Act in the game, for a seat of yours that is to act."""

    action: PlayerAction
    at: Annotated[int, Meta(ge=0)] | None = None
    """How many events the game had when you decided; if it has others now, you are told so."""


class Ask(OfSeat, frozen=True, tag="ask"):
    """Ask the others to undo your last action, or for a pause."""

    what: Literal["undo", "pause"]


class Answer(OfSeat, frozen=True, tag="answer"):
    """Answer a request; the one who asked withdraws it with `yes: false`."""

    yes: bool


class Resume(OfSeat, frozen=True, tag="resume"):
    """End a pause."""


class Back(OfSeat, frozen=True, tag="back"):
    """Take your seat back from the stand-in. Any `act` of yours does it too."""


class Resign(OfSeat, frozen=True, tag="resign"):
    """Give the game up."""


class Rematch(OfTable, frozen=True, tag="rematch"):
    """After the game: the same table again, for the same people and bots."""


class Say(OfSeat, frozen=True, tag="say"):
    """Chat: either a text or a ready phrase."""

    text: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    phrase: Annotated[str, Meta(max_length=40)] | None = None


class SetChat(OfTable, frozen=True, tag="set_chat"):
    """The owner decides what may be said."""

    chat: Literal["all", "phrases", "off"]


class Close(OfTable, frozen=True, tag="close"):
    """The owner gives the table up, before the game or when everybody else has resigned."""


class Explain(OfTable, frozen=True, tag="explain"):
    """Asks why an action is forbidden, or what it obeys and brings about. Changes nothing."""

    action: PlayerAction


class Hint(OfSeat, frozen=True, tag="hint"):
    """Asks what a strong player would do now, for a seat of yours that is to act."""


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

_decode: Final = json.Decoder(ClientMessage).decode

_NONSENSE: Final = (MsgspecError, UnicodeError, RecursionError)


class BadMessage(Exception):
    """What was sent is no message of the protocol."""

    def __init__(self, detail: str, mark: str | None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.mark = mark
        """Its id, if it has one all the same."""


def read_message(data: bytes) -> ClientMessage:
    """A message as it was sent; BadMessage if it is none."""
    try:
        message: ClientMessage = _decode(data)
    except _NONSENSE as error:
        raise BadMessage(str(error), _mark_of(data)) from error
    return message


def _mark_of(data: bytes) -> str | None:
    try:
        found = json.decode(data)
    except _NONSENSE:
        return None
    mark = found.get("id") if isinstance(found, dict) else None
    return mark if isinstance(mark, str) and len(mark) <= 64 else None
