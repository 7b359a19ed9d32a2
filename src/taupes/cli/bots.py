"""`taupes bots`: who can be played against."""

from rich.table import Table

from taupes.bots import LEVELS
from taupes.cli.console import Json, out, print_json


def bots(json: Json = False) -> None:
    """List the bots."""
    if json:
        print_json([{"name": bot.name, "description": bot.description} for bot in LEVELS.values()])
        return
    table = Table()
    table.add_column("bot")
    table.add_column("about")
    for bot in LEVELS.values():
        table.add_row(bot.name, bot.description)
    out.print(table)
