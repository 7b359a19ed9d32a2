"""The SVG drawings: well formed, self-contained, and everything drawn once in its place."""

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from taupes.drawing import draw_board_svg, draw_stack_svg, draw_svg
from taupes.rules import (
    SHIPPED,
    TEAMS,
    Board,
    BoardSet,
    Game,
    Hex,
    Move,
    Stack,
    State,
    hexagon,
    load_boards,
    load_stack,
    new_game,
    preset_rules,
)

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
PLAIN = {
    *("svg", "title", "desc", "defs", "g", "use", "text"),
    *("path", "circle", "ellipse", "polygon", "linearGradient", "radialGradient", "stop"),
}
THEMES = ("meadow", "clay", "sand", "rock")
HOSTILE = "</title><script>alert(1)</script>&\"'<!--]]>\x00\x1b\ud800 \N{SNOWMAN}"

Place = tuple[float, float]


def parsed(svg: str) -> ET.Element:
    """The picture's tree, after checking what holds for every picture."""
    root = ET.fromstring(svg)  # noqa: S314 - our own drawing
    everything = list(root.iter())
    assert {element.tag.removeprefix(SVG) for element in everything} <= PLAIN
    ids = [element.attrib["id"] for element in everything if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = {element.attrib[HREF] for element in everything if HREF in element.attrib}
    used |= set(re.findall(r"url\((.*?)\)", svg))
    assert used <= {f"#{name}" for name in ids}
    assert not any(key.lower().startswith("on") for e in everything for key in e.attrib)
    assert "nan" not in svg
    assert "inf" not in svg
    assert root[0].tag == f"{SVG}title"
    assert root[1].tag == f"{SVG}desc"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for x, y in places(root, "cell") + places(root, "special"):
        assert left + 30 < x < left + width - 30
        assert top + 30 < y < top + height - 30
    return root


def place(cell: Hex) -> Place:
    return round(64 * (cell.q + cell.r / 2), 1) + 0.0, round(64 * 0.75**0.5 * cell.r, 1) + 0.0


def spots(cells: tuple[Hex, ...]) -> Counter[Place]:
    return Counter(map(place, cells))


def places(root: ET.Element, part: str) -> list[Place]:
    """Where a part whose name ends like this is used by itself."""
    return [
        (float(use.attrib["x"]), float(use.attrib["y"]))
        for use in root.iterfind(f"{SVG}use")
        if use.attrib[HREF].endswith(f"-{part}")
    ]


def moved(root: ET.Element, part: str) -> list[Place]:
    """Where a group that uses the part is put."""
    found = []
    for group in root.iterfind(f"{SVG}g"):
        if any(use.attrib[HREF].endswith(f"-{part}") for use in group.iterfind(f"{SVG}use")):
            match = re.match(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
            assert match
            found.append((float(match[1]), float(match[2])))
    return found


def crowded(stack: Stack, level: int) -> State:
    """Four teams all over a board, one in every second hole and on every second special cell."""
    game = Game(stack, preset_rules("web", 4), 4, 6)
    board = stack.levels[level]
    plain = [c for c in hexagon(board.radius) if c not in (*board.holes, *board.specials)]
    cells = [*board.holes[::2], *board.specials[::2], *plain][:24]
    words = tuple(sum(1 << game.index[cell] for cell in cells[seat::4]) for seat in range(4))
    return replace(new_game(game), level=level, moles=words)


@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize("boards", SHIPPED)
def test_everything_is_drawn_once_in_its_place(boards: str, turn: int) -> None:
    stack = Stack(load_boards(boards), (turn,) * 4)
    for level, (board, theme) in enumerate(zip(stack.levels, THEMES, strict=True)):
        state = crowded(stack, level)
        svg = draw_svg(state)
        assert len(svg) < 30_000
        root = parsed(svg)
        plain = set(hexagon(board.radius)) - {*board.holes, *board.specials}
        assert Counter(places(root, "cell")) == spots(tuple(plain))
        assert Counter(places(root, "special")) == spots(board.specials)
        assert Counter(moved(root, "hole")) == spots(board.holes)
        for seat, team in enumerate(TEAMS):
            home = tuple(cell for cell in state.cells(seat) if cell in board.holes)
            outside = tuple(cell for cell in state.cells(seat) if cell not in board.holes)
            assert Counter(moved(root, f"{team}-head")) == spots(home)
            assert Counter(places(root, team)) == spots(outside)
        assert len(moved(root, "lip")) == len(board.holes[::2])
        assert f"#{theme}-hole" in svg


@pytest.mark.parametrize("turn", range(6))
def test_the_paths_lead_where_the_board_says(turn: int) -> None:
    board = load_boards("classic").boards[-1].turned(turn)
    root = parsed(draw_board_svg(board, level=3))
    for kind in ("solid", "dotted"):
        ends = set()
        for path in root.iterfind(f"{SVG}path[@class='{kind}']"):
            match = re.fullmatch(r"M0 0L(\S+) (\S+)", path.attrib["d"])
            assert match
            ends.add((float(match[1]), float(match[2])))
            assert ("stroke-dasharray" in path.attrib) == (kind == "dotted")
        directions = [d for d in range(6) if (d in board.solid) == (kind == "solid")]
        assert ends == {place(Hex(0, 0).step(d, board.radius)) for d in directions}


def test_the_shovel_lies_in_the_last_hole_until_a_mole_lifts_it() -> None:
    stack = load_stack("classic-0000")
    game = Game(stack, preset_rules("web", 2), 2, 10)
    state = replace(new_game(game), level=3)
    assert draw_svg(state).count('"#shovel"') == 1
    won = replace(state, moles=(1 << game.index[Hex(0, 0)], 0))
    (home,) = parsed(draw_svg(won)).iterfind(f"{SVG}g[@class='home']")
    assert [use.attrib[HREF] for use in home].count("#shovel") == 1
    assert "shovel" not in draw_svg(replace(state, level=2))


def test_teams_are_told_apart_without_colour() -> None:
    svg = draw_svg(crowded(load_stack("classic-0000"), 0))
    root = parsed(re.sub(r"#[0-9a-f]{3,6}\b", "#", svg))
    for part in ("mole-{}", "mole-{}-head"):
        art = set()
        for team in TEAMS:
            (group,) = root.iterfind(f".//{SVG}g[@id='{part.format(team)}']")
            art.add(re.sub("|".join(TEAMS), "", ET.tostring(group, "unicode")))
        assert len(art) == 4


def test_players_choose_their_teams() -> None:
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, 10)
    state = replace(new_game(game), moles=(1 << game.index[Hex(0, 0)], 0))
    svg = draw_svg(state, teams=("yellow", "red"))
    assert places(parsed(svg), "yellow") == [(0, 0)]
    assert "Yellow moles: e5. Red moles: none." in svg
    with pytest.raises(ValueError, match="one for each of the 2 seats"):
        draw_svg(state, teams=("yellow",))
    with pytest.raises(ValueError, match="out of red, blue, green, yellow"):
        draw_svg(state, teams=("yellow", "pink"))


def test_marks_names_and_the_last_move() -> None:
    state = crowded(load_stack("classic-0000"), 1)
    marked = (Hex(4, 0), Hex(3, 0), Hex(4, 0))
    move = Move(Hex(0, 4), Hex(0, 1))
    root = parsed(draw_svg(state, marked=marked, last_move=move, names=True))
    assert len(root.findall(f"{SVG}g[@class='mark']")) == 2
    (trail,) = root.iterfind(f"{SVG}g[@class='trail']")
    (x, y), (to_x, to_y) = place(move.origin), place(move.target)
    assert trail[0].attrib["d"] == f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
    names = [text.text for text in root.iter(f"{SVG}text")]
    empty = [cell for cell in hexagon(4) if state.owner(cell) is None]
    assert names == [state.game.name(cell) for cell in empty]
    bare = draw_svg(state, last_move=Move(Hex(0, 5), Hex(0, 4)))
    assert "trail" not in bare
    assert "<text" not in bare
    with pytest.raises(ValueError, match=r"cell \(5, 0\) cannot be marked"):
        draw_svg(state, marked=[Hex(5, 0)])


@pytest.mark.parametrize("radius", range(1, 7))
def test_boards_of_every_size(radius: int) -> None:
    board = Board("b", radius, (Hex(0, 0),), (Hex(1, 0),), (1, 3, 5))
    for level in range(4):
        root = parsed(draw_board_svg(board, level=level, names=True, radius=6))
        assert len(places(root, "cell")) == len(hexagon(radius)) - 2
        assert moved(root, "hole") == [(0, 0)]
        assert [text.text for text in root.iter(f"{SVG}text")].count("g7") == 1
    with pytest.raises(ValueError, match="does not fit"):
        draw_board_svg(board, names=True, radius=radius - 1)
    with pytest.raises(ValueError, match="no level 4"):
        draw_board_svg(board, level=4)


@pytest.mark.parametrize("boards", SHIPPED)
def test_the_stack_shows_every_board(boards: str) -> None:
    stack = Stack(load_boards(boards), (0, 1, 2, 3))
    root = parsed(draw_stack_svg(stack))
    groups = root.findall(f"{SVG}g")
    assert len(groups) == 4
    for group, board in zip(groups, stack.levels, strict=True):
        assert Counter(moved(group, "hole")) == spots(board.holes)
        assert Counter(places(group, "special")) == spots(board.specials)
    assert root[0].text == stack.code


@pytest.mark.parametrize(
    ("count", "themes"),
    [
        (1, ["meadow"]),
        (2, ["meadow", "rock"]),
        (3, ["meadow", "sand", "rock"]),
        (6, ["meadow", "clay", "clay", "clay", "sand", "rock"]),
    ],
)
def test_depth_gives_the_theme_whatever_the_name(count: int, themes: list[str]) -> None:
    boards = tuple(Board("lava", 4 - i // 2, (Hex(1, 0),), (Hex(0, 1),)) for i in range(count))
    stack = Stack(BoardSet("volcano", boards), (0,) * count)
    groups = parsed(draw_stack_svg(stack)).findall(f"{SVG}g")
    holes = [
        use.attrib[HREF].removesuffix("-hole").removeprefix("#")
        for group in groups
        for use in group.iter(f"{SVG}use")
        if use.attrib[HREF].endswith("-hole")
    ]
    assert holes == themes


def test_hostile_names_stay_text() -> None:
    board = Board(HOSTILE, 4, (Hex(0, 0),))
    stack = Stack(BoardSet(HOSTILE, (board, board)), (0, 0))
    state = new_game(Game(stack, preset_rules("web", 2), 2, 10))
    safe = re.sub("[\x00\x1b\ud800]", "\N{REPLACEMENT CHARACTER}", HOSTILE)
    assert parsed(draw_board_svg(board))[0].text == safe
    assert parsed(draw_svg(state))[0].text == f"{safe}, board 1 of 2"
    assert parsed(draw_svg(state, title=HOSTILE))[0].text == safe
    assert safe in (parsed(draw_stack_svg(stack))[1].text or "")
    assert parsed(draw_svg(state, title="À vos pelles\N{NO-BREAK SPACE}!"))[0].text == (
        "À vos pelles\N{NO-BREAK SPACE}!"
    )
