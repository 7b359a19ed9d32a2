"""Deletion: a table goes on for those who remain, without a trace, and is erased for nobody."""

from random import Random

import msgspec
import pytest

from taupes.rules import dump_record
from taupes.table import messages
from taupes.table.create import recreate
from taupes.table.decide import decide, decide_action, decide_gone, decide_idle
from taupes.table.decision import Decision
from taupes.table.deletion import decide_deletion, without
from taupes.table.effects import BadLog
from taupes.table.encoding import may_see, radius_and_names, shown_text
from taupes.table.entries import (
    Closed,
    Created,
    Deleted,
    Entry,
    Erased,
    Paused,
    Resumed,
    Said,
    Secrets,
    Stood,
    is_erasure,
    public,
)
from taupes.table.evolve import evolve, rebuild
from taupes.table.facts import facts_of
from taupes.table.projection import record_of
from taupes.table.setup import BotSeat, MySeat, OpenSeat, SeatWish, Setup
from taupes.table.table import Asking
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, code, first_choice, new_desk, pair_desk

ALIAS = "gone-1"


def delete(desk: Desk, person: str) -> list[object]:
    """Delete a person as the hall does: an entry, then the log without them."""
    verdict = decide_deletion(desk.table, person)
    assert isinstance(verdict, Decision)
    if verdict.happenings:
        desk.happen(verdict, Secrets(person))
    desk.log = [without(entry, person, ALIAS) for entry in desk.log]
    return list(verdict.happenings)


def trio(*, start: bool = True, **setup: object) -> Desk:
    """Ada's table with Bob, Eve and a bot."""
    wishes: list[SeatWish] = [MySeat("Ada"), OpenSeat(), OpenSeat(), BotSeat("pup", "Adas Bot")]
    desk = new_desk(Setup(title="Adas Tisch", first=0, **setup), wishes, start=False)  # type: ignore[arg-type]
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    desk.tell(EVE, messages.Sit("T", 2, "Eve"))
    if start:
        desk.tell(ADA, messages.Start("T"))
    return desk


def trace_of(desk: Desk) -> str:
    """Everything that is kept or shown of a table, as one text."""
    table = desk.table
    facts = facts_of(None, table)
    record = record_of(table)
    return "".join(
        (
            *(msgspec.json.encode(entry).decode() for entry in desk.log),
            "" if facts is None else facts.summary,
            "" if record is None else dump_record(record),
            *(shown_text(table, person, None, 0).decode() for person in (ADA, BOB, EVE)),
        )
    )


def test_in_a_running_game_the_seat_goes_on_without_them() -> None:
    desk = trio()
    desk.tell(ADA, messages.Say("T", 0, "Geheimnis"))
    desk.tell(BOB, messages.Say("T", 1, "hello"))
    said = desk.table.number - 1
    assert delete(desk, ADA) == [Deleted([0], [said])]
    table = desk.table
    assert (table.seats[0].person, table.seats[0].name, table.seats[0].is_free) == (
        None,
        None,
        False,
    )
    assert table.driver(0) == "auto"
    assert [line.text for line in table.chat] == ["hello"]
    assert code(desk.act(first_choice(desk), ADA)) == "not_your_seat"
    trace = trace_of(desk)
    for word in ("Ada", "ada", "Geheimnis"):
        assert word not in trace
    assert "Bob" in trace
    assert desk.replayed() == table


def test_the_next_one_owns_the_table() -> None:
    desk = trio()
    delete(desk, ADA)
    assert (desk.table.owner, desk.table.setup.title) == (BOB, "")
    assert [seat.name for seat in desk.table.seats] == [None, "Bob", "Eve", "pup"]
    assert isinstance(desk.tell(BOB, messages.SetChat("T", "off")), Decision)
    delete(desk, BOB)
    assert desk.table.owner == EVE
    assert desk.replayed() == desk.table


def test_who_is_not_the_owner_takes_no_title_along() -> None:
    desk = trio()
    delete(desk, BOB)
    assert (desk.table.owner, desk.table.setup.title) == (ADA, "Adas Tisch")
    assert "Bob" not in trace_of(desk)


def test_nothing_of_theirs_can_come_after_it() -> None:
    desk = trio()
    delete(desk, ADA)
    for message in (
        messages.Say("T", 0, "I am back"),
        messages.SetChat("T", "off"),
        messages.Ask("T", 0, "pause"),
        messages.Resign("T", 0),
        messages.Back("T", 0),
        messages.Close("T"),
    ):
        assert code(desk.tell(ADA, message)) in ("not_your_seat", "not_the_owner")
    assert decide_deletion(desk.table, ADA) == Decision([])
    for stranger in (BOB, EVE):
        # Nobody else sits down there, either.
        assert (
            code(desk.tell(stranger, messages.Act("T", 0, first_choice(desk)))) == "not_your_seat"
        )


def test_before_the_game_the_seat_is_free_again() -> None:
    desk = trio(start=False)
    desk.tell(BOB, messages.Say("T", 1, "Geheimnis"))
    assert delete(desk, BOB) == [Stood(1), Deleted([], [desk.table.number - 1])]
    assert desk.table.seats[1].is_free
    assert "Bob" not in trace_of(desk)
    assert "Geheimnis" not in trace_of(desk)
    assert isinstance(desk.tell("dan", messages.Sit("T", 1, "Dan")), Decision)
    assert desk.replayed() == desk.table


def test_a_table_that_has_not_begun_goes_with_its_owner() -> None:
    desk = trio(start=False)
    assert delete(desk, ADA) == [Closed("owner", SEED), Erased()]
    assert (desk.table.stage, desk.table.is_erased) == ("closed", True)


def test_what_somebody_said_before_they_stood_up_goes_too() -> None:
    desk = trio(start=False)
    desk.tell(EVE, messages.Say("T", 2, "Geheimnis"))
    desk.tell(EVE, messages.Stand("T", 2))
    desk.tell("dan", messages.Sit("T", 2, "Dan"))
    desk.tell(ADA, messages.Start("T"))
    # A seat that was left gives no right: the table is not theirs to erase.
    assert [type(event) for event in delete(desk, EVE)] == [Deleted]
    assert not desk.table.is_erased
    assert desk.table.chat == ()
    assert desk.table.seats[2].person == "dan"
    assert "Eve" not in trace_of(desk)
    assert "Geheimnis" not in trace_of(desk)
    assert desk.replayed() == desk.table


def test_a_stranger_erases_nothing() -> None:
    desk = pair_desk()
    desk.play_on(Random(1))
    assert decide_deletion(desk.table, EVE) == Decision([])
    assert [without(entry, EVE, ALIAS) for entry in desk.log] == desk.log


def test_a_finished_game_stays_for_the_others() -> None:
    desk = pair_desk()
    desk.play_on(Random(1))
    before = desk.table
    assert delete(desk, BOB) == [Deleted([1], [])]
    facts = facts_of(before, desk.table)
    assert facts is not None
    assert facts.people == [ADA]
    assert facts.record is not None
    assert facts.record.people == [ADA]
    assert "Bob" not in facts.record.body + facts.record.summary + facts.summary
    assert "Ada" in facts.record.body
    assert desk.replayed() == desk.table
    assert delete(desk, ADA) == [Erased()]


@pytest.mark.parametrize("stage", ["playing", "paused", "over", "closed"])
def test_a_table_where_nobody_else_is_a_person_is_erased(stage: str) -> None:
    desk = new_desk(Setup(), [MySeat("Ada"), BotSeat("pup"), MySeat("Ann")])
    if stage == "paused":
        desk.tell(ADA, messages.Ask("T", 0, "pause"))
    elif stage == "over":
        while desk.stage == "playing":
            seat = desk.play.state.turn
            if desk.table.driver(seat) == "person":
                desk.act(first_choice(desk))
            else:
                desk.happen(decide_action(desk.table, seat, first_choice(desk), "bot"))
    elif stage == "closed":
        desk.happen(decide_idle(desk.table))
    assert desk.stage == stage
    delete(desk, ADA)
    assert desk.table.is_erased
    assert is_erasure(desk.log[-1])


def test_an_owner_without_a_seat_keeps_a_table() -> None:
    desk = new_desk(Setup(), [OpenSeat(), BotSeat("pup")], start=False)
    desk.tell(BOB, messages.Sit("T", 0, "Bob"))
    desk.tell(ADA, messages.Start("T"))
    assert [type(event) for event in delete(desk, BOB)] == [Deleted, Closed]
    assert (desk.table.owner, desk.table.is_erased) == (ADA, False)
    assert may_see(desk.table, ADA)


def test_a_game_that_nobody_plays_any_more_is_closed() -> None:
    desk = trio()
    desk.tell(BOB, messages.Resign("T", 1))
    desk.tell(EVE, messages.Resign("T", 2))
    assert delete(desk, ADA) == [Deleted([0], []), Closed("resigned", SEED)]
    assert desk.table.owner == BOB


def test_nobody_waits_for_an_answer_or_the_end_of_a_pause() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert delete(desk, BOB) == [Deleted([1], []), Paused()]
    assert (desk.stage, desk.table.ask) == ("paused", None)
    desk = pair_desk()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert delete(desk, BOB) == [Deleted([1], []), Resumed(1)]
    desk = pair_desk()
    desk.tell(BOB, messages.Ask("T", 1, "pause"))
    delete(desk, BOB)
    assert (desk.stage, desk.table.ask) == ("playing", None)
    assert desk.replayed() == desk.table


def test_who_is_deleted_is_not_away() -> None:
    desk = trio(away_after=60)
    desk.happen(decide_gone(desk.table, 0))
    assert desk.table.seats[0].away
    delete(desk, ADA)
    assert [seat.away for seat in desk.table.seats] == [False] * 4


def test_a_request_waits_for_those_who_remain() -> None:
    desk = trio()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert delete(desk, BOB) == [Deleted([1], [])]
    assert desk.table.ask == Asking(0, "pause", frozenset({2}))
    desk.tell(EVE, messages.Answer("T", 2, yes=True))
    assert desk.stage == "paused"


def test_who_has_resigned_changes_nothing_more_in_the_game() -> None:
    desk = trio()
    desk.tell(BOB, messages.Resign("T", 1))
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    desk.tell(EVE, messages.Answer("T", 2, yes=True))
    assert delete(desk, BOB) == [Deleted([1], [])]
    assert desk.stage == "paused"


def test_a_rematch_brings_nobody_back() -> None:
    desk = pair_desk()
    desk.play_on(Random(1))
    delete(desk, BOB)
    assert code(decide(desk.table, messages.Rematch("N"), BOB)) == "not_your_seat"
    entry = recreate("N", desk.table, desk.table.owner, SEED, 5)
    assert isinstance(entry, Entry)
    again = rebuild("N", [entry])
    assert (again.holders, again.seats[1].is_free, again.seats[1].name) == ({ADA}, True, None)
    assert "Bob" not in msgspec.json.encode(entry).decode()


@pytest.mark.parametrize(
    ("language", "word"), [("en", "deleted"), ("fr", "supprimé"), ("de", "gelöscht")]
)
def test_a_deleted_seat_has_a_name_in_every_language(language: str, word: str) -> None:
    desk = pair_desk()
    delete(desk, BOB)
    assert radius_and_names(desk.table, language)[1] == ["Ada", word]


def test_of_an_erased_table_only_the_end_is_kept() -> None:
    desk = new_desk()
    last = Entry(40, 7, [Erased()])
    assert evolve(desk.table, last).is_erased
    with pytest.raises(BadLog):
        evolve(desk.table, Entry(40, 7, [Stood(0)]))
    with pytest.raises(BadLog):
        rebuild("T", [Entry(1, 7, [Erased()])])


def test_entries_of_others_stay_to_the_letter() -> None:
    desk = trio()
    desk.tell(BOB, messages.Say("T", 1, "Ada is nice", id="m1"))
    before = list(desk.log)
    delete(desk, ADA)
    for old, new in zip(before[1:], desk.log[1:], strict=False):
        assert old.secrets is not None
        assert (old == new) is (old.secrets.person != ADA)
    created = desk.log[0].happenings[0]
    assert isinstance(created, Created)
    assert created.setup.title == ""
    assert [plan.name for plan in created.seats] == [None, None, None, "pup"]
    assert [entry.number for entry in map(public, desk.log)] == list(range(1, len(desk.log) + 1))


def test_an_entry_that_holds_nothing_of_theirs_is_the_very_same() -> None:
    # Whoever cleans a log goes on until nothing is changed any more.
    desk = trio()
    desk.tell(BOB, messages.Say("T", 1, "hello"))
    assert all(without(entry, "dan", ALIAS) is entry for entry in desk.log)
    machines = Entry(9, 9, [Stood(1)])
    assert without(machines, ADA, ALIAS) is machines
    clean = [without(entry, ADA, ALIAS) for entry in desk.log]
    assert all(without(entry, ADA, ALIAS) is entry for entry in clean)


def test_who_sent_something_is_an_alias_and_their_mark_of_it_is_gone() -> None:
    said = Entry(9, 9, [Said(1, "Geheimnis")], Secrets(BOB, "m1"))
    assert without(said, BOB, ALIAS) == Entry(9, 9, [Said(1)], Secrets(ALIAS))


def rematch_of_trio() -> Entry:
    """The creation of a table whose seats are three people's."""
    entry = recreate("N", trio().table, ADA, SEED, 5)
    assert isinstance(entry, Entry)
    return entry


def test_the_creation_of_a_table_loses_one_of_its_people() -> None:
    before = rematch_of_trio()
    entry = without(before, BOB, ALIAS)
    assert entry.secrets == Secrets(ADA, None, SEED, ADA, [ADA, ALIAS, EVE, None])
    created = entry.happenings[0]
    assert isinstance(created, Created)
    assert created.setup.title == "Adas Tisch"
    assert [plan.name for plan in created.seats] == ["Ada", None, "Eve", "Adas Bot"]
    assert [plan.level for plan in created.seats] == [None, None, None, "pup"]


def test_the_creation_of_a_table_loses_its_owner() -> None:
    entry = without(rematch_of_trio(), ADA, ALIAS)
    assert entry.secrets == Secrets(ALIAS, None, SEED, ALIAS, [ALIAS, BOB, EVE, None])
    created = entry.happenings[0]
    assert isinstance(created, Created)
    assert created.setup.title == ""
    assert [plan.name for plan in created.seats] == [None, "Bob", "Eve", "pup"]


def test_who_created_a_table_for_others_loses_none_of_their_names() -> None:
    before = rematch_of_trio()
    assert before.secrets is not None
    # An owner who is not the sender, and a mark of the sender's own.
    secrets = Secrets(EVE, "m1", SEED, ADA)
    entry = without(msgspec.structs.replace(before, secrets=secrets), ADA, ALIAS)
    assert entry.secrets == Secrets(EVE, "m1", SEED, ALIAS)
    created = entry.happenings[0]
    assert isinstance(created, Created)
    assert [plan.name for plan in created.seats] == ["Ada", "Bob", "Eve", "pup"]
