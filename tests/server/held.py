"""How much memory a server holds, with everything it has started; known on Linux alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Held(NamedTuple):
    """Bytes of memory of several processes together."""

    resident: int
    """With what they share, such as libraries, counted for each of them."""
    proportional: int
    """With what they share counted once: as much as they take from the machine."""


def held_by(pid: int) -> Held:
    """What a process and all it has started hold now."""
    resident = proportional = 0
    for each in _family(pid):
        try:
            lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        except OSError:  # it has just ended
            continue
        kilobytes = {words[0]: int(words[1]) for line in lines[1:] if (words := line.split())}
        resident += 1024 * kilobytes["Rss:"]
        proportional += 1024 * kilobytes["Pss:"]
    return Held(resident, proportional)


def _family(pid: int) -> Iterator[int]:
    """A process and all it has started."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    waiting = [pid]
    while waiting:
        yield waiting[-1]
        waiting += children.get(waiting.pop(), ())
