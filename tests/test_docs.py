"""The pages tell the truth: every command and option is named, every link leads somewhere."""

import re
from pathlib import Path

import pytest
import typer

from taupes.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", ["bots.md", "kernel.md", "rules-engine.md"])
def test_the_python_examples_run(name: str) -> None:
    blocks = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / name).read_text("utf-8"), re.DOTALL
    )
    assert blocks
    for block in blocks:
        exec(compile(block, name, "exec"), {"__name__": name})  # noqa: S102
