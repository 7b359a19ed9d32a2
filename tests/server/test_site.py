"""The page as a folder: what is in it, and what it is never written over."""

import gzip
import json
from pathlib import Path

import pytest

from taupes.answers.puzzles import FIRST
from taupes.rules import LANGUAGES, SHIPPED
from taupes.server.http.page import place_index
from taupes.server.site import NoSite, make_site


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    index = '<html lang="en"><script src="./assets/x-1.js"></script></html>'
    (folder / "index.html").write_text(index, "utf-8")
    (folder / "assets" / "x-1.js").write_text("1" * 999, "utf-8")
    (folder / "licences.md").write_text("# Page\n", "utf-8")
    return folder


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "engine-abc.json").write_text("{}", "utf-8")
    (folder / "python-1.packed").write_bytes(b"wasm")
    (folder / "licences.md").write_text("# Engine\n", "utf-8")
    (folder / ".built").write_text("hash", "utf-8")
    return folder


def test_everything_a_host_needs_is_in_the_folder(page: Path, engine: Path, tmp_path: Path) -> None:
    out = tmp_path / "out" / "deep"
    sizes = make_site(page, engine, out)
    text = (out / "index.html").read_text("utf-8")
    assert 'data-engine="engine/engine-abc.json"' in text
    assert "data-root" not in text
    assert 'src="./assets/' in text
    for name in LANGUAGES:
        assert json.loads((out / "answers" / f"bots.{name}.json").read_bytes())[0]["name"]
        assert json.loads((out / "answers" / f"rules.{name}.json").read_bytes())["presets"]
        listed = json.loads((out / "answers" / f"puzzles.{name}.json").read_bytes())
        first = json.loads((out / "answers" / f"first.{name}.json").read_bytes())
        assert len(first) == FIRST
        assert {one["id"] for one in first} < {one["id"] for one in listed["puzzles"]}
        assert all(one["legal"] and one["record"]["events"] for one in first)
    for name in SHIPPED:
        assert (out / "answers" / f"{name}.svg").read_text("utf-8").startswith("<svg")
    assert (out / "engine" / "python-1.packed").read_bytes() == b"wasm"
    assert (out / "licences.md").read_text("utf-8") == "# Page\n\n# Engine\n"
    script = out / "assets" / "x-1.js.gz"
    assert gzip.decompress(script.read_bytes()) == b"1" * 999
    assert sizes["assets/x-1.js"] == script.stat().st_size
    assert not (out / "engine" / ".built").exists()


def test_a_site_is_written_again_without_what_it_no_longer_has(
    page: Path, engine: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    make_site(page, engine, out)
    (page / "assets" / "x-1.js").rename(page / "assets" / "x-2.js")
    make_site(page, engine, out)
    assert {path.name for path in (out / "assets").iterdir()} == {"x-2.js", "x-2.js.gz"}


def test_nothing_else_is_written_over(page: Path, engine: Path, tmp_path: Path) -> None:
    out = tmp_path / "photographs"
    out.mkdir()
    (out / "cat.png").write_bytes(b"cat")
    with pytest.raises(NoSite, match="something else"):
        make_site(page, engine, out)
    assert [path.name for path in out.iterdir()] == ["cat.png"]


def test_what_is_missing_is_said(page: Path, engine: Path, tmp_path: Path) -> None:
    with pytest.raises(NoSite, match="engine is not built"):
        make_site(page, tmp_path / "nowhere", tmp_path / "out")
    with pytest.raises(NoSite, match="page is not built"):
        make_site(tmp_path, engine, tmp_path / "out")


def test_a_server_says_where_the_page_lies() -> None:
    built = '<html lang="en"><link href="./icon.svg"><script src="./assets/x.js">'
    assert place_index(built, "/") == (
        '<html data-root="/" lang="en"><link href="/icon.svg"><script src="/assets/x.js">'
    )
