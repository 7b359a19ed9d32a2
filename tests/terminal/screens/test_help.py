from pathlib import Path

from tests.terminal.driver import (
    app_of,
    drive,
    new_setup,
    running,
    shown,
)


def test_help_is_shown_and_left(tmp_path: Path) -> None:
    async def look() -> None:
        app = app_of(tmp_path, new_setup().begin(), "de")
        async with running(app) as pilot:
            await pilot.press("?")
            assert "Jede Taste führt zurück." in shown(app)
            await pilot.press("x")
            assert "Jede Taste führt zurück." not in shown(app)

    drive(look)
