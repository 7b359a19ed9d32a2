from typing import Any

import pytest

from taupes.rules.board import Stack
from taupes.rules.boardset import load_boards
from taupes.rules.options import (
    DEFAULT_PRESET,
    DISCS,
    FAIR_START,
    FIRST_HAS_FEWER,
    MOLES,
    OPTIONS,
    PRESETS,
    SOURCES,
    AllHome,
    BadRules,
    FinalEntry,
    LeaveHole,
    Rules,
    Victory,
    format_moles,
    format_option,
    moles_for,
    parse_moles_wish,
    parse_option,
    parse_option_text,
    preset_rules,
)
from taupes.rules.record import TEAMS
from taupes.rules.state import Game, new_game

TABLE = {
    # preset: leave_hole, all_home, special_cells, final_entry with 2 and with 3 or 4, victory
    "booklet": ("last_resort", "may_pass", False, "all_paths", "all_paths", "shovel"),
    "booklet-pro": ("last_resort", "may_pass", True, "solid_only", "solid_only", "shovel"),
    "web": ("last_resort", "may_pass", False, "solid_only", "all_paths", "shovel"),
    "web-pro": ("last_resort", "may_pass", True, "solid_only", "solid_only", "shovel"),
    "shop": ("last_resort", "must_pass", False, "all_paths", "all_paths", "shovel"),
    "shop-points": ("last_resort", "must_pass", False, "all_paths", "all_paths", "points"),
    "shop-super": ("last_resort", "must_pass", True, "all_paths", "all_paths", "shovel"),
    "soubeyrand": ("last_resort", "must_pass", True, "solid_only", "all_paths", "shovel"),
}


def test_the_presets_are_those_of_the_rules_page() -> None:
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", TABLE)
def test_a_preset_plays_its_row_of_the_table(name: str, players: int) -> None:
    leave_hole, all_home, special_cells, pair, more, victory = TABLE[name]
    assert preset_rules(name, players).as_dict() == {
        "leave_hole": leave_hole,
        "all_home": all_home,
        "special_cells": special_cells,
        "final_entry": pair if players == 2 else more,
        "victory": victory,
        "stall_limit": 100,
    }


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("booklet", "S0 S4"),
        ("booklet-pro", "S0 S4"),
        ("web", "S3"),
        ("web-pro", "S3"),
        ("shop", "S1"),
        ("shop-points", "S1"),
        ("shop-super", "S1"),
        ("soubeyrand", "S2"),
    ],
)
def test_a_preset_names_the_rulebooks_it_is_taken_from(name: str, source: str) -> None:
    assert PRESETS[name].source.startswith(source)


def test_the_default_is_the_booklet_with_its_missing_sentence_restored() -> None:
    assert DEFAULT_PRESET == "web"
    assert Rules() == preset_rules("web", 2)


def test_everybody_has_six_discs_1_2_2_3_3_4() -> None:
    assert DISCS == (1, 2, 2, 3, 3, 4)
    game = Game(Stack(load_boards("classic"), (0, 0, 0, 0)), Rules(), 4, 6)
    assert new_game(game).discs == (DISCS,) * 4


def test_the_box_has_moles_of_four_colours() -> None:
    assert TEAMS == ("red", "blue", "green", "yellow")


def test_players_have_10_7_or_6_moles_by_their_number() -> None:
    assert MOLES == {2: 10, 3: 7, 4: 6}


@pytest.mark.parametrize("players", MOLES)
def test_with_a_fair_start_whoever_begins_has_one_mole_fewer(players: int) -> None:
    """RULES, Handicaps."""
    if players not in FIRST_HAS_FEWER:
        with pytest.raises(BadRules, match=rf"^fair-start is for 2 players: with {players} no"):
            moles_for(players, FAIR_START)
        return
    for first in range(players):
        moles = moles_for(players, FAIR_START, first)
        assert isinstance(moles, tuple)
        assert moles[first] == MOLES[players] - 1
        assert moles[:first] + moles[first + 1 :] == (MOLES[players],) * (players - 1)


def test_a_fair_start_is_wished_for_as_it_is_written() -> None:
    assert parse_moles_wish(f" {FAIR_START} ") == FAIR_START
    assert format_moles(FAIR_START) == "fair-start"
    with pytest.raises(BadRules, match=r"one for each seat, as in 10,8, or fair-start$"):
        parse_moles_wish("fair")


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("leave_hole", "free"),
        ("all_home", "must_pass"),
        ("all_home", "may_pass"),
        ("special_cells", True),
        ("special_cells", False),
        ("final_entry", "all_paths"),
        ("final_entry", "solid_only"),
        ("victory", "points"),
        ("stall_limit", 0),
    ],
)
def test_any_option_can_be_changed_on_top_of_a_preset(name: str, option: str, value: Any) -> None:
    changed = preset_rules(name, 3, {option: value}).as_dict()
    assert changed == preset_rules(name, 3).as_dict() | {option: value}


def test_options_are_read_by_the_names_of_the_record() -> None:
    rules = Rules().with_options(
        {
            "leave_hole": "free",
            "all_home": "must_pass",
            "special_cells": True,
            "final_entry": "all_paths",
            "victory": "points",
            "stall_limit": 7,
        }
    )
    assert rules == Rules(
        leave_hole=LeaveHole.FREE,
        all_home=AllHome.MUST_PASS,
        special_cells=True,
        final_entry=FinalEntry.ALL_PATHS,
        victory=Victory.POINTS,
        stall_limit=7,
    )
    assert Rules().with_options(rules.as_dict()) == rules


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("special_cells=on", ("special_cells", True)),
        ("special_cells=true", ("special_cells", True)),
        ("special_cells=off", ("special_cells", False)),
        ("special_cells=false", ("special_cells", False)),
        ("stall_limit=50", ("stall_limit", 50)),
        ("stall_limit=0", ("stall_limit", 0)),
        ("leave_hole=free", ("leave_hole", LeaveHole.FREE)),
        ("final_entry=all_paths", ("final_entry", FinalEntry.ALL_PATHS)),
    ],
)
def test_an_option_is_typed_as_name_and_value(text: str, option: tuple[str, Any]) -> None:
    assert parse_option_text(text) == option


@pytest.mark.parametrize(
    "text", ["special_cells=on", "special_cells=off", "stall_limit=50", "leave_hole=free"]
)
def test_an_option_is_written_as_it_is_typed(text: str) -> None:
    name, value = parse_option_text(text)
    assert f"{name}={format_option(value)}" == text


def test_every_value_of_an_option_names_the_rulebooks_that_play_it() -> None:
    assert {name: list(values) for name, values in SOURCES.items()} == {
        "leave_hole": ["last_resort", "free"],
        "all_home": ["must_pass", "may_pass"],
        "special_cells": ["on", "off"],
        "final_entry": ["all_paths", "solid_only"],
        "victory": ["shovel", "points"],
        "stall_limit": [],
    }
    assert list(SOURCES) == list(OPTIONS)
    assert SOURCES["all_home"] == {"must_pass": "S1 S2", "may_pass": "S0 S3 S4"}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("leave_hole", "never", "option leave_hole: expected last_resort or free, not 'never'"),
        ("leave_hole", None, "option leave_hole: expected last_resort or free, not None"),
        ("all_home", "pass", "option all_home: expected must_pass or may_pass, not 'pass'"),
        ("special_cells", "on", "option special_cells: expected true or false, not 'on'"),
        ("special_cells", 1, "option special_cells: expected true or false, not 1"),
        ("final_entry", "all", "option final_entry: expected all_paths or solid_only, not 'all'"),
        ("victory", "gold", "option victory: expected shovel or points, not 'gold'"),
        (
            "stall_limit",
            -1,
            "option stall_limit: expected a whole number from 0 to 1000000, not -1",
        ),
        (
            "stall_limit",
            True,
            "option stall_limit: expected a whole number from 0 to 1000000, not True",
        ),
        (
            "stall_limit",
            1_000_001,
            "option stall_limit: expected a whole number from 0 to 1000000, not 1000001",
        ),
        (
            "jumping",
            "on",
            (
                "no rule option 'jumping'; the options are leave_hole, all_home, special_cells, "
                "final_entry, victory, stall_limit"
            ),
        ),
    ],
)
def test_a_bad_option_is_refused_with_the_right_ones(name: str, value: Any, message: str) -> None:
    with pytest.raises(BadRules) as caught:
        parse_option(name, value)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "special_cells",
            (
                "option 'special_cells': expected name=value, with one of leave_hole, all_home, "
                "special_cells, final_entry, victory, stall_limit"
            ),
        ),
        ("special_cells=yes", "option special_cells: expected true or false, not 'yes'"),
        (
            "stall_limit=-5",
            "option stall_limit: expected a whole number from 0 to 1000000, not '-5'",
        ),
        (
            "stall_limit=٣",
            "option stall_limit: expected a whole number from 0 to 1000000, not '٣'",
        ),
        ("victory=", "option victory: expected shovel or points, not ''"),
        (
            "jumping=on",
            (
                "no rule option 'jumping'; the options are leave_hole, all_home, special_cells, "
                "final_entry, victory, stall_limit"
            ),
        ),
    ],
)
def test_a_badly_typed_option_is_refused_with_the_right_ones(text: str, message: str) -> None:
    with pytest.raises(BadRules) as caught:
        parse_option_text(text)
    assert str(caught.value) == message


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadRules) as caught:
        preset_rules("house", 2)
    assert str(caught.value) == (
        "no preset 'house'; the presets are booklet, booklet-pro, web, web-pro, shop, "
        "shop-points, shop-super, soubeyrand"
    )


@pytest.mark.parametrize("players", [1, 5])
def test_a_preset_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(BadRules, match=rf"^{players} players: the game is for 2, 3 or 4$"):
        preset_rules("web", players)
