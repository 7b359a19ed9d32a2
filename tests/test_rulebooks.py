"""The trace page: every sentence of a rulebook that states a rule has a test that can fail."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rulebooks.md"
RULES = ROOT / "docs" / "rules.md"
RULEBOOKS = ("S0", "S1", "S2", "S3", "S4")

TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")

Row = tuple[str, list[str]]
"""The name of a row, such as S0.3, and its other cells."""


def rows() -> Iterator[Row]:
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("| ") and not line.startswith(("| row |", "| --- |")):
            name, *cells = (cell.strip() for cell in line.strip("|").split(" | "))
            yield name, cells


ROWS = list(rows())


@cache
def functions(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def asserts(test: ast.FunctionDef) -> bool:
    def is_raises(node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.raises"

    return any(isinstance(node, ast.Assert) or is_raises(node) for node in ast.walk(test))


def numbers(rulebook: str) -> list[int]:
    pattern = re.compile(rf"{rulebook}\.?(\d+)")
    return [int(match[1]) for name, _ in ROWS if (match := pattern.fullmatch(name))]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_is_on_the_page(rulebook: str) -> None:
    assert f"\n## {rulebook}: " in PAGE.read_text("utf-8")
    assert len(numbers(rulebook)) > 30


@pytest.mark.parametrize("table", [*RULEBOOKS, "R"])
def test_the_rows_of_a_table_are_numbered_from_one(table: str) -> None:
    assert numbers(table) == list(range(1, len(numbers(table)) + 1))


def test_every_row_belongs_to_a_rulebook_or_is_a_ruling() -> None:
    assert len(ROWS) == sum(len(numbers(table)) for table in (*RULEBOOKS, "R"))
    assert len(numbers("R")) > 20


@pytest.mark.parametrize(("name", "cells"), ROWS, ids=[name for name, _ in ROWS])
def test_a_row_says_a_rule_where_it_leads_and_which_tests_prove_it(
    name: str, cells: list[str]
) -> None:
    assert len(cells) == 3
    says, leads, proof = cells
    assert says
    assert leads.startswith("RULES, ")
    tests = TEST.findall(proof)
    assert tests, f"{name} names no test"
    assert TEST.sub("", proof).replace("<br>", "") == "", f"{name} names something else"


@pytest.mark.parametrize(
    ("path", "test"), sorted({pair for _, cells in ROWS for pair in TEST.findall(cells[-1])})
)
def test_a_test_that_is_named_exists_and_can_fail(path: str, test: str) -> None:
    assert (ROOT / path).is_file()
    assert test in functions(path)
    assert asserts(functions(path)[test])


def test_the_page_leads_to_parts_of_the_rules_that_exist() -> None:
    headings = re.findall(r"^## ([\w -]+?)(?: \(.*)?$", RULES.read_text("utf-8"), re.MULTILINE)
    for name, cells in ROWS:
        part = cells[1].removeprefix("RULES, ")
        assert any(part.startswith(heading) for heading in headings), name


def test_a_ruling_that_a_row_refers_to_exists() -> None:
    named = {int(number) for _, cells in ROWS for number in re.findall(r"ruling R(\d+)", cells[1])}
    assert named
    assert named <= set(numbers("R"))


def test_a_test_that_asserts_nothing_is_found_out() -> None:
    empty, plain, raising = ast.parse(
        "def test_a(): pass\n"
        "def test_b(): assert 1 == 1\n"
        "def test_c():\n    with pytest.raises(ValueError): int('x')\n"
    ).body
    assert isinstance(empty, ast.FunctionDef)
    assert isinstance(plain, ast.FunctionDef)
    assert isinstance(raising, ast.FunctionDef)
    assert [asserts(empty), asserts(plain), asserts(raising)] == [False, True, True]
