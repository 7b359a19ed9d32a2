"""`taupes simulate`: whole games between bots, recorded and summed up."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final

import typer
from rich.progress import track
from rich.table import Table

from taupes.arena.settings import label
from taupes.bots import (
    BadBudget,
    Step,
    budget_of,
    count_turns,
    make_bot,
    name_of,
    play_game,
    record_game,
)
from taupes.cli.bundle import unbundled
from taupes.cli.console import err, out
from taupes.cli.lines import print_json, say
from taupes.cli.options import (
    Json,
    Language,
    Seconds,
    Seed,
    Simulations,
    TableOptions,
    new_file,
    speak,
)
from taupes.cli.seats import seat_names
from taupes.rules import (
    MOLES,
    Blocked,
    Game,
    Move,
    State,
    dump_record,
)
from taupes.words.language import Words
from taupes.words.teller import reasons

SUFFIX: Final = ".jsonl"

Games = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games.")]
Bots = Annotated[
    str, typer.Option("--bot", metavar="NAME[,NAME…]", help="One bot for all, or one per seat.")
]


def records_file(path: Path | None) -> Path | None:
    """A file for records that can be written, by the way that its name says."""
    if path is not None and not path.is_dir() and not path.name.endswith(SUFFIX):
        raise typer.BadParameter(f"{path.name}: expected a name that ends in {SUFFIX}")
    return new_file(path)


Records = Annotated[
    Path | None,
    typer.Option(
        "--records", metavar="FILE", callback=records_file, help="Write a record per line."
    ),
]


@unbundled
def simulate(
    games: Games = 100,
    bot: Bots = "greedy",
    *,
    table: TableOptions,
    seed: Seed = 0,
    seconds: Seconds = None,
    simulations: Simulations = None,
    records: Records = None,
    json: Json = False,
    language: Language = "",
) -> None:
    """Play whole games between bots and sum them up."""
    words = speak(language)
    try:
        budget = budget_of(seconds, simulations)
    except BadBudget as error:
        raise typer.BadParameter(str(error)) from error
    players, rules = table.players, table.rules()
    names = seat_names(bot, players)
    minds = [make_bot(name) for name in names]
    titles = [name_of(mind, label(name)) for mind, name in zip(minds, names, strict=True)]
    summary = Summary(players)
    with ExitStack() as files:
        file = files.enter_context(records.open("w", encoding="utf-8")) if records else None
        for number in _progress(games, words("cli.arena.playing")):
            stack = table.stack(Random(f"{seed}/{number}/stack"))
            game = Game(stack, rules, players, MOLES[players], first=number % players)
            steps = list(play_game(game, minds, f"{seed}/{number}", budget))
            summary.add(steps)
            if file:
                file.write(dump_record(record_game(game, titles, steps)) + "\n")
    if json:
        print_json(
            {
                "bots": names,
                "names": titles,
                "preset": table.preset,
                "boards": table.boards,
                "seed": seed,
            }
            | summary.as_dict()
        )
    else:
        _print_summary(summary, titles, words)


def _progress(games: int, title: str) -> Iterator[int]:
    bar = track(range(games), title, console=err, transient=True, disable=not err.is_terminal)
    yield from bar


@dataclass
class Summary:
    """Counts over many games."""

    seats: int
    games: int = 0
    wins: list[float] = field(default_factory=list)
    """By seat; a shared win is shared here too."""
    turns: int = 0
    blocked: int = 0
    forced: int = 0
    """Turns on which a mole had to leave a hole."""
    reasons: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats

    def add(self, steps: list[Step]) -> None:
        """Count one finished game."""
        outcome = steps[-1][2].outcome
        if outcome is None:
            raise ValueError("the game is not over")
        self.games += 1
        self.reasons[outcome.reason] += 1
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)
        self.turns += count_turns(steps)
        for before, action, _ in steps:
            self.blocked += isinstance(action, Blocked)
            self.forced += isinstance(action, Move) and leaves_hole(before, action)

    def as_dict(self) -> dict[str, Any]:
        """The summary for programs."""
        return {
            "games": self.games,
            "wins": [wins / self.games for wins in self.wins],
            "turns": self.turns / self.games,
            "blocked": self.blocked / self.turns,
            "forced": self.forced / self.turns,
            "reasons": dict(sorted(self.reasons.items())),
        }


def leaves_hole(state: State, move: Move) -> bool:
    """Whether a move takes a mole out of a hole."""
    return bool(state.ground.holes >> state.game.index[move.origin] & 1)


def _print_summary(summary: Summary, names: list[str], words: Words) -> None:
    table = Table(title=words("cli.simulate.games", count=summary.games))
    table.add_column(words("cli.simulate.seat"))
    table.add_column(words("cli.bots.bot"))
    table.add_column(words("cli.arena.wins"), justify="right")
    for seat, name in enumerate(names):
        table.add_row(
            f"{seat + 1}", name, words.figures(f"{summary.wins[seat] / summary.games:.1%}")
        )
    out.print(table)
    sums = summary.as_dict()
    say(words("cli.simulate.ended", reasons=reasons(sums["reasons"], words)))
    say(words("cli.simulate.turns", mean=words.figures(f"{sums['turns']:.1f}")))
    say(words("cli.simulate.blocked", share=words.figures(f"{sums['blocked']:.1%}")))
    say(words("cli.simulate.forced", share=words.figures(f"{sums['forced']:.1%}")))
