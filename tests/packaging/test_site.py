"""The site made of the pages is whole, and needs nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?(?:https?:)?//", re.IGNORECASE)
STYLED = re.compile(r"<link\b[^>]*\bhref=\"?(?:https?:)?//", re.IGNORECASE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command += ["--site-dir", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    # Strict: links and anchors that lead nowhere, and pages that nothing leads to, are errors.
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_is_there(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        path = page.relative_to(ROOT / "docs").with_suffix(".html")
        assert (site / str(path).replace("README", "index")).exists(), page
    for name in ("bench/results.html", "training/index.html", "CHANGELOG.html", "search"):
        assert (site / name).exists(), name


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        text = page.read_text("utf-8")
        assert not LOADED.search(text), page
        assert not STYLED.search(text), page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//", sheet.read_text("utf-8")), sheet


def test_every_decision_is_listed() -> None:
    page = (DECISIONS / "README.md").read_text("utf-8")
    for path in sorted(DECISIONS.glob("0*.md")):
        title = re.sub(r"^# 0*\d+\. ", "", path.read_text("utf-8").splitlines()[0])
        assert f"[{title}]({path.name})" in page, path.name
