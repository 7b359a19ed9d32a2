"""The file of a game: written after every action, so that a killed terminal loses nothing."""

import os
from datetime import datetime
from pathlib import Path

from taupes.rules import BadRecord, Record, dump_record, load_record


def write(record: Record, path: Path) -> None:
    """Write a record so that the file is at any moment the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(dump_record(record) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def new_path(folder: Path) -> Path:
    """A file for a game that begins now."""
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    paths = (folder / f"{stem}{f'-{n}' if n else ''}.json" for n in range(1000))
    return next(path for path in paths if not path.exists())


def unfinished(folder: Path) -> Path | None:
    """The newest game of a folder that is not over, if there is one to go on with."""
    for path in sorted(folder.glob("*.json"), reverse=True)[:20]:
        try:
            record = load_record(path.read_text("utf-8"))
        except (BadRecord, OSError, ValueError):
            continue
        if record.outcome is None and record.events:
            return path
    return None
