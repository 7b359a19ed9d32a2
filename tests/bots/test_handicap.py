"""Handicaps: every bot plays with them, and what is fair follows from what was measured."""

from pathlib import Path
from random import Random

import pytest

from taupes.bots import LEVELS, Budget, choices, make_bot, play_game
from taupes.bots.handicap import AVERAGE, STRENGTH, WORTH, fair_moles, strengths
from taupes.bots.search.searcher import Searcher
from taupes.rules import MOLES, Game, Phase, apply, load_stack, new_game, preset_rules

PAGE = Path(__file__).parents[2] / "docs" / "handicaps.md"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("moles", [(2, 6), (5, 1, 3), (1, 1, 4, 2)], ids=str)
def test_every_bot_plays_with_a_handicap_to_the_end(level: str, moles: tuple[int, ...]) -> None:
    seats = len(moles)
    game = Game(load_stack("quick-0123"), preset_rules("web-pro", seats), seats, moles, seats - 1)
    bots = [make_bot(level), *[make_bot("random")] * (seats - 1)]
    steps = list(play_game(game, bots, "luck", Budget(simulations=20)))
    placed = [before.turn for before, _, _ in steps if before.phase is Phase.PLACE]
    assert tuple(placed.count(seat) for seat in range(seats)) == moles
    assert steps[-1][2].outcome is not None


def test_a_search_goes_on_where_somebody_places_twice_running() -> None:
    """What was thought before is looked for below the last choice, whoever acts next."""
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, (4, 1))
    searcher, rng, state = Searcher(100_000), Random(1), new_game(game)
    while state.phase is Phase.PLACE:
        fresh = Searcher(100_000).think(state, Budget(simulations=64), Random(2)).choice
        choice = searcher.think(state, Budget(simulations=64), rng).choice
        assert choice in choices(state)
        assert fresh in choices(state)
        state = apply(state, choice)  # type: ignore[arg-type]
    assert (state.turn, state.level) == (0, 0)


def test_as_strong_players_have_as_many_moles() -> None:
    for players, moles in MOLES.items():
        for level in STRENGTH:
            assert fair_moles([level] * players) == (moles,) * players


@pytest.mark.parametrize("players", MOLES)
def test_the_stronger_have_fewer_and_nobody_has_more(players: int) -> None:
    levels = list(STRENGTH)
    for strong in range(1, len(levels)):
        rest = [levels[0]] * (players - 1)
        moles = fair_moles([*rest, levels[strong]])
        assert moles[:-1] == (MOLES[players],) * (players - 1)
        assert 1 <= moles[-1] < MOLES[players]
        ahead = [fair_moles([levels[weak], levels[strong]]) for weak in range(strong)]
        assert [one[1] for one in ahead] == sorted(one[1] for one in ahead)


def test_the_figures_fit_the_rules_and_the_levels() -> None:
    offered = {name: level for name, level in LEVELS.items() if level.is_offered}
    assert list(STRENGTH) == [name for name, level in offered.items() if not level.grows]
    assert all(strengths(name) == strengths(AVERAGE) for name in offered if name not in STRENGTH)
    assert AVERAGE in STRENGTH
    for players, worth in WORTH.items():
        assert len(worth) == MOLES[players]
        assert list(worth) == sorted(worth)
        assert worth[-1] == 0
        points = [strengths(level)[players] for level in STRENGTH]
        assert points[-2] > 0 > points[0]


def test_the_page_has_these_figures() -> None:
    page = PAGE.read_text("utf-8")
    for players, worth in WORTH.items():
        told = " | ".join(str(points).replace("-", "−") for points in reversed(worth))
        assert f"| {players} | {told} |" in page
    for level, points in STRENGTH.items():
        told = " | ".join(str(each).replace("-", "−") for each in points)
        assert f"| `{level}` | {told} |" in page
