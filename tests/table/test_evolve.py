"""What entries make of a table: the same log, the same table, and the one before as it was."""

from random import Random

import msgspec
import pytest

from taupes.rules import DISCS
from taupes.table import messages
from taupes.table.actions import GameEvent
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.effects import BadLog
from taupes.table.entries import (
    Acted,
    Asked,
    CameBack,
    Created,
    Entry,
    Happening,
    Mixed,
    MixedNonce,
    Paused,
    Resumed,
    Said,
    SeatPlan,
    Secrets,
    Started,
    Undone,
    WentAway,
)
from taupes.table.evolve import evolve, new_table, rebuild
from taupes.table.fairness import mix_of
from taupes.table.setup import FischerClock, MoveClock, MySeat, Setup
from taupes.table.table import Seat, Table
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

# Beginnings, and logs that cannot be.


def test_a_table_is_what_its_first_entry_says() -> None:
    plans = [SeatPlan("red", None, "Ada"), SeatPlan("blue", "pup", "Bo")]
    secrets = Secrets(ADA, seed=SEED, owner=ADA, people=[ADA, None])
    table = new_table("T", Entry(1, 77, [Created(Setup(title="x"), plans, "c0")], secrets))
    assert table == Table(
        "T",
        1,
        "open",
        77,
        77,
        Setup(title="x"),
        ADA,
        SEED,
        "c0",
        (Seat("red", None, ADA, "Ada"), Seat("blue", "pup", None, "Bo")),
        said=(0, 0),
    )


def test_a_log_without_people_has_free_seats_and_nobodys_table() -> None:
    created = Created(Setup(), [SeatPlan("red"), SeatPlan("blue")], "c0")
    table = new_table("T", Entry(1, 77, [created], Secrets(seed=SEED)))
    assert [seat.is_free for seat in table.seats] == [True, True]
    assert table.owner == ""


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, 0, [Paused()], Secrets(seed=SEED)),
        Entry(1, 0, [Created(Setup(), [], "c0")]),
        Entry(1, 0, [Created(Setup(), [], "c0")], Secrets(owner=ADA)),
    ],
)
def test_a_log_begins_with_a_creation_and_its_seed(entry: Entry) -> None:
    with pytest.raises(BadLog, match="table T: the log does not begin with its creation"):
        rebuild("T", [entry])


def test_a_log_names_as_many_people_as_seats() -> None:
    created = Created(Setup(), [SeatPlan("red"), SeatPlan("blue")], "c0")
    with pytest.raises(ValueError, match="shorter"):
        rebuild("T", [Entry(1, 0, [created], Secrets(seed=SEED, people=[ADA]))])


def test_logs_that_cannot_be_are_refused() -> None:
    desk = pair_desk()
    with pytest.raises(BadLog, match="table T: the log is empty"):
        rebuild("T", [])
    with pytest.raises(BadLog, match="creation"):
        rebuild("T", desk.log[1:])
    for number in (desk.table.number, desk.table.number + 2):
        with pytest.raises(BadLog, match=f"entry {number} cannot follow {desk.table.number}"):
            evolve(desk.table, Entry(number, 0, [Paused()]))
    with pytest.raises(BadLog, match="Created cannot happen in entry 5"):
        evolve(desk.table, Entry(desk.table.number + 1, 0, desk.log[0].happenings))


@pytest.mark.parametrize(
    "what",
    [
        Paused(),
        Resumed(0),
        Undone(0, 0),
        WentAway(0, "gone"),
        CameBack(0),
        Acted(0, "person", [GameEvent("pass", 0)]),
    ],
)
def test_a_game_does_not_go_on_before_it_has_begun(what: Happening) -> None:
    with pytest.raises(BadLog, match="table T: no game has started"):
        after(open_table(), what)


def test_every_entry_counts_and_says_when() -> None:
    table = after(open_table(), Mixed(0, "ab" * 8), at=1_234)
    assert (table.number, table.touched, table.created) == (2, 1_234, 1_000_000)


# Purity.


def test_the_table_before_is_as_it_was() -> None:
    desk = pair_desk(Setup(first=0, clock=FischerClock(60, 5)))
    rng = Random(2)
    tables = []
    while desk.table.stage == "playing":
        copy = rebuild("T", desk.log)
        tables.append((desk.table, copy))
        seat = desk.play.state.turn
        who = desk.table.seats[seat].person or ""
        act = messages.Act("T", seat, desk.choose(rng), id=f"m{desk.table.number}")
        verdict = decide(desk.table, act, who)
        assert isinstance(verdict, Decision)
        # Evolved twice, as when an entry could not be stored: both are the same, and new.
        entry = Entry(desk.table.number + 1, desk.now, verdict.happenings, Secrets(who, act.id))
        lost = evolve(desk.table, entry, verdict.foreseen)
        desk.happen(verdict, Secrets(who, act.id))
        assert desk.table == lost
        if len(tables) > 30:
            break
    assert all(table == copy for table, copy in tables)


def test_two_continuations_of_a_game_know_nothing_of_each_other() -> None:
    desk = pair_desk(Setup(first=0))
    desk.play_on(Random(1), steps=3)
    begun = desk.table
    one, other = Desk(begun, desk.log[:]), Desk(begun, desk.log[:])
    one.play_on(Random(2), steps=30)
    other.play_on(Random(3), steps=30)
    assert one.table != other.table
    assert one.replayed() == one.table
    assert other.replayed() == other.table
    assert rebuild("T", desk.log) == begun


def test_a_foreseen_position_changes_nothing() -> None:
    desk = pair_desk(Setup(preset="web-pro", first=0))
    desk.play_on(Random(4))
    bodies = [msgspec.json.encode(entry) for entry in desk.log]
    assert rebuild("T", [msgspec.json.decode(body, type=Entry) for body in bodies]) == desk.table


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


@pytest.mark.parametrize("secrets", [None, Secrets(), Secrets(ADA), Secrets(None, "m1")])
def test_what_was_not_sent_with_a_mark_is_not_remembered(secrets: Secrets | None) -> None:
    desk = pair_desk()
    entry = Entry(desk.table.number + 1, 0, [Said(0, phrase="hello")], secrets)
    assert evolve(desk.table, entry).applied == desk.table.applied


def test_a_message_whose_entry_was_not_stored_may_come_again() -> None:
    desk = pair_desk(Setup(first=0))
    table = desk.table
    lost = Entry(table.number + 1, desk.now, [Said(0, phrase="hello")], Secrets(ADA, "m1"))
    assert evolve(table, lost).answer_to(ADA, "m1") == lost.number
    assert table.answer_to(ADA, "m1") is None
    desk.happen(Decision([Said(1, phrase="hello")]))
    assert desk.table.number == lost.number
    assert desk.table.answer_to(ADA, "m1") is None


# The game.


def test_a_game_starts_with_all_discs_face_down() -> None:
    nonces = [MixedNonce("aa", "player"), MixedNonce("bb", "server"), MixedNonce("cc", "player")]
    started = Started(2, [1, 2, 3, 4], nonces)
    table = after(open_table(), started, at=50)
    play = table.play
    assert play is not None
    assert (table.stage, table.nonces) == ("playing", tuple(nonces))
    assert (play.state.turn, play.game.stack.orientations) == (2, (1, 2, 3, 4))
    assert play.mix == mix_of(SEED, ["aa", "bb", "cc"])
    assert (play.rows, play.shuffles) == (((0,) * 6,) * 3, (1, 1, 1))
    assert (list(play.events), play.drivers, play.watch, play.back) == ([], "", None, None)


def test_the_clocks_start_with_the_game() -> None:
    desk = new_desk(Setup(clock=MoveClock(30)), start=False)
    nonces = [MixedNonce("aa", "player")] * 2
    table = after(desk.table, Started(0, [0, 0, 0, 0], nonces), at=50)
    assert table.play is not None
    assert table.play.watch == Watch((30_000, 30_000), 50)


def test_every_event_is_kept_with_whoever_decided_it() -> None:
    desk = new_desk(Setup(first=0))
    table = after(desk.table, Acted(0, "bot", [GameEvent("place", 0, cell=(1, 1))]))
    two = [GameEvent("place", 1, cell=(2, 1)), GameEvent("lift", level=0)]
    table = after(table, Acted(1, "stand_in", two))
    assert table.play is not None
    assert [event.type for event in table.play.events] == ["place", "place", "lift"]
    assert table.play.drivers == "bss"


def test_a_disc_that_is_turned_lies_face_up_in_its_slot() -> None:
    desk = new_desk(Setup(first=0))
    desk.play_on(Random(1), steps=20)
    table = after(desk.table, Acted(0, "person", [GameEvent("draw", 0, disc=3, slot=4)]))
    assert table.play is not None
    assert table.play.rows == ((0, 0, 0, 0, 3, 0), (0,) * 6)
    assert (table.play.state.disc, table.play.shuffles) == (3, (1, 1))
    # What an old log has not written lies in the first slot.
    table = after(desk.table, Acted(0, "person", [GameEvent("draw", 0, disc=3)]))
    assert table.play is not None
    assert table.play.rows[0] == (3, 0, 0, 0, 0, 0)


def test_a_row_is_shuffled_when_its_last_disc_was_used() -> None:
    desk = new_desk(Setup(first=0))
    rng = Random(8)
    while not (desk.play.state.disc and not desk.play.state.discs[desk.play.state.turn]):
        desk.play_on(rng, steps=1)
    seat, before = desk.play.state.turn, desk.play
    assert sorted(before.rows[seat]) == list(DISCS)
    assert before.shuffles[seat] == 1
    desk.act(first_choice(desk))
    assert desk.play.rows[seat] == (0,) * 6
    assert desk.play.shuffles[seat] == 2
    other = 1 - seat
    assert (desk.play.rows[other], desk.play.shuffles[other]) == (
        before.rows[other],
        before.shuffles[other],
    )


def test_what_lies_face_up_is_what_was_turned_since_the_shuffle() -> None:
    desk = new_desk(seats=[MySeat(name) for name in "ABC"])
    rng = Random(3)
    while desk.table.stage == "playing":
        desk.play_on(rng, steps=1)
        for row, down in zip(desk.play.rows, desk.play.state.discs, strict=True):
            assert sorted([*(disc for disc in row if disc), *down]) == list(DISCS)


def test_an_undo_can_lead_back_to_before_each_action_since_the_last_disc() -> None:
    desk = new_desk(Setup(first=0))
    first = desk.play
    desk.play_on(Random(1), steps=2)
    assert [seat for seat, _ in desk.play.steps_back()] == [1, 0]
    assert list(desk.play.steps_back())[-1] == (0, first)
    desk.play_on(Random(1), steps=18)
    assert len(list(desk.play.steps_back())) == 20
    desk.play_on(Random(1), steps=1)
    assert desk.play.state.disc
    assert desk.play.back is None
    with pytest.raises(BadLog, match="table T: nothing leads back to event 0"):
        after(desk.table, Undone(0, 0))


def test_a_turn_costs_its_player_time_once_it_is_over() -> None:
    desk = pair_desk(Setup(clock=FischerClock(60, 5), first=0))
    desk.play_on(Random(1), steps=20)
    begun = desk.play.watch
    assert begun is not None
    desk.now += 10_000
    desk.play_on(Random(1), steps=1)
    assert desk.play.state.disc
    assert desk.play.watch == begun
    desk.now += 10_000
    desk.play_on(Random(1), steps=1)
    assert desk.play.state.turn == 1
    assert desk.play.watch == Watch((begun.left[0] - 15_000, begun.left[1]), desk.now)


def test_the_last_turn_costs_time_too() -> None:
    desk = pair_desk(Setup(clock=FischerClock(600, 5), first=0))
    rng = Random(2)
    while desk.table.stage == "playing":
        desk.now += 1_000
        desk.play_on(rng, steps=1)
    assert desk.play.watch is not None
    assert desk.play.watch.since == desk.now


@pytest.mark.parametrize("by", ["bot", "stand_in", "auto"])
def test_only_a_persons_turn_costs_time(by: str) -> None:
    desk = pair_desk(Setup(clock=FischerClock(60, 5), first=0))
    event = GameEvent("place", 0, cell=(1, 1))
    table = after(desk.table, Acted(0, by, [event]), at=desk.now + 9_000)  # type: ignore[arg-type]
    assert table.play is not None
    assert table.play.watch == Watch((60_000, 60_000), desk.now + 9_000)


def test_acting_ends_a_request() -> None:
    desk = pair_desk(Setup(first=0))
    table = after(desk.table, Asked(1, "pause"))
    assert table.ask is not None
    assert after(table, Acted(0, "person", [GameEvent("place", 0, cell=(1, 1))])).ask is None
