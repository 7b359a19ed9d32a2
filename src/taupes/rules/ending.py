"""The end of a turn, of a board and of the game (RULES, End of a board; End of the game)."""

from taupes.rules.ground import Ground
from taupes.rules.options import Victory
from taupes.rules.state import Game, Outcome, Phase, Seat, State

Words = tuple[int, ...]

_DRAW, _OVER = Phase.DRAW, Phase.OVER


def end_turn(state: State, moles: Words, discs: tuple[tuple[int, ...], ...]) -> State:
    """The position after a turn that leaves the moles and discs like this."""
    game, level, points = state.game, state.level, state.points
    stall, most = state.stall + 1, state.most
    ground, occupied = game.grounds[level], sum(moles)
    home = (occupied & ground.holes).bit_count()
    if home > most:
        stall, most = 0, home
    stand_off = stall == game.rules.stall_limit > 0
    drawn = stand_off and (level == game.stack.last or not home)
    outcome = None
    if stand_off or is_complete(ground, occupied):
        if not drawn:
            level, moles, points = lift(game, level, moles, points)
            stall, most = 0, (sum(moles) & game.grounds[level].holes).bit_count()
        outcome, points = _outcome(game, level, moles, points, drawn=drawn)
    return State(
        game,
        _DRAW if outcome is None else _OVER,
        state.turn if outcome else next_seat(moles, state.turn),
        level,
        moles,
        discs,
        0,
        stall,
        most,
        points,
        outcome,
    )


def is_complete(ground: Ground, occupied: int) -> bool:
    """Whether a board ends: all its holes are occupied, or every mole left is in one."""
    return not ground.holes & ~occupied or not occupied & ~ground.holes


def lift(game: Game, level: int, moles: Words, points: Words) -> tuple[int, Words, Words]:
    """Take off the board in play, and those below that are complete at once.

    The moles that were in holes stand on the next board, on the cell under their hole; the others
    are out. The last board stays: whoever is in its hole has won.
    """
    last = game.stack.last
    while level < last:
        moles = tuple(word & game.grounds[level].holes for word in moles)
        if points and level == last - 1:
            points = tuple(p + word.bit_count() for p, word in zip(points, moles, strict=True))
        level += 1
        if not is_complete(game.grounds[level], sum(moles)):
            break
    return level, moles, points


def next_seat(moles: Words, seat: Seat) -> Seat:
    """The next player clockwise who still has moles."""
    seats = len(moles)
    while True:
        seat = (seat + 1) % seats
        if moles[seat]:
            return seat


def _outcome(
    game: Game, level: int, moles: Words, points: Words, *, drawn: bool
) -> tuple[Outcome | None, Words]:
    """How the game ends here, if it does, and the points with those of the end."""
    last = game.stack.last
    alive = [seat for seat, word in enumerate(moles) if word]
    entered = game.grounds[last].holes if level == last else 0
    digger = next((seat for seat in alive if moles[seat] & entered), None)
    if digger is not None:
        reason, winner, bonus = str(game.rules.victory), digger, 1
    elif drawn:
        reason, winner, bonus = "stalemate", None, 0
    elif len(alive) == 1:
        # The last team takes what is left to take: the beige holes it could fill, and the shovel.
        reason, winner, bonus = "last_team", alive[0], 1
        if level < last:
            bonus += min(moles[winner].bit_count(), game.grounds[last - 1].holes.bit_count())
    else:
        return None, points
    if game.rules.victory is not Victory.POINTS:
        return Outcome(() if winner is None else (winner,), reason, None), points
    points = tuple(p + bonus * (seat == winner) for seat, p in enumerate(points))
    best = max(points)
    winners = tuple(seat for seat, p in enumerate(points) if p == best) if best else ()
    return Outcome(winners, reason, points), points
