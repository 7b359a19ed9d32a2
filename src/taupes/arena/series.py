"""Many games of one kind: each by its number alone, by way of the kernel where that can be.

What is played is what `bots.match` plays, to the byte of the record; only faster, for the bots that
the kernel can act for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import Any, Final, cast

from taupes.arena.game import seat_entrants
from taupes.arena.settings import label
from taupes.bots import (
    REPEATABLE,
    Budget,
    Player,
    Step,
    Turn,
    ask,
    count_turns,
    name_of,
    play_game,
    record_game,
)
from taupes.bots.players.appetite import list_best
from taupes.bots.players.greedy import GreedyPlayer, RandomPlayer
from taupes.kernel import Engine, WordArray, apply, compiled
from taupes.kernel.choices import list_decisions
from taupes.kernel.layout import (
    BLOCKED,
    DISC,
    DISCS,
    DRAW,
    DRAW_PHASE,
    FAR_MOLES,
    LEVEL,
    MOLES,
    MOVE,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    SEAT,
    TURN_DISC,
)
from taupes.kernel.tables import MAX_RADIUS, discs_of
from taupes.kernel.way import WAY, Way
from taupes.rules import (
    TEAMS,
    Blocked,
    BoardSet,
    Game,
    Moles,
    Move,
    Place,
    Record,
    Team,
    arrange,
    dump_record,
    format_event,
    moles_for,
    preset_rules,
)
from taupes.rules.actions import Eliminate, Lift
from taupes.rules.record import format_outcome, to_json

ENGINES: Final = 512
"""So many stacks are kept ready to be played on again."""
NO_CHOICE: Final = -1
_COMPACT: Final = (",", ":")
_HANDS: Final = tuple(discs_of(hand) for hand in range(64))


@dataclass(frozen=True)
class SeriesSettings:
    """What decides every game of a series."""

    bots: tuple[str, ...]
    """By seat."""
    boards: BoardSet
    preset: str
    options: Mapping[str, Any] = field(default_factory=dict)
    orientations: str = "random"
    seed: int = 0
    budget: Budget = REPEATABLE
    moles: Moles | None = None
    """Of every seat, or by seat; None: as many as the rules say."""

    def game(self, number: int) -> Game:
        """What is played in a game; who begins goes round."""
        players = len(self.bots)
        stack = arrange(self.boards, self.orientations, Random(f"{self.seed}/{number}/stack"))
        rules = preset_rules(self.preset, players, self.options)
        moles = moles_for(players, self.moles)
        return Game(stack, rules, players, moles, first=number % players)


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played."""

    line: str
    """Its record."""
    names: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str
    turns: int
    blocked: int
    forced: int
    """Turns on which a mole had to leave a hole."""


def play_numbers(settings: SeriesSettings, numbers: Sequence[int]) -> list[Played]:
    """Play these games of a series, one after the other."""
    return [play_number(settings, number) for number in numbers]


def play_number(
    settings: SeriesSettings,
    number: int,
    watch: "Callable[[Run, int], None] | None" = None,
    end: "Callable[[Run], None] | None" = None,
) -> Played:
    """Play one game of a series; where the kernel plays, decisions and the end can be watched."""
    game, seed = settings.game(number), f"{settings.seed}/{number}"
    players = seat_entrants(settings.bots)
    if is_fast(game):
        run = Run(game, players, seed, settings.budget)
        played = _play_by_kernel(run, players, settings, watch)
        if end is not None:
            end(run)
        return played
    steps = list(play_game(game, players, seed, settings.budget))
    names = _names(players, settings)
    outcome = steps[-1][2].outcome
    assert outcome is not None, "a game is played to its end"  # noqa: S101
    return Played(
        dump_record(record_game(game, names, steps)),
        names,
        outcome.winners,
        outcome.reason,
        count_turns(steps),
        sum(isinstance(action, Blocked) for _, action, _ in steps),
        sum(map(_leaves_hole, steps)),
    )


def is_fast(game: Game) -> bool:
    """Whether the kernel is compiled here and takes these boards."""
    return WAY is Way.NUMBA and game.stack.radius <= MAX_RADIUS


def _names(players: Sequence[Player], settings: SeriesSettings) -> tuple[str, ...]:
    pairs = zip(players, settings.bots, strict=True)
    return tuple(name_of(player, label(bot)) for player, bot in pairs)


def _leaves_hole(step: Step) -> bool:
    before, action, _ = step
    return isinstance(action, Move) and bool(
        before.ground.holes >> before.game.index[action.origin] & 1
    )


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
            found = self._events[number, disc, seat] = to_json(data, _COMPACT)
        return found


@cache
def scribe_of(radius: int) -> Scribe:
    """One for each radius that the kernel takes."""
    return Scribe()


FRAME: Final = 1000
"""More than any frame has cells."""


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
            self.count = _proceed(tables, self.row, action, self.room)

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


GREEDY: Final = GreedyPlayer()


def _play_by_kernel(
    run: Run,
    players: Sequence[Player],
    settings: SeriesSettings,
    watch: Callable[[Run, int], None] | None,
) -> Played:
    view, engine, scribe = run.view, run.engine, run.scribe
    game = engine.game
    events: list[str] = []
    turns = blocked = forced = 0
    level, before = 0, (0, 0, 0, -1)  # phase, action, disc and seat of the action under way
    had = [True] * game.seats
    for choice, action in run.play():
        if watch is not None and choice != NO_CHOICE:
            watch(run, choice)
        turns += _is_turn(before, view[PHASE])
        if view[LEVEL] != level:
            events += _consequences(run, level, had)
            level = view[LEVEL]
            had = [_has_moles(view, seat) for seat in range(game.seats)]
        disc, seat = view[DISC], view[SEAT]
        events.append(scribe.event(engine, action, disc, seat))
        before = view[PHASE], action, disc, seat
        blocked += action == BLOCKED
        if action >= MOVE and before[0] != PLACE_PHASE:
            origin = scribe.rank(engine, action, disc) // FRAME
            forced += game.grounds[level].holes >> origin & 1
    turns += _is_turn(before, view[PHASE])
    if view[LEVEL] != level:
        events += _consequences(run, level, had)
    outcome = engine.outcome(run.row)
    assert outcome is not None, "a game is played to its end"  # noqa: S101
    names = _names(players, settings)
    teams = tuple(Team(name, colour) for name, colour in zip(names, TEAMS, strict=False))
    head, _, _ = dump_record(Record(game, teams)).rpartition("],")
    result = to_json(format_outcome(outcome), _COMPACT)
    line = f'{head}{",".join(events)}],"result":{result}}}'
    return Played(line, names, outcome.winners, outcome.reason, turns, blocked, forced)


def _is_turn(before: tuple[int, int, int, int], phase: int) -> bool:
    """Whether the action under way has ended a turn; placing moles is none yet."""
    return before[3] >= 0 and before[0] != PLACE_PHASE and phase in (DRAW_PHASE, OVER_PHASE)


def _has_moles(view: Any, seat: int) -> bool:
    return bool(view[MOLES + seat] | view[FAR_MOLES + seat])


def _consequences(run: Run, level: int, had: Sequence[bool]) -> Iterator[str]:
    """The boards that were lifted since, and who is out by that."""
    for lifted in range(level, run.view[LEVEL]):
        yield to_json(format_event(Lift(lifted)), _COMPACT)
    for seat, once in enumerate(had):
        if once and not _has_moles(run.view, seat):
            yield to_json(format_event(Eliminate(seat)), _COMPACT)
