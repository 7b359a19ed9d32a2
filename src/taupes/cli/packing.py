"""Compressed files of records: gzip and Zstandard, in frames that can be read one by one.

A frame is whole or it is not there: whoever goes on with a file cuts off what is not.
"""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

from taupes.cli.extras import DATA
from taupes.words.saying import Mistake

GZIP, ZSTD, PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
CHUNK: Final = 1 << 16
SIP: Final = 1 << 12
"""So little of a compressed file is taken at a time: it may hold ten thousand times as much."""
LEVELS: Final = {"gzip": 9, "zstd": 15}


class NotPacked(Mistake):
    """A compressed file that is damaged, cut short, or of a kind that cannot be read here."""


@dataclass(frozen=True, slots=True)
class Packing:
    """One way to write records: by the end of a file's name."""

    suffix: str
    kind: str = "plain"

    def packed(self, data: bytes) -> bytes:
        """A frame of its own; the same data gives the same bytes."""
        if self.kind == "gzip":
            return gzip.compress(data, LEVELS["gzip"], mtime=0)
        if self.kind == "zstd":
            return _zstd_frame(data)
        return data

    def frames(self, path: Path) -> Iterator[tuple[int, bytes]]:
        """Where each whole frame of a file ends, and what it holds; plain text is one of lines."""
        with path.open("rb") as file:
            if self.kind == "plain":
                data = file.read()
                end = data.rfind(b"\n") + 1
                yield end, data[:end]
                return
            rest, at = b"", 0
            while True:
                reader, parts = _reader(self.kind), []
                while not reader.eof:
                    chunk = rest or file.read(CHUNK)
                    if not chunk:
                        return
                    rest = b""
                    at += len(chunk)
                    try:
                        parts.append(reader.decompress(chunk))
                    except Exception as error:
                        raise NotPacked("cli.files.damaged", error=error) from error
                rest = reader.unused_data
                at -= len(rest)
                yield at, b"".join(parts)


PACKINGS: Final = (
    Packing(".jsonl"),
    Packing(".jsonl.gz", "gzip"),
    Packing(".jsonl.zst", "zstd"),
)


def unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """What is in a file, piece by piece, compressed or not: its first bytes say which."""
    chunk = file.read(CHUNK)
    if chunk.startswith(PARQUET):
        raise NotPacked("cli.files.table")
    kind = "gzip" if chunk.startswith(GZIP) else "zstd" if chunk.startswith(ZSTD) else ""
    if not kind:
        while chunk:
            yield chunk
            chunk = file.read(CHUNK)
        return
    reader, rest = _reader(kind), chunk
    while chunk:
        chunk, rest = rest[:SIP], rest[SIP:]
        try:
            yield reader.decompress(chunk)
        except Exception as error:
            raise NotPacked("cli.files.damaged", error=error) from error
        if reader.eof:
            rest = reader.unused_data + rest
        chunk = rest = rest or file.read(CHUNK)
        if chunk and reader.eof:
            reader = _reader(kind)
    if not reader.eof:
        raise NotPacked("cli.files.cut_short")


def _reader(kind: str) -> Any:
    """Whatever has `decompress`, `eof` and `unused_data`."""
    if kind == "gzip":
        return zlib.decompressobj(wbits=31)
    module, is_own = _zstd()
    return module.ZstdDecompressor() if is_own else module.ZstdDecompressor().decompressobj()


def _zstd_frame(data: bytes) -> bytes:
    module, is_own = _zstd()
    frame: bytes = (
        module.compress(data, LEVELS["zstd"])
        if is_own
        else module.ZstdCompressor(level=LEVELS["zstd"]).compress(data)
    )
    return frame


def _zstd() -> tuple[Any, bool]:
    """Python's own Zstandard, from 3.14 on, or the package of that name."""
    for name in ("compression.zstd", "zstandard"):
        try:
            return import_module(name), name != "zstandard"
        except ImportError:
            continue
    values = {"gives": ".jsonl.zst", "name": "zstandard", "command": DATA.advice}
    raise NotPacked("cli.usage.absent", **values)
