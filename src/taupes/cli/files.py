"""Files of games, compressed or not: one record, one per line, or a game in notation."""

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from taupes.cli.sentences import BadFile, file_trouble
from taupes.cli.usage import told
from taupes.rules import BadNotation, BadRecord, Record, State, read_game
from taupes.words.saying import saying

MAX_TEXT: Final = 100_000_000
"""No game, and no file that is read at once, is larger."""


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    parts, size = [], 0
    for part in _read_bytes(path):
        size += len(part)
        if size > MAX_TEXT:
            raise BadFile(path, saying("cli.files.too_large", most=MAX_TEXT))
        parts.append(part)
    return _decoded(b"".join(parts), path, "utf-8-sig")


def read_lines(path: str) -> Iterator[str]:
    """The lines of a file as they come, however many there are."""
    rest: list[bytes] = []
    size, codec = 0, "utf-8-sig"
    for part in _read_bytes(path):
        first, *others = part.split(b"\n")
        rest.append(first)
        size += len(first)
        for other in others:
            yield _decoded(b"".join(rest), path, codec)
            rest, size, codec = [other], len(other), "utf-8"
        if size > MAX_TEXT:
            raise BadFile(path, saying("cli.files.long_line", most=MAX_TEXT))
    if size:
        yield _decoded(b"".join(rest), path, codec)


def _read_bytes(path: str) -> Iterator[bytes]:
    from taupes.cli.packing import NotPacked, unpacked  # noqa: PLC0415 - most commands read none

    try:
        if path == "-":
            yield from unpacked(sys.stdin.buffer)
            return
        with Path(path).open("rb") as file:
            yield from unpacked(file)
    except NotPacked as error:
        raise BadFile(path, error.saying) from error
    except OSError as error:
        what = saying("cli.files.unreadable", what=file_trouble(error))
        raise BadFile(path, what) from error


def _decoded(data: bytes, path: str, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise BadFile(path, saying("cli.files.no_text", error=error.reason)) from error


def stream_records(path: str) -> Iterator[tuple[str, int | None]]:
    """The records of a file as they come: a JSON object, one per line, or a game in notation.

    Each with its number, from 1; None if it is the only one.
    """
    lines = read_lines(path)
    first = next((line for line in lines if line.strip()), "")
    if not _is_object(first):
        yield _joined(chain([first], lines), path), None
        return
    full = (line for line in lines if line.strip())
    second = next(full, None)
    if second is None:
        yield first, None
        return
    for number, line in enumerate(chain([first, second], full), 1):
        yield line, number


def _joined(lines: Iterator[str], path: str) -> str:
    parts, size = [], 0
    for line in lines:
        size += len(line) + 1
        if size > MAX_TEXT:
            raise BadFile(path, saying("cli.files.too_large", most=MAX_TEXT))
        parts.append(line)
    return "\n".join(parts)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_record(file: str, number: int) -> Record:
    """One record of a file, counted from 1; BadRecord if it has no such record or a bad one."""
    count = 0
    for count, (text, place) in enumerate(stream_records(file), 1):
        if count == number:
            return parse_game(text, file, place)
    raise BadFile(file, saying("cli.files.no_record", number=number, count=count))


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
