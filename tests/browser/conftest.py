"""A browser and a server for the tests of the page."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.house import CHROMIUM, PAGE, Server, launch

sync_api = pytest.importorskip("playwright.sync_api")

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 640), "wide": (3840, 2160)}

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("needs Chromium: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not stop it."""
    assert (PAGE / "index.html").exists(), "build the page first: python web/npm.py build"
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Opens pages, each a device of its own; an error on any of them fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_page(
        address: str,
        size: str = "desktop",
        locale: str = "en-GB",
        settings: str = '{"speed": "off", "sounds": false}',
        service_workers: str = "block",
        **more: Any,
    ) -> Any:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            has_touch=size in {"phone", "small"},
            service_workers=service_workers,
            **more,
        )
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.add_init_script(
            "if (!localStorage.getItem('taupes.settings')) "
            f"localStorage.setItem('taupes.settings', {settings!r});"
        )
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
