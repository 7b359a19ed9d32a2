"""The chances to win through a game, as a picture."""

from collections.abc import Sequence
from html import escape
from typing import Final

WIDTH: Final = 900
HEIGHT: Final = 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 50, 40
_COLOURS: Final = {"red": "#d8262c", "blue": "#1f55c4", "green": "#13813f", "yellow": "#c99a00"}
_DASHES: Final = ("", "9 5", "2 5", "12 4 2 4")
"""Lines are told apart without colour too."""


def draw_chances_svg(
    lines: Sequence[tuple[int, Sequence[float]]], teams: Sequence[tuple[str, str]]
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
    for seat, (name, colour) in enumerate(teams):
        points = " ".join(f"{x(event):.1f},{y(values[seat]):.1f}" for event, values in lines)
        stroke = _COLOURS.get(colour, "#555555")
        style = f'stroke="{stroke}" stroke-width="3" stroke-dasharray="{_DASHES[seat % 4]}"'
        at = LEFT + seat * (WIDTH - LEFT - RIGHT) / len(teams)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke-linejoin="round" {style}/>'
            f'<line x1="{at:.1f}" y1="26" x2="{at + 36:.1f}" y2="26" {style}/>'
            f'<text x="{at + 44:.1f}" y="31">{escape(name)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" font-family="sans-serif" font-size="14">'
        "<title>Chances to win</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#fffdf7"/>{"".join(parts)}</svg>\n'
    )
