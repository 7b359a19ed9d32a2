"""From a table to what people are shown of it. Nothing here may look at the seed before the end."""

import json
from functools import cache, lru_cache
from itertools import repeat
from operator import getitem
from typing import Any, get_args

from msgspec import UNSET, Raw

from taupes.rules import (
    Decline,
    Hex,
    Outcome,
    Pass,
    Phase,
    Record,
    State,
    Team,
    format_boards,
    hexagon,
    legal_actions,
    legal_moves,
)
from taupes.rules.snapshot import PHASES
from taupes.table.actions import rules_event
from taupes.table.entries import Driver, Entry, public
from taupes.table.table import Play, Table, plain
from taupes.table.view import (
    AskView,
    BlockedChoice,
    ClockView,
    DeclineChoice,
    FairnessView,
    GameView,
    LegalChoice,
    MoveChoice,
    PassChoice,
    PlaceChoice,
    PlainPosition,
    Position,
    ResultView,
    SeatView,
    TableView,
    TurnChoice,
    Update,
)

# Looking a member up in its Enum costs more than the test it is used in.
_PLACE = Phase.PLACE

_DRIVERS = {driver[0]: driver for driver in get_args(Driver)}


@cache
def _octets(radius: int) -> tuple[tuple[bytes, ...], ...]:
    """By eight cells of a frame and by the value of their bits: those in the set, as JSON."""
    cells = [b"[%d,%d]" % cell for cell in hexagon(radius)]
    eights = [cells[i : i + 8] for i in range(0, len(cells), 8)]
    return tuple(
        tuple(
            b",".join(cell for i, cell in enumerate(eight) if octet >> i & 1)
            for octet in range(1 << len(eight))
        )
        for eight in eights
    )


@lru_cache(maxsize=4_096)
def cells_of(radius: int, word: int) -> Raw:
    """The cells of a set, in reading order, as JSON; most sets are the same as an action before."""
    octets = _octets(radius)
    texts = filter(None, map(getitem, octets, word.to_bytes(len(octets), "little")))
    return Raw(b"[" + b",".join(texts) + b"]")


def legal_of(play: Play) -> list[LegalChoice]:
    """What the seat to act may do, in the protocol's words."""
    state = play.state
    if state.disc:
        return _moves_of(state) or [BlockedChoice()]
    if state.phase is _PLACE:
        free = state.ground.cells & ~state.ground.holes & ~state.occupied
        return [PlaceChoice(cells_of(state.game.stack.radius, free))]  # type: ignore[arg-type]
    choices: list[LegalChoice] = []
    for action in legal_actions(state):
        if type(action) is Pass:
            choices.append(PassChoice())
        elif type(action) is Decline:
            choices.append(DeclineChoice())
        else:
            # All that is left are discs, which are one choice however many values they may show.
            row = play.rows[state.turn]
            choices.append(TurnChoice([slot for slot, disc in enumerate(row) if not disc]))
            break
    return choices


def _moves_of(state: State) -> list[LegalChoice]:
    """The moves by the disc shown, grouped by mole: they come sorted by it."""
    choices: list[LegalChoice] = []
    origin: Hex | None = None
    targets: list[Hex] = []
    for move in legal_moves(state):
        if move.origin is not origin:
            origin, targets = move.origin, []
            choices.append(MoveChoice(origin, targets))  # type: ignore[arg-type]
        targets.append(move.target)
    return choices


def _seen(state: State) -> tuple[Any, int, int, int | None, Any, Any, int, list[int] | None]:
    """What lies on the board: the values of a `PlainPosition`, in its order."""
    return (
        PHASES[state.phase],
        state.turn,
        state.level,
        state.disc or None,
        list(map(cells_of, repeat(state.game.stack.radius), state.moles)),
        state.discs,
        state.stall,
        list(state.points) or None,
    )


def plain_position(state: State) -> PlainPosition:
    """A position that belongs to no table, as it is shown."""
    return PlainPosition(*_seen(state))


def position_of(play: Play, *, frozen: bool = False) -> Position:
    """The position of the game at a table; `frozen` when nobody may act."""
    return Position(
        *_seen(play.state),
        len(play.events),
        list(map(_faces, play.rows)),
        play.shuffles,  # type: ignore[arg-type]
        _result(play.state.outcome),
        [] if frozen else legal_of(play),
        play.skill or UNSET,
        (play.skill and play.skill.level) or UNSET,
    )


@cache
def _faces(row: tuple[int, ...]) -> list[int | None]:
    """A row of discs as it is shown."""
    return [disc or None for disc in row]


def _result(outcome: Outcome | None) -> ResultView | None:
    if outcome is None:
        return None
    points = None if outcome.points is None else list(outcome.points)
    return ResultView(list(outcome.winners), outcome.reason, points)


def seat_views(table: Table) -> list[SeatView]:
    """All seats, without whose they are."""
    return [
        SeatView(
            seat.team,
            "bot" if seat.level else "open" if seat.is_free else "person",
            seat.name,
            seat.level,
            seat.away,
            seat.resigned,
            seat.is_deleted,
        )
        for seat in table.seats
    ]


def clock_view(table: Table) -> ClockView | None:
    """The clocks, if the table has any."""
    if table.play is None or table.play.watch is None:
        return None
    deadline = table.deadline
    running = table.awaited if deadline is not None else None
    return ClockView(running, list(table.play.watch.left), deadline)


def ask_view(table: Table) -> AskView | None:
    """The open request."""
    ask = table.ask
    return None if ask is None else AskView(ask.seat, ask.what, sorted(ask.waits))  # type: ignore[arg-type]


def game_view(play: Play) -> GameView:
    """What stays the same in a game."""
    game = play.game
    stack = game.stack
    return GameView(
        format_boards(stack.boards),
        list(stack.orientations),
        stack.code,
        game.rules.as_dict(),
        game.moles if isinstance(game.moles, int) else list(game.moles),
        game.first,
    )


def fairness_view(table: Table) -> FairnessView:
    """What is published about the discs: the seed only when no disc is left to turn."""
    nonces = None if table.nonces is None else list(table.nonces)
    return FairnessView(table.commitment, nonces, table.shown_seed if table.has_ended else None)


def table_view(table: Table, person: str | None) -> TableView:
    """A whole table as one person may see it."""
    play = table.play
    return TableView(
        table=table.id,
        number=table.number,
        stage=table.stage,
        created=table.created,
        setup=table.setup,
        seats=seat_views(table),
        you=table.seats_of(person),
        owner=person is not None and person == table.owner,
        game=None if play is None else game_view(play),
        events=[] if play is None else plain(list(play.events)),
        position=None if play is None else position_of(play, frozen=table.stage != "playing"),
        clock=clock_view(table),
        ask=ask_view(table),
        chat=list(table.chat),
        fairness=fairness_view(table),
        rematch=table.rematch,
        rematch_by=table.rematch_by,
        day=table.day,
    )


def update_of(before: Table | None, after: Table, entries: list[Entry], now: int) -> Update:
    """What changed between two moments of a table; everything, if the earlier one is unknown."""
    play = after.play
    if before is None:
        played = seated = asked = proved = True
        begun = play is not None
    else:
        played = play is not before.play or after.stage != before.stage
        seated = after.seats is not before.seats
        asked = after.ask is not before.ask
        begun = play is not None and before.play is None
        proved = begun or (after.has_ended and _has_shown(before, after))
    return Update(
        table=after.id,
        time=now,
        entries=[public(entry) for entry in entries],
        stage=after.stage,
        position=position_of(play, frozen=after.stage != "playing") if play and played else UNSET,
        clock=clock_view(after) if play and play.watch and (played or seated) else UNSET,
        seats=seat_views(after) if seated else UNSET,
        ask=ask_view(after) if asked else UNSET,
        game=game_view(play) if play and begun else UNSET,
        fairness=fairness_view(after) if proved else UNSET,
    )


def _has_shown(before: Table, after: Table) -> bool:
    """Whether something about the seed may be shown now that was not before."""
    return after.stage != before.stage or after.is_sealed != before.is_sealed


def has_new_hands(before: Table, after: Table) -> bool:
    """Whether seats or the table may be others' now: then everybody is told what is theirs."""
    is_seating = after.seats is not before.seats and before.stage == "open"
    return is_seating or after.owner != before.owner


def record_of(table: Table) -> Record | None:
    """The game as a record, with the proof of its discs as extra keys."""
    play = table.play
    if play is None:
        return None
    teams = tuple(Team(seat.name or seat.team, seat.team) for seat in table.seats)
    extras: list[tuple[str, str]] = [("/fairness", json.dumps(proof_of(table)))]
    for number, seat in enumerate(table.seats):
        if seat.level:
            extras.append((f"/players/{number}/bot", json.dumps(seat.level)))
        if seat.undos:
            extras.append((f"/players/{number}/undos", f"{seat.undos}"))
    for index, (event, driver) in enumerate(zip(play.events, play.drivers, strict=True)):
        if event.slot is not None:
            extras.append((f"/events/{index}/slot", f"{event.slot}"))
        if driver != "p" and event.type not in ("lift", "eliminate"):
            extras.append((f"/events/{index}/by", f'"{_DRIVERS[driver]}"'))
    events = tuple(rules_event(event) for event in play.events)
    return Record(play.game, teams, events, play.state.outcome, tuple(sorted(extras)))


def proof_of(table: Table) -> dict[str, Any]:
    """What the record says about its discs; the seed only when no disc is left to turn."""
    setup = table.setup
    drawn = [what for what in ("first", "orientations") if getattr(setup, what) == "random"]
    view: dict[str, Any] = plain(fairness_view(table))
    return {"scheme": "taupes-fair-1", **view, "drawn": drawn}
