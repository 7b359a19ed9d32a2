"""Files of games: one record, one per line, or a game in notation."""

import json
import sys
from pathlib import Path
from typing import Final

from taupes.cli.sentences import BadFile, file_trouble
from taupes.cli.usage import told
from taupes.rules import BadNotation, BadRecord, Record, State, read_game
from taupes.words.saying import saying

MAX_TEXT: Final = 100_000_000
"""No file of records that fits a person's machine well is larger."""


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read(MAX_TEXT) if path == "-" else _read_bytes(Path(path))
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(path, saying("cli.files.no_text", error=error.reason)) from error
    except OSError as error:
        what = saying("cli.files.unreadable", what=file_trouble(error))
        raise BadFile(path, what) from error


def _read_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise BadFile(str(path), saying("cli.files.too_large", most=MAX_TEXT))
    return data


def split_records(text: str) -> list[str]:
    """The records of a text: one JSON object, one per line, or a game in notation."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and _is_object(lines[0]):
        return lines
    return [text]


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_record(file: str, number: int) -> Record:
    """One record of a file, counted from 1; BadRecord if it has no such record or a bad one."""
    texts = split_records(read_text(file))
    if number > len(texts):
        raise BadFile(file, saying("cli.files.no_record", number=number, count=len(texts)))
    return parse_game(texts[number - 1], file, number if len(texts) > 1 else None)


def parse_game(text: str, file: str, number: int | None = None) -> Record:
    """A game of a file; what is wrong with it is said with the file, and its place in there."""
    try:
        return read_game(text)
    except (BadRecord, BadNotation) as error:
        within = saying("cli.verify.where", file=file, number=number)
        place = file if number is None else told(within)
        raise BadRecord(place, str(error)) from error


def position_at(record: Record, at: int | None, file: str) -> tuple[int, State]:
    """A position of a record, by how many events have happened: all if nothing is said."""
    number = len(record.events) if at is None else at
    if number > len(record.events):
        count = len(record.events)
        raise BadFile(file, saying("cli.files.no_event", number=number, count=count))
    return number, record.at(number)
