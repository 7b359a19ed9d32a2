"""The same person on two devices: a code is shown on one and used on the other."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.checks import check_with_axe
from tests.browser.conftest import Open
from tests.browser.environment import SIZES, Server

STORED = "localStorage['taupes.guest'] ?? ''"
SEATS = [{"who": "me", "name": "Ada"}, {"who": "open"}]


def guest_of(page: Any) -> str:
    return str(page.evaluate(STORED))


def new_table(page: Any) -> str:
    """A table of the device's own, made as the page makes one."""
    made = page.evaluate(
        """async (seats) => {
          const asked = (path, body) => fetch(path, {
            method: 'POST',
            headers: { Authorization: `Bearer ${localStorage['taupes.guest']}` },
            body: JSON.stringify(body),
          }).then((answer) => answer.json());
          localStorage['taupes.guest'] ??= (await asked('/api/guests', {})).token;
          return (await asked('/api/tables', { seats })).table;
        }""",
        SEATS,
    )
    return str(made)


def show(page: Any) -> str:
    """The code that a device shows."""
    page.get_by_role("button", name="Show a code").click()
    return str(page.locator("[data-code]").get_attribute("data-code"))


def test_a_code_typed_on_the_other_device(server: Server, opened: Open) -> None:
    first = opened(f"{server.address}/settings")
    table = new_table(first)
    code = show(first)
    other = opened(f"{server.address}/settings", "phone")
    field = other.get_by_label("Code from your other device")
    go = other.get_by_role("button", name="Continue")
    assert go.is_disabled()
    field.fill(code.lower().replace("-", " "))
    go.click()
    # Nothing has happened yet, and no game is lost by it: nothing is said of any.
    other.locator("[data-asked='0']").wait_for()
    assert guest_of(other) != guest_of(first)
    other.get_by_role("button", name="Be the same person").click()
    other.get_by_role("status").get_by_text("Done").wait_for()
    assert guest_of(other) == guest_of(first)
    assert not other.locator("[data-former]").count()
    # The device that showed the code is told, and shows it no more.
    first.get_by_role("status").get_by_text("the code was used").wait_for()
    assert not first.locator("[data-code]").count()
    other.goto(server.address)
    other.locator(f"a[href='/table/{table}']").first.wait_for()
    # The code is used up: a third device is told so, and stays who it is.
    third = opened(f"{server.address}/settings")
    third.get_by_label("Code from your other device").fill(code)
    third.get_by_role("button", name="Continue").click()
    third.get_by_role("button", name="Be the same person").click()
    third.get_by_role("alert").get_by_text("This code does not work").wait_for()
    assert guest_of(third) != guest_of(first)
    # It can be mended at once, from where they are.
    assert third.get_by_label("Code from your other device").input_value() == code
    assert third.evaluate("document.activeElement.matches('[data-devices]')")


def test_a_link_asks_first_and_leaves_no_trace(server: Server, opened: Open) -> None:
    first = opened(f"{server.address}/settings")
    new_table(first)
    code = show(first)
    link = first.locator("[data-qr]").get_attribute("data-qr")
    assert urlsplit(link).fragment == code
    other = opened(f"{server.address}/")
    own = new_table(other)
    before = guest_of(other)
    sent: list[str] = []
    other.on("request", lambda request: sent.append(request.url))
    other.goto(link)
    other.locator("[data-asked='1']").wait_for()
    assert "Be the same person here?" in other.evaluate("document.activeElement.innerText")
    assert other.evaluate("document.activeElement.getBoundingClientRect().top < innerHeight")
    # A link that somebody else has sent makes nobody another person.
    assert guest_of(other) == before
    assert other.url == f"{server.address}/settings"
    assert not [url for url in sent if code in url or code.replace("-", "") in url]
    assert "One game is known to this device only" in other.locator("[data-asked]").inner_text()
    with other.expect_download() as saved:
        other.get_by_role("button", name="Save these games as a file").click()
    assert own in saved.value.path().read_text("utf-8")
    other.get_by_role("button", name="Cancel").click()
    assert guest_of(other) == before
    # Once more, and this time they mean it.
    other.get_by_label("Code from your other device").fill(code)
    other.get_by_role("button", name="Continue").click()
    other.get_by_role("button", name="Be the same person").click()
    other.locator("[data-former]").wait_for()
    assert guest_of(other) == guest_of(first)
    # What the device had by itself is not lost, also after a reload.
    other.reload()
    other.get_by_role("button", name="Return to those games").click()
    other.locator("[data-former]").wait_for(state="detached")
    assert guest_of(other) == before
    other.goto(server.address)
    other.locator(f"a[href='/table/{own}']").first.wait_for()


def test_a_code_goes_when_its_time_is_up(server: Server, opened: Open) -> None:
    page = opened(None)
    page.clock.install()
    page.goto(f"{server.address}/settings")
    # From here on time passes as it is told to: on a slow machine a second is soon over.
    page.clock.pause_at(page.evaluate("() => Date.now() + 10_000"))
    code = show(page)
    page.clock.run_for(599_000)
    assert page.locator(f"[data-code='{code}']").count()
    page.clock.run_for(2_000)
    page.get_by_role("status").get_by_text("has expired").wait_for()
    assert not page.locator("[data-code]").count()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_it_fits_and_can_be_read(server: Server, opened: Open, locale: str) -> None:
    page = opened(f"{server.address}/settings", "small", locale)
    new_table(page)
    page.locator("[data-devices] .button.main").click()
    page.locator("[data-qr]").wait_for()
    width, _ = SIZES["small"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_with_axe(page)
    code = page.locator("[data-code]").get_attribute("data-code")
    page.goto(f"{server.address}/settings#{code}")
    page.locator("[data-asked]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_with_axe(page)
