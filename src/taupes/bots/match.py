"""One game between players, from the first placement to the end."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from taupes.bots.player import REPEATABLE, Budget, Player, Turn, ask, watching
from taupes.rules import (
    TEAMS,
    Action,
    Draw,
    Event,
    Game,
    Phase,
    Place,
    Record,
    State,
    Team,
    apply,
    events_of,
    new_game,
)

Step = tuple[State, Action, State]
"""The position before an action, the action, and the position after it."""


def play_game(
    game: Game, players: Sequence[Player], seed: str, budget: Budget = REPEATABLE
) -> Iterator[Step]:
    """Play a game out, step by step; the same seed gives the same game, unless by the clock.

    Every seat owns two generators made from the seed, one for its discs and one for its decisions:
    the luck of a seat's discs does not depend on how anybody decides.
    """
    return play_on(new_game(game), players, seed, budget)


def play_on(
    state: State, players: Sequence[Player], seed: str, budget: Budget = REPEATABLE
) -> Iterator[Step]:
    """Play a game out from any position, as `play_game` does from the first.

    BadThought if a player returns no thought, or one that is not legal.
    """
    seats = range(state.game.seats)
    luck = [Random(f"{seed}/discs/{seat}") for seat in seats]
    minds = [Random(f"{seed}/player/{seat}") for seat in seats]
    told = watching(players)
    while state.outcome is None:
        seat = state.turn
        choice = ask(players[seat], state, budget, minds[seat]).choice
        action = chance(state, luck[seat]) if isinstance(choice, Turn) else choice
        after = apply(state, action)
        for watch in told:
            watch(state, action, after)
        yield state, action, after
        state = after


def chance(state: State, rng: Random) -> Draw:
    """Turn over one of the face-down discs of the player to act."""
    return Draw(rng.choice(state.discs[state.turn]))


def count_turns(steps: Iterable[Step]) -> int:
    """How many turns were played to their end; placing moles is none yet."""
    ends = (Phase.DRAW, Phase.OVER)
    return sum(not isinstance(action, Place) and after.phase in ends for _, action, after in steps)


def record_game(game: Game, names: Sequence[str], steps: Sequence[Step]) -> Record:
    """The record of a game that was played out in these steps."""
    events: list[Event] = []
    for before, action, after in steps:
        events += events_of(before, action, after)
    teams = tuple(Team(name, colour) for name, colour in zip(names, TEAMS, strict=False))
    return Record(game, teams, tuple(events), steps[-1][2].outcome if steps else None)
