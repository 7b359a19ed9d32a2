"""The last board: what its tables cost, how exact they are, and what they say about the game.

    python bench/endgame.py [--json] [--only NAME ...] [--seed N]

The parts: `base` (radius 3), `wide` (radius 4), `pro` (special cells), `bounds` (how fast endless
play loses its weight), `play` (what coarser values and searches lose against perfect play),
`book` (the beige board's leaf book), `more` (three and four players). CPU-seconds are summed over
all cores. Tables are built in a folder of their own and thrown away.
"""

import argparse
import json
import os
import resource
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any

import numpy as np

from taupes.bots import TURN, Budget, Thought, chance, count_turns, play_on
from taupes.bots.endgame import Endgame, Estimate, Judge, floor_of, search_value, store
from taupes.bots.endgame.exact import table
from taupes.bots.endgame.exact.book import book
from taupes.bots.endgame.exact.plan import ALL_PHASES, FIRST, Block
from taupes.bots.endgame.exact.solve import Sink, solve
from taupes.bots.endgame.exact.table import TableKey
from taupes.bots.endgame.hands import FULL, HANDS
from taupes.bots.endgame.tree import after_discs, rank_choices
from taupes.rules import Decline, Draw, Game, Phase, State, apply, load_stack, preset_rules

Figures = dict[str, Any]


def make_game(stack: str = "classic-0000", preset: str = "web", seats: int = 2) -> Game:
    """A game with the usual numbers of moles."""
    return Game(load_stack(stack), preset_rules(preset, seats), seats, {2: 10, 3: 7, 4: 6}[seats])


def random_state(game: Game, counts: tuple[int, ...], rng: Random, *, full: bool = False) -> State:
    """A position on the last board, all equally likely."""
    radius = game.stack.levels[-1].radius
    places = [i for i, cell in enumerate(game.frame) if 0 < cell.ring <= radius]
    cells = rng.sample(places, sum(counts))
    moles = tuple(sum(1 << cells.pop() for _ in range(count)) for count in counts)
    discs = tuple(HANDS[FULL] if full else rng.choice(HANDS) for _ in counts)
    turn = rng.choice([seat for seat, count in enumerate(counts) if count])
    return State(game, Phase.DRAW, turn, game.stack.last, moles, discs)


def build(game: Game, counts: tuple[int, int], phase: int = 0) -> Figures:
    """Solve for one table: what it costs, and the mean chance of the player to move."""
    floor, _ = floor_of(game)
    more, fewer = max(counts), min(counts)
    key = TableKey(floor, more, fewer, ALL_PHASES if floor.key.specials else phase)
    maps = key.positions.maps
    is_apart = ((maps.first_words[:, None] & maps.second_words[None, :]) == 0).ravel()
    # A position counts once for each position that it stands for.
    weight = np.bincount(maps.place_of)[:, None] * np.ones(len(maps.second_words))
    weight = weight.ravel() * is_apart
    means: dict[str, float] = {}
    sums = np.zeros(3)

    def sink(block: Block, rows: Any) -> None:
        if (FULL, FULL) in block.pairs:
            mean = np.average(rows[:, block.pairs.index((FULL, FULL))], weights=weight)
            means["more to move" if block.mover == FIRST else "fewer to move"] = float(mean)
        sums[0] += weight @ rows.sum(axis=1, dtype=np.float64)
        sums[1] += weight.sum() * rows.shape[1]

    wall, cpu = time.perf_counter(), time.process_time()
    report = solve(
        key.positions, key.plan, sink, tolerance=table.TOLERANCE[store.kind_for(key.values)]
    )
    kind = store.kind_for(key.values)
    return {
        "table": key.name,
        "values": key.values,
        "file_mb": key.values * np.dtype(kind).itemsize / 1e6,
        "kind": kind,
        "seconds": time.perf_counter() - wall,
        "cpu_seconds": time.process_time() - cpu,
        "sweeps": report.sweeps,
        "turns": report.turns,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "mean_all_discs": sums[0] / sums[1],
        "mean_full_discs": means,
    }


def bench_base(_: Random) -> list[Figures]:
    """The tables of the default set without special cells; phase 1 has the fewer moles begin."""
    solid, free = make_game(), make_game(preset="booklet")
    build(make_game("quick-0000"), (1, 1))  # compiles
    kinds = ((1, 1), 0), ((2, 1), 0), ((2, 2), 0), ((3, 1), 0), ((2, 1), 1), ((3, 1), 1)
    return [build(game, counts, phase) for counts, phase in kinds for game in (solid, free)]


def bench_wide(_: Random) -> list[Figures]:
    """The tables of the large last board."""
    return [build(make_game("grand-0000"), counts) for counts in ((2, 1), (2, 2), (3, 1))]


def bench_pro(rng: Random) -> Figures:
    """Tables with special cells, and how often their extra disc is rightly declined."""
    quick, classic = make_game("quick-0000", "web-pro"), make_game(preset="web-pro")
    figures: Figures = {
        "builds": [build(quick, (2, 1)), build(classic, (2, 2)), build(classic, (3, 1))]
    }
    declined = 0
    stops = 0
    endgame = Endgame.for_game(quick, (2, 1))
    while stops < 2000:
        state = random_state(quick, (2, 1), rng)
        shown = apply(state, chance(state, rng))
        best = endgame.best(shown)[0].choice
        after = apply(shown, best)  # type: ignore[arg-type]
        if after.phase is Phase.EXTRA_DRAW:
            stops += 1
            declined += endgame.best(after)[0].choice == Decline()
    return figures | {"declined": declined / stops, "stops": stops}


def keep(kept: dict[Block, Any]) -> Sink:
    """A sink that keeps every seventh position."""

    def sink(block: Block, rows: Any) -> None:
        kept[block] = rows[::7].copy()

    return sink


def bench_bounds(_: Random) -> list[Figures]:
    """How far apart the values are if endless play is lost, or won, after so many turns."""
    found = []
    for name, counts in (
        ("classic-0000", (2, 2)),
        ("classic-0000", (1, 1)),
        ("classic-0000", (3, 1)),
        ("grand-0000", (2, 1)),
    ):
        key = TableKey(floor_of(make_game(name))[0], *counts, 0)
        gaps = {}
        for sweeps in (1, 2, 3, 4, 6):
            ends: list[dict[Block, Any]] = [{}, {}]
            for end in (0, 1):
                solve(
                    key.positions,
                    key.plan,
                    keep(ends[end]),
                    start=float(end),
                    sweeps=sweeps,
                )
            # The block of the last step has come the whole way round.
            last = key.plan.steps[-1][0]
            gaps[12 * sweeps] = float(np.abs(ends[1][last] - ends[0][last]).max())
        found.append({"table": key.name, "gap_after_turns": gaps})
    return found


class Follower:
    """Plays what a judge calls best."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def think(self, state: State, _: Budget, __: Random) -> Thought:
        """Choose the first of the judge's list."""
        choice = self.judge.best(state)[0].choice
        assert not isinstance(choice, Draw)
        return Thought(choice)


def regret(exact: Endgame, judge: Judge, rng: Random, games: int, counts: tuple[int, ...]) -> float:
    """What a player loses over a whole game, in points of win chance, by choosing as it does."""
    lost, players = 0.0, [Follower(judge), Follower(exact)]
    for number in range(games):
        start = random_state(exact.game, counts, rng, full=True)
        for state, action, _ in play_on(start, players, f"{number}"):
            if state.turn == 0:
                best = exact.best(state)
                worth = {each.choice: each.values[0] for each in best}
                chosen = TURN if isinstance(action, Draw) else action
                lost += best[0].values[0] - worth[chosen]
    return 100 * lost / games


class Searcher:
    """Chooses by a search of some turns whose leaves all count the same."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def _chances(self, state: State) -> tuple[float, ...]:
        return search_value(state, self.depth)

    def value(self, state: State) -> tuple[float, ...]:
        """The chances of each seat."""
        return search_value(state, self.depth)

    def best(self, state: State) -> Any:
        """The choices, best first."""
        return rank_choices(state, self._chances)

    def after_discs(self, state: State) -> Any:
        """The chances after each disc."""
        return after_discs(state, self._chances)

    def is_exact(self, _: State) -> bool:
        """Never."""
        return False


class Coarse:
    """Looks everything up in tables of 8 bits."""

    def __init__(self, endgame: Endgame) -> None:
        self.endgame = endgame

    def __getattr__(self, name: str) -> Any:
        def call(state: State) -> Any:
            place, kind = os.environ["TAUPES_CACHE"], store.kind_for
            os.environ["TAUPES_CACHE"] = place + "/coarse"
            store.kind_for = lambda values: "u1"
            try:
                return getattr(self.endgame, name)(state)
            finally:
                os.environ["TAUPES_CACHE"], store.kind_for = place, kind

        return call


def bench_play(rng: Random) -> Figures:
    """What coarse values and searches lose over a game, against a perfect player."""
    game, counts = make_game(), (2, 2)
    exact = Endgame.for_game(game, counts)
    figures: Figures = {}
    games, turns = 400, 0
    for number in range(games):
        state = random_state(game, counts, rng, full=True)
        turns += count_turns(play_on(state, [Follower(exact)] * 2, f"{number}"))
    figures["turns_per_perfect_game"] = turns / games
    figures["lost_points_8_bits"] = regret(exact, Coarse(exact), rng, 300, counts)
    for depth, number in ((1, 300), (2, 300), (3, 300), (4, 80)):
        lost = regret(exact, Searcher(depth), rng, number, counts)
        figures[f"lost_points_search_{depth}"] = lost
    figures["lost_points_estimate"] = regret(exact, Estimate(), rng, 80, counts)
    states = [random_state(game, counts, rng) for _ in range(200)]
    errors = [abs(Estimate().value(s)[0] - exact.value(s)[0]) for s in states]
    figures["mean_error_estimate"] = fmean(errors)
    state = random_state(game, counts, rng)
    start = time.perf_counter()
    for _ in range(2000):
        exact.value(state)
    figures["microseconds_per_value"] = (time.perf_counter() - start) / 2000 * 1e6
    return figures


def bench_book(_: Random) -> Figures:
    """The leaf books of two sets, and what turning the last board is worth."""
    figures: Figures = {}
    for name in ("quick-0000", "classic-0000"):
        wall, cpu = time.perf_counter(), time.process_time()
        pages = [book(make_game(f"{name[:-1]}{k}")) for k in range(6)]
        masks = range(1, len(pages[0].chances) - 1)
        starts = np.array([[page.chances[m, FULL, FULL] / 65535 for m in masks] for page in pages])
        figures[name[:-5]] = {
            "seconds": time.perf_counter() - wall,
            "cpu_seconds": time.process_time() - cpu,
            "bytes": sum(page.chances.nbytes for page in pages),
            "mean_change_by_a_sixth": float(np.abs(starts - np.roll(starts, 1, axis=0)).mean()),
            "mean_mover": float(starts.mean()),
        }
    return figures


def bench_more(rng: Random) -> list[Figures]:
    """The cost of estimates for more than two players."""
    found = []
    for counts in ((2, 1, 1), (1, 1, 1, 1)):
        game = make_game(preset="web", seats=len(counts))
        start = time.perf_counter()
        Estimate().value(random_state(game, counts, rng))
        first = time.perf_counter() - start
        states = [random_state(game, counts, rng, full=True) for _ in range(40)]
        states = [replace(state, turn=0) for state in states]
        start = time.perf_counter()
        values = [Estimate().value(state) for state in states]
        found.append(
            {
                "counts": counts,
                "first_seconds": first,
                "milliseconds_per_value": (time.perf_counter() - start) / 40 * 1e3,
                "mean_values": np.mean(values, axis=0).tolist(),
            }
        )
    return found


PARTS: dict[str, Callable[[Random], Any]] = {
    "base": bench_base,
    "wide": bench_wide,
    "pro": bench_pro,
    "bounds": bench_bounds,
    "play": bench_play,
    "book": bench_book,
    "more": bench_more,
}


def main() -> None:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="*", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TAUPES_CACHE"] = folder
        for name in options.only:
            found[name] = PARTS[name](Random(options.seed))
            if not options.json:
                print(f"== {name}\n{json.dumps(found[name], indent=1)}", flush=True)
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
