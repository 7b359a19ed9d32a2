"""`taupes companion`: rulings, moves and hints for a game on a real table."""

import os
from dataclasses import dataclass
from random import Random

from taupes.cli.bundle import unbundled
from taupes.cli.console import ask, is_capable, is_colourless, out, say
from taupes.cli.options import Language, Orientations, Plain, Table, speak
from taupes.terminal.game.desk import empty_desk


@dataclass(frozen=True, slots=True)
class RealTable(Table):
    """A table in front of somebody: its boards lie as they lie."""

    orientations: Orientations = ""


@unbundled
def companion(table: RealTable, plain: Plain = False, language: Language = "") -> None:
    """Help at a real table: tell what may be done there, and what should."""
    words = speak(language)
    desk = empty_desk(table.stack(Random()), table.rules(), table.players)
    if plain or not is_capable(os.environ):
        # Imported late, as below: other commands start faster without them.
        from taupes.terminal.plain.companion import PlainDesk  # noqa: PLC0415

        PlainDesk(desk, words, say, ask, colour=out.is_terminal).run()
        return
    from taupes.terminal.app import CompanionApp  # noqa: PLC0415

    CompanionApp(desk, words, no_colour=is_colourless(out, os.environ)).run()
