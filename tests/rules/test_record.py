"""Reading and writing records, literally: what is accepted, what is refused, where and why."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from taupes.rules import (
    TEAMS,
    BadRecord,
    Blocked,
    Decline,
    Draw,
    Eliminate,
    Event,
    Hex,
    Lift,
    Move,
    Outcome,
    Pass,
    Phase,
    Place,
    Record,
    Team,
    apply,
    difference,
    dump_record,
    events_of,
    format_event,
    format_record,
    load_record,
    new_game,
    parse_record,
)

PAGE: Final = Path(__file__).parents[2] / "docs" / "record.md"

# Three players with one mole each. Bob fills the second hole of the lawn: it is lifted, Cleo is
# out, and Ada, to whom one step is left on any path, wins.
GAME: Final[dict[str, Any]] = {
    "format": "taupes-record",
    "version": 1,
    "boards": {
        "name": "pair",
        "levels": [
            {"name": "lawn", "radius": 2, "holes": [[-1, 0], [1, 0]], "specials": []},
            {
                "name": "rock",
                "radius": 2,
                "holes": [[0, 0]],
                "specials": [[-1, 2]],
                "solid": [0, 2, 4],
            },
        ],
    },
    "orientations": [0, 0],
    "rules": {
        "leave_hole": "last_resort",
        "all_home": "may_pass",
        "special_cells": True,
        "final_entry": "all_paths",
        "victory": "shovel",
        "stall_limit": 100,
    },
    "players": [
        {"name": "Ada", "team": "red"},
        {"name": "Bob", "team": "blue"},
        {"name": "Cleo", "team": "green"},
    ],
    "moles": 1,
    "discs": [1, 2, 2, 3, 3, 4],
    "first": 0,
    "events": [
        {"type": "place", "player": 0, "cell": [-1, 2]},
        {"type": "place", "player": 1, "cell": [1, -2]},
        {"type": "place", "player": 2, "cell": [0, 0]},
        {"type": "draw", "player": 0, "disc": 2},
        {"type": "move", "player": 0, "from": [-1, 2], "to": [-1, 0]},
        {"type": "draw", "player": 1, "disc": 4},
        {"type": "blocked", "player": 1},
        {"type": "draw", "player": 2, "disc": 2},
        {"type": "move", "player": 2, "from": [0, 0], "to": [0, 2]},
        {"type": "pass", "player": 0},
        {"type": "draw", "player": 1, "disc": 2},
        {"type": "move", "player": 1, "from": [1, -2], "to": [1, 0]},
        {"type": "lift", "level": 0},
        {"type": "eliminate", "player": 2},
        {"type": "draw", "player": 0, "disc": 3},
        {"type": "blocked", "player": 0},
        {"type": "draw", "player": 1, "disc": 2},
        {"type": "move", "player": 1, "from": [1, 0], "to": [-1, 2]},
        {"type": "decline", "player": 1},
        {"type": "draw", "player": 0, "disc": 1},
    ],
    "result": None,
}
LIFT: Final = 12


@pytest.fixture
def game() -> dict[str, Any]:
    return deepcopy(GAME)


def finished(game: dict[str, Any]) -> dict[str, Any]:
    """The same game, to its end."""
    game["events"].append({"type": "move", "player": 0, "from": [-1, 0], "to": [0, 0]})
    game["result"] = {"winners": [0], "reason": "shovel", "points": None}
    return game


def refuse(data: object, where: str, what: str, event: int | None = None) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(data)
    error = caught.value
    assert error.where == where
    assert str(error) == f"{where}: {what}"
    assert error.event == event


def test_every_kind_of_event_is_read() -> None:
    record = parse_record(GAME)
    kinds = {type(event) for _, event in record.events}
    assert kinds == {Place, Draw, Move, Blocked, Pass, Decline, Lift, Eliminate}
    assert record.events[0] == (0, Place(Hex(-1, 2)))
    assert record.events[3] == (0, Draw(2))
    assert record.events[4] == (0, Move(Hex(-1, 2), Hex(-1, 0)))
    assert record.events[LIFT] == (None, Lift(0))
    assert record.events[LIFT + 1] == (2, Eliminate(2))


def test_what_is_read_is_written_again() -> None:
    assert format_record(parse_record(GAME)) == GAME
    assert list(format_record(parse_record(GAME))) == list(GAME), "in the order of the contract"
    assert dump_record(parse_record(GAME)) == json.dumps(GAME, separators=(",", ":"))
    assert load_record(json.dumps(GAME, indent=3)) == parse_record(GAME)


def test_the_head_is_read() -> None:
    record = parse_record(GAME)
    assert record.teams == (Team("Ada", "red"), Team("Bob", "blue"), Team("Cleo", "green"))
    assert record.game.seats == 3
    assert record.game.moles == 1
    assert record.game.first == 0
    assert record.game.stack.code == "pair-00"
    assert record.game.rules.as_dict() == GAME["rules"]
    assert record.outcome is None
    assert TEAMS == ("red", "blue", "green", "yellow")


def test_a_finished_game_has_its_result(game: dict[str, Any]) -> None:
    record = parse_record(finished(game))
    assert record.outcome == Outcome((0,), "shovel", None)
    assert format_record(record) == game


def test_left_out_specials_are_none(game: dict[str, Any]) -> None:
    del game["boards"]["levels"][0]["specials"]
    assert parse_record(game) == parse_record(GAME)


def test_the_discs_may_stand_in_any_order(game: dict[str, Any]) -> None:
    game["discs"].reverse()
    assert parse_record(game) == parse_record(GAME)


@pytest.mark.parametrize(
    ("key", "value", "where", "what"),
    [
        ("format", "chess", "format", "expected 'taupes-record', not 'chess'"),
        ("version", 3, "version", "expected 1 or 2, not 3"),
        ("version", True, "version", "expected 1 or 2, not True"),
        ("version", 1.0, "version", "expected 1 or 2, not 1.0"),
        ("version", 2, "record", "moles: expected a list, not 1"),
        ("boards", "classic", "boards", "not a table; a board set has a name and levels"),
        ("orientations", [0, 6], "orientations", "expected numbers from 0 to 5, not [0, 6]"),
        (
            "orientations",
            [0],
            "orientations",
            (
                "1 orientations for 2 boards of 'pair': give one digit from 0 to 5 for each, "
                "top to bottom"
            ),
        ),
        ("orientations", "00", "record", "orientations: expected a list, not '00'"),
        ("rules", [], "rules", "expected an object, not []"),
        ("players", {}, "record", "players: expected a list, not {}"),
        ("players", [], "record", "0 players: the game is for 2, 3 or 4"),
        ("moles", "1", "record", "moles: expected a whole number, not '1'"),
        (
            "moles",
            [1, 1, 2],
            "record",
            "moles: expected a whole number, for a list by seat is of version 2",
        ),
        ("moles", True, "record", "moles: expected a whole number, not True"),
        ("moles", 0, "record", "0 moles each: everybody needs at least one"),
        (
            "moles",
            6,
            "record",
            "3 times 6 moles do not fit on 'lawn', which has 17 cells beside its holes",
        ),
        ("first", True, "record", "first: expected a whole number, not True"),
        ("first", 3, "record", "player 3 cannot begin: seats run from 0 to 2"),
        ("discs", [1, 2, 3], "discs", "expected [1, 2, 2, 3, 3, 4], not [1, 2, 3]"),
        ("events", None, "record", "events: expected a list, not None"),
        ("result", [], "result", "expected an object, not []"),
    ],
)
def test_a_wrong_head_is_refused(
    game: dict[str, Any], key: str, value: object, where: str, what: str
) -> None:
    game[key] = value
    refuse(game, where, what)


@pytest.mark.parametrize(
    ("moles", "what"),
    [
        ([], "moles: expected a whole number by seat, not []"),
        ([1, "2", 3], "moles: expected a whole number by seat, not [1, '2', 3]"),
        ([1, True, 3], "moles: expected a whole number by seat, not [1, True, 3]"),
        ([1, 2.0, 3], "moles: expected a whole number by seat, not [1, 2.0, 3]"),
        ([1, [2], 3], "moles: expected a whole number by seat, not [1, [2], 3]"),
        ([1, None, 3], "moles: expected a whole number by seat, not [1, None, 3]"),
        ([1, 10**9, 3], "moles: expected a whole number by seat, not [1, 1000000000, 3]"),
        (
            [1, 2],
            "1,2 moles: expected one number for everybody, or one for each of the 3 seats",
        ),
        (
            [1, 2, 3, 4],
            "1,2,3,4 moles: expected one number for everybody, or one for each of the 3 seats",
        ),
        ([1, 0, 3], "1,0,3 moles by seat: everybody needs at least one"),
        ([1, -2, 3], "1,-2,3 moles by seat: everybody needs at least one"),
        (
            [1, 2, 15],
            "1 and 2 and 15 moles do not fit on 'lawn', which has 17 cells beside its holes",
        ),
        (
            [2, 2, 2],
            "moles: expected unlike numbers in version 2, not [2, 2, 2]; for all alike write one",
        ),
        (2, "moles: expected a list, not 2"),
        ("1,2,3", "moles: expected a list, not '1,2,3'"),
        ({"0": 1}, "moles: expected a list, not {'0': 1}"),
        (None, "moles: expected a list, not None"),
    ],
)
def test_a_wrong_handicap_is_refused(game: dict[str, Any], moles: object, what: str) -> None:
    refuse(game | {"version": 2, "moles": moles}, "record", what)


@pytest.mark.parametrize("key", GAME)
def test_a_missing_key_is_named(game: dict[str, Any], key: str) -> None:
    del game[key]
    with pytest.raises(BadRecord) as caught:
        parse_record(game)
    assert key in str(caught.value)
    assert caught.value.where in ("record", key)


def test_wrong_rules_are_refused(game: dict[str, Any]) -> None:
    game["rules"]["victory"] = "cake"
    refuse(game, "rules", "option victory: expected shovel or points, not 'cake'")
    game["rules"]["victory"] = "shovel"
    game["rules"]["special_cells"] = 1
    refuse(game, "rules", "option special_cells: expected true or false, not 1")
    del game["rules"]["special_cells"]
    refuse(game, "rules", "'special_cells' is missing")


def test_wrong_players_are_refused(game: dict[str, Any]) -> None:
    game["players"][1] = "Bob"
    refuse(game, "players 1", "expected an object, not 'Bob'")
    game["players"][1] = {"name": "B\tb", "team": "blue"}
    refuse(game, "players 1", "name: expected 1 to 40 printable characters, not 'B\\tb'")
    game["players"][1] = {"name": "Bob"}
    refuse(game, "players 1", "'team' is missing")


def test_wrong_boards_are_refused(game: dict[str, Any]) -> None:
    game["boards"]["levels"][1]["holes"] = [[1, 0]]
    with pytest.raises(BadRecord, match="the last board has one hole"):
        parse_record(game)


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ([], "expected an object, not []"),
        ({}, "'type' is missing"),
        (
            {"type": "jump", "player": 0},
            (
                "unknown type 'jump'; the types are place, draw, move, blocked, pass, decline, "
                "lift, eliminate"
            ),
        ),
        ({"type": ["move"], "player": 0}, None),
        ({"type": "draw", "player": 0}, "'disc' is missing"),
        ({"type": "draw", "disc": 1}, "'player' is missing"),
        ({"type": "draw", "player": 3, "disc": 1}, "no player 3: seats run from 0 to 2"),
        ({"type": "draw", "player": -1, "disc": 1}, "no player -1: seats run from 0 to 2"),
        ({"type": "draw", "player": 0, "disc": "2"}, "disc: expected a whole number, not '2'"),
        ({"type": "draw", "player": 0, "disc": 2.0}, "disc: expected a whole number, not 2.0"),
        (
            {"type": "draw", "player": 0, "disc": 5},
            "None of the face-down discs is a 5. (RULES, A turn, 3)",
        ),
        ({"type": "draw", "player": 1, "disc": 1}, "It is not Bob’s turn. (RULES, Set-up, 4)"),
        (
            {"type": "move", "player": 0, "from": [-1, 2], "to": [-1, 0]},
            "Turn over a disc first. (RULES, A turn, 1)",
        ),
        (
            {"type": "move", "player": 0, "from": [-1], "to": [-1, 0]},
            "from: expected a cell such as [1, -1], not [-1]",
        ),
        ({"type": "move", "player": 0, "from": [-1, 2]}, "'to' is missing"),
        (
            {"type": "place", "player": 0, "cell": [2, 0]},
            "All moles are placed already: now they move. (RULES, Set-up, 5)",
        ),
        (
            {"type": "pass", "player": 0},
            (
                "You may not pass: the mole on a2 is not in a hole. Turn over a disc. "
                "(RULES, A turn, 4)"
            ),
        ),
        (
            {"type": "decline", "player": 0},
            "There is no extra disc to decline here. (RULES, Pro version)",
        ),
        ({"type": "lift", "level": 0}, "lift does not follow from the event before"),
        ({"type": "lift", "level": "0"}, "level: expected a whole number, not '0'"),
        ({"type": "eliminate", "player": 1}, "eliminate does not follow from the event before"),
    ],
)
def test_a_wrong_event_is_refused(game: dict[str, Any], event: object, what: str | None) -> None:
    game["events"][3] = event
    if what is not None:
        refuse(game, "event 3", what, 3)
        return
    with pytest.raises(BadRecord) as caught:
        parse_record(game)
    assert caught.value.event == 3


@pytest.mark.parametrize(
    ("origin", "target", "what"),
    [
        ([-1, 2], [-1, 1], "The disc shows 2: the mole must move exactly that far, not 1."),
        ([-1, 2], [1, 1], "A mole moves in a straight line and never turns a corner"),
        ([-1, 2], [-3, 2], "That place is not on this board."),
        ([1, -2], [1, 0], "The mole on e4 is not yours."),
        ([2, 0], [0, 0], "There is no mole on c5."),
        ([99, 0], [0, 0], "That place is not on this board."),
    ],
)
def test_a_wrong_move_is_refused_with_its_reason(
    game: dict[str, Any], origin: list[int], target: list[int], what: str
) -> None:
    game["events"][4].update({"from": origin, "to": target})
    with pytest.raises(BadRecord) as caught:
        parse_record(game)
    assert caught.value.event == 4
    assert what in str(caught.value)


def test_a_missing_lift_is_noticed(game: dict[str, Any]) -> None:
    del game["events"][LIFT]
    refuse(game, "event 12", "{'type': 'lift', 'level': 0} must follow from the event before", LIFT)


def test_a_missing_elimination_is_noticed(game: dict[str, Any]) -> None:
    del game["events"][LIFT + 1]
    refuse(
        game, "event 13", "{'type': 'eliminate', 'player': 2} must follow from the event before", 13
    )


def test_a_lift_missing_at_the_end_is_noticed(game: dict[str, Any]) -> None:
    del game["events"][LIFT:]
    refuse(game, "event 12", "missing: {'type': 'lift', 'level': 0} must follow", 12)
    game["events"].append({"type": "lift", "level": 0})
    refuse(game, "event 13", "missing: {'type': 'eliminate', 'player': 2} must follow", 13)


def test_a_wrong_lift_is_noticed(game: dict[str, Any]) -> None:
    game["events"][LIFT]["level"] = 1
    refuse(game, "event 12", "{'type': 'lift', 'level': 0} must follow from the event before", LIFT)


def test_the_wrong_player_eliminated_is_noticed(game: dict[str, Any]) -> None:
    game["events"][LIFT + 1]["player"] = 0
    refuse(
        game, "event 13", "{'type': 'eliminate', 'player': 2} must follow from the event before", 13
    )


def test_eliminations_before_lifts_are_noticed(game: dict[str, Any]) -> None:
    events = game["events"]
    events[LIFT], events[LIFT + 1] = events[LIFT + 1], events[LIFT]
    refuse(game, "event 12", "{'type': 'lift', 'level': 0} must follow from the event before", LIFT)


def test_a_second_lift_is_noticed(game: dict[str, Any]) -> None:
    game["events"].insert(LIFT + 1, {"type": "lift", "level": 0})
    refuse(
        game, "event 13", "{'type': 'eliminate', 'player': 2} must follow from the event before", 13
    )
    del game["events"][LIFT + 1]
    game["events"].insert(LIFT + 2, {"type": "lift", "level": 1})
    refuse(game, "event 14", "lift does not follow from the event before", 14)


def test_an_eliminated_player_has_no_events(game: dict[str, Any]) -> None:
    game["events"][LIFT + 2]["player"] = 2
    refuse(game, "event 14", "It is not Cleo’s turn. (RULES, Set-up, 4)", 14)


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"winners": [1], "reason": "shovel", "points": None},
        {"winners": [], "reason": "stalemate", "points": None},
        {"winners": [0], "reason": "points", "points": None},
        {"winners": [0], "reason": "shovel", "points": [1, 0, 0]},
        {"winners": [0, 0], "reason": "shovel", "points": None},
    ],
)
def test_a_wrong_result_is_noticed(game: dict[str, Any], result: object) -> None:
    finished(game)["result"] = result
    right = '{"winners": [0], "reason": "shovel", "points": null}'
    refuse(game, "result", f"does not follow from the events, which give {right}")


def test_a_result_too_early_is_noticed(game: dict[str, Any]) -> None:
    game["result"] = {"winners": [0], "reason": "shovel", "points": None}
    refuse(game, "result", "does not follow from the events, which give null")


def test_a_result_of_a_wrong_form_is_refused(game: dict[str, Any]) -> None:
    game["result"] = {"winners": ["Ada"], "reason": "shovel", "points": None}
    refuse(game, "result", "expected winners as seats, a reason, and points or null")
    game["result"] = {"winners": [0], "points": None}
    refuse(game, "result", "'reason' is missing")


def test_nothing_follows_the_end(game: dict[str, Any]) -> None:
    finished(game)["events"].append({"type": "draw", "player": 1, "disc": 2})
    refuse(game, "event 21", "The game is over. (RULES, End of the game)", 21)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "record: not JSON: Expecting value"),
        ("{", "record: not JSON: "),
        ("null", "record: expected an object, not None"),
        ("[1]", "record: expected an object, not [1]"),
        ('{"format": "chess"}', "format: expected 'taupes-record', not 'chess'"),
        ("{}", "format: expected 'taupes-record', not None"),
    ],
)
def test_text_that_is_no_record_is_refused(text: str, what: str) -> None:
    with pytest.raises(BadRecord) as caught:
        load_record(text)
    assert str(caught.value).startswith(what)
    assert caught.value.event is None


def test_replay_gives_the_position_after_every_event() -> None:
    record = parse_record(GAME)
    states = list(record.replay())
    assert len(states) == len(record.events) + 1
    assert states[0] == new_game(record.game)
    assert [record.at(number) for number in range(len(states))] == states
    assert states[4].disc == 2
    assert states[5].cells(0) == (Hex(-1, 0),)
    assert states[LIFT].level == 1, "a lift belongs to the move it follows from"
    assert states[LIFT] == states[LIFT + 1] == states[LIFT + 2]
    assert states[-1].phase is Phase.MOVE


@pytest.mark.parametrize("number", [-1, len(GAME["events"]) + 1])
def test_there_is_no_position_outside_the_record(number: int) -> None:
    with pytest.raises(ValueError, match=rf"no event {number}: this record has 20"):
        parse_record(GAME).at(number)


def test_a_record_is_cut_after_an_event(game: dict[str, Any]) -> None:
    record = parse_record(finished(game))
    assert record.upto(0).events == ()
    assert record.upto(5).events == record.events[:5]
    assert record.upto(5).outcome is None
    assert parse_record(format_record(record.upto(5))) == record.upto(5)
    assert record.upto(len(record.events)) == record
    assert len(record.upto(LIFT).events) == LIFT + 2, "with the lift and the elimination"


def test_events_of_an_action_are_those_of_the_record() -> None:
    record = parse_record(GAME)
    state, events = new_game(record.game), list[Event]()
    while len(events) < len(record.events):
        _, action = record.events[len(events)]
        assert not isinstance(action, Lift | Eliminate)
        after = apply(state, action)
        events.extend(events_of(state, action, after))
        state = after
    assert tuple(events) == record.events
    assert [format_event(event, seat) for seat, event in events] == GAME["events"]


def test_the_first_difference_is_said(game: dict[str, Any]) -> None:
    record = parse_record(GAME)
    assert difference(record, parse_record(game)) is None
    game["players"][0]["name"] = "Eve"
    assert difference(record, parse_record(game)) == "players"
    game["players"][0]["name"] = "Ada"
    game["events"][-1]["disc"] = 3
    assert difference(record, parse_record(game)) == (
        'event 19: {"type": "draw", "player": 0, "disc": 1} and '
        '{"type": "draw", "player": 0, "disc": 3}'
    )
    del game["events"][-1]
    assert difference(record, parse_record(game)) == (
        'event 19: {"type": "draw", "player": 0, "disc": 1} and null'
    )
    end = replace(record, outcome=Outcome((), "stalemate", None))
    assert difference(record, end) == "result"


def test_unknown_keys_are_kept_wherever_they_are(game: dict[str, Any]) -> None:
    game["clock"] = {"white": 3, "list": [1, {"a": None}]}
    game["boards"]["description"] = "Two boards."
    game["boards"]["levels"][1]["a/b~c"] = 1.5
    game["rules"]["house"] = "no shouting"
    game["players"][2]["age"] = 8
    game["events"][4]["time"] = "ünï"
    game["events"][LIFT]["noise"] = True
    finished(game)["result"]["applause"] = None
    record = parse_record(game)
    assert record.extras == (
        ("/boards/description", '"Two boards."'),
        ("/boards/levels/1/a~1b~0c", "1.5"),
        ("/clock", '{"white": 3, "list": [1, {"a": null}]}'),
        ("/events/12/noise", "true"),
        ("/events/4/time", '"ünï"'),
        ("/players/2/age", "8"),
        ("/result/applause", "null"),
        ("/rules/house", '"no shouting"'),
    )
    assert format_record(record) == game
    assert load_record(dump_record(record)) == record
    assert difference(record, replace(record, extras=())) == "boards"


def test_a_cut_record_keeps_the_keys_that_still_have_a_place(game: dict[str, Any]) -> None:
    game["events"][4]["time"] = 17
    game["events"][14]["time"] = 99
    game["events_seen_by"] = ["Eve"]
    record = parse_record(game).upto(10)
    assert record.extras == (("/events/4/time", "17"), ("/events_seen_by", '["Eve"]'))


@pytest.mark.parametrize("number", [-1, -5])
def test_a_record_is_not_cut_before_its_beginning(number: int) -> None:
    with pytest.raises(ValueError, match="no event"):
        parse_record(GAME).upto(number)


def test_what_is_dumped_can_be_stored(game: dict[str, Any]) -> None:
    """A key nobody knows may hold half a character; the file must still be UTF-8 and JSON."""
    game["comment"] = "\ud800"
    record = load_record(json.dumps(game))
    assert load_record(dump_record(record).encode().decode()) == record


def test_numbers_that_json_does_not_know_are_refused(game: dict[str, Any]) -> None:
    game["clock"] = float("nan")
    with pytest.raises(BadRecord):
        load_record(json.dumps(game))


def test_a_record_made_by_hand_is_checked_by_its_replay() -> None:
    record = parse_record(GAME)
    wrong = Record(record.game, record.teams, ((0, Draw(1)),))
    with pytest.raises(BadRecord, match="event 0: First all moles are placed"):
        list(wrong.replay())


def test_the_page_names_every_key_and_event_and_its_example_is_valid() -> None:
    page = PAGE.read_text("utf-8")
    keys = {*GAME, *GAME["rules"], *GAME["boards"], *GAME["boards"]["levels"][1]}
    keys |= {"name", "team", "winners", "reason", "points", "from", "to", "cell", "level", "disc"}
    keys |= {event["type"] for event in GAME["events"]}
    assert [key for key in sorted(keys) if f"`{key}`" not in page] == []
    assert "record.schema.json" in page
    example = page.split("```json\n")[1].split("```")[0]
    record = load_record(example)
    assert record.outcome is not None
