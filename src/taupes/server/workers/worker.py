"""A process that works things out: tasks in on standard input, answers out, one after the other.

It loads what a task needs when the first such task comes. Whatever fails is said without a word of
what people have typed; the parent ends a process that takes too long or holds too much.
"""

import os
import sys
from contextlib import suppress
from typing import BinaryIO

import msgspec

from taupes.answers.job import JobResult, perform
from taupes.server.workers.pipe import LENGTH, Orders, Task, frame


def resident() -> int:
    """Bytes of memory that this process holds; the most it ever held where that is not told."""
    with suppress(OSError), open("/proc/self/statm", "rb") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def settle(orders: Orders) -> None:
    """Stand back behind the server, and take no more memory than is allowed."""
    with suppress(AttributeError, OSError):
        os.nice(orders.niceness)
    if not orders.memory:
        return
    # Windows has no such limit, and not every system keeps it: the parent looks as well.
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (orders.memory, orders.memory))


def serve(tasks: BinaryIO, answers: BinaryIO, orders: Orders) -> None:
    """Answer until there are no more tasks."""
    decoder = msgspec.msgpack.Decoder(Task)
    answers.write(frame(JobResult()))
    answers.flush()
    while header := tasks.read(LENGTH):
        task = decoder.decode(tasks.read(int.from_bytes(header, "big")))
        done = perform(task.job, task.data, orders.extent)
        answers.write(frame(msgspec.structs.replace(done, resident=resident())))
        answers.flush()


def main() -> None:
    """Be a worker, with the orders that the command line has."""
    orders = msgspec.json.decode(sys.argv[1], type=Orders)
    settle(orders)
    # Whatever prints something must not write into an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, answers, orders)


if __name__ == "__main__":
    main()
