"""From a game to the puzzles in it: cheap looks first, the long searches for what they leave."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from taupes.bots.player import Turn, choices
from taupes.puzzles.coding import encode
from taupes.puzzles.mining.difficulty import LEVELS, WEAKEST, finds, rate
from taupes.puzzles.mining.games import Crossroads, decisions_of
from taupes.puzzles.mining.weighing import Weights, confirm, weigh
from taupes.puzzles.store import PuzzleLine, id_of, setting_of
from taupes.puzzles.themes import may_be_about, themes_of
from taupes.rules import Decline, Move, Pass

FEWEST: Final = 3
"""A move is worth a thought if there are so many."""
FOUND: Final = 0.5
"""Who finds an answer more often than this has found it."""
SIGHT: Final = "greedy"
"""The level that sees what lies open."""
OPEN: Final = 8
"""Of the many puzzles whose answer lies open, one in so many is kept."""
COMMON: Final = {"bonus": 2, "pass": 4, "shovel": 2}
"""Of those about these themes, of which there are many, too."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A decision that may become a puzzle."""

    decision: Crossroads
    weights: Weights
    rating: int
    themes: tuple[str, ...]


def dig(seed: int, numbers: Sequence[int], themes: Sequence[str] = ()) -> list[PuzzleLine]:
    """The puzzles in games of these numbers; with themes, all of them that are about one."""
    return [line for number in numbers for line in _dig(seed, number, themes)]


def _dig(seed: int, number: int, themes: Sequence[str]) -> Iterator[PuzzleLine]:
    """The puzzles in one game: the hardest of each board that withstands a longer look."""
    rng = Random(f"{seed}/{number}/puzzles")
    boards: dict[int, list[Candidate]] = defaultdict(list)
    for decision in decisions_of(seed, number):
        if themes and not any(may_be_about(decision.state, theme) for theme in themes):
            continue
        if candidate := survey(decision, rng, themes):
            boards[decision.state.level].append(candidate)
    for candidates in boards.values():
        for candidate in sorted(candidates, key=lambda each: -each.rating):
            if weights := confirm(candidate.decision.state, candidate.weights, rng):
                yield line_of(candidate, weights)
                break


def survey(decision: Crossroads, rng: Random, wanted: Sequence[str] = ()) -> Candidate | None:
    """A decision if one choice seems clearly best, and it is neither too plain nor too common."""
    state = decision.state
    weights = weigh(state, rng)
    if weights is None:
        return None
    best = weights.best
    is_about_moles = not any(isinstance(each, Pass | Decline | Turn) for each, _ in weights.ranking)
    if isinstance(best, Move) and len(weights.ranking) < FEWEST:
        return None
    themes = themes_of(state, weights.ranking)
    if wanted and not set(wanted) & set(themes):
        return None
    if not wanted and rng.randrange(COMMON.get(themes[0], 1)):
        return None
    shares = {SIGHT: finds(state, best, SIGHT, rng)}
    if not wanted and shares[SIGHT] > FOUND and rng.randrange(OPEN):
        return None
    shares |= {level: finds(state, best, level, rng) for level in LEVELS if level != SIGHT}
    # Where one only acts or does not there is no mole to overlook, and the weakest see it too.
    if is_about_moles and shares[WEAKEST] > FOUND:
        return None
    return Candidate(decision, weights, rate(shares), themes)


def line_of(candidate: Candidate, weights: Weights) -> PuzzleLine:
    """The line of a puzzle."""
    decision, game = candidate.decision, candidate.decision.state.game
    values = dict(weights.ranking)
    setting = setting_of(game, decision.preset)
    name = id_of(setting, encode(game, decision.events, ()))
    code = encode(game, decision.events, [values[each] for each in choices(decision.state)])
    return PuzzleLine(name, candidate.rating, candidate.themes, setting, weights.is_exact, code)
