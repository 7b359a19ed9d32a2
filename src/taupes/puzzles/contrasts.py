"""What sets the best choice apart from another, in sentences: dangers, hopes, what comes later."""

from collections.abc import Callable, Iterator
from typing import Final

from taupes.bots.player import Turn
from taupes.puzzles.outlook import alone, certain
from taupes.puzzles.phrases import below, called, figure, share_of
from taupes.puzzles.prospects import Prospect, Reach, reach_of
from taupes.rules import Move, Seat, State, apply
from taupes.words.teller import Teller

AIMS: Final = ("wins", "lifts", "enters")
"""What a disc may bring a player, the most telling first."""
LEAST: Final = 0.05
"""Chances that differ by less than this tell nothing."""


def contrast(teller: Teller, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What the other choice would have left to others, or would not have gained."""
    words, other = teller.words, called(teller, theirs.choice)
    if isinstance(theirs.choice, Turn):
        reach = reach_of(theirs.before, theirs.before.turn)
        if mine.hope:
            yield from _ahead(teller, mine.hope)
        if reach.exits:
            share = share_of(teller, reach.exits, reach.discs)
            yield words("puzzles.after.exits", choice=other, share=share)
    elif theirs.is_lifted and theirs.after and not theirs.after.outcome and not mine.is_lifted:
        if mine.threats:
            yield from _answered(teller, mine.threats[0])
        values = below(teller, theirs, theirs.after)
        yield words("puzzles.after.below", choice=other, **values)
        yield from _feared(teller, theirs)
    elif mine.after and theirs.after and not (mine.after.outcome or theirs.after.outcome):
        yield from _compared(teller, mine, theirs)


def _compared(teller: Teller, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What sets two positions apart in which the game goes on: the next turns, or those after."""
    danger = _danger(mine, theirs)
    if danger:
        yield from _threatened(teller, danger, mine, theirs)
    if mine.is_lifted != theirs.is_lifted:
        return
    hoped = tuple(_hoped(teller, mine, theirs))
    # With which discs one gets there is plainer than a chance, unless there is no doubt.
    if not hoped or (mine.hope and mine.hope.wins == mine.hope.discs):
        hoped = tuple(_certainly(teller, mine, theirs)) or hoped
    yield from hoped
    if not hoped and not danger:
        yield from _alone(teller, mine, theirs)


def _certainly(teller: Teller, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """What nobody can take away any more, on the last board."""
    words, other, me = teller.words, called(teller, theirs.choice), mine.before.turn
    now, then = _seen(certain, mine, me), _seen(certain, theirs, me)
    if now is None or then is None or now - then < LEAST:
        return
    text = "puzzles.then.certain" if now == 1 else "puzzles.then.defended"
    yield words(text, chance=figure(teller, now))
    text = "puzzles.after.chance" if then else "puzzles.after.prevented"
    yield words(text, choice=other, chance=figure(teller, then))


def _alone(teller: Teller, mine: Prospect, theirs: Prospect) -> Iterator[str]:
    """Who comes nearer to the last hole, if nobody else moved: oneself, and no rival."""
    words, other, me = teller.words, called(teller, theirs.choice), mine.before.turn
    for seat in (me, *(reach.seat for reach in mine.threats)):
        now, then = _seen(alone, mine, seat), _seen(alone, theirs, seat)
        if now is None or then is None or (now - then) * (1 if seat == me else -1) < LEAST:
            continue
        if seat == me:
            text = "puzzles.then.alone_sure" if now == 1 else "puzzles.then.alone_you"
            instead = "puzzles.after.chance" if then else "puzzles.after.no_chance"
        else:
            text = "puzzles.then.alone_rival" if now else "puzzles.then.no_alone"
            instead = "puzzles.after.alone_rival"
        name = teller.names[seat]
        yield words(text, name=name, chance=figure(teller, now))
        yield words(instead, name=name, choice=other, chance=figure(teller, then))


def _seen(look: Callable[[State, Seat], float | None], done: Prospect, seat: Seat) -> float | None:
    """What a look ahead finds after a choice; None on boards that are not the last."""
    after, choice = done.after, done.choice
    if after is None or after.level != after.game.stack.last:
        return None
    if done.gains_extra and isinstance(choice, Move) and seat == done.before.turn:
        after = apply(done.before, choice)
    return look(after, seat)


def _danger(mine: Prospect, theirs: Prospect) -> tuple[str, Reach | None, Reach] | None:
    """What the other choice would let a rival do, more surely than now: what, and by whom."""
    is_apart = mine.is_lifted and not theirs.is_lifted
    now = {} if is_apart else {reach.seat: reach for reach in mine.threats}
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
        yield words(text, name=name, share=share_of(teller, count, now.discs))
    values = {"choice": called(teller, theirs.choice), "name": name}
    share = share_of(teller, getattr(then, aim), then.discs)
    yield words(f"puzzles.after.{aim}", **values, share=share)
    if aim == "lifts" and theirs.after:
        outside = theirs.after.moles[mine.before.turn] & ~theirs.after.ground.holes
        if outside:
            yield words("puzzles.after.costs", count=outside.bit_count())


def _answered(teller: Teller, reach: Reach) -> Iterator[str]:
    """Whether the next one can fill the last hole that is left."""
    text = "puzzles.then.lifts" if reach.lifts else "puzzles.then.no_lifts"
    share = share_of(teller, reach.lifts, reach.discs)
    yield teller.words(text, name=teller.names[reach.seat], share=share)


def _feared(teller: Teller, done: Prospect) -> Iterator[str]:
    """What a rival could do on the board below: at once, or on the last one within two turns."""
    choice = called(teller, done.choice)
    for aim in AIMS:
        reach = max(done.threats, key=lambda each: _chance(each, aim), default=None)
        if reach and (count := getattr(reach, aim)):
            values = {
                "name": teller.names[reach.seat],
                "share": share_of(teller, count, reach.discs),
            }
            yield teller.words(f"puzzles.after.{aim}", choice=choice, **values)
            return
    seen = [(_seen(alone, done, reach.seat) or 0.0, reach.seat) for reach in done.threats]
    chance, seat = max(seen, default=(0.0, 0))
    if chance >= LEAST:
        values = {"name": teller.names[seat], "chance": figure(teller, chance)}
        yield teller.words("puzzles.after.alone_rival", choice=choice, **values)


def _ahead(teller: Teller, now: Reach) -> Iterator[str]:
    """What one's own next disc can bring."""
    for aim in AIMS:
        if count := getattr(now, aim):
            share = share_of(teller, count, now.discs)
            yield teller.words(f"puzzles.then.hope_{aim}", share=share)
            return


def _hoped(teller: Teller, done: Prospect, instead: Prospect) -> Iterator[str]:
    """What one's own next disc can bring, and would have brought."""
    words, other = teller.words, called(teller, instead.choice)
    now, then = done.hope, instead.hope
    if now is None or then is None:
        return
    for aim in AIMS:
        mine, theirs = getattr(now, aim), getattr(then, aim)
        if mine > theirs:
            yield words(f"puzzles.then.hope_{aim}", share=share_of(teller, mine, now.discs))
            text = f"puzzles.after.hope_{aim}" if theirs else f"puzzles.after.no_hope_{aim}"
            yield words(text, choice=other, share=share_of(teller, theirs, then.discs))
            return
        if mine:
            break
    if now.ready > then.ready:
        yield words("puzzles.then.ready", count=now.ready)
        yield words("puzzles.after.ready", choice=other, count=then.ready)
