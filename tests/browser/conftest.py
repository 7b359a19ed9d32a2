"""A browser and a server for the tests of the page."""

import json
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from taupes.server.running import engine_folder, page_folder
from taupes.server.site import make_site
from tests.browser.environment import (
    CHROMIUM,
    PAGE,
    PATIENCE,
    SIZES,
    UNSEEN,
    Server,
    check_built,
    compile_bots,
    launch,
)
from tests.browser.folder import PLACE, Folder, begin, cut_off
from tests.server.nursery import thinking

sync_api = pytest.importorskip("playwright.sync_api")

Open = Callable[..., Any]

LOOK = 10_000
"""Milliseconds in which the page of a test that has failed says what stands on it."""
MUCH = 3000
"""Signs of its markup that are shown."""


BROWSER = pytest.StashKey[Any]()
"""The browser of a worker, for whoever looks at what is open in it."""


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """One browser for all tests of a worker."""
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("needs Chromium: apt-get install chromium-headless-shell")
    with sync_api.sync_playwright() as playwright:
        request.session.stash[BROWSER] = one = launch(playwright)
        yield one
        one.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of a test that fails, say what stood on its pages, not only what was waited for."""
    report = yield
    if report.when == "call" and report.failed and (one := item.session.stash.get(BROWSER, None)):
        pages = [page for device in one.contexts for page in device.pages]
        report.sections += [(f"page {page.url}", what_stands_on(page)) for page in pages]
    return report


def what_stands_on(page: Any) -> str:
    """The text and the first part of the markup of a page, unless it does not answer."""
    try:
        body = page.locator("body")
        text, markup = body.inner_text(timeout=LOOK), body.inner_html(timeout=LOOK)
    except sync_api.Error as error:
        return f"{error}"
    return f"{text}\n\n{markup[:MUCH]}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not stop it; its bots have thought before."""
    if page_folder() == PAGE:
        check_built("npm.py", "built")
    if not thinking():
        compile_bots()
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    one.warm()
    yield one
    one.stop()


def new_device(
    browser: Any, size: str, locale: str, *, moving: bool = False, service_workers: str = "block"
) -> Any:
    """A device as it comes from the shop."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=locale,
        has_touch=size in {"phone", "small"},
        reduced_motion="no-preference" if moving else "reduce",
        service_workers=service_workers,
    )
    context.set_default_timeout(PATIENCE)
    return context


def new_page(device: Any, errors: list[str], *, script: str = "", **settings: Any) -> Any:
    """A page on a device, which is not drawn; errors on it are noted, and a script runs first."""
    page = device.new_page()
    kept = json.dumps({"sounds": False, "night": False, "welcomed": True, **settings})
    page.add_init_script(f"{script}{UNSEEN}localStorage['taupes.settings'] ??= {json.dumps(kept)};")
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Opens pages, each a device of its own; an error on any of them fails the test.

    Without an address a page has yet to go somewhere, after something was done to it. Whose device
    it is can be said: `guest` is what a server calls them. Nothing moves on these devices, unless a
    test is about movement: `moving=True`; nobody is asked what is asked before a device's first
    game, unless with `welcomed=False`; and what is heard does not depend on the time of day, unless
    with `night=True`.
    """
    devices: list[Any] = []
    errors: list[str] = []

    def open_page(
        address: str | None,
        size: str = "desktop",
        locale: str = "en-GB",
        *,
        guest: str | None = None,
        moving: bool = False,
        service_workers: str = "block",
        **settings: Any,
    ) -> Any:
        device = new_device(browser, size, locale, moving=moving, service_workers=service_workers)
        devices.append(device)
        page = new_page(device, errors, **settings)
        if guest is not None:
            page.add_init_script(f"localStorage['taupes.guest'] ??= {json.dumps(guest)};")
        if address is not None:
            page.goto(address)
        return page

    yield open_page
    for device in devices:
        device.close()
    assert errors == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, in a sub-folder."""
    if not list(engine_folder().glob("engine-*.json")):
        pytest.skip("needs the engine: python web/device.py")
    check_built("npm.py", "built")
    check_built("device.py", "--check")
    root = tmp_path_factory.mktemp("site")
    make_site(page_folder(), engine_folder(), root / PLACE)
    return root


@pytest.fixture
def host(folder: Path) -> Iterator[Folder]:
    """A host of its own for each test, so that it can be closed."""
    one = Folder(folder)
    yield one
    one.close()


@pytest.fixture(scope="module")
def stocked(browser: Any, folder: Path) -> Iterator[tuple[Any, str]]:
    """A device without a network on which all that a game takes lies, and the site's address."""
    host, errors = Folder(folder), list[str]()
    device = new_device(browser, "phone", "en-GB", service_workers="allow")
    page = new_page(device, errors)
    page.goto(host.address)
    begin(page, "bots", "pup")
    cut_off(host, page)
    page.close()
    yield device, host.address
    device.close()
    assert errors == []


AS_NEW = """
if (!sessionStorage.isNew) {
  for (const name of Object.keys(localStorage))
    if (name !== 'taupes.engine') delete localStorage[name];
  sessionStorage.isNew = 'no';
}
"""
"""Forgets what others have done on a device, but not that the engine lies there."""


@pytest.fixture
def cut(stocked: tuple[Any, str]) -> Iterator[Any]:
    """A page on a device without a network where nobody has played, with all that a game takes."""
    device, address = stocked
    errors: list[str] = []
    page = new_page(device, errors, script=AS_NEW)
    site = urlsplit(address)
    device.new_cdp_session(page).send(
        "Storage.clearDataForOrigin",
        {"origin": f"{site.scheme}://{site.netloc}", "storageTypes": "indexeddb"},
    )
    page.goto(address)
    yield page
    for one in device.pages:
        one.close()
    assert errors == []


@pytest.fixture
def alone(cut: Any) -> Any:
    """A page on such a device, with a game that was begun there."""
    begin(cut, "bots", "pup")
    return cut
