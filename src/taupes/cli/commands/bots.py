"""`taupes bots`: who can be played against."""

from rich.table import Table

from taupes.bots import LEVELS
from taupes.cli.console import out
from taupes.cli.lines import print_json
from taupes.cli.options import Json, Language, speak
from taupes.words.titles import temperaments, titles


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
                    "temperaments": list(LEVELS[name].temperaments),
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
    characters = Table(caption=words("cli.bots.example"), caption_justify="left")
    for column in ("cli.bots.temperament", "cli.bots.called", "cli.bots.about"):
        characters.add_column(words(column))
    for name, title in temperaments(words.language).items():
        characters.add_row(f"/{name}", title.name, title.description)
    out.print(characters)
