"""What a bot that grows learns at a table, and what becomes of it."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from taupes.bots.skill import Skill
from taupes.table import messages
from taupes.table.create import recreate
from taupes.table.decide import decide_driven
from taupes.table.entries import Acted, BotSat, Created, Entry
from taupes.table.evolve import new_table
from taupes.table.growth import MOST_SHOWN
from taupes.table.messages import BadMessage, read_message
from taupes.table.projection import position_of
from taupes.table.setup import BotSeat, MySeat, OpenSeat, Seats
from tests.table.desk import ADA, Desk, new_desk

KNOWN = Skill(given=2.0, stakes=9.0, offset=30.0, games=7)


def desk_with(*bots: BotSeat) -> Desk:
    return new_desk(None, [MySeat(), *bots])


def drive(desk: Desk, skill: Skill | None = None) -> None:
    """The bot to act does something, having learned or not."""
    seat = desk.table.awaited
    assert seat is not None
    action, at = desk.choose(Random(1)), len(desk.play.events)
    learned = UNSET if skill is None else skill
    desk.happen(decide_driven(desk.table, seat, "bot", action, "bot", at, learned))


def test_only_a_bot_that_grows_learns() -> None:
    assert desk_with(BotSeat("pup")).play.skill is None
    assert desk_with(BotSeat("buddy")).play.skill == Skill()
    assert desk_with(BotSeat("pup"), BotSeat("buddy", skill=KNOWN)).play.skill == KNOWN
    assert desk_with(BotSeat("pup", skill=KNOWN)).play.skill is None
    left = KNOWN.after_choice(0.01, 0.02)
    assert desk_with(BotSeat("buddy", skill=left)).play.skill == left.before_game()


def test_what_people_choose_waits_until_the_bot_acts() -> None:
    desk = desk_with(BotSeat("buddy", skill=KNOWN))
    after = Skill(given=3.1, stakes=9.4, offset=30.0, games=7)
    while desk.table.awaited != 0:
        drive(desk)
    before = desk.play.state
    while desk.table.awaited == 0:
        desk.act(desk.choose(Random(1)))
    assert desk.play.shown[0] == (before, desk.play.events[len(desk.play.events) - 1])
    assert desk.replayed().play == desk.play
    drive(desk, after)
    assert (desk.play.skill, desk.play.shown) == (after, ())
    assert desk.replayed().play == desk.play
    assert position_of(desk.play).skill == after
    assert position_of(desk.play).equal == after.level == "greedy"


def test_a_bot_that_learned_nothing_leaves_all_as_it_was() -> None:
    desk = desk_with(BotSeat("buddy", skill=KNOWN))
    while desk.table.awaited == 0:
        desk.act(desk.choose(Random(1)))
    shown = desk.play.shown
    drive(desk)
    assert (desk.play.skill, desk.play.shown) == (KNOWN, shown)
    acted = next(each for each in desk.log[-1].happenings if isinstance(each, Acted))
    assert b"skill" not in msgspec.json.encode(acted)


def test_what_waits_is_bounded() -> None:
    desk = desk_with(BotSeat("buddy"))
    for _ in range(12 * MOST_SHOWN):
        if desk.table.awaited == 0:
            desk.act(desk.choose(Random(1)))
        elif desk.table.awaited is not None:
            drive(desk)
    assert len(desk.play.shown) == MOST_SHOWN


def test_what_is_taken_back_was_never_learned() -> None:
    desk = desk_with(BotSeat("buddy"))
    while desk.table.awaited != 0:
        drive(desk)
    for _ in range(2):
        while desk.table.awaited == 0:
            desk.act(desk.choose(Random(1)))
        drive(desk, KNOWN)
    assert desk.play.skill == KNOWN
    desk.tell(ADA, messages.Ask("T", 0, "undo"))
    desk.tell(ADA, messages.Ask("T", 0, "undo"))
    assert desk.play.skill == Skill()


def finished(*bots: BotSeat) -> Desk:
    desk = desk_with(*bots)
    rng = Random(4)
    while desk.table.awaited is not None:
        if desk.table.awaited == 0:
            desk.act(desk.choose(rng))
        else:
            drive(desk)
    return desk


def test_the_end_of_a_game_counts_whatever_the_temperament_of_others() -> None:
    skills = [
        finished(BotSeat("buddy", skill=KNOWN), BotSeat(level)).play.skill
        for level in ("pup", "pup/bold")
    ]
    assert skills[0] == skills[1] != KNOWN


def test_the_end_of_a_game_counts_and_the_next_one_begins_with_it() -> None:
    desk = finished(BotSeat("buddy", skill=KNOWN))
    outcome = desk.play.state.outcome
    assert outcome is not None
    won = float(0 in outcome.winners)
    assert desk.play.skill == KNOWN.after_game(won, ["buddy"])
    assert desk.replayed().play == desk.play
    again = recreate("U", desk.table, ADA, "7f" * 32, 2_000_000)
    assert isinstance(again, Entry)
    created = again.happenings[0]
    assert isinstance(created, Created)
    assert [plan.skill for plan in created.seats] == [UNSET, desk.play.skill]
    assert new_table("U", again).seats[1].skill == desk.play.skill


def test_a_game_of_several_people_says_nothing_about_one_of_them() -> None:
    desk = new_desk(None, [MySeat(), MySeat(), BotSeat("buddy", skill=KNOWN)])
    rng = Random(4)
    while desk.table.awaited is not None:
        if desk.table.awaited < 2:
            desk.act(desk.choose(rng))
        else:
            drive(desk)
    assert desk.play.skill == KNOWN


def test_a_bot_may_be_seated_with_what_it_knows() -> None:
    desk = new_desk(None, [MySeat(), OpenSeat()], start=False)
    desk.tell(ADA, messages.SeatBot("T", 1, "buddy", KNOWN))
    assert desk.table.seats[1].skill == KNOWN
    assert BotSat(1, "buddy", KNOWN) in desk.log[-1].happenings
    desk.tell(ADA, messages.SeatBot("T", 1, "greedy", KNOWN))
    assert desk.table.seats[1].skill is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"given": -1},
        {"given": 1e300},
        {"stakes": 0},
        {"games": 10**9},
        {"games": 1.5},
        {"offset": "high"},
        [1, 2],
        "strong",
    ],
)
def test_strangers_cannot_send_figures_that_no_game_leads_to(wrong: Any) -> None:
    message = {"type": "seat_bot", "table": "T", "seat": 1, "level": "buddy", "skill": wrong}
    with pytest.raises(BadMessage):
        read_message(msgspec.json.encode(message))
    wishes = [{"who": "me"}, {"who": "bot", "level": "buddy", "skill": wrong}]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wishes, Seats)
