"""What lists and sweeps need to know of a table, and when it is stored."""

import json
from random import Random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from taupes.rules import Phase, format_boards, load_boards, load_record
from taupes.table import messages
from taupes.table.decide import decide_gone
from taupes.table.facts import (
    LEASE,
    Call,
    Facts,
    boards_name,
    due_of,
    facts_of,
    record_row,
    record_summary,
    stored_summary,
    summary_of,
    waited_for,
)
from taupes.table.projection import record_of
from taupes.table.setup import BotSeat, DaysClock, FischerClock, MoveClock, MySeat, OpenSeat, Setup
from taupes.table.table import Table, plain
from tests.table.desk import ADA, BOB, Desk, first_choice, new_desk, pair_desk


def facts(before: Table | None, desk: Desk) -> Facts:
    found = facts_of(before, desk.table)
    assert found is not None
    return found


def test_a_new_table_is_known_by_all_its_facts() -> None:
    desk = new_desk(Setup(title="Fun", public=True), [MySeat("Ada"), OpenSeat()], start=False)
    found = facts(None, desk)
    assert json.loads(found.summary) == plain(summary_of(desk.table)) | {"people": [ADA, None]}
    assert found == Facts(
        created=1_000_000,
        stage="open",
        is_public=True,
        owner=ADA,
        summary=found.summary,
        due=None,
        people=[ADA],
        newcomers=[ADA],
    )
    assert not facts(None, new_desk()).is_public


def placed_desk() -> Desk:
    """A game where all moles are placed, and a disc is to be turned."""
    desk = pair_desk(Setup(first=0))
    while desk.play.state.phase is Phase.PLACE:
        desk.act(first_choice(desk))
    return desk


def test_what_passes_no_turn_on_changes_no_fact_without_a_clock() -> None:
    desk = placed_desk()
    before, seat = desk.table, desk.table.awaited
    desk.act(first_choice(desk))
    assert desk.table.awaited == seat
    assert facts_of(before, desk.table) is None


def test_lists_are_told_whose_turn_it_is_and_since_when() -> None:
    desk = pair_desk(Setup(first=0))
    assert summary_of(desk.table)["turn"] == 0
    before = desk.table
    desk.now += 5_000
    desk.act(first_choice(desk))
    summary = json.loads(facts(before, desk).summary)
    assert (summary["turn"], summary["since"]) == (1, desk.now)


def test_who_sits_where_is_stored_and_not_told() -> None:
    desk = new_desk(seats=[MySeat("Ada"), OpenSeat(), BotSeat("pup")], start=False)
    assert stored_summary(desk.table)["people"] == [ADA, None, None]
    assert "people" not in summary_of(desk.table)
    assert ADA not in json.dumps(plain(summary_of(desk.table)))


def test_a_line_of_chat_changes_no_fact() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30)))
    before = desk.table
    desk.now += 5
    desk.tell(ADA, messages.Say("T", 0, phrase="hello"))
    assert facts_of(before, desk.table) is None


def test_whatever_a_list_shows_changes_the_facts() -> None:
    desk = new_desk(seats=[MySeat("Ada"), OpenSeat()], start=False)
    before = desk.table
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    assert (facts(before, desk).people, facts(before, desk).newcomers) == ([ADA, BOB], [BOB])
    before = desk.table
    desk.tell(ADA, messages.SetChat("T", "off"))
    assert facts(before, desk).stage == "open"
    before = desk.table
    desk.tell(ADA, messages.Start("T"))
    assert facts(before, desk).stage == "playing"
    assert (facts(before, desk).people, facts(before, desk).newcomers) == (None, [])


def test_who_has_made_a_table_is_new_to_it_without_a_seat() -> None:
    desk = new_desk(seats=[OpenSeat(), OpenSeat()], start=False)
    assert (facts(None, desk).people, facts(None, desk).newcomers) == ([], [ADA])


def test_a_move_by_the_clock_changes_when_it_is_due() -> None:
    desk = pair_desk(Setup(clock=MoveClock(30), first=0))
    before = desk.table
    desk.now += 10_000
    desk.act(first_choice(desk))
    assert facts(before, desk).due == desk.now + 30_000


def test_the_record_is_stored_with_the_end_and_only_then() -> None:
    desk = pair_desk()
    rng = Random(2)
    while desk.table.stage == "playing":
        before = desk.table
        desk.play_on(rng, steps=1)
    found = facts(before, desk)
    assert found.record == record_row(desk.table)
    assert found.record is not None
    assert facts(None, desk).record is None
    after = desk.table
    desk.tell(ADA, messages.SetChat("T", "off"))
    assert facts(after, desk).record is None


def test_a_table_that_is_given_up_leaves_no_record() -> None:
    desk = new_desk()
    before = desk.table
    desk.tell(ADA, messages.Close("T"))
    assert (facts(before, desk).stage, facts(before, desk).record) == ("closed", None)


def test_a_record_is_kept_for_its_players() -> None:
    desk = pair_desk()
    desk.play_on(Random(2))
    row = record_row(desk.table)
    assert row is not None
    assert (row.id, row.created, row.people, row.uploader) == ("T", desk.now, [ADA, BOB], None)
    record = load_record(row.body)
    assert record == record_of(desk.table)
    assert row.summary == record_summary(record)
    assert record_row(new_desk(start=False).table) is None


def test_a_record_is_not_kept_for_bots() -> None:
    row = record_row(new_desk(seats=[MySeat("Ada"), BotSeat("pup")]).table)
    assert row is not None
    assert row.people == [ADA]


def test_a_record_in_a_list_says_who_is_a_bot() -> None:
    record = record_of(new_desk(seats=[MySeat("Ada"), BotSeat("pup", "Rex")]).table)
    assert record is not None
    assert json.loads(record_summary(record))["players"] == [
        {"name": "Ada", "team": "red"},
        {"name": "Rex", "team": "blue", "bot": "pup"},
    ]


def test_a_record_in_a_list() -> None:
    desk = pair_desk()
    started = record_of(desk.table)
    assert started is not None
    assert json.loads(record_summary(started)) == {
        "boards": "classic",
        "players": [{"name": "Ada", "team": "red"}, {"name": "Bob", "team": "blue"}],
        "events": 0,
        "result": None,
    }
    desk.play_on(Random(2))
    done = record_of(desk.table)
    assert done is not None
    assert done.outcome is not None
    summary = json.loads(record_summary(done))
    assert summary["events"] == len(desk.play.events)
    assert summary["result"] == {"winners": list(done.outcome.winners), "reason": "shovel"}


def test_seats_nobody_has_are_nobodys() -> None:
    desk = new_desk(seats=[MySeat("A"), MySeat("B"), OpenSeat(), BotSeat("pup")], start=False)
    assert facts(None, desk).people == [ADA]


# When a sweep should look.


def test_nothing_is_due_before_or_after_a_game_or_in_a_pause() -> None:
    desk = new_desk(Setup(clock=MoveClock(30)), start=False)
    assert due_of(desk.table) is None
    desk.tell(ADA, messages.Start("T"))
    assert due_of(desk.table) is not None
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert due_of(desk.table) is None
    assert due_of(replace(desk.table, stage="playing", play=None)) is None


def test_a_bot_is_due_after_a_lease() -> None:
    assert LEASE == 15_000
    desk = new_desk(Setup(first=0), [BotSeat("pup"), MySeat("Ada")])
    assert due_of(desk.table) == desk.table.touched + LEASE


def test_a_stand_in_is_due_after_a_lease_whatever_the_clock_says() -> None:
    desk = pair_desk(Setup(first=0, clock=MoveClock(300), away_after=30))
    desk.happen(decide_gone(desk.table, 0))
    assert due_of(desk.table) == desk.table.touched + LEASE


def test_a_person_is_due_when_their_time_is_up() -> None:
    desk = pair_desk(Setup(first=0, clock=FischerClock(60), away_after=30))
    assert due_of(desk.table) == desk.now + 60_000


def test_without_a_clock_a_person_is_due_when_they_have_been_away_too_long() -> None:
    desk = pair_desk(Setup(first=0, away_after=30))
    assert due_of(desk.table) == desk.table.touched + 30_000 + LEASE
    assert due_of(pair_desk(Setup(first=0)).table) is None


def test_a_table_in_a_list() -> None:
    setup = Setup(title="Fun", clock=FischerClock(60, 5), spectators=False)
    desk = new_desk(setup, [MySeat("Ada"), BotSeat("pup")])
    bot: dict[str, Any] = {"team": "blue", "kind": "bot", "name": "pup", "level": "pup"}
    me: dict[str, Any] = {"team": "red", "kind": "person", "name": "Ada", "level": None}
    here = {"away": False, "resigned": False, "deleted": False}
    assert plain(summary_of(desk.table)) == {
        "title": "Fun",
        "preset": "web",
        "boards": "classic",
        "clock": {"kind": "fischer", "seconds": 60, "increment": 5},
        "spectators": False,
        "options": {},
        "moles": None,
        "seats": [me | here, bot | here],
        "turn": desk.table.awaited,
        "since": desk.now,
    }


def test_the_next_turn_is_told_from_other_changes() -> None:
    desk = pair_desk(Setup(first=0))
    before = desk.table
    while desk.table.awaited == before.awaited:
        earlier = desk.table
        desk.act(first_choice(desk))
    turned = facts(earlier, desk)
    assert turned.is_next_turn
    assert (turned.people, turned.newcomers, turned.record) == (None, [], None)
    assert json.loads(turned.summary)["turn"] == desk.table.awaited
    for changed in ({"stage": "paused"}, {"owner": BOB}, {"seats": (*earlier.seats,)}):
        assert not facts(replace(earlier, **changed), desk).is_next_turn
    assert not facts(None, desk).is_next_turn


def test_boards_have_a_name() -> None:
    own = format_boards(load_boards("quick")) | {"name": "mine"}
    assert boards_name(Setup(boards="quick")) == "quick"
    assert boards_name(Setup(boards=own)) == "mine"
    assert boards_name(Setup(boards={})) == ""


def test_a_turn_over_days_is_a_call() -> None:
    desk = pair_desk(Setup(first=0, clock=DaysClock(2)))
    assert waited_for(desk.table) == ADA
    before, desk.now = desk.table, desk.now + 500
    desk.act(first_choice(desk))
    assert facts(before, desk).call == Call(BOB, desk.now)
    desk = pair_desk(Setup(first=0, clock=MoveClock(60)))
    before = desk.table
    desk.act(first_choice(desk))
    assert facts(before, desk).call is UNSET


def test_a_call_is_made_once_and_taken_back_when_nobody_is_waited_for() -> None:
    desk = pair_desk(Setup(first=0, clock=DaysClock(2)))
    before = desk.table
    # Something else changes, and it is still the same turn.
    desk.table = replace(before, setup=replace(before.setup, chat="off"))
    assert facts(before, desk).call is UNSET
    desk.table = replace(before, stage="paused")
    assert facts(before, desk).call is None
    paused, desk.table = desk.table, before
    assert facts(paused, desk).call == Call(ADA, before.touched)
    away = (replace(before.seats[0], away=True), before.seats[1])
    desk.table = replace(before, seats=away)
    assert facts(before, desk).call is None


def test_nobody_is_called_whom_no_other_person_waits_for() -> None:
    clock = DaysClock(2)
    assert waited_for(new_desk(Setup(first=0, clock=clock)).table) is None
    alone = new_desk(Setup(first=0, clock=clock), [MySeat("Ada"), BotSeat("greedy")])
    assert waited_for(alone.table) is None
    desk = pair_desk(Setup(first=0, clock=clock))
    resigned = (desk.table.seats[0], replace(desk.table.seats[1], resigned=True))
    assert waited_for(replace(desk.table, seats=resigned)) is None
