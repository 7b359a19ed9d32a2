"""Refusals: every code is used, and has a sentence in every language."""

import re
from pathlib import Path

import pytest

import taupes
from taupes.rules import LANGUAGES, Hex, Why, sentence
from taupes.table.refusals import CODES, Refusal, reason_of, words
from taupes.table.replies import Reason
from taupes.words.catalogue import catalogue

ROOMS = [Path(taupes.__file__).parent / room for room in ("server", "table")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    assert set(catalogue("table", language)["refusals"]) == set(CODES) - {"against_the_rules"}


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
