"""The study of the first player: its arithmetic on small cases, and a page that tells the truth."""

import doctest
import json
import math
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from taupes.arena import Pool, wilson
from taupes.rules import MOLES, PRESETS, Game, load_boards, load_stack, preset_rules

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "studies"))

import fair_start
import first_player
import startgames
from figures import (
    chance_of_even,
    choice_figures,
    different_stacks,
    extremes,
    interval,
    sample_of,
    seat_row,
)
from games import Batch, play_batch, play_master, preset_groups, quick_batches
from notebook import BadNotebook, Notebook, fingerprint
from plots import draw_plots
from quickplay import play_quickly
from stacks import (
    Halves,
    Orientations,
    Sample,
    alike,
    chi_square_tail,
    differences,
    measure_choice,
    one_board_turned,
)
from starts import starts
from study_page import BadPage, draw_starts, draw_tables, fill_page

DOCS = Path(__file__).parents[1] / "docs"
FIGURES: dict[str, Any] = json.loads((DOCS / "studies/first_player.json").read_text("utf-8"))
STARTS: dict[str, Any] = json.loads((DOCS / "studies/fair_start.json").read_text("utf-8"))
PAGE = (DOCS / "first-player.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["stacks", "starts", "study_page"])
def test_the_examples_are_true(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize(
    ("preset", "players", "kinds"),
    [("web", 2, 72), ("web", 3, 36), ("booklet", 2, 36), ("web-pro", 2, 216)],
)
def test_so_many_stacks_are_really_different(preset: str, players: int, kinds: int) -> None:
    found = alike(load_boards("classic"), preset_rules(preset, players))
    sizes = [list(found.values()).count(kind) for kind in set(found.values())]
    assert len(found) == 1296
    assert sizes == [1296 // kinds] * kinds


def test_turning_the_whole_stack_changes_nothing() -> None:
    kinds = alike(load_boards("classic"), preset_rules("web-pro", 2))
    assert kinds[0, 3, 5, 1] == kinds[2, 5, 1, 3] != kinds[0, 3, 5, 2]


def test_one_board_turned_leads_to_sixteen_other_kinds() -> None:
    kinds = alike(load_boards("classic"), preset_rules("web", 2))
    for stack in different_stacks():
        assert len({kinds[other] for other in one_board_turned(stack)}) == 17


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [(3.841, 1, 0.05), (9.210, 2, 0.01), (7.815, 3, 0.05), (91.670, 71, 0.05), (0.0, 5, 1.0)],
)
def test_chi_square_by_the_printed_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=2e-3)


def test_differences_worked_out_by_hand() -> None:
    found = differences([sample_of([0, 1]), sample_of([1, 1])])
    assert (found.chi_square, found.freedom, found.spread) == (1.0, 1, 0.0)
    far = differences([sample_of([0, 0, 0, 1]), sample_of([1, 1, 1, 0])])
    assert far.chi_square == pytest.approx(2.0)
    assert far.spread == pytest.approx(math.sqrt((0.5 - 0.25) / 4))
    assert far.noise == pytest.approx(math.sqrt(0.25 / 4))


Results = dict[Orientations, Halves]


def sample(mean: float, games: int = 100) -> Sample:
    return Sample(games, games * mean, games * mean)


def test_what_was_luck_in_one_half_does_not_count_in_the_other() -> None:
    halves: Results = {(0,): (sample(0.6), sample(0.4)), (1,): (sample(0.5), sample(0.5))}
    best = measure_choice(halves, [[(0,), (1,)]], lambda first: first)
    assert best.mean == pytest.approx((0.4 + 0.5) / 2)
    worst = measure_choice(halves, [[(0,), (1,)]], lambda first: -first)
    assert worst.mean == pytest.approx((0.5 + 0.6) / 2)


def test_a_choice_from_many_starts_is_the_mean_of_its_picks() -> None:
    halves: Results = {(0,): (sample(0.6), sample(0.6)), (1,): (sample(0.4), sample(0.4))}
    found = measure_choice(halves, [[(0,)], [(0,), (1,)], [(1,)], [(0,)]], lambda first: first)
    assert found.mean == pytest.approx(0.55)
    error = math.sqrt(0.24 / 99)
    assert found.reach == pytest.approx(1.96 * error * math.hypot(0.75, 0.25), rel=1e-4)


def test_the_privileges_of_a_study_in_which_one_stack_is_better() -> None:
    stacks = different_stacks()
    halves = {stack: (sample(0.5), sample(0.5)) for stack in stacks}
    halves[stacks[0]] = (sample(0.4), sample(0.4))
    found = {row["choice"]: row["first"] for row in choice_figures(halves)}
    assert found["second chooses the stack"] == 0.4
    assert found["second turns one board"] == pytest.approx(0.5 - 0.1 * 17 / 72, abs=1e-4)
    assert found["as it falls"] == pytest.approx(0.5 - 0.1 / 72, abs=1e-4)
    assert found["first chooses the stack"] == found["the most even stack"] == 0.5
    assert extremes(halves)["second"] == "".join(map(str, stacks[0]))


def test_won_and_lost_games_have_wilsons_interval() -> None:
    row = seat_row([[1, 0]] * 60 + [[0, 1]] * 40)
    assert row["wins"] == [0.6, 0.4]
    assert row["intervals"][0] == [round(limit, 4) for limit in wilson(0.6, 100)]
    spread = 0.1 / math.sqrt(0.24 / 99)
    assert row["chance"] == pytest.approx(math.erfc(spread / math.sqrt(2)), abs=1e-4)


def test_known_chances_give_narrower_intervals() -> None:
    low, high = interval(sample_of([0.6, 0.4] * 50))
    assert 0.47 < low < 0.5 < high < 0.53


def test_even_seats_are_likely_by_chance_and_uneven_ones_are_not() -> None:
    even = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] * 40
    assert chance_of_even(even) == pytest.approx(1.0)
    assert chance_of_even(even + [[1, 0, 0]] * 60) < 0.001


@pytest.mark.parametrize(("players", "groups"), [(2, 7), (3, 5), (4, 5)])
def test_every_preset_is_in_one_group(players: int, groups: int) -> None:
    found = preset_groups(players)
    assert len(found) == groups
    assert sorted(name for names in found for name in names) == sorted(PRESETS)


def test_quick_games_can_be_repeated() -> None:
    game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, MOLES[2])
    one, again, other = (play_quickly(game, number, 20) for number in (1, 1, 2))
    assert one == again != other
    assert 0 < one.squares <= one.total < one.games == 20
    special = Game(load_stack("classic-0351"), preset_rules("web-pro", 2), 2, MOLES[2])
    with pytest.raises(ValueError, match="special cells"):
        play_quickly(special, 1, 1)


@pytest.mark.parametrize(("preset", "players"), [("web", 3), ("shop-points", 2)])
def test_games_of_the_master_can_be_repeated(preset: str, players: int) -> None:
    game = Game(load_stack("classic-0351"), preset_rules(preset, players), players, MOLES[players])
    parts = play_master(game, "luck", 2)
    assert parts == play_master(game, "luck", 2)
    assert sum(parts) == pytest.approx(1.0)
    assert len(parts) == players


def test_an_interrupted_study_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def note(batch: Batch, *_: object) -> dict[str, int]:
        played.append(batch.number)
        return {"result": batch.number}

    monkeypatch.setattr(first_player, "play_batch", note)
    file, batches = tmp_path / "games.jsonl", list(quick_batches("0351", 300))
    head = {"seed": "1"}
    first_player.Study(Notebook(file, head), Pool(None, 1), "1").play("some", batches[:2])
    with file.open("a") as kept:
        kept.write('{"batch": "quick 2 web 03')
    rows = first_player.Study(Notebook(file, head), Pool(None, 1), "1").play("all", batches)
    assert played == [0, 1, 2, 3]
    assert [row["result"] for row in rows.values()] == played
    assert list(Notebook(file, head).rows) == [batch.key for batch in batches]


def test_games_of_other_players_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    Notebook(file, {"bots": "old"})
    with pytest.raises(BadNotebook, match="bots is old there and new here"):
        Notebook(file, {"bots": "new"})
    file.write_text("a diary\n")
    with pytest.raises(BadNotebook, match="not the games of this study"):
        Notebook(file, {"bots": "new"})
    assert len(fingerprint()) == 16


def test_a_batch_has_its_own_luck() -> None:
    batches = [Batch("quick", 2, "web", "0351", number) for number in (0, 1)]
    one, other = (play_batch(batch, "1", 1) for batch in batches)
    assert one == play_batch(batches[0], "1", 1)
    assert one != other
    assert one != play_batch(batches[0], "2", 1)


def test_the_tables_of_the_page_are_those_of_the_figures() -> None:
    assert fill_page(PAGE, draw_tables(FIGURES)) == PAGE, "run python docs/studies/first_player.py"
    with pytest.raises(BadPage, match="no place for the table 'seats'"):
        fill_page("an empty page", draw_tables(FIGURES))


def test_the_plots_are_those_of_the_figures() -> None:
    drawn = draw_plots(FIGURES)
    stored = {path.name: path.read_text("utf-8") for path in DOCS.glob("studies/*.svg")}
    assert stored.pop("depth.svg")  # of another study: test_depth.py
    assert stored == drawn
    for name, plot in drawn.items():
        root = ET.fromstring(plot)  # noqa: S314 - our own text
        assert root.attrib["role"] == "img"
        assert f"(studies/{name})" in PAGE


def test_a_plot_has_a_dot_for_every_seat_and_stack() -> None:
    drawn = draw_plots(FIGURES)
    seats = sum(len(row["wins"]) for row in FIGURES["seats"])
    assert drawn["seats.svg"].count("<circle") == seats == 7 * 2 + 5 * 3 + 5 * 4
    assert drawn["stacks.svg"].count("<circle") == 72 + 1  # and one in the legend


def test_the_full_run_has_the_games_of_the_quick_one() -> None:
    quick, full = (
        {*first_player.seat_batches(plan), *first_player.stack_batches(plan)}
        for plan in (first_player.PLANS["quick"], first_player.PLANS["full"])
    )
    assert quick < full


def test_all_starts_place_all_moles_and_nothing_is_tried_twice() -> None:
    for seats in MOLES:
        tried = list(starts(seats))
        assert tried[0].order == tuple(range(seats)) * MOLES[seats]
        for start in tried:
            assert tuple(map(start.order.count, range(seats))) == start.moles
        assert len({start.name for start in tried}) == len(tried)
        assert len({replace(start, name="") for start in tried}) == len(tried)
        names = {start.name for start in tried}
        for (players, _), chosen in startgames.CHOSEN.items():
            assert players != seats or set(chosen) <= names


def test_the_seats_of_a_start_by_hand() -> None:
    """Two games, of which the first seat won one and a half; then two that say the same."""
    row = {"games": 2, "total": [1.5, 0.5], "products": [[1.25, 0.25], [0.25, 0.25]]}
    found = fair_start.start_row([row, row])
    assert (found["games"], found["wins"]) == (4, [0.75, 0.25])
    error = math.sqrt((0.625 - 0.5625) / 3)
    assert found["intervals"][0] == pytest.approx([0.75 - 1.96 * error, 0.75 + 1.96 * error], 1e-3)
    assert found["chance"] == pytest.approx(chi_square_tail((0.25 / error) ** 2, 1), abs=1e-3)


def test_the_tables_of_starts_are_those_of_their_figures() -> None:
    assert fill_page(PAGE, draw_starts(STARTS)) == PAGE, "run python docs/studies/fair_start.py"


def test_the_full_run_has_the_starts_of_the_quick_one() -> None:
    quick, full = (fair_start.tables(fair_start.PLANS[plan]) for plan in ("quick", "full"))
    for name, batches in full.items():
        keys = [batch.key for batch in batches]
        assert {batch.key for batch in quick[name]} < set(keys)
        assert len(set(keys)) == len(keys)


def test_no_game_counts_in_two_tables() -> None:
    """What was chosen because it looked best is measured by other games."""
    tables = fair_start.tables(fair_start.PLANS["full"])
    keys = [batch.key for batches in tables.values() for batch in batches]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("intervals", "fair"),
    [
        ([[0.491, 0.507], [0.493, 0.509]], True),
        ([[0.489, 0.505], [0.495, 0.511]], None),
        ([[0.511, 0.520], [0.480, 0.489]], False),
        ([[0.40, 0.60], [0.40, 0.60]], None),
    ],
)
def test_a_start_is_fair_if_no_interval_leaves_the_point(
    intervals: list[list[float]], fair: bool | None
) -> None:
    row = {"wins": [sum(each) / 2 for each in intervals], "intervals": intervals}
    assert fair_start.is_fair(row) is fair
