"""A bot's decision: it sees what a person sees, and nothing else."""

from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from taupes.answers.job import Extent, read
from taupes.bots.levels import level_of
from taupes.bots.player import Thought
from taupes.bots.skill import Skill
from taupes.rules import (
    Game,
    State,
    blank_record,
    format_record,
    format_state,
    parse_record,
    parse_state,
)
from taupes.table.actions import GameEvent, PlayerAction, action_of, rules_event
from taupes.table.replies import Weighed
from taupes.table.table import Play


class ShownChoice(Struct, frozen=True):
    """Something that a person chose."""

    position: dict[str, Any]
    """Where they did."""
    event: GameEvent


class Watched(Struct, frozen=True):
    """What a bot that grows knows of the people at its table, and what they have chosen since."""

    skill: Skill
    shown: list[ShownChoice] = []


class Question(Struct, frozen=True):
    """A position, and who is to think about it."""

    level: str
    seed: str
    seconds: float
    record: dict[str, Any]
    """The game: its record before the first event."""
    position: dict[str, Any]
    """In the record's words: what a person sees, and nothing else."""
    watched: Watched | None = None


class Reply(Struct, frozen=True):
    """What the bot chose; a disc's slot is left to the table."""

    action: PlayerAction
    choices: list[Weighed] = []
    """What it has weighed, best first."""
    skill: Skill | UnsetType = UNSET
    """What it has learned about people."""


def question_of(
    state: State, level: str, seed: str, seconds: float, watched: Watched | None = None
) -> Question:
    """A position as it is sent to a mind."""
    record = format_record(blank_record(state.game))
    return Question(level, seed, seconds, record, format_state(state), watched)


def watched_at(play: Play) -> Watched | None:
    """What a bot that grows is told; None where there is none."""
    if play.skill is None:
        return None
    shown = [ShownChoice(format_state(state), event) for state, event in play.shown]
    return Watched(play.skill, shown)


def state_of(question: Question) -> State:
    """The position that was sent."""
    return parse_state(question.position, parse_record(question.record).game)


def answer_of(question: Question) -> Reply:
    """Let the bot decide; its time begins when all that it needs is compiled."""
    from taupes.bots import Budget, make_bot  # noqa: PLC0415 - only workers think
    from taupes.bots.warmup import warm  # noqa: PLC0415 - as above

    warm(question.level)
    state, rng = state_of(question), Random(question.seed)
    budget = Budget(seconds=question.seconds)
    if question.watched is not None and level_of(question.level).grows:
        from taupes.bots.players.buddy import Buddy  # noqa: PLC0415 - Numba takes half a second

        skill = _learned(question.watched, state.game, rng)
        return replace(reply_of(Buddy(skill.rating).think(state, budget, rng)), skill=skill)
    return reply_of(make_bot(question.level).think(state, budget, rng))


def _learned(watched: Watched, game: Game, rng: Random) -> Skill:
    """What is known about people after what they have chosen."""
    from taupes.bots.players.buddy import learn  # noqa: PLC0415 - as above

    skill = watched.skill
    for one in watched.shown:
        _, action = rules_event(one.event)
        skill = learn(skill, parse_state(one.position, game), action, rng)  # type: ignore[arg-type]
    return skill


def reply_of(thought: Thought) -> Reply:
    """What a bot has thought, as it is answered."""
    weighed = [Weighed(action_of(choice), chance) for choice, chance in thought.alternatives]
    return Reply(action_of(thought.choice), weighed)


def think(data: bytes, _: Extent) -> bytes:
    """The job."""
    return msgspec.json.encode(answer_of(read(data, Question)))
