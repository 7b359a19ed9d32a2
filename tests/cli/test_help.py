"""The help of every command: one layout, every option said in words."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

import taupes.cli.commands
from taupes.cli import app
from taupes.cli.bundle import unbundled
from taupes.cli.help import about
from taupes.cli.index import COMMANDS, INDEX, load

GROUP: Any = typer.main.get_command(app)


def leaves(group: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every command by the words that call it, groups included."""
    found = [path]
    for name, command in getattr(group, "commands", {}).items():
        found += leaves(command, (*path, name))
    return found


@pytest.mark.parametrize("path", leaves(GROUP), ids=" ".join)
def test_help_says_what_there_is_to_say(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = CliRunner().invoke(app, [*path, "--help"], prog_name="taupes")
    assert result.exit_code == 0
    usage, _, about, *rest = result.output.splitlines()
    assert usage.startswith(" ".join(["Usage: taupes", *path, "[OPTIONS]"]))
    assert about.strip()
    assert all(len(line) <= 80 and line == line.rstrip() for line in rest)
    # A row without words, a value without a name, or a type of the language's own is a slip.
    assert not re.search(r"<\w+>|\bTEXT\b|\bINTEGER\b", result.output.replace("--seed TEXT", ""))
    rows = [line for line in rest if re.match(r"  \S", line)]
    assert all(re.match(r"  .*\S {2,}\S", row) for row in rows)


def test_every_command_stands_under_a_heading() -> None:
    output = CliRunner().invoke(app, ["--help"], prog_name="taupes").output
    for room, commands in INDEX.items():
        after = output.partition(f"\n{room}\n")[2].partition("\n\n")[0]
        assert {row.split()[0] for row in re.findall(r"^  \S.*", after, re.M)} == set(commands)


def test_the_list_shows_the_commands_in_its_own_order() -> None:
    output = CliRunner().invoke(app, ["--help"], prog_name="taupes").output
    rows = re.findall(r"^  (\w+)  ", output, re.M)
    assert rows == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_the_command_says(name: str) -> None:
    assert COMMANDS[name].about == about(load(name))
    assert load(name).name == name or not load(name).name


def test_every_command_is_in_the_list() -> None:
    folder = Path(taupes.cli.commands.__file__).parent
    named = {listing.place.partition(":")[0] for listing in COMMANDS.values()}
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "sprt"}
    assert modules == named


def test_a_slip_gets_a_suggestion() -> None:
    result = CliRunner().invoke(app, ["chek"], prog_name="taupes")
    assert result.exit_code == 2
    assert "perhaps check?" in result.output


def test_options_that_belong_together_are_declared_once() -> None:
    @dataclass(frozen=True)
    class Pair:
        left: Annotated[int, typer.Option("--left")] = 1
        right: Annotated[int, typer.Option("--right")] = 2

    taken: list[tuple[str, Pair]] = []

    @unbundled
    def command(name: Annotated[str, typer.Argument()], *, pair: Pair) -> None:
        taken.append((name, pair))

    small = typer.Typer()
    small.command()(command)
    assert CliRunner().invoke(small, ["Ada", "--right", "7"]).exit_code == 0
    assert taken == [("Ada", Pair(1, 7))]
    assert CliRunner().invoke(small, ["Ada", "--pair", "7"]).exit_code == 2


def test_the_package_itself_is_a_command() -> None:
    command = [sys.executable, "-m", "taupes", "--version"]
    assert subprocess.check_output(command, text=True).startswith("taupes ")
