"""A PDF as a reader sees it: words, sizes, and colours measured on the page."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
from numpy.typing import NDArray

INCH = 25.4
POINT = INCH / 72
DOTS = 5
"""Dots for each millimetre when a page is measured."""
_NEAR = 4
"""How much a colour may differ, of 255."""


class Document:
    """A PDF."""

    def __init__(self, pdf: bytes) -> None:
        with closing(pypdfium2.PdfDocument(pdf)) as opened:
            self.pages = [Leaf(pdf, number) for number in range(len(opened))]


class Leaf:
    """A page of a PDF; the file is open only while something is read from it."""

    def __init__(self, pdf: bytes, number: int) -> None:
        self.pdf = pdf
        self.number = number

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """The page as the library sees it; left open, it would be complained of at the end."""
        with closing(pypdfium2.PdfDocument(self.pdf)) as pdf, closing(pdf[self.number]) as page:
            yield page

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        with self.opened() as page:
            width, height = page.get_size()
        return width * POINT, height * POINT

    @cached_property
    def text(self) -> str:
        """All words, with plain spaces and without hyphens at line ends."""
        with self.opened() as page, closing(page.get_textpage()) as words:
            text = str(words.get_text_bounded())
        return " ".join(text.replace("\ufffe", "").replace("\u202f", " ").split())

    @cached_property
    def picture(self) -> NDArray[np.uint8]:
        """The page as coloured dots, `DOTS` to a millimetre."""
        scale = DOTS * POINT
        with self.opened() as page, closing(page.render(scale=scale, rev_byteorder=True)) as bitmap:
            picture: NDArray[np.uint8] = bitmap.to_numpy()[:, :, :3].copy()
        return picture

    def fonts(self) -> list[tuple[str, bool]]:
        """The name of the font of each text, and whether it comes with the file."""
        kind = pypdfium2.raw.FPDF_PAGEOBJ_TEXT
        with self.opened() as page:
            found = page.get_objects(filter=[kind], max_depth=9)
            fonts = [thing.get_font() for thing in found]
            return [(font.get_base_name(), bool(font.is_embedded)) for font in fonts]

    def spots(
        self, colour: str, within: tuple[float, float, float, float] | None = None
    ) -> list[tuple[float, float, float, float]]:
        """Connected places of a colour: the middle of each, its width and its height."""
        wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])
        x, y, right, bottom = (round(way * DOTS) for way in within or (0, 0, *self.size))
        part = self.picture[y:bottom, x:right].astype(int)
        return [
            (
                (x + (left + right + 1) / 2) / DOTS,
                (y + (top + bottom + 1) / 2) / DOTS,
                (right - left + 1) / DOTS,
                (bottom - top + 1) / DOTS,
            )
            for left, top, right, bottom in _boxes((np.abs(part - wanted) <= _NEAR).all(axis=2))
        ]


def _boxes(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int, int, int]]:
    """The boxes around connected places: runs of dots, linked to the runs above that they touch."""
    runs = [
        (y, int(start), int(end))
        for y, row in enumerate(mask)
        for start, end in np.flatnonzero(np.diff(row.astype(np.int8), prepend=0, append=0)).reshape(
            -1, 2
        )
    ]
    parents = list(range(len(runs)))

    def root(i: int) -> int:
        while parents[i] != i:
            parents[i] = parents[parents[i]]
            i = parents[i]
        return i

    first = 0
    for i, (y, start, end) in enumerate(runs):
        while runs[first][0] < y - 1 or (runs[first][0] == y - 1 and runs[first][2] <= start):
            first += 1
        above = first
        while runs[above][0] == y - 1 and runs[above][1] < end:
            parents[root(above)] = root(i)
            above += 1
    places: dict[int, list[tuple[int, int, int]]] = {}
    for i, run in enumerate(runs):
        places.setdefault(root(i), []).append(run)
    for place in places.values():
        ys, starts, ends = zip(*place, strict=True)
        yield min(starts), min(ys), max(ends) - 1, max(ys)
