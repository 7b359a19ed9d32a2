r"""A backup as a file: lines of JSON, compressed, with their checksum at the end.

    {"taupes": "backup", "format": 1, "schema": 2, "program": "0.2.0", "made": "…"}
    {"table": "entries", "columns": ["table_id", "number", "at", "body"]}
    ["Jk3…", 1, 1760000000000, {"bytes": "{\"number\":1, …}"}]
    …
    {"end": true, "rows": 4711, "sha256": "…"}

Bytes are written as the text that they nearly always are; others come back as they were, too.
"""

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final, NoReturn

from taupes import __version__
from taupes.words.saying import Mistake, saying

FORMAT: Final = 1

_BLOCK: Final = 1 << 18
"""Bytes that are compressed together: line by line it would take twice as long."""

_EFFORT: Final = 4
"""Of 9; the most takes twice as long and saves a tenth."""

_LONGEST: Final = 1 << 26
"""Bytes of a line; nothing that a server stores comes near."""


class BadBackup(Mistake):
    """A file that is no backup, or not a whole one, or one that we do not understand."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one table follow."""

    table: str
    columns: tuple[str, ...]


class ArchiveWriter:
    """Writes a backup. It is whole when it was closed."""

    def __init__(self, file: BinaryIO, schema: int) -> None:
        packed: Any = gzip.GzipFile("", "wb", compresslevel=_EFFORT, fileobj=file, mtime=0)
        self._file = io.BufferedWriter(packed, _BLOCK)
        self._sum = hashlib.sha256()
        self.rows = 0
        made = datetime.now(UTC).isoformat(timespec="seconds")
        head = {"taupes": "backup", "format": FORMAT, "schema": schema, "program": __version__}
        self._write(head | {"made": made})

    def begin(self, part: Part) -> None:
        """Say whose rows follow."""
        self._write({"table": part.table, "columns": part.columns})

    def add(self, row: Sequence[Any]) -> None:
        """Write a row."""
        self.rows += 1
        self._write(row)

    def close(self) -> None:
        """Write the checksum."""
        self._write({"end": True, "rows": self.rows, "sha256": self._sum.hexdigest()})
        self._file.close()

    def _write(self, data: Any) -> None:
        line = _encode(data).encode("utf-8", "surrogateescape") + b"\n"
        self._sum.update(line)
        self._file.write(line)


class ArchiveReader:
    """Reads a backup. Nothing in it is to be believed before all of it was read."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        packed: Any = gzip.GzipFile(fileobj=file, mode="rb")
        self._file = io.BufferedReader(packed, _BLOCK)
        self._name = name
        self._sum = hashlib.sha256()
        self._line = 0
        self.rows = 0
        head = self._read()
        if not isinstance(head, dict) or head.get("taupes") != "backup":
            self._refuse("no_backup", "a_backup")
        if head.get("format") != FORMAT:
            self._refuse(
                "format", "right_format", value=f"{head.get('format')!r:.40}", known=FORMAT
            )
        schema = head.get("schema")
        if type(schema) is not int or schema < 1:
            self._refuse("schema", "a_number", value=f"{schema!r:.40}")
        self.schema: int = schema
        """The version of the database that it was made of."""

    def parts(self) -> Iterator[tuple[Part, list[Any]]]:
        """Every row and what it is part of; BadBackup at the end if something was not right."""
        part: Part | None = None
        while True:
            so_far = self._sum.copy()
            match self._read():
                case [*row] if part is not None and len(row) == len(part.columns):
                    self.rows += 1
                    yield part, row
                case {"table": str(table), "columns": [*columns]}:
                    part = Part(table, tuple(map(str, columns)))
                case {"end": True, "rows": rows, "sha256": checksum}:
                    if (rows, checksum) != (self.rows, so_far.hexdigest()):
                        self._refuse("checksum")
                    break
                case _:
                    self._refuse("stray")
        if self._next_line():
            self._refuse("after_end")

    def _read(self) -> Any:
        line = self._next_line()
        if not line.endswith(b"\n"):
            self._refuse("cut", "whole")
        self._sum.update(line)
        try:
            return _decode(line.decode("utf-8", "surrogateescape"))
        except (ValueError, RecursionError) as error:
            self._refuse("no_json", error=error)

    def _next_line(self) -> bytes:
        self._line += 1
        try:
            line = self._file.readline(_LONGEST)
        except EOFError:
            self._refuse("cut", "whole")
        except (gzip.BadGzipFile, zlib.error) as error:
            self._refuse("damaged", error=error)
        if len(line) == _LONGEST:
            self._refuse("endless")
        return line

    def _refuse(self, what: str, right: str = "as_written", **values: object) -> NoReturn:
        raise BadBackup(
            "server.backup.line",
            file=self._name,
            line=self._line,
            what=saying(f"server.backup.{what}", **values),
            right=saying(f"server.backup.{right}", **values),
        )


def _wrapped(value: Any) -> dict[str, str]:
    if isinstance(value, bytes):
        return {"bytes": value.decode("utf-8", "surrogateescape")}
    raise TypeError(f"no way to write {type(value).__name__}")


def _unwrapped(data: dict[str, Any]) -> Any:
    return data["bytes"].encode("utf-8", "surrogateescape") if data.keys() == {"bytes"} else data


_encode: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), default=_wrapped
).encode
_decode: Final = json.JSONDecoder(object_hook=_unwrapped).decode
