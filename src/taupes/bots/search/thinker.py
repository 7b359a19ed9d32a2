"""A search as data: a request that any thinker can answer, and what its answers say together.

A request is an image of memory (`kernel.image`): a head of words, then the calls of `descend` and
`tell` with the tables, the position and the weights. A thinker copies it into its memory, makes the
first call again and again, puts the generator it gives back into the place of the one it took, and
at the end makes the second call: the answer is a part of the memory then. It needs to know nothing
else, so that it can be a few lines around a module of WebAssembly, on a core of its own
(`web/engine/thinker.js`); `answer` does the same here.
"""

import ctypes
import struct
import time
from collections.abc import Sequence
from typing import Final

from taupes.bots.evaluation.knowledge import make_desk, mind_of
from taupes.bots.evaluation.mind import Mind
from taupes.bots.player import Thought, choices
from taupes.bots.search.habits import Habits
from taupes.bots.search.nodes import NODE_WORDS, Tree
from taupes.bots.search.report import CHILDREN, MOST_STEPS, STEPS, merge, read, room_for, tell
from taupes.bots.search.searcher import CHUNK, EXPLORE, engine_of, thought_of
from taupes.bots.search.tree import PATH, descend
from taupes.kernel import seed
from taupes.kernel.arrays import array_of
from taupes.kernel.image import LINE, Image, Room
from taupes.kernel.library import symbol_of
from taupes.kernel.signature import signature_of
from taupes.rules import State

HEAD: Final = struct.Struct("<9q")
"""The memory that a request needs, how many decisions are to be judged, how many at a time, then
where things are: the call that judges, in its block the generator and how many are to be judged;
the call that tells; the answer, and its end."""
NODES_EACH: Final = 40
"""Room for so many nodes for each decision, as a search here has."""
MOST: Final = 1_000_000
"""The most nodes of a thinker's tree, unless it is told otherwise: 40 MB."""


class BadAnswer(ValueError):
    """Bytes that answer another request, or none."""


def request(
    state: State,
    number: int,
    simulations: int,
    mind: Mind | None = None,
    most: int = MOST,
    habits: Sequence[Habits] = (),
) -> bytes:
    """Ask for a search of a position from a seed; a thinker may be told to stop before its end.

    What habits the others have is told as to `look_ahead`.
    """
    engine = engine_of(state.game)
    nodes = min(most, NODES_EACH * simulations + 2000)
    known = [*habits, *[Habits()] * (4 - len(habits))]
    shares = [array_of("f", each) for each in zip(*known, strict=True)]
    rooms = Room("i", nodes * NODE_WORDS), Room("f", nodes * 4)
    tree = Tree._make((*rooms, array_of("q", (1, 0)), *shares))
    report, chances = room_for(_children(state))
    image = Image(HEAD.size)
    grow = image.call(
        descend,
        engine.tables,
        engine.pack(state),
        mind or mind_of(state.game),
        tree,
        make_desk(engine, PATH),
        seed(number),
        CHUNK,
        EXPLORE,
    )
    end = image.call(tell, tree, report, chances)
    data, memory = image.finish()
    words = len(signature_of(descend).codes)
    generator, times = grow + 8 * (words - 3), grow + 8 * (words - 2)
    first, last = image.where(report), image.where(chances) + 4 * len(chances)
    head = HEAD.pack(memory, simulations, CHUNK, grow, generator, times, end, first, last)
    return head + data[HEAD.size :]


def answer(request: bytes, seconds: float | None = None) -> bytes:
    """Think about a request with the library that is loaded here."""
    until = None if seconds is None else time.perf_counter() + seconds
    size, left, chunk, grow, generator, times, end, first, last = HEAD.unpack_from(request)
    room = bytearray(size + 64)
    base = ctypes.addressof(ctypes.c_char.from_buffer(room))
    start = -base % 64
    memory = memoryview(room)[start : start + size]
    memory[: len(request)] = request
    judge, report = (symbol_of(signature_of(each).name) for each in (descend, tell))
    while left > 0:
        memory[times : times + 8] = struct.pack("<q", min(left, chunk))
        judge(base + start + grow)
        memory[generator : generator + 8] = memory[grow : grow + 8]
        left -= chunk
        if until is not None and time.perf_counter() >= until:
            break
    report(base + start + end)
    return bytes(memory[first:last])


def conclude(state: State, answers: Sequence[bytes]) -> Thought:
    """What to do in a position, by the answers to requests about it."""
    reports = []
    for data in answers:
        report, chances = room_for(_children(state))
        start = -(-8 * len(report) // LINE) * LINE
        if len(data) != start + 4 * len(chances):
            raise BadAnswer(f"an answer of {len(data)} bytes to a request for {start} and more")
        report[:] = struct.unpack_from(f"<{len(report)}q", data)
        if not 0 < report[CHILDREN] <= _children(state) or not 0 <= report[STEPS] <= MOST_STEPS:
            raise BadAnswer("an answer that is none")
        chances[:] = struct.unpack_from(f"<{len(chances)}f", data, start)
        reports.append(read(report, chances))
    return thought_of(merge(engine_of(state.game), reports, state), state)


def _children(state: State) -> int:
    """The most nodes below the root: its choices, or the discs."""
    return max(4, len(choices(state)))
