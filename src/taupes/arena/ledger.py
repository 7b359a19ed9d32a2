"""The folder of a run: its settings and a line for every game, kept as they are played."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

from taupes.arena.game import Row
from taupes.arena.settings import BadArena, Settings

if sys.platform != "win32":  # where two runs into one folder go unnoticed
    import fcntl

GAMES: Final = "games.jsonl"
SETTINGS: Final = "settings.json"


class Ledger:
    """Every finished game of a run, on disk; without a folder it keeps nothing."""

    def __init__(self, folder: Path | None, settings: Settings, extra: Mapping[str, Any]) -> None:
        self.folder = folder
        self._file = None
        if folder is None:
            return
        if folder.exists() and not folder.is_dir():
            raise BadArena(f"{folder} is a file: name a folder to keep the games in")
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / GAMES).open("a+b")
        try:
            _lock(self._file.fileno(), folder)
            _check_settings(folder / SETTINGS, settings.as_dict() | dict(extra))
            _drop_half_line(folder / GAMES)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self) -> Iterator[Row]:
        """The games that are there already."""
        if self.folder is None:
            return
        seen: set[int] = set()
        path = self.folder / GAMES
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                row = _parse_row(line, f"{path}, line {number}")
                if row["arena"]["game"] in seen:
                    raise BadArena(
                        f"{path}, line {number}: game {row['arena']['game']} is there twice; "
                        "remove one of the two lines"
                    )
                seen.add(row["arena"]["game"])
                yield row

    def write(self, row: Row) -> None:
        """Keep one game; once this returns, no crash of this program loses it."""
        if self._file:
            self._file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            self._file.flush()

    def sort(self) -> None:
        """Put the games in the order of the schedule, as if one worker had played them all."""
        if self.folder is None:
            return
        path = self.folder / GAMES
        with path.open("rb") as file:
            lines = file.readlines()
        numbers = [json.loads(line)["arena"]["game"] for line in lines]
        if numbers == sorted(numbers):
            return
        ordered = [line for _, line in sorted(zip(numbers, lines, strict=True))]
        fresh = path.with_suffix(".sorted")
        fresh.write_bytes(b"".join(ordered))
        self.close()  # before the file is replaced; nothing is written after this
        fresh.replace(path)

    def close(self) -> None:
        """Let others use the folder."""
        if self._file:
            self._file.close()
            self._file = None


def _lock(descriptor: int, folder: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadArena(
            f"{folder}: another run is writing there; wait for it, or give another --out"
        ) from None


def _check_settings(path: Path, settings: dict[str, Any]) -> None:
    """The settings a folder was begun with must be those of this run."""
    if not path.exists():
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n", "utf-8")
        fresh.replace(path)
        return
    try:
        there = json.loads(path.read_text("utf-8"))
    except ValueError:
        there = None
    if not isinstance(there, dict):
        raise BadArena(f"{path}: not the settings of a run; give another --out")
    here = json.loads(json.dumps(settings))
    for key in sorted({*there, *here}):
        if there.get(key) != here.get(key):
            raise BadArena(
                f"{path.parent} holds a run with other settings: {key} is "
                f"{_short(there.get(key))} there and {_short(here.get(key))} here; "
                "give the same settings to go on with it, or another --out"
            )


def _short(value: object) -> str:
    if isinstance(value, dict) and isinstance(value.get("levels"), list):
        return f"{value.get('name')} (boards with other cells)"
    return json.dumps(value, ensure_ascii=False)


def _drop_half_line(path: Path) -> None:
    """Cut off what a run that was killed in the middle of a line has left."""
    with path.open("r+b") as file:
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


def _parse_row(line: bytes, where: str) -> Row:
    try:
        row: Row = json.loads(line)
        arena = row["arena"]
        for key in ("game", "block", "bots", "turns", "faults", "think"):
            arena[key]
        row["result"]["winners"]
    except (ValueError, KeyError, TypeError):
        raise BadArena(
            f"{where}: not a game of the arena; remove the line and it is played again"
        ) from None
    return row
