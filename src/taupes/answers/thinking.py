"""A bot's decision: it sees what a person sees, and nothing else."""

from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from taupes.answers.job import Extent, read
from taupes.bots.player import Thought
from taupes.rules import (
    State,
    blank_record,
    format_record,
    format_state,
    parse_record,
    parse_state,
)
from taupes.table.actions import PlayerAction, action_of
from taupes.table.replies import Weighed


class Question(Struct, frozen=True):
    """A position, and who is to think about it."""

    level: str
    seed: str
    seconds: float
    record: dict[str, Any]
    """The game: its record before the first event."""
    position: dict[str, Any]
    """In the record's words: what a person sees, and nothing else."""


class Reply(Struct, frozen=True):
    """What the bot chose; a disc's slot is left to the table."""

    action: PlayerAction
    choices: list[Weighed] = []
    """What it has weighed, best first."""


def question_of(state: State, level: str, seed: str, seconds: float) -> Question:
    """A position as it is sent to a mind."""
    record = format_record(blank_record(state.game))
    return Question(level, seed, seconds, record, format_state(state))


def state_of(question: Question) -> State:
    """The position that was sent."""
    return parse_state(question.position, parse_record(question.record).game)


def answer_of(question: Question) -> Reply:
    """Let the bot decide."""
    from taupes.bots import Budget, make_bot  # noqa: PLC0415 - only workers think

    bot = make_bot(question.level)
    budget = Budget(seconds=question.seconds)
    return reply_of(bot.think(state_of(question), budget, Random(question.seed)))


def reply_of(thought: Thought) -> Reply:
    """What a bot has thought, as it is answered."""
    weighed = [Weighed(action_of(choice), chance) for choice, chance in thought.alternatives]
    return Reply(action_of(thought.choice), weighed)


def think(data: bytes, _: Extent) -> bytes:
    """The job."""
    return msgspec.json.encode(answer_of(read(data, Question)))
