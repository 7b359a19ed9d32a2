"""A game in progress on the kernel: the bots that it can act for are not asked, the others are.

The same seed plays the same game as `bots.match` does.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, Final, cast

from taupes.bots import Budget, Player, Turn, ask
from taupes.bots.player import watching
from taupes.bots.players.greedy import GreedyPlayer, RandomPlayer
from taupes.bots.search.appetite import list_best
from taupes.kernel import Engine, WordArray, apply, compiled
from taupes.kernel.choices import list_decisions
from taupes.kernel.layout import DISC, DISCS, DRAW, MOVE, OVER_PHASE, PHASE, SEAT, TURN_DISC
from taupes.kernel.tables import MAX_RADIUS, discs_of
from taupes.kernel.way import WAY, Way
from taupes.rules import Action, Game, Move, Place, State, format_event
from taupes.rules.record import to_json

ENGINES: Final = 512
"""So many stacks are kept ready to be played on again."""
NO_CHOICE: Final = -1
FRAME: Final = 1000
"""More than any frame has cells."""
COMPACT: Final = (",", ":")
"""How the JSON of a record's line is separated."""
GREEDY: Final = GreedyPlayer()
_HANDS: Final = tuple(discs_of(hand) for hand in range(64))


def is_fast(game: Game) -> bool:
    """Whether the kernel is compiled here and takes these boards."""
    return WAY is Way.NUMBA and game.stack.radius <= MAX_RADIUS


@lru_cache(maxsize=ENGINES)
def engine_of(game: Game) -> Engine:
    """The engine of a game; a few are kept."""
    return Engine(game)


class Scribe:
    """What the numbers of actions mean on boards of one radius: their order and their events."""

    def __init__(self) -> None:
        self._ranks: dict[tuple[int, int], int] = {}
        self._events: dict[tuple[int, int, int], str] = {}

    def rank(self, engine: Engine, number: int, disc: int) -> int:
        """The place of a choice in the order of `choices(state)`."""
        found = self._ranks.get((number, disc))
        if found is None:
            found = self._ranks[number, disc] = _rank(engine, number, disc)
        return found

    def event(self, engine: Engine, number: int, disc: int, seat: int) -> str:
        """The event of an action as the record writes it."""
        found = self._events.get((number, disc, seat))
        if found is None:
            data = format_event(engine.decode(number, disc), seat)
            found = self._events[number, disc, seat] = to_json(data, COMPACT)
        return found


@cache
def scribe_of(radius: int) -> Scribe:
    """One for each radius that the kernel takes."""
    return Scribe()


def _rank(engine: Engine, number: int, disc: int) -> int:
    if number < MOVE:
        return number
    match engine.decode(number, disc):
        case Place(cell):
            return engine.game.index[cell]
        case Move(origin, target):
            return engine.game.index[origin] * FRAME + engine.game.index[target]
    raise ValueError(f"no choice has the number {number}")


@compiled
def _proceed(t: WordArray, s: WordArray, action: int, out: WordArray) -> int:
    """Apply an action, and write what can be decided then into `out`: 0 where chance acts."""
    apply(t, s, action)
    return list_decisions(t, s, out)


class Run:
    """A game in progress on the kernel; `play` steps it, `row` and `room` are as of now."""

    def __init__(self, game: Game, players: Sequence[Player], seed: str, budget: Budget) -> None:
        self.engine = engine_of(game)
        # Arrays and no lists: a series is played only where the kernel is compiled.
        self.row = cast("Any", self.engine.start())
        self.view = memoryview(self.row)
        self.room = cast("Any", self.engine.actions())
        self._best = cast("Any", self.engine.actions())
        self.count = list_decisions(self.engine.tables, self.row, self.room)
        """How many choices `room` holds."""
        self.scribe = scribe_of(game.stack.radius)
        self._players, self._budget = players, budget
        self._watching = watching(players)
        seats = range(game.seats)
        self._luck = [Random(f"{seed}/discs/{seat}") for seat in seats]
        self._minds = [Random(f"{seed}/player/{seat}") for seat in seats]

    def play(self) -> Iterator[tuple[int, int]]:
        """What is decided (NO_CHOICE if nothing is) and what is done, before it is done."""
        view, tables = self.view, self.engine.tables
        while view[PHASE] != OVER_PHASE:
            seat = view[SEAT]
            choice = NO_CHOICE if self.count < 2 else self._choose(seat)
            action = choice
            if choice == NO_CHOICE and self.count == 1:
                action = int(self.room[0])
            elif choice in (NO_CHOICE, TURN_DISC):
                action = DRAW + self._luck[seat].choice(_HANDS[view[DISCS + seat]])
            yield choice, action
            before = self.engine.unpack(self.row) if self._watching else None
            disc = view[DISC]
            self.count = _proceed(tables, self.row, action, self.room)
            if before is not None:
                self._tell(before, self.engine.decode(action, disc))

    def _tell(self, before: State, action: Action) -> None:
        """Tell those who want to know what was done."""
        after = self.engine.unpack(self.row)
        for watch in self._watching:
            watch(before, action, after)

    def _choose(self, seat: int) -> int:
        player, rng, engine = self._players[seat], self._minds[seat], self.engine
        if type(player) is RandomPlayer:
            best = self.room[: self.count].tolist()
        elif player == GREEDY:
            found = list_best(engine.tables, self.row, self.room, self.count, self._best)
            best = self._best[:found].tolist()
        else:
            choice = ask(player, engine.unpack(self.row), self._budget, rng).choice
            return TURN_DISC if isinstance(choice, Turn) else engine.encode(choice)
        if len(best) > 1:
            disc = self.view[DISC]
            best.sort(key=lambda number: self.scribe.rank(engine, number, disc))
        chosen: int = rng.choice(best)
        return chosen
