"""Many games of one kind: each by its number alone, by way of the kernel where that can be.

What is played is what `bots.match` plays, to the byte of the record; only faster, for the bots that
the kernel can act for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from taupes.arena.game import seat_entrants
from taupes.arena.run import COMPACT, FRAME, NO_CHOICE, Run, is_fast
from taupes.arena.settings import label
from taupes.bots import (
    REPEATABLE,
    Budget,
    Player,
    Step,
    count_turns,
    name_of,
    play_game,
    record_game,
)
from taupes.kernel.layout import (
    BLOCKED,
    DISC,
    DRAW_PHASE,
    FAR_MOLES,
    LEVEL,
    MOLES,
    MOVE,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    SEAT,
)
from taupes.rules import (
    TEAMS,
    Blocked,
    BoardSet,
    Game,
    MolesWish,
    Move,
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
    moles: MolesWish | None = None
    """Of every seat, or by seat; None: as many as the rules say."""

    def game(self, number: int) -> Game:
        """What is played in a game; who begins goes round."""
        players = len(self.bots)
        stack = arrange(self.boards, self.orientations, Random(f"{self.seed}/{number}/stack"))
        rules = preset_rules(self.preset, players, self.options)
        first = number % players
        return Game(stack, rules, players, moles_for(players, self.moles, first), first)


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
    watch: Callable[[Run, int], None] | None = None,
    end: Callable[[Run], None] | None = None,
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


def _names(players: Sequence[Player], settings: SeriesSettings) -> tuple[str, ...]:
    pairs = zip(players, settings.bots, strict=True)
    return tuple(name_of(player, label(bot)) for player, bot in pairs)


def _leaves_hole(step: Step) -> bool:
    before, action, _ = step
    return isinstance(action, Move) and bool(
        before.ground.holes >> before.game.index[action.origin] & 1
    )


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
    result = to_json(format_outcome(outcome), COMPACT)
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
        yield to_json(format_event(Lift(lifted)), COMPACT)
    for seat, once in enumerate(had):
        if once and not _has_moles(run.view, seat):
            yield to_json(format_event(Eliminate(seat)), COMPACT)
