"""What the page has from Python is up to date."""

import runpy
from typing import Any

import pytest

from tests.browser.environment import ROOT


@pytest.mark.parametrize("script", ["art", "lessons", "rulebook"])
def test_what_scripts_export_is_up_to_date(script: str) -> None:
    made: dict[str, Any] = runpy.run_path(str(ROOT / "web" / f"{script}.py"))
    assert made[script]() == made["OUTPUT"].read_text("utf-8"), f"run: python web/{script}.py"
