#!/usr/bin/env python3
"""A whole bot in Python: it enters a hole if it can, else it does the first thing that is allowed.

Run by itself it plays a game against greedy. With the word `speak` it is a program for others:
taupes arena --bots "greedy,cmd:python examples/python_bot.py speak" --games 20
"""

import sys
from random import Random

from taupes.bots import Budget, Thought, choices, make_bot, play_game
from taupes.bots.external.speaking import speak
from taupes.rules import MOLES, Game, Move, State, load_stack, preset_rules


class FirstPlayer:
    """Takes the first choice that leads into a hole, or the first of all."""

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Choose; the budget and the generator are there for bots that want them."""
        options = choices(state)
        holes = state.game.stack.levels[state.level].holes
        home = (each for each in options if isinstance(each, Move) and each.target in holes)
        return Thought(next(home, options[0]))


def play() -> str:
    """One game against greedy, and who won it."""
    game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, MOLES[2])
    steps = list(play_game(game, [FirstPlayer(), make_bot("greedy")], seed="1"))
    outcome = steps[-1][2].outcome
    names = [("first", "greedy")[seat] for seat in outcome.winners] if outcome else []
    return f"{' and '.join(names) or 'nobody'} won after {len(steps)} actions"


if __name__ == "__main__":
    if sys.argv[1:] == ["speak"]:
        speak(FirstPlayer(), "first")
    else:
        print(play())
