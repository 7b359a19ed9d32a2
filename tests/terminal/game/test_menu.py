from dataclasses import replace

import pytest

from taupes.bots import LEVELS, level_of
from taupes.rules import LANGUAGES, OPTIONS, PRESETS, BadBoard, BadGame, BadRules
from taupes.terminal.game.menu import SEATS, TYPED, Menu
from taupes.terminal.game.session import Chair
from taupes.terminal.game.setup import GameSetup, parse_chair
from taupes.words.language import Words
from tests.terminal.driver import new_setup


def menu(language: str = "en", **changes: object) -> Menu:
    return Menu(new_setup("Ada", "greedy", **changes), Words(language), can_resume=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_a_value_and_a_sentence(language: str) -> None:
    shown = menu(language)
    for row in shown.rows():
        assert shown.about(row)
        assert shown.value(row) or row in ("start", "resume")


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Greedy"), ("fr", "Gourmande"), ("de", "Gierschlund")]
)
def test_bots_are_called_by_their_titles(language: str, title: str) -> None:
    assert menu(language).value("seat0") == "Ada"
    assert menu(language).value("seat1").endswith(f" {title} ★★★★")
    assert menu("en").changed("language", 1).value("seat1").endswith(" Gourmande ★★★★")


def test_every_value_of_every_row_can_be_reached_and_comes_round() -> None:
    start = Menu(new_setup("Player 1", "greedy", orientations="random"), Words("en"))
    for row in start.rows():
        seen, now = [start], start.changed(row, 1)
        while now != start and len(seen) < 20:
            seen.append(now)
            now = now.changed(row, 1)
        wanted = {"players": 3, "preset": len(PRESETS), "boards": 3, "language": 3}.get(row, 1)
        assert len(seen) >= wanted, row
        assert start.changed(row, 1).changed(row, -1).value(row) == start.value(row), row
        for each in seen:
            each.setup.begin()


def test_everybody_can_sit_everywhere() -> None:
    now = menu().changed("players", 1).changed("players", 1)
    assert len(now.setup.chairs) == 4
    who = set()
    for _ in range(10):
        now = now.changed("seat3", 1)
        bot = now.setup.chairs[3].bot
        who.add(bot and level_of(bot).name)
    assert who == {None} | {name for name, level in LEVELS.items() if level.is_offered}


def test_bots_of_one_level_are_shown_as_three_characters() -> None:
    now = menu().changed("players", 1).changed("players", 1)
    assert [now.value(row) for row in SEATS[1:]] == [
        "bot: Greedy ★★★★ · Daredevil",
        "bot: Greedy ★★★★ · Homebody",
        "bot: Greedy ★★★★ · Spoilsport",
    ]
    assert now.about("seat1") == "Pushes in among the others and is in no hurry to get home."
    alone = now.changed("seat2", 1).changed("seat3", -1)
    assert [chair.bot for chair in alone.setup.chairs] == [None, "greedy", "burrower", "forager"]
    assert now.typed("seat3", "Bob").setup.chairs[1:3] == now.setup.chairs[1:3]
    assert now.setup.begin().titles("de") == (
        *("Ada", "Draufgänger", "Stubenhocker", "Spielverderber"),
    )


def test_a_preset_brings_its_options_and_they_can_be_changed_on_top() -> None:
    now = menu(preset="web")
    assert now.value("special_cells") == "no"
    changed = now.changed("special_cells", 1)
    assert changed.setup.rules().special_cells
    assert not changed.changed("preset", 1).setup.options
    assert set(OPTIONS) <= set(now.rows())


def test_rows_are_written_in() -> None:
    now = menu()
    for row in TYPED[4:]:
        now = now.typed(row, "3")
    now = now.typed(SEATS[1], "Zoë")
    assert now.setup.chairs[1] == Chair("Zoë")
    assert (now.setup.seed, now.setup.boards, now.setup.rules().stall_limit) == ("3", "3", 3)
    assert now.text("seed") == "3"
    with pytest.raises(BadBoard, match="no such board set"):
        now.setup.begin()
    with pytest.raises(BadBoard, match="or the word random"):
        now.typed("boards", "quick").setup.begin()


def test_moles_are_typed_suggested_and_forgotten_with_the_players() -> None:
    now = menu()
    assert now.value("moles") == "as the rules say"
    assert now.typed("moles", "4,2").setup.begin().game.moles == (4, 2)
    start = now.changed("moles", 1)
    assert (start.value("moles"), start.text("moles")) == ("one fewer for whoever begins", "")
    fair = start.changed("moles", 1)
    assert fair.value("moles") == fair.text("moles") == "10,2", "greedy is stronger than people"
    assert fair.setup.begin().game.moles == (10, 2)
    assert fair.changed("moles", 1).setup.moles == ""
    assert fair.changed("players", 1).setup.moles == ""
    for wrong in ("x", "1,2,3", "0", "1,", "99"):
        with pytest.raises((BadRules, BadGame)):
            now.typed("moles", wrong).setup.begin()


def test_a_fair_start_is_of_whoever_is_drawn_to_begin() -> None:
    games = [
        replace(menu().changed("moles", 1).setup, seed=str(seed)).begin().game for seed in range(12)
    ]
    assert {game.first for game in games} == {0, 1}
    for game in games:
        assert (game.counts[game.first], game.counts[1 - game.first]) == (9, 10)
    many = menu().changed("players", 1).changed("moles", 1)
    assert many.setup.moles == "7,1,1", "no fair start is known for three"


def test_typing_begins_anew_where_a_word_was_chosen() -> None:
    assert menu(orientations="random").text("orientations") == ""
    assert menu().text("boards") == ""
    assert menu().text("seat1") == ""
    assert menu().text("seat0") == "Ada"


@pytest.mark.parametrize("name", ["", "\u202e\n", "x" * 90, "cmd:" + "y" * 90])
def test_whoever_sits_there_has_a_name_that_a_record_may_hold(name: str) -> None:
    chair = parse_chair(name)
    assert 1 <= len(chair.name) <= 40
    assert chair.name.isprintable()


def test_the_first_to_play_and_the_stack_follow_from_the_seed() -> None:
    chairs = (Chair("Ada"), Chair("Bob"))
    games = {
        (g.first, g.stack) for g in (GameSetup(chairs, seed=str(n)).begin().game for n in range(9))
    }
    assert len(games) > 4
    assert len({GameSetup(chairs, seed="5").begin().game.stack for _ in range(3)}) == 1
