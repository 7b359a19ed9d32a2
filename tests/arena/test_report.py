"""The report: a page that stands alone and tells of every bot."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from taupes.arena import RunSettings, Tournament, format_seconds, open_pool, write_report
from taupes.arena.report import to_png
from taupes.drawing.chart import ticks
from taupes.rules import load_boards

VOID = {"meta", "link", "br", "hr", "img", "input"}
PICTURES = ("ratings", "cross", "seats", "turns", "think")


class Page(HTMLParser):
    """Checks that every element that is opened is closed, and gathers texts and addresses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    out = tmp_path_factory.mktemp("run")
    bots = ("greedy", "random", "cmd:true '<b>&\"bold\"</b>'")
    settings = RunSettings(
        bots, 3, boards=load_boards("quick"), seed=1, options={"stall_limit": 60}
    )
    tournament = Tournament(settings, 3, out)
    with open_pool() as pool:
        for _ in tournament.play(pool):
            pass
    return tournament


@pytest.fixture(scope="module")
def folder(played: Tournament) -> Path:
    assert played.out
    write_report(played, played.out)
    return played.out


def test_the_page_is_whole_and_names_every_bot(folder: Path) -> None:
    page = Page((folder / "report.html").read_text("utf-8"))
    for bot in ("greedy", "random", "cmd:true '<b>&\"bold\"</b>'"):
        assert bot in page.texts
    assert any("3 bots, 3 games" in text for text in page.texts)
    assert any("stall_limit 60" in text for text in page.texts)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "fr",
            ["3 robots, 3 parties à 3 joueurs.", "En tête : ", "classement", "place 1 (commence)"],
        ),
        ("de", ["3 Bots, 3 Spiele mit 3 Spielern.", "Vorn: ", "Wertung", "Platz 1 (beginnt)"]),
    ],
)
def test_the_report_is_in_the_language_asked_for(
    played: Tournament, tmp_path: Path, language: str, texts: list[str]
) -> None:
    write_report(played, tmp_path, language)
    written = (tmp_path / "report.html").read_text("utf-8")
    assert f'<html lang="{language}">' in written
    said = " ".join(" ".join(Page(written).texts).rpartition("}")[2].split())
    for text in texts:
        assert text in said
    assert not re.search(r"\b(?:wins|Wins|games|rating|faults|Turns|seat|even)\b", said)
    assert not re.search(r"\S%", said)
    table = json.loads((tmp_path / "table.json").read_text("utf-8"))
    assert table["bots"][0]["bot"] == "greedy"


def test_the_page_needs_no_other_file(folder: Path) -> None:
    text = (folder / "report.html").read_text("utf-8")
    assert Page(text).addresses == []
    assert "@import" not in text
    assert "url(" not in text
    assert "<script" not in text


def test_a_bot_that_cannot_even_start_is_reported_and_the_run_goes_on(folder: Path) -> None:
    final = json.loads((folder / "table.json").read_text("utf-8"))
    faults = {bot["bot"]: bot["faults"] for bot in final["bots"]}
    assert faults == {"greedy": 0, "random": 0, "cmd:true '<b>&\"bold\"</b>'": 9}
    assert "ended with code 0" in (folder / "report.html").read_text("utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_svg_and_inside_the_page(folder: Path, name: str) -> None:
    svg = (folder / f"{name}.svg").read_text("utf-8")
    root = ET.fromstring(svg)  # noqa: S314 - our own
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    words = " ".join(root.itertext())
    if name in ("ratings", "cross", "think"):
        assert "greedy" in words
        assert "random" in words
    assert svg.strip() in (folder / "report.html").read_text("utf-8")
    box = [float(part) for part in root.attrib["viewBox"].split()]
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(element.attrib["x"]) <= box[2]
        assert 0 <= float(element.attrib["y"]) <= box[3]


def test_pictures_are_png_too_where_that_can_be_drawn(folder: Path) -> None:
    pytest.importorskip("resvg_py")
    for name in PICTURES:
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_there_is_no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    assert to_png("<svg/>") is None


def test_ticks_are_round_and_inside() -> None:
    assert ticks(0, 1, 4) == [0, 0.5, 1]
    assert ticks(-3, 7) == [-2, 0, 2, 4, 6]
    assert ticks(5, 5) == [5]
    for low, high in ((0, 13), (-1000, 17), (0.1, 0.2)):
        assert all(low <= tick <= high for tick in ticks(low, high))
        assert 2 <= len(ticks(low, high)) <= 8


def test_times_are_readable() -> None:
    assert format_seconds(1.5) == "1.5 s"
    assert format_seconds(0.0123) == "12.3 ms"
