"""Somebody who does the lessons, by keyboard or by finger."""

from typing import Any

LESSONS: dict[str, tuple[int, str]] = {
    "place": (3, "!c5 d3 f3"),
    "turn": (3, "disc:2"),
    "straight": (3, "!e6 d7"),
    "exact": (3, "!d4 d3"),
    "hole": (3, "!b2 disc:0 c2"),
    "jump": (3, "e7 !c5 c4 c2"),
    "stay": (3, "!c2 g6"),
    "forced": (2, "!b1 a3"),
    "stuck": (2, "blocked"),
    "home": (2, "pass"),
    "lift": (3, "disc:4 e7 c5"),
    "special": (2, "a2 disc:5 a1"),
    "dotted": (2, "!c3"),
    "over": (2, "c5"),
    "win": (2, "disc:5 c3"),
}
"""By lesson: the radius of its stack, and what to do in it; `!` is a wrong try."""


def key_of(name: str, radius: int) -> str:
    """A cell by its name, as the page marks it."""
    return f"{int(name[1:]) - radius - 1},{radius - ord(name[0]) + ord('a')}"


def ready(page: Any, lesson: str, stage: str = "on") -> None:
    """Wait until a lesson is there and at rest."""
    page.wait_for_selector(
        f'[data-lesson="{lesson}"][data-stage="{stage}"]' + ('[data-busy="no"]' * (stage == "on"))
    )


def do(page: Any, what: str, radius: int, *, keys: bool) -> None:
    """One thing a learner does."""
    if what.startswith("disc:"):
        page.locator(f'[data-slot="{what[5:]}"]').click()
    elif what in {"pass", "blocked"}:
        page.locator(f"[data-{what}]").click()
    else:
        cell = page.locator(f'.stage [data-cell="{key_of(what.strip("!"), radius)}"]')
        if keys:
            cell.focus()
            page.keyboard.press("Enter")
        else:
            box = cell.bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def learn(page: Any, lesson: str, *, keys: bool = True) -> list[str]:
    """Do a lesson; the explanations that were given."""
    radius, things = LESSONS[lesson]
    told = []
    for what in things.split():
        page.wait_for_selector(f'[data-lesson="{lesson}"][data-busy="no"]')
        do(page, what, radius, keys=keys)
        if what.startswith("!"):
            page.wait_for_selector("[data-notice]")
            told.append(page.locator("[data-notice]").inner_text())
    ready(page, lesson, "done")
    return told
