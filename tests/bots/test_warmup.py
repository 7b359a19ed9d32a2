"""What has to be compiled is compiled before anybody waits or a clock runs."""

import json
import subprocess
import sys

import pytest

from taupes.bots.warmup import warm
from taupes.kernel.way import WAY, Way

LOADED = """
import json, sys
from numba.core.registry import CPUDispatcher

def loaded():
    modules = [m for name, m in sorted(sys.modules.items()) if name.startswith("taupes.")]
    made = {id(f): f for m in modules for f in vars(m).values() if isinstance(f, CPUDispatcher)}
    return sum(len(f.overloads) for f in made.values())

late = []

def watched(think):
    def watch(self, *rest):
        before = loaded()
        try:
            return think(self, *rest)
        finally:
            late.append(loaded() - before)
    return watch
"""
"""Counts functions that are ready to run, and those that became so while somebody thought."""

EVERYTHING = """
from itertools import islice
from random import Random
from taupes.bots import Budget, make_bot, play_game, record_game
from taupes.bots.analysis import analyse
from taupes.bots.warmup import warm
from taupes.rules import *
from tests.bots.endgame.tiny import random_state, tiny_game
warm("burrower")
before = loaded()
for seats, stack in ((2, "classic-0351"), (3, "grand-1234"), (4, "quick-0123")):
    game = Game(load_stack(stack), preset_rules("web", seats), seats, MOLES[seats])
    bots = [make_bot(name) for name in ("master", "burrower", "buddy", "master")]
    steps = list(islice(play_game(game, bots[:seats], "s", Budget(seconds=0.01)), 70))
    analyse(record_game(game, "abcd"[:seats], steps[:40]), 6)
state = random_state(tiny_game(2), (2, 1), Random(1))
make_bot("master").think(state, Budget(simulations=3), Random(1))
print(json.dumps([before > 0, loaded() - before]))
"""

ARENA = """
from taupes.arena import RunSettings, play_pairings
from taupes.arena.guard import Guard
from taupes.arena.schedule import pairings
from taupes.bots import Budget
settings = RunSettings(("burrower", "greedy"), budget=Budget(simulations=2))
Guard.think = watched(Guard.think)
play_pairings(settings, list(pairings(settings, 2))[:1])
print(json.dumps([len(late) > 9, sum(late)]))
"""

SERVER = """
from taupes.answers.thinking import answer_of, question_of
from taupes.bots.players.master import Master
from taupes.rules import *
Master.think = watched(Master.think)
game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, MOLES[2])
answer_of(question_of(new_game(game), "master", "seed", 0.01))
print(json.dumps([loaded() > 0, late[-1]]))
"""


@pytest.mark.skipif(WAY is not Way.NUMBA, reason="nothing is compiled here")
@pytest.mark.parametrize("code", [EVERYTHING, ARENA, SERVER], ids=["bots", "arena", "server"])
def test_nothing_is_compiled_while_somebody_thinks(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED + code], check=True, stdout=subprocess.PIPE, text=True
    )
    assert json.loads(done.stdout) == [True, 0]


@pytest.mark.parametrize("name", ["greedy", "pup", "cmd:./mybot", "module:Bot"])
def test_who_needs_nothing_is_left_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> None:
        raise AssertionError

    monkeypatch.setattr("taupes.bots.warmup._play_little", nobody)
    warm(name)
