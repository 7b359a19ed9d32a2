"""A bot's decision: it sees what a person sees, and nothing else."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from taupes.answers.job import Extent, read
from taupes.bots.levels import level_of
from taupes.bots.player import Thought, Watch, watching
from taupes.bots.skill import Skill
from taupes.rules import (
    Eliminate,
    Game,
    Lift,
    State,
    apply,
    blank_record,
    format_record,
    format_state,
    new_game,
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
    """What a bot is told beside the position."""

    skill: Skill | None = None
    """What one that grows knows of the people at its table."""
    shown: list[ShownChoice] = []
    """What they have chosen since."""
    past: list[GameEvent] = []
    """All that happened in the game, for one that watches others."""


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


def watched_at(play: Play, name: str) -> Watched | None:
    """What a bot is told of a game; None if the position is enough."""
    level = level_of(name)
    if level.watches and play.game.seats > 2:
        return Watched(past=list(play.events))
    if not level.grows or play.skill is None:
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
    watched = question.watched or Watched()
    if watched.skill is not None:
        from taupes.bots.players.buddy import Buddy  # noqa: PLC0415 - Numba takes half a second

        skill = _learned(watched.skill, watched.shown, state.game, rng)
        return replace(reply_of(Buddy(skill.rating).think(state, budget, rng)), skill=skill)
    bot = make_bot(question.level)
    for watch in watching([bot]):
        show_past(question, state.game, watch)
    return reply_of(bot.think(state, budget, rng))


def show_past(question: Question, game: Game, watch: Watch) -> None:
    """Show somebody what was done in a game."""
    state = new_game(game)
    for event in question.watched.past if question.watched else ():
        _, action = rules_event(event)
        if not isinstance(action, Lift | Eliminate):
            after = apply(state, action)
            watch(state, action, after)
            state = after


def _learned(skill: Skill, shown: Sequence[ShownChoice], game: Game, rng: Random) -> Skill:
    """What is known about people after what they have chosen."""
    from taupes.bots.players.buddy import learn  # noqa: PLC0415 - as above

    for one in shown:
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
