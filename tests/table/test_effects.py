"""What happens at a table, one thing at a time, and what each makes of it."""

from random import Random

import pytest

from taupes.rules import Phase
from taupes.table import messages
from taupes.table.entries import (
    Answered,
    Asked,
    BotSat,
    CameBack,
    ChatSet,
    Closed,
    Ended,
    Happening,
    Mixed,
    Paused,
    Rematched,
    Resigned,
    Resumed,
    Said,
    Sat,
    Stood,
    Undone,
    WentAway,
)
from taupes.table.setup import FischerClock, MoveClock, MySeat, OpenSeat, Setup
from taupes.table.table import CHAT_KEPT, Asking, Seat
from taupes.table.timing import Watch
from tests.table.desk import (
    ADA,
    BOB,
    SEED,
    Desk,
    after,
    first_choice,
    new_desk,
    open_table,
    pair_desk,
)

# Seats.


def test_a_seat_is_taken_mixed_and_left() -> None:
    table = after(open_table(), Sat(1, "Bob", "b0" * 8), person=BOB)
    assert table.seats[1] == Seat("blue", None, BOB, "Bob", "b0" * 8)
    assert (table.seats[0].person, table.seats[2].is_free) == (ADA, True)
    table = after(table, Mixed(1, "b1" * 8))
    assert table.seats[1] == Seat("blue", None, BOB, "Bob", "b1" * 8)
    table = after(table, Stood(1))
    assert table.seats[1] == Seat("blue")


def test_a_seat_may_be_taken_by_nobody_known() -> None:
    assert after(open_table(), Sat(1, "Bob")).seats[1] == Seat("blue", None, None, "Bob")


def test_a_bot_is_called_by_its_level() -> None:
    assert after(open_table(), BotSat(2, "pup")).seats[2] == Seat("green", "pup", None, "pup")


# Requests, pauses, people who are away.


def test_everybody_else_is_asked() -> None:
    desk = new_desk(seats=[MySeat("A"), MySeat("B"), OpenSeat(), OpenSeat()], start=False)
    desk.tell(BOB, messages.Sit("T", 2, "Bob"))
    desk.tell("cid", messages.Sit("T", 3, "Cid"))
    desk.tell(ADA, messages.Start("T"))
    assert after(desk.table, Asked(0, "undo")).ask == Asking(0, "undo", frozenset({2, 3}))
    table = after(desk.table, Asked(2, "pause"))
    assert table.ask == Asking(2, "pause", frozenset({0, 1, 3}))
    # Ada's answer is for all her seats.
    table = after(table, Answered(0, yes=True))
    assert table.ask == Asking(2, "pause", frozenset({3}))
    assert after(table, Answered(3, yes=False)).ask is None
    assert after(desk.table, Answered(0, yes=True)).ask is None


def test_an_undo_restores_everything_but_the_time() -> None:
    desk = pair_desk(Setup(clock=FischerClock(60, 5), first=0))
    first = desk.play
    desk.now += 10_000
    desk.play_on(Random(1), steps=2)
    assert desk.play.watch is not None
    left = desk.play.watch.left
    table = after(desk.table, Asked(1, "pause"), Undone(0, 0), at=desk.now + 7)
    assert table.play is not None
    assert (table.play.state, list(table.play.events), table.play.drivers) == (first.state, [], "")
    assert table.play.watch == Watch(left, desk.now + 7)
    assert table.ask is None
    one_back = after(desk.table, Undone(1, 1))
    assert one_back.play is not None
    assert len(one_back.play.events) == 1


def test_an_undo_without_a_clock_needs_none() -> None:
    desk = pair_desk(Setup(first=0))
    first = desk.play
    desk.play_on(Random(1), steps=1)
    table = after(desk.table, Undone(0, 0))
    assert table.play is first


def test_a_pause_holds_the_game_and_its_clocks() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30), first=0))
    asked = after(desk.table, Asked(0, "pause"))
    table = after(asked, Paused(), at=desk.now + 10_000)
    assert table.play is not None
    assert (table.stage, table.ask) == ("paused", None)
    assert table.play.watch == Watch((30_000, 30_000), desk.now + 10_000, 10_000)
    table = after(table, Resumed(0), at=desk.now + 50_000)
    assert table.play is not None
    assert table.stage == "playing"
    assert table.play.watch == Watch((30_000, 30_000), desk.now + 50_000, 10_000)


def test_a_pause_without_a_clock_needs_none() -> None:
    table = after(after(pair_desk().table, Paused()), Resumed(0))
    assert table.play is not None
    assert table.play.watch is None


@pytest.mark.parametrize(("why", "left"), [("time", 0), ("gone", 60_000)])
def test_who_runs_out_of_time_has_none_left(why: str, left: int) -> None:
    desk = pair_desk(Setup(clock=FischerClock(60, 5), first=0))
    table = after(desk.table, WentAway(0, why))  # type: ignore[arg-type]
    assert table.play is not None
    assert table.play.watch is not None
    assert table.play.watch.left == (left, 60_000)
    assert [seat.away for seat in table.seats] == [True, False]


def test_who_comes_back_has_the_seat_and_no_new_turn() -> None:
    desk = pair_desk(Setup(clock=FischerClock(60, 5), first=0))
    table = after(desk.table, WentAway(0, "time"), WentAway(1, "gone"))
    back = after(table, CameBack(0), at=desk.now + 99)
    assert back.play is not None
    # At least ten seconds, of a turn that began when it began.
    assert back.play.watch == Watch((10_000, 60_000), desk.now, is_up=True)
    assert [seat.away for seat in back.seats] == [False, True]
    idle = after(table, CameBack(1), at=desk.now + 99)
    assert idle.play is not None
    assert idle.play.watch == Watch((0, 60_000), desk.now, is_up=True)


def test_an_undo_within_a_turn_gives_no_time_back() -> None:
    def until_special(seed: int) -> Desk:
        """A game where a mole has come to a special cell, and whoever moved it goes on."""
        desk, rng = pair_desk(Setup(clock=MoveClock(30), first=0, preset="web-pro")), Random(seed)
        while desk.stage == "playing" and desk.play.state.phase is not Phase.EXTRA_DRAW:
            desk.now += 1_000
            desk.play_on(rng, steps=1, bot="random")
        return desk

    desk = next(desk for desk in map(until_special, range(50)) if desk.stage == "playing")
    begun, back = desk.play.watch, desk.play.back
    assert back is not None
    assert back[0] == desk.play.state.turn
    table = after(desk.table, Undone(back[0], len(back[1].events)), at=desk.now + 9_000)
    assert table.play is not None
    assert table.play.watch == begun


def test_going_away_without_a_clock_needs_none() -> None:
    table = after(after(pair_desk().table, WentAway(0, "gone")), CameBack(0))
    assert table.play is not None
    assert table.play.watch is None


def test_who_resigns_is_not_away_and_is_no_longer_asked() -> None:
    desk = pair_desk()
    table = after(desk.table, WentAway(0, "gone"), Asked(1, "pause"))
    table = after(table, Resigned(0))
    assert (table.seats[0].resigned, table.seats[0].away) == (True, False)
    assert (table.seats[1].resigned, table.people) == (False, [1])
    assert table.ask == Asking(1, "pause", frozenset())
    assert after(table, Resigned(1)).ask is None


# Chat, and the end.


def test_the_last_lines_of_chat_are_kept() -> None:
    assert CHAT_KEPT == 50
    table = pair_desk().table
    for n in range(CHAT_KEPT + 1):
        table = after(table, Said(0, f"line {n}"), at=n)
    assert [line.text for line in table.chat] == [f"line {n}" for n in range(1, 51)]
    assert (table.chat[-1].number, table.chat[-1].at) == (table.number, 50)


def test_who_said_a_line_is_known_for_as_long_as_the_line_is_kept() -> None:
    table = pair_desk().table
    for n in range(CHAT_KEPT + 3):
        table = after(table, Said(0, f"line {n}"), person=(ADA, BOB)[n % 2])
        assert len(table.speakers) == len(table.chat)
    assert table.lines_of(BOB) == [line.number for line in table.chat[::2]]
    assert table.lines_of(ADA) == [line.number for line in table.chat[1::2]]


def test_a_line_that_was_taken_out_of_the_log_is_counted_and_not_shown() -> None:
    table = after(pair_desk().table, Said(0), person="gone")
    assert (table.chat, table.speakers, table.said) == ((), (), (1, 0))


def test_what_may_be_said_is_part_of_the_set_up() -> None:
    table = after(pair_desk(Setup(title="x")).table, ChatSet("off"))
    assert table.setup == Setup(title="x", chat="off")


ENDS: list[tuple[Happening, str]] = [
    (Ended(SEED, [0], "shovel"), "over"),
    (Closed("owner", SEED), "closed"),
]


@pytest.mark.parametrize(("end", "stage"), ENDS)
def test_the_end_leaves_nothing_to_be_answered(end: Happening, stage: str) -> None:
    table = after(pair_desk().table, Asked(1, "pause"), end)
    assert (table.stage, table.ask) == (stage, None)


def test_a_table_knows_where_it_goes_on() -> None:
    table = after(pair_desk().table, Rematched("N", 1))
    assert (table.rematch, table.rematch_by) == ("N", 1)


def test_undo_restores_a_row_that_was_shuffled() -> None:
    desk = new_desk(Setup(first=0))
    rng = Random(8)
    while not (desk.play.state.disc and not desk.play.state.discs[desk.play.state.turn]):
        desk.play_on(rng, steps=1)
    seat, before = desk.play.state.turn, desk.play
    desk.act(first_choice(desk))
    assert desk.play.shuffles[seat] == before.shuffles[seat] + 1
    desk.tell(ADA, messages.Ask("T", seat, "undo"))
    assert (desk.play.rows, desk.play.shuffles) == (before.rows, before.shuffles)
