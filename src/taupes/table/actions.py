"""Game actions and events on the wire: the record's words, with the slot of a disc added."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from taupes.bots.player import Choice, Turn
from taupes.rules import (
    Action,
    Blocked,
    Consequence,
    Decline,
    Draw,
    Eliminate,
    Event,
    Hex,
    Lift,
    Move,
    Pass,
    Place,
)
from taupes.rules.record import EVENT_TYPES
from taupes.table.setup import Cell, SeatNumber

Slot = Annotated[int, Meta(ge=0, le=5, description="A place in a player's row of six discs.")]


class PlaceAction(Struct, frozen=True, gc=False, tag="place"):
    """Place a mole."""

    cell: Cell


class TurnAction(Struct, frozen=True, gc=False, tag="turn"):
    """Turn over the disc in a slot."""

    slot: Slot


class MoveAction(Struct, frozen=True, gc=False, tag="move"):
    """Move a mole by the disc shown."""

    origin: Cell = field(name="from")
    target: Cell = field(name="to")


class BlockedAction(Struct, frozen=True, tag="blocked"):
    """Lose the turn, when nothing can move."""


class PassAction(Struct, frozen=True, tag="pass"):
    """Sit out, when all moles are in holes."""


class DeclineAction(Struct, frozen=True, tag="decline"):
    """Forgo the extra disc of a special cell."""


PlayerAction = PlaceAction | TurnAction | MoveAction | BlockedAction | PassAction | DeclineAction


class GameEvent(Struct, frozen=True, gc=False, omit_defaults=True):
    """One event of the record; a `draw` also says from which slot."""

    type: Literal["place", "draw", "move", "blocked", "pass", "decline", "lift", "eliminate"]
    player: SeatNumber | None = None
    cell: Cell | None = None
    disc: Annotated[int, Meta(ge=1, le=4)] | None = None
    slot: Slot | None = None
    origin: Cell | None = field(name="from", default=None)
    target: Cell | None = field(name="to", default=None)
    level: int | None = None


def wire_event(seat: int | None, event: Action | Consequence, slot: int | None = None) -> GameEvent:
    """An event of the rules as it is stored and sent."""
    kind: Any = EVENT_TYPES[type(event)]
    if isinstance(event, Move):
        return GameEvent(kind, seat, origin=event.origin, target=event.target)
    if isinstance(event, Draw):
        return GameEvent(kind, seat, disc=event.disc, slot=slot)
    if isinstance(event, Place):
        return GameEvent(kind, seat, cell=event.cell)
    if isinstance(event, Lift):
        return GameEvent(kind, level=event.level)
    return GameEvent(kind, event.seat if isinstance(event, Eliminate) else seat)


def rules_event(event: GameEvent) -> Event:
    """The event of the rules that a stored one stands for."""
    cell = Hex(*event.cell) if event.cell else Hex(0, 0)
    match event.type:
        case "place":
            return event.player, Place(cell)
        case "draw":
            return event.player, Draw(event.disc or 0)
        case "move":
            return event.player, Move(Hex(*event.origin or cell), Hex(*event.target or cell))
        case "blocked":
            return event.player, Blocked()
        case "pass":
            return event.player, Pass()
        case "decline":
            return event.player, Decline()
        case "lift":
            return None, Lift(event.level or 0)
        case "eliminate":
            return event.player, Eliminate(event.player or 0)


@lru_cache(maxsize=8_192)
def rules_action(action: PlayerAction, disc: int = 0) -> Action:
    """The action of the rules that a player's wish stands for; `disc` is what the slot holds.

    Kept, for there are few: a board has some hundred moves.
    """
    if isinstance(action, MoveAction):
        return Move(Hex(*action.origin), Hex(*action.target))
    if isinstance(action, TurnAction):
        return Draw(disc)
    if isinstance(action, PlaceAction):
        return Place(Hex(*action.cell))
    return _PLAIN[type(action)]


def action_of(choice: Choice, slot: int = 0) -> PlayerAction:
    """A player's choice as a message says it; a disc is turned over in a slot."""
    match choice:
        case Place(cell):
            return PlaceAction(cell)
        case Move(origin, target):
            return MoveAction(origin, target)
        case Pass():
            return PassAction()
        case Decline():
            return DeclineAction()
        case Blocked():
            return BlockedAction()
        case Turn():
            return TurnAction(slot)


_PLAIN: Final[Mapping[type, Action]] = {
    BlockedAction: Blocked(),
    PassAction: Pass(),
    DeclineAction: Decline(),
}
