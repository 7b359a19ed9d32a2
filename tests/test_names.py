"""One word per idea: a class is found by its name alone."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "src" / "taupes"


def classes(folder: Path) -> dict[str, list[str]]:
    """By name, the files that define a class so called."""
    found = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(folder).as_posix())
    return found


def test_no_two_classes_have_the_same_name() -> None:
    found = classes(PROGRAM)
    assert len(found) > 150
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_a_second_class_of_a_name_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class Mole: ...\n", "utf-8")
    (tmp_path / "two.py").write_text("def f():\n    class Mole: ...\n", "utf-8")
    assert classes(tmp_path) == {"Mole": ["one.py", "two.py"]}
