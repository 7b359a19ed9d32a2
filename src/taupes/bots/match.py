"""One game between players, from the first placement to the end."""

from collections.abc import Iterator, Sequence
from random import Random

from taupes.bots.player import Budget, Choice, Player, Turn, choices
from taupes.rules import (
    TEAMS,
    Action,
    Draw,
    Event,
    Game,
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
    game: Game, players: Sequence[Player], seed: str, budget: Budget | None = None
) -> Iterator[Step]:
    """Play a game out, step by step.

    Every seat owns two generators made from the seed, one for its discs and one for its decisions:
    the luck of a seat's discs does not depend on how anybody decides.
    """
    budget = budget or Budget()
    luck = [Random(f"{seed}/discs/{seat}") for seat in range(game.seats)]
    minds = [Random(f"{seed}/player/{seat}") for seat in range(game.seats)]
    state = new_game(game)
    while state.outcome is None:
        seat = state.turn
        options = choices(state)
        choice: Choice = options[0]
        if len(options) > 1:
            choice = players[seat].think(state, budget, minds[seat]).choice
        action = chance(state, luck[seat]) if isinstance(choice, Turn) else choice
        after = apply(state, action)
        yield state, action, after
        state = after


def chance(state: State, rng: Random) -> Draw:
    """Turn over one of the face-down discs of the player to act."""
    return Draw(rng.choice(state.discs[state.turn]))


def record_game(game: Game, names: Sequence[str], steps: Sequence[Step]) -> Record:
    """The record of a game that was played out in these steps."""
    events: list[Event] = []
    for before, action, after in steps:
        events += events_of(before, action, after)
    teams = tuple(Team(name, colour) for name, colour in zip(names, TEAMS, strict=False))
    return Record(game, teams, tuple(events), steps[-1][2].outcome if steps else None)
