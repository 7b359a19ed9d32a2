"""What people are shown of a table."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from taupes.bots.skill import Skill
from taupes.table.actions import Slot
from taupes.table.entries import MixedNonce, PublicEntry
from taupes.table.setup import Cell, SeatNumber, Setup

Stage = Literal["open", "playing", "paused", "over", "closed"]


class SeatView(Struct, frozen=True, gc=False):
    """A seat."""

    team: str
    kind: Literal["open", "person", "bot"]
    name: str | None
    """Null for an open seat, and for whoever was given none."""
    level: str | None
    """The bot's level."""
    away: bool
    """The stand-in plays for it until its person comes back."""
    resigned: bool
    """The stand-in plays for it to the end."""
    deleted: bool = False
    """Its person was deleted, and with them their name."""


class PlaceChoice(Struct, frozen=True, gc=False, tag="place"):
    """The cells a mole may be placed on."""

    cells: list[Cell]


class TurnChoice(Struct, frozen=True, gc=False, tag="turn"):
    """The slots whose disc may be turned over."""

    slots: list[Slot]


class MoveChoice(Struct, frozen=True, gc=False, tag="move"):
    """Where one mole may go."""

    origin: Cell = field(name="from")
    targets: list[Cell] = field(name="to")


class BlockedChoice(Struct, frozen=True, tag="blocked"):
    """Nothing can move: the only thing left."""


class PassChoice(Struct, frozen=True, tag="pass"):
    """All moles are in holes."""


class DeclineChoice(Struct, frozen=True, tag="decline"):
    """The extra disc need not be taken."""


LegalChoice = PlaceChoice | TurnChoice | MoveChoice | BlockedChoice | PassChoice | DeclineChoice


class ResultView(Struct, frozen=True):
    """How the game ended, in the record's words."""

    winners: list[int]
    reason: str
    points: list[int] | None


class PlainPosition(Struct, frozen=True, gc=False):
    """What lies on the board, at a table or in a record that is replayed."""

    phase: Literal["place", "draw", "move", "extra_draw", "extra_move", "over"]
    turn: SeatNumber
    """The seat to act; at the end, the one that acted last."""
    level: int
    disc: int | None
    """The disc shown and not yet used."""
    moles: list[list[Cell]]
    """By seat, where its moles are."""
    face_down: list[list[int]]
    """By seat, the values still face down, ascending; their places are unknown."""
    stall: int
    points: list[int] | None


class Position(PlainPosition, frozen=True, gc=False):
    """The position of a game at a table, all of it public."""

    event_count: int = field(name="events")
    """How many events the game has so far: the number `at` of an action."""
    rows: list[list[int | None]]
    """By seat, its six slots: the value of a disc that lies face up, or null."""
    shuffles: list[int]
    """By seat, how often its row has been shuffled, the first time included."""
    result: ResultView | None
    legal: list[LegalChoice]
    """What the seat to act may do; empty when nobody may (paused, over)."""
    skill: Skill | UnsetType = UNSET
    """Where a bot grows with people: what it has learned about them by now."""
    equal: str | UnsetType = UNSET
    """The level that they are equal to, once enough games were played to say."""


class ClockView(Struct, frozen=True):
    """The clocks."""

    running: SeatNumber | None
    left: list[int]
    """By seat, milliseconds left as the running turn began."""
    deadline: int | None
    """When the running one is up, in the server's time (milliseconds since 1970)."""


class AskView(Struct, frozen=True):
    """An open request."""

    seat: SeatNumber
    what: Literal["undo", "pause"]
    waits: list[SeatNumber]
    """The seats that have not answered."""


class ChatLine(Struct, frozen=True):
    """A line of chat."""

    number: int
    at: int
    seat: SeatNumber
    text: str | None
    phrase: str | None


class FairnessView(Struct, frozen=True):
    """What proves that the discs were not tampered with."""

    commitment: str
    """SHA-256 of the seed, published before the first nonce."""
    nonces: list[MixedNonce] | None
    """From the start of the game on."""
    seed: str | None
    """Revealed at the end."""


class GameView(Struct, frozen=True):
    """What stays the same in a game, in the record's words."""

    boards: dict[str, Any]
    orientations: list[int]
    stack: str
    rules: dict[str, Any]
    moles: int | list[int]
    """Of everybody; with a handicap by seat."""
    first: SeatNumber


class TableView(Struct, frozen=True):
    """A whole table as one person may see it."""

    table: str
    number: int
    """Of its last entry."""
    stage: Stage
    created: int
    setup: Setup
    seats: list[SeatView]
    you: list[SeatNumber]
    """The seats that are yours."""
    owner: bool
    """Whether the table is yours."""
    game: GameView | None
    events: list[dict[str, Any]]
    """The game so far, as a record has it."""
    position: Position | None
    clock: ClockView | None
    ask: AskView | None
    chat: list[ChatLine]
    """The last lines."""
    fairness: FairnessView
    rematch: str | None
    """The table of the rematch."""
    rematch_by: SeatNumber | None = None
    """The seat that wished for it."""
    day: str | None = None
    """The date whose stack is played here: nothing is taken back or advised."""


class Update(Struct, frozen=True, gc=False, tag="update"):
    """What happened, and how things stand after it. Parts that did not change are left out."""

    table: str
    time: int
    entries: Annotated[list[PublicEntry], Meta(min_length=1)]
    stage: Stage
    position: Position | UnsetType | None = UNSET
    clock: ClockView | UnsetType | None = UNSET
    seats: list[SeatView] | UnsetType = UNSET
    ask: AskView | UnsetType | None = UNSET
    game: GameView | UnsetType = UNSET
    fairness: FairnessView | UnsetType = UNSET
    you: list[SeatNumber] | UnsetType = UNSET
    """When seats changed hands: those that are yours now."""
    owner: bool | UnsetType = UNSET
    """With `you`: whether the table is yours now."""
    done: str | UnsetType = UNSET
    """On the connection that asked for it: the id of its message."""
