"""Hints: what the strongest bot would do, for people who may ask."""

from typing import Final

from msgspec.structs import replace

from taupes.bots.levels import LEVELS
from taupes.rules import Why
from taupes.server.hall.automation import with_slot
from taupes.server.hall.live import Follower, Live
from taupes.server.tasks import Tasks
from taupes.server.workers.bots import Asker, BotPool, Crowded, NoThought
from taupes.table import messages
from taupes.table.encoding import encode, refused_text
from taupes.table.fairness import digits
from taupes.table.refusals import Refusal
from taupes.table.replies import HintGiven
from taupes.table.table import Table

LEVEL: Final = "master"
"""The bot that is asked."""


class Hints:
    """Lets a bot think for people, one question each at a time."""

    def __init__(self, pool: BotPool, tasks: Tasks, seconds: float) -> None:
        self._pool = pool
        self._tasks = tasks
        self._seconds = seconds
        self._asking: set[str] = set()
        """People whose question a bot is thinking about."""

    def ask(self, live: Live, follower: Follower, message: messages.Hint) -> Refusal | None:
        """Answer as soon as a bot has thought about it, or say why not."""
        no = hint_refusal(live.table, message.seat, follower.person)
        if no is None and follower.person in self._asking:
            no = Refusal("too_fast")
        if no is None:
            self._asking.add(follower.person)
            self._tasks.spawn(self._answer(live.table, follower, message))
        return no

    async def _answer(self, table: Table, follower: Follower, message: messages.Hint) -> None:
        play = table.play
        assert play is not None  # noqa: S101 - somebody is to act
        seed = digits(table.seed, f"hint:{table.number}")
        try:
            asker = Asker(follower.address, follower.person)
            reply = await self._pool.choose(play.state, LEVEL, seed, self._seconds, asker)
        except (NoThought, Crowded):
            follower.push(refused_text(Refusal("no_hint"), follower.language, message.id, table))
        else:
            weighed = [replace(one, action=with_slot(one.action, play)) for one in reply.choices]
            action = with_slot(reply.action, play)
            events = len(play.events)
            hint = HintGiven(table.id, message.seat, events, action, weighed, message.id)
            follower.push(encode(hint))
        finally:
            self._asking.discard(follower.person)


def hint_refusal(table: Table, seat: int, person: str) -> Refusal | None:
    """Why a person may not be advised: it would be cheating where others play too."""
    if seat >= len(table.seats):
        return Refusal("no_such_seat")
    if table.seats[seat].person != person:
        return Refusal("not_your_seat")
    if table.awaited is None:
        return Refusal("paused" if table.stage == "paused" else "not_playing")
    if table.awaited != seat:
        return Refusal("against_the_rules", why=Why("not_your_turn", seat=seat))
    if table.play and not LEVELS[LEVEL].plays(table.play.game.stack.radius):
        return Refusal("board_too_wide", LEVEL)
    is_alone = all(one.person in (None, person) for one in table.seats)
    return None if is_alone or table.setup.hints else Refusal("no_hints")
