"""Any order of any messages: the table never breaks, and its log always gives it back."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taupes.table import messages
from taupes.table.actions import BlockedAction, MoveAction, PassAction, PlaceAction, TurnAction
from taupes.table.decide import decide_gone, decide_time
from taupes.table.decision import Decision
from taupes.table.messages import TableMessage
from taupes.table.projection import table_view, update_of
from taupes.table.setup import BotSeat, MoveClock, MySeat, OpenSeat, Setup
from tests.table.desk import ADA, BOB, EVE, first_choice, new_desk

SEATS = st.integers(0, 2)
CELLS = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
ACTIONS = st.one_of(
    st.builds(PlaceAction, CELLS),
    st.builds(TurnAction, st.integers(0, 5)),
    st.builds(MoveAction, CELLS, CELLS),
    st.just(PassAction()),
    st.just(BlockedAction()),
)
TABLE = st.just("T")
MESSAGES: st.SearchStrategy[TableMessage] = st.one_of(
    st.builds(messages.Sit, TABLE, SEATS, st.text(min_size=1, max_size=40)),
    st.builds(messages.Mix, TABLE, SEATS, st.just("ab" * 8)),
    st.builds(messages.Stand, TABLE, SEATS),
    st.builds(messages.SeatBot, TABLE, SEATS, st.sampled_from(["greedy", "x"])),
    st.builds(messages.Start, TABLE),
    st.builds(messages.Act, TABLE, SEATS, ACTIONS),
    st.builds(messages.Ask, TABLE, SEATS, st.sampled_from(["undo", "pause"])),
    st.builds(messages.Answer, TABLE, SEATS, st.booleans()),
    st.builds(messages.Resume, TABLE, SEATS),
    st.builds(messages.Back, TABLE, SEATS),
    st.builds(messages.Resign, TABLE, SEATS),
    st.builds(messages.Say, TABLE, SEATS, st.text(min_size=1, max_size=200)),
    st.builds(messages.SetChat, TABLE, st.sampled_from(["all", "phrases", "off"])),
    st.builds(messages.Close, TABLE),
    st.builds(messages.Rematch, TABLE),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([ADA, BOB, EVE]), MESSAGES),
        st.sampled_from(["play", "play", "play", "time", "gone"]),
    ),
    max_size=60,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS, st.booleans())
def test_any_messages_in_any_order(
    steps: list[tuple[str, TableMessage] | str], is_started: bool
) -> None:
    seats = [MySeat("A"), MySeat("B") if is_started else OpenSeat(), BotSeat("greedy")]
    setup = Setup(clock=MoveClock(30), away_after=30, stand_in="greedy")
    desk = new_desk(setup, seats, start=is_started)
    for step in steps:
        desk.now += 20_000
        before = desk.table
        if step == "play":
            if desk.table.awaited is not None:
                desk.act(first_choice(desk))
        elif step == "time":
            verdict = decide_time(desk.table, desk.now)
            if isinstance(verdict, Decision):
                desk.happen(verdict)
        elif step == "gone":
            verdict = decide_gone(desk.table, 0)
            if isinstance(verdict, Decision):
                desk.happen(verdict)
        else:
            assert not isinstance(step, str)
            desk.tell(*step)
        if desk.table is not before:
            update_of(before, desk.table, desk.log[-1:], desk.now)
            table_view(desk.table, BOB)
    assert desk.replayed() == desk.table
    assert [entry.number for entry in desk.log] == list(range(1, desk.table.number + 1))
