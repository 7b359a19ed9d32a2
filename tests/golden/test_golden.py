"""The golden games: readable, stored twice, replayed by two engines, and none missing."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from taupes.rules import (
    PRESETS,
    Action,
    Draw,
    Eliminate,
    Lift,
    Move,
    Record,
    explain,
    format_notation,
    format_record,
    hexagon,
    load_record,
    outcome,
    parse_notation,
    preset_rules,
    refusal,
)
from tests.conformance.naive import NaiveGame
from tests.golden.make import games

HERE: Final = Path(__file__).parent

SHOWN: Final[dict[str, set[str]]] = {
    "cascade": {"lifted_full", "lifted_at_once", "mole_out"},
    "self-complete": {"lifted_home", "lifted_at_once"},
    "last-drop": {"lifted_full", "wins_shovel"},
    "all-home": {"lifted_home"},
    "stand-off": {"lifted_stand_off", "mole_out"},
    "stalemate": {"drawn"},
    "stalemate-no-mole-home": {"drawn"},
    "stalemate-points": {"points_counted"},
    "blocked": {"turn_lost"},
    "forced-out": {"forced_out"},
    "dotted-path": {"not: dotted_path", "wins_shovel"},
    "special-taken": {"gains_extra", "extra_disc"},
    "special-declined": {"gains_extra", "declines"},
    "special-blocked": {"gains_extra", "extra_lost"},
    "special-once": {"gains_extra", "not: second_special"},
    "special-dropped": {"lifted_full", "wins_shovel"},
    "sixth-then-special": {"gains_extra", "extra_disc"},
    "last-team": {"eliminated", "wins_last_team"},
    "last-team-points": {"eliminated", "points_counted"},
    "shared-points": {"points_counted"},
    "elimination": {"eliminated"},
    "may-pass": {"home_may_pass", "home_may_turn"},
    "must-pass": {"home_must_pass", "not: home_no_disc"},
    "handicap": {"eliminated", "wins_shovel"},
}
"""Every ruling and edge case that must have a game, and the reasons that occur in it."""

RESULTS: Final[dict[str, tuple[str, str]]] = {
    "cascade": ("B", "shovel"),
    "self-complete": ("B", "shovel"),
    "last-drop": ("A", "shovel"),
    "all-home": ("B", "shovel"),
    "stand-off": ("B", "shovel"),
    "stalemate": ("", "stalemate"),
    "stalemate-no-mole-home": ("", "stalemate"),
    "stalemate-points": ("AB", "stalemate 1 1"),
    "blocked": ("B", "shovel"),
    "forced-out": ("A", "shovel"),
    "dotted-path": ("A", "shovel"),
    "special-taken": ("A", "shovel"),
    "special-declined": ("A", "shovel"),
    "special-blocked": ("B", "shovel"),
    "special-dropped": ("B", "shovel"),
    "sixth-then-special": ("A", "shovel"),
    "last-team": ("A", "last_team"),
    "last-team-points": ("A", "last_team 3 0"),
    "shared-points": ("AB", "points 2 2"),
    "elimination": ("B", "shovel"),
    "may-pass": ("A", "shovel"),
    "must-pass": ("A", "shovel"),
}
"""Winners and reason, worked out by hand."""

NAMES: Final = [*SHOWN, *(f"preset-{preset}" for preset in PRESETS)]


def notation(name: str) -> str:
    return HERE.joinpath(f"{name}.taupes").read_text("utf-8")


def twin(name: str) -> str:
    return HERE.joinpath(f"{name}.json").read_text("utf-8")


def test_no_game_is_missing_and_none_is_forgotten() -> None:
    for suffix in ("taupes", "json"):
        assert sorted(path.stem for path in HERE.glob(f"*.{suffix}")) == sorted(NAMES)


def test_the_files_are_what_make_writes() -> None:
    made = {name: (text, record) for name, text, record in games()}
    assert list(made) == NAMES
    for name, (text, record) in made.items():
        again = "run python -m tests.golden.make if the change is meant"
        assert notation(name) == text, again
        assert twin(name) == record, again


@pytest.mark.parametrize("name", NAMES)
def test_both_formats_hold_the_same_game(name: str) -> None:
    record = parse_notation(notation(name))
    assert load_record(twin(name)) == record
    assert format_record(record) == json.loads(twin(name))
    assert parse_notation(format_notation(record)) == record


@pytest.mark.parametrize("name", NAMES)
def test_the_notation_is_as_it_is_written_today(name: str) -> None:
    """Line by line, except for comments and the choice between presets that are equal here."""
    text = notation(name)
    assert text.startswith("# ")
    plain = [line for line in text.splitlines() if not line.startswith(("#", "rules "))]
    lines = format_notation(load_record(twin(name))).splitlines()
    assert [line for line in lines if not line.startswith("rules ")] == plain


@pytest.mark.parametrize("name", NAMES)
def test_the_twin_has_one_event_per_line(name: str) -> None:
    data, text = json.loads(twin(name)), twin(name)
    for event in data["events"]:
        assert f"\n    {json.dumps(event)}" in text


@pytest.mark.parametrize("name", NAMES)
def test_another_engine_replays_it_to_the_same_end(name: str) -> None:
    data: dict[str, Any] = json.loads(twin(name))
    naive = NaiveGame(data)
    due: list[dict[str, Any]] = []
    for event in data["events"]:
        if due:
            assert event == due.pop(0)
        else:
            due = naive.play(event)
    assert not due
    assert naive.result == data["result"]


@pytest.mark.parametrize("name", RESULTS)
def test_it_ends_as_worked_out_by_hand(name: str) -> None:
    winners, reason = RESULTS[name]
    assert notation(name).splitlines()[-1] == f"result {winners or 'none'} {reason}"
    assert outcome(list(parse_notation(notation(name)).replay())[-1]) is not None


@pytest.mark.parametrize("name", SHOWN)
def test_it_shows_what_it_is_for(name: str) -> None:
    record = parse_notation(notation(name))
    assert SHOWN[name] <= reasons(record)


def reasons(record: Record) -> set[str]:
    """The codes of all that happened, and "not: code" for all moves and draws refused."""
    found: set[str] = set()
    for state, (_, event) in zip(record.replay(), record.events, strict=False):
        if isinstance(event, Lift | Eliminate):
            continue
        found |= {why.code for why in explain(state, event)}
        cells = hexagon(record.game.stack.radius)
        others: list[Action] = [Move(o, t) for o in state.cells(state.turn) for t in cells]
        others += [Draw(disc) for disc in range(1, 5)]
        for action in others:
            if why := refusal(state, action):
                found.add(f"not: {why.code}")
    return found


def test_special_cells_reached_from_above_give_nothing() -> None:
    record = parse_notation(notation("special-dropped"))
    after_lift = next(i for i, (_, event) in enumerate(record.events) if isinstance(event, Lift))
    state = record.at(after_lift + 1)
    specials = set(state.game.stack.levels[1].specials)
    assert {cell for seat in (0, 1) for cell in state.cells(seat)} == specials
    assert "gains_extra" not in reasons(record)


def test_the_extra_disc_after_the_sixth_is_one_of_all_six() -> None:
    record = parse_notation(notation("sixth-then-special"))
    index = max(i for i, (_, event) in enumerate(record.events) if isinstance(event, Lift))
    assert record.at(index + 2).discs[0] == ()
    assert record.at(index + 3).discs[0] == (1, 2, 2, 3, 3, 4)


def test_the_eliminated_player_has_no_events_afterwards() -> None:
    record = parse_notation(notation("elimination"))
    index = next(i for i, (_, event) in enumerate(record.events) if isinstance(event, Eliminate))
    assert {seat for seat, _ in record.events[index + 1 :]} == {0, 1}
    assert len(record.events) > index + 8


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_game_that_is_played_out(preset: str) -> None:
    name = f"preset-{preset}"
    record = parse_notation(notation(name))
    assert f"\nrules {preset}\n" in notation(name)
    assert record.game.rules == preset_rules(preset, record.game.seats)
    end = outcome(list(record.replay())[-1])
    assert end is not None
    assert end.reason == record.game.rules.victory
    turns = [line for line in notation(name).splitlines() if line[:1].isdigit()]
    assert len(turns) <= 60
    assert sum(isinstance(event, Lift) for _, event in record.events) == 3
