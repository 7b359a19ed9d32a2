"""What every screen has to stand: axe, small windows, fingers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser.environment import ROOT, SIZES

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = ("light", "dark")


@contextmanager
def seen(page: Any) -> Iterator[None]:
    """Have a page drawn, for whoever looks at its colours."""
    page.evaluate("() => { unseen.disabled = true; }")
    yield
    page.evaluate("() => { unseen.disabled = false; }")


def check_with_axe(page: Any) -> None:
    """Axe finds nothing serious by day and by night, once everything has come to its place."""
    with seen(page):
        _check_looks(page)


def _check_looks(page: Any) -> None:
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    for look in LOOKS:
        page.emulate_media(color_scheme=look)
        page.wait_for_selector(f'html[data-look="{look}"]')
        _check_look(page)


def _check_look(page: Any) -> None:
    page.evaluate(
        """() => Promise.all(document.getAnimations()
             .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
             .map((one) => one.finished.catch(() => null)))
             .then(() => null)"""
    )
    found = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    serious = [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]
    assert serious == []


def plain(text: str) -> str:
    """A text with ordinary spaces: those that do not break look like others."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


LINES = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({bottom}) => Math.round(bottom))).size;
})"""
"""In how many lines each of some texts stands."""


def visit(page: Any, path: str, sign: str) -> None:
    """Go to another screen within the page, as a link does, and wait for its sign."""
    page.evaluate(
        """(path) => {
             document.querySelector('main').dataset.left = '';
             history.pushState(null, '', path);
             dispatchEvent(new PopStateEvent('popstate'));
           }""",
        path,
    )
    page.wait_for_selector(f"main:not([data-left]) {sign}")


def resize(page: Any, window: tuple[int, int]) -> None:
    """Give a page another window, and wait until everything has found its place in it."""
    width, height = window
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    # What is measured as it changes its size is drawn in the next frame.
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def show_all(page: Any) -> None:
    """Open whatever can be opened."""
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => one.open = true)")


def check_fit(page: Any) -> None:
    """Nothing sticks out at the side; what can be pressed is whole and large enough, what can be
    opened has its sign.
    """
    width = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    cut = page.evaluate(
        """() => [...document.querySelectorAll('button:not(.cell), a.button, summary')]
             .filter((one) => one.checkVisibility({visibilityProperty: true}))
             .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
             .filter(([, box]) => box.left < -1 || box.right > innerWidth + 1)
             .map(([text]) => text)"""
    )
    assert cut == []
    small = page.evaluate(
        """() => [...document.querySelectorAll('button:not(.cell, [data-log]), a.button, select')]
             .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
             .filter(([, box]) => box.width && box.height && Math.min(box.width, box.height) < 43.5)
             .map(([text]) => text)"""
    )
    assert small == []
    unmarked = page.evaluate(
        """() => [...document.querySelectorAll('summary:not(.button)')]
             .filter((one) => getComputedStyle(one).display !== 'list-item' &&
               getComputedStyle(one, '::after').content === 'none')
             .map((one) => one.outerHTML.slice(0, 100))"""
    )
    assert unmarked == []


def check_whole(page: Any) -> None:
    """All of it is in sight at once: there is nothing to scroll to."""
    assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0


def check_sizes(page: Any, check: Callable[[Any], None] | None = None) -> None:
    """Everything fits into a window of any size, and whatever else is asked of it is so."""
    for size in SIZES.values():
        resize(page, size)
        check_fit(page)
        if check is not None:
            check(page)


def check_discs(page: Any) -> None:
    """The six discs lie within the window, from its left to its right edge."""
    boxes = [disc.bounding_box() for disc in page.locator(".hand [data-slot]").all()]
    assert len(boxes) == 6
    assert min(box["x"] for box in boxes) >= 0
    assert max(box["x"] + box["width"] for box in boxes) <= page.viewport_size["width"]
