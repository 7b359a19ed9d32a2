"""The page of threats: everybody who may do harm is on it, and every promise has a test."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.test_rulebooks import TEST, asserts

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "threats.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", PAGE, re.MULTILINE))


def rows(section: str) -> list[tuple[str, str]]:
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("| ")]
    cells = [line.strip("| ").split(" | ") for line in lines[2:]]
    return [(promise, tests) for promise, tests in cells]


def is_strict(path: str, name: str) -> bool:
    """Whether a test asserts something, itself or by what it calls in its own file."""
    known = defined(path)
    called = {node.id for node in ast.walk(known[name]) if isinstance(node, ast.Name)}
    return any(asserts(known[each]) for each in {name, *called & known.keys()})


@cache
def defined(path: str) -> dict[str, Any]:
    """The functions and classes of a file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, kinds)}


PROMISES = [row for section in SECTIONS for row in rows(section)]


@pytest.mark.parametrize(("promise", "tests"), PROMISES, ids=[row[0] for row in PROMISES])
def test_a_promise_is_held_by_tests(promise: str, tests: str) -> None:
    assert promise.endswith(".")
    found = [TEST.fullmatch(each) for each in tests.split("<br>")]
    assert found
    for each in found:
        assert each, tests
        path, name = each.groups()
        assert name in defined(path), f"{path} has no {name}"
        assert is_strict(path, name), f"{name} asserts nothing"


@pytest.mark.parametrize(
    "who", ["A stranger", "A guest", "A player", "A spectator", "A proxy", "Another", "Whoever"]
)
def test_everybody_is_on_the_page(who: str) -> None:
    (section,) = [name for name in SECTIONS if name.startswith(who)]
    assert rows(section)
    assert "\n**Not promised.** " in SECTIONS[section]


def test_a_report_finds_its_way() -> None:
    policy = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "docs/threats.md" in policy
    assert "in private" in policy
    version = re.search(r'__version__ = "(\d+\.\d+)', (ROOT / "src/taupes/__init__.py").read_text())
    assert version
    assert f"| {version[1]} |" in policy, "the version that is supported is this one"
