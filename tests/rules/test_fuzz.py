"""Broken input of every kind is accepted or refused with a word; nothing else ever happens."""

import json
import string
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import pytest

from taupes.rules import (
    SHIPPED,
    BadBoard,
    BadNotation,
    BadRecord,
    Record,
    check_board_file,
    dump_record,
    format_notation,
    format_record,
    load_boards,
    load_record,
    load_stack,
    parse_boards,
    parse_notation,
    parse_record,
)
from tests.conformance.generate import random_record

LONGEST: Final = 600
"""Characters in the message of one problem."""
SLOWEST: Final = 5.0
"""Seconds for one input; each takes some milliseconds."""

GOLDEN: Final = sorted(Path(__file__).parents[1].joinpath("golden").glob("*.taupes"))
RECORDS: Final = [
    *(parse_notation(path.read_text("utf-8")) for path in GOLDEN[::3]),
    *(random_record(seed, 80) for seed in range(12)),
]

ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    2**63,
    -(10**30),
    10**4000,
    0.5,
    1.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "0",
    "e5",
    " ",
    "\x00",
    "\ud800",
    "x" * 5_000,
    "move",
    "lift",
    [],
    [[]],
    [0, 0],
    [None],
    [1] * 3_000,
    {},
    {"type": "move"},
    {"x" * 5_000: 1},
)


def attempt(read: Callable[[Any], object], what: object) -> bool:
    """Whether an input is accepted; if not, that it is refused as it should be."""
    begin = process_time()
    problems: list[str] = []
    try:
        read(what)
    except BadBoard as error:
        problems = [str(problem) for problem in error.problems] or [""]
    except (BadRecord, BadNotation) as error:
        problems = str(error).splitlines() or [""]
    assert process_time() - begin < SLOWEST
    for problem in problems:
        assert 0 < len(problem) < LONGEST, problem[:200]
    return not problems


def read_and_write(text: str) -> None:
    record = load_record(text)
    assert load_record(dump_record(record)) == record


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def mutate(data: dict[str, Any], rng: Random) -> None:
    """Change one place of a JSON value for the worse."""
    place, key = rng.choice(list(places(data)))
    old = place[key]
    match rng.randrange(6):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(rng.randrange(len(place) + 1), deepcopy(old))
        case 1:
            place[rng.choice(("type", "player", "name", "x", "a b/~"))] = deepcopy(old)
        case 2 | 3:
            place[key] = deepcopy(rng.choice(ODD))
        case 4 if isinstance(old, int):
            place[key] = old + rng.choice((-2, -1, 1, 2, 6, 100))
        case 4:
            place[key] = [old]
        case _:
            other, other_key = rng.choice(list(places(data)))
            place[key] = deepcopy(other[other_key])


@pytest.mark.parametrize("chunk", range(4))
def test_records_with_mutated_values(chunk: int) -> None:
    rng = Random(f"values {chunk}")
    plain = [format_record(record) for record in RECORDS]
    accepted = 0
    for _ in range(600):
        data = deepcopy(rng.choice(plain))
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            mutate(data, rng)
        accepted += attempt(parse_record, data)
    assert 0 < accepted < 500


@pytest.mark.parametrize("index", range(len(ODD)))
def test_every_place_of_a_record_holding_something_odd(index: int) -> None:
    """Each value at each key of the head and at each key of one event of each type."""
    data = format_record(parse_notation(GOLDEN[0].read_text("utf-8")))
    kinds = {event["type"]: event for event in data["events"]}
    data["events"] = [*data["events"][:3], *kinds.values()]
    for number in range(len(list(places(data)))):
        changed = deepcopy(data)
        place, key = list(places(changed))[number]
        place[key] = ODD[index]
        attempt(parse_record, changed)


@pytest.mark.parametrize("name", ["moles", "first", "disc", "player", "cell", "hole", "radius"])
def test_huge_numbers_get_short_answers(name: str) -> None:
    data = format_record(RECORDS[0])
    big = 10**4000
    event = data["events"][0]
    match name:
        case "moles" | "first":
            data[name] = big
        case "disc":
            at = next(i for i, e in enumerate(data["events"]) if e["type"] == "draw")
            data["events"][at]["disc"] = big
        case "player":
            event["player"] = big
        case "cell":
            event["cell"] = [big, -big]
        case "hole":
            data["boards"]["levels"][0]["holes"][0] = [big, 0]
        case _:
            data["boards"]["levels"][0]["radius"] = big
    assert not attempt(load_record, json.dumps(data))


def mangle(text: str, rng: Random) -> str:
    """Change some bytes of a text; what is no longer UTF-8 becomes lone surrogates."""
    data = bytearray(text.encode())
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(data) or 1)
        data += b"" if data else b"\n"
        match rng.randrange(6):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randint(1, 20)]
            case 2:
                data[at:at] = data[at : at + rng.randint(1, 60)]
            case 3:
                data[at:at] = rng.choice(
                    (
                        b"[",
                        b"]",
                        b"{",
                        b"}",
                        b'"',
                        b",",
                        b"-",
                        b"1e999",
                        b"NaN",
                        b"\\ud800",
                        b"\x00",
                    )
                )
            case 4:
                data[at] = rng.choice(string.printable).encode()[0]
            case _:
                del data[at:]
                data += b"\n"
    return bytes(data).decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("chunk", range(2))
def test_record_texts_with_mutated_bytes(chunk: int) -> None:
    rng = Random(f"bytes {chunk}")
    texts = [dump_record(record) for record in RECORDS]
    for _ in range(700):
        text = mangle(rng.choice(texts), rng)
        attempt(read_and_write, text)


def test_truncated_record_texts() -> None:
    text = dump_record(RECORDS[0])
    for end in range(0, len(text), 7):
        assert not attempt(load_record, text[:end])


@pytest.mark.parametrize("chunk", range(3))
def test_mutated_notation(chunk: int) -> None:
    rng = Random(f"notation {chunk}")
    texts = [format_notation(record) for record in RECORDS]
    words = [word for text in texts[:6] for word in text.split()[:40]]
    for _ in range(500):
        text = rng.choice(texts)
        if rng.random() < 0.5:
            text = mangle(text, rng)
        else:
            lines = text.split("\n")
            at = rng.randrange(len(lines))
            parts = lines[at].split(" ")
            parts[rng.randrange(len(parts))] = rng.choice(
                [*words, "", "?", "x" * 5_000, "9" * 5_000]
            )
            lines[at] = " ".join(parts)
            if rng.random() < 0.3:
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
        attempt(parse_notation, text)


@pytest.mark.parametrize(
    "line",
    [
        "taupes",
        "stack",
        "stack -",
        "stack classic-",
        "stack " + "a" * 5_000 + "-0000",
        "stack a\0b-0000",
        "stack \ud800-0000",
        "stack .-0000",
        "stack /-0000",
        "boards",
        "boards " + "[" * 100_000,
        "boards NaN",
        "boards " + "9" * 5_000,
        "orientations " + "0" * 5_000,
        "orientations ٣",
        "rules",
        "rules " + "x" * 5_000,
        "rules web " + "x" * 5_000,
        "rules web victory=" + "x" * 5_000,
        "rules web stall_limit=" + "9" * 5_000,
        "rules web stall_limit=٣",
        "seat",
        "seat A",
        'seat A "',
        'seat A "\\ud800" "\\u0000"',
        "seat A red " + "x" * 5_000,
        "moles " + "9" * 5_000,
        "moles ²",
        "first AB",
        "result",
        "result A shovel " + "9" * 5_000,
        "result " + "A" * 5_000 + " shovel",
        "result A " + "x" * 5_000,
        "extra",
        "extra /",
        "extra /x " + "[" * 100_000,
        "extra /x " + "[" * 100_000 + "]" * 100_000,
        "extra /x " + "9" * 5_000,
        "extra /events/" + "9" * 5_000 + "/x 1",
        "extra /events/-1/x 1",
        "extra /events/٣/x 1",
        "extra " + "/x" * 5_000 + " 1",
        "extra /format/x 1",
        "9" * 5_000,
        "1 " + "A" * 5_000,
        "1 A @" + "x" * 5_000,
        "1 A " + "9" * 5_000,
        "1 A a1-" + "b" * 5_000,
        "x" * 5_000,
        "\ud800",
        "\0",
    ],
    ids=lambda line: ascii(line[:30]),
)
def test_odd_lines_of_notation(line: str) -> None:
    whole = format_notation(parse_notation(GOLDEN[0].read_text("utf-8")))
    attempt(parse_notation, f"{line}\n")
    attempt(parse_notation, f"{line}\n{whole}")
    attempt(parse_notation, f"{whole}{line}\n")
    head, _, turns = whole.partition("\n\n")
    attempt(parse_notation, f"{head}\n{line}\n{turns}")


@pytest.mark.parametrize(
    "name", ["a" * 5_000, "a\0", "", ".", "/", "\ud800"], ids=lambda name: ascii(name[:30])
)
def test_odd_names_of_board_sets(name: str) -> None:
    assert not attempt(load_boards, name)


@pytest.mark.parametrize("chunk", range(2))
def test_mutated_board_files(chunk: int, tmp_path: Path) -> None:
    rng = Random(f"boards {chunk}")
    texts = [
        files("taupes.rules").joinpath(f"boards/{name}.toml").read_text("utf-8") for name in SHIPPED
    ]
    path = tmp_path / "boards.toml"
    for _ in range(300):
        text = mangle(rng.choice(texts), rng)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        accepted = attempt(load_boards, str(path))
        boards, problems = check_board_file(path)
        assert accepted == (boards is not None and all(p.is_warning for p in problems))
        assert all(0 < len(str(problem)) < LONGEST for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "name = 1",
        "levels = 1",
        "levels = [1, 2]",
        "x = " + "9" * 5_000,
        "x = 1e9999",
        "x = " + "[" * 40_000,
        "x = " + "[" * 40_000 + "]" * 40_000,
        "x" * 90_000,
        "x." * 2_000 + "x = 1",
        "[" * 90_000,
        "x = 2020-02-31",
        "x = 99:99:99",
        "\ufeffname = 'x'",
        "name = '" + "x" * 5_000 + "'\nlevels = [{}, {}]",
        "levels = [{radius = " + "9" * 4_000 + "}, {solid = [" + "7, " * 3_000 + "]}]",
        "levels = [{radius = '" + "x" * 4_000 + "'}, {radius = nan}]",
        "x" * 5_000 + " = 1",
        "\n".join(f"k{number} = 1" for number in range(5_000)),
        "levels = [{holes = [" + "[0], " * 5_000 + "]}, {}]",
    ],
    ids=lambda text: ascii(text[:30]),
)
def test_odd_board_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.toml"
    path.write_text(text, "utf-8")
    assert not attempt(load_boards, str(path))
    boards, problems = check_board_file(path)
    assert boards is None
    assert problems
    assert all(0 < len(str(problem)) < LONGEST for problem in problems)


@pytest.mark.parametrize("tail", [b"\xff", b"\xe9", b"\xed\xa0\x80"])
def test_board_files_that_are_no_text(tail: bytes, tmp_path: Path) -> None:
    path = tmp_path / "boards.toml"
    path.write_bytes(b"name = 'x'\n#" + tail)
    assert not attempt(load_boards, str(path))


def test_a_board_file_of_many_holes_takes_no_time(tmp_path: Path) -> None:
    path = tmp_path / "boards.toml"
    levels = [
        f'[[levels]]\nname = "x"\nradius = 2\nholes = [{cell * 4_000}]\n'
        for cell in ("[0,0],", "[1,0],")
    ]
    path.write_text('name = "x"\n' + "".join(levels), "utf-8")
    begin = process_time()
    assert not attempt(load_boards, str(path))
    assert process_time() - begin < 1.5


@pytest.mark.parametrize("brackets", [("[", "", "]"), ('{"a":', "1", "}")], ids=["list", "table"])
@pytest.mark.parametrize("where", ["record", "extra", "name", "boards line", "extra line"])
def test_deep_nesting(where: str, brackets: tuple[str, str, str]) -> None:
    """Around the limit of recursion too, where reading still works and writing may not."""
    text, notation = dump_record(RECORDS[0]), format_notation(RECORDS[0])
    begin, inside, end = brackets
    for depth in (*range(800, 1_010), 5_000, 100_000):
        value = begin * depth + inside + end * depth
        match where:
            case "record":
                attempt(load_record, value)
            case "extra":
                attempt(load_record, f'{text[:-1]},"x":{value}}}')
            case "name":
                attempt(load_record, text.replace('"Ada"', value))
            case "boards line":
                attempt(parse_notation, f"boards {value}\n")
            case _:
                attempt(parse_notation, f"{notation}extra /x {value}\n")


@pytest.mark.parametrize(
    "cell", [[0, 200], [0, -(10**9)], [2**70, 0], [0, 2**70], [-9, -9]], ids=str
)
def test_cells_far_off_the_board(cell: list[int]) -> None:
    data = format_record(RECORDS[0])
    data["events"][0]["cell"] = cell
    assert not attempt(parse_record, data)
    data = format_record(RECORDS[0])
    for event in data["events"]:
        if event["type"] == "move":
            event["to"] = cell
            break
    assert not attempt(parse_record, data)


def test_of_keys_written_twice_the_last_holds() -> None:
    text = dump_record(RECORDS[0])
    assert load_record('{"format":"chess",' + text[1:]) == load_record(text)
    assert not attempt(load_record, text[:-1] + ',"format":"chess"}')


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999", "-0.0", "1E400"])
def test_numbers_beyond_json(value: str) -> None:
    text = dump_record(RECORDS[0])
    for key in ("version", "moles", "first", "orientations", "events", "result", "rules"):
        head, _, _ = text.partition(f'"{key}":')
        assert not attempt(load_record, f'{head}"{key}":{value}}}')


def test_half_characters() -> None:
    text = dump_record(RECORDS[0])
    assert not attempt(load_record, text.replace("Ada", "\\ud800"))
    assert not attempt(load_record, text.replace("Ada", "\ud800"))
    attempt(load_record, text[:-1] + ',"\\ud800":"\\udfff"}')


@pytest.mark.parametrize("code", ["", "-", "classic", "classic-", "classic-6", "-0", "a-b-c-0\n"])
def test_odd_stack_codes(code: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        load_stack(code)
    assert len(str(caught.value)) < LONGEST


def test_mutated_board_tables() -> None:
    rng = Random("tables")
    for _ in range(1_000):
        data = deepcopy(format_record(rng.choice(RECORDS))["boards"])
        mutate(data, rng)
        attempt(parse_boards, data)


def test_what_is_accepted_is_whole() -> None:
    """A record that was changed and is still accepted can be played back to its last event."""
    rng = Random("whole")
    for _ in range(300):
        data = format_record(rng.choice(RECORDS))
        mutate(data, rng)
        try:
            record: Record = parse_record(data)
        except BadRecord:
            continue
        assert len(list(record.replay())) == len(data["events"]) + 1
        assert parse_record(format_record(record)) == record
