"""The drawing of the rooms is true, and every step of the walks through them leads somewhere."""

import ast
import doctest
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "pictures"))

import architecture
import plan
from burrow import Room, draw, size_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
HOPS = re.findall(r"\[`([\w.]+)`\]\(\.\./([^)]+)\)", PAGE)
WALKS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[2:]


def test_the_drawing_is_up_to_date() -> None:
    drawn = architecture.PICTURE.read_text("utf-8")
    assert drawn == architecture.picture(), "python docs/pictures/architecture.py draws it again"


def test_every_room_is_drawn_once_and_within_the_picture() -> None:
    house = architecture.house()
    inner = {part.name for room in house.inner for part in room.inner}
    assert {"rules", "table", "words", "bots", "server", "page"} <= {r.name for r in house.inner}
    assert {"storage", "hall", "workers", "socket", "http", "search", "commands"} <= inner
    root = ET.fromstring(architecture.picture())  # noqa: S314 - it is ours
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for room in house.inner:
        assert texts.count(room.name) >= 1, room.name
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y = float(box.get("x", 0)), float(box.get("y", 0))
        assert 0 <= x <= x + float(box.attrib["width"]) <= width
        assert 0 <= y <= y + float(box.attrib["height"]) <= height


def test_no_two_rooms_overlap() -> None:
    house = architecture.house()
    sizes = {room.name: size_of(room) for room in house.inner}
    found = plan.arrange(sizes, house.ways, across=30, down=52)
    names = sorted(sizes)
    for i, one in enumerate(names):
        for other in names[:i]:
            apart = [
                abs(found.places[one][k] - found.places[other][k])
                - (sizes[one][k] + sizes[other][k]) / 2
                for k in (0, 1)
            ]
            assert max(apart) >= 0, (one, other)
    for a, b in house.ways:
        assert found.places[a][1] < found.places[b][1], (a, b)


def test_a_house_that_is_new_is_drawn_too() -> None:
    rooms = (Room("attic", "Under the roof"), Room("cellar"), Room("shed"))
    house = Room("house", "", rooms, frozenset({("attic", "cellar")}))
    picture = draw(house, "A & B")
    assert "A &amp; B" in picture
    assert ET.fromstring(picture) is not None  # noqa: S314 - it is ours


def test_its_examples_hold() -> None:
    assert doctest.testmod(plan).failed == 0


def names_in(path: Path) -> set[str]:
    """What a file defines: functions, classes, their methods, and named values."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        # Good enough for TypeScript as it is written here: members are indented by two spaces.
        found = set(re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", text, re.M))
        members = re.findall(r"^  (?:async )?(?:private )?(\w+)\(", text, re.M)
        return found | {f"{name}.{member}" for name in found for member in members}
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            functions = (ast.FunctionDef, ast.AsyncFunctionDef)
            found |= {
                f"{node.name}.{part.name}" for part in node.body if isinstance(part, functions)
            }
    return found


@pytest.mark.parametrize(("name", "path"), HOPS, ids=lambda part: part)
def test_every_step_of_a_walk_is_there(name: str, path: str) -> None:
    assert name in names_in(ROOT / path)


def test_there_are_four_walks_of_several_steps() -> None:
    assert len(WALKS) == 4
    for walk in WALKS:
        assert len(re.findall(r"^\d+\. ", walk, re.MULTILINE)) >= 5
        for step in re.split(r"^\d+\. ", walk, flags=re.MULTILINE)[1:]:
            assert "](../" in step, step
