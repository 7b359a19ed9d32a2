"""What may happen at a table: actions in the game, time, people who are gone, the end.

At the foot, any order of any messages: the table never breaks, and its log always gives it back.
"""

from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taupes.rules import Phase, format_record, parse_record
from taupes.table import messages
from taupes.table.actions import (
    BlockedAction,
    DeclineAction,
    GameEvent,
    MoveAction,
    PassAction,
    PlaceAction,
    PlayerAction,
    TurnAction,
)
from taupes.table.decide import (
    MOST_ASIDE,
    decide,
    decide_action,
    decide_gone,
    decide_idle,
    decide_time,
    whys,
)
from taupes.table.decision import Decision
from taupes.table.entries import Acted, CameBack, Closed, Driver, Ended, Rematched, WentAway
from taupes.table.fairness import row_of
from taupes.table.messages import TableMessage
from taupes.table.projection import record_of, table_view, update_of
from taupes.table.refusals import Refusal
from taupes.table.setup import BotSeat, MoveClock, MySeat, OpenSeat, Setup
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, code, first_choice, new_desk, pair_desk


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["web", "web-pro", "shop-points"])
def test_whole_games(seats: int, preset: str) -> None:
    desk = new_desk(Setup(preset=preset), [MySeat(f"P{n}") for n in range(seats)])
    desk.play_on(Random(f"{seats}{preset}"))
    record = record_of(desk.table)
    assert record is not None
    assert record.outcome is not None
    assert parse_record(format_record(record)) == record
    assert desk.stage == "over"
    end, points = record.outcome, record.outcome.points
    right = Ended(SEED, list(end.winners), end.reason, None if points is None else list(points))
    assert desk.log[-1].happenings[1:] == [right]
    assert (points is not None) == (preset == "shop-points")
    assert desk.replayed() == desk.table


def test_an_action_says_who_decided_and_what_followed() -> None:
    desk = pair_desk(Setup(first=0))
    verdict = decide_action(desk.table, 0, PlaceAction((1, 1)), "bot")
    assert isinstance(verdict, Decision)
    assert verdict.happenings == [Acted(0, "bot", [GameEvent("place", 0, cell=(1, 1))])]
    assert verdict.foreseen is not None
    assert verdict.foreseen.turn == 1


def test_a_lift_is_written_behind_the_move_that_led_to_it() -> None:
    desk = new_desk()
    desk.play_on(Random(5))
    acted = [what for entry in desk.log for what in entry.happenings if isinstance(what, Acted)]
    lifts = [what.events for what in acted if what.events[-1].type in ("lift", "eliminate")]
    assert lifts
    assert all(events[0].type in ("move", "pass", "blocked", "decline") for events in lifts)


def test_the_disc_is_the_one_that_lies_in_the_slot() -> None:
    desk = pair_desk()
    desk.play_on(Random(1), steps=20)
    seat = desk.play.state.turn
    row = row_of(desk.play.mix, seat, 1)
    (acted,) = desk.happen(decide_action(desk.table, seat, TurnAction(4), "person"))
    assert acted == Acted(seat, "person", [GameEvent("draw", seat, disc=row[4], slot=4)])
    assert desk.play.rows[seat] == (0, 0, 0, 0, row[4], 0)


def test_a_new_row_is_turned_after_a_shuffle() -> None:
    desk = new_desk()
    rng = Random(8)
    while not (desk.play.shuffles[desk.play.state.turn] == 2 and not desk.play.state.disc):
        desk.play_on(rng, steps=1)
    seat = desk.play.state.turn
    slot = desk.play.rows[seat].index(0)
    desk.act(TurnAction(slot))
    assert desk.play.rows[seat][slot] == row_of(desk.play.mix, seat, 2)[slot]


def test_a_disc_that_lies_face_up_cannot_be_turned() -> None:
    desk = pair_desk()
    desk.play_on(Random(1), steps=20)
    seat = desk.play.state.turn
    desk.act(TurnAction(4))
    # While a disc is shown the moment is what is wrong, whichever slot was meant.
    assert code(desk.act(TurnAction(4))) == code(desk.act(TurnAction(3))) == "disc_shown"
    while desk.play.state.turn != seat or desk.play.state.disc:
        desk.act(first_choice(desk))
    assert code(desk.act(TurnAction(4))) == "slot_face_up"
    other = 1 - seat
    face_up = next(slot for slot, disc in enumerate(desk.play.rows[other]) if disc)
    assert code(decide_action(desk.table, other, TurnAction(face_up), "person")) == "not_your_turn"


def test_when_one_disc_is_left_the_others_cannot_be_turned_and_it_can() -> None:
    desk = pair_desk()
    rng = Random(1)
    while desk.play.state.phase is not Phase.DRAW or desk.play.rows[0].count(0) != 1:
        desk.play_on(rng, steps=1)
    while desk.play.state.turn != 0:
        desk.play_on(rng, steps=1)
    left = desk.play.rows[0].index(0)
    assert asked(desk, TurnAction(left)) == (True, ["turns_disc"])
    assert code(desk.act(TurnAction((left + 1) % 6))) == "slot_face_up"
    assert code(desk.act(TurnAction(left))) is None


def test_refusals_name_the_rule() -> None:
    desk = pair_desk(Setup(first=0))
    assert code(desk.act(TurnAction(0))) == "still_placing"
    assert code(desk.act(PlaceAction((9, 9)))) == "off_board"
    assert desk.refusals[-1].code == "against_the_rules"
    assert code(desk.tell(BOB, messages.Act("T", 1, first_choice(desk)))) == "not_your_turn"
    assert code(desk.tell(EVE, messages.Act("T", 0, first_choice(desk)))) == "not_your_seat"
    assert code(desk.act(MoveAction((0, 0), (1, 0)))) == "still_placing"
    assert desk.table.number == 4


def test_two_racing_messages_one_wins() -> None:
    desk = pair_desk(Setup(first=0))
    action = first_choice(desk)
    assert code(desk.tell(ADA, messages.Act("T", 0, action, at=1))) == "stale"
    assert code(desk.tell(ADA, messages.Act("T", 0, action, at=0, id="a"))) is None
    assert code(desk.tell(ADA, messages.Act("T", 0, action, at=0, id="b"))) == "stale"


def test_nobody_acts_before_during_a_pause_or_after_the_game() -> None:
    desk = new_desk(start=False)
    act = messages.Act("T", 0, PlaceAction((0, 0)))
    assert code(desk.tell(ADA, act)) == "not_playing"
    desk.tell(ADA, messages.Start("T"))
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert code(desk.tell(ADA, act)) == "paused"
    desk.tell(ADA, messages.Close("T"))
    assert code(desk.tell(ADA, act)) == "not_playing"
    over = new_desk()
    over.play_on(Random(1))
    assert code(over.tell(ADA, act)) == "not_playing"


@pytest.mark.parametrize("seat", [2, 3])
def test_a_table_has_only_its_own_seats(seat: int) -> None:
    desk = pair_desk()
    assert code(desk.tell(ADA, messages.Stand("T", seat))) == "no_such_seat"
    assert code(desk.tell(ADA, messages.Act("T", seat, PassAction()))) == "no_such_seat"


def test_every_message_that_changes_a_table_is_decided() -> None:
    table = new_desk(start=False).table
    actions = {"name": "x", "nonce": "ab" * 8, "level": "pup", "action": PassAction()}
    actions |= {"what": "undo", "yes": True, "chat": "off", "seat": 0}
    for kind in get_args(TableMessage):
        needed = {name: actions[name] for name in kind.__struct_fields__ if name in actions}
        assert isinstance(decide(table, kind(table="T", **needed), ADA), Decision | Refusal)


def test_time_is_up_only_when_it_is() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30), first=0))
    assert isinstance(decide_time(desk.table, desk.now + 29_999), Refusal)
    verdict = decide_time(desk.table, desk.now + 30_000)
    assert verdict == Decision([WentAway(0, "time")])
    desk.happen(verdict)
    assert desk.table.driver(0) == "auto"
    assert code(decide_time(desk.table, desk.now + 90_000)) == "not_playing"
    assert code(decide_time(pair_desk().table, 10**15)) == "not_playing"


def test_away_and_back() -> None:
    desk = pair_desk(Setup(first=0, away_after=30, stand_in="random"))
    assert code(decide_gone(desk.table, 1)) == "not_playing"
    desk.happen(decide_gone(desk.table, 0))
    assert desk.log[-1].happenings == [WentAway(0, "gone")]
    assert desk.table.driver(0) == "stand_in"
    assert code(decide_gone(desk.table, 0)) == "not_playing"
    verdict = desk.act(first_choice(desk))
    assert isinstance(verdict, Decision)
    assert verdict.happenings[0] == CameBack(0)
    assert isinstance(verdict.happenings[1], Acted)
    assert desk.table.driver(0) == "person"
    assert code(decide_gone(pair_desk(Setup(first=0)).table, 0)) == "not_playing"


def test_an_action_against_the_rules_brings_nobody_back() -> None:
    desk = pair_desk(Setup(first=0, away_after=30))
    desk.happen(decide_gone(desk.table, 0))
    assert code(desk.act(TurnAction(0))) == "still_placing"
    assert desk.table.seats[0].away


def test_a_forgotten_table_is_closed_once() -> None:
    desk = new_desk(start=False)
    assert desk.happen(decide_idle(desk.table)) == [Closed("idle", SEED)]
    assert code(decide_idle(desk.table)) == "not_playing"
    over = new_desk()
    over.play_on(Random(1))
    assert code(decide_idle(over.table)) == "not_playing"


def test_the_owner_closes_when_nobody_else_plays() -> None:
    desk = pair_desk()
    assert code(desk.tell(BOB, messages.Close("T"))) == "not_the_owner"
    assert code(desk.tell(ADA, messages.Close("T"))) == "still_playing"
    desk.tell(BOB, messages.Resign("T", 1))
    verdict = desk.tell(ADA, messages.Close("T"))
    assert verdict == Decision([Closed("owner", SEED)])
    assert code(desk.tell(ADA, messages.Close("T"))) == "not_playing"


def test_the_owner_closes_an_open_table_whoever_sits_there() -> None:
    desk = new_desk(seats=[MySeat("Ada"), OpenSeat()], start=False)
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    assert code(desk.tell(ADA, messages.Close("T"))) is None


def test_a_rematch_is_for_those_who_played_and_there_is_one() -> None:
    desk = pair_desk()
    assert code(desk.tell(ADA, messages.Rematch("N"))) == "not_over"
    desk.play_on(Random(2))
    assert code(desk.tell(EVE, messages.Rematch("N"))) == "not_your_seat"
    assert desk.tell(BOB, messages.Rematch("N")) == Decision([Rematched("N", 1)])
    assert desk.tell(ADA, messages.Rematch("N")) == Decision([])
    assert desk.table.rematch == "N"
    # Its keeper has found that the first was erased.
    assert desk.tell(ADA, messages.Rematch("M")) == Decision([Rematched("M", 0)])
    assert desk.table.rematch == "M"


def test_the_owner_may_have_a_rematch_without_a_seat() -> None:
    desk = new_desk(seats=[BotSeat("pup"), BotSeat("pup")])
    desk.tell(ADA, messages.Close("T"))
    assert code(desk.tell(BOB, messages.Rematch("N"))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.Rematch("N"))) is None


def test_reasons_are_given_for_any_action_and_never_tell_a_disc() -> None:
    desk = pair_desk(Setup(first=0))
    assert asked(desk, PlaceAction((1, 1))) == (True, ["placing"])
    assert asked(desk, TurnAction(0)) == (False, ["still_placing"])
    desk.play_on(Random(1), steps=20)
    assert {asked(desk, TurnAction(slot))[0] for slot in range(6)} == {True}
    assert whys(desk.table, TurnAction(0)) == whys(desk.table, TurnAction(5))
    assert whys(new_desk(start=False).table, PassAction()) == (False, ())


def test_reasons_are_given_when_the_last_disc_of_a_row_is_shown() -> None:
    desk = new_desk()
    rng = Random(8)
    while desk.play.state.discs[desk.play.state.turn]:
        desk.play_on(rng, steps=1)
    assert asked(desk, TurnAction(0)) == (False, ["disc_shown"])
    assert code(desk.act(TurnAction(0))) == "disc_shown"


def asked(desk: Desk, action: PlayerAction) -> tuple[bool, list[str]]:
    is_legal, reasons = whys(desk.table, action)
    return is_legal, [why.code for why in reasons]


SEATS = st.integers(0, 2)
CELLS = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
ACTIONS = st.one_of(
    st.builds(PlaceAction, CELLS),
    st.builds(TurnAction, st.integers(0, 5)),
    st.builds(MoveAction, CELLS, CELLS),
    st.just(PassAction()),
    st.just(BlockedAction()),
    st.just(DeclineAction()),
)
TABLE = st.just("T")
MESSAGES: st.SearchStrategy[TableMessage] = st.one_of(
    st.builds(messages.Sit, TABLE, SEATS, st.text(min_size=1, max_size=40)),
    st.builds(messages.Mix, TABLE, SEATS, st.just("ab" * 8)),
    st.builds(messages.Stand, TABLE, SEATS),
    st.builds(messages.SeatBot, TABLE, SEATS, st.sampled_from(["greedy", "x"])),
    st.builds(messages.Start, TABLE),
    st.builds(messages.Act, TABLE, SEATS, ACTIONS),
    st.builds(messages.Ask, TABLE, SEATS, st.sampled_from(["undo", "pause"])),
    st.builds(messages.Answer, TABLE, SEATS, st.booleans()),
    st.builds(messages.Resume, TABLE, SEATS),
    st.builds(messages.Back, TABLE, SEATS),
    st.builds(messages.Resign, TABLE, SEATS),
    st.builds(messages.Say, TABLE, SEATS, st.text(min_size=1, max_size=200)),
    st.builds(messages.SetChat, TABLE, st.sampled_from(["all", "phrases", "off"])),
    st.builds(messages.Close, TABLE),
    st.builds(messages.Rematch, TABLE),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([ADA, BOB, EVE]), MESSAGES),
        st.sampled_from(["play", "play", "play", "time", "gone"]),
    ),
    max_size=60,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS, st.booleans())
def test_any_messages_in_any_order(
    steps: list[tuple[str, TableMessage] | str], is_started: bool
) -> None:
    seats = [MySeat("A"), MySeat("B") if is_started else OpenSeat(), BotSeat("greedy")]
    setup = Setup(clock=MoveClock(30), away_after=30, stand_in="greedy")
    desk = new_desk(setup, seats, start=is_started)
    for step in steps:
        desk.now += 20_000
        before = desk.table
        if step == "play":
            if desk.table.awaited is not None:
                desk.act(first_choice(desk))
        elif step == "time":
            verdict = decide_time(desk.table, desk.now)
            if isinstance(verdict, Decision):
                desk.happen(verdict)
        elif step == "gone":
            verdict = decide_gone(desk.table, 0)
            if isinstance(verdict, Decision):
                desk.happen(verdict)
        else:
            assert not isinstance(step, str)
            desk.tell(*step)
        if desk.table is not before:
            update_of(before, desk.table, desk.log[-1:], desk.now)
            table_view(desk.table, BOB)
    assert desk.replayed() == desk.table
    assert [entry.number for entry in desk.log] == list(range(1, desk.table.number + 1))


def test_a_table_where_too_much_has_happened_only_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taupes.table.decide.MOST_ASIDE", 20)
    desk = pair_desk(Setup(first=0))
    while desk.table.number < 20:
        desk.tell(ADA, messages.SetChat("T", "off" if desk.table.number % 2 else "all"))
    for refused in (
        messages.SetChat("T", "all"),
        messages.Say("T", 0, "hello"),
        messages.Ask("T", 0, "pause"),
    ):
        assert code(desk.tell(ADA, refused)) == "table_full"
    # The game does not count, and goes on.
    desk.play_on(Random(1), steps=30)
    assert desk.table.number == 50
    assert code(desk.tell(ADA, messages.SetChat("T", "all"))) == "table_full"
    assert isinstance(desk.tell(ADA, messages.Resign("T", 0)), Decision)
    assert MOST_ASIDE == 5_000


@pytest.mark.parametrize("by", ["person", "bot"])
def test_a_game_without_an_end_is_closed(monkeypatch: pytest.MonkeyPatch, by: Driver) -> None:
    monkeypatch.setattr("taupes.table.decide.MOST_PLAYED", 40)
    desk = new_desk(Setup(options={"stall_limit": 0}))
    while desk.table.stage == "playing":
        assert len(desk.play.events) < 40
        desk.happen(decide_action(desk.table, desk.play.state.turn, first_choice(desk), by))
    assert desk.table.stage == "closed"
    assert desk.log[-1].happenings[-1] == Closed("endless", desk.table.seed)
    assert len(desk.play.events) == 40
    assert desk.replayed() == desk.table
    # Nothing follows, and nobody has to act.
    assert desk.table.awaited is None
    assert code(desk.act(first_choice(desk))) == "not_playing"


def test_what_counts_at_a_table_is_all_but_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taupes.table.decide.MOST_ASIDE", 20)
    toggles = [messages.SetChat("T", "off"), messages.SetChat("T", "all")] * 20
    desk = pair_desk(Setup(first=0))
    desk.play_on(Random(1), steps=30)
    assert desk.table.number > 30
    for toggle in toggles:
        desk.tell(ADA, toggle)
    assert desk.table.number - len(desk.play.events) == 20
    opened = new_desk(start=False)
    for toggle in toggles:
        opened.tell(ADA, toggle)
    assert opened.table.number == 20
    assert {refusal.code for refusal in desk.refusals + opened.refusals} == {"table_full"}
