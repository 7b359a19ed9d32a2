"""Fingers on the board of a small telephone."""

from itertools import combinations
from math import dist
from typing import Any

from tests.browser.environment import Server
from tests.browser.player import cells, play, wait_for_turn
from tests.browser.tables import ADA, BOB, create

FINGER = 44
"""How far apart the middles of targets are to be, in pixels."""


class Finger:
    """A finger that can be put down, moved and lifted."""

    def __init__(self, page: Any) -> None:
        self._session = page.context.new_cdp_session(page)

    def down(self, x: float, y: float) -> None:
        """Put it down."""
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        """Move it."""
        self._send("touchMove", [{"x": x, "y": y}])

    def up(self) -> None:
        """Lift it."""
        self._send("touchEnd", [])

    def touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        """Do something with several fingers at once."""
        self._send(kind, [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(page: Any, cell: str) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    box = page.locator(f'.stage [data-cell="{cell}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def table_for_two(server: Server, opened: Any) -> Any:
    """A small telephone with two people at it, before the first mole."""
    table = create(server, [ADA, BOB], start=True, first=0)
    page = opened(None, size="small", guest=table.guest)
    page.clock.install()
    page.goto(table.address)
    assert wait_for_turn(page)
    return page


def test_a_finger_that_slides_sees_what_it_means(server: Server, opened: Any) -> None:
    page = table_for_two(server, opened)
    finger = Finger(page)
    lit = cells(page, "target")
    start, end = lit[10], lit[20]
    # However slow the machine is, this finger does not rest, so that the board stays where it is.
    # Time can only be stopped at a moment to come.
    page.clock.pause_at(page.evaluate("() => Date.now() + 10_000"))
    finger.down(*middle(page, start))
    finger.move(*middle(page, end))
    page.wait_for_selector("[data-loupe]")
    finger.up()
    page.clock.resume()
    page.wait_for_selector("[data-loupe]", state="detached")
    page.wait_for_selector('.table[data-events="1"][data-busy="no"]')
    assert wait_for_turn(page)
    assert end not in cells(page, "target")
    assert start in cells(page, "target")


def test_a_finger_that_leaves_the_board_does_nothing(server: Server, opened: Any) -> None:
    page = table_for_two(server, opened)
    finger = Finger(page)
    finger.down(*middle(page, cells(page, "target")[10]))
    finger.move(160, 5)
    finger.up()
    x, y = middle(page, cells(page, "target")[3])
    page.touchscreen.tap(x, y)
    page.wait_for_selector('.table[data-events="1"][data-busy="no"]')


def test_the_board_comes_closer_where_targets_are_near_each_other(
    server: Server, opened: Any
) -> None:
    page = table_for_two(server, opened)
    play(page, until='.table:has(.hand .disc.active[data-value="1"]) .stage [data-can="move"]')
    movers = cells(page, "move")
    near = []
    for mole in movers:
        page.touchscreen.tap(*middle(page, mole))
        page.wait_for_selector('.stage [data-can="target"]')
        spots = [middle(page, cell) for cell in cells(page, "target")]
        near += [dist(one, other) for one, other in combinations(spots, 2)]
        page.keyboard.press("Escape")
    assert min(near) > FINGER - 1


def test_the_board_comes_closer_under_a_finger_that_rests(server: Server, opened: Any) -> None:
    page = table_for_two(server, opened)
    finger = Finger(page)
    board = page.locator(".stage .board")
    start = cells(page, "target")[20]
    finger.down(*middle(page, start))
    page.wait_for_selector('.stage .board[data-lean="yes"]')
    spots = {cell: middle(page, cell) for cell in cells(page, "target")}
    near = {cell: dist(spot, spots[start]) for cell, spot in spots.items() if cell != start}
    assert min(dist(one, other) for one, other in combinations(spots.values(), 2)) > FINGER - 1
    end = min(near, key=lambda cell: near[cell])
    finger.move(*spots[end])
    finger.up()
    page.wait_for_selector('.table[data-events="1"][data-busy="no"]')
    assert board.get_attribute("data-lean") == "no"
    assert wait_for_turn(page)
    assert end not in cells(page, "target")
    assert start in cells(page, "target")


def test_a_tap_places_where_it_was_made(server: Server, opened: Any) -> None:
    page = table_for_two(server, opened)
    target = cells(page, "target")[20]
    page.touchscreen.tap(*middle(page, target))
    page.wait_for_selector('.table[data-events="1"][data-busy="no"]')
    assert wait_for_turn(page)
    assert target not in cells(page, "target")
