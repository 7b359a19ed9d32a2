"""Drawings turned into pixels, by resvg."""

from importlib import import_module
from typing import Any


def draw_png(svg: str, *, zoom: int = 1, has_letters: bool = False) -> bytes:
    """A drawing as PNG; ModuleNotFoundError where resvg-py is not installed.

    Looking for the system's fonts takes longer than drawing does: only for drawings with letters.
    """
    resvg: Any = import_module("resvg_py")  # for those who draw pixels
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=not has_letters))
