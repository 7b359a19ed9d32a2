"""What is sent, ready as JSON, and who may be sent it."""

from random import Random
from typing import Any

import msgspec
import pytest

from taupes.rules import LANGUAGES, Hex, Why
from taupes.table import messages, replies
from taupes.table.actions import PlaceAction
from taupes.table.encoding import (
    encode,
    explained_text,
    marked_text,
    may_see,
    missed_text,
    radius_and_names,
    refused_text,
    shown_text,
    update_texts,
)
from taupes.table.projection import update_of
from taupes.table.refusals import Refusal
from taupes.table.setup import BotSeat, MySeat, OpenSeat, Setup
from taupes.table.view import Update
from tests.table.desk import ADA, BOB, EVE, new_desk, pair_desk


def read(text: bytes) -> Any:
    return msgspec.json.decode(text)


def test_a_refusal_is_said_in_the_persons_language() -> None:
    text = refused_text(Refusal("no_such_level", "bo"), "en", "m1")
    assert read(text) == {
        "type": "refused",
        "code": "no_such_level",
        "sentence": "There is no bot called bo.",
        "id": "m1",
    }
    assert "bo" in read(refused_text(Refusal("no_such_level", "bo"), "fr", None))["sentence"]
    assert "id" not in read(refused_text(Refusal("stale"), "de", None))


def test_a_refusal_by_the_rules_names_rule_cell_and_player() -> None:
    table = pair_desk().table
    why = Why("place_taken", cell=Hex(0, 1))
    data = read(refused_text(Refusal("against_the_rules", why=why), "en", None, table))
    assert data["table"] == "T"
    assert (data["why"]["code"], data["why"]["rule"]) == ("place_taken", why.rule)
    assert data["why"]["cell"] == [0, 1]
    assert data["sentence"] == data["why"]["sentence"]
    assert table.play is not None
    assert table.play.game.name(Hex(0, 1)) in data["sentence"]


def test_cells_are_named_on_the_tables_own_boards_and_seats_by_their_people() -> None:
    assert radius_and_names(None, "en") == (4, [])
    assert radius_and_names(new_desk(start=False).table, "en") == (4, [])
    assert radius_and_names(pair_desk().table, "en") == (4, ["Ada", "Bob"])
    grand = new_desk(Setup(boards="grand"), [MySeat("Ada"), BotSeat("pup", "Bo")]).table
    assert radius_and_names(grand, "en") == (5, ["Ada", "Bo"])


def test_who_has_no_name_is_called_in_the_readers_language() -> None:
    table = new_desk(seats=[MySeat(), BotSeat("pup"), BotSeat("pup")]).table
    assert radius_and_names(table, "en")[1] == ["Red", "Pup 1", "Pup 2"]
    assert radius_and_names(table, "de")[1] == ["Rot", "Welpe 1", "Welpe 2"]


def test_the_whole_table_is_the_persons_own() -> None:
    desk = pair_desk()
    message = msgspec.json.decode(shown_text(desk.table, BOB, "m1", 77), type=replies.Shown)
    assert (message.time, message.id, message.view.you) == (77, "m1", [1])
    assert read(shown_text(desk.table, ADA, None, 77))["view"]["you"] == [0]


def test_an_update_is_marked_for_whoever_asked_for_it() -> None:
    desk = pair_desk()
    before = desk.table
    desk.play_on(Random(1), steps=1)
    update = encode(update_of(before, desk.table, desk.log[-1:], 5))
    marked = marked_text(update, 'm"1')
    assert read(marked) == read(update) | {"done": 'm"1'}
    assert msgspec.json.decode(marked, type=Update).done == 'm"1'


@pytest.mark.parametrize("spectators", [True, False])
def test_who_may_see_a_table(spectators: bool) -> None:
    desk = new_desk(Setup(spectators=spectators), [BotSeat("pup"), OpenSeat()], start=False)
    # Whoever has the link may come in, or there would be nobody to play with.
    assert all(may_see(desk.table, person) for person in (None, ADA, BOB, EVE))
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    desk.tell(ADA, messages.Start("T"))
    assert desk.stage == "playing"
    assert [may_see(desk.table, person) for person in (ADA, BOB)] == [True, True]
    assert [may_see(desk.table, person) for person in (None, EVE)] == [spectators] * 2


def test_an_update_is_the_same_for_all_until_seats_change_hands() -> None:
    desk = pair_desk()
    before = desk.table
    desk.play_on(Random(1), steps=1)
    text = update_texts(before, desk.table, desk.log[-1:], 5)
    assert text(ADA) is text(BOB)
    assert "you" not in read(text(ADA))
    open_desk = new_desk(Setup(), [MySeat("Ada"), OpenSeat()], start=False)
    before = open_desk.table
    open_desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    text = update_texts(before, open_desk.table, open_desk.log[-1:], 5)
    assert (read(text(ADA))["you"], read(text(ADA))["owner"]) == ([0], True)
    assert (read(text(BOB))["you"], read(text(BOB))["owner"]) == ([1], False)
    assert read(text(EVE))["you"] == []


def test_what_was_missed_is_one_update_that_leads_to_the_table() -> None:
    desk = pair_desk()
    since = desk.table.number
    desk.play_on(Random(1), steps=4)
    join = messages.Join("T", since, id="j")
    missed = read(missed_text(desk.table, desk.log[since:], ADA, join, 5) or b"")
    assert [entry["number"] for entry in missed["entries"]] == [since + n for n in (1, 2, 3, 4)]
    assert (missed["you"], missed["owner"], missed["done"]) == ([0], True, "j")
    # Somebody stores more while the log is read: what is not known yet is not told.
    behind = desk.replayed()
    desk.play_on(Random(1), steps=1)
    again = read(missed_text(behind, desk.log[since:], BOB, join, 5) or b"")
    assert again["entries"] == missed["entries"]
    assert (again["you"], again["owner"]) == ([1], False)
    # What does not lead to the table is not sent.
    assert missed_text(desk.table, desk.log[since:-1], ADA, join, 5) is None
    assert missed_text(desk.table, [], ADA, join, 5) is None
    last = messages.Join("T", desk.table.number, id="k")
    done = read(missed_text(desk.table, [], ADA, last, 5) or b"")
    assert done == {"type": "done", "id": "k", "table": "T", "number": desk.table.number}
    unmarked = missed_text(desk.table, desk.log[since:], ADA, messages.Join("T", since), 5)
    assert "done" not in read(unmarked or b"")


def test_an_explanation_is_in_the_readers_language() -> None:
    desk = pair_desk()
    wish = messages.Explain("T", PlaceAction((9, 9)), id="e")
    said = {
        read(explained_text(desk.table, one, wish))["reasons"][0]["sentence"] for one in LANGUAGES
    }
    assert len(said) == len(LANGUAGES)
    told = read(explained_text(desk.table, "en", wish))
    assert (told["type"], told["legal"], told["id"]) == ("explained", False, "e")
