"""How it is deployed: nothing is started, but every name in these files is known to somebody."""

import re
import shlex
from configparser import ConfigParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import pytest
import typer
import yaml

from taupes.cli import app

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DEPLOY = EXAMPLES / "deploy"
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
    assert f"`{asked[0]}`" in (ROOT / "docs" / "server.md").read_text("utf-8")


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
