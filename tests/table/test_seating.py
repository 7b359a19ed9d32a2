"""Before the game: seats, nonces and the start."""

import pytest

from taupes.table import messages
from taupes.table.decision import Decision
from taupes.table.entries import BotSat, Mixed, MixedNonce, Sat, Started, Stood
from taupes.table.fairness import drawn_first, drawn_orientations, mix_nonces, mix_of
from taupes.table.refusals import Refusal
from taupes.table.setup import BotSeat, MySeat, OpenSeat, Setup
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, code, new_desk, pair_desk


def opened(setup: Setup | None = None) -> Desk:
    return new_desk(setup, [MySeat("Ada"), OpenSeat(), OpenSeat()], start=False)


def test_a_free_seat_is_taken_under_a_clean_name() -> None:
    desk = opened()
    verdict = desk.tell(BOB, messages.Sit("T", 1, " Bob\u202e ", "b0" * 8))
    assert verdict == Decision([Sat(1, "Bob", "b0" * 8)])
    assert (desk.table.seats[1].person, desk.table.seats[1].name) == (BOB, "Bob")
    assert code(desk.tell(BOB, messages.Sit("T", 2, "x" * 41))) is None
    assert desk.table.seats[2].name == "x" * 40


def test_a_seat_is_taken_without_a_name() -> None:
    assert opened().tell(BOB, messages.Sit("T", 1)) == Decision([Sat(1)])


def test_a_bot_sits_down_only_where_it_can_play() -> None:
    levels = [
        {"name": "meadow", "radius": 6, "holes": [[0, 0], [2, -3]]},
        {"name": "rock", "radius": 3, "holes": [[0, 0]], "solid": [0, 2, 4]},
    ]
    desk = opened(Setup(boards={"name": "wide", "levels": levels}))
    verdict = desk.tell(ADA, messages.SeatBot("T", 1, "master"))
    assert verdict == Refusal("board_too_wide", "master")
    assert desk.tell(ADA, messages.SeatBot("T", 1, "greedy")) == Decision([BotSat(1, "greedy")])


def test_a_bot_sits_down_with_a_temperament_that_there_is() -> None:
    desk = opened()
    for no in ("greedy/silly", "buddy/bold", "greedy/", "/bold"):
        verdict = desk.tell(ADA, messages.SeatBot("T", 1, no))
        assert verdict == Refusal("no_such_level", no)
    verdict = desk.tell(ADA, messages.SeatBot("T", 1, "greedy/bold"))
    assert verdict == Decision([BotSat(1, "greedy/bold")])
    assert (desk.table.seats[1].level, desk.table.seats[1].name) == ("greedy/bold", "greedy/bold")


def test_a_seat_that_is_taken_is_taken() -> None:
    desk = opened()
    assert code(desk.tell(BOB, messages.Sit("T", 0, "Bob"))) == "seat_taken"
    desk.tell(ADA, messages.SeatBot("T", 1, "pup"))
    assert code(desk.tell(BOB, messages.Sit("T", 1, "Bob"))) == "seat_taken"
    assert code(desk.tell(BOB, messages.Sit("T", 3, "Bob"))) == "no_such_seat"


def test_a_seat_is_taken_under_a_name() -> None:
    verdict = opened().tell(BOB, messages.Sit("T", 1, "\u200b"))
    assert verdict == Refusal("bad_text", "name")


def test_a_nonce_is_added_by_the_seats_person() -> None:
    desk = opened()
    assert desk.tell(ADA, messages.Mix("T", 0, "a0" * 8)) == Decision([Mixed(0, "a0" * 8)])
    assert desk.table.seats[0].nonce == "a0" * 8
    assert code(desk.tell(EVE, messages.Mix("T", 0, "00" * 8))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.Mix("T", 1, "00" * 8))) == "not_your_seat"


def test_a_seat_is_given_back_by_its_person_or_the_owner() -> None:
    desk = opened()
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    assert code(desk.tell(EVE, messages.Stand("T", 1))) == "not_your_seat"
    assert desk.tell(BOB, messages.Stand("T", 1)) == Decision([Stood(1)])
    assert desk.table.seats[1].is_free
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    assert code(desk.tell(BOB, messages.Stand("T", 0))) == "not_your_seat"
    assert desk.tell(ADA, messages.Stand("T", 1)) == Decision([Stood(1)])
    assert code(desk.tell(ADA, messages.Stand("T", 1))) == "seat_not_free"


def test_the_owner_gives_free_seats_to_bots_and_changes_their_level() -> None:
    desk = opened()
    assert code(desk.tell(BOB, messages.SeatBot("T", 2, "greedy"))) == "not_the_owner"
    assert desk.tell(ADA, messages.SeatBot("T", 2, "nobody")) == Refusal("no_such_level", "nobody")
    assert desk.tell(ADA, messages.SeatBot("T", 2, "greedy")) == Decision([BotSat(2, "greedy")])
    assert code(desk.tell(ADA, messages.SeatBot("T", 2, "pup"))) is None
    assert desk.table.seats[2].level == "pup"
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    assert code(desk.tell(ADA, messages.SeatBot("T", 1, "greedy"))) == "seat_taken"


def test_the_owner_starts_when_every_seat_is_taken() -> None:
    desk = opened()
    assert code(desk.tell(EVE, messages.Start("T"))) == "not_the_owner"
    assert code(desk.tell(ADA, messages.Start("T"))) == "seats_open"
    desk.tell(ADA, messages.SeatBot("T", 1, "pup"))
    desk.tell(BOB, messages.Sit("T", 2, "Bob"))
    assert code(desk.tell(BOB, messages.Start("T"))) == "not_the_owner"
    assert code(desk.tell(ADA, messages.Start("T"))) is None
    assert desk.stage == "playing"


@pytest.mark.parametrize(
    "message",
    [
        messages.Sit("T", 1, "Eve"),
        messages.Mix("T", 0, "00" * 8),
        messages.Stand("T", 0),
        messages.SeatBot("T", 1, "pup"),
        messages.Start("T"),
    ],
)
def test_nobody_takes_a_seat_when_the_table_is_no_longer_open(
    message: messages.TableMessage,
) -> None:
    assert code(pair_desk().tell(ADA, message)) == "table_not_open"
    # Not even a free one, at a table that was given up before the game.
    desk = opened()
    desk.tell(ADA, messages.Close("T"))
    assert code(desk.tell(ADA, message)) == "table_not_open"


def test_what_was_chosen_is_not_drawn() -> None:
    desk = new_desk(Setup(first=1, orientations=[5, 4, 3, 2]), start=False)
    verdict = desk.tell(ADA, messages.Start("T"))
    assert isinstance(verdict, Decision)
    nonces = list(mix_nonces(SEED, [None, None]))
    assert verdict.happenings == [Started(1, [5, 4, 3, 2], nonces)]
    assert verdict.foreseen is None


def test_what_was_left_to_chance_is_drawn_from_seed_and_nonces() -> None:
    desk = new_desk(seats=[MySeat("A"), BotSeat("pup"), MySeat("C")], start=False)
    desk.tell(ADA, messages.Mix("T", 0, "a0" * 8))
    verdict = desk.tell(ADA, messages.Start("T"))
    nonces = list(mix_nonces(SEED, ["a0" * 8, None, None]))
    assert nonces[0] == MixedNonce("a0" * 8, "player")
    mix = mix_of(SEED, [item.nonce for item in nonces])
    started = Started(drawn_first(mix, 3), list(drawn_orientations(mix, 4)), nonces)
    assert verdict == Decision([started])


def test_all_together() -> None:
    desk = opened()
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    desk.tell(ADA, messages.SeatBot("T", 2, "greedy"))
    desk.tell(ADA, messages.Stand("T", 1))
    desk.tell(EVE, messages.Sit("T", 1, "Eve"))
    desk.tell(ADA, messages.Start("T"))
    assert [seat.person for seat in desk.table.seats] == [ADA, EVE, None]
    assert desk.replayed() == desk.table
