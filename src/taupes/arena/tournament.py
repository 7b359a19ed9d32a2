"""A tournament: the schedule played out, resumed where it was left, and summed up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import Final

from taupes.arena.game import Row, play_pairings
from taupes.arena.ledger import Ledger
from taupes.arena.pool import Pool
from taupes.arena.schedule import Pairing, pairings, rounded
from taupes.arena.settings import BadArena, RunSettings
from taupes.arena.tally import Tally

HANDFUL: Final = 0.5
"""Seconds of thinking that a worker is handed at a time."""
MOST_BLOCKS: Final = 32


@dataclass
class Tournament:
    """One run; iterate over `play` and watch `tally` grow."""

    settings: RunSettings
    games: int
    """In whole rounds."""
    out: Path | None = None
    tally: Tally = field(init=False)
    resumed: int = field(init=False, default=0)
    """Games that were in the folder already."""

    def __post_init__(self) -> None:
        self.games = rounded(self.games, len(self.settings.bots), self.settings.players)
        self.tally = Tally.of(self.settings.bots, self.settings.players)

    def play(self, pool: Pool) -> Iterator[Row]:
        """Play what is left to play; every game is kept before it is told."""
        with Ledger(self.out, self.settings, {"kind": "tournament"}) as ledger:
            there = set()
            for row in ledger.rows():
                there.add(row["arena"]["game"])
                self.tally.add(row)
            self.resumed = len(there)
            if there and max(there) >= self.games:
                raise BadArena(
                    f"{self.out} holds games up to number {max(there) + 1}; ask for at least as "
                    "many with --games, or give another --out"
                )
            todo = (p for p in pairings(self.settings, self.games) if p.number not in there)
            work = partial(play_pairings, self.settings)
            for rows in pool.map(work, batches(todo, self.blocks_at_once)):
                for row in rows:
                    ledger.write(row)
                    self.tally.add(row)
                    yield row
            ledger.sort()

    def blocks_at_once(self) -> int:
        """How many blocks a worker is handed in one go: about half a second's worth.

        Enough that handing over costs little, and little enough to lose when a worker dies.
        """
        spent = sum(standing.seconds for standing in self.tally.standings.values())
        if not spent:
            return 1
        block = self.settings.players * spent / self.tally.games
        return max(1, min(MOST_BLOCKS, int(HANDFUL / block)))


def batches(todo: Iterator[Pairing], size: Callable[[], int]) -> Iterator[list[Pairing]]:
    """The games to play, a few whole blocks at a time; how many is asked anew each time."""
    by_block = (list(group) for _, group in groupby(todo, key=lambda pairing: pairing.block))
    while some := list(islice(by_block, size())):
        yield [pairing for block in some for pairing in block]
