"""What the bots at a terminal are shown of the game."""

from random import Random

import pytest

from taupes.bots import Budget, Step, Thought, choices
from taupes.rules import Action, Game, State, load_stack, preset_rules
from taupes.terminal.game import bots as module
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.session import Chair, Session

GAME = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, 4)


class Curious:
    """Chooses the first, and remembers what it saw."""

    def __init__(self) -> None:
        self.seen: list[Step] = []

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        return Thought(choices(state)[0])

    def watch(self, before: State, action: Action, after: State) -> None:
        self.seen.append((before, action, after))


def test_who_watches_sees_what_is_new_and_after_an_undo_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    curious = Curious()
    monkeypatch.setattr(module, "make_bot", lambda _: curious)
    bots, session = TableBots(), Session(GAME, (Chair("Ada"), Chair("pup", "pup")), "1")
    for _ in range(2):
        session = session.act(choices(session.state)[0])
        session = session.act(bots.decide(session).choice)
    assert tuple(curious.seen) == session.steps[:3]
    other = session.undone()
    assert other is not None
    curious.seen.clear()
    other = other.act(choices(other.state)[1])
    bots.decide(other)
    assert tuple(curious.seen) == other.steps
