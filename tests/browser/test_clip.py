"""A game or a moment saved as a clip: made on the device, whole, small, and only if wanted."""

import json
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from taupes.bots import make_bot, play_game, record_game
from taupes.rules import MOLES, Game, dump_record, load_stack, preset_rules
from tests.browser.checks import check_fit, check_with_axe
from tests.browser.environment import PAGE, PATIENCE, Server
from tests.browser.test_replay import GOLDEN, open_file

MOST_BYTES = 2_000_000
MOST_PICTURES = 900
NAME = "special-taken.json"


def made(page: Any, what: str) -> Any:
    """A clip as it was saved, opened."""
    with page.expect_download(timeout=PATIENCE) as saving:
        page.locator(f"[data-clip-{what}]").click()
    page.wait_for_selector('[data-clip="told"]')
    content = Path(saving.value.path()).read_bytes()
    assert len(content) < MOST_BYTES
    clip: Any = Image.open(BytesIO(content))
    assert (clip.format, clip.info["loop"]) == ("GIF", 0)
    return clip


def pictures(clip: Any) -> list[Image.Image]:
    """Every picture of a clip, as it is seen."""
    found = []
    for number in range(clip.n_frames):
        clip.seek(number)
        assert clip.info["duration"] >= 20
        found.append(clip.convert("RGB"))
    return found


def shots_of(events: list[dict[str, Any]]) -> int:
    """How many pictures tell these events in full: the first, then those of each."""
    count = 1
    for event in events:
        if event["type"] == "move":
            (q, r), (to_q, to_r) = event["from"], event["to"]
            dq, dr = to_q - q, to_r - r
            count += 3 * max(abs(dq), abs(dr), abs(dq + dr))
        elif event["type"] == "lift":
            count += 8
        elif event["type"] != "eliminate":
            count += 1
    return count


def test_a_game_and_a_moment_are_saved(server: Server, opened: Any) -> None:
    record = json.loads((GOLDEN / NAME).read_text())
    page = open_file(server, opened, NAME, size="small")
    page.locator("[data-save-clip]").click()
    check_fit(page)
    check_with_axe(page)
    game = made(page, "game")
    assert "MB" in page.locator("[data-told]").inner_text()
    seen = pictures(game)
    # A picture that changes nothing is no picture of its own: at most the passes, and the end.
    still = sum(event["type"] in {"pass", "blocked", "decline"} for event in record["events"]) + 1
    assert shots_of(record["events"]) - still <= len(seen) <= shots_of(record["events"]) + 1
    for one, other in pairwise(seen):
        assert ImageChops.difference(one, other).getbbox() is not None
    page.keyboard.press("Escape")
    page.locator('[data-line="4"]').click()
    page.wait_for_selector('[data-viewer][data-count="4"]')
    page.locator("[data-save-clip]").click()
    assert 1 < made(page, "moment").n_frames < len(seen)


def greenness(picture: Image.Image) -> float:
    """The share of a picture that is as green as grass."""
    bands = [band.tobytes() for band in picture.resize((50, 50)).split()]
    green: int = sum(g > r > b + 40 for r, g, b in zip(*bands, strict=True))
    return green / len(bands[0])


def test_a_clip_looks_like_the_game(server: Server, opened: Any) -> None:
    page = open_file(server, opened, NAME)
    page.locator("[data-save-clip]").click()
    seen = pictures(made(page, "game"))
    assert greenness(seen[0]) > 0.3 > greenness(seen[-1]), "it begins on the meadow, and leaves it"


def test_a_long_game_is_told_shorter(server: Server, opened: Any, tmp_path: Path) -> None:
    game = Game(load_stack("grand-0000"), preset_rules("web", 4), seats=4, moles=MOLES[4])
    steps = list(play_game(game, [make_bot("random")] * 4, "long"))
    record = record_game(game, ["Ada", "Bob", "Cy", "Dot"], steps)
    assert len(record.events) > MOST_PICTURES
    path = tmp_path / "long.json"
    path.write_text(dump_record(record), encoding="utf-8")
    page = open_file(server, opened, str(path))
    page.locator("[data-save-clip]").click()
    assert 50 < made(page, "game").n_frames <= MOST_PICTURES


def test_nothing_is_saved_once_it_is_cancelled(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "preset-shop-super.json")
    saved: list[Any] = []
    page.on("download", lambda one: saved.append(one))  # noqa: PLW0108
    page.locator("[data-save-clip]").click()
    page.locator("[data-clip-game]").click()
    # The page does other things meanwhile. It is cancelled at once: later it might be done.
    page.wait_for_function(
        """() => document.querySelector('progress')?.value > 0
             && (document.querySelector('[data-clip-cancel]').click(), true)"""
    )
    page.locator("[data-told]").get_by_text("No clip").wait_for()
    assert saved == []
    assert made(page, "moment").n_frames > 1
    # Who leaves does not want it any more either.
    page.locator("[data-clip-game]").click()
    page.wait_for_selector('[data-clip="making"]')
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-clip]", state="detached")
    assert len(saved) == 1


def test_a_browser_that_cannot_says_so(server: Server, opened: Any) -> None:
    page = open_file(server, opened, NAME)
    page.evaluate("() => { HTMLCanvasElement.prototype.getContext = () => null; }")
    page.locator("[data-save-clip]").click()
    page.locator("[data-clip-moment]").click()
    page.locator("[data-told]").get_by_text("could not").wait_for()


@pytest.mark.parametrize("path", ["/", "/replay"])
def test_it_is_loaded_when_it_is_wanted(server: Server, opened: Any, path: str) -> None:
    (name,) = [one.name for one in (PAGE / "assets").glob("clip-*.js")]
    page = opened(server.address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address + path)
    page.wait_for_load_state("networkidle")
    assert asked
    assert not any(name in one for one in asked)
