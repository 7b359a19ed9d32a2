"""Chat: who may say what, and who decides that."""

from taupes.table import messages
from taupes.table.chat import MOST_SAID
from taupes.table.decision import Decision
from taupes.table.setup import Setup
from taupes.table.view import ChatLine
from tests.table.desk import ADA, BOB, EVE, code, pair_desk


def test_a_line_is_cleaned() -> None:
    desk = pair_desk()
    assert code(desk.tell(ADA, messages.Say("T", 0, text=" Hi\u0007 <b>you</b>\u202e "))) is None
    line = ChatLine(desk.table.number, desk.now, 0, "Hi <b>you</b>", None)
    assert desk.table.chat == (line,)


def test_a_text_has_at_most_200_characters() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Say("T", 0, text="x" * 201))
    assert desk.table.chat[-1].text == "x" * 200


def test_nothing_cannot_be_said() -> None:
    desk = pair_desk()
    assert code(desk.tell(ADA, messages.Say("T", 0, text="\u0000"))) == "bad_text"
    assert code(desk.tell(ADA, messages.Say("T", 0))) == "bad_text"
    assert desk.refusals[-1].detail == "text"


def test_a_ready_phrase_is_one_of_those_there_are() -> None:
    desk = pair_desk()
    assert code(desk.tell(BOB, messages.Say("T", 1, phrase="oops"))) is None
    assert (desk.table.chat[-1].phrase, desk.table.chat[-1].text) == ("oops", None)
    assert code(desk.tell(ADA, messages.Say("T", 0, phrase="no\u202epe" + "x" * 50))) == (
        "no_such_phrase"
    )
    assert desk.refusals[-1].detail == ("nope" + "x" * 50)[:40]


def test_only_those_at_the_table_speak_for_themselves() -> None:
    desk = pair_desk()
    assert code(desk.tell(EVE, messages.Say("T", 0, text="x"))) == "not_your_seat"
    assert code(desk.tell(ADA, messages.Say("T", 1, text="x"))) == "not_your_seat"


def test_a_table_may_allow_phrases_only_or_nothing() -> None:
    desk = pair_desk(Setup(chat="phrases"))
    assert code(desk.tell(BOB, messages.Say("T", 1, text="x"))) == "phrases_only"
    assert code(desk.tell(BOB, messages.Say("T", 1, phrase="oops"))) is None
    desk.tell(ADA, messages.SetChat("T", "off"))
    assert code(desk.tell(BOB, messages.Say("T", 1, phrase="oops"))) == "chat_off"
    assert code(desk.tell(BOB, messages.Say("T", 1, text="x"))) == "chat_off"


def test_the_owner_decides_what_may_be_said() -> None:
    desk = pair_desk()
    assert code(desk.tell(BOB, messages.SetChat("T", "off"))) == "not_the_owner"
    assert desk.table.setup == Setup()
    assert code(desk.tell(ADA, messages.SetChat("T", "off"))) is None
    assert desk.table.setup == Setup(chat="off")
    assert desk.replayed() == desk.table


def test_so_much_is_said_from_a_seat_and_no_more() -> None:
    desk = pair_desk()
    for _ in range(MOST_SAID):
        assert isinstance(desk.tell(ADA, messages.Say("T", 0, phrase="hello")), Decision)
    assert code(desk.tell(ADA, messages.Say("T", 0, phrase="hello"))) == "chat_full"
    assert code(desk.tell(ADA, messages.Say("T", 0, "one more"))) == "chat_full"
    # Nobody else is silenced.
    assert isinstance(desk.tell(BOB, messages.Say("T", 1, "hello")), Decision)
    assert desk.table.said == (MOST_SAID, 1)
    assert desk.replayed() == desk.table
