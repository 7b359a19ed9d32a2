"""What the games of a run add up to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from taupes.arena.ratings import GameResult, Ratings, rate, shares_of, wilson
from taupes.arena.settings import label


def title_of(row: Mapping[str, Any], seat: int) -> str:
    """What the bot on a seat called itself in a game; the name it was asked by, if nothing."""
    bot: str = row["arena"]["bots"][seat]
    title: str = row["players"][seat]["name"]
    return bot if title == label(bot) else title


@dataclass
class Standing:
    """One bot over all its seats."""

    bot: str
    games: int = 0
    """Seats taken: a bot that sits twice at a table has played twice."""
    wins: float = 0.0
    """A shared win is shared here too; a drawn game is nobody's."""
    draws: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    """By kind."""
    thoughts: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    by_seat: dict[int, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0, 0.0]))
    """Games and wins on each seat."""
    by_block: dict[int, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0, 0.0]))
    """Games and wins in each block."""

    @property
    def share(self) -> float:
        """Wins per game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share: Wilson's, for as many independent games as it is worth.

        Games of a block share their luck; if blocks scatter more than single games would, the
        games count for fewer.
        """
        share, worth = self.share, float(self.games)
        blocks = self.by_block.values()
        scatter = sum((wins - games * share) ** 2 for games, wins in blocks)
        if scatter > 0 and len(blocks) > 1:
            scatter *= len(blocks) / (len(blocks) - 1)
            worth = min(worth, self.games**2 * share * (1 - share) / scatter)
        return wilson(share, worth)

    @property
    def mean_seconds(self) -> float:
        """Seconds for one decision, on average."""
        return self.seconds / self.thoughts if self.thoughts else 0.0


@dataclass
class Tally:
    """All that the report tells, game by game."""

    players: int
    standings: dict[str, Standing] = field(default_factory=dict)
    games: int = 0
    contests: list[GameResult] = field(default_factory=list)
    turns: Counter[int] = field(default_factory=Counter)
    """How many games took so many turns."""
    reasons: Counter[str] = field(default_factory=Counter)
    seats: list[float] = field(default_factory=list)
    """Wins by seat."""
    met: dict[tuple[str, str], list[float]] = field(
        default_factory=lambda: defaultdict(lambda: [0, 0.0, 0.0])
    )
    """For two bots at one table: how often, and what part of the wins fell to each."""
    titles: dict[str, str] = field(default_factory=dict)
    """What bots call themselves, as their records say."""
    words: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """What bots did wrong, a few examples each."""

    @classmethod
    def of(cls, bots: Iterable[str], players: int) -> "Tally":
        """An empty one for these bots."""
        names = dict.fromkeys(bots)
        return cls(players, {name: Standing(name) for name in names}, seats=[0.0] * players)

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one game."""
        arena, result = row["arena"], row["result"]
        names, winners, block = arena["bots"], result["winners"], arena["block"]
        shares = shares_of(winners, self.players)
        order = list(self.standings)
        self.games += 1
        self.turns[arena["turns"]] += 1
        self.reasons[result["reason"]] += 1
        self.contests.append(GameResult(tuple(order.index(n) for n in names), shares, block))
        for seat, name in enumerate(names):
            win = shares[seat] if winners else 0.0
            self.seats[seat] += win
            self._add_seat(self.standings[name], seat, win, arena)
            self.standings[name].draws += not winners
            self.titles[name] = title_of(row, seat)
            for other, rival in enumerate(names):
                if rival != name:
                    met = self.met[name, rival]
                    met[0] += 1
                    met[1] += shares[seat]
                    met[2] += shares[other]

    def _add_seat(
        self, standing: Standing, seat: int, win: float, arena: Mapping[str, Any]
    ) -> None:
        standing.games += 1
        standing.wins += win
        for place in (standing.by_seat[seat], standing.by_block[arena["block"]]):
            place[0] += 1
            place[1] += win
        think, faults = arena["think"][seat], arena["faults"][seat]
        standing.thoughts += think["count"]
        standing.seconds += think["seconds"]
        standing.longest = max(standing.longest, think["longest"])
        told = faults["words"]
        standing.faults.update(words.partition(":")[0] for words in told)
        if faults["count"] > len(told):
            standing.faults["more"] += faults["count"] - len(told)
        words = self.words[standing.bot]
        words += [one for one in dict.fromkeys(told) if one not in words][: 5 - len(words)]

    def title(self, bot: str) -> str:
        """What people are shown for a bot: its own name, unless another has that too."""
        title = self.titles.get(bot, bot)
        return bot if list(self.titles.values()).count(title) > 1 else title

    def rate(self) -> Ratings:
        """The ratings so far, in the order of the standings."""
        return rate(self.contests, len(self.standings))

    def against(self, bot: str, rival: str) -> float | None:
        """Of the wins of two bots where both sat at the table, the part that fell to the first."""
        _, mine, yours = self.met.get((bot, rival), (0, 0.0, 0.0))
        return mine / (mine + yours) if mine + yours else None

    def as_dict(self) -> dict[str, Any]:
        """The final table for programs, best bot first."""
        ratings = self.rate()
        order = list(self.standings)
        bots = [
            self._describe(standing, ratings, i)
            for i, standing in enumerate(self.standings.values())
        ]
        bots.sort(key=lambda bot: -bot["rating"])
        return {
            "bots": bots,
            "games": self.games,
            "players": self.players,
            "seats": [wins / self.games if self.games else 0.0 for wins in self.seats],
            "turns": self._describe_turns(),
            "reasons": dict(sorted(self.reasons.items())),
            "cross": {a: {b: self.against(a, b) for b in order if b != a} for a in order},
            "superiority": {
                a: {b: ratings.superiority(i, j) for j, b in enumerate(order) if i != j}
                for i, a in enumerate(order)
            },
        }

    def _describe(self, standing: Standing, ratings: Ratings, i: int) -> dict[str, Any]:
        seats = [standing.by_seat[seat] for seat in range(self.players)]
        return {
            "bot": standing.bot,
            "name": self.title(standing.bot),
            "games": standing.games,
            "wins": standing.share,
            "wins_interval": list(standing.interval),
            "draws": standing.draws / standing.games if standing.games else 0.0,
            "rating": ratings.points[i],
            "interval": list(ratings.interval(i)),
            "seats": [wins / games if games else None for games, wins in seats],
            "think": {"mean": standing.mean_seconds, "longest": standing.longest},
            "faults": standing.faults.total(),
            "fault_kinds": dict(sorted(standing.faults.items())),
        }

    def _describe_turns(self) -> dict[str, float]:
        if not self.games:
            return {}
        lengths = sorted(self.turns.elements())
        return {
            "mean": sum(lengths) / len(lengths),
            "median": lengths[len(lengths) // 2],
            "shortest": lengths[0],
            "longest": lengths[-1],
        }
