"""Take the pictures of the page again: `python docs/pictures/page.py`.

Playwright and Chromium are needed, as for the browser tests; it takes some minutes.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

SCREENSHOTS = Path(__file__).resolve().parents[2] / "web" / "screenshots.py"
WIDE = "lift-desktop.png"
TALL = ("table-0-move", "table-above", "learn-jump", "replay-analysis")
"""Screens of a phone, side by side."""
HEIGHT = 900
GAP = 24


def beside(pictures: list[Image.Image]) -> Image.Image:
    """Pictures of one height in a row."""
    scaled = [one.resize((round(one.width * HEIGHT / one.height), HEIGHT)) for one in pictures]
    width = sum(one.width for one in scaled) + GAP * (len(scaled) - 1)
    row = Image.new("RGBA", (width, HEIGHT))
    at = 0
    for one in scaled:
        row.paste(one, (at, 0))
        at += one.width + GAP
    return row


def top(path: Path) -> Image.Image:
    """What a phone shows of a page without scrolling."""
    whole = Image.open(path).convert("RGB")
    return whole.crop((0, 0, whole.width, round(whole.width * 844 / 390)))


def make(here: Path) -> None:
    """Take the screenshots, and keep the best of them small."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        command = [sys.executable, str(SCREENSHOTS), place, "en-GB", "light", "desktop", "phone"]
        subprocess.run(command, check=True)  # noqa: S603
        wide = Image.open(folder / WIDE).convert("RGB")
        wide.save(here / "page.webp", quality=82, method=6)
        phones = beside([top(folder / f"{name}-phone.png") for name in TALL])
        phones.save(here / "page-phones.webp", quality=82, method=6)


if __name__ == "__main__":
    make(Path(__file__).parent)
