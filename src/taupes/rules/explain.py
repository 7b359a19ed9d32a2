"""Why so: what makes an action compulsory, and what will follow from it."""

from collections.abc import Iterator

from taupes.rules.actions import Action, Blocked, Decline, Draw, Move, Pass, Place
from taupes.rules.ground import bits
from taupes.rules.options import AllHome, LeaveHole
from taupes.rules.play import apply, legal_moves
from taupes.rules.refusal import refusal
from taupes.rules.state import Phase, State
from taupes.rules.why import Why


def explain(state: State, action: Action) -> tuple[Why, ...]:
    """The reasons behind an action: the rule that forbids it, or what it obeys and brings about."""
    why = refusal(state, action)
    if why is not None:
        return (why,)
    return (*_causes(state, action), *_effects(state, action, apply(state, action)))


def _causes(state: State, action: Action) -> Iterator[Why]:
    is_extra = state.phase in (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE)
    match action:
        case Place():
            yield Why("placing")
        case Draw():
            home = state.is_home(state.turn)
            yield Why("extra_disc" if is_extra else "home_may_turn" if home else "turns_disc")
        case Move():
            yield from _move_causes(state, action)
        case Blocked():
            yield Why("extra_lost" if is_extra else "turn_lost", disc=state.disc)
        case Pass():
            must = state.game.rules.all_home is AllHome.MUST_PASS
            yield Why("home_must_pass" if must else "home_may_pass")
        case Decline():
            yield Why("declines")


def _move_causes(state: State, action: Move) -> Iterator[Why]:
    yield Why("compulsory", disc=state.disc)
    from_hole = state.ground.holes >> state.game.index[action.origin] & 1
    if from_hole and state.game.rules.leave_hole is LeaveHole.LAST_RESORT:
        yield Why("forced_out", cell=action.origin, disc=state.disc)
    if len(legal_moves(state)) == 1:
        yield Why("only_move", cell=action.origin)


def _effects(state: State, action: Action, after: State) -> Iterator[Why]:
    if isinstance(action, Move):
        if state.ground.holes >> state.game.index[action.target] & 1:
            yield Why("enters_hole", cell=action.target)
        if after.phase is Phase.EXTRA_DRAW:
            yield Why("gains_extra", cell=action.target)
    if after.level > state.level:
        yield from _lift_effects(state, action, after)
    outcome = after.outcome
    if outcome is None:
        return
    if not outcome.winners:
        yield Why("drawn", count=state.game.rules.stall_limit)
    elif outcome.points is not None:
        yield Why("points_counted")
    else:
        shovel = outcome.reason == "shovel"
        yield Why("wins_shovel" if shovel else "wins_last_team", seat=outcome.winners[0])


def _lift_effects(state: State, action: Action, after: State) -> Iterator[Why]:
    """Why the board is lifted and who goes with it."""
    moles = state.occupied
    if isinstance(action, Move):
        moles ^= 1 << state.game.index[action.origin] | 1 << state.game.index[action.target]
    holes = state.ground.holes
    if not holes & ~moles:
        yield Why("lifted_full")
    elif not moles & ~holes:
        yield Why("lifted_home")
    else:
        yield Why("lifted_stand_off", count=state.game.rules.stall_limit)
    for level in range(state.level, after.level):
        if level > state.level:
            yield Why("lifted_at_once")
        holes = state.game.grounds[level].holes
        for i in bits(moles & ~holes):
            yield Why("mole_out", cell=state.game.frame[i])
        moles &= holes
    for seat, (had, has) in enumerate(zip(state.moles, after.moles, strict=True)):
        if had and not has:
            yield Why("eliminated", seat=seat)
