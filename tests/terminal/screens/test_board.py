"""The cursor and the hints, which a game and the companion share."""

from pathlib import Path

import pytest

from taupes.bots import Choice, choices
from taupes.rules import Hex, Move, legal_moves
from taupes.terminal.game.bots import TableBots
from tests.terminal.driver import (
    Sage,
    app_of,
    asked,
    decided,
    drive,
    keys_for,
    new_setup,
    ready,
    running,
    shown,
    type_keys,
    until,
)


def test_arrows_move_the_cursor_and_stop_at_the_edge(tmp_path: Path) -> None:
    async def walk() -> None:
        app = app_of(tmp_path, new_setup("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            await type_keys(pilot, *["right"] * 9)
            await until(pilot, lambda: table.cursor == Hex(4, 0))
            await type_keys(pilot, *["up"] * 9)
            await until(pilot, lambda: table.cursor.r == -4)
            await pilot.press("enter")
            assert len(table.session.steps) == 1

    drive(walk)


def test_tab_goes_round_what_can_be_chosen(tmp_path: Path) -> None:
    async def walk() -> None:
        app = app_of(tmp_path, ready())
        async with running(app) as pilot:
            table = await asked(pilot)
            movable = {move.origin for move in legal_moves(table.session.state)}
            seen = []
            for _ in movable:
                await pilot.press("tab")
                seen.append(table.cursor)
            assert set(seen) == movable
            await pilot.press("shift+tab", "enter")
            assert table.selected == seen[-2]
            done = len(table.session.steps)
            await pilot.press("tab", "enter")
            assert isinstance(table.session.steps[done][1], Move)

    drive(walk)


def test_a_small_screen_shows_the_board_around_the_cursor(tmp_path: Path) -> None:
    async def look() -> None:
        asked_for = new_setup("Ada", "Bob", boards="grand", orientations="0000")
        app = app_of(tmp_path, asked_for.begin())
        async with running(app, (60, 14)) as pilot:
            table = await asked(pilot)
            await pilot.press("k", "1", "0", "enter")
            assert table.session.steps
            assert "k11" in shown(app)

    drive(look)


def test_a_hint_comes_while_the_screen_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sage = Sage()
    monkeypatch.setattr(TableBots, "advise", lambda _, state, seed: sage.advise(state, seed))

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
            best: Choice = choices(table.session.state)[0]
            text = shown(app)
            assert f"Hint: {table.teller.action(best)}. Chances to win:" in text
            assert "61 %" in text
            assert "39 %" in text
            assert f"Hint: {table.teller.line(sage.advise(table.session.state, ''))}" in text
            assert "!A▲!" in text

    drive(play)


def test_a_hint_for_a_position_that_has_passed_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sage = Sage()
    monkeypatch.setattr(TableBots, "advise", lambda _, state, seed: sage.advise(state, seed))

    async def play() -> None:
        app = app_of(tmp_path, new_setup("Ada", "Bob").begin())
        async with running(app) as pilot:
            table = await asked(pilot)
            await pilot.press("H")
            await pilot.press(*keys_for(table.session, decided(table.session)))
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
            assert table.thought.choice in choices(table.session.state)
            assert sum(table.thought.values or ()) == pytest.approx(1, abs=0.02)

    drive(play)
