"""What the strongest player looks up, and what that may cost."""

from collections.abc import Iterator
from random import Random
from threading import Event

import pytest

from taupes.bots.endgame.exact import book as books
from taupes.bots.evaluation.knowledge import is_read_at_once, mind_of, well_read
from taupes.bots.player import Budget, choices
from taupes.bots.players import master as module
from taupes.bots.players.master import PLACES, Builder, Master, NoPlace
from taupes.kernel.way import IS_COMPILED
from taupes.rules import MOLES, Game, Stack, hexagon, new_game, parse_boards, preset_rules

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="tables want Numba or a library")

LONG = 60.0
"""Seconds after which a test gives up."""


def own_game(radius: int, holes: int) -> Game:
    """A game on boards that somebody made: the last of that radius, so many holes above it."""
    ring = [list(cell) for cell in hexagon(radius) if cell.ring == radius]
    boards = parse_boards(
        {
            "name": "own",
            "levels": [
                {"name": "a", "radius": radius, "holes": ring[::2][: holes + 1]},
                {"name": "b", "radius": radius, "holes": ring[1::2][:holes]},
                {"name": "c", "radius": radius, "holes": [[0, 0]], "solid": [0, 2, 4]},
            ],
        }
    )
    return Game(Stack(boards, (0,) * 3), preset_rules("web", 2), 2, MOLES[2])


def test_boards_of_strangers_make_nobody_build_for_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> None:
        raise AssertionError("this takes half a gigabyte and some minutes")

    monkeypatch.setattr(books, "solve", solve)
    game = own_game(4, 4)
    assert not is_read_at_once(game)
    assert well_read(game) is mind_of(game)


@pytest.fixture
def hold() -> Iterator[Event]:
    event = Event()
    yield event
    event.set()


def test_what_must_be_built_waits_in_few_places_and_nothing_else_does(hold: Event) -> None:
    builder = Builder()
    slow = [builder.ask(hold.wait, LONG, is_built=False) for _ in range(PLACES)]
    with pytest.raises(NoPlace):
        builder.ask(str, 1, is_built=False)
    assert builder.ask(str, 1, is_built=True).result(LONG) == "1"
    hold.set()
    assert all(one.result(LONG) for one in slow)
    assert builder.ask(str, 2, is_built=False).result(LONG) == "2"


def test_without_a_place_it_plays_all_the_same(
    monkeypatch: pytest.MonkeyPatch, hold: Event
) -> None:
    builder = Builder()
    monkeypatch.setattr(module, "_builder", lambda: builder)
    for _ in range(PLACES):
        builder.ask(hold.wait, LONG, is_built=False)
    state = new_game(own_game(3, 3))
    monkeypatch.setattr(module, "is_read_at_once", lambda _: False)
    thought = Master().think(state, Budget(seconds=0.01), Random(1))
    assert thought.choice in choices(state)
