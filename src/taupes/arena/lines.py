"""A file of JSON lines that grows: whole lines only, however the program that wrote it ended."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


class JsonLines:
    """Opened to read what is there, and to add to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a+b")

    def fileno(self) -> int:
        """The number of the open file, for whoever locks it."""
        return self._file.fileno()

    def drop_half_line(self) -> None:
        """Cut off what a program that was killed in the middle of a line has left."""
        with self.path.open("r+b") as file:
            end = file.seek(0, os.SEEK_END)
            start = end
            while start:
                step = min(start, 65_536)
                file.seek(start - step)
                newline = file.read(step).rfind(b"\n")
                if newline >= 0:
                    start = start - step + newline + 1
                    break
                start -= step
            if start < end:
                file.truncate(start)

    def read(self) -> Iterator[bytes]:
        """The lines that are there."""
        with self.path.open("rb") as file:
            yield from file

    def write(self, value: dict[str, Any]) -> None:
        """Add a line; once this returns, no crash of this program loses it."""
        self._file.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def sort(self, key: Callable[[Any], int]) -> None:
        """Put the lines in order, as if they had come so; nothing can be added after this."""
        lines = list(self.read())
        keys = [key(json.loads(line)) for line in lines]
        self.close()  # before the file is replaced
        if keys == sorted(keys):
            return
        fresh = self.path.with_suffix(".sorted")
        fresh.write_bytes(b"".join(line for _, line in sorted(zip(keys, lines, strict=True))))
        fresh.replace(self.path)

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()
