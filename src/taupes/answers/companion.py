"""For people with the real game on their table: may I, what may I, what should I."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from taupes.answers.boards import Orientations
from taupes.answers.job import Extent, RequestRefused, read
from taupes.answers.thinking import Question, Reply, question_of
from taupes.bots.levels import LEVELS
from taupes.rules import (
    DEFAULT_PRESET,
    Arrangement,
    BadArrangement,
    BadBoard,
    BadGame,
    BadRules,
    Game,
    Lift,
    Outcome,
    State,
    Why,
    apply,
    arrangement_of,
    events_of,
    explain,
    format_event,
    legal_actions,
    refusal,
    set_up,
)
from taupes.rules.actions import Eliminate
from taupes.table.actions import GameEvent, rules_event
from taupes.table.encoding import encode
from taupes.table.refusals import Refusal, reason_of
from taupes.table.replies import Reason
from taupes.table.setup import MolesBySeat, Setup
from taupes.table.table import game_of

MOST_PARTS: Final = 200
"""Moles and discs of a position: far more than a box holds."""

LEVEL: Final = "master"
"""The bot that is asked for hints."""


class CompanionWish(Struct, frozen=True):
    """A position, and what is asked about it."""

    position: Arrangement
    """As it stands on their table."""
    names: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=2, max_length=4)]
    """What the players are called, in the order of seats."""
    boards: Annotated[str, Meta(max_length=40)] | dict[str, Any]
    """A shipped set's name, or a whole set in the record's form."""
    orientations: Orientations
    preset: Annotated[str, Meta(max_length=40)] = DEFAULT_PRESET
    options: Annotated[dict[str, Any], Meta(max_length=40)] = {}
    moles: MolesBySeat | None = None
    """With a handicap, by seat; null: as many as the rules say."""
    action: GameEvent | None = None
    """May I? As a record has it, without the player."""
    hint: bool = False
    """What should I?"""
    language: Literal["en", "fr", "de"] = "en"


class Ruling(Struct, frozen=True):
    """Whether something may be done, why, and what comes of it."""

    legal: bool
    reasons: list[Reason]
    events: list[dict[str, Any]]
    """What happens, lifts and all, as a record has it; empty if it is forbidden."""
    after: Arrangement | None
    """The position then; null if it is forbidden or the game is over."""
    result: dict[str, Any] | None


class Advice(Struct, frozen=True):
    """What a strong player would do."""

    action: dict[str, Any]
    choices: list[dict[str, Any]]
    """What was weighed, best first: `action`, and `chance` to win after it."""


class Counsel(Struct, frozen=True):
    """The companion's answer."""

    problems: list[Reason]
    """Why no game leads to this position; then everything else is empty."""
    phase: str | None
    legal: list[dict[str, Any]]
    ruling: Ruling | None = None
    hint: Advice | None = None


def rule(data: bytes, _: Extent) -> tuple[bytes, bytes]:
    """What may be done in a position, and the question for a bot if a hint is wanted."""
    wish = read(data, CompanionWish)
    if sum(map(len, (*wish.position.moles, *wish.position.discs))) > MOST_PARTS:
        raise RequestRefused(Refusal("too_large", f"at most {MOST_PARTS} moles and discs"))
    state = _state(wish)
    if not isinstance(state, State):
        return encode(Counsel(_reasons(state.reasons, _game(wish), wish), None, [])), b""
    ruling = None if wish.action is None else _rule(state, wish.action, wish)
    legal = [format_event(action, state.turn) for action in legal_actions(state)]
    counsel = Counsel([], state.phase.name.lower(), legal, ruling)
    return encode(counsel), _question(state) if wish.hint else b""


def hint_question(asked: bytes, seed: str, seconds: float) -> bytes:
    """The question of `rule` for a bot, with what is the keeper's to say."""
    question = msgspec.json.decode(asked, type=Question)
    return encode(replace(question, seed=seed, seconds=seconds))


def with_hint(counsel: bytes, reply: Reply) -> bytes:
    """The answer of `rule` with what the bot said."""
    told: dict[str, Any] = msgspec.json.decode(counsel, type=dict[str, msgspec.Raw])
    choices = [msgspec.to_builtins(one) for one in reply.choices]
    return encode(told | {"hint": Advice(msgspec.to_builtins(reply.action), choices)})


def _question(state: State) -> bytes:
    if not LEVELS[LEVEL].plays(state.game.stack.radius):
        raise RequestRefused(Refusal("board_too_wide", LEVEL))
    # Seed and time are the keeper's to say.
    return encode(question_of(state, LEVEL, "", 0.0))


def _game(wish: CompanionWish) -> Game:
    """The game that is played; RequestRefused if there is none such."""
    setup = Setup(preset=wish.preset, options=wish.options, boards=wish.boards, moles=wish.moles)
    try:
        return game_of(setup, wish.orientations, 0, len(wish.names))
    except BadRules as error:
        raise RequestRefused(Refusal("bad_rules", str(error)[:300])) from error
    except BadBoard as error:
        raise RequestRefused(Refusal("bad_boards", str(error.problems[0])[:300])) from error
    except ValueError as error:
        is_handicap = wish.moles is not None and isinstance(error, BadGame)
        code = "bad_moles" if is_handicap else "bad_boards"
        raise RequestRefused(Refusal(code, str(error)[:300])) from error


def _state(wish: CompanionWish) -> State | BadArrangement:
    """The position ready to play on, or what is wrong with it."""
    try:
        return set_up(_game(wish), wish.position)
    except BadArrangement as error:
        return error
    except BadGame as error:
        raise RequestRefused(Refusal("bad_message", str(error)[:300])) from error


def _reasons(reasons: Sequence[Why], game: Game, wish: CompanionWish) -> list[Reason]:
    return [reason_of(why, wish.language, game.stack.radius, wish.names) for why in reasons]


def _rule(state: State, event: GameEvent, wish: CompanionWish) -> Ruling:
    """Whether they may, and what then."""
    _, action = rules_event(event)
    if isinstance(action, (Lift, Eliminate)):
        raise RequestRefused(Refusal("bad_message", "lifts and eliminations follow by themselves"))
    if refusal(state, action) is not None:
        reasons = _reasons(explain(state, action), state.game, wish)
        return Ruling(legal=False, reasons=reasons, events=[], after=None, result=None)
    after = apply(state, action)
    happened = [format_event(one, seat) for seat, one in events_of(state, action, after)]
    return Ruling(
        legal=True,
        reasons=_reasons(explain(state, action), state.game, wish),
        events=happened,
        after=arrangement_of(after) if after.outcome is None else None,
        result=_result(after.outcome),
    )


def _result(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "reason": outcome.reason}
