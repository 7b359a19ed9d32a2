"""Draw the pictures of the printed game again: `python docs/pictures/paper.py`."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
from numpy.typing import NDArray

from taupes.paper import draw_booklet
from taupes.rules import load_stack

DOTS = 58 / 72
"""Dots for each point of the page."""


def pictures() -> dict[str, bytes]:
    """All pictures by file name: some pages of the booklet, two side by side."""
    pdf = pypdfium2.PdfDocument(draw_booklet(load_stack("classic-0351"), language="en"))
    pages = [page.render(scale=DOTS, rev_byteorder=True).to_numpy()[:, :, :3] for page in pdf]
    return {
        "paper-boards.png": _png(_beside(pages[3], pages[4])),
        "paper-pieces.png": _png(_beside(pages[10], pages[11])),
        "paper-words.png": _png(_beside(pages[0], pages[12])),
    }


def _beside(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two pages with a grey gap around and between them."""
    gap = ((8, 8), (8, 8), (0, 0))
    padded = [np.pad(page, gap, constant_values=0x99) for page in (left, right)]
    return np.concatenate([padded[0], padded[1][:, 8:]], axis=1)


def _png(picture: NDArray[np.uint8]) -> bytes:
    """A picture as a small PNG file, in its 256 commonest colours."""
    height, width, _ = picture.shape
    colours, places, counts = np.unique(
        picture.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    palette = colours[np.argsort(-counts, kind="stable")[:256]].astype(int)
    nearest = np.array([np.abs(palette - colour).sum(axis=1).argmin() for colour in colours])
    dots = nearest[places].astype(np.uint8).reshape(height, width)
    data = np.concatenate([np.zeros((height, 1), np.uint8), dots], axis=1).tobytes()
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(data, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )


if __name__ == "__main__":
    for name, picture in pictures().items():
        Path(__file__).with_name(name).write_bytes(picture)
