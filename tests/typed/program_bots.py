"""Players, a game between them, and its analysis, with every type known."""

from collections.abc import Iterator
from random import Random
from typing import assert_type

from taupes.bots import Budget, Choice, Player, Step, Thought, choices, make_bot, play_game
from taupes.bots.analysis import Analysis, Moment, Weighing, analyse, weigh
from taupes.bots.external.speaking import speak
from taupes.rules import Game, Record, State, load_record, load_stack, new_game, preset_rules


class Mine:
    """A whole bot."""

    name = "mine"

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Any choice."""
        return Thought(rng.choice(choices(state)))


def program() -> None:
    """What somebody would write; it is checked and not run."""
    game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10)
    players: list[Player] = [Mine(), make_bot("greedy")]
    steps = assert_type(play_game(game, players, seed="1"), Iterator[Step])
    for before, _, after in steps:
        assert_type(before, State)
        assert_type(after, State)
    assert_type(choices(new_game(game)), tuple[Choice, ...])
    thought = assert_type(
        players[0].think(new_game(game), Budget(simulations=10), Random(1)), Thought
    )
    assert_type(thought.choice, Choice)
    weighing = assert_type(weigh(new_game(game), 20, Random(1)), Weighing)
    assert_type(weighing.values, tuple[float, ...])
    record = assert_type(load_record("game.json"), Record)
    analysis = assert_type(analyse(record, simulations=20, seed=1), Analysis)
    assert_type(analysis.moments, tuple[Moment, ...])
    assert_type(analysis.luck(0), float)
    assert_type(speak(Mine(), "mine"), None)
