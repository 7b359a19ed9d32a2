"""The pictures and the example in the documents are what the program draws today."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "drawing.md").read_text("utf-8")
PICTURES = [path for path in DOCS.glob("pictures/*.svg") if path.stem != "architecture"]
"""Of boards; tests/test_architecture.py looks at the other one."""


def test_the_pictures_are_up_to_date() -> None:
    drawn = runpy.run_path(str(DOCS / "pictures/make.py"))["pictures"]()
    stored = {path.name: path.read_text("utf-8") for path in PICTURES}
    assert stored.keys() == drawn.keys()
    for name, picture in drawn.items():
        assert stored[name] == picture, f"{name}: run python docs/pictures/make.py"


def test_the_page_shows_every_picture() -> None:
    shown = re.findall(r"\(pictures/(.*?)\)", PAGE)
    assert sorted(shown) == sorted(path.name for path in PICTURES)


def test_the_example_draws_what_the_page_shows() -> None:
    (example,) = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
    code, picture = example
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == picture
