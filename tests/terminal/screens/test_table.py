"""The table as people use it: keys, mouse, sizes, colours, languages."""

from dataclasses import replace
from pathlib import Path

import pytest

from taupes.rules import Place, legal_moves
from taupes.terminal.board.colours import GOLD, LIGHT, PAINTS
from tests.terminal.driver import (
    SMALL,
    app_of,
    asked,
    click,
    decided,
    drive,
    kept,
    keys_for,
    new_setup,
    ready,
    running,
    screen,
    shown,
)


def test_a_mole_is_placed_with_the_mouse(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, new_setup().begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            choice = decided(table.session)
            assert isinstance(choice, Place)
            await click(pilot, choice.cell)
            assert table.session.state.occupied.bit_count() == 2

    drive(play)


def test_a_disc_is_turned_and_a_mole_moved_with_the_mouse(tmp_path: Path) -> None:
    async def play() -> None:
        before_disc = ready()
        before_disc = replace(before_disc, steps=before_disc.steps[:-1])
        app = app_of(tmp_path, before_disc)
        async with running(app) as pilot:
            table = await asked(pilot)
            line = next(n for n, text in enumerate(screen(app)) if "turn over a disc" in text)
            await pilot.click(offset=(screen(app)[line].index("turn over a disc") + 2, line))
            await pilot.pause()
            move = legal_moves(table.session.state)[0]
            await click(pilot, move.origin)
            assert table.selected == move.origin
            before = len(table.session.steps)
            await click(pilot, move.target)
            assert table.session.steps[before][1] == move

    drive(play)


def test_a_forbidden_choice_names_the_rule(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, new_setup().begin(), "fr")
        async with running(app) as pilot:
            table = await asked(pilot)
            hole = table.session.game.stack.levels[0].holes[0]
            await pilot.press(*table.session.game.name(hole))
            assert "Au début, on ne pose pas de taupe dans un trou" in shown(app)
            await pilot.press("P")
            assert "D’abord, on pose toutes les taupes sur la prairie. [Mise en place, 5]" in shown(
                app
            )

    drive(play)


def test_a_forbidden_move_names_the_rule(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready(), "fr")
        async with running(app) as pilot:
            table = await asked(pilot)
            theirs = table.session.state.cells(1)[0]
            await pilot.press(*table.session.game.name(theirs))
            assert "n’est pas à toi. [Un tour, 2]" in shown(app)
            await pilot.press("W")
            assert "Le disque montre" in shown(app)

    drive(play)


def test_what_is_lit_can_be_seen(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready())
        async with running(app) as pilot:
            table = await asked(pilot)
            moves = legal_moves(table.session.state)
            text = "\n".join(screen(app))
            assert text.count("›A▲‹") == len({move.origin for move in moves})
            await pilot.press(*table.session.game.name(moves[0].origin))
            text, picture = "\n".join(screen(app)), app.export_screenshot()
            assert text.count("»A▲«") == 1
            assert text.count("▸◂") == sum(move.origin == moves[0].origin for move in moves)
            assert LIGHT in picture or GOLD in picture
            await pilot.press("escape")
            assert "»A▲«" not in "\n".join(screen(app))

    drive(play)


def test_undo_takes_a_placement_back(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, new_setup("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press("U")
            assert "Nothing can be taken back" in shown(app)
            await pilot.press(*keys_for(table.session, decided(table.session)))
            assert kept(tmp_path).steps
            await pilot.press("U")
            assert not table.session.steps
            assert "Taken back." in shown(app)
            assert not kept(tmp_path).steps

    drive(play)


def test_undo_takes_a_move_back_but_never_a_disc(tmp_path: Path) -> None:
    async def play() -> None:
        app = app_of(tmp_path, ready("Ada", "Bob"))
        async with running(app) as pilot:
            table = await asked(pilot)
            steps = table.session.steps
            await pilot.press("U")
            assert table.session.steps == steps
            await pilot.press(*keys_for(table.session, legal_moves(table.session.state)[0]))
            assert len(table.session.steps) == len(steps) + 1
            await pilot.press("U")
            assert table.session.steps == steps

    drive(play)


def test_undo_is_quicker_than_a_bot_that_waits(tmp_path: Path) -> None:
    async def play() -> None:
        session = ready()
        app = app_of(tmp_path, session, pace=60)
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press(*keys_for(session, legal_moves(session.state)[0]))
            assert not table.is_asked
            await pilot.press("U")
            assert table.session.steps == session.steps
            assert table.is_asked

    drive(play)


def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    async def play() -> None:
        app = app_of(tmp_path, new_setup("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            monkeypatch.setattr("os.fsync", fail)
            await pilot.press(*keys_for(table.session, decided(table.session)))
            assert "The game cannot be kept" in shown(app)
            assert len(table.session.steps) == 1

    drive(play)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
def test_the_table_in_every_language_and_size(
    language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    begins = {"en": "places a mole", "fr": "pose une taupe", "de": "setzt einen Maulwurf"}
    quit_key = {"en": "Q quit", "fr": "Q quitter", "de": "Q Schluss"}
    bots = {"en": ("Greedy", "Pup"), "fr": ("Gourmande", "Taupinou"), "de": ("Giersch", "Welpe")}
    out = {"en": " out", "fr": "hors jeu", "de": "draußen"}

    async def look() -> None:
        asked_for = new_setup("Ada", "greedy", "pup", "Bob", boards="classic", preset="soubeyrand")
        app = app_of(tmp_path, asked_for.begin(), language)
        async with running(app, size) as pilot:
            table = await asked(pilot)
            lines = screen(app)
            text = "\n".join(lines)
            assert begins[language] in text
            assert lines[-1].rstrip().endswith(quit_key[language])
            for cell in table.session.game.frame:
                assert table.session.game.name(cell) in text
            for name in ("Ada", *bots[language], "Bob"):
                assert name in text
            assert "greedy" not in text
            assert out[language] not in text
            assert text.count("0 (0)") >= 1
            assert text.count("1 2 2 3 3 4") == 4
            assert max(map(len, lines)) <= size[0]
            assert any(paint.ground in app.export_screenshot() for paint in PAINTS.values())

    drive(look)


def test_without_colour_everything_is_told_by_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play() -> None:
        session = ready("Ada", "greedy", "pup", "Bob", preset="soubeyrand")
        app = app_of(tmp_path, session, no_colour=True)
        async with running(app) as pilot:
            table = await asked(pilot)
            move = legal_moves(table.session.state)[0]
            await pilot.press(*table.session.game.name(move.origin))
            text, picture = "\n".join(screen(app)), app.export_screenshot()
            assert "▀" not in text
            for token in ("A▲", "B●", "C■", "D♦", "▸◂", "("):
                assert token in text
            painted = [p.ground for p in PAINTS.values()] + [p.bright for p in PAINTS.values()]
            assert not [colour for colour in [*painted, GOLD, LIGHT] if colour in picture]

    drive(play)
