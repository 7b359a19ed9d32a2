"""The page draws what Python draws."""

import runpy

from tests.browser.house import ROOT


def test_the_exported_drawings_are_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "web" / "art.py"))
    written = (ROOT / "web" / "src" / "draw" / "art.json").read_text(encoding="utf-8")
    assert script["art"]() == written, "run: python web/art.py"
