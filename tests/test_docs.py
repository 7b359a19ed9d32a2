"""The pages tell the truth: every command and option is named, every link leads somewhere."""

import json
import os
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
import typer

from taupes.bots.levels import is_level
from taupes.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [
    *sorted(ROOT.glob("*.md")),
    ROOT / "training" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

NAMED = re.compile(
    r"(?:\.?[\w*-]+/)+[\w.*-]*"  # folders, and perhaps a file
    r"|[\w*-]+\.(?:mjs|py|svelte|toml|ts|typ|yml)"  # or a file alone
)
MADE = re.compile(r"(?:\.venv|assets|build|dist|Support|src/taupes/server/static)\b")
"""What is there only once it was made, or on another machine."""
PROGRAM = ROOT / "src" / "taupes"
ROOM_PAGES = {
    "bots": ("bots", "endgame"),
    "raster": ("drawing",),
    "rules": ("rules-engine",),
}
"""Where a room is explained, unless on a page of its name."""
EXAMPLES = ("my.toml", "my-boards.toml", "mybot.py", "taupes/endgame")
"""Files that readers write, or find elsewhere."""


def test_every_command_and_option_is_documented() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    group = typer.main.get_command(app)
    commands = dict(getattr(group, "commands", {}))
    assert {"play", "simulate", "legal", "check", "show", "boards", "rules", "bots"} <= set(
        commands
    )
    for name, command in commands.items():
        assert f"`taupes {name}" in page, name
        leaves = getattr(command, "commands", {"": command}).values()
        for leaf in leaves:
            for parameter in leaf.params:
                for option in parameter.opts:
                    if option.startswith("--"):
                        assert f"`{option}" in page, f"{name} {option}"


@cache
def parts_of(page: Path) -> frozenset[str]:
    """What the headings of a page are called in links."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    said = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return frozenset(re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in said)


@pytest.mark.parametrize(
    "page",
    [*PAGES, ROOT / "bench" / "results.md"],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, part in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
        if "://" not in target:
            there = page.parent / target if target else page
            assert there.exists(), target
            assert not part or there.suffix != ".md" or part in parts_of(there), f"{target}#{part}"


@cache
def files() -> frozenset[str]:
    """Everything that is in the tree, files and folders."""
    unwanted = {".git", ".venv", "__pycache__", "build", "dist", "node_modules", "static"}
    found = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in unwanted]
        there = Path(folder).relative_to(ROOT)
        found |= {f"/{(there / name).as_posix()}" for name in (*folders, *names)}
    return frozenset(found | {path.rpartition(".")[0] for path in found if path.endswith(".ts")})


def is_there(name: str) -> bool:
    """Whether something in the tree is called so, from whichever folder on."""
    end = f"/{name.rstrip('/')}"
    if "*" in end:
        return any(fnmatch(path, f"*{end}") for path in files())
    return any(path.endswith(end) for path in files())


def named_in(text: str) -> set[str]:
    """The files and folders that a page names; capitals stand for something of the reader's.

    A bot with a temperament (`master/bold`) is none.
    """
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    words = {word for span in re.findall(r"`([^`]+)`", plain) for word in span.split()}
    for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL):
        words |= {word for word in block.split() if word.endswith(".py")}
    clean = {word.strip(",;:()") for word in words}
    wanted = {word for word in clean if NAMED.fullmatch(word) and not MADE.match(word)}
    names = {word for word in wanted if not re.search("[A-Z]{4}", word) and not is_level(word)}
    return names - {*EXAMPLES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_is_named_is_there(page: Path) -> None:
    assert [name for name in sorted(named_in(page.read_text("utf-8"))) if not is_there(name)] == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    names = named_in("`table/decide.py`, `table/oracle.py`\n```\nseer.py  what comes\n```\n")
    assert sorted(name for name in names if not is_there(name)) == ["seer.py", "table/oracle.py"]


def quoted(text: str) -> set[str]:
    """The words of a page that stand in code."""
    blocks = re.findall(r"```.*?```", text, re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return set(re.findall(r"\w+", " ".join((*blocks, *spans))))


def rooms() -> set[str]:
    return {path.parent.name for path in PROGRAM.glob("*/__init__.py")}


@pytest.mark.parametrize("room", sorted(rooms()))
def test_every_module_of_a_room_is_named_on_its_page(room: str) -> None:
    pages = [ROOT / "docs" / f"{name}.md" for name in ROOM_PAGES.get(room, (room,))]
    words = set().union(*(quoted(page.read_text("utf-8")) for page in pages))
    modules = [path for path in (PROGRAM / room).rglob("*.py") if path.stem != "__init__"]
    assert modules
    assert [path for path in sorted(modules) if path.stem not in words] == []


def test_every_command_of_the_guide_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    said = set(re.findall(r"\bmake ([a-z]+)\b", " ".join(re.findall(r"`([^`\n]+)`", GUIDE))))
    assert {"check", "page", "play", "test"} <= said <= targets
    scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
    assert set(re.findall(r"web/npm\.py (\w+)", GUIDE)) <= set(scripts)
    commands = dict(getattr(typer.main.get_command(app), "commands", {}))
    assert set(re.findall(r"`taupes (\w+)", GUIDE)) <= set(commands)
    for name in re.findall(r"python -m (tests[\w.]+)", GUIDE):
        assert is_there(f"{name.replace('.', '/')}.py"), name
    for words in re.findall(r"bin/pytest ([^`#\n]+)", GUIDE):
        for name in words.split():
            assert (ROOT / name).exists() or not name.startswith("tests"), name


@pytest.mark.parametrize(
    "name", ["bots.md", "kernel.md", "rules-engine.md", "table.md", "words.md"]
)
def test_the_python_examples_run(name: str) -> None:
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / name).read_text("utf-8"), re.DOTALL
    )
    assert blocks
    for block in blocks:
        exec(compile(block, name, "exec"), {"__name__": name})  # noqa: S102
