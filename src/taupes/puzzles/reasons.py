"""Why a choice is the best: sentences made from what can be counted on the board."""

from collections.abc import Iterator
from typing import Final

from taupes.bots.player import Choice, Turn
from taupes.puzzles.prospects import Prospect, Reach, crossed, prospect, reach_of
from taupes.puzzles.puzzle import Ranking
from taupes.rules import DISCS, Decline, Hex, Move, Pass, Place, State, apply
from taupes.words.teller import Teller

AIMS: Final = ("wins", "lifts", "enters")
"""What a disc may bring a player, the most telling first."""


def reasons(
    teller: Teller, state: State, ranking: Ranking, other: Choice | None = None
) -> tuple[str, ...]:
    """Why the best choice is better than another, or than the most telling: a few sentences."""
    best, value = ranking[0]
    if other is None or other == best:
        other = telling(state, ranking)
    worth = next(value for choice, value in ranking if choice == other)
    mine, theirs = prospect(state, best), prospect(state, other)
    figures = {"best": value, "other": worth}
    told = {name: teller.words.figures(f"{figure:.0%}") for name, figure in figures.items()}
    seen = (*_does(teller, mine), *_blocks(teller, mine), *_contrast(teller, mine, theirs))
    return (
        *(seen or (teller.words("puzzles.after.later"),)),
        teller.words("puzzles.after.worth", choice=called(teller, other), **told),
    )


def telling(state: State, ranking: Ranking) -> Choice:
    """What the best choice is compared with: the last hole filled if it is left, or the second."""
    best, *others = (prospect(state, choice) for choice, _ in ranking)
    fills = (each.choice for each in others if each.fills and not best.is_lifted)
    return next(fills, others[0].choice)


def called(teller: Teller, choice: Choice) -> str:
    """A choice as a sentence names it."""
    match choice:
        case Turn():
            return teller.words("puzzles.named.turn")
        case Pass():
            return teller.words("puzzles.named.pass")
        case Decline():
            return teller.words("puzzles.named.decline")
    return teller.action(choice)


def _does(teller: Teller, done: Prospect) -> Iterator[str]:
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
            yield teller.words(f"puzzles.turned.{aim}", share=_share(teller, count, reach.discs))


def _share(teller: Teller, count: int, every: int) -> str:
    """So many of so many discs."""
    if count == every:
        return teller.words("puzzles.share.every")
    return teller.words("puzzles.share.some", count=count, all=every)


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
        yield words("puzzles.does.below", **_below(teller, done, after))
    elif not done.wins:
        yield words("puzzles.does.ends")
        if done.before.turn in after.outcome.winners:
            yield words("puzzles.does.shares", count=len(after.outcome.winners))
    else:
        why = {"shovel": "wins", "last_team": "remains"}.get(after.outcome.reason, "points")
        yield words(f"puzzles.does.{why}")


def _below(teller: Teller, done: Prospect, after: State) -> dict[str, object]:
    """Who has how many moles on the next board, and who begins there."""
    mine = done.before.turn
    others = ", ".join(
        f"{teller.names[seat]} {word.bit_count()}"
        for seat, word in enumerate(after.moles)
        if word and seat != mine
    )
    count = after.moles[mine].bit_count()
    return {"count": count, "others": others, "name": teller.names[after.turn]}


def _blocks(teller: Teller, mine: Prospect) -> Iterator[str]:
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


def _contrast(teller: Teller, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What the other choice would have left to others, or would not have gained."""
    words, other = teller.words, called(teller, theirs.choice)
    if isinstance(theirs.choice, Turn):
        reach = reach_of(theirs.before, theirs.before.turn)
        if mine.hope:
            yield from _ahead(teller, mine.hope)
        if reach.exits:
            share = _share(teller, reach.exits, reach.discs)
            yield words("puzzles.after.exits", choice=other, share=share)
    elif theirs.is_lifted and theirs.after and not mine.is_lifted and not theirs.after.outcome:
        values = _below(teller, theirs, theirs.after)
        yield words("puzzles.after.below", choice=other, **values)
    elif mine.after and (danger := _danger(mine, theirs)):
        yield from _threatened(teller, danger, mine, theirs)
    elif mine.hope and theirs.hope and not (mine.is_lifted or theirs.is_lifted):
        yield from _hoped(teller, mine.hope, theirs.hope, other)


def _danger(mine: Prospect, theirs: Prospect) -> tuple[str, Reach | None, Reach] | None:
    """What the other choice would let a rival do, more surely than now: what, and by whom."""
    now = {} if mine.is_lifted else {reach.seat: reach for reach in mine.threats}
    for aim in AIMS:
        worse = [
            (getattr(then, aim) / then.discs - _chance(now.get(then.seat), aim), then)
            for then in theirs.threats
        ]
        most, then = max(worse, key=lambda pair: pair[0], default=(0.0, None))
        if most > 0 and then is not None:
            return aim, now.get(then.seat), then
        if any(getattr(reach, aim) for reach in now.values()):
            return None  # a smaller danger explains nothing where a greater one stays
    return None


def _chance(reach: Reach | None, aim: str) -> float:
    return getattr(reach, aim) / reach.discs if reach else 0.0


def _threatened(
    teller: Teller, danger: tuple[str, Reach | None, Reach], mine: Prospect, theirs: Prospect
) -> Iterator[str]:
    """What a rival can do, and could have done."""
    words, (aim, now, then) = teller.words, danger
    name = teller.names[then.seat]
    if now is not None:
        count = getattr(now, aim)
        text = f"puzzles.then.{aim}" if count else f"puzzles.then.no_{aim}"
        yield words(text, name=name, share=_share(teller, count, now.discs))
    values = {"choice": called(teller, theirs.choice), "name": name}
    share = _share(teller, getattr(then, aim), then.discs)
    yield words(f"puzzles.after.{aim}", **values, share=share)
    if aim == "lifts" and theirs.after:
        outside = theirs.after.moles[mine.before.turn] & ~theirs.after.ground.holes
        if outside:
            yield words("puzzles.after.costs", count=outside.bit_count())


def _ahead(teller: Teller, now: Reach) -> Iterator[str]:
    """What one's own next disc can bring."""
    for aim in AIMS:
        if count := getattr(now, aim):
            share = _share(teller, count, now.discs)
            yield teller.words(f"puzzles.then.hope_{aim}", share=share)
            return


def _hoped(teller: Teller, now: Reach, then: Reach, other: str) -> Iterator[str]:
    """What one's own next disc can bring, and would have brought."""
    words = teller.words
    for aim in AIMS:
        mine, theirs = getattr(now, aim), getattr(then, aim)
        if mine > theirs:
            yield words(f"puzzles.then.hope_{aim}", share=_share(teller, mine, now.discs))
            text = f"puzzles.after.hope_{aim}" if theirs else f"puzzles.after.no_hope_{aim}"
            yield words(text, choice=other, share=_share(teller, theirs, then.discs))
            return
        if mine:
            break
    if now.ready > then.ready:
        yield words("puzzles.then.ready", count=now.ready)
        yield words("puzzles.after.ready", choice=other, count=then.ready)
