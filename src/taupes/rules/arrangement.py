"""A position as it stands on a real table: told in parts, checked, and made ready to play on.

A game that was not followed from its start leaves two things unknown, and they are taken kindly:
the turns without progress so far count as none, and the most holes occupied as those occupied now.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from taupes.rules.ending import is_complete
from taupes.rules.hex import Hex
from taupes.rules.options import DISCS, Victory
from taupes.rules.state import BadGame, Game, Phase, Seat, State
from taupes.rules.why import Why, sentence


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What people see on the table, not yet known to be possible."""

    level: int
    """The board in play, from 0."""
    turn: Seat
    """Who is to act."""
    moles: tuple[tuple[Hex, ...], ...]
    """By seat, where its moles are. While moles are missing on the top board they are placed."""
    discs: tuple[tuple[int, ...], ...]
    """By seat, the values still face down."""
    disc: int = 0
    """The disc that the player to act has turned and not yet used, or 0."""
    is_extra: bool = False
    """Whether it is about the extra disc of a special cell."""


class BadArrangement(ValueError):
    """An arrangement that no game leads to; `reasons` lists all that is wrong, as data."""

    def __init__(self, game: Game, reasons: tuple[Why, ...]) -> None:
        super().__init__("\n".join(sentence(why, game.stack.radius) for why in reasons))
        self.reasons = reasons


def set_up(game: Game, arrangement: Arrangement) -> State:
    """The position ready to play on; BadArrangement if it is impossible."""
    reasons = objections(game, arrangement)
    if reasons:
        raise BadArrangement(game, reasons)
    phases = (Phase.DRAW, Phase.MOVE), (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE)
    phase = phases[arrangement.is_extra][bool(arrangement.disc)]
    moles = _words(game, arrangement)
    scored = game.rules.victory is Victory.POINTS
    # One point for each mole that dropped from the board before the last, and none is lost there.
    fell = arrangement.level == game.stack.last
    return State(
        game=game,
        phase=Phase.PLACE if is_placing(game, arrangement) else phase,
        turn=arrangement.turn,
        level=arrangement.level,
        moles=moles,
        discs=tuple(tuple(sorted(values)) for values in arrangement.discs),
        disc=arrangement.disc,
        most=(sum(moles) & game.grounds[arrangement.level].holes).bit_count(),
        points=tuple(word.bit_count() * fell for word in moles) if scored else (),
    )


def arrangement_of(state: State) -> Arrangement:
    """What people see of an arrangement.

    >>> from taupes.rules import Rules, load_stack, new_game
    >>> state = new_game(Game(load_stack("classic-0351"), Rules(), 2, 10))
    >>> set_up(state.game, arrangement_of(state)) == state
    True
    """
    return Arrangement(
        level=state.level,
        turn=state.turn,
        moles=tuple(state.cells(seat) for seat in range(state.game.seats)),
        discs=state.discs,
        disc=state.disc,
        is_extra=state.phase in (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE),
    )


def is_placing(game: Game, arrangement: Arrangement) -> bool:
    """Whether moles are still to be placed: before the first board is lifted nobody loses one."""
    return arrangement.level == 0 and sum(map(len, arrangement.moles)) < sum(game.counts)


def objections(game: Game, arrangement: Arrangement) -> tuple[Why, ...]:
    """Why no game can lead to an arrangement; empty if one may."""
    if not 0 <= arrangement.level <= game.stack.last:
        raise BadGame(f"no level {arrangement.level}: this stack has levels 0 to {game.stack.last}")
    if not 0 <= arrangement.turn < game.seats:
        raise BadGame(f"no player {arrangement.turn}: seats run from 0 to {game.seats - 1}")
    if not len(arrangement.moles) == len(arrangement.discs) == game.seats:
        raise BadGame(f"expected moles and discs for each of the {game.seats} seats")
    misplaced = (*_cell_objections(game, arrangement), *_number_objections(game, arrangement))
    return (
        *misplaced,
        *_disc_objections(arrangement),
        *(() if misplaced else _moment_objections(game, arrangement)),
    )


def _cell_objections(game: Game, arrangement: Arrangement) -> Iterator[Why]:
    """RULES, Material; Set-up, 5."""
    ground = game.grounds[arrangement.level]
    taken: set[Hex] = set()
    for cell in (cell for cells in arrangement.moles for cell in cells):
        i = game.index.get(cell)
        if i is None or not ground.cells >> i & 1:
            yield Why("stands_off_board", cell=cell)
        elif cell in taken:
            yield Why("two_moles", cell=cell)
        taken.add(cell)


def _number_objections(game: Game, arrangement: Arrangement) -> Iterator[Why]:
    """RULES, Set-up, 2; End of a board: who was not in a hole above is out."""
    for seat, cells in enumerate(arrangement.moles):
        if len(cells) > game.counts[seat]:
            yield Why("too_many_moles", seat=seat, count=game.counts[seat])
    if arrangement.level:
        above = game.grounds[arrangement.level - 1].holes.bit_count()
        if sum(map(len, arrangement.moles)) > above:
            yield Why("too_many_dropped", count=above)


def _disc_objections(arrangement: Arrangement) -> Iterator[Why]:
    """RULES, Material; A turn, 3."""
    for seat, values in enumerate(arrangement.discs):
        shown = [arrangement.disc] if arrangement.disc and seat == arrangement.turn else []
        if Counter([*values, *shown]) - Counter(DISCS):
            yield Why("wrong_discs", seat=seat)
        elif not values and not shown:
            yield Why("no_disc_down", seat=seat)


def _moment_objections(game: Game, arrangement: Arrangement) -> Iterator[Why]:
    """Whether the player named can be the one to act now."""
    if is_placing(game, arrangement):
        yield from _placing_objections(game, arrangement)
        return
    ground, moles, seat = (
        game.grounds[arrangement.level],
        _words(game, arrangement),
        arrangement.turn,
    )
    alive = [seat for seat, word in enumerate(moles) if word]
    if not moles[seat]:
        yield Why("mover_without_moles", seat=seat)
    elif len(alive) == 1:
        yield Why("one_team_left", seat=seat)
    elif is_complete(ground, sum(moles)):
        digger = next(s for s in alive if moles[s] & ground.holes)
        is_last = arrangement.level == game.stack.last
        yield Why("already_won", seat=digger) if is_last else Why("should_be_lifted")
    elif arrangement.is_extra and not (game.rules.special_cells and moles[seat] & ground.specials):
        yield Why("no_extra", seat=seat)


def _placing_objections(game: Game, arrangement: Arrangement) -> Iterator[Why]:
    """RULES, Set-up, 5: one mole each in turn, none in a hole, and no disc before all stand."""
    if arrangement.disc or arrangement.is_extra:
        yield Why("still_placing")
    holes = game.stack.levels[0].holes
    yield from (
        Why("place_in_hole", cell=c) for cells in arrangement.moles for c in cells if c in holes
    )
    # From the player to act clockwise: those with as many moles, then those with one more; whoever
    # has no more to place counts as either.
    seats = [(arrangement.turn + n) % game.seats for n in range(game.seats)]
    counts, most = [len(arrangement.moles[s]) for s in seats], [game.counts[s] for s in seats]
    rounds = [counts[0]] * game.seats
    is_due = counts[0] < most[0] and any(
        counts == list(map(min, most, rounds[:n] + [each + 1 for each in rounds[n:]]))
        for n in range(1, game.seats + 1)
    )
    if not is_due:
        yield Why("out_of_turn", seat=arrangement.turn)


def _words(game: Game, arrangement: Arrangement) -> tuple[int, ...]:
    """By seat, the set of cells with its moles, which were checked."""
    return tuple(sum(1 << game.index[cell] for cell in cells) for cells in arrangement.moles)
