"""One process at a time has a lock, and it ends with its process, whatever that has started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taupes.server.storage.sqlite.lock import FileLock

TAKE = """
import sys
from pathlib import Path
from taupes.server.storage.sqlite.lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.take() or "taken", flush=True)
"""


def holder_of(path: Path) -> str:
    """Who keeps another process from the lock; `taken` if nobody does."""
    command = [sys.executable, "-c", TAKE, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_one_at_a_time_and_the_next_after_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = FileLock(path)
    assert lock.take() is None
    assert holder_of(path) == f"process {os.getpid()}"
    # Whoever was refused has changed nothing.
    assert holder_of(path) == f"process {os.getpid()}"
    lock.release()
    lock.release()
    assert holder_of(path) == "taken"
    assert lock.take() is None
    lock.release()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody can be left behind there")
def test_a_child_that_outlives_its_parent_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    leave = "import os\nif os.fork() == 0:\n    print('here', flush=True); input()\n"
    # The child lives until it is told otherwise; the parent that had the lock is gone by then.
    child = subprocess.Popen(
        [sys.executable, "-c", TAKE + leave + "os._exit(0)", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == "taken\n"
        assert child.stdout.readline() == "here\n"
        assert child.wait() == 0
        assert holder_of(path) == "taken"
        child.stdin.write("go\n")
