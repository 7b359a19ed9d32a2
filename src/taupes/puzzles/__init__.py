"""Decisions to try one's skill on: what is clearly best in them, how hard it is to see, and why.

Reading, trying and explaining need msgspec's company alone; only `mining` takes NumPy and Numba.
"""

from taupes.puzzles.judging import Verdict, judge
from taupes.puzzles.puzzle import RATINGS, STEPS, Puzzle, step_of
from taupes.puzzles.reasons import reasons
from taupes.puzzles.store import BadPuzzle, PuzzleLine, PuzzleStore, shipped
from taupes.puzzles.themes import THEMES, themes_of

__all__ = [
    "RATINGS",
    "STEPS",
    "THEMES",
    "BadPuzzle",
    "Puzzle",
    "PuzzleLine",
    "PuzzleStore",
    "Verdict",
    "judge",
    "reasons",
    "shipped",
    "step_of",
    "themes_of",
]
