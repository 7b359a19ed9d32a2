"""Somebody who plays on the page: looks at what is lit up, and taps."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.environment import PATIENCE

PLAYER = Path(__file__).with_name("player.js").read_text(encoding="utf-8")
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
SURVEY = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    events: all('.table')[0].dataset.events,
    button: !!all('[data-act=pass], [data-act=blocked]').length,
    disc: all('.discs .disc.ready')[0]?.dataset.slot ?? null,
    value: all('.hand .disc.active')[0]?.dataset.value ?? null,
    holes: all('.stage [data-kind="hole"]').map((one) => one.dataset.cell),
  };
}"""
"""What there is to do, in one look."""

SHORT = {
    "name": "short",
    "levels": [
        {"name": "meadow", "radius": 4, "holes": [[2, -3], [-2, -1], [1, 1], [-3, 3]]},
        {"name": "rock", "radius": 3, "holes": [[0, 0]], "specials": [], "solid": [0, 2, 4]},
    ],
}
"""Boards for a game that is soon over."""
FEW = [3, 3]
"""Moles of two who are sooner done; neither can fill all holes of the first of those boards, so
that none of their games is over before the last one."""


GUEST = """
  const ask = async (path, body) => (await fetch(path, {
    method: 'POST',
    headers: {'Content-Type': 'application/json',
              Authorization: `Bearer ${localStorage['taupes.guest'] ?? ''}`},
    body: JSON.stringify(body)})).json();
  localStorage['taupes.guest'] ??= (await ask('/api/guests', {})).token;
"""
"""Asks a server from within a page, as whoever the device is; somebody new if it is nobody yet."""


def create(page: Any, seats: list[dict[str, str]], **setup: Any) -> str:
    """Make a table for the person at this page, and its id."""
    table: str = page.evaluate(
        "async ([seats, setup]) => {"
        + GUEST
        + """
             const made = await ask('/api/tables', {seats, setup});
             if (!made.table) throw new Error(`no table was made: ${made.sentence}`);
             return made.table;
           }""",
        [seats, {"boards": SHORT, **setup}],
    )
    return table


def wait_until(page: Any, is_so: Callable[[], Any]) -> None:
    """Wait until a page has said something to this process, which listens meanwhile."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(10)


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


def act(page: Any, *, keys: bool = False) -> None:
    """Do one thing that can be done, and wait until the game has it."""
    choose = press if keys else tap
    seen = page.evaluate(SURVEY)
    before, disc = seen["events"], seen["disc"]
    if seen["button"]:
        page.locator("[data-act=pass], [data-act=blocked]").first.click()
    elif disc is not None and keys:
        page.keyboard.press(str(int(disc) + 1))
    elif disc is not None:
        page.locator(f'.discs [data-slot="{disc}"]').click()
    elif movers := cells(page, "move"):
        if len(movers) > 1:
            choose(page, max(movers, key=lambda mole: _hopes(mole, seen)))
        page.wait_for_selector('.stage [data-can="target"]')
        choose(page, cells(page, "target")[0])
    else:
        free = cells(page, "target")
        choose(page, free[(7 * int(before)) % len(free)])
    page.wait_for_selector(f'.table:not([data-events="{before}"]), [data-finish]')


def _hopes(mole: str, seen: dict[str, Any]) -> int:
    """How many holes are as far from a mole as its disc says, whatever lies between."""
    q, r = map(int, mole.split(","))
    value = int(seen["value"])
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return sum(f"{q + value * dq},{r + value * dr}" in seen["holes"] for dq, dr in ways)


def play(page: Any, until: str | None = None, most: int = 2000) -> int:
    """Play on until a selector is there, or the game is over; how many things were done."""
    begin(page, until, most)
    return played(page)


def begin(page: Any, until: str | None = None, most: int = 2000) -> None:
    """Begin to play, so that others can too; `played` waits for it."""
    wish = {"until": until, "most": most, "patience": PATIENCE}
    page.evaluate(f"(wish) => {{ window.played = ({PLAYER.strip().rstrip(';')})(wish); }}", wish)


def played(page: Any) -> int:
    """Wait until what was begun is played; how many things were done."""
    done: int = page.evaluate("() => window.played")
    return done


def play_to_the_end(page: Any) -> int:
    """Play until the game is over; how many things were done."""
    done = play(page)
    assert page.locator("[data-finish]").count() == 1, "the game does not end"
    return done
