"""Somebody who plays on the page: looks at what is lit up, and taps."""

from pathlib import Path
from typing import Any

from tests.browser.environment import PATIENCE

SCRIPT = Path(__file__).with_name("player.js")
"""Plays without leaving the page: what needs no real hand is played a hundred times faster."""
MAY_ACT = '.table[data-busy="no"]:not([data-acting=""])'
READY = f"{MAY_ACT}, [data-finish]"
IN_PLAY = '.table:not([data-phase="place"])'
"""All moles are placed."""
CAN_MOVE = '.table[data-phase="move"] .stage [data-can="move"]'
CAN_CHOOSE = (
    f'{CAN_MOVE} ~ [data-can="move"], .stage .row:has([data-can="move"]) ~ .row [data-can="move"]'
)
"""There are several moles to move, in one row of cells or in two."""

SHORT = {
    "name": "short",
    "levels": [
        {"name": "meadow", "radius": 4, "holes": [[2, -3], [-2, -1], [1, 1], [-3, 3]]},
        {"name": "rock", "radius": 3, "holes": [[0, 0]], "specials": [], "solid": [0, 2, 4]},
    ],
}
"""Boards for a game that is soon over."""


def create(page: Any, seats: list[dict[str, str]], **setup: Any) -> str:
    """Make a table for the person at this page, and its id."""
    table: str = page.evaluate(
        """async ([seats, setup]) => {
             const ask = async (path, body) => (await fetch(path, {
               method: 'POST',
               headers: {'Content-Type': 'application/json',
                         Authorization: `Bearer ${localStorage['taupes.guest'] ?? ''}`},
               body: JSON.stringify(body)})).json();
             localStorage['taupes.guest'] ??= (await ask('/api/guests', {})).token;
             return (await ask('/api/tables', {seats, setup})).table;
           }""",
        [seats, {"boards": SHORT, **setup}],
    )
    return table


def wait_for_turn(page: Any) -> bool:
    """Wait until this screen may act; False when the game is over."""
    page.wait_for_selector(READY)
    return bool(page.locator("[data-finish]").count() == 0)


def state(page: Any) -> dict[str, str]:
    """What the table says of itself."""
    data: dict[str, str] = page.evaluate(
        "() => ({...document.querySelector('.table').dataset, "
        "level: document.querySelector('.stage .board').dataset.level})"
    )
    return data


def tap(page: Any, cell: str) -> None:
    """Tap the middle of a cell, as a pointer does."""
    box = page.locator(f'.stage [data-cell="{cell}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(page: Any, cell: str) -> None:
    """Go to a cell and press Enter, as a keyboard does."""
    page.locator(f'.stage [data-cell="{cell}"]').focus()
    page.keyboard.press("Enter")


def cells(page: Any, can: str) -> list[str]:
    """The cells that are lit up, holes first."""
    found: list[str] = page.evaluate(
        """(can) => [...document.querySelectorAll(`.stage [data-can="${can}"]`)]
             .sort((a, b) => (b.dataset.kind === 'hole') - (a.dataset.kind === 'hole'))
             .map((cell) => cell.dataset.cell)""",
        can,
    )
    return found


def holes(page: Any) -> set[str]:
    """The holes of the board in play."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.stage [data-kind="hole"]')]
             .map((cell) => cell.dataset.cell)"""
    )
    return set(found)


def act(page: Any, *, keys: bool = False) -> None:
    """Do one thing that can be done, and wait until the game has it."""
    choose = press if keys else tap
    before = state(page)["events"]
    button = page.locator("[data-act=pass], [data-act=blocked]")
    discs = page.locator(".discs .disc.ready")
    if button.count():
        button.first.click()
    elif discs.count():
        if keys:
            page.keyboard.press(str(int(discs.first.get_attribute("data-slot")) + 1))
        else:
            discs.first.click()
    elif not (movers := cells(page, "move")):
        free = cells(page, "target")
        choose(page, free[(7 * int(before)) % len(free)])
    else:
        _move(page, movers, choose)
    page.wait_for_selector(f'.table:not([data-events="{before}"]), [data-finish]')


def _move(page: Any, movers: list[str], choose: Any) -> None:
    """Move a mole, into a hole if one seems to be in reach."""
    disc = int(page.locator(".hand .disc.active").get_attribute("data-value"))
    hopeful = sorted(movers, key=lambda mole: -len(_in_reach(mole, disc) & holes(page)))
    if len(movers) > 1:
        choose(page, hopeful[0])
    page.wait_for_selector('.stage [data-can="target"]')
    choose(page, cells(page, "target")[0])


def _in_reach(mole: str, disc: int) -> set[str]:
    """The cells so many steps away in a straight line, whatever lies between."""
    q, r = map(int, mole.split(","))
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return {f"{q + disc * dq},{r + disc * dr}" for dq, dr in ways}


def play(page: Any, until: str | None = None, most: int = 2000) -> int:
    """Play on until a selector is there, or the game is over; how many things were done."""
    wish = {"until": until, "most": most, "patience": PATIENCE}
    done: int = page.evaluate(SCRIPT.read_text(encoding="utf-8"), wish)
    return done


def play_to_the_end(page: Any) -> int:
    """Play until the game is over; how many things were done."""
    done = play(page)
    assert page.locator("[data-finish]").count() == 1, "the game does not end"
    return done
