"""The file that puzzles are mined into: batch after batch of games, so that a run can go on.

After the puzzles of a batch stands a line that counts the games done. What follows the last of
these lines is of a batch that was interrupted, and is mined again: the file is the same to the
byte, however often a run was stopped and whoever did the work.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from taupes.arena import Pool
from taupes.puzzles.mining.miner import dig
from taupes.puzzles.store import BadPuzzle, PuzzleLine, parse_line

BATCH: Final = 8
"""Games that a worker looks through in one go."""

_MARK: Final = re.compile(r"# games (\d+)\n")


class ForeignFile(ValueError):
    """A file that holds something else than what is to be mined."""


@dataclass(frozen=True, slots=True)
class Mined:
    """What a file holds."""

    lines: tuple[PuzzleLine, ...] = ()
    games: int = 0
    """How many were looked through."""
    end: int = 0
    """Bytes up to the last whole batch."""


@dataclass(frozen=True, slots=True)
class Vein:
    """What is mined: it decides every puzzle."""

    seed: int
    themes: tuple[str, ...] = ()
    """Only puzzles about one of these; none: about anything."""

    @property
    def head(self) -> str:
        """The first line of its file."""
        about = f" about {', '.join(self.themes)}" if self.themes else ""
        return f"# puzzles of seed {self.seed}{about}\n"


def read_mined(path: Path, vein: Vein) -> Mined:
    """What was mined so far; ForeignFile if that was something else."""
    if not path.exists() or not path.stat().st_size:
        return Mined()
    lines: list[PuzzleLine] = []
    whole, at = Mined(), 0
    try:
        for data in path.read_bytes().splitlines(keepends=True):
            at, text = at + len(data), data.decode()
            if not whole.end:
                if not vein.head.startswith(text):
                    raise ForeignFile(str(path))
                whole = Mined(end=at if text.endswith("\n") else 0)
            elif mark := _MARK.fullmatch(text):
                whole = Mined(tuple(lines), int(mark[1]), at)
            elif text.endswith("\n"):
                lines.append(parse_line(text))
    except (BadPuzzle, UnicodeDecodeError) as error:
        raise ForeignFile(str(path)) from error
    return whole


def mine(path: Path, vein: Vein, wanted: int, pool: Pool) -> Iterator[int]:
    """Mine until a file holds so many puzzles, and tell after every batch how many it does."""
    there = read_mined(path, vein)
    found = len(there.lines)
    yield found
    with path.open("r+b" if there.end else "wb") as sink:
        sink.truncate(there.end)
        sink.seek(there.end)
        if not there.end:
            sink.write(vein.head.encode())
        if found >= wanted:
            return
        tasks = (range(first, first + BATCH) for first in count(there.games, BATCH))
        work: Callable[[Sequence[int]], list[PuzzleLine]] = partial(
            dig, vein.seed, themes=vein.themes
        )
        done = there.games
        for lines in pool.map(work, tasks, in_order=True):
            done, found = done + BATCH, found + len(lines)
            text = "".join(f"{line}\n" for line in lines)
            sink.write(f"{text}# games {done}\n".encode())
            sink.flush()
            yield found
            if found >= wanted:
                return
