"""Whole games on the screen, from the first placement to the shovel."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.driver import (
    act,
    app_of,
    asked,
    decided,
    drive,
    kept,
    new_setup,
    running,
    shown,
    table_of,
    until,
)
from tests.terminal.game.test_session import played


@pytest.mark.parametrize(
    ("names", "preset"),
    [(("Ada", "greedy"), "web"), (("Ada", "pup", "Bob", "greedy"), "shop-points")],
)
def test_a_whole_game_is_played_to_the_shovel_by_keys_alone(
    names: tuple[str, ...], preset: str, tmp_path: Path
) -> None:
    lifts = []

    async def play() -> None:
        app = app_of(tmp_path, new_setup(*names, preset=preset).begin())
        async with running(app) as pilot:
            while (table := await asked(pilot)).session.state.outcome is None or table.lifting:
                if table.lifting:
                    await pilot.pause()
                    lifts.append(shown(app))
                await act(pilot, by=decided)
            await pilot.pause()
            text = shown(app)
            winners = table.teller.winners(table.session.state)
            assert f"{winners} wins the golden shovel!" in text or f"{winners} share" in text
            assert "████████" in text
            await pilot.press("enter")
            assert "The game is over." in shown(app)

    drive(play)
    assert lifts
    assert all("is lifted off!" in text and "×" in text for text in lifts)
    assert kept(tmp_path).state.outcome is not None


def test_the_last_game_is_gone_on_with(tmp_path: Path) -> None:
    before = played(new_setup("Ada", "Bob").begin(), 12)
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
            assert table_of(again).session == before

    drive(leave)
    drive(come_back)


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    async def watch() -> None:
        app = app_of(tmp_path, new_setup("greedy", "greedy").begin())
        async with running(app) as pilot:
            table = table_of(app)
            await until(pilot, lambda: table.session.state.outcome is not None)

    drive(watch)


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
