"""Tables on disk, in the user's cache folder: whole or not at all, and never trusted blindly.

A file is a page of header (magic word, then JSON) and the values. It is written under another name
and renamed when complete, so readers and other builders only ever see whole files. A file that is
damaged, or of another version, counts as missing and is built again.
"""

import json
import os
import tempfile
import time
import zlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar

import numpy as np

from taupes import folders
from taupes.bots.endgame.floor import Array

T = TypeVar("T")

VERSION: Final = 1
"""To be raised whenever the numbering or the meaning of the values changes."""

MAGIC: Final = b"TAUPES-T"
HEADER_BYTES: Final = 4096
PIECE: Final = 1 << 22
"""Values are encoded so many at a time, to need little room."""
CACHE_BYTES: Final = 4 << 30
"""When the folder holds more, the files used longest ago go."""
DAY: Final = 86_400
WHOLE_CHECK: Final = 32 << 20
"""Files up to this size are checked byte by byte, larger ones by samples."""
SAMPLES: Final = 256
SAMPLE_BYTES: Final = 1 << 16

KINDS: Final[Mapping[str, float]] = {"f4": 1.0, "u2": 65535.0, "u1": 255.0}
"""How values from 0 to 1 are kept: NumPy's name of the type, and what stands for 1."""

FINE: Final = 4_000_000
MEDIUM: Final = 128_000_000


def kind_for(values: int) -> str:
    """Small tables are kept as they are, middling ones to 16 bits, large ones to 8."""
    return "f4" if values <= FINE else "u2" if values <= MEDIUM else "u1"


@dataclass(frozen=True, slots=True)
class Stored:
    """Values as they are kept, in memory or mapped from a file."""

    values: Array
    kind: str
    report: Mapping[str, Any]

    @property
    def scale(self) -> float:
        """What a kept value is to be multiplied with."""
        return 1 / KINDS[self.kind]


def cache_folder() -> Path:
    """Where tables are kept."""
    return folders.cache_folder() / "endgame"


class Loaded(Generic[T]):
    """The last few things that were loaded, by their keys and the folder that they came from."""

    def __init__(self, most: int) -> None:
        @lru_cache(maxsize=most)
        def kept(key: Hashable, place: str) -> list[T]:
            del key, place
            return []

        self._kept = kept

    def find(self, key: Hashable, load: Callable[[], T]) -> T:
        """A thing from memory, or loaded now; threads that want the same one take turns."""
        kept = self._kept(key, str(cache_folder()))
        if not kept:
            kept.append(load())
        return kept[0]

    def forget(self) -> None:
        """Load everything again when it is wanted."""
        self._kept.cache_clear()


def path_of(name: str) -> Path:
    """The file of a table."""
    return cache_folder() / f"{name}.table"


def load(name: str, values: int) -> Stored | None:
    """A table of that many values, mapped into memory, or None if there is no sound one."""
    path = path_of(name)
    try:
        with path.open("rb") as file:
            header = _read_header(file)
        if header["version"] != VERSION or header["name"] != name or header["values"] != values:
            return None
        if path.stat().st_size != HEADER_BYTES + values * np.dtype(header["kind"]).itemsize:
            return None
        mapped = np.asarray(np.memmap(path, header["kind"], "r", HEADER_BYTES, (values,)))
        if _fingerprint(mapped.view(np.uint8)) != header["check"]:
            return None
        os.utime(path)  # used just now: the last to be thrown away
        return Stored(mapped, header["kind"], header["report"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _read_header(file: IO[bytes]) -> dict[str, Any]:
    page = file.read(HEADER_BYTES)
    if not page.startswith(MAGIC):
        raise ValueError("not a table")
    header = json.loads(page[len(MAGIC) :].rstrip(b"\0"))
    if not isinstance(header, dict):
        raise TypeError("not a header")
    return header


def _fingerprint(data: Array) -> int:
    """A checksum, over samples where all would take too long."""
    if data.size <= WHOLE_CHECK:
        return zlib.crc32(data)
    check = 0
    for start in np.linspace(0, data.size - SAMPLE_BYTES, SAMPLES, dtype=np.int64).tolist():
        check = zlib.crc32(data[start : start + SAMPLE_BYTES], check)
    return check


Fill = Callable[[Callable[[Array], None]], Mapping[str, Any]]
"""Makes a table: hands its parts, in order, to the function it is given, and returns a report."""


def build(name: str, values: int, kind: str, fill: Fill) -> Stored:
    """Make a table and keep it, in memory only if it cannot be kept on disk."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _make_room(folder, values * np.dtype(kind).itemsize)
        handle, part = tempfile.mkstemp(".part", f"{name}.", folder)
    except OSError:
        return _build_in_memory(values, kind, fill)
    path = Path(part)
    try:
        with os.fdopen(handle, "wb") as file:
            _write(file, path, (name, values, kind), fill)
        path.replace(path_of(name))
    except OSError:
        # The disk is full; or another process has the old file mapped, and its system minds.
        path.unlink(missing_ok=True)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return load(name, values) or _build_in_memory(values, kind, fill)


def _write(file: IO[bytes], path: Path, what: tuple[str, int, str], fill: Fill) -> None:
    name, values, kind = what
    file.write(bytes(HEADER_BYTES))
    report = fill(lambda part: _encode(part, kind, file.write))
    file.flush()
    header = {
        "version": VERSION,
        "name": name,
        "values": values,
        "kind": kind,
        "check": _fingerprint(np.memmap(path, np.uint8, "r", HEADER_BYTES)),
        "report": report,
    }
    file.seek(0)
    file.write(MAGIC + json.dumps(header).encode())
    file.flush()
    os.fsync(file.fileno())


def _build_in_memory(values: int, kind: str, fill: Fill) -> Stored:
    parts: list[Array] = []
    report = fill(lambda part: _encode(part, kind, parts.append))
    return Stored(np.concatenate(parts), kind, report)


def _encode(part: Array, kind: str, put: Callable[[Array], object]) -> None:
    """Hand on values in the form in which they are kept."""
    flat = part.reshape(-1)
    for start in range(0, flat.size, PIECE):
        piece = flat[start : start + PIECE]
        exact = piece if kind == "f4" else np.rint(piece * np.float32(KINDS[kind]))
        put(exact.astype(kind))


def _make_room(folder: Path, needed: int) -> None:
    """Throw away what was left half done long ago, and the tables used longest ago."""
    for part in folder.glob("*.part"):
        if part.stat().st_mtime < time.time() - DAY:
            part.unlink(missing_ok=True)
    tables = sorted(folder.glob("*.table"), key=lambda path: path.stat().st_mtime)
    total = needed + sum(path.stat().st_size for path in tables)
    for path in tables:
        if total <= CACHE_BYTES:
            break
        total -= path.stat().st_size
        path.unlink(missing_ok=True)
