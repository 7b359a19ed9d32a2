"""Creating tables: what was wished for, checked and completed."""

from random import Random

import pytest

from taupes.rules import format_boards, load_boards
from taupes.table import messages
from taupes.table.create import create, recreate
from taupes.table.decision import Decision
from taupes.table.entries import Created, Entry, SeatPlan, Secrets, Started
from taupes.table.evolve import rebuild
from taupes.table.fairness import commitment_of
from taupes.table.refusals import Refusal
from taupes.table.seating import decide_start
from taupes.table.setup import BotSeat, MySeat, OpenSeat, SeatWish, Setup
from tests.table.desk import ADA, BOB, SEED, code, new_desk, pair_desk


def tried(setup: Setup, *seats: SeatWish) -> Entry | Refusal:
    return create("T", ADA, setup, seats or (MySeat("Ada"), OpenSeat()), SEED, 5)


def made(setup: Setup, *seats: SeatWish, start: bool = False) -> Entry:
    entry = create("T", ADA, setup, seats or (MySeat("Ada"), OpenSeat()), SEED, 5, start=start)
    assert isinstance(entry, Entry)
    return entry


def plans(*seats: SeatWish) -> list[SeatPlan]:
    created = made(Setup(), *seats).happenings[0]
    assert isinstance(created, Created)
    return created.seats


def test_the_first_entry_has_the_set_up_and_keeps_the_seed() -> None:
    seats = [SeatPlan("red", None, "Ada"), SeatPlan("blue")]
    created = Created(Setup(), seats, commitment_of(SEED))
    secrets = Secrets(person=ADA, seed=SEED, owner=ADA, people=[ADA, None])
    assert made(Setup()) == Entry(1, 5, [created], secrets)


@pytest.mark.parametrize(
    ("setup", "right"),
    [
        (Setup(), None),
        (Setup(preset="nope"), "bad_rules"),
        (Setup(options={"leave_hole": 1}), "bad_rules"),
        (Setup(boards="/etc/passwd"), "bad_boards"),
        (Setup(boards={"name": "x"}), "bad_boards"),
        (Setup(orientations=[0, 1, 2, 3]), None),
        (Setup(orientations=[0, 1]), "bad_boards"),
        (Setup(moles=[10, 8]), None),
        (Setup(moles="fair-start"), None),
        (Setup(moles=[10, 10]), None),
        (Setup(moles=[47, 1]), None),
        (Setup(moles=[48, 1]), "bad_moles"),
        (Setup(moles=[10, 8, 3]), "bad_moles"),
        (Setup(moles=[10, 0]), "bad_moles"),
        (Setup(moles=[1, 1], boards={"name": "x"}), "bad_boards"),
        (Setup(first=1), None),
        (Setup(first=2), "bad_boards"),
        (Setup(stand_in="auto"), None),
        (Setup(stand_in="greedy"), None),
        (Setup(stand_in="nobody"), "no_such_level"),
        (Setup(title="a b"), None),
        (Setup(title="a\x00b"), "bad_text"),
        (Setup(title="x" * 40), None),
        (Setup(title="x" * 41), "bad_text"),
    ],
)
def test_a_set_up_can_be_played_or_is_refused(setup: Setup, right: str | None) -> None:
    assert code(tried(setup)) == right


def test_what_is_wrong_is_said() -> None:
    assert tried(Setup(stand_in="nobody")) == Refusal("no_such_level", "nobody")
    assert tried(Setup(title="\x00")) == Refusal("bad_text", "title")
    assert tried(Setup(), MySeat("\u202e"), OpenSeat()) == Refusal("bad_text", "name")
    wrong = tried(Setup(preset="nope"))
    assert isinstance(wrong, Refusal)
    assert "no preset 'nope'" in wrong.detail


@pytest.mark.parametrize(
    ("seats", "right"),
    [
        ((MySeat("A", team="red"), OpenSeat(team="red")), "bad_text"),
        ((MySeat("A", team="red"), OpenSeat(team="blue")), None),
        ((MySeat("A", team="pink"), OpenSeat()), "bad_text"),
        ((BotSeat("nobody"), OpenSeat()), "no_such_level"),
        ((BotSeat("greedy", name="\u202e"), OpenSeat()), "bad_text"),
        ((BotSeat("greedy", name="Bo"), OpenSeat()), None),
        ((OpenSeat(), OpenSeat()), None),
    ],
)
def test_seats_can_be_as_wished_or_are_refused(
    seats: tuple[SeatWish, ...], right: str | None
) -> None:
    assert code(tried(Setup(), *seats)) == right


def test_an_unknown_level_is_named_without_its_tricks() -> None:
    refused = tried(Setup(), BotSeat("no\u202ebody" + "x" * 50), OpenSeat())
    assert refused == Refusal("no_such_level", ("nobody" + "x" * 50)[:40])


def test_every_seat_has_a_colour_that_is_free() -> None:
    seats = plans(OpenSeat(), OpenSeat(team="red"), OpenSeat(), OpenSeat(team="blue"))
    assert [plan.team for plan in seats] == ["green", "red", "yellow", "blue"]


def test_names_are_cleaned_and_bots_are_called_by_their_level() -> None:
    seats = plans(MySeat(" A\u202eda "), BotSeat("greedy"), BotSeat("pup", "Bo "), OpenSeat())
    assert [plan.name for plan in seats] == ["Ada", "greedy", "Bo", None]
    assert [plan.level for plan in seats] == [None, "greedy", "pup", None]
    assert [plan.name for plan in plans(MySeat("x" * 41), BotSeat("pup", "y" * 41))] == [
        "x" * 40,
        "y" * 40,
    ]


def test_own_boards_are_kept_without_what_came_along() -> None:
    boards = format_boards(load_boards("quick")) | {"name": "mine", "junk": "x" * 99}
    desk = new_desk(Setup(boards=boards))
    assert isinstance(desk.table.setup.boards, dict)
    assert "junk" not in desk.table.setup.boards
    assert desk.play.game.stack.boards.name == "mine"


def test_a_game_may_start_at_once_if_every_seat_is_taken() -> None:
    entry = made(Setup(), MySeat("A"), BotSeat("greedy"), start=True)
    assert [type(what) for what in entry.happenings] == [Created, Started]
    assert rebuild("T", [entry]).stage == "playing"
    assert rebuild("T", [made(Setup(), MySeat("A"), BotSeat("greedy"))]).stage == "open"
    refused = create("T", ADA, Setup(), [OpenSeat()] * 2, SEED, 0, start=True)
    assert code(refused) == "seats_open"


def test_a_rematch_keeps_people_and_changes_the_seed() -> None:
    desk = pair_desk()
    desk.play_on(Random(2))
    entry = recreate("N", desk.table, BOB, "77" * 32, 5)
    assert isinstance(entry, Entry)
    new = rebuild("N", [entry])
    assert (new.id, new.stage, new.owner, new.setup) == ("N", "open", BOB, desk.table.setup)
    assert [(seat.person, seat.name, seat.team) for seat in new.seats] == [
        (ADA, "Ada", "red"),
        (BOB, "Bob", "blue"),
    ]
    assert [seat.nonce for seat in new.seats] == [None, None]
    assert new.commitment == commitment_of("77" * 32)


def test_a_rematch_keeps_bots() -> None:
    desk = new_desk(seats=[MySeat("A"), BotSeat("pup", "Bo")])
    desk.tell(ADA, messages.Close("T"))
    entry = recreate("N", desk.table, ADA, SEED, 5)
    assert isinstance(entry, Entry)
    seat = rebuild("N", [entry]).seats[1]
    assert (seat.level, seat.name, seat.person) == ("pup", "Bo", None)


def test_a_fair_start_follows_whoever_begins_into_the_rematch() -> None:
    """Who begins is drawn as each game starts, and only then is it known who has a mole fewer."""
    desk = pair_desk(Setup(moles="fair-start"))
    begun = []
    for number in range(12):
        entry = recreate("N", desk.table, ADA, f"{number:02x}" * 32, 5)
        assert isinstance(entry, Entry)
        table = rebuild("N", [entry])
        assert table.setup.moles == "fair-start"
        start = decide_start(table)
        assert isinstance(start, Decision)
        started = start.happenings[0]
        assert isinstance(started, Started)
        again = rebuild("N", [entry, Entry(2, 6, [started])])
        assert again.play is not None
        game = again.play.game
        assert game.first == started.first
        assert (game.counts[game.first], game.counts[1 - game.first]) == (9, 10)
        begun.append(game.first)
    assert set(begun) == {0, 1}


def test_a_fair_start_of_more_than_two_is_refused_where_it_is_asked_for() -> None:
    three = (MySeat("Ada"), OpenSeat(), OpenSeat())
    assert code(tried(Setup(moles="fair-start"), *three)) == "bad_rules"
