"""The game from a plain folder under a sub-path, without a server; then without a network."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import resize
from tests.browser.environment import PATIENCE, ROOT, SIZES, Server
from tests.browser.folder import KEPT, PLACE, Folder, begin, crash, cut_off, go
from tests.browser.learner import LESSONS, learn, ready
from tests.browser.player import act, cells, play_to_the_end, state, tap, wait_for_turn


def test_a_game_to_its_end_and_what_follows_without_a_network(alone: Any, tmp_path: Path) -> None:
    page = alone
    for _ in range(3):
        act(page)
        assert wait_for_turn(page)
    # The tab's process is killed in mid-game; another tab comes back to the same position.
    before, address = state(page), page.url
    again = page.context.new_page()
    crash(page)
    page = again
    page.goto(address)
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
def test_every_level_plays_without_a_network(cut: Any, level: str) -> None:
    begin(cut, "bots", level)
    play_to_the_end(cut)


def test_a_game_goes_on_when_the_network_is_cut(host: Folder, opened: Any) -> None:
    page = opened(host.address, service_workers="allow")
    begin(page, "bots", "pup")
    cut_off(host, page)
    page.reload()
    play_to_the_end(page)


def test_the_stack_of_the_day_without_a_network(cut: Any) -> None:
    page = cut
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


def test_a_puzzle_without_a_network(cut: Any) -> None:
    page = cut
    go(page, "/practice")
    page.wait_for_selector('[data-practice-hub="ready"]')
    page.locator("[data-theme=home]").click()
    page.wait_for_selector('[data-puzzle][data-stage="open"][data-busy="no"]')
    tap(page, cells(page, "move")[0])
    page.wait_for_selector('.stage [data-can="target"]', state="attached")
    tap(page, cells(page, "target")[0])
    page.wait_for_selector("[data-result]")
    assert page.locator("[data-why] p").count() >= 1
    kept = json.loads(page.evaluate("() => localStorage.getItem('taupes.practice')"))
    assert kept["rating"]["deviation"] < 350


def test_habits_and_a_choice_tried_again_without_a_network(alone: Any) -> None:
    page = alone
    now, places = state(page), cells(page, "target")
    play_to_the_end(page)
    # The game is looked back on here.
    page.wait_for_selector("[data-luck-by-board]")
    kept = json.loads(page.evaluate("localStorage['taupes.reviews']"))
    assert len(kept["reviews"]) == 1
    choices = [{"type": "place", "cell": [*map(int, one.split(","))]} for one in places]
    mistake = {
        "game": page.url.rpartition("/")[2],
        "event": int(now["events"]),
        "seat": int(now["acting"]),
        "loss": 0.31,
        "slip": "placing",
        "place": "placing",
        "played": choices[1],
        "choices": [{"choice": one, "value": 0.6 / (1 + i)} for i, one in enumerate(choices)],
    }
    text = json.dumps({**kept, "mistakes": [mistake]})
    page.evaluate("(text) => { localStorage['taupes.reviews'] = text; }", text)
    go(page, "/habits")
    page.wait_for_selector('[data-habits="1"]')
    page.locator("[data-retry]").click()
    page.wait_for_selector('[data-puzzle][data-stage="open"][data-busy="no"]')
    page.wait_for_selector(f'.stage [data-cell="{places[0]}"][data-can="target"]')
    tap(page, places[0])
    page.wait_for_selector('[data-stage="solved"] [data-why]')


def test_people_pass_the_device_around_without_a_network(cut: Any) -> None:
    begin(cut, "together")
    play_to_the_end(cut)


def test_lessons_workshop_and_companion_need_no_network(cut: Any) -> None:
    page = cut
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
    page.wait_for_function("() => answers > 0")
    # Those who are there vanish without a word; the game goes on, and others come.
    page.evaluate("told.postMessage('die')")
    for _ in range(2):
        page.evaluate("answers = 0")
        act(page)
        assert wait_for_turn(page)
    page.wait_for_function("() => answers > 0")


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
    both = {"core", "loader", "python", "library", "taupes"}
    assert kinds >= {*both, "kernel-plain", "thinker-plain"}
    assert not {"kernel-simd", "thinker-simd"} & kinds


def test_the_first_screen_of_a_folder_fits(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    page.wait_for_selector("[data-alone]")
    for size in SIZES.values():
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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
    page.wait_for_function("() => localStorage['taupes.engine']")
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
