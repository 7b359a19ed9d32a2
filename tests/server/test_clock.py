"""The server's time: never back, and even, whatever is done to the machine's clock."""

import time
from random import Random

from taupes.server.clock import Clock, now_ms
from taupes.table.decide import decide_time
from taupes.table.decision import Decision
from taupes.table.setup import MoveClock, Setup
from tests.table.desk import code, pair_desk

MS = 1_000_000
HOUR = 3600 * 1000


class Machine:
    """A clock that can be set, and one that cannot."""

    def __init__(self) -> None:
        self.set_to = 1_760_000_000_000
        self.uptime = 5_000

    def wall(self) -> int:
        return self.set_to * MS

    def steady(self) -> int:
        return self.uptime * MS

    def wait(self, milliseconds: int) -> None:
        self.set_to += milliseconds
        self.uptime += milliseconds


def test_it_begins_as_the_machines_and_goes_on() -> None:
    machine = Machine()
    clock = Clock(machine.wall, machine.steady)
    assert clock.now() == machine.set_to
    machine.wait(1_234)
    assert clock.now() == machine.set_to


def test_setting_the_machines_clock_changes_nothing() -> None:
    machine = Machine()
    clock = Clock(machine.wall, machine.steady)
    begun = clock.now()
    for step in (-HOUR, 2 * HOUR, -365 * 24 * HOUR):
        machine.set_to += step
        machine.wait(500)
    assert clock.now() == begun + 1_500


def test_a_deadline_is_met_though_the_clock_was_set_back() -> None:
    machine = Machine()
    clock = Clock(machine.wall, machine.steady)
    desk = pair_desk(Setup(clock=MoveClock(30), first=0))
    desk.now = clock.now()
    desk.play_on(Random(1), steps=1)
    machine.set_to -= HOUR
    machine.wait(29_999)
    assert code(decide_time(desk.table, clock.now())) == "not_playing"
    machine.wait(1)
    assert isinstance(decide_time(desk.table, clock.now()), Decision)


def test_after_a_restart_it_goes_on_from_what_was_stored() -> None:
    machine = Machine()
    stored = Clock(machine.wall, machine.steady).now()
    machine.wait(1_000)
    machine.set_to -= HOUR
    again = Clock(machine.wall, machine.steady)
    again.hear(stored)
    assert again.now() == stored
    again.hear(stored - 5)
    machine.wait(7)
    assert again.now() == stored + 7


def test_a_time_from_another_age_is_not_believed() -> None:
    machine = Machine()
    clock = Clock(machine.wall, machine.steady)
    clock.hear(machine.set_to + 24 * HOUR + 1)
    assert clock.now() == machine.set_to
    clock.hear(machine.set_to + 24 * HOUR)
    assert clock.now() == machine.set_to + 24 * HOUR


def test_this_process_has_one() -> None:
    assert abs(now_ms() - time.time_ns() // MS) < 24 * HOUR
