"""The folder of a run: its settings, a line for every game, and apart from them the times."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

from taupes.arena.game import Row
from taupes.arena.lines import JsonLines
from taupes.arena.settings import BadArena, RunSettings

if sys.platform != "win32":  # where two runs into one folder go unnoticed
    import fcntl

GAMES: Final = "games.jsonl"
TIMES: Final = "times.jsonl"
SETTINGS: Final = "settings.json"
UNTIMED: Final = {"count": 0, "seconds": 0.0, "longest": 0.0}
"""The times of a seat in a game that was kept without them."""


class Ledger:
    """Every finished game of a run, on disk; without a folder it keeps nothing.

    What was measured by a clock is kept apart, so that the games of the same settings are the same
    to the byte.
    """

    def __init__(
        self, folder: Path | None, settings: RunSettings, extra: Mapping[str, Any]
    ) -> None:
        self._files: tuple[JsonLines, ...] = ()
        if folder is None:
            return
        if folder.exists() and not folder.is_dir():
            raise BadArena(f"{folder} is a file: name a folder to keep the games in")
        folder.mkdir(parents=True, exist_ok=True)
        self._games, self._times = JsonLines(folder / GAMES), JsonLines(folder / TIMES)
        self._files = self._games, self._times
        try:
            _lock(self._games.fileno(), folder)
            _check_settings(folder / SETTINGS, settings.as_dict() | dict(extra))
            for file in self._files:
                file.drop_half_line()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self) -> Iterator[Row]:
        """The games that are there already."""
        if not self._files:
            return
        times = dict(map(_parse_times, self._times.read()))
        seen: set[int] = set()
        for number, line in enumerate(self._games.read(), 1):
            where = f"{self._games.path}, line {number}"
            row = _parse_row(line, where)
            game, seats = row["arena"]["game"], len(row["arena"]["bots"])
            if game in seen:
                raise BadArena(f"{where}: game {game} is there twice; remove one of the two lines")
            seen.add(game)
            row["arena"]["think"] = times.get(game) or [UNTIMED] * seats
            yield row

    def write(self, row: Row) -> None:
        """Keep one game; once this returns, no crash of this program loses it."""
        if self._files:
            arena = dict(row["arena"])
            self._times.write({"game": arena["game"], "think": arena.pop("think")})
            self._games.write(row | {"arena": arena})

    def sort(self) -> None:
        """Put the games in the order of the schedule, as if one worker had played them all."""
        if self._files:
            self._games.sort(lambda row: row["arena"]["game"])

    def close(self) -> None:
        """Let others use the folder."""
        for file in self._files:
            file.close()


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


def _parse_row(line: bytes, where: str) -> Row:
    try:
        row: Row = json.loads(line)
        arena = row["arena"]
        for key in ("game", "block", "bots", "turns", "faults"):
            arena[key]
        row["result"]["winners"]
    except (ValueError, KeyError, TypeError):
        raise BadArena(
            f"{where}: not a game of the arena; remove the line and it is played again"
        ) from None
    return row


def _parse_times(line: bytes) -> tuple[int, Any]:
    """The times of a game. They decide nothing: whatever cannot be read is left out."""
    try:
        row = json.loads(line)
        seats = [{key: float(seat[key]) for key in UNTIMED} for seat in row["think"]]
        return int(row["game"]), seats
    except (ValueError, KeyError, TypeError):
        return -1, None
