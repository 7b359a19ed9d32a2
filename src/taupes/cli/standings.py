"""How a tournament stands, as tables for people."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from taupes.arena import Tally, Tournament, format_seconds, label
from taupes.cli.console import note, out, say


def standings_table(tally: Tally) -> Table:
    """Who stands where, best first."""
    final = tally.as_dict()
    table = Table(title=f"{final['games']} games with {final['players']} players")
    columns = ["bot", "rating", "wins", "95 %", "games", "per choice"]
    columns += ["draws"] if any(bot["draws"] for bot in final["bots"]) else []
    columns += ["faults"] if any(bot["faults"] for bot in final["bots"]) else []
    for column in columns:
        table.add_column(column, justify="left" if column == "bot" else "right", no_wrap=True)
    for bot in final["bots"]:
        low, high = bot["wins_interval"]
        cells: dict[str, str | Text] = {
            "bot": Text(label(bot["bot"], 20)),
            "rating": f"{bot['rating']:+.0f} ±{(bot['interval'][1] - bot['interval'][0]) / 2:.0f}",
            "wins": f"{bot['wins']:.1%}",
            "95 %": f"{low:.0%}–{high:.0%}",
            "games": f"{bot['games']}",
            "per choice": format_seconds(bot["think"]["mean"]),
            "draws": f"{bot['draws']:.1%}",
            "faults": Text(str(bot["faults"]), "red" if bot["faults"] else ""),
        }
        table.add_row(*(cells[column] for column in columns))
    return table


def print_table(table: Table) -> None:
    """Print a table; into a file or a pipe as wide as it likes to be."""
    console = out if out.is_terminal else Console(width=160)
    console.print(table)


def print_rest(tournament: Tournament) -> None:
    """Who beat whom, what the seats were worth, and how the games ended."""
    tally = tournament.tally
    final = tally.as_dict()
    names = [bot["bot"] for bot in final["bots"]]
    cross = Table(title="row against column: who won, of the games that either won")
    cross.add_column("")
    for name in names:
        cross.add_column(Text(label(name, 12)), justify="right", no_wrap=True)
    for name in names:
        shares = [tally.against(name, other) if other != name else None for other in names]
        cells = ["" if share is None else f"{share:.1%}" for share in shares]
        cross.add_row(Text(label(name)), *cells)
    if len(names) > 2:
        print_table(cross)
    seats = ", ".join(f"{seat + 1}: {share:.1%}" for seat, share in enumerate(final["seats"]))
    reasons = ", ".join(f"{reason.replace('_', ' ')} {n}" for reason, n in final["reasons"].items())
    turns = final["turns"]
    out.print(f"wins by seat: {seats}")
    out.print(
        f"turns: {turns['mean']:.1f} on average, {turns['shortest']} to {turns['longest']}; "
        f"ended by {reasons}"
    )
    for name, words in tally.words.items():
        for one in words:
            note(f"{label(name)}: {one}")
    if tournament.out:
        say(f"report: {tournament.out / 'report.html'}")
