"""Whether the built page is of these sources is known, whoever has built it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module `web/npm.py` for a page of one file, which it builds without npm."""
    spec = importlib.util.spec_from_file_location("npm", ROOT / "web" / "npm.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    places = {"HERE": tmp_path, "STAMP": tmp_path / ".built", "PAGE": tmp_path.parent / "page.html"}
    for name, place in places.items():
        monkeypatch.setattr(module, name, place)
    monkeypatch.setattr(module, "install", lambda: None)
    monkeypatch.setattr(module, "_npm", lambda *_: module.PAGE.write_text("built", "utf-8"))
    (tmp_path / "main.ts").write_text("one", "utf-8")
    return module


def test_a_page_is_of_the_sources_it_was_built_of(npm: ModuleType) -> None:
    assert not npm.is_built()
    npm.run("build")
    assert npm.is_built()
    source = npm.HERE / "main.ts"
    source.write_text("two", "utf-8")
    assert not npm.is_built()
    source.write_text("one", "utf-8")
    assert npm.is_built()
    npm.PAGE.unlink()
    assert not npm.is_built()


def test_what_was_built_elsewhere_says_nothing_of_the_page(npm: ModuleType) -> None:
    npm.run("build")
    (npm.HERE / "main.ts").write_text("two", "utf-8")
    npm.run("build", "--", "--outDir", "elsewhere")
    npm.run("test")
    assert not npm.is_built()


def test_what_the_page_does_not_follow_from_does_not_count(npm: ModuleType) -> None:
    npm.run("build")
    for name in ("tests/main.test.ts", "node_modules/x.js", "art.py", "notes.md"):
        path = npm.HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("new", "utf-8")
    assert npm.is_built()
    (npm.HERE / "lessons.toml").write_text("new", "utf-8")
    assert not npm.is_built()
