"""Where simulated games go: a file of records, plain or compressed, a table, or standard output."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final, Protocol, Self

from taupes.arena.series import Played, SeriesSettings, play_number, play_numbers
from taupes.cli.packing import PACKINGS, NotPacked, Packing
from taupes.cli.sentences import BadFile
from taupes.cli.usage import unusable

TABLE: Final = ".parquet"
FRAME: Final = 250
"""Games that are compressed together, and the most that are lost when a run is killed."""

Work = Callable[[SeriesSettings, Sequence[int]], list[Played]]


class Dataset(Protocol):
    """What games are written to, in the order of their numbers."""

    games: int
    """How many are there already."""
    work: Work
    """What a worker does to play some."""

    def __enter__(self) -> Self: ...
    def __exit__(self, kind: object, error: object, trace: object) -> None: ...
    def write(self, played: Played) -> None:
        """Keep one game."""
        ...


class Nothing:
    """Nothing is kept."""

    games = 0

    def __init__(self) -> None:
        self.work: Work = play_numbers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        pass

    def write(self, played: Played) -> None:
        """Forget it."""


class RecordFile(Nothing):
    """A record per line, in frames of FRAME games, so that the same games are the same bytes."""

    def __init__(
        self, sink: IO[bytes], packing: Packing, games: int = 0, *, is_ours: bool = True
    ) -> None:
        super().__init__()
        self.games = games
        self._sink, self._packing = sink, packing
        self._is_ours = is_ours
        self._size = FRAME if packing.kind != "plain" else 1
        self._lines: list[str] = []

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind in (None, KeyboardInterrupt):
            self._flush()
        if self._is_ours:
            self._sink.close()

    def write(self, played: Played) -> None:
        """Keep one game; a frame is written when it is whole."""
        self._lines.append(played.line)
        if len(self._lines) == self._size:
            self._flush()

    def _flush(self) -> None:
        if self._lines:
            text = "".join(f"{line}\n" for line in self._lines)
            self._sink.write(self._packing.packed(text.encode()))
            self._sink.flush()
            self._lines = []


def packing_of(path: Path) -> Packing | None:
    """How a file's name says that records are written."""
    return next((p for p in PACKINGS if path.name.endswith(p.suffix)), None)


def open_records(path: Path | None, settings: SeriesSettings, *, resume: bool) -> Dataset:
    """What was asked for; a usage error if a file holds other games than those to go on with."""
    packing = packing_of(path) if path is not None else None
    if packing is None or path is None:
        if resume:
            raise unusable("resume")
        return (
            Nothing() if path is None else RecordFile(sys.stdout.buffer, PACKINGS[0], is_ours=False)
        )
    try:
        packing.packed(b"")
        games, end = _there(path, packing, settings) if resume and path.exists() else (0, 0)
    except NotPacked as error:
        raise BadFile(str(path), error.saying) from error
    sink = path.open("r+b" if end else "wb")
    sink.truncate(end)
    sink.seek(end)
    return RecordFile(sink, packing, games)


def _there(path: Path, packing: Packing, settings: SeriesSettings) -> tuple[int, int]:
    """How many games of these settings a file holds in whole frames, and where they end."""
    games, end, last = 0, 0, b""
    for stop, data in packing.frames(path):
        lines = data.splitlines()
        if packing.kind != "plain" and len(lines) != FRAME:
            break  # the last of a run that was to be shorter: it is played again
        games, end = games + len(lines), stop
        last = lines[-1] if lines else last
    if games and play_number(settings, games - 1).line.encode() != last:
        raise unusable("other_games", path=path, number=games)
    return games, end
