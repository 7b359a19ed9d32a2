"""Which of the puzzles that were mined are shipped: those that hold, say why, and differ enough.

What is left out is drawn by lot from the id, so the same files give the same selection, and whoever
selects again from what was selected leaves out nothing more.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from taupes.arena import Pool
from taupes.puzzles.mining.weighing import search
from taupes.puzzles.puzzle import Puzzle
from taupes.puzzles.reasons import reasons
from taupes.puzzles.store import PuzzleLine
from taupes.puzzles.themes import themes_of
from taupes.words.language import Words
from taupes.words.names import called_in
from taupes.words.teller import Teller

HELD: Final = 0.09
"""How far ahead the best choice must be when it is judged once more."""
SHARES: Final[Mapping[str, tuple[int, int]]] = {
    "bonus": (1, 4),
    "home": (7, 3),
    "pass": (1, 4),
    "shovel": (7, 3),
}
"""By first theme, where a lot is read and how many share one prize: of the common ones few stay."""
PLAIN: Final = 1000
"""Passing is common below this rating alone."""


def select(
    lines: Iterable[PuzzleLine], simulations: int, pool: Pool
) -> Iterator[PuzzleLine | None]:
    """Each puzzle once, in the order in which they came, or None for one that is left out."""
    known: dict[str, PuzzleLine] = {line.id: line for line in lines}
    yield from pool.map(partial(judged, simulations=simulations), known.values(), in_order=True)


def judged(line: PuzzleLine, simulations: int) -> PuzzleLine | None:
    """A puzzle with its themes as they are told now; None if it is left out.

    With simulations, what was searched for is searched for once more.
    """
    puzzle = line.puzzle()
    named = replace(line, themes=themes_of(puzzle.state, puzzle.choices))
    if is_drawn(named) and is_explained(puzzle) and (not simulations or holds(puzzle, simulations)):
        return named
    return None


def is_drawn(line: PuzzleLine) -> bool:
    """Whether the lot of a puzzle lets it in: always, unless there are many of its kind."""
    theme = line.themes[0]
    if theme not in SHARES or (theme == "pass" and line.rating >= PLAIN):
        return True
    place, share = SHARES[theme]
    lot = int(hashlib.sha256(line.id.encode()).hexdigest(), 16)
    return lot // place % share == 0


def is_explained(puzzle: Puzzle) -> bool:
    """Whether there is more to say than that the difference shows later."""
    words = Words("en")
    teller = Teller(puzzle.state.game, called_in(puzzle.record, "en"), words)
    return words("puzzles.after.later") not in reasons(teller, puzzle.state, puzzle.choices)


def holds(puzzle: Puzzle, simulations: int) -> bool:
    """Whether a longer search finds the same choice as far ahead; what is exact does."""
    if puzzle.is_exact:
        return True
    found = search(puzzle.state, simulations, Random(f"again {puzzle.id}"))
    return found.best == puzzle.best and found.lead >= HELD
