"""A table: whose seats, who decides for them, whose time runs, which game."""

import gc
import weakref
from random import Random

import pytest
from msgspec.structs import replace

from taupes.rules import BadBoard, BadGame, format_boards, load_boards
from taupes.table import messages
from taupes.table.decide import decide, decide_gone
from taupes.table.setup import BotSeat, MoveClock, MySeat, OpenSeat, SeatWish, Setup
from taupes.table.step import TableStep, step_of
from taupes.table.table import Seat, boards_of, game_of, plain
from tests.table.desk import ADA, BOB, EVE, first_choice, new_desk, pair_desk


def test_a_seat_is_free_without_a_person_and_without_a_bot() -> None:
    assert Seat("red").is_free
    assert not Seat("red", person=ADA).is_free
    assert not Seat("red", level="pup").is_free


def test_pass_and_play_seats_belong_to_one_person() -> None:
    table = new_desk(seats=[MySeat("A"), MySeat("B"), MySeat("C"), BotSeat("greedy")]).table
    assert table.seats_of(ADA) == [0, 1, 2]
    assert table.seats_of(BOB) == []
    # Nobody in particular has no seat, not even the bot's.
    assert table.seats_of(None) == []


def test_who_decides_for_a_seat() -> None:
    seats: list[SeatWish] = [MySeat("A"), MySeat("B"), MySeat("C"), BotSeat("pup")]
    table = new_desk(Setup(stand_in="greedy"), seats).table
    away, resigned = replace(table.seats[1], away=True), replace(table.seats[2], resigned=True)
    table = replace(table, seats=(table.seats[0], away, resigned, table.seats[3]))
    assert [table.driver(seat) for seat in range(4)] == ["person", "stand_in", "stand_in", "bot"]
    table = replace(table, setup=Setup(stand_in="auto"))
    assert [table.driver(seat) for seat in range(4)] == ["person", "auto", "auto", "bot"]


def test_people_are_those_who_have_not_resigned() -> None:
    desk = new_desk(seats=[BotSeat("pup"), MySeat("B"), OpenSeat()], start=False)
    assert desk.table.people == [1]
    desk.tell(BOB, messages.Sit("T", 2, "Bob"))
    desk.tell(ADA, messages.Start("T"))
    assert desk.table.people == [1, 2]
    desk.tell(BOB, messages.Resign("T", 2))
    assert desk.table.people == [1]


def test_somebody_is_awaited_while_the_game_goes_on() -> None:
    desk = new_desk(Setup(first=1), start=False)
    awaited = [desk.table.awaited]
    for message in (messages.Start("T"), messages.Ask("T", 0, "pause"), messages.Resume("T", 0)):
        desk.tell(ADA, message)
        awaited.append(desk.table.awaited)
    desk.play_on(Random(1))
    assert [*awaited, desk.table.awaited] == [None, 1, None, 1, None]


@pytest.mark.parametrize(
    ("stage", "has_ended"),
    [("open", False), ("playing", False), ("paused", False), ("over", True), ("closed", True)],
)
def test_a_game_has_ended_when_no_disc_is_left_to_turn(stage: str, has_ended: bool) -> None:
    table = replace(pair_desk().table, stage=stage)
    assert table.has_ended == has_ended


def test_only_a_persons_time_can_be_up() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30), away_after=30, first=0))
    assert desk.table.deadline == desk.now + 30_000
    desk.happen(decide_gone(desk.table, 0))
    away = desk.table
    assert away.deadline is None
    bots = new_desk(Setup(clock=MoveClock(30), first=0), [BotSeat("pup"), MySeat("Ada")])
    assert bots.table.deadline is None


def test_nobodys_time_runs_before_the_game_without_a_clock_or_in_a_pause() -> None:
    desk = new_desk(Setup(clock=MoveClock(30)), start=False)
    assert desk.table.deadline is None
    assert new_desk().table.deadline is None
    desk.tell(ADA, messages.Start("T"))
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert desk.table.deadline is None


def test_an_applied_message_is_answered_by_its_entry() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Say("T", 0, phrase="hello", id="m1"))
    number = desk.table.number
    assert desk.table.answer_to(ADA, "m1") == number
    assert desk.table.answer_to(EVE, "m1") is None


def test_boards_are_shipped_ones_or_a_whole_set() -> None:
    assert boards_of(Setup(boards="quick")).name == "quick"
    own = format_boards(load_boards("quick")) | {"name": "mine"}
    assert boards_of(Setup(boards=own)).name == "mine"
    with pytest.raises(BadBoard, match=r"no such board set; give .*classic.* or a whole set"):
        boards_of(Setup(boards="/etc/passwd"))
    with pytest.raises(BadBoard):
        boards_of(Setup(boards={"name": "mine"}))


def test_a_game_is_as_the_set_up_says_and_equal_ones_are_shared() -> None:
    setup = Setup(preset="web-pro", options={"stall_limit": 9})
    game = game_of(setup, [0, 1, 2, 3], 1, 3)
    assert (game.seats, game.moles, game.first) == (3, 7, 1)
    assert (game.rules.special_cells, game.rules.stall_limit) == (True, 9)
    assert game.stack.orientations == (0, 1, 2, 3)
    assert game_of(replace(setup, title="other"), [0, 1, 2, 3], 1, 3) is game
    assert game_of(setup, [0, 1, 2, 4], 1, 3) is not game
    with pytest.raises(BadGame):
        game_of(Setup(), [0, 0, 0, 0], 2, 2)


def test_games_are_kept_for_a_while_when_nobody_plays_them_and_not_for_ever() -> None:
    setup = Setup(preset="shop", boards="quick")
    made = [weakref.ref(game_of(setup, [0, 0, i // 6, i % 6], 0, 2)) for i in range(20)]
    for _ in range(20):
        assert game_of(setup, [0, 0, 3, 1], 0, 2) is made[19]()
    gc.collect()
    assert [game() is not None for game in made] == [False] * 4 + [True] * 16


@pytest.mark.parametrize(
    ("others", "is_solo"),
    [
        ([BotSeat("pup")], True),
        ([BotSeat("pup"), BotSeat("greedy")], True),
        ([BotSeat("pup"), OpenSeat()], False),
        ([MySeat("Ann")], False),
    ],
)
def test_one_person_against_bots_is_alone(others: list[SeatWish], is_solo: bool) -> None:
    desk = new_desk(seats=[MySeat("Ada"), *others], start=False)
    assert desk.table.is_solo is is_solo


def test_plain_data_is_plain() -> None:
    assert plain(MoveClock(30)) == {"kind": "move", "seconds": 30}


def test_the_collector_of_rings_looks_at_no_table() -> None:
    desk = pair_desk()
    wish = messages.Act("T", 0, first_choice(desk))
    step = step_of(desk.table, lambda table: decide(table, wish, ADA), ADA, None, 5)
    assert isinstance(step, TableStep)
    table = step.after
    assert table.play is not None
    looked_at = [
        one
        for one in (wish, step, step.entry, table, table.play, *table.seats)
        if gc.is_tracked(one)
    ]
    assert looked_at == []


def test_a_long_game_is_let_go_however_many_steps_lead_back() -> None:
    mark = frozenset({1})
    play, is_there = replace(pair_desk().play, shown=mark), weakref.ref(mark)
    del mark
    for _ in range(100_000):
        play = replace(play, shown=(), back=(0, play))
    assert is_there()
    del play
    assert not is_there()
