"""A bot's mind in a process of its own: reads positions on standard input, writes choices.

One JSON object a line, both ways. The parent kills a process that thinks too long.
"""

import sys
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from taupes.bots import Budget, make_bot
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


def think(question: Question) -> Reply:
    """Let the bot decide."""
    bot = make_bot(question.level)
    budget = Budget(seconds=question.seconds)
    thought = bot.think(state_of(question), budget, Random(question.seed))
    weighed = [Weighed(action_of(choice), chance) for choice, chance in thought.alternatives]
    return Reply(action_of(thought.choice), weighed)


def main() -> None:
    """Answer until the input ends."""
    decoder, encoder = msgspec.json.Decoder(Question), msgspec.json.Encoder()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(encoder.encode(think(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
