"""Several tabs at one table of the device: one lets the bots think, and another when it is gone."""

from typing import Any

from tests.browser.environment import PATIENCE
from tests.browser.folder import Folder, begin, crash
from tests.browser.player import act, play_to_the_end, state, wait_for_turn

THINKING = """
const own = String(Math.random());
const Plain = self.Worker;
self.Worker = class extends Plain {
  constructor(...wish) {
    super(...wish);
    new BroadcastChannel('thinking').postMessage(own);
  }
};
"""
"""Makes a keeper's worker say that it has others think."""
LISTEN = """(channel) => {
  window.heard = [];
  window.listening = new BroadcastChannel(channel);
  window.listening.onmessage = ({ data }) => window.heard.push(data);
}"""
LOCKS = """async () => {
  const { held, pending } = await navigator.locks.query();
  const count = (all) => all.filter(({ name }) => name.startsWith('taupes-table-')).length;
  return [count(held), count(pending)];
}"""
"""How many tabs lead a table, and how many would."""
AGREED = f"""async ([wanted, patience]) => {{
  const end = Date.now() + patience;
  while (String(await ({LOCKS})()) !== String(wanted)) {{
    if (Date.now() > end) throw new Error(`never ${{wanted}}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }}
}}"""


def agree(page: Any, leading: int, waiting: int) -> None:
    """Wait until so many tabs lead a table, and so many would."""
    page.evaluate(AGREED, [[leading, waiting], PATIENCE])


def another(page: Any) -> Any:
    """The same table in another tab."""
    other = page.context.new_page()
    other.goto(page.url)
    assert wait_for_turn(other)
    return other


def test_two_tabs_at_one_table_until_it_is_deleted(host: Folder, opened: Any) -> None:
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
    # One of them deletes it, and the other hears of it.
    page.locator('[data-finish] a[href*="replay"]').first.click()
    page.locator("[data-tab=about]").click()
    page.locator("[data-delete]").click()
    page.locator("[data-delete-yes]").click()
    page.wait_for_selector('[data-library="ready"]')
    other.get_by_role("heading", name="no such table").wait_for()


def test_one_tab_lets_the_bots_think_and_another_when_it_has_crashed(
    host: Folder, opened: Any
) -> None:
    page = opened(host.address)

    def tell(route: Any) -> None:
        route.fulfill(response=(found := route.fetch()), body=THINKING + found.text())

    page.context.route("**/assets/worker-*.js", tell)
    begin(page, "bots", "master")
    watch = page.context.new_page()
    watch.goto(host.address + "icon.svg")
    watch.evaluate(LISTEN, "thinking")
    other = another(page)
    agree(watch, 1, 1)
    for tab in (other, page, other):
        assert wait_for_turn(tab)
        act(tab)
    assert wait_for_turn(page)
    assert wait_for_turn(other)
    watch.wait_for_function("() => heard.length > 0")
    assert len(set(watch.evaluate("heard"))) == 1
    before = state(other)["events"]
    crash(page)
    agree(watch, 1, 0)
    assert state(other)["events"] == before
    act(other)
    assert wait_for_turn(other)
    watch.wait_for_function("() => new Set(heard).size > 1")
    assert len(set(watch.evaluate("heard"))) == 2
