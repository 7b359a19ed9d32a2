"""The game from a plain folder under a sub-path, without a server; then without a network."""

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taupes.server.running import engine_folder, page_folder
from taupes.server.site import make_site
from tests.browser.environment import PATIENCE, ROOT, SIZES, Server
from tests.browser.learner import LESSONS, learn, ready
from tests.browser.player import SHORT, act, cells, play_to_the_end, state, tap, wait_for_turn

PLACE = "games/taupes"
OWN = [{"boards": SHORT, "orientations": [0, 0], "id": "short", "changed": 0}]
"""A set of boards that somebody has made on the device, for a game that is soon over."""
KEPT = """async (patience) => {
  const isKept = async () => {
    const page = (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated';
    return page && (await (await caches.open('taupes-engine')).keys()).length >= 8;
  };
  const end = Date.now() + patience;
  while (!(await isKept())) {
    if (Date.now() > end) throw new Error('not kept');
    await new Promise(requestAnimationFrame);
  }
}"""
"""Looks, frame by frame, until page and engine lie on the device."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """What `python -m http.server` answers with, without its log."""

    def log_message(self, *_: Any) -> None:
        pass


class Folder:
    """A folder on a host that knows nothing of what is in it."""

    def __init__(self, root: Path) -> None:
        handler = functools.partial(Quiet, directory=str(root))
        self._host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._host.server_port}/{PLACE}/"
        threading.Thread(target=self._host.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._host.shutdown()
        self._host.server_close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, in a sub-folder."""
    if not list(engine_folder().glob("engine-*.json")):
        pytest.skip("needs the engine: python web/device.py")
    root = tmp_path_factory.mktemp("site")
    make_site(page_folder(), engine_folder(), root / PLACE)
    return root


@pytest.fixture
def host(folder: Path) -> Iterator[Folder]:
    """A host of its own for each test, so that it can be closed."""
    one = Folder(folder)
    yield one
    one.close()


def go(page: Any, path: str) -> None:
    """Open a screen as a visitor of the second day does: everything anew."""
    # The page does not notice, so it does not begin to load what the next moment throws away.
    page.evaluate("(path) => history.replaceState(null, '', path)", f"#{path}")
    page.reload()


def begin(page: Any, way: str, level: str | None = None) -> None:
    """Set up a game on the short boards, and begin it."""
    page.evaluate("(own) => localStorage['taupes.boards'] = own", json.dumps(OWN))
    go(page, f"/new/{way}")
    page.wait_for_selector('[data-setup="ready"]')
    page.locator("[data-part=boards] > summary").click()
    page.locator('[data-sets="4"] label').last.click()
    if level:
        for select in page.locator("[data-seat] select").all():
            select.select_option(level)
    page.locator("[data-create]").click()
    assert wait_for_turn(page)


def cut_off(host: Folder, page: Any) -> None:
    """Wait until everything lies on the device, then cut the network."""
    page.evaluate(KEPT, PATIENCE)
    host.close()


@pytest.fixture
def alone(host: Folder, opened: Any) -> Any:
    """A device on which a game was begun before its network was cut."""
    page = opened(host.address, size="phone", service_workers="allow")
    begin(page, "bots", "pup")
    cut_off(host, page)
    return page


def test_a_game_to_its_end_and_what_follows_without_a_network(alone: Any, tmp_path: Path) -> None:
    page = alone
    for _ in range(3):
        act(page)
        assert wait_for_turn(page)
    # The tab is killed in mid-game, and comes back to the same position.
    before = state(page)
    page.reload()
    assert wait_for_turn(page)
    after = state(page)
    assert {name: after[name] for name in ("events", "level", "phase")} == {
        name: before[name] for name in ("events", "level", "phase")
    }
    play_to_the_end(page)
    # Its analysis, which is made here.
    page.locator('[data-finish] a[href*="replay"]').first.click()
    page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
    page.wait_for_selector('[data-analysis="ready"]')
    # Its record goes home, and comes back.
    page.locator("[data-tab=about]").click()
    page.wait_for_selector('[data-fairness="yes"]')
    with page.expect_download() as download:
        page.locator("[data-save=json]").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["result"]
    go(page, "/replay")
    page.wait_for_selector('[data-library="ready"]')
    assert page.locator("[data-record]").count() == 1
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
    go(page, "/replay")
    page.wait_for_selector("li:nth-child(2) > [data-record]")


@pytest.mark.parametrize("level", ["nibbler", "forager", "greedy", "burrower", "master"])
def test_every_level_plays_on_a_device(host: Folder, opened: Any, level: str) -> None:
    page = opened(host.address)
    begin(page, "bots", level)
    play_to_the_end(page)


def test_the_stack_of_the_day_without_a_network(alone: Any) -> None:
    page = alone
    go(page, "/day")
    page.locator("[data-play-day]").click()
    assert wait_for_turn(page)
    assert page.evaluate("location.hash").startswith("#/table/d-day-")
    play_to_the_end(page)
    page.locator("[data-to-day]").click()
    page.wait_for_selector("[data-own]")
    # It is for oneself: nobody else is on a board, and there is no second try.
    assert page.locator("[data-day-board], [data-yesterday], [data-play-day]").count() == 0
    page.locator("[data-own] a").click()
    page.locator("[data-tab=about]").click()
    page.wait_for_selector('[data-fairness="yes"]')


def test_people_pass_the_device_around_without_a_network(alone: Any) -> None:
    begin(alone, "together")
    play_to_the_end(alone)


def test_lessons_workshop_and_companion_need_no_network(alone: Any) -> None:
    page = alone
    go(page, "/learn")
    for lesson in list(LESSONS)[:2]:
        ready(page, lesson)
        learn(page, lesson)
        page.locator("[data-next]").click()
    go(page, "/boards")
    page.wait_for_selector('[data-gallery="3"]')
    page.locator("[data-copy=classic]").click()
    page.wait_for_selector('[data-editor][data-checked="yes"][data-ok="yes"]')
    go(page, "/companion")
    page.wait_for_selector('[data-companion][data-busy="no"]')


def test_games_of_the_device_are_listed_on_the_first_screen(alone: Any) -> None:
    go(alone, "/")
    alone.wait_for_selector('[data-mine="1"]')
    # What is listed was read without waking the engine.
    assert alone.locator("[data-engine]").count() == 1  # the page's own mark alone
    alone.locator("[data-mine] a").first.click()
    assert wait_for_turn(alone)


def test_online_play_is_not_offered_where_no_server_is(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    page.wait_for_selector("[data-alone]")
    assert page.locator('a[href$="/new/online"], a[href$="/lobby"]').count() == 0
    for path in ("/lobby", "/new/online"):
        go(page, path)
        page.wait_for_selector("[data-alone]")


def test_two_tabs_at_one_table(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    begin(page, "bots", "pup")
    other = page.context.new_page()
    other.goto(page.url)
    assert wait_for_turn(other)
    events = state(other)["events"]
    act(page)
    other.wait_for_selector(f'.table:not([data-events="{events}"])')
    assert wait_for_turn(other)
    act(other)
    play_to_the_end(page)
    other.wait_for_selector("[data-finish]")


FILLING = """
let isFull = false;
new BroadcastChannel('full').onmessage = ({ data }) => (isFull = data);
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...what) {
  if (isFull) {
    const error = new DOMException('no room', 'QuotaExceededError');
    Object.defineProperty(this.transaction, 'error', { value: error });
    queueMicrotask(() => this.transaction.abort());
  }
  return add.apply(this, what);
};
"""
"""Makes a worker's store full, as browsers say it, when it is told to."""


def test_a_full_device_says_so_and_loses_nothing(host: Folder, opened: Any) -> None:
    page = opened(host.address)

    def fill(route: Any) -> None:
        route.fulfill(response=(found := route.fetch()), body=FILLING + found.text())

    page.context.route("**/assets/worker-*.js", fill)
    begin(page, "bots", "pup")
    act(page)
    assert wait_for_turn(page)
    before = state(page)["events"]
    page.evaluate("new BroadcastChannel('full').postMessage(true)")
    tap(page, cells(page, "target")[0])
    page.wait_for_selector("[data-notice]")
    assert "no room" in page.locator("[data-notice]").inner_text()
    assert state(page)["events"] == before
    page.reload()
    assert wait_for_turn(page)
    assert state(page)["events"] == before
    act(page)


WATCHING = """
const told = new BroadcastChannel('thinkers');
const thinkers = [];
const Plain = self.Worker;
self.Worker = class extends Plain {
  constructor(...wish) {
    super(...wish);
    thinkers.push(this);
    this.addEventListener('message', ({ data }) => told.postMessage(data ? 'answer' : 'none'));
  }
};
told.onmessage = () => thinkers.splice(0).forEach((one) => one.terminate());
"""
"""Makes the keeper's worker tell of answers from its thinkers, and end them when it is told to."""
THOUGHT = """() => {
  window.answers = 0;
  window.told = new BroadcastChannel('thinkers');
  window.told.onmessage = ({ data }) => (window.answers += data === 'answer');
}"""


def test_thinkers_search_for_the_master_and_may_die(host: Folder, opened: Any) -> None:
    page = opened(host.address)

    def watch(route: Any) -> None:
        route.fulfill(response=(found := route.fetch()), body=WATCHING + found.text())

    page.context.route("**/assets/worker-*.js", watch)
    begin(page, "bots", "master")
    page.evaluate(THOUGHT)
    act(page)
    assert wait_for_turn(page)
    assert page.evaluate("answers") > 0
    # Those who are there vanish without a word; the game goes on, and others come.
    page.evaluate("told.postMessage('die')")
    for _ in range(2):
        page.evaluate("answers = 0")
        act(page)
        assert wait_for_turn(page)
    assert page.evaluate("answers") > 0


def test_a_browser_without_vectors_gets_the_plain_kernel(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    fetched: list[str] = []
    page.context.on("request", lambda one: fetched.append(one.url.rpartition("/")[2]))

    def take_vectors(route: Any) -> None:
        found = route.fetch()
        route.fulfill(response=found, body="WebAssembly.validate = () => false;" + found.text())

    page.context.route("**/assets/worker-*.js", take_vectors)
    begin(page, "bots", "master")
    act(page)
    assert wait_for_turn(page)
    kinds = {name.rpartition("-")[0] for name in fetched if name.endswith(".packed")}
    assert kinds == {"python", "library", "taupes", "kernel-plain", "thinker-plain"}


@pytest.mark.parametrize("size", SIZES)
def test_the_first_screen_of_a_folder_fits(host: Folder, opened: Any, size: str) -> None:
    page = opened(host.address, size=size)
    page.wait_for_selector("[data-alone]")
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide


def test_an_engine_that_cannot_be_had_is_a_kind_word(folder: Path, opened: Any) -> None:
    host = Folder(folder)
    page = opened(host.address)
    page.wait_for_selector("[data-play]")
    page.route("**/engine/**", lambda route: route.abort())
    page.locator("[data-play]").click()
    page.wait_for_selector('[data-engine="failed"]')
    assert "nothing is lost" in page.locator('[data-engine="failed"]').inner_text()
    page.unroute("**/engine/**")
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    host.close()


def test_links_of_a_folder_work_in_a_new_tab(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    page.wait_for_selector("[data-alone]")
    for link in page.locator("a[href]").all():
        address = link.evaluate("(one) => one.href")
        assert address.startswith(host.address), address


def test_the_site_names_nothing_of_this_machine(folder: Path) -> None:
    for path in (folder / PLACE).rglob("*"):
        if path.is_file() and path.suffix in {".html", ".js", ".json", ".md"}:
            assert str(ROOT) not in path.read_text("utf-8"), path


def test_a_server_leaves_the_next_game_to_the_device(
    folder: Path, server: Server, opened: Any, tmp_path: Path
) -> None:
    own = Server(tmp_path, engine=True)
    own.start()
    page = opened(own.address, service_workers="allow")
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert "/table/d-" not in page.url
    page.evaluate(KEPT, PATIENCE)
    page.wait_for_function("localStorage['taupes.engine']")
    page.goto(own.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert "/table/d-" in page.url
    own.stop()
    act(page)
    page.reload()
    assert wait_for_turn(page)
    page.goto(own.address)
    page.wait_for_selector("[data-mine] a[href*='/table/d-']")
