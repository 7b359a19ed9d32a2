"""What a position is worth, and what luck and choices made of a whole game.

Chances come from searches, or from the exact tables where two players are left on the last board.
Luck is what a disc changed before anybody could choose; a loss is what a choice gave away against
the best one found.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from taupes.bots.endgame import Endgame, NotSolvable, is_last_board
from taupes.bots.evaluation.knowledge import LARGEST, mind_of, well_read
from taupes.bots.player import Choice, choices, format_choice
from taupes.bots.search.searcher import look_ahead
from taupes.bots.slip import Slip, slip_of
from taupes.rules import (
    Draw,
    Eliminate,
    Lift,
    Outcome,
    Phase,
    Record,
    Seat,
    State,
    apply,
)

SEARCHES: Final = 3
"""Independent searches of a position, whose spread is the error."""

Chances = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Weighing:
    """What a position is worth."""

    values: Chances
    """Each seat's chance to win; with a choice to make, after the best one."""
    error: float
    """Plus or minus, from the spread of independent searches; 0 where it is exact."""
    options: tuple[tuple[Choice, Chances], ...] = ()
    """The chances after each choice, best for the player to act first."""
    discs: tuple[tuple[int, Chances], ...] = ()
    """The chances after each disc that may come, where one is to be turned."""

    def as_dict(self, seat: Seat) -> dict[str, Any]:
        """The same for programs; actions in the record's words."""
        return {
            "values": list(self.values),
            "error": self.error,
            "discs": {str(disc): list(values) for disc, values in self.discs},
            "options": [
                {"action": format_choice(choice, seat), "values": list(values)}
                for choice, values in self.options
            ],
        }


def weigh(state: State, simulations: int, rng: Random) -> Weighing:
    """The chances in a position, by exact tables if there are any and by search if not."""
    if state.outcome:
        return Weighing(_settled(state.outcome, state.game.seats), 0.0)
    if is_last_board(state):
        try:
            exact = Endgame.for_state(state, limit=LARGEST)
            ranked = exact.best(state) if len(choices(state)) > 1 else ()
            options = tuple((e.choice, e.values) for e in ranked if not isinstance(e.choice, Draw))
            values = options[0][1] if options else exact.value(state)
            discs: tuple[tuple[int, Chances], ...] = ()
            if not options and state.phase is Phase.DRAW:
                discs = tuple((disc, e.values) for disc, e in exact.after_discs(state).items())
            return Weighing(values, exact.stall_error(state), options, discs)
        except NotSolvable:
            pass
    return _searched(state, simulations, rng)


def _settled(outcome: Outcome, seats: int) -> Chances:
    if not outcome.winners:
        return (1 / seats,) * seats
    return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(seats))


def _searched(state: State, simulations: int, rng: Random) -> Weighing:
    is_near = state.level >= state.game.stack.last - 1
    mind = well_read(state.game) if is_near else mind_of(state.game)
    share = max(1, simulations // SEARCHES)
    found = [look_ahead(state, rng, share, mind=mind) for _ in range(SEARCHES)]
    seats = range(state.game.seats)
    options = []
    for choice in choices(state) if found[0].options else ():
        rows = [next(o.values for o in each.options if o.choice == choice) for each in found]
        options.append((choice, _mean(rows)))
    options.sort(key=lambda option: -option[1][state.turn])
    values = options[0][1] if options else _mean([each.values for each in found])
    spread = max(_deviation([each.values[seat] for each in found]) for seat in seats)
    discs = tuple(
        (each[0][0], _mean([values for _, values in each]))
        for each in zip(*(one.discs for one in found), strict=True)
    )
    return Weighing(values, 1.96 * spread / math.sqrt(SEARCHES), tuple(options), discs)


def _mean(rows: list[Chances]) -> Chances:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _deviation(numbers: list[float]) -> float:
    middle = sum(numbers) / len(numbers)
    return math.sqrt(sum((n - middle) ** 2 for n in numbers) / (len(numbers) - 1))


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened: a disc, or a choice."""

    event: int
    """Its index in the record."""
    seat: Seat
    luck: float = 0.0
    """What a disc gave its player, as a change of the chance to win."""
    loss: float = 0.0
    """What a choice gave away against the best."""
    best: Choice | None = None
    options: tuple[tuple[Choice, Chances], ...] = ()
    level: int = 0
    """The board in play."""
    slip: Slip | None = None
    """What set a choice that cost something apart from the best."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, weighed."""

    weighings: tuple[tuple[int, Weighing], ...]
    """What the position was worth after so many events."""
    moments: tuple[Moment, ...]
    seats: int

    def luck(self, seat: Seat) -> float:
        """What the discs gave a player, in wins."""
        return sum(moment.luck for moment in self.moments if moment.seat == seat)

    def lost(self, seat: Seat) -> float:
        """What a player's choices gave away, in wins."""
        return sum(moment.loss for moment in self.moments if moment.seat == seat)

    def as_dict(self) -> dict[str, Any]:
        """The analysis for programs; actions in the record's words."""
        return {
            "positions": [
                {
                    "event": n,
                    "values": list(weighing.values),
                    "error": weighing.error,
                    "discs": {str(disc): list(values) for disc, values in weighing.discs},
                }
                for n, weighing in self.weighings
            ],
            "turns": [_moment_dict(moment) for moment in self.moments],
            "luck": [self.luck(seat) for seat in range(self.seats)],
            "skill": [-self.lost(seat) for seat in range(self.seats)],
        }


def _moment_dict(moment: Moment) -> dict[str, Any]:
    return {
        "event": moment.event,
        "seat": moment.seat,
        "luck": moment.luck,
        "loss": moment.loss,
        "level": moment.level,
        "slip": moment.slip,
        "best": None if moment.best is None else format_choice(moment.best, moment.seat),
        "chances": [
            [format_choice(choice, moment.seat), values[moment.seat]]
            for choice, values in moment.options
        ],
    }


def analyse(
    record: Record,
    simulations: int = 300,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Weigh every position of a game; the same seed gives the same figures."""
    rng = Random(seed)
    weighings: list[tuple[int, Weighing]] = []
    moments: list[Moment] = []
    states = list(record.replay())
    for index, (_, event) in enumerate(record.events):
        if progress:
            progress(index, len(record.events))
        if isinstance(event, Lift | Eliminate):
            continue
        before, seat = states[index], states[index].turn
        weighing = weigh(before, simulations, rng)
        weighings.append((index, weighing))
        if isinstance(event, Draw):
            values = dict(weighing.discs).get(event.disc)
            if values is None:  # an extra disc: to turn one was a choice
                values = weigh(apply(before, event), simulations, rng).values
            luck = values[seat] - weighing.values[seat]
            moments.append(Moment(index, seat, luck, level=before.level))
        elif len(weighing.options) > 1:
            chosen = next(values for choice, values in weighing.options if choice == event)
            loss, best = max(0.0, weighing.values[seat] - chosen[seat]), weighing.options[0][0]
            slip = slip_of(before, event, best) if loss else None
            found = Moment(index, seat, 0.0, loss, best, weighing.options, before.level, slip)
            moments.append(found)
    weighings.append((len(record.events), weigh(states[-1], simulations, rng)))
    return Analysis(tuple(weighings), tuple(moments), record.game.seats)
