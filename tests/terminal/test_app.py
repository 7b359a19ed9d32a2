"""The application as people use it: keys, mouse, sizes, colours, languages."""

import json
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from taupes.bots import Choice, Thought, choices
from taupes.rules import Hex, Move, Place, State, hexagon, legal_moves, load_record
from taupes.terminal.board.colours import GOLD, LIGHT, PAINTS
from taupes.terminal.board.view import climbed
from taupes.terminal.game.minds import Minds
from taupes.terminal.game.sitting import Sitting, resume
from taupes.terminal.screens.setup import SetupScreen
from tests.terminal.driver import (
    SMALL,
    act,
    app_of,
    asked,
    click,
    decided,
    drive,
    keys_for,
    ready,
    running,
    screen,
    shown,
    table_of,
    type_keys,
    until,
    wishes,
)
from tests.terminal.game.test_sitting import played


def path_of(folder: Path) -> Path:
    (path,) = folder.glob("*.json")
    return path


def kept(folder: Path) -> Sitting:
    return resume(load_record(path_of(folder).read_text("utf-8")), "none")


@pytest.mark.parametrize(
    ("names", "preset"),
    [(("Ada", "greedy"), "web"), (("Ada", "pup", "Bob", "greedy"), "shop-points")],
)
def test_a_whole_game_is_played_to_the_shovel_by_keys_alone(
    names: tuple[str, ...], preset: str, tmp_path: Path
) -> None:
    lifts = []

    async def play() -> None:
        app = app_of(tmp_path, wishes(*names, preset=preset).begin())
        async with running(app) as pilot:
            while (table := await asked(pilot)).sitting.state.outcome is None or table.lifting:
                if table.lifting:
                    await pilot.pause()
                    lifts.append(shown(app))
                await act(pilot, by=decided)
            await pilot.pause()
            text = shown(app)
            winners = table.teller.winners(table.sitting.state)
            assert f"{winners} wins the golden shovel!" in text or f"{winners} share" in text
            assert "████████" in text
            await pilot.press("enter")
            assert "The game is over." in shown(app)

    drive(play)
    assert lifts
    assert all("is lifted off!" in text and "×" in text for text in lifts)
    assert kept(tmp_path).state.outcome is not None


def test_a_mole_is_placed_with_the_mouse(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, wishes().begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            choice = decided(table.sitting)
            assert isinstance(choice, Place)
            await click(pilot, choice.cell)
            assert table.sitting.state.occupied.bit_count() == 2

    drive(play)


def test_a_disc_is_turned_and_a_mole_moved_with_the_mouse(tmp_path: Path) -> None:
    async def play() -> None:
        before_disc = ready()
        before_disc = replace(before_disc, steps=before_disc.steps[:-1])
        app = app_of(tmp_path, before_disc)
        async with running(app) as pilot:
            table = await asked(pilot)
            line = next(n for n, text in enumerate(screen(app)) if "turn a disc" in text)
            await pilot.click(offset=(screen(app)[line].index("turn a disc") + 2, line))
            await pilot.pause()
            move = legal_moves(table.sitting.state)[0]
            await click(pilot, move.origin)
            assert table.selected == move.origin
            before = len(table.sitting.steps)
            await click(pilot, move.target)
            assert table.sitting.steps[before][1] == move

    drive(play)


def test_arrows_reach_every_cell() -> None:
    reached, fresh = {Hex(0, 0)}, [Hex(0, 0)]
    while fresh:
        here = fresh.pop()
        ways = [here.step(0), here.step(3), climbed(here, 1, 4), climbed(here, -1, 4)]
        found = {cell for cell in ways if cell.ring <= 4} - reached
        reached |= found
        fresh += found
    assert reached == set(hexagon(4))


def test_arrows_move_the_cursor_and_stop_at_the_edge(tmp_path: Path) -> None:
    async def walk() -> None:
        app = app_of(tmp_path, wishes("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            await type_keys(pilot, *["right"] * 9)
            await until(pilot, lambda: table.cursor == Hex(4, 0))
            await type_keys(pilot, *["up"] * 9)
            await until(pilot, lambda: table.cursor.r == -4)
            await pilot.press("enter")
            assert len(table.sitting.steps) == 1

    drive(walk)


def test_tab_goes_round_what_can_be_chosen(tmp_path: Path) -> None:
    async def walk() -> None:
        app = app_of(tmp_path, ready())
        async with running(app) as pilot:
            table = await asked(pilot)
            movable = {move.origin for move in legal_moves(table.sitting.state)}
            seen = []
            for _ in movable:
                await pilot.press("tab")
                seen.append(table.cursor)
            assert set(seen) == movable
            await pilot.press("shift+tab", "enter")
            assert table.selected == seen[-2]
            done = len(table.sitting.steps)
            await pilot.press("tab", "enter")
            assert isinstance(table.sitting.steps[done][1], Move)

    drive(walk)


def test_a_forbidden_choice_names_the_rule(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, wishes().begin(), "fr")
        async with running(app) as pilot:
            table = await asked(pilot)
            hole = table.sitting.game.stack.levels[0].holes[0]
            await pilot.press(*table.sitting.game.name(hole))
            assert "Au début, on ne pose pas de taupe dans un trou" in shown(app)
            await pilot.press("P")
            assert "D'abord, on pose toutes les taupes sur la prairie. [Mise en place, 5]" in shown(
                app
            )

    drive(play)


def test_a_forbidden_move_names_the_rule(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready(), "fr")
        async with running(app) as pilot:
            table = await asked(pilot)
            theirs = table.sitting.state.cells(1)[0]
            await pilot.press(*table.sitting.game.name(theirs))
            assert "n'est pas à toi. [Un tour, 2]" in shown(app)
            await pilot.press("W")
            assert "Le disque montre" in shown(app)

    drive(play)


def test_what_is_lit_can_be_seen(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready())
        async with running(app) as pilot:
            table = await asked(pilot)
            moves = legal_moves(table.sitting.state)
            text = "\n".join(screen(app))
            assert text.count("›A▲‹") == len({move.origin for move in moves})
            await pilot.press(*table.sitting.game.name(moves[0].origin))
            text, picture = "\n".join(screen(app)), app.export_screenshot()
            assert text.count("»A▲«") == 1
            assert text.count("▸◂") == sum(move.origin == moves[0].origin for move in moves)
            assert LIGHT in picture or GOLD in picture
            await pilot.press("escape")
            assert "»A▲«" not in "\n".join(screen(app))

    drive(play)


def test_undo_takes_a_placement_back(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, wishes("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press("U")
            assert "Nothing can be taken back" in shown(app)
            await pilot.press(*keys_for(table.sitting, decided(table.sitting)))
            assert kept(tmp_path).steps
            await pilot.press("U")
            assert not table.sitting.steps
            assert "Taken back." in shown(app)
            assert not kept(tmp_path).steps

    drive(play)


def test_undo_takes_a_move_back_but_never_a_disc(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready("Ada", "Bob"))
        async with running(app) as pilot:
            table = await asked(pilot)
            steps = table.sitting.steps
            await pilot.press("U")
            assert table.sitting.steps == steps
            await pilot.press(*keys_for(table.sitting, legal_moves(table.sitting.state)[0]))
            assert len(table.sitting.steps) == len(steps) + 1
            await pilot.press("U")
            assert table.sitting.steps == steps

    drive(play)


def test_undo_is_quicker_than_a_bot_that_waits(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = ready()
        app = app_of(tmp_path, sitting, pace=60)
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press(*keys_for(sitting, legal_moves(sitting.state)[0]))
            assert not table.is_asked
            await pilot.press("U")
            assert table.sitting.steps == sitting.steps
            assert table.is_asked

    drive(play)


class Sage:
    """A bot whose thought is finished when the test says so."""

    def __init__(self) -> None:
        self.done = threading.Event()

    def advise(self, state: State, _: str) -> Thought:
        self.done.wait(20)
        first, second = choices(state)[:2]
        values = (0.61, 0.39)
        return Thought(first, values, (first, second), ((first, 0.61), (second, 0.42)))


def test_a_hint_comes_while_the_screen_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sage = Sage()
    monkeypatch.setattr(Minds, "advise", lambda _, state, seed: sage.advise(state, seed))

    async def play() -> None:
        app = app_of(tmp_path, ready())
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press("H")
            assert "Thinking about a hint" in shown(app)
            cursor = table.cursor
            await pilot.press("right")
            assert table.cursor != cursor
            sage.done.set()
            await until(pilot, lambda: bool(table.hinted))
            best: Choice = choices(table.sitting.state)[0]
            text = shown(app)
            assert f"Hint: {table.teller.action(best)}. Chances to win:" in text
            assert "61 %" in text
            assert "39 %" in text
            assert f"Hint: {table.teller.line(sage.advise(table.sitting.state, ''))}" in text
            assert "!A▲!" in text

    drive(play)


def test_a_hint_for_a_position_that_has_passed_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sage = Sage()
    monkeypatch.setattr(Minds, "advise", lambda _, state, seed: sage.advise(state, seed))

    async def play() -> None:
        app = app_of(tmp_path, wishes("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press("H")
            await pilot.press(*keys_for(table.sitting, decided(table.sitting)))
            sage.done.set()
            await pilot.app.workers.wait_for_complete()
            assert not table.hinted

    drive(play)


def test_the_strongest_bot_gives_a_hint(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready())
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press("H")
            await until(pilot, lambda: bool(table.hinted))
            assert table.thought is not None
            assert table.thought.choice in choices(table.sitting.state)
            assert sum(table.thought.values or ()) == pytest.approx(1, abs=0.02)

    drive(play)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
def test_the_table_in_every_language_and_size(
    language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    begins = {"en": "places a mole", "fr": "pose une taupe", "de": "setzt einen Maulwurf"}
    quit_key = {"en": "Q quit", "fr": "Q quitter", "de": "Q Schluss"}

    async def look() -> None:
        asked_for = wishes("Ada", "greedy", "pup", "Bob", boards="classic", preset="soubeyrand")
        app = app_of(tmp_path, asked_for.begin(), language)
        async with running(app, size) as pilot:
            table = await asked(pilot)
            lines = screen(app)
            text = "\n".join(lines)
            assert begins[language] in text
            assert lines[-1].rstrip().endswith(quit_key[language])
            for cell in table.sitting.game.frame:
                assert table.sitting.game.name(cell) in text
            for name in ("Ada", "greedy", "pup", "Bob"):
                assert name in text
            assert text.count("1 2 2 3 3 4") == 4
            assert max(map(len, lines)) <= size[0]
            assert any(paint.ground in app.export_screenshot() for paint in PAINTS.values())

    drive(look)


def test_without_colour_everything_is_told_by_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play() -> None:
        sitting = ready("Ada", "greedy", "pup", "Bob", preset="soubeyrand")
        app = app_of(tmp_path, sitting, no_colour=True)
        async with running(app) as pilot:
            table = await asked(pilot)
            move = legal_moves(table.sitting.state)[0]
            await pilot.press(*table.sitting.game.name(move.origin))
            text, picture = "\n".join(screen(app)), app.export_screenshot()
            assert "▀" not in text
            for token in ("A▲", "B●", "C■", "D♦", "▸◂", "("):
                assert token in text
            painted = [p.ground for p in PAINTS.values()] + [p.bright for p in PAINTS.values()]
            assert not [colour for colour in [*painted, GOLD, LIGHT] if colour in picture]

    drive(play)


def test_a_small_screen_shows_the_board_around_the_cursor(tmp_path: Path) -> None:
    async def look() -> None:
        asked_for = wishes("Ada", "Bob", boards="grand", orientations="0000")
        app = app_of(tmp_path, asked_for.begin())
        async with running(app, (60, 14)) as pilot:
            table = await asked(pilot)
            await pilot.press("k", "1", "0", "enter")
            assert table.sitting.steps
            assert "k11" in shown(app)

    drive(look)


def test_the_menu_begins_a_game_of_ones_choice(tmp_path: Path) -> None:
    async def choose() -> None:
        app = app_of(tmp_path)
        async with running(app) as pilot:
            menu = app.screen
            assert isinstance(menu, SetupScreen)
            assert "Begin the game" in shown(app)
            while menu.row != "players":
                await pilot.press("down")
            await pilot.press("right", "down")
            await pilot.press("backspace", "backspace", "backspace", "Z", "o", "e")
            while menu.row != "preset":
                await pilot.press("down")
            await pilot.press("right")
            while menu.row != "start":
                await pilot.press("up")
            await pilot.press("enter")
            await pilot.pause()
            sitting = table_of(app).sitting
            assert sitting.names == ("Zoe", "greedy", "greedy")
            assert sitting.game.rules.special_cells

    drive(choose)


def test_the_menu_says_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("name = 3", "utf-8")

    async def choose() -> None:
        app = app_of(tmp_path, asked=wishes(boards=str(bad)))
        async with running(app) as pilot:
            await pilot.press("enter")
            assert isinstance(app.screen, SetupScreen)
            assert "expected a text of 1 to 40 printable characters" in shown(app)

    drive(choose)


def test_a_board_file_of_ones_own_is_played_on(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src/taupes/rules/boards/quick.toml"
    own = tmp_path / "mine.toml"
    own.write_text(source.read_text("utf-8").replace('"quick"', '"mine"'), "utf-8")

    async def choose() -> None:
        app = app_of(tmp_path, asked=wishes(boards=str(own)))
        async with running(app) as pilot:
            await pilot.press("enter")
            await pilot.pause()
            assert table_of(app).sitting.game.stack.boards.name == "mine"

    drive(choose)


def test_the_menu_is_clicked(tmp_path: Path) -> None:
    async def choose() -> None:
        app = app_of(tmp_path)
        async with running(app) as pilot:
            menu = app.screen
            assert isinstance(menu, SetupScreen)
            lines = screen(app)
            line = next(n for n, text in enumerate(lines) if text.strip().startswith("Players"))
            await pilot.click(offset=(lines[line].index("›"), line))
            assert len(menu.form.wishes.chairs) == 3
            line = next(n for n, text in enumerate(screen(app)) if "Begin the game" in text)
            await pilot.click(offset=(screen(app)[line].index("Begin"), line))
            await pilot.pause()
            assert len(table_of(app).sitting.chairs) == 3

    drive(choose)


def test_the_last_game_is_gone_on_with(tmp_path: Path) -> None:
    before = played(wishes("Ada", "Bob").begin(), 12)
    (tmp_path / "2026-01-01.json").write_text(json.dumps(None), "utf-8")
    app = app_of(tmp_path, before)

    async def leave() -> None:
        async with running(app) as pilot:
            await pilot.press("Q")

    async def come_back() -> None:
        again = app_of(tmp_path)
        async with running(again) as pilot:
            await pilot.press("down", "enter")
            await pilot.pause()
            assert table_of(again).sitting == before

    drive(leave)
    drive(come_back)


def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    async def play() -> None:
        app = app_of(tmp_path, wishes("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            monkeypatch.setattr("os.fsync", fail)
            await pilot.press(*keys_for(table.sitting, decided(table.sitting)))
            assert "The game cannot be kept" in shown(app)
            assert len(table.sitting.steps) == 1

    drive(play)


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    async def watch() -> None:
        app = app_of(tmp_path, wishes("greedy", "greedy").begin())
        async with running(app) as pilot:
            table = table_of(app)
            await until(pilot, lambda: table.sitting.state.outcome is not None)

    drive(watch)


def test_help_is_shown_and_left(tmp_path: Path) -> None:
    async def look() -> None:
        app = app_of(tmp_path, wishes().begin(), "de")
        async with running(app) as pilot:
            await pilot.press("?")
            assert "Jede Taste führt zurück." in shown(app)
            await pilot.press("x")
            assert "Jede Taste führt zurück." not in shown(app)

    drive(look)


def test_numba_is_not_needed_before_a_search_bot_is() -> None:
    code = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
import taupes.cli
from tests.terminal.driver import *
async def play():
    with TemporaryDirectory() as folder:
        app = app_of(Path(folder), ready())
        async with running(app) as pilot:
            await act(pilot, by=decided)
            await asked(pilot)
drive(play)
print("numba" in sys.modules)
"""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
