"""A turn, step by step: which actions are legal, and what each leads to (RULES, A turn)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, TypeVar

from taupes.rules.actions import (
    Action,
    Blocked,
    Consequence,
    Decline,
    Draw,
    Eliminate,
    Lift,
    Move,
    Pass,
    Place,
)
from taupes.rules.ending import end_turn
from taupes.rules.ground import bits
from taupes.rules.options import DISCS, AllHome, LeaveHole
from taupes.rules.refusal import refusal
from taupes.rules.state import Game, Outcome, Phase, Seat, State
from taupes.rules.why import Why

T = TypeVar("T")

# Looking a member up in its Enum costs more than the test it is used in: the hot path names them.
_PLACE, _DRAW, _MOVE = Phase.PLACE, Phase.DRAW, Phase.MOVE
_EXTRA_DRAW, _EXTRA_MOVE = Phase.EXTRA_DRAW, Phase.EXTRA_MOVE
_MUST_PASS, _FREE = AllHome.MUST_PASS, LeaveHole.FREE


class IllegalAction(ValueError):
    """An action that the rules forbid here; `why` says which rule, as data."""

    def __init__(self, action: Action, why: Why) -> None:
        super().__init__(f"{action} is illegal: {why.code} ({why.rule})")
        self.action = action
        self.why = why


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything that may happen next, in a stable order; empty when the game is over."""
    phase = state.phase
    if phase is _DRAW:
        if not state.is_home(state.turn):
            return draws(state)
        if state.game.rules.all_home is _MUST_PASS:
            return (Pass(),)
        return (Pass(), *draws(state))
    if state.disc:
        return legal_moves(state) or (Blocked(),)
    if phase is _PLACE:
        free = state.ground.cells & ~state.ground.holes & ~state.occupied
        return tuple(Place(state.game.frame[i]) for i in bits(free))
    if phase is _EXTRA_DRAW:
        return (Decline(), *draws(state))
    return ()


def draws(state: State) -> tuple[Draw, ...]:
    """The turning of each value that may appear."""
    return _draws_of(state.discs[state.turn])


@cache
def _draws_of(discs: tuple[int, ...]) -> tuple[Draw, ...]:
    return tuple(Draw(disc) for disc in sorted(set(discs)))


def legal_moves(state: State) -> tuple[Move, ...]:
    """The moves by the disc shown; empty when the player is blocked."""
    ground = state.ground
    mine = state.moles[state.turn]
    if state.game.rules.leave_hole is _FREE:
        return _moves_of(state, mine)
    return _moves_of(state, mine & ~ground.holes) or _moves_of(state, mine & ground.holes)


def _moves_of(state: State, moles: int) -> tuple[Move, ...]:
    ground, occupied = state.ground, state.occupied
    lines = (ground.extra_lines if state.phase is _EXTRA_MOVE else ground.lines)[state.disc]
    return tuple([move for i in bits(moles) for move, way in lines[i] if not way & occupied])


def apply(state: State, action: Action, seat: Seat | None = None) -> State:
    """The position after an action, or IllegalAction with the rule it breaks.

    With `seat`, that player must also be the one to act.
    """
    why = refusal(state, action, seat)
    if why is not None:
        raise IllegalAction(action, why)
    return _NEXT[type(action)](state, action)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    return state.outcome


def consequences(before: State, after: State) -> tuple[Consequence, ...]:
    """What followed by itself from the action between two positions, in the record's order."""
    if after.level == before.level:
        return ()
    lifts = (Lift(level) for level in range(before.level, after.level))
    pairs = enumerate(zip(before.moles, after.moles, strict=True))
    return (*lifts, *(Eliminate(seat) for seat, (had, has) in pairs if had and not has))


def _place(state: State, action: Place) -> State:
    game, seat = state.game, state.turn
    moles = _with(state.moles, seat, state.moles[seat] | 1 << game.index[action.cell])
    turn = _next_placer(game, moles, seat)
    if turn is None:
        return replace(state, phase=_DRAW, turn=game.first, moles=moles)
    return replace(state, turn=turn, moles=moles)


def _next_placer(game: Game, moles: tuple[int, ...], seat: Seat) -> Seat | None:
    """The next clockwise who has a mole left to place, maybe the same again (RULES, Handicaps)."""
    others = ((seat + n) % game.seats for n in range(1, game.seats + 1))
    return next((s for s in others if moles[s].bit_count() < game.counts[s]), None)


def _draw(state: State, action: Draw) -> State:
    left = state.discs[state.turn]
    i = left.index(action.disc)
    return State(
        state.game,
        _MOVE if state.phase is _DRAW else _EXTRA_MOVE,
        state.turn,
        state.level,
        state.moles,
        _with(state.discs, state.turn, left[:i] + left[i + 1 :]),
        action.disc,
        state.stall,
        state.most,
        state.points,
    )


def _move(state: State, action: Move) -> State:
    game, seat = state.game, state.turn
    origin, target = 1 << game.index[action.origin], 1 << game.index[action.target]
    moles = _with(state.moles, seat, state.moles[seat] ^ origin ^ target)
    if (
        state.phase is _MOVE
        and game.rules.special_cells
        and target & game.grounds[state.level].specials
    ):
        return replace(state, phase=_EXTRA_DRAW, moles=moles, discs=_used(state), disc=0)
    return end_turn(state, moles, _used(state))


def _lose_turn(state: State, _: Blocked | Pass | Decline) -> State:
    return end_turn(state, state.moles, _used(state))


def _used(state: State) -> tuple[tuple[int, ...], ...]:
    """The discs once the one shown is used: after the sixth all six are face down again."""
    if state.discs[state.turn]:
        return state.discs
    return _with(state.discs, state.turn, DISCS)


def _with(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


_NEXT: Final[Mapping[type[Action], Callable[[State, Any], State]]] = {
    Place: _place,
    Draw: _draw,
    Move: _move,
    Blocked: _lose_turn,
    Pass: _lose_turn,
    Decline: _lose_turn,
}
