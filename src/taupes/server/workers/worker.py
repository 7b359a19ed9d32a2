"""A process that works things out: tasks in on standard input, answers out, one after the other.

It loads what a task needs when the first such task comes. Whatever fails is said without a word of
what people have typed; the parent ends a process that takes too long or holds too much.
"""

import os
import sys
import traceback
from contextlib import suppress
from typing import BinaryIO

import msgspec

from taupes.server.workers.jobs import JobRefused, job_of
from taupes.server.workers.pipe import LENGTH, JobResult, Orders, Task, frame
from taupes.table.refusals import Refusal


def perform(task: Task, orders: Orders) -> JobResult:
    """What comes of a task."""
    try:
        found = job_of(task.job)(task.data, orders)
    except JobRefused as error:
        return JobResult(refusal=error.refusal)
    except Exception as error:  # noqa: BLE001 - whatever it is, the next task is another one's
        return JobResult(failure=_place(error))
    data, extra = found if isinstance(found, tuple) else (found, b"")
    if len(data) > orders.answer_bytes:
        most = f"an answer of {len(data)} bytes, at most {orders.answer_bytes}"
        return JobResult(refusal=Refusal("too_large", most))
    return JobResult(data, extra)


def _place(error: BaseException) -> str:
    """What went wrong and where, without what people typed."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    return f"{type(error).__name__} at {where}"


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
        done = perform(task, orders)
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
