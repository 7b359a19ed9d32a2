"""Drawings of positions: as text for terminals and tests, as SVG for pages and documents."""

from taupes.drawing.svg import draw_board_svg, draw_stack_svg, draw_svg
from taupes.drawing.text import draw_board_text, draw_text

__all__ = [
    "draw_board_svg",
    "draw_board_text",
    "draw_stack_svg",
    "draw_svg",
    "draw_text",
]
