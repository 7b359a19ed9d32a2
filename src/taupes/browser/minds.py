"""Who thinks on a device: bots, and whatever takes longer than a moment."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from taupes.answers.analysis import LEVEL
from taupes.answers.job import Extent, JobResult, RequestRefused, perform, read
from taupes.answers.records import record_of
from taupes.answers.thinking import Question, reply_of, show_past, state_of
from taupes.bots.levels import UnknownBot, level_of, temperament_of
from taupes.bots.player import without_asking

NODES: Final = 500_000
"""Nodes of all thinkers' trees together, 20 MB: a tab has about 250 in all (docs/site.md), and more
than so many win nothing that can be told from luck (docs/depth.md)."""


class NoReply(Exception):
    """Nobody could think about it."""


class Minds(Protocol):
    """Somebody who works things out, in this thread or beside it."""

    async def think(self, question: bytes, seconds: float | None) -> bytes:
        """A bot's `Reply` to a `Question`, both encoded; any exception if none comes."""

    async def compute(self, job: str, data: bytes) -> JobResult:
        """What comes of a job."""


class _Weighing(Struct, frozen=True):
    """As much as questions and analyses have in common."""

    record: Any
    level: str = LEVEL


def weights_for(asked: bytes) -> str | None:
    """The weights that were made for a game that a bot is to judge, whether they are here or not.

    None where none were, or where no bot judges by weights.
    """
    try:
        wish = read(asked, _Weighing)
        if level_of(wish.level).is_quick:
            return None
        game = record_of(wish.record, Extent()).game
    except (RequestRefused, UnknownBot):
        return None  # whoever works it out says why not
    from taupes.bots.evaluation.knowledge import trained_for  # noqa: PLC0415 - loads the kernel

    name = trained_for(game)
    return None if name is None else f"{name}-{game.seats}"


def reply_to(question: bytes, extent: Extent) -> bytes:
    """A bot's reply, worked out here and now; NoReply if there is none."""
    done = perform("thinking.think", question, extent)
    if done.refusal is not None or done.failure:
        raise NoReply(done.failure or str(done.refusal))
    return done.data


def requests_of(question: bytes, thinkers: int) -> list[bytes]:
    """A search as requests to so many thinkers; none where thinking longer would not help."""
    asked = msgspec.json.decode(question, type=Question)
    if not level_of(asked.level).is_patient:
        return []
    from taupes.bots.search.rivals import Rivals  # noqa: PLC0415 - a device without bots needs none
    from taupes.bots.search.searcher import ROOM  # noqa: PLC0415 - as above
    from taupes.bots.search.thinker import request  # noqa: PLC0415 - as above

    state, rng = state_of(asked), Random(asked.seed)
    if without_asking(state) is not None:
        return []
    rivals = Rivals()
    show_past(asked, state.game, rivals.watch)
    seeds = [rng.getrandbits(60) for _ in range(thinkers)]
    most, habits = NODES // thinkers, rivals.habits(state)
    return [request(state, seed, ROOM, most=most, habits=habits) for seed in seeds]


def reply_by(question: bytes, answers: Sequence[bytes]) -> bytes:
    """A bot's reply by what thinkers have answered, as many as have; BadAnswer if that is none."""
    from taupes.bots.players.tempered import SLACK, swayed  # noqa: PLC0415 - as above
    from taupes.bots.search.thinker import conclude  # noqa: PLC0415 - as above
    from taupes.bots.temperament import LEANINGS  # noqa: PLC0415 - as above

    asked = msgspec.json.decode(question, type=Question)
    state, temperament = state_of(asked), temperament_of(asked.level)
    thought = conclude(state, answers)
    if temperament is not None:
        slack = SLACK[level_of(asked.level).name]
        thought = swayed(thought, state, LEANINGS[temperament], slack)
    return msgspec.json.encode(reply_of(thought))


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
