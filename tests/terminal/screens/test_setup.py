from pathlib import Path

from taupes.terminal.screens.setup import SetupScreen
from tests.terminal.driver import (
    app_of,
    drive,
    new_setup,
    running,
    screen,
    shown,
    table_of,
)


def test_the_menu_begins_a_game_of_ones_choice(tmp_path: Path) -> None:
    async def choose() -> None:
        app = app_of(tmp_path)
        async with running(app) as pilot:
            chooser = app.screen
            assert isinstance(chooser, SetupScreen)
            assert "Begin the game" in shown(app)
            while chooser.row != "players":
                await pilot.press("down")
            await pilot.press("right", "down")
            await pilot.press("backspace", "backspace", "backspace", "Z", "o", "e")
            while chooser.row != "preset":
                await pilot.press("down")
            await pilot.press("right")
            while chooser.row != "start":
                await pilot.press("up")
            await pilot.press("enter")
            await pilot.pause()
            session = table_of(app).session
            assert session.names == ("Zoe", "greedy/bold", "greedy/careful")
            assert session.game.rules.special_cells

    drive(choose)


def test_the_menu_says_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("name = 3", "utf-8")

    async def choose() -> None:
        app = app_of(tmp_path, asked=new_setup(boards=str(bad)))
        async with running(app) as pilot:
            await pilot.press("enter")
            assert isinstance(app.screen, SetupScreen)
            assert "expected a text of 1 to 40 printable characters" in shown(app)

    drive(choose)


def test_a_board_file_of_ones_own_is_played_on(tmp_path: Path) -> None:
    source = Path(__file__).parents[3] / "src/taupes/rules/boards/quick.toml"
    own = tmp_path / "mine.toml"
    own.write_text(source.read_text("utf-8").replace('"quick"', '"mine"'), "utf-8")

    async def choose() -> None:
        app = app_of(tmp_path, asked=new_setup(boards=str(own)))
        async with running(app) as pilot:
            await pilot.press("enter")
            await pilot.pause()
            assert table_of(app).session.game.stack.boards.name == "mine"

    drive(choose)


def test_the_menu_is_clicked(tmp_path: Path) -> None:
    async def choose() -> None:
        app = app_of(tmp_path)
        async with running(app) as pilot:
            chooser = app.screen
            assert isinstance(chooser, SetupScreen)
            lines = screen(app)
            line = next(n for n, text in enumerate(lines) if text.strip().startswith("Players"))
            await pilot.click(offset=(lines[line].index("›"), line))
            assert len(chooser.menu.setup.chairs) == 3
            line = next(n for n, text in enumerate(screen(app)) if "Begin the game" in text)
            await pilot.click(offset=(screen(app)[line].index("Begin"), line))
            await pilot.pause()
            assert len(table_of(app).session.chairs) == 3

    drive(choose)
