"""Why a choice is the best: sentences made from what can be counted on the board."""

from collections.abc import Iterator
from typing import Final

from taupes.bots.player import Choice, Turn
from taupes.puzzles.prospects import Prospect, Reach, crossed, prospect, reach_of
from taupes.puzzles.puzzle import Ranking
from taupes.rules import DISCS, Decline, Hex, Move, Pass, Place, State
from taupes.words.teller import Teller

AIMS: Final = ("wins", "lifts", "enters")
"""What a disc may bring a player, the most telling first."""


def reasons(
    teller: Teller, state: State, ranking: Ranking, other: Choice | None = None
) -> tuple[str, ...]:
    """Why the best choice is better than another, or than the second best: a few sentences."""
    best, value = ranking[0]
    if other in (None, best):
        other = ranking[1][0]
    worth = next(value for choice, value in ranking if choice == other)
    mine, theirs = prospect(state, best), prospect(state, other)
    figures = {"best": value, "other": worth}
    told = {name: teller.words.figures(f"{figure:.0%}") for name, figure in figures.items()}
    return (
        *_does(teller, mine),
        *_blocks(teller, mine),
        *_contrast(teller, mine, theirs),
        teller.words("puzzles.after.worth", choice=called(teller, other), **told),
    )


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
            yield from _moved(teller, done)


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
    if reach.enters:
        yield teller.words("puzzles.does.hopes", count=reach.enters, all=reach.discs)
    if reach.exits:
        yield teller.words("puzzles.does.exits", count=reach.exits, all=reach.discs)


def _moved(teller: Teller, done: Prospect) -> Iterator[str]:
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


def _ends(teller: Teller, done: Prospect) -> Iterator[str]:
    """What a choice that ends the board does to everybody."""
    words, after = teller.words, done.after
    outcome = after.outcome if after else None
    if outcome is None or outcome.reason != "shovel":
        yield words("puzzles.does.fills" if done.fills else "puzzles.does.lifts")
    for seat, count in enumerate(done.lost):
        if count and seat == done.before.turn:
            yield words("puzzles.does.costs", count=count)
        elif count:
            yield words("puzzles.does.loses", name=teller.names[seat], count=count)
    if after is not None and outcome is None:
        yield words("puzzles.does.below", **_below(teller, done, after))
    elif outcome is not None and done.wins:
        why = {"shovel": "wins", "last_team": "remains"}.get(outcome.reason, "points")
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
    """Whose way a move stands in, if it is the next player's."""
    if not isinstance(mine.choice, Move) or mine.enters or mine.threat is None:
        return
    name = teller.game.name
    for seat, way, _ in crossed(mine.before, mine.choice):
        if seat == mine.threat.seat:
            cells = {"origin": name(way.origin), "target": name(way.target)}
            stop = name(mine.choice.target)
            yield teller.words("puzzles.does.blocks", name=teller.names[seat], cell=stop, **cells)
            return


def _contrast(teller: Teller, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What the other choice would have left to others, or would not have gained."""
    words, other = teller.words, called(teller, theirs.choice)
    if isinstance(theirs.choice, Turn):
        reach = reach_of(theirs.before, theirs.before.turn)
        if reach.exits:
            yield words("puzzles.after.exits", choice=other, count=reach.exits, all=reach.discs)
    elif theirs.is_lifted and theirs.after and not mine.is_lifted and not theirs.after.outcome:
        values = _below(teller, theirs, theirs.after)
        yield words("puzzles.after.below", choice=other, **values)
    elif threat := _aim(mine.threat, theirs.threat):
        yield from _threatened(teller, threat, mine, theirs)
    elif hope := _aim(theirs.hope, mine.hope):
        yield from _hoped(teller, hope, mine, theirs)


def _aim(fewer: Reach | None, more: Reach | None) -> str | None:
    """What one leaves more of than the other, if it is the first thing that either leaves."""
    for aim in AIMS:
        few, many = getattr(fewer, aim, 0), getattr(more, aim, 0)
        if few or many:
            return aim if many > few else None
    return None


def _threatened(teller: Teller, aim: str, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What the next player can do, and could have done."""
    words, now, then = teller.words, mine.threat, theirs.threat
    if now is not None and not mine.is_lifted:
        count, name = getattr(now, aim), teller.names[now.seat]
        if count:
            yield words(f"puzzles.then.{aim}", name=name, count=count, all=now.discs)
        else:
            yield words(f"puzzles.then.no_{aim}", name=name)
    if then is None or theirs.after is None:
        return
    name, count = teller.names[then.seat], getattr(then, aim)
    values = {"choice": called(teller, theirs.choice), "name": name}
    yield words(f"puzzles.after.{aim}", **values, count=count, all=then.discs)
    outside = theirs.after.moles[mine.before.turn] & ~theirs.after.ground.holes
    if aim == "lifts" and outside:
        yield words("puzzles.after.costs", count=outside.bit_count())


def _hoped(teller: Teller, aim: str, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What one's own next disc can bring, and would have brought."""
    now, then, words = mine.hope, theirs.hope, teller.words
    if now is None:
        return
    yield words(f"puzzles.then.hope_{aim}", count=getattr(now, aim), all=now.discs)
    if then is not None and not theirs.is_lifted:
        values = {"choice": called(teller, theirs.choice), "all": then.discs}
        yield words(f"puzzles.after.hope_{aim}", count=getattr(then, aim), **values)
