"""The page without a network: kept on the device, and never older than the server's."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.browser.environment import PATIENCE, Line, Server
from tests.browser.learner import LESSONS, learn, ready
from tests.browser.player import act, wait_for_turn

KEPT = """async ([cache, patience]) => {
  const isKept = async () => {
    // First what there is: a worker that begins between both looks is seen by the second.
    if (!(await caches.keys()).some((name) => name.startsWith(cache))) return false;
    const one = await navigator.serviceWorker.getRegistration();
    return one && !one.installing && !one.waiting && one.active?.state === 'activated';
  };
  const end = Date.now() + patience;
  while (!(await isKept())) {
    if (Date.now() > end) throw new Error(`not kept: ${cache}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""
"""Looks, again and again, until the service worker has kept a version and nothing is under way."""


@pytest.fixture
def own_server(server: Server, tmp_path: Path) -> Any:
    """A server with a page of its own, which can be upgraded, once the shared one has compiled."""
    page = tmp_path / "page"
    shutil.copytree(server.page, page)
    own = Server(tmp_path, page)
    own.start()
    yield own
    own.stop()


def kept(server: Server | Line, opened: Any, **more: Any) -> Any:
    """A page that its service worker has kept."""
    page = opened(server.address, service_workers="allow", **more)
    until_kept(page, "taupes-")
    return page


def until_kept(page: Any, cache: str) -> None:
    """Wait until the service worker has kept a version; `wait_for_function` awaits no promises."""
    page.evaluate(KEPT, [cache, PATIENCE])


def upgrade(server: Server) -> str:
    """Give the server another page: a new name for its script, a mark in its index."""
    server.stop()
    index = server.page / "index.html"
    text = index.read_text(encoding="utf-8")
    script = re.search(r'src="\./(assets/index-[^"]+\.js)"', text)
    assert script
    fresh = "assets/index-upgrade.js"
    (server.page / script[1]).rename(server.page / fresh)
    text = text.replace(script[1], fresh).replace("<body>", '<body data-version="2">')
    index.write_text(text, encoding="utf-8")
    worker = server.page / "sw.js"
    told = worker.read_text(encoding="utf-8").replace(script[1], fresh)
    worker.write_text(re.sub(r"taupes-\$\{\S+?\}", "taupes-upgrade", told), encoding="utf-8")
    server.start()
    return script[1]


def test_the_page_opens_without_a_server(own_server: Server, opened: Any) -> None:
    page = kept(own_server, opened)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    page.goto(f"{own_server.address}/boards")
    page.wait_for_selector('[data-gallery="3"]')
    own_server.stop()
    for path, sign in (("/", "[data-play]"), ("/settings", "[data-setting]")):
        page.goto(own_server.address + path)
        page.wait_for_selector(sign)
    page.goto(f"{own_server.address}/boards")
    page.wait_for_selector('[data-gallery="3"]')
    page.locator("[data-copy=classic]").click()
    page.wait_for_selector("[data-editor]")
    page.wait_for_selector("[data-offline]")
    page.goto(own_server.address)
    page.locator("[data-play]").click()
    said = page.locator("[data-offline]").inner_text()
    assert "server" in said
    assert "Lessons, rules and settings work" in said
    own_server.start()
    page.wait_for_selector("[data-offline]", state="detached")
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    act(page)


def test_the_lessons_need_no_server(server: Server, opened: Any) -> None:
    line = Line(server.port)
    page = kept(line, opened, locale="fr-FR")
    line.close()
    page.goto(f"{line.address}/learn")
    told = []
    for lesson in LESSONS:
        ready(page, lesson)
        told += learn(page, lesson)
        page.locator("[data-next]").click()
    page.wait_for_selector("[data-practice-start]")
    assert any("tout droit" in one for one in told)


def test_an_upgrade_is_seen_at_once(own_server: Server, opened: Any) -> None:
    page = kept(own_server, opened)
    page.evaluate("async () => void (await caches.open('taupes-engine'))")
    old = upgrade(own_server)
    page.reload()
    page.wait_for_selector('body[data-version="2"]')
    page.wait_for_selector("[data-play]")
    until_kept(page, "taupes-upgrade")
    # A page of the old version that is still open finds what it was made of.
    kind = page.evaluate(
        "(path) => fetch(path).then((one) => one.headers.get('content-type'))", f"/{old}"
    )
    assert kind.startswith("text/javascript")
    assert page.evaluate("caches.has('taupes-engine')")
    own_server.stop()
    page.reload()
    page.wait_for_selector('body[data-version="2"]')
    page.wait_for_selector("[data-play]")


def test_it_can_be_installed(server: Server, opened: Any) -> None:
    page = opened(server.address)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        kind = page.evaluate(
            "(path) => fetch(path).then((one) => one.headers.get('content-type'))", icon["src"]
        )
        assert kind.startswith(icon["type"])
