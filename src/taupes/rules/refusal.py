"""Why not: the rule that an action breaks in a position. The only judge of legality."""

from taupes.rules.actions import Action, Blocked, Decline, Draw, Move, Pass, Place
from taupes.rules.ground import bits, is_dotted
from taupes.rules.hex import CENTRE, straight
from taupes.rules.options import AllHome, LeaveHole
from taupes.rules.state import Phase, Seat, State
from taupes.rules.why import Why

_PLACE, _EXTRA_MOVE = Phase.PLACE, Phase.EXTRA_MOVE
_MUST_PASS, _LAST_RESORT = AllHome.MUST_PASS, LeaveHole.LAST_RESORT


def refusal(state: State, action: Action, seat: Seat | None = None) -> Why | None:
    """The rule that forbids an action, or None if it is legal.

    With `seat`, also whether that player is the one to act. What is no action is a TypeError.
    """
    if state.outcome:
        return Why("game_over")
    if seat is not None and seat != state.turn:
        return Why("not_your_turn", seat=seat)
    match action:
        case Move():
            return _move(state, action)
        case Draw():
            return _draw(state, action)
        case Place():
            return _place(state, action)
        case Blocked():
            return _wrong_moment(state, shown=True) or _not_blocked(state)
        case Pass():
            return _pass(state)
        case Decline():
            if state.phase is Phase.EXTRA_DRAW:
                return None
            return _wrong_moment(state, shown=False) or Why("nothing_to_decline")
        case _:
            raise TypeError(
                f"{action!r:.60} is no action: expected Place(cell), Draw(disc), "
                "Move(origin, target), Blocked(), Pass() or Decline()"
            )


def _wrong_moment(state: State, *, shown: bool) -> Why | None:
    """Whether moles are still being placed, or a disc is (not) shown as the action wants it."""
    if state.phase is _PLACE:
        return Why("still_placing")
    if shown and not state.disc:
        return Why("disc_first")
    if state.disc and not shown:
        return Why("disc_shown", disc=state.disc)
    return None


def _place(state: State, action: Place) -> Why | None:
    """RULES, Set-up, 5."""
    if state.phase is not Phase.PLACE:
        return Why("all_placed")
    i = state.game.index.get(action.cell)
    if i is None or not state.ground.cells >> i & 1:
        return Why("off_board", cell=action.cell)
    if state.ground.holes >> i & 1:
        return Why("place_in_hole", cell=action.cell)
    if state.occupied >> i & 1:
        return Why("place_taken", cell=action.cell)
    return None


def _draw(state: State, action: Draw) -> Why | None:
    """RULES, A turn, 1, 3 and 5."""
    if wrong := _wrong_moment(state, shown=False):
        return wrong
    must_pass = state.game.rules.all_home is _MUST_PASS
    if must_pass and state.phase is Phase.DRAW and state.is_home(state.turn):
        return Why("home_no_disc")
    if action.disc not in state.discs[state.turn]:
        return Why("no_such_disc", disc=action.disc)
    return None


def _pass(state: State) -> Why | None:
    """RULES, A turn, 5."""
    if wrong := _wrong_moment(state, shown=False):
        return wrong
    outside = state.moles[state.turn] & ~state.ground.holes
    for i in bits(outside):
        return Why("must_turn", cell=state.game.frame[i])
    return None


def _not_blocked(state: State) -> Why | None:
    """RULES, A turn, 6: the turn is lost only when no mole at all can move."""
    mine, holes = state.moles[state.turn], state.ground.holes
    move = _first_move(state, mine & ~holes) or _first_move(state, mine & holes)
    return Why("must_move", cell=move.origin, other=move.target) if move else None


def _move(state: State, action: Move) -> Why | None:
    """RULES, A turn, 2 and 4."""
    if wrong := _wrong_moment(state, shown=True):
        return wrong
    game, ground = state.game, state.ground
    mine, i = state.moles[state.turn], game.index.get(action.origin)
    if i is None or not mine >> i & 1:
        return _not_mine(state, action)
    lines = ground.extra_lines if state.phase is _EXTRA_MOVE else ground.lines
    for move, way in lines[state.disc][i]:
        if move.target == action.target:
            if way & state.occupied:
                return _in_the_way(state, action)
            break
    else:
        return _no_line(state, action)
    if ground.holes >> i & 1 and game.rules.leave_hole is _LAST_RESORT:
        other = _first_move(state, mine & ~ground.holes)
        return Why("stay_in_hole", cell=other.origin, other=other.target) if other else None
    return None


def _not_mine(state: State, action: Move) -> Why:
    i = state.game.index.get(action.origin)
    if i is None or not state.ground.cells >> i & 1:
        return Why("off_board", cell=action.origin)
    owner = state.owner(action.origin)
    if owner is None:
        return Why("no_mole", cell=action.origin)
    return Why("other_team", cell=action.origin, seat=owner)


def _in_the_way(state: State, action: Move) -> Why:
    line = straight(action.origin, action.target)
    assert line is not None, "only straight moves are in the tables"  # noqa: S101
    for n in range(1, line[1]):
        cell = action.origin.step(line[0], n)
        if state.owner(cell) is not None:
            return Why("passes_over", cell=cell)
    return Why("target_taken", cell=action.target)


def _no_line(state: State, action: Move) -> Why:
    """Why a move is in no table: it leaves the board or its line, or ends where it may not."""
    i = state.game.index.get(action.target)
    if i is None or not state.ground.cells >> i & 1:
        return Why("off_board", cell=action.target)
    line = straight(action.origin, action.target)
    if line is None:
        return Why("not_straight", cell=action.origin, other=action.target)
    direction, distance = line
    if distance != state.disc:
        return Why("wrong_distance", cell=action.origin, disc=state.disc, count=distance)
    board, entry = state.game.stack.levels[state.level], state.game.rules.final_entry
    if action.target == CENTRE and is_dotted(board, entry, direction):
        return Why("dotted_path", cell=action.origin)
    return Why("second_special", cell=action.target)


def _first_move(state: State, moles: int) -> Move | None:
    """Some move of these moles, if there is one."""
    ground, occupied = state.ground, state.occupied
    lines = (ground.extra_lines if state.phase is _EXTRA_MOVE else ground.lines)[state.disc]
    return next((move for i in bits(moles) for move, way in lines[i] if not way & occupied), None)
