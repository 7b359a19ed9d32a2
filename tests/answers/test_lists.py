"""Lines of lists, and a no as an answer."""

import msgspec
import pytest

from taupes.answers.records import record_line
from taupes.answers.tables import awaiting_first, table_line
from taupes.answers.trouble import language_of, status_of, trouble_of
from taupes.table.facts import stored_summary
from taupes.table.refusals import CODES, Refusal
from tests.table.desk import ADA, BOB, pair_desk


def test_a_line_says_which_seats_are_the_readers_and_never_who_others_are() -> None:
    desk = pair_desk()
    summary = msgspec.json.encode(stored_summary(desk.table))
    for person, you in ((ADA, [0]), (BOB, [1]), (None, [])):
        line = table_line("T", 7, "playing", summary, person)
        assert line.you == you
        assert BOB not in [*msgspec.to_builtins(line), *map(str, line.seats)]
    old = {k: v for k, v in stored_summary(desk.table).items() if k not in ("people", "since")}
    assert table_line("T", 7, "playing", msgspec.json.encode(old), ADA).since == 7


def test_lines_come_in_the_same_order_but_for_ones_turn() -> None:
    desk = pair_desk()
    summary = msgspec.json.encode(stored_summary(desk.table))
    turn = desk.play.state.turn
    mine, other = (ADA, BOB) if turn == 0 else (BOB, ADA)
    lines = [
        table_line(name, 7, "playing", summary, person)
        for name, person in (("a", other), ("b", mine), ("c", other), ("d", mine))
    ]
    assert [line.table for line in awaiting_first(lines)] == ["b", "d", "a", "c"]


def test_a_record_in_a_list() -> None:
    line = record_line("r", 5, b'{"boards":"x","players":[],"events":3,"result":null}')
    assert (line.record, line.created, line.events) == ("r", 5, 3)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("fr", "fr"), ("it, de;q=0.5", "de"), ("xx", "en"), ("FR-be", "fr")],
)
def test_the_first_of_our_languages_is_spoken(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


def test_every_no_has_a_number_of_http() -> None:
    assert {status_of(Refusal(code)) // 100 for code in CODES} == {4, 5}
    assert status_of(Refusal("bad_boards")) == 422
    assert status_of(Refusal("no_server")) == 404
    assert status_of(Refusal("device_full")) == 507
    assert trouble_of(Refusal("busy"), "de").sentence != trouble_of(Refusal("busy"), "en").sentence
