"""What a forge, an editor and Git read of the project is well-formed and names real things."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from taupes.kernel.shipped import LIBRARIES

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FILES = [*sorted((ROOT / ".github").rglob("*.yml")), ROOT / ".pre-commit-config.yaml"]
TARGET = re.compile(r"^([a-z]+):", re.MULTILINE)


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def steps(path: Path) -> list[dict[str, Any]]:
    """What a workflow does; a job that is another workflow has no steps of its own."""
    return [step for job in read(path)["jobs"].values() for step in job.get("steps", ())]


def commands(path: Path) -> list[str]:
    return [step["run"] for step in steps(path) if "run" in step]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_it_is_yaml(path: Path) -> None:
    assert isinstance(read(path), dict)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_use_the_forges_own_actions_by_major_version(path: Path) -> None:
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert used
    assert [name for name in used if not re.fullmatch(r"actions/[\w-]+@v\d+", name)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_what_workflows_run_is_there(path: Path) -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    said = " ".join(commands(path))
    assert set(re.findall(r"\bmake ([a-z]+)", said)) <= targets
    for name in re.findall(r"(?<![\w/])(?:\.ci|requirements|tests|web)/[\w./]*\w", said):
        assert (ROOT / name).exists(), name
    called = [job["uses"] for job in read(path)["jobs"].values() if "uses" in job]
    assert [name for name in called if not (ROOT / name).is_file()] == []


def test_all_is_tested_on_the_same_ground() -> None:
    before = []
    for path in WORKFLOWS:
        said = commands(path)
        if "make test" in said:
            before.append(said[said.index("make test") - 1])
    assert len(before) == 2
    assert len({*before}) == 1


def test_tests_run_on_every_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    jobs = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"]
    matrix = jobs["elsewhere"]["strategy"]["matrix"]
    said = {
        kind.rpartition(" ")[2]
        for kind in project["classifiers"]
        if kind.startswith("Programming Language :: Python :: 3.")
    }
    assert set(matrix["python"]) == said
    assert f">={min(said)}" == project["requires-python"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_every_library_that_a_wheel_brings_is_tried_before_it_is_published() -> None:
    runners = {
        "ubuntu-latest": ("linux", "x86_64"),
        "ubuntu-24.04-arm": ("linux", "aarch64"),
        "macos-latest": ("darwin", "arm64"),
        "macos-15-intel": ("darwin", "x86_64"),
        "windows-latest": ("win32", "AMD64"),
    }
    folder = ROOT / ".github" / "workflows"
    (tried,) = read(folder / "shipped.yml")["jobs"].values()
    assert {runners[name] for name in tried["strategy"]["matrix"]["os"]} == set(LIBRARIES)
    for name in ("test.yml", "release.yml"):
        assert read(folder / name)["jobs"]["shipped"]["uses"] == "./.github/workflows/shipped.yml"
    jobs = read(folder / "release.yml")["jobs"]
    assert jobs["publish"]["needs"] == "shipped"
    assert jobs["shipped"]["needs"] == "build"
    writing = [name for name, job in jobs.items() if "permissions" in job]
    assert writing == ["publish"]


def test_hooks_run_what_the_quick_check_runs() -> None:
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    entries = " ".join(hook["entry"] for hook in repository["hooks"])
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (check,) = re.findall(r"^check:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    (together,) = re.findall(r"\$\(TOGETHER\) (.+)", check)
    wanted = set(re.findall(r"tests/\w+", check))
    for target in together.split():
        (recipe,) = re.findall(rf"^{target}:\n((?:\t.*\n)+)", makefile, re.MULTILINE)
        wanted |= set(re.findall(r"\$\(BIN\)/([\w-]+(?: [a-z]+)?)", recipe))
    assert {"ruff format", "ruff check", "mypy", "lint-imports", "tests/rules"} <= wanted
    assert [part for part in sorted(wanted) if part not in entries] == []


@pytest.fixture(scope="module")
def notes() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notes", ROOT / ".ci" / "notes.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_notes_of_a_release_are_its_part_of_the_changelog(notes: ModuleType) -> None:
    text = "# Changelog\n\n## Unreleased\n\n## 0.2.0 (a name)\n\nNew.\n\n## 0.1.0\n\nOld.\n"
    assert notes.notes(text, "0.2.0") == "New."
    assert notes.notes(text, "0.1.0") == "Old."
    for missing in ("Unreleased", "0.3.0"):
        with pytest.raises(SystemExit, match=f"nothing about {missing}"):
            notes.notes(text, missing)


def test_this_version_has_notes(notes: ModuleType) -> None:
    assert notes.notes((ROOT / "CHANGELOG.md").read_text("utf-8"), notes.version())
