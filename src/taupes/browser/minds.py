"""Who thinks on a device: bots, and whatever takes longer than a moment."""

from typing import Protocol

from taupes.answers.job import Extent, JobResult, perform


class NoReply(Exception):
    """Nobody could think about it."""


class Minds(Protocol):
    """Somebody who works things out, in this thread or beside it."""

    async def think(self, question: bytes, seconds: float | None) -> bytes:
        """A bot's `Reply` to a `Question`, both encoded; any exception if none comes."""

    async def compute(self, job: str, data: bytes) -> JobResult:
        """What comes of a job."""


def reply_to(question: bytes, extent: Extent) -> bytes:
    """A bot's reply, worked out here and now; NoReply if there is none."""
    done = perform("thinking.think", question, extent)
    if done.refusal is not None or done.failure:
        raise NoReply(done.failure or str(done.refusal))
    return done.data


class OwnMinds:
    """Thinks in the thread of whoever asks, which waits for it."""

    def __init__(self, extent: Extent | None = None) -> None:
        self._extent = extent or Extent()

    async def think(self, question: bytes, seconds: float | None) -> bytes:
        """A bot's reply; NoReply if there is none."""
        return reply_to(question, self._extent)

    async def compute(self, job: str, data: bytes) -> JobResult:
        """What comes of a job."""
        return perform(job, data, self._extent)
