"""Is the new one stronger? A sequential test over paired games that stops as soon as it knows.

The generalised sequential probability ratio test, as fishtest runs it for chess programs. Its unit
is the block: the same stack and luck, once from every seat. With two players the five possible
scores of a pair make it "pentanomial"; with more the new bot sits alone among copies of the old.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal

from taupes.arena.game import Row, play_pairings
from taupes.arena.ledger import Ledger
from taupes.arena.pool import Pool
from taupes.arena.ratings import NORMAL_95, shares_of
from taupes.arena.schedule import pairings
from taupes.arena.settings import BadArena, RunSettings
from taupes.arena.tally import title_of

Verdict = Literal["stronger", "not stronger", "undecided"]

UNSEEN: Final = 1e-3
"""What a score that never occurred counts, so that it stays possible."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be told apart, and how often that may go wrong."""

    elo0: float = 0.0
    """If the new bot is ahead by this or less, it is not stronger."""
    elo1: float = 20.0
    """If it is ahead by this or more, it is."""
    alpha: float = 0.05
    """The chance to call a bot stronger that is not."""
    beta: float = 0.05
    """The chance to miss one that is."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadArena(f"elo0 {self.elo0:g} must be less than elo1 {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadArena("alpha and beta are chances of error: between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the answer is no, and yes (Wald).

        >>> tuple(round(bound, 3) for bound in Claim().bounds)
        (-2.944, 2.944)
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def expected_score(elo: float, players: int = 2) -> float:
    """The share of wins of one bot, so much ahead, among players of equal strength.

    >>> round(expected_score(100), 3), round(expected_score(0, 4), 3)
    (0.64, 0.25)
    """
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_of(score: float, players: int = 2) -> float:
    """How far ahead a bot with this share of wins is; endless for all or none."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10((players - 1) * score / (1 - score))


@dataclass
class Count:
    """How often each score of a block has come up."""

    players: int = 2
    scores: Counter[float] = field(default_factory=Counter)

    @property
    def blocks(self) -> int:
        """How many blocks were counted."""
        return self.scores.total()

    def add(self, score: float) -> None:
        """Count a block by the new bot's mean score in it."""
        self.scores[round(score, 9)] += 1

    def distribution(self) -> dict[float, float]:
        """The share of every score; those not seen yet have a trace."""
        steps = 2 * self.players
        possible = {round(i / steps, 9) for i in range(steps + 1)} | set(self.scores)
        counts = {score: self.scores[score] or UNSEEN for score in sorted(possible)}
        total = sum(counts.values())
        return {score: count / total for score, count in counts.items()}

    def llr(self, claim: Claim) -> float:
        """The log of how much better elo1 explains the scores than elo0."""
        if not self.blocks:
            return 0.0
        seen = self.distribution()
        zero = _most_likely(seen, expected_score(claim.elo0, self.players))
        one = _most_likely(seen, expected_score(claim.elo1, self.players))
        return self.blocks * sum(p * math.log(one[a] / zero[a]) for a, p in seen.items())

    def verdict(self, claim: Claim) -> Verdict:
        """What the scores say so far."""
        lower, upper = claim.bounds
        ratio = self.llr(claim)
        return "stronger" if ratio >= upper else "not stronger" if ratio <= lower else "undecided"

    def elo(self) -> tuple[float, float, float]:
        """The lead in Elo points with its 95 % interval; early stopping exaggerates it a little."""
        if not self.blocks:
            return 0.0, -math.inf, math.inf
        n = self.blocks
        mean = sum(score * count for score, count in self.scores.items()) / n
        square = sum(count * (score - mean) ** 2 for score, count in self.scores.items())
        error = NORMAL_95 * math.sqrt(square / max(1, n - 1) / n)
        low, high = elo_of(mean - error, self.players), elo_of(mean + error, self.players)
        return elo_of(mean, self.players), low, high


def _most_likely(seen: dict[float, float], mean: float) -> dict[float, float]:
    """Of all distributions with this mean, the one under which what was seen is most likely.

    It is p / (1 + x (a - mean)) for the one x that makes it add up (van den Bergh).
    """
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(200):
        x = (low + high) / 2
        if sum(p * (a - mean) / (1 + x * (a - mean)) for a, p in seen.items()) > 0:
            low = x
        else:
            high = x
        if high - low < 1e-13 * max(1.0, abs(x)):
            break
    return {a: p / (1 + x * (a - mean)) for a, p in seen.items()}


@dataclass
class Trial:
    """One test as it is played; iterate over `play` and watch `count`."""

    settings: RunSettings
    """The new bot first, then the old one on all other places."""
    claim: Claim
    games: int
    """At most; then it stays undecided."""
    out: Path | None = None
    count: Count = field(init=False)
    faults: int = field(init=False, default=0)
    titles: dict[str, str] = field(init=False, default_factory=dict)
    """What the bots call themselves."""

    def __post_init__(self) -> None:
        self.count = Count(self.settings.players)
        size = self.settings.players
        self.games = -(-self.games // size) * size

    def play(self, pool: Pool) -> Iterator[list[Row]]:
        """Block by block in the schedule's order: the answer never depends on who is faster."""
        extra = {"kind": "sprt", "claim": asdict(self.claim)}
        with Ledger(self.out, self.settings, extra) as ledger:
            there = {row["arena"]["game"]: row for row in ledger.rows()}
            schedule = groupby(pairings(self.settings, self.games), key=lambda p: p.block)
            blocks = [list(block) for _, block in schedule]
            missing = ([p for p in block if p.number not in there] for block in blocks)
            work = partial(play_pairings, self.settings)
            fresh = pool.map(work, (todo for todo in missing if todo), in_order=True)
            for block in blocks:
                rows = [there[p.number] for p in block if p.number in there]
                if len(rows) < len(block):
                    played = next(fresh)
                    for row in played:
                        ledger.write(row)
                    rows += played
                self._add(rows)
                yield rows
                if self.count.verdict(self.claim) != "undecided":
                    break
            ledger.sort()

    def _add(self, rows: Sequence[Row]) -> None:
        new = self.settings.bots[0]
        score = 0.0
        for row in rows:
            names = row["arena"]["bots"]
            score += shares_of(row["result"]["winners"], len(names))[names.index(new)]
            self.titles |= {name: title_of(row, seat) for seat, name in enumerate(names)}
            self.faults += sum(told["count"] for told in row["arena"]["faults"])
        self.count.add(score / len(rows))

    def as_dict(self) -> dict[str, Any]:
        """The answer for programs."""
        elo, low, high = self.count.elo()
        lower, upper = self.claim.bounds
        scores = self.count.scores
        return {
            "new": self.settings.bots[0],
            "old": self.settings.bots[1],
            "names": [self.titles.get(bot, bot) for bot in self.settings.bots[:2]],
            "verdict": self.count.verdict(self.claim),
            "llr": self.count.llr(self.claim),
            "bounds": [lower, upper],
            "elo0": self.claim.elo0,
            "elo1": self.claim.elo1,
            "alpha": self.claim.alpha,
            "beta": self.claim.beta,
            "games": self.count.blocks * self.settings.players,
            "blocks": {f"{score:g}": scores[score] for score in sorted(scores)},
            "elo": _finite(elo),
            "interval": [_finite(low), _finite(high)],
            "faults": self.faults,
        }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def trial_bots(new: str, old: str, players: int) -> tuple[str, ...]:
    """Who sits down for a test: the new bot alone among the old.

    >>> trial_bots("master", "greedy", 3)
    ('master', 'greedy', 'greedy')
    """
    if new == old:
        raise BadArena(f"{new} against itself has no answer; name two bots")
    return (new, *[old] * (players - 1))
