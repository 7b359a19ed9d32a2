"""The memory of a start, which a device keeps so that the next one is quicker."""

from typing import Any

from tests.browser.environment import PATIENCE
from tests.browser.folder import Folder, begin, go
from tests.browser.player import act, wait_for_turn, wait_until

MEMORY = """async (patience) => {
  const cache = await caches.open('taupes-engine');
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const names = (await cache.keys()).map(({ url }) => url);
    const name = names.find((url) => url.includes('?memory='));
    const size = name ? (await (await cache.match(name)).blob()).size : 0;
    if (size > 5e6) return name;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no memory was kept');
}"""
"""Looks, again and again, until the memory of a start lies on the device; gives back its name."""
SPOILT = {
    "cut off": "(bytes) => bytes.slice(0, 4e6)",
    "nothing": "() => new Uint8Array(0)",
    "nonsense": "(bytes) => bytes.fill(65)",
    "empty": "(bytes) => bytes.fill(0, bytes.indexOf(10) + 1)",
}


def test_memory_of_a_start_that_is_spoilt_is_made_again(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    begin(page, "bots", "pup")
    name = page.evaluate(MEMORY, PATIENCE)
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text) if "Error" in one.text else None)
    page.reload()
    assert wait_for_turn(page)
    assert said == []
    for how in SPOILT.values():
        spoil = f"""async (name) => {{
          const cache = await caches.open('taupes-engine');
          const bytes = new Uint8Array(await (await cache.match(name)).arrayBuffer());
          await cache.put(name, new Response(({how})(bytes)));
        }}"""
        page.evaluate(spoil, name)
        said.clear()
        page.reload()
        assert wait_for_turn(page)
        assert said, how
        assert page.evaluate(MEMORY, PATIENCE) == name
    act(page)


def test_memory_of_a_start_has_nobodys_game_in_it(host: Folder, opened: Any) -> None:
    page = opened(host.address, names=["Zwölfender"])
    begin(page, "together")
    act(page)
    name = page.evaluate(MEMORY, PATIENCE)
    find = "async (name) => (await (await caches.match(name)).text()).includes('Zwölfender')"
    assert not page.evaluate(find, name)
    page.reload()
    assert wait_for_turn(page)
    assert not page.evaluate(find, name)


def test_what_a_game_takes_wakes_up_behind_the_first_screen(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    workers: list[str] = []
    page.on("worker", lambda one: workers.append(one.url))
    page.wait_for_selector("[data-play]")
    page.evaluate("new Promise((done) => requestIdleCallback(done, {timeout: 3000}))")
    assert not workers  # who has never played may never do
    begin(page, "bots", "pup")
    workers.clear()
    go(page, "/")
    page.wait_for_selector("[data-play]")
    wait_until(page, lambda: workers)
    assert page.locator("[data-engine=starting]").count() == 0
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
