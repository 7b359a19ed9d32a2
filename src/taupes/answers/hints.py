"""Hints: what the strongest bot would do, for people who may ask."""

from typing import Final

from msgspec.structs import replace

from taupes.answers.driving import with_slot
from taupes.answers.thinking import Reply
from taupes.bots.levels import LEVELS
from taupes.rules import Why
from taupes.table.fairness import digits
from taupes.table.messages import Hint
from taupes.table.refusals import Refusal
from taupes.table.replies import HintGiven
from taupes.table.table import Play, Table

LEVEL: Final = "master"
"""The bot that is asked."""


def hint_refusal(table: Table, seat: int, person: str) -> Refusal | None:
    """Why a person may not be advised: it would be cheating where others play too."""
    if seat >= len(table.seats):
        return Refusal("no_such_seat")
    if table.seats[seat].person != person:
        return Refusal("not_your_seat")
    if table.day is not None:
        return Refusal("counted")
    if table.awaited is None:
        return Refusal("paused" if table.stage == "paused" else "not_playing")
    if table.awaited != seat:
        return Refusal("against_the_rules", why=Why("not_your_turn", seat=seat))
    if table.play and not LEVELS[LEVEL].plays(table.play.game.stack.radius):
        return Refusal("board_too_wide", LEVEL)
    is_alone = all(one.person in (None, person) for one in table.seats)
    return None if is_alone or table.setup.hints else Refusal("no_hints")


def seed_of_hint(table: Table) -> str:
    """What the bot's chances follow from: nobody can foresee it."""
    return digits(table.seed, f"hint:{table.number}")


def hint_given(table: Table, play: Play, reply: Reply, message: Hint) -> HintGiven:
    """What the bot said, as it is sent."""
    weighed = [replace(one, action=with_slot(one.action, play)) for one in reply.choices]
    action = with_slot(reply.action, play)
    events = len(play.events)
    return HintGiven(table.id, message.seat, events, action, weighed, message.id)
