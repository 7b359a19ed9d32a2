import pytest
from msgspec.structs import replace

from taupes.table import messages, timing
from taupes.table.decide import decide_action, decide_gone, decide_time
from taupes.table.decision import Decision
from taupes.table.entries import CameBack
from taupes.table.setup import Clock, DaysClock, FischerClock, MoveClock, NoClock, Setup
from tests.table.desk import ADA, BOB, Desk, code, first_choice, pair_desk


def place(desk: Desk) -> None:
    assert isinstance(desk.act(first_choice(desk)), Decision)


def test_no_clock_never_rings() -> None:
    assert timing.new_watch(NoClock(), 2, 0) is None
    assert pair_desk().table.deadline is None


@pytest.mark.parametrize(
    ("clock", "each"),
    [(MoveClock(30), 30_000), (DaysClock(2), 172_800_000), (FischerClock(60, 5), 60_000)],
)
def test_a_new_watch_gives_everybody_the_same(clock: Clock, each: int) -> None:
    watch = timing.new_watch(clock, 3, 7)
    assert watch == timing.Watch((each,) * 3, 7)
    assert watch is not None
    assert watch.deadline(1) == each + 7


def test_fischer_charges_and_adds() -> None:
    desk = pair_desk(Setup(clock=FischerClock(60, 5), first=0))
    desk.now += 20_000
    place(desk)
    assert desk.play.watch == timing.Watch((45_000, 60_000), desk.now)
    assert desk.table.deadline == desk.now + 60_000


def test_move_clock_starts_anew_with_every_turn_but_not_within() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30), first=0))
    desk.now += 10_000
    place(desk)
    assert desk.table.deadline == desk.now + 30_000
    for _ in range(19):
        place(desk)
    begun = desk.now
    desk.now += 5_000
    place(desk)  # turns a disc: the same turn goes on
    assert desk.table.deadline == begun + 30_000


CLOCKS: list[Clock] = [MoveClock(30), DaysClock(1), FischerClock(60, 2)]


def run_out(clock: Clock) -> Desk:
    """Ada's time is up, and a bot begins to think for her."""
    desk = pair_desk(Setup(clock=clock, first=0, stand_in="greedy", away_after=30))
    assert desk.table.deadline is not None
    desk.now = desk.table.deadline
    desk.happen(decide_time(desk.table, desk.now))
    assert desk.table.driver(0) == "stand_in"
    return desk


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_turn_whose_time_is_up_cannot_be_had_back(clock: Clock) -> None:
    desk = run_out(clock)
    desk.now += 500
    assert code(desk.tell(ADA, messages.Back("T", 0))) == "time_up"
    assert code(desk.act(first_choice(desk))) == "time_up"
    assert desk.table.seats[0].away
    assert desk.replayed() == desk.table


def test_who_returns_after_it_has_the_next_turn() -> None:
    desk = run_out(FischerClock(60, 2))
    desk.happen(decide_action(desk.table, 0, first_choice(desk), "stand_in"))
    assert isinstance(desk.tell(ADA, messages.Back("T", 0)), Decision)
    desk.now += 5_000
    place(desk)
    assert (desk.table.awaited, desk.table.driver(0)) == (0, "person")
    assert desk.table.deadline == desk.now + timing.LEAST_ON_RETURN


@pytest.mark.parametrize("clock", CLOCKS)
def test_coming_back_never_makes_a_turn_longer(clock: Clock) -> None:
    desk = pair_desk(Setup(clock=clock, first=0, stand_in="greedy", away_after=30))
    deadline = desk.table.deadline
    for _ in range(3):
        desk.now += 9_000
        desk.happen(decide_gone(desk.table, 0))
        desk.now += 500
        desk.tell(ADA, messages.Back("T", 0))
        assert desk.table.deadline == deadline


def test_a_return_in_mid_turn_counts_from_its_beginning() -> None:
    desk = run_out(FischerClock(60, 2))
    desk.happen(decide_action(desk.table, 0, first_choice(desk), "stand_in"))
    place(desk)
    begun = desk.now
    desk.now += 4_000
    assert isinstance(desk.tell(ADA, messages.Back("T", 0)), Decision)
    assert desk.table.deadline == begun + timing.LEAST_ON_RETURN


def test_a_pause_stops_the_clock() -> None:
    desk = pair_desk(Setup(clock=FischerClock(60), first=0))
    desk.now += 10_000
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert desk.table.deadline is None
    desk.now += 1_000_000
    desk.tell(BOB, messages.Resume("T", 1))
    assert desk.table.deadline == desk.now + 50_000


def test_a_stand_ins_turn_costs_nothing() -> None:
    watch = timing.Watch((50_000, 50_000), 0)
    clock = FischerClock(60, 5)
    assert timing.after_turn(watch, clock, 0, 9_000, charged=False).left == (50_000, 50_000)
    assert timing.after_turn(watch, clock, 0, 9_000, charged=True).left == (46_000, 50_000)


THREE = timing.Watch((10_000, 20_000, 30_000), 1_000)
FISCHER = FischerClock(60, 5)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_turn_costs_its_own_seat_and_no_other(seat: int) -> None:
    after = timing.after_turn(THREE, FISCHER, seat, 3_000, charged=True)
    right = list(THREE.left)
    right[seat] += 5_000 - 2_000
    assert after == timing.Watch(tuple(right), 3_000)


def test_time_that_is_up_is_not_less_than_nothing() -> None:
    after = timing.after_turn(THREE, FISCHER, 0, 11_001, charged=True)
    assert after.left == (5_000, 20_000, 30_000)


def test_a_turn_by_a_clock_for_each_move_costs_nothing() -> None:
    after = timing.after_turn(THREE, MoveClock(30), 0, 3_000, charged=True)
    assert after == timing.Watch(THREE.left, 3_000)


def test_pauses_of_one_turn_add_up() -> None:
    once = timing.resumed(timing.paused(THREE, 3_000), 50_000)
    assert (once.used, once.since, once.deadline(0)) == (2_000, 50_000, 58_000)
    twice = timing.resumed(timing.paused(once, 51_000), 90_000)
    assert (twice.used, twice.left, twice.deadline(0)) == (3_000, THREE.left, 97_000)


@pytest.mark.parametrize(
    ("seat", "left"), [(0, (0, 20_000, 30_000)), (1, (10_000, 0, 30_000)), (2, (10_000, 20_000, 0))]
)
def test_a_store_of_time_is_empty_when_it_is_up(seat: int, left: tuple[int, ...]) -> None:
    assert timing.run_out(THREE, FISCHER, seat).left == left
    assert timing.run_out(THREE, MoveClock(30), seat).left == THREE.left


def watch_after_return(clock: Clock, store: int) -> timing.Watch | None:
    """The clocks after Bob came back while Ada's turn runs; he had so much left."""
    desk = pair_desk(Setup(clock=clock, first=0))
    watch = timing.Watch((1_000, store), 1_000, used=7)
    desk.table = replace(desk.table, play=replace(desk.play, watch=watch))
    desk.happen(Decision([CameBack(1)]))
    return desk.play.watch


@pytest.mark.parametrize(
    ("store", "increment", "right"), [(0, 5, 10_000), (0, 15, 15_000), (12_000, 5, 12_000)]
)
def test_who_comes_back_has_ten_seconds_or_an_increment_or_what_was_left(
    store: int, increment: int, right: int
) -> None:
    watch = watch_after_return(FischerClock(60, increment), store)
    assert watch == timing.Watch((1_000, right), 1_000, used=7)


def test_a_clock_for_each_move_is_the_same_for_who_comes_back() -> None:
    assert watch_after_return(MoveClock(30), 500) == timing.Watch((1_000, 500), 1_000, used=7)


def test_whoever_places_several_moles_running_has_time_for_each() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30), first=0, moles=[1, 4]))
    place(desk)
    for _ in range(3):
        desk.now += 20_000
        place(desk)
        assert (desk.table.awaited, desk.table.deadline) == (1, desk.now + 30_000)
    store = pair_desk(Setup(clock=FischerClock(60, 5), first=0, moles=[1, 3]))
    place(store)
    for left in (65_000, 70_000):
        place(store)
        assert store.play.watch is not None
        assert store.play.watch.left[1] == left
