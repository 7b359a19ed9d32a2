"""Refusals: every code is used, and has a sentence in every language."""

import re
from pathlib import Path

import pytest

import taupes
from taupes.rules import LANGUAGES, Hex, Why, sentence
from taupes.table.refusals import CODES, Refusal, reason_of, words
from taupes.table.replies import Reason
from taupes.words.catalogue import catalogue

ROOMS = [Path(taupes.__file__).parent / room for room in ("answers", "browser", "server", "table")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    elsewhere = {"against_the_rules", "bad_record"}
    assert set(catalogue("table", language)["refusals"]) == set(CODES) - elsewhere


def test_every_code_is_used_and_every_code_used_is_known() -> None:
    source = "".join(
        path.read_text("utf-8") for room in ROOMS for path in sorted(room.rglob("*.py"))
    )
    assert set(re.findall(r'Refusal\(\s*"([a-z_]+)"', source)) == set(CODES)


def test_codes_are_sorted_and_none_is_there_twice() -> None:
    assert list(CODES) == sorted(set(CODES))


def test_a_refusal_says_what_exactly() -> None:
    assert words(Refusal("no_such_level", "bo")) == "There is no bot called bo."
    assert words(Refusal("chat_off")) == "Chat is switched off at this table."
    assert words(Refusal("chat_off"), "de") != words(Refusal("chat_off"))
    # What somebody typed is not taken for a mark of ours.
    assert words(Refusal("no_such_level", "{radius}")) == "There is no bot called {radius}."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_record_is_said_in_every_language(language: str) -> None:
    said = catalogue("table", language)["records"]

    def told(detail: str) -> str:
        return words(Refusal("bad_record", detail), language)

    assert told("rules: 'victory' is missing") == said["rules"]
    assert told("players 0: 'name' is missing") == said["players"]
    assert told("event 11: e5 is a hole") == said["event"].format(number=12)
    assert told("line 3: no move c") == said["line"].format(number=3)
    assert told("'utf-8' codec can't decode byte 0xff") == said["record"]
    assert told("") == said["record"]


def test_every_place_where_a_record_can_be_wrong_has_a_sentence() -> None:
    rules = Path(taupes.__file__).parent / "rules"
    source = "".join((rules / f"{name}.py").read_text("utf-8") for name in ("reading", "record"))
    places = set(re.findall(r'BadRecord\(\s*f?"([a-z]+)', source))
    places |= {"players", "line"}
    assert places == set(catalogue("table", "en")["records"])


def test_a_refusal_by_the_rules_speaks_as_the_rules_do() -> None:
    why = Why("place_taken", cell=Hex(0, 5))
    assert words(Refusal("against_the_rules", why=why), "fr", 5) == sentence(why, 5, "fr")
    here = Why("place_taken", cell=Hex(0, 1))
    assert words(Refusal("against_the_rules", why=here)) == sentence(here, 4)
    named = Why("mover_without_moles", seat=1)
    said = words(Refusal("against_the_rules", why=named), names=["Ada", "Bob"])
    assert said == sentence(named, 4, "en", ["Ada", "Bob"])
    assert "Bob" in said


def test_a_reason_is_sent_whole() -> None:
    why = Why("wrong_distance", Hex(1, 2), Hex(0, 3), 1, 2, 3)
    assert reason_of(why, "de", 4, ["Ada", "Bob"]) == Reason(
        "wrong_distance", "RULES, A turn, 2", sentence(why, 4, "de"), (1, 2), (0, 3), 1, 2, 3
    )
    named = Why("mover_without_moles", seat=1)
    assert "Bob" in reason_of(named, "en", 4, ["Ada", "Bob"]).sentence
