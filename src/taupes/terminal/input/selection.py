"""What choosing a cell means: which moles and cells are lit, and what a pick leads to."""

from dataclasses import dataclass
from typing import Final

from taupes.bots import Choice
from taupes.rules import (
    DIRECTIONS,
    Hex,
    Move,
    Phase,
    Place,
    State,
    Why,
    explain,
    legal_actions,
    legal_moves,
    refusal,
)

_TELLING: Final = ("stay_in_hole", "dotted_path", "second_special", "passes_over", "target_taken")
"""The reasons why a mole cannot move, the most telling first."""


@dataclass(frozen=True, slots=True)
class Lit:
    """What the player to act can touch."""

    movable: frozenset[Hex] = frozenset()
    targets: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True)
class Pick:
    """What came of choosing a cell: a choice, a mole taken in hand, or the rule against it."""

    choice: Choice | None = None
    selected: Hex | None = None
    why: Why | None = None
    stuck: Hex | None = None
    """The mole of one's own that cannot move at all, with `why` for one of its ways."""
    several: bool = False
    """Several moles can go there: one must be chosen first."""


def lit(state: State, selected: Hex | None) -> Lit:
    """The moles that can move, and where the one in hand can go."""
    moves = legal_moves(state) if state.disc else ()
    movable = frozenset(move.origin for move in moves)
    return Lit(movable, frozenset(move.target for move in moves if move.origin == selected))


def pick(state: State, selected: Hex | None, cell: Hex) -> Pick:
    """Choose a cell of the board in play."""
    if state.phase is Phase.PLACE:
        why = refusal(state, Place(cell))
        return Pick(why=why) if why else Pick(Place(cell))
    if not state.disc:
        return Pick(why=refusal(state, Move(cell, cell)))
    moves = legal_moves(state)
    if cell == selected:
        return Pick()
    if any(move.origin == cell for move in moves):
        return Pick(selected=cell)
    if selected is not None:
        move = Move(selected, cell)
        why = refusal(state, move)
        return Pick(selected=selected, why=why) if why else Pick(move)
    comers = [move for move in moves if move.target == cell]
    if len(comers) == 1:
        return Pick(comers[0])
    if comers:
        return Pick(several=True)
    if state.owner(cell) == state.turn:
        return Pick(why=_stuck(state, cell), stuck=cell)
    return Pick(why=refusal(state, Move(cell, cell)))


def _stuck(state: State, cell: Hex) -> Why | None:
    """Why a mole of the player to act cannot go anywhere by the disc shown."""
    ways = [Move(cell, cell.step(d, state.disc)) for d in range(len(DIRECTIONS))]
    reasons = [why for way in ways if (why := refusal(state, way))]
    return min(
        (why for why in reasons if why.code in _TELLING),
        key=lambda why: _TELLING.index(why.code),
        default=None,
    )


def announcements(state: State) -> tuple[Why, ...]:
    """What a player must be told before deciding: the turn is lost, a mole must come out."""
    actions = legal_actions(state)
    if state.phase is Phase.DRAW and state.is_home(state.turn):
        return (Why("home_may_turn") if len(actions) > 1 else Why("home_must_pass"),)
    if not state.disc:
        return ()
    told = ("turn_lost", "extra_lost", "forced_out", "only_move")
    return tuple(why for why in explain(state, actions[0]) if why.code in told)
