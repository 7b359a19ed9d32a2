"""Who has no name is called in the reader's language, at tables and in records."""

import json
from dataclasses import replace

import pytest

from taupes.rules import LANGUAGES, Team, load_record
from taupes.words.names import Participant, called, called_in
from taupes.words.titles import temperaments, titles
from tests.test_typography import ROOT


def test_bots_of_one_level_are_numbered_unless_somebody_named_them() -> None:
    bots = [
        Participant("pup", "red", "pup"),
        Participant("Mimi", "blue", "pup"),
        Participant(None, "green", "pup"),
    ]
    assert called(bots, "en") == ["Pup 1", "Mimi", "Pup 2"]


def test_bots_of_one_temperament_are_numbered_whatever_their_level() -> None:
    bots = [
        Participant("pup/bold", "red", "pup/bold"),
        Participant(None, "blue", "master/bold"),
        Participant(None, "green", "pup/careful"),
        Participant(None, "yellow", "pup"),
    ]
    assert called(bots, "de") == ["Draufgänger 1", "Draufgänger 2", "Stubenhocker", "Welpe"]


def test_a_person_may_be_called_like_a_level() -> None:
    assert called([Participant("master", "red")], "fr") == ["master"]


def test_a_level_that_is_gone_keeps_its_name() -> None:
    assert called([Participant("wizard", "red", "wizard")], "fr") == ["wizard"]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ('"pup"', "Welpe"),
        ('"pup/silly"', "pup"),
        ('"wizard"', "pup"),
        ("[1]", "pup"),
        ("null", "pup"),
    ],
)
def test_a_record_says_which_player_is_a_bot(value: str, name: str) -> None:
    record = load_record((ROOT / "tests" / "golden" / "all-home.json").read_text("utf-8"))
    teams = (Team("pup", "red"), Team("blue", "blue"))
    told = replace(record, teams=teams, extras=(("/players/0/bot", value),))
    assert called_in(told, "de") == [name, "Blau"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_calls_the_levels_the_same(language: str) -> None:
    path = ROOT / "web" / "src" / "messages" / language / "page.json"
    words = json.loads(path.read_text("utf-8"))
    page = {name: text for name, text in words.items() if name.startswith("level.")}
    assert page == {f"level.{level}": title.name for level, title in titles(language).items()}
    page = {name: text for name, text in words.items() if name.startswith("temperament.")}
    told = temperaments(language)
    assert page == {f"temperament.{one}": title.name for one, title in told.items()}
