"""Looks after tables: lets bots and stand-ins act, watches clocks and absence."""

import asyncio
from typing import Final

from msgspec.structs import replace

from taupes.bots import choices
from taupes.rules import DISCS
from taupes.server.clock import now_ms
from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Live, Wish
from taupes.server.hall.presence import Presence
from taupes.server.hall.timers import Attendance
from taupes.server.settings import Settings
from taupes.server.storage import StorageAway
from taupes.server.workers.pool import BotPool, NoThought
from taupes.server.workers.worker import question_of
from taupes.table.actions import PlayerAction, TurnAction, action_of
from taupes.table.decide import decide_action, decide_gone, decide_idle, decide_time
from taupes.table.decision import Decision
from taupes.table.entries import Driver
from taupes.table.fairness import digits, drawn_number
from taupes.table.refusals import Refusal
from taupes.table.table import Play, Table

_RETRY: Final = 1.0
"""Seconds until something is tried again that could not be stored."""

_DAY: Final = 24 * 3600 * 1000

_CLEAN_EVERY: Final = 600
"""Sweeps between two looks for forgotten tables."""


class Steward:
    """Does for all tables of a hall what nobody sends a message for."""

    def __init__(self, hall: Hall, pool: BotPool, presence: Presence, settings: Settings) -> None:
        self.hall = hall
        self.presence = presence
        self.pool = pool
        self.settings = settings
        hall.attend = self.attend

    async def run(self) -> None:
        """Sweep for ever: tables whose process has died, or that nobody has in memory."""
        count = 0
        while True:
            try:
                await self._sweep()
                if count % _CLEAN_EVERY == 0:
                    await self._clean()
            except StorageAway:
                pass
            count += 1
            await asyncio.sleep(self.settings.sweep_seconds)

    async def _sweep(self) -> None:
        for table_id in await self.hall.read(lambda: self.hall.storage.due(now_ms())):
            live = await self.hall.open(table_id)
            if live is not None:
                self.attend(live)
                self.hall.maybe_forget(live)

    async def _clean(self) -> None:
        limits, now = self.settings.limits, now_ms()
        before = now - limits.open_days * _DAY, now - limits.idle_days * _DAY
        for table_id in await self.hall.read(lambda: self.hall.storage.forgotten(*before)):
            await self.hall.perform(table_id, Wish(decide_idle))

    # Who is to act next

    def attend(self, live: Live) -> None:
        """Whatever a table needs now, whoever is there."""
        table = live.table
        attendance = live.attendance
        if attendance is None:
            attendance = live.attendance = Attendance()
        seat = table.awaited
        if seat is None:
            attendance.stop_timers()
            return
        driver = table.driver(seat)
        if driver == "person":
            self._watch_clock(live, attendance, table, seat)
            self._watch_absence(live, attendance, table, seat)
        elif attendance.thinking != table.number and not self.hall.is_closing:
            attendance.stop_timers()
            attendance.thinking = table.number
            self.hall.spawn(self._drive(live, table, seat, driver))

    async def _drive(self, live: Live, table: Table, seat: int, driver: Driver) -> None:
        """Let a bot or a stand-in act."""
        play = table.play
        assert play is not None  # noqa: S101 - somebody is to act
        level = table.seats[seat].level or table.setup.stand_in
        action, by = any_action(play, table.seed, table.number), driver
        if driver != "auto" and len(choices(play.state)) > 1:
            seed = digits(table.seed, f"bot:{table.number}")
            question = question_of(play.state, level, seed, self.settings.bot_seconds)
            try:
                reply = await self.pool.think(question)
                action = with_slot(reply.action, play)
            except NoThought:
                by = "auto"

        def decide_drive(now: Table) -> Decision | Refusal:
            if now.driver(seat) != driver:
                # The person has come back while the stand-in was thinking.
                return Refusal("stale")
            return decide_action(now, seat, action, by, len(play.events))

        def over(_: object) -> None:
            attendance = live.attendance
            if attendance is not None and attendance.thinking == table.number:
                attendance.thinking = None

        def failed(refusal: Refusal) -> None:
            over(refusal)
            if refusal.code == "try_again":
                self._again(live)
            else:
                self.attend(live)

        self.hall.handle(live, Wish(decide_drive, done=over, refused=failed))

    def _again(self, live: Live) -> None:
        """Look at a table again soon."""
        attendance = live.attendance
        if attendance is None or attendance.retry is not None or self.hall.is_closing:
            return

        def retry() -> None:
            attendance.retry = None
            self.attend(live)

        attendance.retry = asyncio.get_running_loop().call_later(_RETRY, retry)

    # Clocks and absence

    def _watch_clock(self, live: Live, attendance: Attendance, table: Table, seat: int) -> None:
        if attendance.clock is not None:
            attendance.clock.cancel()
            attendance.clock = None
        watch = table.play.watch if table.play else None
        if watch is None:
            return
        deadline = watch.deadline(seat)

        def ring() -> None:
            attendance.clock = None
            self.hall.handle(
                live,
                Wish(lambda now: decide_time(now, now_ms()), refused=lambda _: self._again(live)),
            )

        if deadline <= now_ms():
            # At once: a table that nobody follows is put out of memory with its timers.
            ring()
            return
        # A long sleep is cut short: the machine's clock may be set meanwhile.
        delay = min(3600.0, (deadline - now_ms()) / 1000)
        loop = asyncio.get_running_loop()
        if delay < 3600.0:
            attendance.clock = loop.call_later(delay + 0.002, ring)
        else:
            attendance.clock = loop.call_later(delay, self.attend, live)

    def _watch_absence(self, live: Live, attendance: Attendance, table: Table, seat: int) -> None:
        away_after = table.setup.away_after
        if away_after is None:
            return
        person = table.seats[seat].person
        if any(follower.person == person for follower in live.followers):
            if attendance.away is not None:
                attendance.away.cancel()
                attendance.away = None
            return
        if attendance.away is not None:
            return

        def gone() -> None:
            attendance.away = None
            self.hall.spawn(self._declare_gone(live, seat))

        loop = asyncio.get_running_loop()
        attendance.away = loop.call_later(away_after, gone)

    async def _declare_gone(self, live: Live, seat: int) -> None:
        person = live.table.seats[seat].person
        if any(follower.person == person for follower in live.followers):
            return
        if person is not None and await self.presence.is_elsewhere(live, person):
            self.attend(live)
            return
        wish = Wish(lambda now: decide_gone(now, seat), refused=lambda _: self._again(live))
        self.hall.handle(live, wish)


def any_action(play: Play, seed: str, number: int) -> PlayerAction:
    """A legal action without a plan; which one follows from the seed, so nobody can foresee it."""
    options = choices(play.state)
    choice = options[drawn_number(seed, f"auto:{number}", len(options))]
    return with_slot(action_of(choice), play)


def with_slot(action: PlayerAction, play: Play) -> PlayerAction:
    """A bot's wish to turn a disc, with the first slot that is face down: all are as good."""
    if not isinstance(action, TurnAction):
        return action
    row = play.rows[play.state.turn]
    return replace(action, slot=next((s for s in range(len(DISCS)) if not row[s]), 0))
