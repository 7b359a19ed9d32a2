"""The game on paper: boards, pieces and rules as a PDF to cut out."""

from taupes.paper.booklet import board_sheets, draw_booklet, file_name
from taupes.paper.measure import CELL, PAPERS

__all__ = ["CELL", "PAPERS", "board_sheets", "draw_booklet", "file_name"]
