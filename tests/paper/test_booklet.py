"""The PDF as it comes out of the printer: sizes, scale, words, fonts."""

import re
from functools import cache

import numpy as np
import pytest

from taupes.drawing.mole import COLOURS
from taupes.drawing.plate import place
from taupes.drawing.theme import theme_of
from taupes.paper import PAPERS, board_sheets, draw_booklet, file_name
from taupes.paper.measure import CELL, DISC, HOLE, SCALE
from taupes.paper.pieces import mole_teams
from taupes.paper.sheets import divide
from taupes.paper.tile import offset_of
from taupes.paper.words import words
from taupes.rules import (
    LANGUAGES,
    MOLES,
    PRESETS,
    TEAMS,
    Board,
    BoardSet,
    Hex,
    Stack,
    hexagon,
    load_stack,
)
from tests.paper.reading import DOTS, Document, Leaf

CLASSIC = load_stack("classic-0351")
NEAR = 0.25
"""Millimetres by which a dot may be off."""
ROUND = (22 - 1.5) * SCALE
"""The coloured part of a plain cell, within its border."""


@cache
def booklet(paper: str = "a4", language: str = "en", players: int | None = None) -> Document:
    return Document(draw_booklet(CLASSIC, paper=paper, language=language, players=players))


def whole(leaf: Leaf, colour: str) -> list[tuple[float, float]]:
    """The middles of the plain cells that no joint cuts."""
    return [
        (x, y)
        for x, y, *size in leaf.spots(colour)
        if size == pytest.approx([ROUND, ROUND], abs=2 * NEAR)
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(paper: str, language: str) -> None:
    document = booklet(paper, language)
    boards = board_sheets(CLASSIC, paper)
    assert (boards, len(document.pages)) == (8, 1 + 8 + 3 + 2)
    for leaf in document.pages:
        assert leaf.size == pytest.approx((PAPERS[paper].width, PAPERS[paper].height), abs=0.01)


def test_cells_are_as_wide_as_said() -> None:
    """Measured on the page alone: neighbours in a row, and the rows."""
    spots = whole(booklet().pages[2], theme_of(0, 4).cell)
    assert len(spots) > 15
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    for x, y in spots:
        # From the first cell it is some half cells to the right and some rows down.
        across, down = (x - left) / 15, (y - top) / (30 * 3**0.5 / 2)
        assert across == pytest.approx(round(across), abs=NEAR / 15)
        assert down == pytest.approx(round(down), abs=NEAR / 15)
    assert max(y for _, y in spots) - top == pytest.approx(8 * 30 * 3**0.5 / 2, abs=NEAR)
    nearest = [min(np.hypot(x - a, y - b) for a, b in spots if (a, b) != (x, y)) for x, y in spots]
    assert min(nearest) == pytest.approx(30, abs=NEAR)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("level", range(4))
def test_every_cell_is_where_it_belongs(paper: str, level: int) -> None:
    """Sheets glued edge to edge show all cells of the board, none twice, none astray."""
    board = CLASSIC.levels[level]
    sheets = [divide(other, CLASSIC.radius, PAPERS[paper]) for other in CLASSIC.levels]
    first = 1 + sum(map(len, sheets[:level]))
    plain = set(hexagon(board.radius)) - {*board.holes, *board.specials}
    found: list[Hex] = []
    for sheet, leaf in zip(sheets[level], booklet(paper).pages[first:], strict=False):
        left, top = offset_of(sheet, PAPERS[paper])
        for x, y in whole(leaf, theme_of(level, 4).cell):
            cell = min(plain, key=lambda cell: _far(cell, x - left, y - top))
            if _far(cell, x - left, y - top) < 1:
                assert _far(cell, x - left, y - top) < 2 * NEAR
                found.append(cell)
    assert len(set(found)) == len(found)
    cut = [
        cell
        for cell in plain
        if any(
            abs(place(cell)[0] * SCALE - sheet.area.right) < CELL / 4 + 1
            for sheet in sheets[level][:-1]
        )
    ]
    assert set(found) | set(cut) == plain


def _far(cell: Hex, x: float, y: float) -> float:
    at_x, at_y = (way * SCALE for way in place(cell))
    return float(np.hypot(at_x - x, at_y - y))


def test_holes_are_as_wide_as_said() -> None:
    sheet = divide(CLASSIC.levels[0], 4, PAPERS["a4"])[0]
    left, top = offset_of(sheet, PAPERS["a4"])
    inside = [
        (left + x * SCALE, top + y * SCALE)
        for x, y in map(place, CLASSIC.levels[0].holes)
        if x * SCALE < sheet.area.right - HOLE
    ]
    assert inside
    white = HOLE - 0.6 * SCALE  # the line to cut along takes half of its width on either side
    for x, y in inside:
        box = (x - HOLE / 2 - 1, y - HOLE / 2 - 1, x + HOLE / 2 + 1, y + HOLE / 2 + 1)
        spots = booklet().pages[1].spots("#ffffff", box)
        assert max(spot[2:] for spot in spots) == pytest.approx((white, white), abs=2 * NEAR)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_ruler_is_100_mm_long(paper: str) -> None:
    dark = booklet(paper).pages[0].picture.max(axis=2) < 90
    longest = 0
    for line in dark:
        ends = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
        longest = max(longest, *(ends[1::2] - ends[::2]), 0)
    assert longest / DOTS == pytest.approx(100, abs=0.5)


def test_discs_and_their_backs_meet_when_folded() -> None:
    leaf = booklet().pages[11]
    discs = [spot for team in TEAMS for spot in leaf.spots(COLOURS[team]) if spot[2] > 26]
    assert len(discs) == 2 * 6 * len(TEAMS)
    assert {round(width) for _, _, width, _ in discs} == {DISC}
    middle = PAPERS["a4"].width / 2
    spots = {(round(x - middle), round(y)) for x, y, *_ in discs}
    assert {(-x, y) for x, y in spots} == spots
    numbers = re.findall(r"\d", leaf.text.replace("12 / 14", ""))
    assert sorted(numbers) == sorted("122334" * 4)


@pytest.mark.parametrize("players", [None, 2, 3, 4])
def test_as_many_moles_as_the_players_need(players: int | None) -> None:
    teams = mole_teams(players)
    counts = [teams.count(team) for team in TEAMS]
    if players is None:
        assert counts == [10, 10, 7, 6]
    else:
        assert counts == [MOLES[players]] * players + [0] * (4 - players)
    leaf = booklet(players=players).pages[10]
    # The foot of a mole is as wide as the mole, and in its team's colour.
    feet = [
        round(width / 17)
        for team in TEAMS[: players or 4]
        for _, _, width, height in leaf.spots(COLOURS[team])
        if width > 15 and 12 < height < 14
    ]
    assert sum(feet) == len(teams)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("language", "some"),
    [
        ("en", ["How to play", "golden shovel", "Rare cases", "“actual size”", "you must pass"]),
        ("fr", ["La règle du jeu", "pelle d’or", "Cas rares", "« taille réelle »", "œil"]),
        ("de", ["So wird gespielt", "größten Hände", "Fuß", "„tatsächliche Größe“", "über"]),
    ],
)
def test_words_and_accents(paper: str, language: str, some: list[str]) -> None:
    document = booklet(paper, language)
    text = " ".join(leaf.text for leaf in document.pages)
    assert "�" not in text
    for part in some:
        assert part in text
    rules = document.pages[-1].text
    assert all(preset in rules for preset in PRESETS)
    names = {font for leaf in document.pages for font in leaf.fonts()}
    assert all(is_embedded for _, is_embedded in names)
    assert all("Libertinus" in name for name, _ in names), names


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_take_two_pages(paper: str, language: str) -> None:
    rules, said = booklet(paper, language).pages[-2:], words(language)
    assert rules[0].text.startswith(said["rules"]["title"])
    for leaf, parts in zip(rules, (said["rules"]["parts"], said["rules"]["more"]), strict=True):
        for part in parts:
            assert part["title"].replace("\u202f", " ") in leaf.text


def test_the_same_wish_gives_the_same_bytes() -> None:
    first = draw_booklet(CLASSIC, language="fr")
    assert draw_booklet(CLASSIC, language="fr") == first
    assert b"CreationDate" not in first
    assert draw_booklet(load_stack("classic-0350"), language="fr") != first


@pytest.mark.parametrize("radius", [1, 2, 3, 5])
def test_boards_of_other_sizes(radius: int) -> None:
    name = 'Ô "x" #eval(1) *b* _i_ $x$ <l> @r \\ é'
    top = Board(name, radius, (Hex(1, 0), Hex(-1, 0)))
    last = Board("rock", max(1, radius - 1), (Hex(0, 0),), (), (1, 3, 5))
    stack = Stack(BoardSet(name, (top, last)), (0, 0))
    document = Document(draw_booklet(stack, paper="letter"))
    assert len(document.pages) == 6 + board_sheets(stack, "letter")
    for leaf in document.pages[:2]:
        assert "#eval(1) *b* _i_ $x$ <l> @r \\ é" in leaf.text
    assert whole(document.pages[1], theme_of(0, 2).cell)


def test_steps_are_told() -> None:
    told: list[tuple[int, int]] = []
    draw_booklet(CLASSIC, tell=lambda done, steps: told.append((done, steps)))
    assert told == [(done, 12) for done in range(1, 12)]


def test_bad_wishes() -> None:
    with pytest.raises(ValueError, match="no paper 'a3'; there are a4, letter"):
        draw_booklet(CLASSIC, paper="a3")
    with pytest.raises(ValueError, match="no language 'nl'"):
        draw_booklet(CLASSIC, language="nl")
    with pytest.raises(ValueError, match="5 players"):
        draw_booklet(CLASSIC, players=5)


def test_file_names() -> None:
    last = Board("rock", 1, (Hex(0, 0),), (), (1, 3, 5))
    odd = Stack(BoardSet('../"x"\n/Ô', (last,)), (0,))
    assert file_name(odd, "letter", "de") == "taupes-x-0-letter-de.pdf"
