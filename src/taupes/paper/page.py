"""A sheet of paper as SVG, and the marks that all sheets share.

Lengths are in millimetres from the upper left corner of the paper. Solid lines are cut, dashed
lines are folded, hatched places are glued.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from taupes.paper.measure import Paper
from taupes.paper.sheets import Area, Point

INK: Final = "#222"
FONT: Final = "Libertinus Serif"
"""It comes with Typst."""

CUT: Final = f'fill="none" stroke="{INK}" stroke-width=".25" stroke-linejoin="round"'
FOLD: Final = f'fill="none" stroke="{INK}" stroke-width=".25" stroke-dasharray="1.6 1.2"'

_HATCH: Final = 2.4


def mm(value: float) -> str:
    """A length, short and exact to a hundredth.

    >>> mm(12.5), mm(-0.001), mm(7)
    ('12.5', '0', '7')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(outline: Iterable[Point]) -> str:
    """An outline as the attribute of a polygon."""
    return " ".join(f"{mm(x)},{mm(y)}" for x, y in outline)


def picture(width: float, height: float, defs: str, parts: Iterable[str]) -> str:
    """A whole SVG picture of this size."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {mm(width)} {mm(height)}" width="{mm(width)}mm" height="{mm(height)}mm">'
        f"<defs>{defs}</defs>{''.join(parts)}</svg>"
    )


def paper_picture(paper: Paper, defs: str, parts: Iterable[str]) -> str:
    """A picture as large as the paper."""
    return picture(paper.width, paper.height, defs, parts)


def words_at(x: float, y: float, text: str, size: float, colour: str = INK) -> str:
    """Bold text about a point. Only signs that `FONT` has, since a run has one font."""
    return (
        f'<text x="{mm(x)}" y="{mm(y + size * 0.33)}" font-family="{FONT}" font-weight="bold" '
        f'font-size="{mm(size)}" text-anchor="middle" fill="{colour}">{text}</text>'
    )


def fold_line(start: Point, end: Point) -> str:
    """A line to fold along."""
    return f'<path d="M{mm(start[0])} {mm(start[1])}L{mm(end[0])} {mm(end[1])}" {FOLD}/>'


def glue(name: str, outline: Sequence[Point]) -> tuple[str, str]:
    """A place for glue: the definition it needs, under a name, and the hatching."""
    xs, ys = zip(*outline, strict=True)
    area = Area(min(xs), min(ys), max(xs), max(ys))
    defs = f'<clipPath id="{name}"><polygon points="{points(outline)}"/></clipPath>'
    hatch = (
        f'<polygon points="{points(outline)}" fill="#fff" fill-opacity=".7"/>'
        f'<path clip-path="url(#{name})" d="{"".join(_slopes(area))}" fill="none" '
        f'stroke="{INK}" stroke-opacity=".45" stroke-width=".15"/>'
    )
    return defs, hatch


def _slopes(area: Area) -> Iterator[str]:
    """Slanting lines across an area."""
    offset = 0.0
    while offset < area.width + area.height:
        x = area.left + offset
        height = mm(area.height)
        yield f"M{mm(x)} {mm(area.top)}l-{height} {height}"
        offset += _HATCH
