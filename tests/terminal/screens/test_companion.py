import pytest

from taupes.rules.state import State
from taupes.terminal.app import CompanionApp
from taupes.terminal.game.bots import TableBots
from taupes.terminal.screens.companion import CompanionScreen
from taupes.words.language import Words
from tests.terminal.driver import (
    Sage,
    beside,
    click,
    drive,
    real_table,
    running,
    screen,
    shown,
    until,
)


def screen_of(app: CompanionApp) -> CompanionScreen:
    assert isinstance(app.screen, CompanionScreen)
    return app.screen


def names(state: State, seat: int) -> set[str]:
    return {state.game.name(cell) for cell in state.cells(seat)}


def test_a_position_is_set_up_and_asked_about_by_keys() -> None:
    async def ask() -> None:
        app = CompanionApp(real_table(), Words("en"))
        async with running(app) as pilot:
            await pilot.press("L", "c", "3", "f", "6", "B", "e", "4", "M")
            companion = screen_of(app)
            state = companion.table.state
            assert state is not None
            assert (state.level, names(state, 0), names(state, 1)) == (1, {"c3", "f6"}, {"e4"})
            assert "which disc was turned over?" in shown(app)
            await pilot.press("3")
            assert "Allowed: c3-f3 c3-c6" in beside(app)
            await pilot.press("c", "3", "f", "6")
            assert "c3-f6: NO. A mole must stop on an empty cell: f6 is taken." in shown(app)
            await pilot.press("c", "3", "f", "3")
            assert "c3-f3: YES." in shown(app)
            await pilot.press("G")
            state = companion.table.state
            assert state is not None
            assert (state.turn, names(state, 0)) == (1, {"f3", "f6"})
            assert state.discs[0] == (1, 2, 2, 3, 4)
            await pilot.press("U")
            assert companion.table.owner(state.game.cell("c3")) == 0

    drive(ask)


def test_a_position_is_set_up_with_the_mouse() -> None:
    async def ask() -> None:
        app = CompanionApp(real_table(), Words("en"))
        async with running(app) as pilot:
            cell = screen_of(app).table.game.cell("d4")
            await click(pilot, cell)
            assert screen_of(app).table.owner(cell) == 0
            lines = screen(app)
            await pilot.click(offset=(lines[-1].index("team"), len(lines) - 1))
            await click(pilot, cell)
            assert screen_of(app).table.owner(cell) == 1
            await click(pilot, cell)
            assert screen_of(app).table.owner(cell) is None

    drive(ask)


def test_boards_are_turned_and_discs_told() -> None:
    async def tell() -> None:
        app = CompanionApp(real_table(3), Words("en"))
        async with running(app) as pilot:
            companion = screen_of(app)
            await pilot.press("O", "L", "O", "O", "L", "L", "L", "T")
            assert companion.table.stack.orientations == (1, 5, 5, 1)
            assert companion.table.position.level == 0
            assert companion.table.position.turn == 1
            await pilot.press("C", "F", "3", "3", "4")
            assert list(companion.table.position.discs[2]) == [1, 2, 2]
            await pilot.press("4", "F", "2")
            assert list(companion.table.position.discs[2]) == [1, 2, 2, 4]
            assert companion.table.position.disc == 2
            await pilot.press("X")
            assert companion.table.position.is_extra

    drive(tell)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "It cannot be Red’s turn: Red has no moles left."),
        ("fr", "Ce ne peut pas être à Rouge de jouer : Rouge n’a plus de taupes."),
        ("de", "Rot kann nicht am Zug sein: Rot hat keine Maulwürfe mehr."),
    ],
)
def test_what_cannot_be_is_said_in_every_language(language: str, words: str) -> None:
    async def tell() -> None:
        app = CompanionApp(real_table(), Words(language))
        async with running(app, (120, 40)) as pilot:
            await pilot.press("L", "B", "e", "4")
            assert words in beside(app)

    drive(tell)


@pytest.mark.parametrize(("language", "out"), [("en", " out"), ("fr", "hors"), ("de", "draußen")])
def test_nobody_is_out_before_the_moles_are_told(language: str, out: str) -> None:
    async def look() -> None:
        app = CompanionApp(real_table(3), Words(language))
        async with running(app) as pilot:
            assert out not in beside(app)
            await pilot.press("L", "B", "e", "4")
            assert out in beside(app)

    drive(look)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_all_keys_are_seen_on_the_smallest_screen(language: str) -> None:
    async def look() -> None:
        app = CompanionApp(real_table(4), Words(language))
        async with running(app) as pilot:
            words = Words(language)
            assert screen(app)[-1].rstrip().endswith(words("terminal.key.help"))
            await pilot.press("M")
            assert screen(app)[-1].rstrip().endswith(words("terminal.key.quit"))

    drive(look)


def test_a_hint_tells_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    sage = Sage()
    sage.done.set()
    monkeypatch.setattr(TableBots, "advise", lambda _, state, seed: sage.advise(state, seed))

    async def ask() -> None:
        app = CompanionApp(real_table(), Words("de"))
        async with running(app) as pilot:
            await pilot.press("L", "c", "3", "f", "6", "B", "e", "4", "3", "H")
            await until(pilot, lambda: bool(screen_of(app).hinted))
            assert "Chancen auf den Sieg: c3-f3 61 % · c3-c6 42 %" in shown(app)
            await pilot.press("0", "H")
            assert "Zuerst muss eine Scheibe aufgedeckt werden." in shown(app)

    drive(ask)
