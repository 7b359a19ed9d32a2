"""The pure heart: what may happen at a table, and what comes of it."""

from random import Random

import pytest

from taupes.rules import format_record, parse_record
from taupes.table import messages
from taupes.table.actions import MoveAction, PlaceAction, TurnAction
from taupes.table.applied import KEPT
from taupes.table.create import create, recreate
from taupes.table.decide import decide_action, decide_gone, decide_idle
from taupes.table.decision import Decision
from taupes.table.entries import (
    Acted,
    CameBack,
    Closed,
    Ended,
    Entry,
    Paused,
    Rematched,
    Resigned,
    Said,
    Secrets,
    Undone,
    WentAway,
)
from taupes.table.evolve import BadLog, evolve, rebuild
from taupes.table.fairness import row_of
from taupes.table.projection import record_of
from taupes.table.refusals import Refusal
from taupes.table.setup import BotSeat, MySeat, OpenSeat, SeatWish, Setup
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, first_choice, new_desk, pair_desk


def code(verdict: Decision | Refusal | Entry) -> str | None:
    if isinstance(verdict, Refusal):
        return verdict.why.code if verdict.why else verdict.code
    return None


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["web", "web-pro", "shop-points"])
def test_whole_games(seats: int, preset: str) -> None:
    desk = new_desk(Setup(preset=preset), [MySeat(f"P{n}") for n in range(seats)])
    desk.play_on(Random(f"{seats}{preset}"))
    assert desk.table.stage == "over"
    record = record_of(desk.table)
    assert record is not None
    assert parse_record(format_record(record)) == record
    assert desk.replayed() == desk.table


def test_creation_refuses_what_cannot_be_played() -> None:
    def tried(setup: Setup, *seats: SeatWish) -> str | None:
        wishes = seats or (MySeat("Ada"), OpenSeat())
        return code(create("T", ADA, setup, wishes, SEED, 0))

    assert tried(Setup()) is None
    assert tried(Setup(preset="nope")) == "bad_rules"
    assert tried(Setup(options={"leave_hole": 1})) == "bad_rules"
    assert tried(Setup(boards="/etc/passwd")) == "bad_boards"
    assert tried(Setup(boards={"name": "x"})) == "bad_boards"
    assert tried(Setup(orientations=[0, 1])) == "bad_boards"
    assert tried(Setup(first=2)) == "bad_boards"
    assert tried(Setup(stand_in="nobody")) == "no_such_level"
    assert tried(Setup(title="a\x00b")) == "bad_text"
    assert tried(Setup(), MySeat("\u202e"), OpenSeat()) == "bad_text"
    assert tried(Setup(), MySeat("A", team="red"), OpenSeat(team="red")) == "bad_text"
    assert tried(Setup(), MySeat("A", team="pink"), OpenSeat()) == "bad_text"
    assert tried(Setup(), BotSeat("nobody"), OpenSeat()) == "no_such_level"
    assert code(create("T", ADA, Setup(), [OpenSeat()] * 2, SEED, 0, start=True)) == "seats_open"


def test_seats_are_taken_and_given_back() -> None:
    desk = new_desk(seats=[MySeat("Ada"), OpenSeat(), OpenSeat()], start=False)
    assert code(desk.tell(EVE, messages.Start("T"))) == "not_the_owner"
    assert code(desk.tell(ADA, messages.Start("T"))) == "seats_open"
    assert code(desk.tell(BOB, messages.Sit("T", 0, "Bob"))) == "seat_taken"
    assert code(desk.tell(BOB, messages.Sit("T", 3, "Bob"))) == "no_such_seat"
    assert code(desk.tell(BOB, messages.Sit("T", 1, "\u200b"))) == "bad_text"
    assert code(desk.tell(BOB, messages.Sit("T", 1, " Bob\u202e "))) is None
    assert desk.table.seats[1].name == "Bob"
    assert code(desk.tell(EVE, messages.Stand("T", 1))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.SeatBot("T", 1, "greedy"))) == "seat_taken"
    assert code(desk.tell(BOB, messages.SeatBot("T", 2, "greedy"))) == "not_the_owner"
    assert code(desk.tell(ADA, messages.SeatBot("T", 2, "nobody"))) == "no_such_level"
    assert code(desk.tell(ADA, messages.SeatBot("T", 2, "greedy"))) is None
    assert code(desk.tell(EVE, messages.Mix("T", 1, "00" * 8))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.Stand("T", 1))) is None
    assert desk.table.seats[1].is_free
    assert code(desk.tell(BOB, messages.Sit("T", 1, "Bob"))) is None
    assert code(desk.tell(ADA, messages.Start("T"))) is None
    assert code(desk.tell(BOB, messages.Stand("T", 1))) == "table_not_open"
    assert code(desk.tell(BOB, messages.Mix("T", 1, "00" * 8))) == "table_not_open"
    assert desk.replayed() == desk.table


def test_the_disc_is_the_one_that_lies_in_the_slot() -> None:
    desk = pair_desk()
    desk.play_on(Random(1), steps=20)
    seat = desk.play.state.turn
    row = row_of(desk.play.mix, seat, 1)
    events = desk.happen(decide_action(desk.table, seat, TurnAction(4), "person"))
    assert isinstance(events[0], Acted)
    assert (events[0].events[0].disc, events[0].events[0].slot) == (row[4], 4)
    assert desk.play.rows[seat] == (0, 0, 0, 0, row[4], 0)
    desk.play_on(Random(1), steps=3)
    if desk.play.state.turn == seat:
        assert code(decide_action(desk.table, seat, TurnAction(4), "person")) == "slot_face_up"


def test_refusals_name_the_rule() -> None:
    desk = pair_desk(Setup(first=0))
    assert code(desk.act(TurnAction(0))) == "still_placing"
    assert code(desk.act(PlaceAction((9, 9)))) == "off_board"
    assert code(desk.tell(BOB, messages.Act("T", 1, first_choice(desk)))) == "not_your_turn"
    assert code(desk.tell(EVE, messages.Act("T", 0, first_choice(desk)))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.Act("T", 0, first_choice(desk), at=1))) == "stale"
    assert code(desk.act(MoveAction((0, 0), (1, 0)))) == "still_placing"
    assert desk.table.number == 4


def test_a_message_sent_twice_is_applied_once() -> None:
    desk = pair_desk(Setup(first=0))
    act = messages.Act("T", 0, first_choice(desk), id="m1")
    desk.tell(ADA, act)
    number = desk.table.number
    assert desk.tell(ADA, act) == Decision([])
    assert desk.table.number == number
    assert desk.table.answer_to(ADA, "m1") == number
    assert desk.table.answer_to(BOB, "m1") is None
    assert desk.replayed().answer_to(ADA, "m1") == number


def test_a_message_whose_entry_was_not_stored_may_come_again() -> None:
    desk = pair_desk(Setup(first=0))
    table = desk.table
    lost = Entry(table.number + 1, desk.now, [Said(0, phrase="hello")], Secrets(ADA, "m1"))
    assert evolve(table, lost).answer_to(ADA, "m1") == lost.number
    assert table.answer_to(ADA, "m1") is None
    desk.happen(Decision([Said(1, phrase="hello")]))
    assert desk.table.number == lost.number
    assert desk.table.answer_to(ADA, "m1") is None


def test_only_the_last_messages_are_remembered() -> None:
    desk = pair_desk()
    for n in range(KEPT + 1):
        desk.tell(ADA, messages.Say("T", 0, phrase="hello", id=f"m{n}"))
    assert desk.table.answer_to(ADA, "m0") is None
    assert desk.table.answer_to(ADA, "m1") == desk.table.number - KEPT + 1


def test_two_racing_messages_one_wins() -> None:
    desk = pair_desk(Setup(first=0))
    action = first_choice(desk)
    assert code(desk.tell(ADA, messages.Act("T", 0, action, at=0, id="a"))) is None
    assert code(desk.tell(ADA, messages.Act("T", 0, action, at=0, id="b"))) == "stale"


def test_undo_needs_consent_and_stops_at_a_disc() -> None:
    desk = pair_desk(Setup(first=0))
    assert code(desk.tell(ADA, messages.Ask("T", 0, "undo"))) == "nothing_to_undo"
    empty = desk.play.state
    desk.act(first_choice(desk))
    assert code(desk.tell(ADA, messages.Ask("T", 0, "undo"))) is None
    assert desk.play.state != empty
    assert code(desk.tell(BOB, messages.Ask("T", 1, "pause"))) == "something_asked"
    assert code(desk.tell(ADA, messages.Answer("T", 0, yes=True))) == "already_answered"
    assert code(desk.tell(EVE, messages.Answer("T", 1, yes=True))) == "not_your_seat"
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert isinstance(desk.log[-1].happenings[-1], Undone)
    assert desk.play.state == empty
    assert list(desk.play.events) == []
    desk.play_on(Random(3), steps=20)
    desk.act(TurnAction(0))
    for person, seat in ((ADA, 0), (BOB, 1)):
        assert code(desk.tell(person, messages.Ask("T", seat, "undo"))) == "nothing_to_undo"
    mover = desk.play.state.turn
    before = desk.play
    desk.act(first_choice(desk))
    owner = desk.table.seats[mover].person or ""
    assert code(desk.tell(owner, messages.Ask("T", mover, "undo"))) is None
    other = BOB if owner == ADA else ADA
    desk.tell(other, messages.Answer("T", 1 - mover, yes=False))
    assert desk.table.ask is None
    desk.tell(owner, messages.Ask("T", mover, "undo"))
    desk.tell(other, messages.Answer("T", 1 - mover, yes=True))
    assert (desk.play.state, desk.play.rows) == (before.state, before.rows)
    assert desk.replayed() == desk.table


def test_undo_restores_a_row_that_was_shuffled() -> None:
    desk = new_desk(Setup(first=0))
    rng = Random(8)
    while not (desk.play.state.disc and not desk.play.state.discs[desk.play.state.turn]):
        desk.play_on(rng, steps=1)
    seat, before = desk.play.state.turn, desk.play
    assert 0 not in before.rows[seat]
    desk.act(first_choice(desk))
    assert desk.play.rows[seat] == (0,) * 6
    assert desk.play.shuffles[seat] == before.shuffles[seat] + 1
    desk.tell(ADA, messages.Ask("T", seat, "undo"))
    assert (desk.play.rows, desk.play.shuffles) == (before.rows, before.shuffles)


def test_alone_undo_and_pause_are_granted_at_once() -> None:
    desk = new_desk(Setup(first=0))
    desk.act(first_choice(desk))
    verdict = desk.tell(ADA, messages.Ask("T", 0, "undo"))
    assert isinstance(verdict, Decision)
    assert isinstance(verdict.happenings[-1], Undone)
    verdict = desk.tell(ADA, messages.Ask("T", 1, "pause"))
    assert isinstance(verdict, Decision)
    assert verdict.happenings[-1] == Paused()
    assert code(desk.act(first_choice(desk))) == "paused"
    assert code(desk.tell(ADA, messages.Ask("T", 0, "undo"))) == "paused"
    desk.tell(ADA, messages.Resume("T", 0))
    assert code(desk.tell(ADA, messages.Resume("T", 0))) == "not_paused"
    assert desk.table.stage == "playing"


def test_a_request_lapses_when_somebody_acts() -> None:
    desk = pair_desk(Setup(first=0))
    desk.act(first_choice(desk))
    desk.tell(ADA, messages.Ask("T", 0, "undo"))
    desk.act(first_choice(desk))
    assert code(desk.tell(BOB, messages.Answer("T", 1, yes=True))) == "nothing_asked"


def test_resigning_hands_the_seat_to_the_stand_in() -> None:
    desk = pair_desk(Setup(first=0, stand_in="greedy"))
    assert code(desk.tell(EVE, messages.Resign("T", 0))) == "not_your_seat"
    desk.tell(ADA, messages.Resign("T", 0))
    assert desk.table.awaited == 0
    assert desk.table.driver(0) == "stand_in"
    assert code(desk.act(first_choice(desk), ADA)) == "has_resigned"
    assert code(desk.tell(ADA, messages.Back("T", 0))) == "has_resigned"
    desk.tell(BOB, messages.Resign("T", 1))
    assert desk.table.stage == "closed"
    assert desk.log[-1].happenings == [Resigned(1), Closed("resigned", SEED)]
    assert code(desk.tell(ADA, messages.Act("T", 0, PlaceAction((0, 0))))) == "has_resigned"


def test_away_and_back() -> None:
    desk = pair_desk(Setup(first=0, away_after=30, stand_in="random"))
    assert isinstance(decide_gone(desk.table, 1), Refusal)
    desk.happen(decide_gone(desk.table, 0))
    assert desk.log[-1].happenings == [WentAway(0, "gone")]
    assert desk.table.driver(0) == "stand_in"
    assert isinstance(decide_gone(desk.table, 0), Refusal)
    assert code(desk.tell(BOB, messages.Back("T", 1))) == "not_away"
    verdict = desk.act(first_choice(desk))
    assert isinstance(verdict, Decision)
    assert verdict.happenings[0] == CameBack(0)
    assert desk.table.driver(0) == "person"
    assert isinstance(decide_gone(pair_desk(Setup(first=0)).table, 0), Refusal)


def test_chat_is_cleaned_and_can_be_switched_off() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Say("T", 0, text=" Hi\u0007 <b>you</b>\u202e "))
    assert desk.table.chat[-1].text == "Hi <b>you</b>"
    assert code(desk.tell(ADA, messages.Say("T", 0, text="\u0000"))) == "bad_text"
    assert code(desk.tell(EVE, messages.Say("T", 0, text="x"))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.Say("T", 0, phrase="nope"))) == "no_such_phrase"
    assert code(desk.tell(BOB, messages.SetChat("T", "off"))) == "not_the_owner"
    desk.tell(ADA, messages.SetChat("T", "phrases"))
    assert code(desk.tell(BOB, messages.Say("T", 1, text="x"))) == "phrases_only"
    assert code(desk.tell(BOB, messages.Say("T", 1, phrase="oops"))) is None
    desk.tell(ADA, messages.SetChat("T", "off"))
    assert code(desk.tell(BOB, messages.Say("T", 1, phrase="oops"))) == "chat_off"
    for n in range(100):
        desk.tell(ADA, messages.SetChat("T", "all"))
        desk.tell(ADA, messages.Say("T", 0, text=f"line {n}"))
    assert len(desk.table.chat) == 50
    assert desk.replayed() == desk.table


def test_closing() -> None:
    desk = pair_desk()
    assert code(desk.tell(BOB, messages.Close("T"))) == "not_the_owner"
    assert code(desk.tell(ADA, messages.Close("T"))) == "still_playing"
    desk.tell(BOB, messages.Resign("T", 1))
    assert code(desk.tell(ADA, messages.Close("T"))) is None
    assert code(desk.tell(ADA, messages.Close("T"))) == "not_playing"
    assert isinstance(decide_idle(desk.table), Refusal)
    idle = new_desk(start=False)
    assert idle.happen(decide_idle(idle.table)) == [Closed("idle", SEED)]


def test_rematch_keeps_people_and_changes_the_seed() -> None:
    desk = pair_desk()
    assert code(desk.tell(ADA, messages.Rematch("N"))) == "not_over"
    desk.play_on(Random(2))
    assert isinstance(desk.log[-1].happenings[-1], Ended)
    assert code(desk.tell(EVE, messages.Rematch("N"))) == "not_your_seat"
    verdict = desk.tell(BOB, messages.Rematch("N"))
    assert verdict == Decision([Rematched("N")])
    assert desk.tell(ADA, messages.Rematch("M")) == Decision([])
    entry = recreate("N", desk.table, ADA, "77" * 32, 5)
    assert isinstance(entry, Entry)
    new = rebuild("N", [entry])
    assert [seat.person for seat in new.seats] == [ADA, BOB]
    assert [seat.nonce for seat in new.seats] == [None, None]
    assert new.commitment != desk.table.commitment


def test_logs_that_cannot_be_are_refused() -> None:
    desk = pair_desk()
    with pytest.raises(BadLog, match="empty"):
        rebuild("T", [])
    with pytest.raises(BadLog, match="creation"):
        rebuild("T", desk.log[1:])
    with pytest.raises(BadLog, match="cannot follow"):
        evolve(desk.table, desk.log[1])
    with pytest.raises(BadLog, match="cannot happen"):
        evolve(desk.table, Entry(desk.table.number + 1, 0, desk.log[0].happenings))
    fresh = new_desk(start=False)
    with pytest.raises(BadLog, match="no game"):
        evolve(fresh.table, Entry(2, 0, [Paused()]))


def test_own_boards_are_kept_without_what_came_along() -> None:
    from taupes.rules import format_boards, load_boards  # noqa: PLC0415

    boards = format_boards(load_boards("quick")) | {"name": "mine", "junk": "x" * 99}
    desk = new_desk(Setup(boards=boards))
    assert isinstance(desk.table.setup.boards, dict)
    assert "junk" not in desk.table.setup.boards
    assert desk.play.game.stack.boards.name == "mine"


def test_pass_and_play_seats_belong_to_one_person() -> None:
    desk: Desk = new_desk(seats=[MySeat("A"), MySeat("B"), MySeat("C"), BotSeat("greedy")])
    assert desk.table.seats_of(ADA) == [0, 1, 2]
    assert desk.table.seats_of(None) == []
    assert desk.table.driver(3) == "bot"
