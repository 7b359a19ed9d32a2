"""What a choice itself does, in sentences."""

from collections.abc import Iterator

from taupes.bots.player import Turn
from taupes.puzzles.phrases import below, share_of
from taupes.puzzles.prospects import Prospect, Reach, crossed, reach_of
from taupes.rules import DISCS, Decline, Hex, Move, Pass, Place, State, apply
from taupes.words.teller import Teller


def does(teller: Teller, done: Prospect) -> Iterator[str]:
    """What a choice itself does."""
    words = teller.words
    match done.choice:
        case Place(cell):
            count = _count_ways(done.before, cell)
            yield words("puzzles.does.places", cell=teller.game.name(cell), count=count)
        case Pass():
            yield words("puzzles.does.passes")
        case Decline():
            yield words("puzzles.does.declines")
        case Turn():
            yield from _turned(teller, reach_of(done.before, done.before.turn))
        case Move():
            yield from _moved(teller, done, done.choice)


def _count_ways(state: State, cell: Hex) -> int:
    """With how many discs a mole on a cell would reach a hole."""
    index, ground = state.game.index, state.ground
    return sum(
        any(
            ground.holes >> index[move.target] & 1 and not way & state.occupied
            for move, way in ground.lines[disc][index[cell]]
        )
        for disc in DISCS
    )


def _turned(teller: Teller, reach: Reach) -> Iterator[str]:
    """What may come of turning a disc over."""
    for aim in ("wins" if reach.wins else "enters", "exits"):
        if count := getattr(reach, aim):
            yield teller.words(f"puzzles.turned.{aim}", share=share_of(teller, count, reach.discs))


def _moved(teller: Teller, done: Prospect, move: Move) -> Iterator[str]:
    words, state = teller.words, done.before
    if done.leaves:
        yield words("puzzles.does.leaves", cell=teller.game.name(done.leaves))
    if done.is_lifted:
        yield from _ends(teller, done)
    elif done.enters:
        free = (state.ground.holes & ~state.occupied).bit_count() - 1
        yield words("puzzles.does.enters", count=free)
    if done.gains_extra:
        yield words("puzzles.does.gains")
        yield from _turned(teller, reach_of(apply(state, move), state.turn))


def _ends(teller: Teller, done: Prospect) -> Iterator[str]:
    """What a choice that ends the board, or the game, does to everybody."""
    words, after = teller.words, done.after
    if after is None:
        return
    if after.level > done.before.level:
        yield words("puzzles.does.fills" if done.fills else "puzzles.does.lifts")
    for seat, count in enumerate(done.lost):
        if count and seat == done.before.turn:
            yield words("puzzles.does.costs", count=count)
        elif count:
            yield words("puzzles.does.loses", name=teller.names[seat], count=count)
    if after.outcome is None:
        yield words("puzzles.does.below", **below(teller, done, after))
    elif not done.wins:
        yield words("puzzles.does.ends")
        if done.before.turn in after.outcome.winners:
            yield words("puzzles.does.shares", count=len(after.outcome.winners))
    else:
        why = {"shovel": "wins", "last_team": "remains"}.get(after.outcome.reason, "points")
        yield words(f"puzzles.does.{why}")


def blocks(teller: Teller, mine: Prospect) -> Iterator[str]:
    """Whose way into a hole a move stands in; the first who comes to play."""
    if not isinstance(mine.choice, Move) or mine.enters or mine.is_lifted:
        return
    ways = {seat: way for seat, way, _ in crossed(mine.before, mine.choice)}
    for seat in (reach.seat for reach in mine.threats if reach.seat in ways):
        name, way = teller.game.name, ways[seat]
        cells = {"origin": name(way.origin), "target": name(way.target)}
        stop = name(mine.choice.target)
        yield teller.words("puzzles.does.blocks", name=teller.names[seat], cell=stop, **cells)
        return
