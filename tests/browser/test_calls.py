"""Being told of turns over days: asked for where it helps, switched on and off, shown."""

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.checks import check_sizes, check_with_axe
from tests.browser.environment import PAGE, PATIENCE, Server
from tests.browser.player import act, wait_for_turn, wait_until
from tests.browser.test_lists import Pair
from tests.browser.test_offline import until_kept
from tests.server.push.service import Browser, PushService

sync_api = pytest.importorskip("playwright.sync_api")

DAYS = {"kind": "days", "days": 2}

STUB = """({wish, answer}) => {
  let permission = sessionStorage.permission ?? 'default';
  Object.defineProperty(Notification, 'permission', {get: () => permission});
  Notification.requestPermission = async () => {
    sessionStorage.asked = Number(sessionStorage.asked ?? 0) + 1;
    return (permission = sessionStorage.permission = answer);
  };
  const subscription = {
    toJSON: () => ({endpoint: wish.endpoint, keys: {p256dh: wish.key, auth: wish.auth}}),
    unsubscribe: async () => (sessionStorage.unsubscribed = true),
  };
  PushManager.prototype.subscribe = async (options) => {
    if (answer === 'broken') throw new DOMException('no service', 'AbortError');
    sessionStorage.key = options.applicationServerKey;
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => subscription;
}"""
"""A browser with a push service: Debian's Chromium has none. Whoever is asked gives the answer."""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def pushing(
    server: Server, service: PushService, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that tells people of their turns, once the shared one has compiled."""
    options = ["--push-contact", "ada@club.example", "--push-service", service.origin]
    options += ["--limit", "push_after_seconds=0"]
    own = Server(tmp_path_factory.mktemp("pushing"), PAGE, *options)
    own.start()
    yield own
    own.stop()


def device(
    server: Server, opened: Any, browser: Browser, answer: str = "granted", **more: Any
) -> Any:
    """A page with its worker on a device that can be told."""
    page = opened(server.address, service_workers="allow", **more)
    given = json.dumps({"wish": browser.wish(), "answer": answer})
    page.add_init_script(f"({STUB})({given})")
    until_kept(page, "taupes-")
    page.reload()
    return page


def ask(page: Any, path: str) -> Any:
    """What the server says to the person at this page."""
    return page.evaluate(
        """async (path) => (await fetch(path, {headers:
             {Authorization: `Bearer ${localStorage['taupes.guest']}`}})).json()""",
        path,
    )


def chosen(page: Any) -> Any:
    return ask(page, "/api/me/export")["push"]


def until(page: Any, text: str) -> None:
    """Wait until what is kept of the person at this page is so."""
    page.evaluate(
        """async ([text, patience]) => {
             const is = new Function('push', `return ${text}`);
             const headers = {Authorization: `Bearer ${localStorage['taupes.guest']}`};
             const end = Date.now() + patience;
             for (;;) {
               const {push} = await (await fetch('/api/me/export', {headers})).json();
               if (is(push)) return;
               if (Date.now() > end) throw new Error(`${text}: ${JSON.stringify(push)}`);
               await new Promise((resolve) => setTimeout(resolve, 50));
             }
           }""",
        [text, PATIENCE],
    )


def test_one_is_asked_at_a_table_over_days_and_told_there(
    pushing: Server, service: PushService, opened: Any
) -> None:
    browser = service.browser("told")
    bob = device(pushing, opened, browser, locale="fr-FR")
    pair = Pair(pushing, opened, bob)
    table = pair.begin(clock=DAYS)
    bob.locator("[data-call]").click()
    until(bob, "push.devices.length === 1")
    bob.locator("[data-call]").wait_for(state="detached")
    assert bob.evaluate("sessionStorage.key") == ask(bob, "/api/push")["key"]
    kept = chosen(bob)
    assert kept["devices"][0]["language"] == "fr"
    assert (kept["quiet"]["begins"], kept["quiet"]["ends"]) == (1320, 480)
    # The night of the test is no matter here.
    bob.goto(f"{pushing.address}/settings")
    bob.locator("[data-setting=quiet]").uncheck()
    until(bob, "push.quiet === null")
    act(pair.ada)
    (message,) = service.wait("told")
    assert message.read(browser) == {
        "table": table,
        "title": "À toi de jouer",
        "body": "Contre Ada",
        "waiting": 1,
    }
    assert bob.evaluate("sessionStorage.asked") == "1"


def test_one_switch_for_a_table_and_one_for_all(
    pushing: Server, service: PushService, opened: Any
) -> None:
    bob = device(pushing, opened, service.browser("switches"))
    table = Pair(pushing, opened, bob).begin(clock=DAYS)
    bob.locator("header [aria-haspopup=dialog]").click()
    here = bob.locator("dialog [data-setting=call]")
    assert not here.is_checked()
    here.click()
    until(bob, "push.devices.length === 1 && !push.muted.length")
    bob.wait_for_selector("dialog [data-setting=call]:checked:enabled")
    here.click()
    until(bob, "push.devices.length === 1 && push.muted.length === 1")
    assert chosen(bob)["muted"] == [table]
    bob.reload()
    bob.locator("header [aria-haspopup=dialog]").click()
    bob.wait_for_selector("dialog [data-setting=call]:not(:checked)")
    bob.goto(f"{pushing.address}/settings")
    everywhere = bob.locator("[data-setting=calls]")
    bob.wait_for_selector("[data-setting=calls]:checked")
    bob.locator("[data-end=quietFrom]").fill("21:15")
    bob.locator("[data-end=quietFrom]").blur()
    until(bob, "push.quiet.begins === 1275")
    everywhere.click()
    until(bob, "push.devices.length === 0 && push.quiet === null")
    assert bob.evaluate("sessionStorage.unsubscribed") == "true"
    bob.reload()
    bob.wait_for_selector("[data-calls=off]")
    assert chosen(bob)["devices"] == []


def test_nobody_is_asked_who_plays_in_one_sitting(
    pushing: Server, service: PushService, opened: Any
) -> None:
    bob = device(pushing, opened, service.browser("sitting"))
    Pair(pushing, opened, bob).begin()
    bob.locator("header [aria-haspopup=dialog]").click()
    bob.locator("dialog [data-setting=confirm]").wait_for()
    assert bob.locator("[data-call], [data-setting=call]").count() == 0
    bob.goto(f"{pushing.address}/settings")
    bob.locator("[data-setting=confirm]").wait_for()
    bob.wait_for_load_state("networkidle")
    assert bob.locator("[data-calls]").count() == 0
    assert bob.evaluate("sessionStorage.asked") is None


def test_nothing_is_offered_where_the_server_tells_nobody(
    server: Server, service: PushService, opened: Any
) -> None:
    bob = device(server, opened, service.browser("silent"))
    Pair(server, opened, bob).begin(clock=DAYS)
    bob.locator("header [aria-haspopup=dialog]").click()
    bob.locator("dialog [data-setting=confirm]").wait_for()
    bob.wait_for_load_state("networkidle")
    assert bob.locator("[data-call], [data-setting=call], [data-calls]").count() == 0


@pytest.mark.parametrize("answer", ["denied", "broken"])
def test_a_no_is_said_and_nothing_is_kept(
    pushing: Server, service: PushService, opened: Any, answer: str
) -> None:
    bob = device(pushing, opened, service.browser(answer), answer)
    Pair(pushing, opened, bob).begin(clock=DAYS)
    if answer == "broken":
        # Allowed, but the browser's own push service is not there.
        bob.evaluate("Notification.requestPermission = async () => 'granted'")
    bob.locator("header [aria-haspopup=dialog]").click()
    bob.locator("dialog [data-setting=call]").click()
    told = "[data-calls=denied]" if answer == "denied" else "[role=alert]"
    assert bob.locator(f"dialog {told}").inner_text()
    assert chosen(bob)["devices"] == []
    if answer == "denied":
        bob.goto(f"{pushing.address}/settings")
        bob.wait_for_selector("[data-calls=denied]")


@pytest.fixture
def allowed(browser: Any, pushing: Server) -> Iterator[Any]:
    """A page of a browser that shows notifications: one without windows never does."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("needs a whole Chromium: apt-get install chromium")
    whole = browser.browser_type.launch(
        executable_path=path,
        args=["--no-sandbox", "--disable-gpu", "--headless=new"],
        ignore_default_args=["--headless"],
    )
    context = whole.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.grant_permissions(["notifications"], origin=pushing.address)
    page = context.new_page()
    kept = json.dumps(json.dumps({"sounds": False, "welcomed": True, "calls": True}))
    page.add_init_script(f"localStorage['taupes.settings'] ??= {kept};")
    page.goto(pushing.address)
    yield page
    whole.close()


def test_the_worker_shows_a_turn_once_and_the_page_takes_it_away(
    pushing: Server, opened: Any, allowed: Any
) -> None:
    bob = allowed
    until_kept(bob, "taupes-")
    pair = Pair(pushing, opened, bob)
    other = pair.begin(clock=DAYS)
    act(pair.ada)
    table = pair.begin(clock=DAYS)
    act(pair.ada)
    assert wait_for_turn(bob)
    # A page looks for what waits as it opens: not later, in the midst of what is shown, however
    # long that takes here.
    bob.add_init_script("window.setInterval = () => 0;")
    bob.goto(f"{pushing.address}/learn")
    sync_api.expect(bob).to_have_title(re.compile(r"^\(2\)"), timeout=PATIENCE)
    session = bob.context.new_cdp_session(bob)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(bob, lambda: registrations)

    def push(**notice: Any) -> None:
        data = {"table": table, "title": "Your turn", "body": "Against Ada", "waiting": 1, **notice}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": pushing.address,
                "registrationId": registrations[0],
                "data": json.dumps(data),
            },
        )

    def shown(count: int) -> Any:
        """What is shown, once it is so much."""
        return bob.evaluate(
            """async ([count, patience]) => {
                 const worker = await navigator.serviceWorker.ready;
                 const end = Date.now() + patience;
                 for (;;) {
                   const all = await worker.getNotifications();
                   if (all.length === count)
                     return all.map(({tag, title, body}) => [tag, title, body]).sort();
                   if (Date.now() > end) throw new Error(`${all.length} are shown`);
                   await new Promise((resolve) => setTimeout(resolve, 50));
                 }
               }""",
            [count, PATIENCE],
        )

    push()
    assert shown(1) == [[table, "Your turn", "Against Ada"]]
    push(body="Against Ada again")
    push(table="zz", title="Your turn", body="Sunday")
    both = [["zz", "Your turn", "Sunday"], [table, "Your turn", "Against Ada again"]]
    assert shown(2) == sorted(both)
    # The page knows that nothing waits at one table, and opens the other.
    bob.goto(f"{pushing.address}/table/{table}")
    assert shown(0) == []
    # Whoever looks at the table is not shown that it waits, but of another that does: whenever the
    # page looks, that stays.
    push(waiting=2)
    push(table=other)
    assert [tag for tag, *_ in shown(1)] == [other]


def test_it_fits_and_can_be_read(pushing: Server, service: PushService, opened: Any) -> None:
    bob = device(pushing, opened, service.browser("looks"), locale="de-DE")
    Pair(pushing, opened, bob).begin(clock=DAYS)
    bob.locator("[data-call]").wait_for()
    check_sizes(bob)
    bob.locator("[data-call]").click()
    until(bob, "push.devices.length === 1")
    bob.goto(f"{pushing.address}/settings")
    bob.wait_for_selector("[data-calls=on]")
    check_sizes(bob, check_with_axe)
