"""One process at a time: a lock on a file, which ends with its process however that ends."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_AT: Final = 1 << 20
"""The byte that is locked, beyond what is written: on Windows nobody can read a locked one."""


class FileLock:
    """A lock that one process has; those that it starts do not inherit it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self) -> str | None:
        """Take the lock; None, or who has it already."""
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            holder = os.read(file, 100).decode(errors="replace").strip()
            os.close(file)
            return holder or "a process"
        # Only after the lock: until then the words are another's. The file stays when we end, for
        # whoever removes it might remove the one that somebody else has just locked.
        os.truncate(file, 0)
        os.write(file, f"process {os.getpid()}\n".encode())
        self._file = file
        return None

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)
            self._file = None


def _lock(file: int) -> None:
    """Lock a byte of a file, or raise: BlockingIOError or PermissionError if another has it."""
    if sys.platform == "win32":
        os.lseek(file, _AT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
    else:
        # By process, not by open file: a child that outlives a killed server holds nothing.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _AT)
