"""The stack of the day: the same game for equal choices, sealed until midnight, played once."""

from itertools import pairwise
from random import Random

import pytest

from taupes.answers.driving import any_action, level_of_seat, only_reply, seed_of_thought, with_slot
from taupes.answers.hints import hint_refusal
from taupes.answers.thinking import answer_of, question_of
from taupes.bots.levels import LEVELS
from taupes.rules import SHIPPED, Record, dump_record, load_boards
from taupes.table import messages
from taupes.table.create import create
from taupes.table.day import (
    DAYS_KEPT,
    WEEK,
    YOURS,
    day_at,
    day_before,
    end_of,
    is_kept,
    open_seed,
    result_of,
    table_of,
)
from taupes.table.decide import decide_driven, decide_reveal
from taupes.table.decision import Decision
from taupes.table.entries import Closed, Ended, Entry, Revealed
from taupes.table.evolve import rebuild
from taupes.table.facts import due_of, facts_of
from taupes.table.fairness import verify
from taupes.table.projection import fairness_view, record_of, table_view, update_of
from tests.table.desk import ADA, Desk, code

THURSDAY = "2026-11-19"
MIDNIGHT = end_of(THURSDAY)


def day_desk(day: str = THURSDAY, now: int = MIDNIGHT - 3_600_000) -> Desk:
    """Ada's table of a day."""
    setup, seats = table_of(day, "Ada")
    entry = create("T", ADA, setup, seats, open_seed(day), now, start=True, day=day)
    assert isinstance(entry, Entry), entry
    return Desk(rebuild("T", [entry]), [entry], now)


def play_day(desk: Desk, rng: Random, chats: int = 0) -> None:
    """Play to the end as a keeper lets bots play: Ada's own choices come from a generator."""
    while desk.table.awaited is not None:
        seat, play = desk.table.awaited, desk.play
        if desk.table.driver(seat) == "person":
            if chats:
                chats -= 1
                desk.tell(ADA, messages.Ask("T", seat, "pause"))
                desk.tell(ADA, messages.Resume("T", seat))
            assert isinstance(desk.act(desk.choose(rng)), Decision)
            continue
        reply = only_reply(play.state)
        if reply is None:
            level, seed = level_of_seat(desk.table, seat), seed_of_thought(desk.table)
            reply = answer_of(question_of(play.state, level, seed, 1.0))
        action = with_slot(reply.action, play)
        desk.happen(decide_driven(desk.table, seat, "bot", action, "bot", len(play.events)))


def record(desk: Desk) -> Record:
    found = record_of(desk.table)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def played() -> Desk:
    desk = day_desk()
    play_day(desk, Random(1))
    return desk


def test_equal_choices_lead_to_equal_games(played: Desk) -> None:
    again = day_desk(now=MIDNIGHT - 60_000)
    # What is said and rested beside the game makes other entries, and the same game.
    play_day(again, Random(1), chats=3)
    assert again.table.number != played.table.number
    assert dump_record(record(again)) == dump_record(record(played))
    other = day_desk()
    play_day(other, Random(2))
    assert record(other).events != record(played).events
    assert record(other).game == record(played).game


def test_another_day_is_another_game() -> None:
    week = [day_before(THURSDAY, days) for days in range(7)]
    assert len({day_desk(day).play.mix for day in week}) == 7
    assert any_action(day_desk().table, day_desk().play) == any_action(
        day_desk().table, day_desk().play
    )


def test_no_bot_of_the_week_thinks_by_the_clock() -> None:
    for plan in WEEK:
        boards, levels = plan.boards, plan.levels
        assert boards in SHIPPED
        radius = max(board.radius for board in load_boards(boards).boards)
        assert 1 <= len(levels) <= 3
        for level in levels:
            assert not LEVELS[level].is_patient
            assert LEVELS[level].plays(radius)


def test_the_seed_stays_secret_until_the_day_is_over(played: Desk) -> None:
    table = played.table
    ended = next(event for event in played.log[-1].happenings if isinstance(event, Ended))
    assert ended.seed is None
    assert fairness_view(table).seed is None
    assert verify(record(played)).fair is None
    assert due_of(table) == MIDNIGHT
    assert code(decide_reveal(table, MIDNIGHT - 1)) == "not_over"
    desk = Desk(table, list(played.log), MIDNIGHT)
    before = desk.table
    assert desk.happen(decide_reveal(table, MIDNIGHT)) == [Revealed(open_seed(THURSDAY))]
    assert due_of(desk.table) is None
    assert desk.replayed() == desk.table
    proof = verify(record(desk))
    assert proof.fair
    assert proof.discs > 10
    update = update_of(before, desk.table, [desk.log[-1]], 1)
    assert update.fairness.seed == open_seed(THURSDAY)  # type: ignore[union-attr]
    facts = facts_of(before, desk.table)
    assert facts is not None
    assert facts.record is not None
    assert open_seed(THURSDAY) in facts.record.body
    assert facts.result is None, "a result is stored once"
    assert decide_reveal(desk.table, MIDNIGHT) == Decision([])


def test_giving_up_shows_no_seed_either() -> None:
    for message in (messages.Resign("T", YOURS), messages.Close("T")):
        desk = day_desk()
        desk.tell(ADA, message)
        closed = next(e for e in desk.log[-1].happenings if isinstance(e, Closed))
        assert closed.seed is None
        assert fairness_view(desk.table).seed is None


def test_nothing_is_taken_back_advised_or_played_again(played: Desk) -> None:
    desk = day_desk()
    while desk.table.awaited != YOURS:
        action = with_slot(any_action(desk.table, desk.play), desk.play)
        desk.happen(decide_driven(desk.table, 1, "bot", action, "bot", len(desk.play.events)))
    desk.act(desk.choose(Random(1)))
    assert code(desk.tell(ADA, messages.Ask("T", YOURS, "undo"))) == "counted"
    refused = hint_refusal(desk.table, YOURS, ADA)
    assert refused is not None
    assert refused.code == "counted"
    assert code(played.tell(ADA, messages.Rematch("R"))) == "counted"
    assert table_view(desk.table, ADA).day == THURSDAY


def test_only_what_ends_in_time_counts(played: Desk) -> None:
    last = played.log[-1]
    before = rebuild("T", played.log[:-1])
    for at, counts in ((MIDNIGHT - 1, True), (MIDNIGHT, False)):
        after = rebuild("T", [*played.log[:-1], Entry(last.number, at, last.happenings)])
        facts = facts_of(before, after)
        assert facts is not None
        assert facts.record is not None
        assert (facts.result is not None) is counts
        assert due_of(after) == MIDNIGHT


def test_a_result_says_how_it_went(played: Desk) -> None:
    facts = facts_of(rebuild("T", played.log[:-1]), played.table)
    assert facts is not None
    assert facts.result is not None
    row = facts.result
    assert (row.day, row.person, row.name) == (THURSDAY, ADA, "Ada")
    end = played.play.state.outcome
    assert end is not None
    assert row.result.won is (YOURS in end.winners)
    draws = sum(e.type == "draw" and e.player == YOURS for e in played.play.events)
    assert 5 < row.result.turns <= draws
    course = row.result.course
    assert course[0][1] == played.play.game.moles
    assert all(there == home for (home, _), (_, there) in pairwise(course))
    assert row.result.holes == sum(home for home, _ in course) > 0
    assert result_of(record(played)) == row.result


@pytest.mark.parametrize(
    ("day", "is_known"),
    [
        (THURSDAY, True),
        (day_before(THURSDAY, DAYS_KEPT - 1), True),
        (day_before(THURSDAY, DAYS_KEPT), False),
        ("2026-11-20", False),
        ("20261119", False),
        ("2026-W47-4", False),
        ("2026-02-30", False),
        ("", False),
        ("٢٠٢٦-11-19", False),
    ],
)
def test_days_that_are_known(day: str, is_known: bool) -> None:
    assert is_kept(day, THURSDAY) is is_known


def test_a_day_begins_and_ends_at_midnight() -> None:
    assert day_at(MIDNIGHT - 1) == THURSDAY
    assert day_at(MIDNIGHT) == "2026-11-20"
    assert end_of("2026-12-31") == end_of("2027-01-01") - 24 * 3_600_000
