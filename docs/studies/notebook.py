"""What was played so far, a line for every batch: an interrupted study goes on where it was."""

import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from games import Row


class BadNotebook(ValueError):
    """A file that does not hold the games of this study."""


ROOMS: Final = ("search", "evaluation", "evaluation/weights")
"""What searches, and by what it judges."""


def fingerprint(*rooms: str) -> str:
    """A fingerprint of who plays: of these rooms of the bots, or of all that the master needs."""
    digest = hashlib.sha256()
    for room in rooms or ("players", *ROOMS):
        for file in sorted(Path(str(files("taupes.bots"))).joinpath(room).glob("*.*")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class Notebook:
    """The rows of a study by the names of their batches, kept in a file as they come."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.rows: dict[str, Row] = {}
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(head)
            return
        _check_head(path, lines[0], head)
        for number, line in enumerate(lines[1:], 2):
            try:
                row = json.loads(line)
                self.rows[row.pop("batch")] = row
            except (ValueError, KeyError, AttributeError):
                if number < len(lines):
                    raise BadNotebook(
                        f"{path}, line {number}: not a batch of games; remove the line and it is "
                        "played again"
                    ) from None
                # A run that was killed has left half a line: it goes.
                path.write_text("\n".join(lines[:-1]) + "\n", "utf-8")

    def write(self, batch: str, row: Row) -> None:
        """Keep what came of a batch."""
        self.rows[batch] = row
        self._append({"batch": batch, **row})

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _check_head(path: Path, line: str, head: dict[str, Any]) -> None:
    """The games must be those of the same players and settings."""
    try:
        there = json.loads(line)
    except ValueError:
        there = None
    if not isinstance(there, dict) or there.keys() != head.keys():
        raise BadNotebook(f"{path}: not the games of this study; give another --games")
    for key, value in head.items():
        if there[key] != value:
            raise BadNotebook(
                f"{path} holds games with other settings: {key} is {there[key]} there and {value} "
                "here; give another --games, or remove the file"
            )
