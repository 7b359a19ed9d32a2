"""How far an undo leads: never past a disc among people, across bots' turns for a person alone."""

from random import Random

from taupes.bots import choices
from taupes.rules import Phase
from taupes.table import messages
from taupes.table.actions import TurnAction
from taupes.table.decide import decide_action
from taupes.table.decision import Decision
from taupes.table.entries import Asked, Undone
from taupes.table.fairness import verify
from taupes.table.projection import record_of
from taupes.table.setup import BotSeat, MySeat, OpenSeat, SeatWish, Setup
from taupes.table.undo import MOST, game_at, is_decision, undo_target
from tests.table.desk import ADA, Desk, code, first_choice, new_desk, pair_desk

UNDO = messages.Ask("T", 0, "undo")


def solo_desk(setup: Setup | None = None) -> Desk:
    return new_desk(setup or Setup(first=0), [MySeat("Ada"), BotSeat("greedy")])


def let_bots_act(desk: Desk, rng: Random) -> None:
    """Until Ada is to act."""
    while desk.stage == "playing" and desk.play.state.turn == 1:
        desk.happen(decide_action(desk.table, 1, desk.choose(rng), "bot"))


def play_until(desk: Desk, rng: Random, phase: Phase) -> None:
    """Let everybody act until Ada has something to decide in a phase."""
    let_bots_act(desk, rng)
    while desk.play.state.phase is not phase or not is_decision(desk.play.state):
        desk.act(desk.choose(rng))
        let_bots_act(desk, rng)


def test_a_person_alone_takes_a_move_back_across_the_bots_turn() -> None:
    desk, rng = solo_desk(), Random(1)
    play_until(desk, rng, Phase.MOVE)
    before = desk.play
    desk.act(desk.choose(rng))
    let_bots_act(desk, rng)
    desk.act(TurnAction(desk.play.rows[0].index(0)))
    assert desk.tell(ADA, UNDO) == Decision([Asked(0, "undo"), Undone(0, len(before.events))])
    assert desk.play == before
    assert desk.replayed() == desk.table


def test_the_same_slots_show_the_same_discs_again() -> None:
    desk, rng = solo_desk(), Random(2)
    play_until(desk, rng, Phase.MOVE)
    move = desk.choose(rng)
    seen = []
    for _ in range(2):
        desk.act(move)
        let_bots_act(desk, Random(3))
        slots = [slot for slot, disc in enumerate(desk.play.rows[0]) if not disc]
        desk.act(TurnAction(slots[0]))
        seen.append([event for event in desk.play.events if event.type == "draw"])
        desk.tell(ADA, UNDO)
    assert seen[0] == seen[1]


def test_decisions_are_taken_back_one_after_the_other_and_so_many_at_most() -> None:
    assert MOST == 12
    desk, rng = solo_desk(), Random(4)
    counts: list[int] = []
    while len(counts) < MOST + 3:
        let_bots_act(desk, rng)
        if is_decision(desk.play.state):
            counts.append(len(desk.play.events))
        desk.act(desk.choose(rng))
    for count in reversed(counts[-MOST:]):
        desk.tell(ADA, UNDO)
        assert len(desk.play.events) == count
    assert code(desk.tell(ADA, UNDO)) == "nothing_to_undo"
    assert desk.replayed() == desk.table


def test_what_a_stand_in_or_a_bot_did_is_no_decision_of_the_person() -> None:
    desk, rng = solo_desk(Setup(first=1)), Random(5)
    let_bots_act(desk, rng)
    assert undo_target(desk.table, 0) is None
    desk.happen(decide_action(desk.table, 0, desk.choose(rng), "stand_in"))
    assert code(desk.tell(ADA, UNDO)) == "nothing_to_undo"


def test_what_one_had_to_do_is_no_decision() -> None:
    desk, rng = solo_desk(), Random(6)
    play_until(desk, rng, Phase.MOVE)
    desk.act(desk.choose(rng))
    let_bots_act(desk, rng)
    before = desk.table.earlier
    assert desk.play.state.phase is Phase.DRAW
    assert not is_decision(desk.play.state)
    desk.act(TurnAction(desk.play.rows[0].index(0)))
    assert desk.table.earlier == before


def test_among_people_an_undo_stays_on_this_side_of_the_last_disc() -> None:
    desk = pair_desk(Setup(first=0))
    while desk.play.state.phase is Phase.PLACE:
        desk.act(first_choice(desk))
    assert undo_target(desk.table, 1) is not None
    desk.act(TurnAction(0))
    assert undo_target(desk.table, 0) is None
    assert game_at(desk.table, 0) is None
    assert desk.table.earlier == ()


def test_two_people_at_one_screen_are_not_alone() -> None:
    desk = new_desk(Setup(first=0))
    while desk.play.state.phase is Phase.PLACE:
        desk.act(first_choice(desk))
    desk.act(TurnAction(0))
    assert code(desk.tell(ADA, UNDO)) == "nothing_to_undo"


def test_a_table_that_has_not_started_has_nothing_to_take_back() -> None:
    others: tuple[SeatWish, ...] = BotSeat("greedy"), OpenSeat()
    for other in others:
        desk = new_desk(seats=[MySeat("Ada"), other], start=False)
        assert undo_target(desk.table, 0) is None
        assert game_at(desk.table, 0) is None


def test_two_things_to_do_are_a_decision_and_discs_are_one_thing() -> None:
    desk, rng, counts = new_desk(), Random(8), set()
    while desk.stage == "playing":
        count = len(choices(desk.play.state))
        assert is_decision(desk.play.state) is (count > 1)
        counts.add(count)
        desk.act(desk.choose(rng))
    assert {1, 2, 3} <= counts


def test_the_record_says_how_often_and_its_discs_are_still_proved() -> None:
    desk, rng = solo_desk(), Random(7)
    for _ in range(3):
        play_until(desk, rng, Phase.MOVE)
        desk.act(desk.choose(rng))
        let_bots_act(desk, rng)
        desk.tell(ADA, UNDO)
    while desk.stage == "playing":
        desk.act(desk.choose(rng))
        let_bots_act(desk, rng)
    record = record_of(desk.table)
    assert record is not None
    assert dict(record.extras)["/players/0/undos"] == "3"
    assert "/players/1/undos" not in dict(record.extras)
    assert verify(record).fair
