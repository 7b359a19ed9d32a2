"""What happens at a table by itself: bots and stand-ins act, time is up, people are gone."""

import asyncio
from functools import partial
from typing import Final

from msgspec import UNSET, UnsetType

from taupes.answers.driving import any_action, level_of_seat, seed_of_thought, with_slot
from taupes.answers.thinking import watched_at
from taupes.bots.skill import Skill
from taupes.server.clock import now_ms
from taupes.server.hall.live import Handle, Live, Wish
from taupes.server.hall.presence import Roster
from taupes.server.settings import Settings
from taupes.server.tasks import Tasks
from taupes.server.workers.bots import Asker, BotPool, Crowded, NoThought
from taupes.table.actions import PlayerAction
from taupes.table.day import end_of
from taupes.table.decide import decide_driven, decide_gone, decide_reveal, decide_time
from taupes.table.entries import Driver
from taupes.table.refusals import Refusal
from taupes.table.table import Play, Table

_RETRY: Final = 1.0
"""Seconds until something is tried again that could not be stored, or was too much at once."""

WAITED_FOR, EXPECTED, ALONE = range(3)
"""Whose bots think first: of people who are here, of people who come back, of nobody."""

TOLD_PER_SECOND: Final = 1_000
"""People who are told of what the bots of one table do; before a larger crowd they take their time.

People pay for a crowd with the messages they may send (`socket.dispatch`): bots send none."""

_HOUR: Final = 3600.0
"""Seconds; a longer sleep is cut short, for the machine's clock may be set meanwhile."""


class Automation:
    """Does for tables what nobody sends a message for."""

    def __init__(self, roster: Roster, pool: BotPool, tasks: Tasks, settings: Settings) -> None:
        self._roster = roster
        self._pool = pool
        self._tasks = tasks
        self._settings = settings

    def attend(self, live: Live, handle: Handle) -> None:
        """Whatever a table needs now, whoever is there."""
        table, timers = live.table, live.timers
        seat = table.awaited
        if seat is None:
            timers.stop()
            self._reveal(live, handle)
            return
        driver = table.driver(seat)
        if driver == "person":
            self._watch_clock(live, seat, handle)
            self._watch_absence(live, seat, handle)
        elif not self._settings.bots_alone and all(one.person is None for one in table.seats):
            # However they came to be alone: bots play for people here.
            timers.stop()
        elif timers.thinking != table.number and not self._tasks.is_closed:
            timers.stop()
            timers.thinking = table.number
            self._tasks.spawn(self._drive(live, table, seat, driver, handle))

    async def _drive(
        self, live: Live, table: Table, seat: int, driver: Driver, handle: Handle
    ) -> None:
        """Let a bot or a stand-in act."""
        play = table.play
        assert play is not None  # noqa: S101 - somebody is to act
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            action, by, skill = await self._choose(live, table, play, seat, driver)
        except Crowded:
            live.timers.thinking = None
            if table.people:
                self._again(live, handle)
            # Tables of bots alone are left to the sweeps, which take up a few at a time.
            return
        await asyncio.sleep(begun + live.audience / TOLD_PER_SECOND - loop.time())

        decide_drive = partial(
            decide_driven,
            seat=seat,
            driver=driver,
            action=action,
            by=by,
            at=len(play.events),
            skill=skill,
        )

        def over(_: object) -> None:
            if live.timers.thinking == table.number:
                live.timers.thinking = None

        def failed(refusal: Refusal) -> None:
            over(refusal)
            if refusal.code == "try_again":
                self._again(live, handle)
            else:
                self.attend(live, handle)

        handle(live, Wish(decide_drive, done=over, refused=failed))

    async def _choose(
        self, live: Live, table: Table, play: Play, seat: int, driver: Driver
    ) -> tuple[PlayerAction, Driver, Skill | UnsetType]:
        """What is done for a seat, by whom in the end, and what that one has learned."""
        if driver != "auto":
            level, seed = level_of_seat(table, seat), seed_of_thought(table)
            try:
                reply = await self._pool.choose(
                    play.state,
                    level,
                    seed,
                    self._settings.bot_seconds,
                    asker_at(live),
                    watched_at(play, level),
                )
            except NoThought as error:
                if not table.people or table.day is not None:
                    # A game of the day is the same for all: nobody else moves for its bots.
                    raise Crowded from error
            else:
                return with_slot(reply.action, play), driver, reply.skill
        return any_action(table, play), "auto", UNSET

    def _reveal(self, live: Live, handle: Handle) -> None:
        """Show the seed of a day that is over; if that fails, the sweeps come by again."""
        table = live.table
        if table.is_erased or table.day is None or not table.is_sealed:
            return
        if now_ms() >= end_of(table.day):
            handle(live, Wish(lambda now: decide_reveal(now, now_ms())))

    def _again(self, live: Live, handle: Handle) -> None:
        """Look at a table again soon."""
        timers = live.timers
        if timers.retry is not None or self._tasks.is_closed:
            return

        def retry() -> None:
            timers.retry = None
            self.attend(live, handle)

        timers.retry = asyncio.get_running_loop().call_later(_RETRY, retry)

    # Clocks and absence

    def _watch_clock(self, live: Live, seat: int, handle: Handle) -> None:
        timers = live.timers
        if timers.clock is not None:
            timers.clock.cancel()
            timers.clock = None
        watch = live.table.play.watch if live.table.play else None
        if watch is None:
            return
        seconds = (watch.deadline(seat) - now_ms()) / 1000

        def ring() -> None:
            timers.clock = None
            wish = Wish(
                lambda now: decide_time(now, now_ms()),
                refused=lambda _: self._again(live, handle),
            )
            handle(live, wish)

        loop = asyncio.get_running_loop()
        if seconds <= 0:
            # At once: a table that nobody follows is put out of memory with its timers.
            ring()
        elif seconds < _HOUR:
            timers.clock = loop.call_later(seconds + 0.002, ring)
        else:
            timers.clock = loop.call_later(_HOUR, self.attend, live, handle)

    def _watch_absence(self, live: Live, seat: int, handle: Handle) -> None:
        timers, away_after = live.timers, live.table.setup.away_after
        if away_after is None:
            return
        if _is_here(live, seat):
            if timers.away is not None:
                timers.away.cancel()
                timers.away = None
            return
        if timers.away is not None:
            return

        def gone() -> None:
            timers.away = None
            self._tasks.spawn(self._declare_gone(live, seat, handle))

        timers.away = asyncio.get_running_loop().call_later(away_after, gone)

    async def _declare_gone(self, live: Live, seat: int, handle: Handle) -> None:
        person = live.table.seats[seat].person
        if _is_here(live, seat):
            return
        if person is not None and await self._roster.is_elsewhere(live, person):
            self.attend(live, handle)
            return
        wish = Wish(lambda now: decide_gone(now, seat), refused=lambda _: self._again(live, handle))
        handle(live, wish)


def asker_at(live: Live) -> Asker:
    """For whom the bots of a table think: whoever waits there, or made it."""
    table = live.table
    people = {table.seats[seat].person for seat in table.people}
    for follower in live.followers:
        if follower.person in people:
            return Asker(follower.address, follower.person, WAITED_FOR)
    if any(not people.isdisjoint(crowd.people) for crowd in live.elsewhere.values()):
        return Asker(table.owner, table.owner, WAITED_FOR)
    return Asker(table.owner, table.owner, EXPECTED if people else ALONE)


def _is_here(live: Live, seat: int) -> bool:
    """Whether the person of a seat follows the table at this process."""
    person = live.table.seats[seat].person
    return any(follower.person == person for follower in live.followers)
