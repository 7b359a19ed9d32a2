"""`taupes bots`: who can be played against."""

from rich.table import Table

from taupes.bots import LEVELS
from taupes.cli.console import out
from taupes.cli.lines import print_json
from taupes.cli.options import Json, Language, speak
from taupes.words.titles import titles


def bots(json: Json = False, language: Language = "") -> None:
    """List the bots, the weakest first."""
    words = speak(language)
    told = [(name, titles(words.language)[name]) for name in LEVELS]
    if json:
        print_json(
            [
                {
                    "name": name,
                    "title": bot.name,
                    "description": bot.description,
                    "stars": LEVELS[name].stars,
                }
                for name, bot in told
            ]
        )
        return
    table = Table()
    for column in ("cli.bots.bot", "cli.bots.called", "cli.bots.about"):
        table.add_column(words(column))
    for name, bot in told:
        table.add_row(name, f"{bot.name} {'★' * LEVELS[name].stars}".strip(), bot.description)
    out.print(table)
