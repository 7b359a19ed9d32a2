"""The text notation, literally: what it looks like, how freely it is read, what is refused."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from taupes.rules import (
    BadNotation,
    BadRecord,
    Decline,
    Draw,
    Game,
    Hex,
    Lift,
    Move,
    Outcome,
    Pass,
    Place,
    Record,
    Rules,
    Team,
    Victory,
    format_notation,
    format_record,
    load_boards,
    load_stack,
    parse_notation,
    parse_record,
    preset_rules,
)

PAGE: Final = Path(__file__).parents[2] / "docs" / "notation.md"

BOARDS: Final = (
    '{"name": "pair", "levels": [{"name": "lawn", "radius": 2, "holes": [[-1, 0], [1, 0]], '
    '"specials": []}, {"name": "rock", "radius": 2, "holes": [[0, 0]], "specials": [[-1, 2]], '
    '"solid": [0, 2, 4]}]}'
)
# Three players, one mole each: every word of the notation occurs.
LINES: Final = f"""\
taupes 1
boards {BOARDS}
orientations 00
rules booklet special_cells=on
seat A red Ada
seat B blue Bob
seat C green Cleo
moles 1
first A

1 A @a2
2 B @e4
3 C @c3
4 A 2 a2-c2
5 B 4 blocked
6 C 2 c3-a3
7 A pass
8 B 2 e4-c4 lift 0 out C
9 A 3 blocked
10 B 2 c4-a2 + decline
11 A 1 c2-c3
result A shovel
"""

MOLES_WANTED: Final = (
    "expected one number for everybody, as in 10, or one for each seat, as in 10,8"
)


def changed(old: str, new: str) -> str:
    assert LINES.count(old) == 1, f"{old!r} is not unique"
    return LINES.replace(old, new)


def refuse(text: str, line: int, what: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_notation(text)
    assert caught.value.line == line
    assert str(caught.value) == f"line {line}: {what}"


def test_a_game_is_read_and_written_again() -> None:
    record = parse_notation(LINES)
    assert format_notation(record) == LINES
    assert record.teams == (Team("Ada", "red"), Team("Bob", "blue"), Team("Cleo", "green"))
    assert record.outcome == Outcome((0,), "shovel", None)
    events = [event for _, event in record.events]
    assert events[0] == Place(Hex(-1, 2))
    assert events[3:5] == [Draw(2), Move(Hex(-1, 2), Hex(-1, 0))]
    assert Pass() in events
    assert Decline() in events
    assert Lift(0) in events
    assert [seat for seat, _ in record.events[:5]] == [0, 1, 2, 0, 0]


def test_it_is_the_same_as_the_json_record() -> None:
    record = parse_notation(LINES)
    assert parse_record(json.loads(json.dumps(format_record(record)))) == record


def test_a_shipped_set_is_named_by_its_stack_code() -> None:
    game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10)
    text = format_notation(Record(game, (Team("Ada", "red"), Team("Bob", "blue"))))
    assert text == (
        "taupes 1\nstack classic-0351\nrules web\nseat A red Ada\nseat B blue Bob\n"
        "moles 10\nfirst A\n\n"
    )
    assert parse_notation(text).game == game


def test_a_set_with_a_shipped_name_but_other_boards_is_written_out() -> None:
    quick = load_boards("quick")
    mine = replace(quick, name="classic")
    stack = replace(load_stack("classic-0351"), boards=mine)
    game = Game(stack, preset_rules("web", 2), 2, 10)
    text = format_notation(Record(game, (Team("Ada", "red"), Team("Bob", "blue"))))
    assert "\nboards {" in text
    assert "\norientations 0351\n" in text
    assert parse_notation(text).game.stack.boards == mine


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (preset_rules("web", 2), "web"),
        (preset_rules("shop-points", 2), "shop-points"),
        (preset_rules("web", 2, {"stall_limit": 7}), "web stall_limit=7"),
        (preset_rules("web", 2, {"special_cells": True}), "booklet-pro"),
        (
            Rules(victory=Victory.POINTS, special_cells=True),
            "booklet-pro victory=points",
        ),
    ],
)
def test_rules_are_written_as_the_nearest_preset(rules: Rules, line: str) -> None:
    game = Game(load_stack("quick-0000"), rules, 2, 3)
    text = format_notation(Record(game, (Team("Ada", "red"), Team("Bob", "blue"))))
    assert f"\nrules {line}\n" in text
    assert parse_notation(text).game.rules == rules


def test_without_a_rules_line_the_default_preset_holds() -> None:
    text = "stack quick-0000\nseat A red Ada\nseat B blue Bob\nmoles 3\nfirst B\n"
    record = parse_notation(text)
    assert record.game.rules == preset_rules("web", 2)
    assert record.game.first == 1


@pytest.mark.parametrize(
    ("colour", "name", "line"),
    [
        ("red", "Ada", "seat A red Ada"),
        ("red", "Ada Lovelace", "seat A red Ada Lovelace"),
        ("red", "two  spaces", "seat A red two  spaces"),
        ("dark red", "Ada", 'seat A "dark red" Ada'),
        ("red", " Ada", 'seat A red " Ada"'),
        ("red", '"Ada"', 'seat A red "\\"Ada\\""'),
        ("red", 'A"da', 'seat A red A"da'),
        ("red", "# Ada", "seat A red # Ada"),
        ("red", "Zoé 鼹鼠 🐹", "seat A red Zoé 鼹鼠 🐹"),
        ('"', '"', 'seat A "\\"" "\\""'),
    ],
)
def test_names_are_quoted_only_where_they_must(colour: str, name: str, line: str) -> None:
    record = replace(parse_notation(LINES), extras=())
    record = replace(record, teams=(Team(name, colour), *record.teams[1:]))
    text = format_notation(record)
    assert f"\n{line}\n" in text
    assert parse_notation(text) == record


def test_comments_blank_lines_indents_and_line_ends_are_free() -> None:
    text = "\r\n".join(f" \t{line}  " for line in LINES.split("\n"))
    text = f"# A game.\n\n{text}\n   # The end.\n#\n"
    assert parse_notation(text) == parse_notation(LINES)


def test_the_order_of_the_header_is_free_as_long_as_boards_come_before_turns() -> None:
    head, _, turns = LINES.partition("\n\n")
    lines = head.split("\n")
    seats = [line for line in lines if line.startswith("seat")]
    rest = [line for line in lines if not line.startswith("seat")]
    text = "\n".join([*reversed(rest), *seats, turns])
    assert parse_notation(text) == parse_notation(LINES)


def test_the_plus_is_for_the_eye() -> None:
    assert parse_notation(changed("+ decline", "decline")) == parse_notation(LINES)


def test_unfinished_turns_are_written_as_far_as_they_went() -> None:
    record = parse_notation(LINES)
    ends = [format_notation(record.upto(n)).splitlines()[-1] for n in range(1, 8)]
    assert ends == [
        "1 A @a2",
        "2 B @e4",
        "3 C @c3",
        "4 A 2",
        "4 A 2 a2-c2",
        "5 B 4",
        "5 B 4 blocked",
    ]
    last = format_notation(record.upto(len(record.events) - 2)).splitlines()[-1]
    assert last == "10 B 2 c4-a2 + decline"
    extra = format_notation(record.upto(len(record.events) - 3)).splitlines()[-1]
    assert extra == "10 B 2 c4-a2"


def test_points_and_shared_wins_and_draws_are_written() -> None:
    record = parse_notation(LINES)
    rules = replace(record.game.rules, victory=Victory.POINTS)
    points = replace(
        record,
        game=replace(record.game, rules=rules),
        outcome=Outcome((0,), "points", (2, 1, 0)),
    )
    assert format_notation(points).endswith("\nresult A points 2 1 0\n")
    assert parse_notation(format_notation(points)) == points
    shared = replace(record, outcome=Outcome((0, 2), "points", (1, 0, 1)))
    assert format_notation(shared).endswith("\nresult AC points 1 0 1\n")
    drawn = replace(record, outcome=Outcome((), "stalemate", None))
    assert format_notation(drawn).endswith("\nresult none stalemate\n")


def test_unknown_keys_have_lines_of_their_own() -> None:
    text = LINES + 'extra /clock {"white": [3, null]}\nextra /events/3/time "a b\\nc"\n'
    record = parse_notation(text)
    assert record.extras == (("/clock", '{"white": [3, null]}'), ("/events/3/time", '"a b\\nc"'))
    assert format_notation(record) == text
    assert format_record(record)["events"][3]["time"] == "a b\nc"


@pytest.mark.parametrize("key", ["a b", " ", "a\nb", "\n5 A pass", "a/b~c", "", "\t", "\u2028"])
def test_unknown_keys_may_have_any_name(key: str) -> None:
    data = format_record(parse_notation(LINES))
    data[key] = "a value"
    data["events"][2][key] = None
    record = parse_record(data)
    assert parse_notation(format_notation(record)) == record


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (
            changed("taupes 1", "taupes x"),
            1,
            "'x' is not what may stand here; expected a whole number",
        ),
        (
            changed("moles 1", "mole 1"),
            8,
            (
                "'mole' begins no line; expected a turn's number, taupes, stack, boards, "
                "orientations, rules, seat, moles, first, result or extra"
            ),
        ),
        (
            changed("moles 1", "moles one"),
            8,
            f"moles 'one': {MOLES_WANTED}",
        ),
        (changed("moles 1", "moles"), 8, f"moles '': {MOLES_WANTED}"),
        # A record says what was played, not what was wished for.
        (changed("moles 1", "moles fair-start"), 8, f"moles 'fair-start': {MOLES_WANTED}"),
        (changed("moles 1", "moles 1,"), 8, f"moles '1,': {MOLES_WANTED}"),
        (changed("moles 1", "moles 1 2"), 8, f"moles '1 2': {MOLES_WANTED}"),
        (changed("moles 1", "moles 1,-2"), 8, f"moles '1,-2': {MOLES_WANTED}"),
        (changed("moles 1", "moles 100000000"), 8, f"moles '100000000': {MOLES_WANTED}"),
        (changed("first A", "first E"), 9, "'E' is no seat; the seats are A, B, C and D"),
        (changed("first A", "first"), 9, "'' is no seat; the seats are A, B, C and D"),
        (changed("seat B blue", "seat C blue"), 6, "seat C where seat B is due"),
        (changed("seat B blue", "seat b blue"), 6, "'b' is no seat; the seats are A, B, C and D"),
        (
            changed("seat B blue Bob", 'seat B blue "Bob" by'),
            6,
            "'by' after the name; quote a name that holds quotes",
        ),
        (
            changed("orientations 00", "orientations 06"),
            3,
            "orientations '06': expected one digit from 0 to 5 for each board, as in 0351",
        ),
        (changed("1 A @a2", "2 A @a2"), 11, "turn 2 where turn 1 is due"),
        (changed("8 B 2 e4-c4", "9 B 2 e4-c4"), 18, "turn 9 where turn 8 is due"),
        (changed("1 A @a2", "1 Ada @a2"), 11, "'Ada' is no seat; the seats are A, B, C and D"),
        (changed("1 A @a2", "1"), 11, "'' is no seat; the seats are A, B, C and D"),
        (
            changed("1 A @a2", "1 A @a9"),
            11,
            "'a9' is no cell of this board, whose cells run from a1 to e5",
        ),
        (
            changed("e4-c4", "e4-c99"),
            18,
            "'c99' is no cell of this board, whose cells run from a1 to e5",
        ),
        (
            changed("7 A pass", "7 A passes"),
            17,
            "'passes' is not what may stand here; expected a whole number",
        ),
        (
            changed("lift 0 out", "lift out"),
            18,
            "'out' is not what may stand here; expected a whole number",
        ),
        (changed("out C", "out"), 18, "'' is no seat; the seats are A, B, C and D"),
        (
            changed("result A shovel", "result A"),
            22,
            "expected winners (or none), a reason, and the points if they count",
        ),
        (
            changed("result A shovel", "result X shovel"),
            22,
            "'X' is no seat; the seats are A, B, C and D",
        ),
        (
            changed("result A shovel", "result A shovel x"),
            22,
            "'x' is not what may stand here; expected a whole number",
        ),
        (
            LINES + "extra /moles 3\n",
            23,
            "no place in this record for an extra key '/moles'",
        ),
        (
            LINES + "extra /nowhere/near 3\n",
            23,
            "no place in this record for an extra key '/nowhere/near'",
        ),
        (LINES + "extra\n", 23, "no place in this record for an extra key ''"),
        (LINES + "extra /a\n", 23, "Expecting value: line 1 column 1 (char 0)"),
        ("1 A @a2\n", 1, "a turn before the boards are known; the stack line comes first"),
        (
            "\n\nstack classic\n",
            3,
            (
                "'classic' is no stack code: expected a set's name, a dash and one digit from 0 to "
                "5 for each board, as in classic-0351"
            ),
        ),
        (
            "stack classic-03\n",
            1,
            (
                "2 orientations for 4 boards of 'classic': give one digit from 0 to 5 for each, "
                "top to bottom"
            ),
        ),
    ],
)
def test_a_line_that_is_wrong_is_named(text: str, line: int, what: str) -> None:
    refuse(text, line, what)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (changed(BOARDS, "{"), 2),
        (changed(BOARDS, "[]"), 2),
        (changed(BOARDS, BOARDS.replace("[0, 2, 4]", "[0, 1, 2]")), 2),
        (changed("seat A red Ada", 'seat A red "Ada'), 5),
        ("stack nowhere-0000\n", 1),
    ],
)
def test_a_line_that_cannot_be_understood_is_named(text: str, line: int) -> None:
    with pytest.raises(BadNotation, match=rf"^line {line}: \S") as caught:
        parse_notation(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (changed("taupes 1", "taupes 3"), "version", "expected 1 or 2, not 3"),
        (changed("moles 1\n", ""), "record", "'moles' is missing"),
        (changed("first A\n", ""), "record", "'first' is missing"),
        (changed("seat C green Cleo\n", ""), "event 2", "no player 2: seats run from 0 to 1"),
        (changed("rules booklet", "rules house"), "rules", "no preset 'house'"),
        (changed("special_cells=on", "special_cells=maybe"), "rules", "option special_cells:"),
        (changed("special_cells=on", "special_cells"), "rules", "expected name=value"),
        (changed("seat A red Ada", "seat A red"), "players 0", "name: expected 1 to 40"),
        (changed("2 B @e4", "2 B @c2"), "event 1", "At the start no mole may be placed in a hole"),
        (changed("4 A 2 a2-c2", "4 A 2 a2-b2"), "event 4", "The disc shows 2"),
        (changed(" lift 0 out C", " lift 0"), "event 13", "{'type': 'eliminate', 'player': 2}"),
        (changed("result A shovel", "result B shovel"), "result", "does not follow"),
        ("", "rules", "0 players: the game is for 2, 3 or 4"),
    ],
)
def test_a_text_that_breaks_contract_or_rules_is_a_bad_record(
    text: str, where: str, what: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_notation(text)
    assert caught.value.where == where
    assert what in str(caught.value)


def test_reading_a_text_opens_no_file(tmp_path: Path) -> None:
    """A game may come from anywhere: its stack line may name shipped sets only."""
    secret = tmp_path / "secret"
    secret.write_text("password", "utf-8")
    with pytest.raises(BadNotation) as caught:
        parse_notation(f"stack {secret}-0000\n")
    assert "TOML" not in str(caught.value)


def test_the_example_of_the_page_is_a_game() -> None:
    page = PAGE.read_text("utf-8")
    examples = re.findall(r"```taupes\n(.*?)```", page, re.DOTALL)
    assert examples
    for text in examples:
        record = parse_notation(text)
        assert record.outcome is not None
        plain = [line for line in text.splitlines() if not line.startswith("#")]
        assert format_notation(record).splitlines() == plain


def test_the_page_names_every_word_of_the_notation() -> None:
    page = PAGE.read_text("utf-8")
    with pytest.raises(BadNotation) as caught:
        parse_notation("?\n")
    listed = re.findall(r"\b[a-z]+\b", str(caught.value).partition("number, ")[2])
    words = {word for word in listed if word != "or"}
    assert len(words) == 10
    words |= {"blocked", "pass", "decline", "lift", "out", "none", "#", "+", "@"}
    assert [
        word for word in sorted(words) if f"`{word}`" not in page and f'"{word}"' not in page
    ] == []
    grammar = page.split("```ebnf\n")[1].split("```")[0]
    missing = [word for word in sorted(words) if f'"{word}' not in grammar]
    assert missing == []
