"""A bot that fails loses its choice, not the game."""

from random import Random

from taupes.arena.guard import Guard
from taupes.bots import Budget, Thought, choices, play_game
from taupes.rules import (
    MOLES,
    Action,
    Game,
    Pass,
    State,
    load_boards,
    new_game,
    preset_rules,
    shuffled_stack,
)

GAME = Game(shuffled_stack(load_boards("quick"), Random(1)), preset_rules("web", 2), 2, MOLES[2])


class Broken:
    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        raise ZeroDivisionError("oh")


class Liar:
    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        return Thought(Pass())


class Silent:
    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        return None  # type: ignore[return-value] # as people write it by mistake


class First:
    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        return Thought(choices(state)[0], (0.5, 0.5))


def test_a_bot_that_raises_is_replaced_by_chance() -> None:
    guard = Guard(Broken())
    thought = guard.think(new_game(GAME), Budget(), Random(1))
    assert thought.choice in choices(new_game(GAME))
    assert [str(fault) for fault in guard.faults()] == ["crash: ZeroDivisionError: oh"]
    assert guard.faults() == []


def test_an_illegal_choice_is_not_played() -> None:
    guard = Guard(Liar())
    assert guard.think(new_game(GAME), Budget(), Random(1)).choice in choices(new_game(GAME))
    assert [fault.kind for fault in guard.faults()] == ["illegal"]


def test_a_bot_that_returns_nothing_is_replaced_too() -> None:
    guard = Guard(Silent())
    assert guard.think(new_game(GAME), Budget(), Random(1)).choice in choices(new_game(GAME))
    assert [str(fault) for fault in guard.faults()] == [
        "garbled: Silent.think returned None: expected Thought(choice), with one of choices(state)"
    ]


def test_broken_bots_play_whole_games() -> None:
    guards = [Guard(Broken()), Guard(Liar())]
    steps = list(play_game(GAME, guards, "1"))
    assert steps[-1][2].outcome is not None
    for guard in guards:
        assert len(guard.faults()) == guard.thoughts > 20 or isinstance(guard.player, Liar)


def test_a_good_thought_is_handed_on_and_timed() -> None:
    guard = Guard(First())
    state = new_game(GAME)
    assert guard.think(state, Budget(), Random(1)) == Thought(choices(state)[0], (0.5, 0.5))
    assert guard.faults() == []
    assert guard.thoughts == 1
    assert 0 < guard.longest == guard.seconds


def test_a_bot_may_fail_as_it_looks_on() -> None:
    class Startled(First):
        def watch(self, before: State, action: Action, after: State) -> None:
            raise ZeroDivisionError("oh")

    guard = Guard(Startled())
    steps = list(play_game(GAME, [guard, First()], "1"))
    assert [str(fault) for fault in guard.faults()] == ["crash: ZeroDivisionError: oh"] * len(steps)
    assert Guard(First()).watch is None
