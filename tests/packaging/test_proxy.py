"""The example's proxy for real, in front of a server: what it lets through and what it does not."""

import asyncio
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.packaging.test_deploy import DEPLOY
from tests.server.client import Client
from tests.server.process import PATIENCE, ServerProcess, free_port
from tests.server.test_limits import options

CADDY = shutil.which("caddy")

pytestmark = pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")


def rules(proxy: int, server: int) -> str:
    """The example's file for two ports of this machine, without certificates."""
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    text, names = re.subn(
        r"^\{\$TAUPES_SITE:localhost\}", f"http://127.0.0.1:{proxy}", text, flags=re.M
    )
    text, found = re.subn(r"dynamic a \{.*?\}", f"to 127.0.0.1:{server}", text, flags=re.S)
    assert (names, found) == (1, 1)
    assert CADDY is not None
    version = subprocess.run([CADDY, "version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < (2, 7):
        # Debian's is older than the one that the example names, and does not know this policy.
        text = text.replace("lb_policy query table", "lb_policy first")
    return text.replace("{\n", "{\n\tadmin off\n", 1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    path = tmp_path_factory.mktemp("proxied") / "taupes.sqlite"
    limits = options({"guests_per_address": 30, "body_bytes": 50_000})
    with ServerProcess(f"sqlite:///{path}", "--proxy", "127.0.0.1", *limits) as running:
        yield running


@pytest.fixture(scope="module")
def proxy(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a proxy in front of the server."""
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    file = folder / "Caddyfile"
    file.write_text(rules(port, server.port), "utf-8")
    assert CADDY is not None
    command = [CADDY, "run", "--config", str(file), "--adapter", "caddyfile"]
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen(command, stderr=log, env=os.environ | homes)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/health").raise_for_status()
                break
            except httpx.HTTPError:
                assert running.poll() is None, (folder / "log").read_text("utf-8")
                assert time.monotonic() < end
                time.sleep(0.05)
        yield port
    finally:
        running.terminate()
        running.wait(PATIENCE)


def test_a_game_is_played_through_it(proxy: int) -> None:
    async def run() -> None:
        ada = await Client(f"ws://127.0.0.1:{proxy}/api/socket?table=x").connect()
        seats = [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]
        head = {"Authorization": f"Bearer {ada.token}"}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{proxy}", headers=head) as web:
            made = await web.post("/api/tables", json={"seats": seats, "start": True})
            await ada.join(made.json()["table"])
            await ada.play(Random(1))
            assert ada.is_over()
            found = await web.get(f"/api/records/{ada.table}")
            assert found.json()["result"] is not None
        await ada.close()

    asyncio.run(run())


def test_nobody_says_where_they_come_from(proxy: int, server: ServerProcess) -> None:
    forged = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Client-IP")
    found = []
    for number in range(35):
        address = f"198.51.100.{number}"
        head = {name: address if name != "Forwarded" else f"for={address}" for name in forged}
        answer = httpx.post(f"http://127.0.0.1:{proxy}/api/guests", headers=head)
        found.append(answer.status_code)
    # All are one address to the server, whatever they claim.
    assert 429 in found
    # One that it trusts could have told them apart: so the server does count by what it is told.
    told = {"X-Forwarded-For": "198.51.100.7"}
    assert httpx.post(f"{server.http}/api/guests", headers=told).status_code == 201


@pytest.mark.parametrize(
    "path", ["/metrics", "/metrics?x=1", "/%6detrics", "/m%65trics", "//metrics", "/./metrics"]
)
def test_figures_stay_inside(proxy: int, server: ServerProcess, path: str) -> None:
    assert "taupes_sockets" in server.get("/metrics")[1]
    command = ["curl", "--silent", "--path-as-is", f"http://127.0.0.1:{proxy}{path}"]
    if not shutil.which("curl"):
        pytest.skip("curl is not installed")
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "taupes_" not in told


def test_what_is_too_large_or_from_elsewhere_is_refused_through_it_too(proxy: int) -> None:
    site = f"http://127.0.0.1:{proxy}"
    assert httpx.post(f"{site}/api/records/check", content=b" " * 60_000).status_code == 413
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert httpx.post(f"{site}/api/guests", headers=elsewhere).status_code == 403
    named = {"Host": "elsewhere.example"}
    answer = httpx.get(f"{site}/api/server", headers=named)
    # Either of the two does not know that name.
    assert answer.status_code == 421 or not answer.content


def test_the_file_is_good_as_it_is(tmp_path: Path) -> None:
    assert CADDY is not None
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    file = tmp_path / "Caddyfile"
    file.write_text(text, "utf-8")
    told = subprocess.run([CADDY, "fmt", str(file)], capture_output=True, text=True, check=False)
    assert told.stdout == text
