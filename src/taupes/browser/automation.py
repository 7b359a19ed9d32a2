"""What happens at a device's table by itself: bots and stand-ins act, time is up."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from taupes.answers.driving import any_action, level_of_seat, only_reply, seed_of_thought, with_slot
from taupes.answers.thinking import Reply, Watched, question_of, watched_at
from taupes.bots.levels import level_of
from taupes.bots.skill import Skill
from taupes.browser.faults import note
from taupes.browser.live import LiveTable
from taupes.browser.minds import Minds, NoReply
from taupes.browser.tables import DeviceTables
from taupes.rules import State
from taupes.table.actions import PlayerAction
from taupes.table.day import end_of
from taupes.table.decide import decide_driven, decide_reveal, decide_time
from taupes.table.encoding import encode
from taupes.table.entries import Driver
from taupes.table.refusals import Refusal
from taupes.table.table import Play, Table

SECONDS: Final = 1.0
"""How long a bot may think about one choice."""

PATIENCE: Final = 8.0
"""Seconds that the tab that leads a table may take longer than it should: a browser may have put it
to sleep."""

_RETRY: Final = 1.0
_FULL: Final = 5.0
"""Seconds until something is tried again that could not be stored, and with a full shelf."""

_HOUR: Final = 3600.0
"""Seconds; a longer sleep is cut short, for the device's clock may be set meanwhile."""


async def choose(
    minds: Minds, state: State, level: str, seed: str, watched: Watched | None = None
) -> Reply:
    """What a bot does, which is asked only if there is something to decide; NoReply if none can."""
    only = only_reply(state)
    if only is not None:
        return only
    if not level_of(level).plays(state.game.stack.radius):
        raise NoReply("it cannot play on such boards")
    question = encode(question_of(state, level, seed, SECONDS, watched))
    try:
        return msgspec.json.decode(await minds.think(question, SECONDS), type=Reply)
    except Exception as error:
        # Whatever it is, somebody has to act.
        note(error)
        raise NoReply(type(error).__name__) from error


class DeviceAutomation:
    """Does for tables what nobody sends a message for, while somebody looks on.

    Of several tabs, the one that leads a table does so. The others wait for it, but not for ever:
    it does no harm when two of them think of the same move, for an entry is stored once.
    """

    def __init__(self, tables: DeviceTables, minds: Minds) -> None:
        self._tables = tables
        self._minds = minds

    def attend(self, live: LiveTable) -> None:
        """Whatever a table needs now."""
        live.stop()
        table = live.table
        seat = table.awaited
        if table.is_erased or not live.followers:
            return
        if seat is None:
            self._reveal(live)
            return
        driver = table.driver(seat)
        if driver == "person":
            self._watch_clock(live)
        elif not live.leads:
            self._wait(live, SECONDS + PATIENCE, self._take_lead)
        elif live.thinking != table.number:
            live.thinking = table.number
            self._tables.spawn(self._drive(live, table, seat, driver))

    def _reveal(self, live: LiveTable) -> None:
        """Show the seed of a day as its game is over: here everybody could work it out."""
        day = live.table.day
        if day is not None and live.table.is_sealed:
            decide = partial(decide_reveal, now=end_of(day))
            self._tables.spawn(self._tables.carry_out(live, decide))

    async def _drive(self, live: LiveTable, table: Table, seat: int, driver: Driver) -> None:
        """Let a bot or a stand-in act."""
        play = table.play
        assert play is not None  # noqa: S101 - somebody is to act
        no: Refusal | None = Refusal("try_again")
        try:
            action, by, skill = await self._choose(table, play, seat, driver)
            decide = partial(
                decide_driven,
                seat=seat,
                driver=driver,
                action=action,
                by=by,
                at=len(play.events),
                skill=skill,
            )
            no = await self._tables.carry_out(live, decide)
        finally:
            if live.thinking == table.number:
                live.thinking = None
            self._after(live, no)
            self._tables.forget(live)

    def _after(self, live: LiveTable, no: Refusal | None) -> None:
        """See what is to be done when nothing could be done."""
        if no is None or not live.followers:
            return
        if no.code not in ("device_full", "try_again"):
            self.attend(live)
        elif live.retry is None:
            is_full = no.code == "device_full"
            if is_full and not live.is_full:
                live.is_full = True
                for watcher in list(live.followers):
                    watcher.refuse(no, None, live.table)
            pause = _FULL if is_full else _RETRY
            live.retry = asyncio.get_running_loop().call_later(pause, self.attend, live)

    async def _choose(
        self, table: Table, play: Play, seat: int, driver: Driver
    ) -> tuple[PlayerAction, Driver, Skill | UnsetType]:
        """What is done for a seat, by whom in the end, and what that one has learned."""
        if driver != "auto":
            level, seed = level_of_seat(table, seat), seed_of_thought(table)
            try:
                reply = await choose(self._minds, play.state, level, seed, watched_at(play, level))
            except NoReply:
                if table.day is not None:
                    # A game of the day is the same for all: nobody else moves for its bots.
                    raise
            else:
                return with_slot(reply.action, play), driver, reply.skill
        return any_action(table, play), "auto", UNSET

    def _watch_clock(self, live: LiveTable) -> None:
        deadline = live.table.deadline
        if deadline is None:
            return
        seconds = max(0, (deadline - self._tables.now_ms()) / 1000)
        if live.leads:
            self._wait(live, seconds + 0.002, self._ring)
        else:
            self._wait(live, seconds + PATIENCE, self._take_lead)

    def _wait(self, live: LiveTable, seconds: float, then: Callable[[LiveTable], None]) -> None:
        if seconds >= _HOUR:
            seconds, then = _HOUR, self.attend
        live.clock = asyncio.get_running_loop().call_later(seconds, then, live)

    def _take_lead(self, live: LiveTable) -> None:
        if self._tables.leads is not None:
            self._tables.leads.take(live.table.id)

    def _ring(self, live: LiveTable) -> None:
        self._tables.spawn(self._declare(live))

    async def _declare(self, live: LiveTable) -> None:
        tables = self._tables
        no = await tables.carry_out(live, lambda table: decide_time(table, tables.now_ms()))
        self._after(live, no)
