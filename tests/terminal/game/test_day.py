"""The stack of a day at a terminal is the game that devices play."""

from dataclasses import replace
from random import Random

import pytest

from taupes.answers.driving import with_slot
from taupes.bots import Budget, choices, make_bot
from taupes.rules import BadRecord
from taupes.table.actions import action_of, rules_event
from taupes.table.day import WEEK, YOURS, day_before, plan_of
from taupes.table.decide import decide_driven
from taupes.table.decision import Decision
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.day import DaySession, begin_day, resume_day
from tests.table.test_day import THURSDAY, day_desk


def played(session: DaySession, seed: int, steps: int = 10_000) -> DaySession:
    rng, bots = Random(seed), TableBots()
    while session.state.outcome is None and len(session.steps) < steps:
        options = choices(session.state)
        if len(options) == 1:
            choice = options[0]
        elif session.is_person(session.state.turn):
            choice = make_bot("greedy").think(session.state, Budget(), rng).choice
        else:
            choice = bots.decide(session).choice
        session = session.act(choice)  # type: ignore[assignment]
    return session


def test_it_is_the_game_that_a_table_plays() -> None:
    session = played(begin_day(THURSDAY, "Ada"), 5)
    desk, rng = day_desk(), Random(5)
    bots = TableBots()
    shadow = begin_day(THURSDAY, "Ada")
    while desk.table.awaited is not None:
        options = choices(desk.play.state)
        is_yours = desk.table.awaited == YOURS
        if len(options) == 1:
            choice = options[0]
        elif is_yours:
            choice = make_bot("greedy").think(desk.play.state, Budget(), rng).choice
        else:
            choice = bots.decide(shadow).choice
        shadow = shadow.act(choice)  # type: ignore[assignment]
        action = with_slot(action_of(choice), desk.play)
        if is_yours:
            assert isinstance(desk.act(action), Decision)
        else:
            events = len(desk.play.events)
            desk.happen(decide_driven(desk.table, desk.table.awaited, "bot", action, "bot", events))
    assert session.record().events == tuple(rules_event(one) for one in desk.play.events)
    assert session.state.outcome == desk.play.state.outcome


def test_every_day_of_the_week_can_be_begun() -> None:
    for days in range(len(WEEK)):
        day = day_before(THURSDAY, days)
        session = begin_day(day, "Ada")
        assert tuple(chair.bot for chair in session.chairs) == (None, *plan_of(day).levels)


def test_it_goes_on_where_it_was_left_and_nothing_is_taken_back() -> None:
    whole = played(begin_day(THURSDAY, "Ada"), 5)
    half = replace(whole, steps=whole.steps[:30])
    assert half.undone() is None
    assert half.counts
    again = resume_day(half.record(), THURSDAY)
    assert again == half
    assert again.names[0] == "Ada"
    assert again.generator().random() == half.generator().random()
    with pytest.raises(BadRecord, match="not the game of"):
        resume_day(half.record(), day_before(THURSDAY))
