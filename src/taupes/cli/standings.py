"""How a tournament stands, as tables for people."""

from typing import Final

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from taupes.arena import Tally, Tournament, format_seconds, label
from taupes.cli.console import out
from taupes.cli.lines import note, say
from taupes.words.language import Words
from taupes.words.teller import reasons

INTERVAL: Final = "95 %"
"""A heading that every language shares."""


def standings_table(tally: Tally, words: Words) -> Table:
    """Who stands where, best first."""
    final = tally.as_dict()
    table = Table(title=words("cli.arena.title", count=final["games"], players=final["players"]))
    columns = ["cli.bots.bot", "cli.arena.rating", "cli.arena.wins", INTERVAL]
    columns += ["cli.arena.games", "cli.arena.per_choice"]
    columns += ["cli.arena.draws"] if any(bot["draws"] for bot in final["bots"]) else []
    columns += ["cli.arena.faults"] if any(bot["faults"] for bot in final["bots"]) else []
    for column in columns:
        heading = column if column == INTERVAL else words(column)
        justify: JustifyMethod = "left" if column == "cli.bots.bot" else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    for bot in final["bots"]:
        start, end = bot["interval"]
        low, high = bot["wins_interval"]
        cells: dict[str, str | Text] = {
            "cli.bots.bot": Text(label(bot["name"], 20)),
            "cli.arena.rating": f"{bot['rating']:+.0f} ±{(end - start) / 2:.0f}",
            "cli.arena.wins": words.figures(f"{bot['wins']:.1%}"),
            INTERVAL: words.figures(f"{low:.0%}–{high:.0%}"),
            "cli.arena.games": f"{bot['games']}",
            "cli.arena.per_choice": words.figures(format_seconds(bot["think"]["mean"])),
            "cli.arena.draws": words.figures(f"{bot['draws']:.1%}"),
            "cli.arena.faults": Text(str(bot["faults"]), "red" if bot["faults"] else ""),
        }
        table.add_row(*(cells[column] for column in columns))
    return table


def print_table(table: Table) -> None:
    """Print a table; into a file or a pipe as wide as it likes to be."""
    console = out if out.is_terminal else Console(width=160)
    console.print(table)


def print_rest(tournament: Tournament, words: Words) -> None:
    """Who beat whom, what the seats were worth, and how the games ended."""
    tally = tournament.tally
    final = tally.as_dict()
    names = {bot["bot"]: bot["name"] for bot in final["bots"]}
    cross = Table(title=words("cli.arena.cross"))
    cross.add_column("")
    for title in names.values():
        cross.add_column(Text(label(title, 12)), justify="right", no_wrap=True)
    for name, title in names.items():
        shares = [tally.against(name, other) if other != name else None for other in names]
        cells = ["" if share is None else words.figures(f"{share:.1%}") for share in shares]
        cross.add_row(Text(label(title)), *cells)
    if len(names) > 2:
        print_table(cross)
    seats = [
        words("cli.arena.seat", n=seat, wins=words.figures(f"{share:.1%}"))
        for seat, share in enumerate(final["seats"], 1)
    ]
    turns = final["turns"]
    say(words("cli.arena.seats", seats=", ".join(seats)))
    say(
        words(
            "cli.arena.turns",
            mean=words.figures(f"{turns['mean']:.1f}"),
            shortest=turns["shortest"],
            longest=turns["longest"],
            reasons=reasons(final["reasons"], words),
        )
    )
    for name, told in tally.words.items():
        for one in told:
            note(f"{label(names[name])}: {one}")
    if tournament.out:
        say(words("cli.arena.report", file=tournament.out / "report.html"))
