import pytest

from taupes.bots import LEVELS
from taupes.rules import LANGUAGES, OPTIONS, PRESETS, BadBoard
from taupes.terminal.game.form import SEATS, TYPED, Form
from taupes.terminal.game.sitting import Chair
from taupes.terminal.game.wishes import Wishes, parse_chair
from taupes.words.language import Words
from tests.terminal.driver import wishes


def form(language: str = "en", **changes: object) -> Form:
    return Form(wishes("Ada", "greedy", **changes), Words(language), can_resume=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_a_value_and_a_sentence(language: str) -> None:
    shown = form(language)
    for row in shown.rows():
        assert shown.about(row)
        assert shown.value(row) or row in ("start", "resume")


def test_every_value_of_every_row_can_be_reached_and_comes_round() -> None:
    start = Form(wishes("Player 1", "greedy", orientations="random"), Words("en"))
    for row in start.rows():
        seen, now = [start], start.changed(row, 1)
        while now != start and len(seen) < 20:
            seen.append(now)
            now = now.changed(row, 1)
        wanted = {"players": 3, "preset": len(PRESETS), "boards": 3, "language": 3}.get(row, 1)
        assert len(seen) >= wanted, row
        assert start.changed(row, 1).changed(row, -1).value(row) == start.value(row), row
        for each in seen:
            each.wishes.begin()


def test_everybody_can_sit_everywhere() -> None:
    now = form().changed("players", 1).changed("players", 1)
    assert len(now.wishes.chairs) == 4
    who = set()
    for _ in range(10):
        now = now.changed("seat3", 1)
        who.add(now.wishes.chairs[3].bot)
    assert who == {None} | {name for name, level in LEVELS.items() if level.is_offered}


def test_a_preset_brings_its_options_and_they_can_be_changed_on_top() -> None:
    now = form(preset="web")
    assert now.value("special_cells") == "no"
    changed = now.changed("special_cells", 1)
    assert changed.wishes.rules().special_cells
    assert not changed.changed("preset", 1).wishes.options
    assert set(OPTIONS) <= set(now.rows())


def test_rows_are_written_in() -> None:
    now = form()
    for row in TYPED[4:]:
        now = now.typed(row, "3")
    now = now.typed(SEATS[1], "Zoë")
    assert now.wishes.chairs[1] == Chair("Zoë")
    assert (now.wishes.seed, now.wishes.boards, now.wishes.rules().stall_limit) == ("3", "3", 3)
    assert now.text("seed") == "3"
    with pytest.raises(BadBoard, match="no such board set"):
        now.wishes.begin()
    with pytest.raises(BadBoard, match="or the word random"):
        now.typed("boards", "quick").wishes.begin()


def test_typing_begins_anew_where_a_word_was_chosen() -> None:
    assert form(orientations="random").text("orientations") == ""
    assert form().text("boards") == ""
    assert form().text("seat1") == ""
    assert form().text("seat0") == "Ada"


@pytest.mark.parametrize("name", ["", "\u202e\n", "x" * 90, "cmd:" + "y" * 90])
def test_whoever_sits_there_has_a_name_that_a_record_may_hold(name: str) -> None:
    chair = parse_chair(name)
    assert 1 <= len(chair.name) <= 40
    assert chair.name.isprintable()


def test_the_first_to_play_and_the_stack_follow_from_the_seed() -> None:
    chairs = (Chair("Ada"), Chair("Bob"))
    games = {
        (g.first, g.stack) for g in (Wishes(chairs, seed=str(n)).begin().game for n in range(9))
    }
    assert len(games) > 4
    assert len({Wishes(chairs, seed="5").begin().game.stack for _ in range(3)}) == 1
