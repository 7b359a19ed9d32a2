"""The chances to win through a game, as a picture."""

import math
from collections.abc import Sequence
from typing import Final

from taupes.drawing.svg import escaped

WIDTH: Final = 900
HEIGHT: Final = 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 50, 40
_COLOURS: Final = {"red": "#d8262c", "blue": "#1f55c4", "green": "#13813f", "yellow": "#c99a00"}
_DASHES: Final = ("", "9 5", "2 5", "12 4 2 4")
"""Lines are told apart without colour too."""


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers that divide a range into a handful of steps.

    >>> ticks(-130, 240)
    [-100.0, 0.0, 100.0, 200.0]
    """
    span = max(high - low, 1e-9)
    size = 10.0 ** math.floor(math.log10(span / about))
    step = next(size * m for m in (1, 2, 5, 10) if span / (size * m) <= about)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(k * step, 10) + 0.0 for k in range(first, last + 1)]


def draw_chances_svg(
    lines: Sequence[tuple[int, Sequence[float]]],
    teams: Sequence[tuple[str, str]],
    title: str = "Chances to win, event by event",
) -> str:
    """Each seat's chance to win by event, one line per seat; `teams` are names and colours."""
    last = max(1, lines[-1][0])

    def x(event: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * event / last

    def y(chance: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * chance

    parts = []
    for percent in (0, 25, 50, 75, 100):
        height = y(percent / 100)
        parts.append(
            f'<line x1="{LEFT}" y1="{height:.1f}" x2="{WIDTH - RIGHT}" y2="{height:.1f}" '
            'stroke="#d9d2c3"/>'
            f'<text x="{LEFT - 8}" y="{height + 5:.1f}" text-anchor="end">{percent} %</text>'
        )
    for event in ticks(0, last, 10):
        parts.append(
            f'<text x="{x(event):.1f}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">'
            f"{event:g}</text>"
        )
    for seat, (name, colour) in enumerate(teams):
        points = " ".join(f"{x(event):.1f},{y(values[seat]):.1f}" for event, values in lines)
        stroke = _COLOURS.get(colour, "#555555")
        style = f'stroke="{stroke}" stroke-width="3" stroke-dasharray="{_DASHES[seat % 4]}"'
        at = LEFT + seat * (WIDTH - LEFT - RIGHT) / len(teams)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke-linejoin="round" {style}/>'
            f'<line x1="{at:.1f}" y1="26" x2="{at + 36:.1f}" y2="26" {style}/>'
            f'<text x="{at + 44:.1f}" y="31">{escaped(name)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" font-family="sans-serif" font-size="14">'
        f"<title>{escaped(title)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#fffdf7"/>{"".join(parts)}</svg>\n'
    )
