"""The JSON Schema of the record says the same as the reader, as far as form goes."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from taupes.rules import OPTIONS, PRESETS, BadRecord, Rules, format_record, parse_record
from taupes.rules.record import EVENT_TYPES
from tests.conformance.generate import random_record

GOLDEN: Final = sorted(Path(__file__).parents[1].joinpath("golden").glob("*.json"))
SCHEMA: Final[dict[str, Any]] = json.loads(
    files("taupes.rules").joinpath("record.schema.json").read_text("utf-8")
)
VALIDATOR: Final = Draft202012Validator(SCHEMA)


def test_the_schema_itself_is_sound() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert "://" not in SCHEMA["$id"], "an identity, not an address that may die"


def test_every_field_is_described() -> None:
    undescribed = [path for path, node in _fields(SCHEMA, "#") if not node.get("description")]
    assert not undescribed


def _fields(schema: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for table in ("properties", "$defs"):
        for name, node in schema.get(table, {}).items():
            yield f"{path}/{table}/{name}", node
            yield from _fields(node, f"{path}/{table}/{name}")


def test_extra_keys_are_forbidden_nowhere() -> None:
    text = json.dumps(SCHEMA)
    assert "additionalProperties" not in text
    assert "unevaluatedProperties" not in text


def test_the_schema_knows_the_options_and_events_of_the_code() -> None:
    rules = SCHEMA["$defs"]["rules"]
    assert list(rules["properties"]) == list(OPTIONS)
    assert rules["required"] == list(Rules().as_dict())
    events = [node["$ref"].rpartition("/")[2] for node in SCHEMA["$defs"]["event"]["oneOf"]]
    assert events == list(EVENT_TYPES.values())
    assert all(SCHEMA["$defs"][name]["properties"]["type"]["const"] == name for name in events)
    for preset in PRESETS.values():
        for options in (preset.pair, preset.more):
            Draft202012Validator({**SCHEMA, "$ref": "#/$defs/rules", "required": []}).validate(
                options.as_dict()
            )


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_are_valid(path: Path) -> None:
    VALIDATOR.validate(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("seed", range(40))
def test_random_records_are_valid(seed: int) -> None:
    VALIDATOR.validate(format_record(random_record(seed, 20 + seed * 5)))


def test_extra_keys_are_valid_everywhere() -> None:
    record = format_record(random_record(1))
    for table in list(_tables(record)):
        table["a key/nobody~knows"] = {"type": 3, "deep": [None, 1.5]}
    VALIDATOR.validate(record)
    parse_record(record)


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inner:
        yield from _tables(item)


Breakage = Callable[[dict[str, Any]], object]


def _set(*path: str | int, to: Any) -> Breakage:
    def change(record: dict[str, Any]) -> None:
        place: Any = record
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


def _drop(*path: str | int) -> Breakage:
    def change(record: dict[str, Any]) -> None:
        place: Any = record
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


BREAKAGES: Final[dict[str, Breakage]] = {
    **{f"no {key}": _drop(key) for key in SCHEMA["required"]},
    **{f"no option {key}": _drop("rules", key) for key in Rules().as_dict()},
    **{f"option {key} is null": _set("rules", key, to=None) for key in Rules().as_dict()},
    "another format": _set("format", to="chess"),
    "a later version": _set("version", to=2),
    "version as text": _set("version", to="1"),
    "boards as a name": _set("boards", to="classic"),
    "boards without name": _drop("boards", "name"),
    "an empty board set name": _set("boards", "name", to=""),
    "boards without levels": _drop("boards", "levels"),
    "one board": lambda record: record["boards"].update(levels=record["boards"]["levels"][:1]),
    "nine boards": lambda record: record["boards"].update(
        levels=record["boards"]["levels"][:1] * 9
    ),
    "a level that is no table": _set("boards", "levels", 0, to=[]),
    "a level without name": _drop("boards", "levels", 0, "name"),
    "a level without radius": _drop("boards", "levels", 0, "radius"),
    "radius 0": _set("boards", "levels", 0, "radius", to=0),
    "radius 13": _set("boards", "levels", 0, "radius", to=13),
    "radius true": _set("boards", "levels", 0, "radius", to=True),
    "a level without holes": _drop("boards", "levels", 0, "holes"),
    "no hole": _set("boards", "levels", 0, "holes", to=[]),
    "the same hole twice": lambda record: record["boards"]["levels"][0]["holes"].append(
        record["boards"]["levels"][0]["holes"][0]
    ),
    "a hole with three coordinates": _set("boards", "levels", 0, "holes", 0, to=[0, 0, 0]),
    "a hole with half coordinates": _set("boards", "levels", 0, "holes", 0, to=[0.5, 0]),
    "specials null": _set("boards", "levels", 1, "specials", to=None),
    "a special cell by name": _set("boards", "levels", 1, "specials", to=["e5"]),
    "solid as text": _set("boards", "levels", 1, "solid", to="024"),
    "a seventh direction": _set("boards", "levels", 1, "solid", to=[0, 2, 6]),
    "orientations as text": _set("orientations", to="0351"),
    "orientation 6": _set("orientations", 0, to=6),
    "orientation -1": _set("orientations", 0, to=-1),
    "orientation true": _set("orientations", 0, to=True),
    "no orientation": _set("orientations", to=[]),
    "rules as a preset": _set("rules", to="web"),
    "an unknown value of an option": _set("rules", "victory", to="cake"),
    "special_cells as a number": _set("rules", "special_cells", to=1),
    "stall_limit below 0": _set("rules", "stall_limit", to=-1),
    "stall_limit beyond a million": _set("rules", "stall_limit", to=1_000_001),
    "stall_limit true": _set("rules", "stall_limit", to=True),
    "players as a number": _set("players", to=2),
    "one player": lambda record: record.update(players=record["players"][:1]),
    "five players": lambda record: record.update(players=record["players"][:1] * 5),
    "a player as text": _set("players", 0, to="Ada"),
    "a player without name": _drop("players", 0, "name"),
    "a player without team": _drop("players", 0, "team"),
    "an empty name": _set("players", 0, "name", to=""),
    "a name of 41 letters": _set("players", 0, "name", to="a" * 41),
    "a name with a line end": _set("players", 0, "name", to="A\nda"),
    "a team that is a number": _set("players", 0, "team", to=1),
    "no moles": _set("moles", to=0),
    "moles as text": _set("moles", to="3"),
    "half a mole": _set("moles", to=1.5),
    "a handicap of version 1": lambda record: record.update(version=1, moles=[1, 2]),
    "one number of version 2": lambda record: record.update(version=2, moles=2),
    "a handicap of one": lambda record: record.update(version=2, moles=[2]),
    "a handicap of five": lambda record: record.update(version=2, moles=[1, 2, 3, 4, 5]),
    "a handicap with nothing": lambda record: record.update(version=2, moles=[0, 2]),
    "a handicap with text": lambda record: record.update(version=2, moles=["1", 2]),
    "a handicap with truth": lambda record: record.update(version=2, moles=[True, 2]),
    "five discs": _set("discs", to=[1, 2, 2, 3, 3]),
    "a disc of 5": _set("discs", to=[1, 2, 2, 3, 3, 5]),
    "discs as text": _set("discs", to="122334"),
    "first below 0": _set("first", to=-1),
    "first is the fifth": _set("first", to=4),
    "first false": _set("first", to=False),
    "events as a table": _set("events", to={}),
    "an event that is no table": _set("events", 0, to=[]),
    "an event without type": _drop("events", 0, "type"),
    "an event of unknown type": _set("events", 0, "type", to="dance"),
    "an event of type null": _set("events", 0, "type", to=None),
    "an event without player": _drop("events", 0, "player"),
    "player true": _set("events", 0, "player", to=True),
    "player 4": _set("events", 0, "player", to=4),
    "a placement without cell": _drop("events", 0, "cell"),
    "a cell by name": _set("events", 0, "cell", to="e5"),
    "a cell of one number": _set("events", 0, "cell", to=[0]),
    "a cell of texts": _set("events", 0, "cell", to=["0", "0"]),
    "a draw without disc": _set("events", 0, to={"type": "draw", "player": 0}),
    "disc null": _set("events", 0, to={"type": "draw", "player": 0, "disc": None}),
    "disc 5": _set("events", 0, to={"type": "draw", "player": 0, "disc": 5}),
    "a move without from": _set("events", 0, to={"type": "move", "player": 0, "to": [0, 0]}),
    "a move without to": _set("events", 0, to={"type": "move", "player": 0, "from": [0, 0]}),
    "a lift without level": _set("events", 0, to={"type": "lift"}),
    "a lift of level -1": _set("events", 0, to={"type": "lift", "level": -1}),
    "an elimination without player": _set("events", 0, to={"type": "eliminate"}),
    "result false": _set("result", to=False),
    "result without winners": _drop("result", "winners"),
    "result without reason": _drop("result", "reason"),
    "result without points": _drop("result", "points"),
    "winners null": _set("result", "winners", to=None),
    "a winner by name": _set("result", "winners", to=["Ada"]),
    "an unknown reason": _set("result", "reason", to="luck"),
    "points as a number": _set("result", "points", to=3),
    "points of texts": _set("result", "points", to=["1", "2"]),
}


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    record = format_record(random_record(11))
    VALIDATOR.validate(record)
    parse_record(record)
    assert record["result"] is not None
    assert record["first"] in (0, 1)
    return record


@pytest.mark.parametrize("breakage", BREAKAGES.values(), ids=BREAKAGES)
def test_what_breaks_the_form_fails_schema_and_reader(
    breakage: Breakage, finished: dict[str, Any]
) -> None:
    record = deepcopy(finished)
    breakage(record)
    assert not VALIDATOR.is_valid(record)
    with pytest.raises(BadRecord, match=r"^[\w ]+: \S"):
        parse_record(record)


@pytest.mark.parametrize("value", [None, [], "taupes-record", 1, {}], ids=repr)
def test_what_is_no_record_at_all_fails_schema_and_reader(value: object) -> None:
    assert not VALIDATOR.is_valid(value)
    with pytest.raises(BadRecord):
        parse_record(value)
