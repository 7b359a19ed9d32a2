"""`taupes companion`: rulings, moves and hints for a game on a real table."""

import os
from dataclasses import dataclass
from random import Random

from taupes.cli.bundle import unbundled
from taupes.cli.console import is_colourless, out
from taupes.cli.lines import ask, say
from taupes.cli.options import Language, Orientations, Plain, TableOptions, speak
from taupes.cli.screen import has_screen
from taupes.terminal.game.realtable import empty_table


@dataclass(frozen=True, slots=True)
class CompanionOptions(TableOptions):
    """A table in front of somebody: its boards lie as they lie."""

    orientations: Orientations = ""


@unbundled
def companion(options: CompanionOptions, plain: Plain = False, language: Language = "") -> None:
    """Help at a real table: tell what may be done there, and what should."""
    words = speak(language)
    stack = options.stack(Random())
    seen = empty_table(stack, options.rules(), options.players, options.moles)
    # What is asked for is checked before anything is shown.
    _ = seen.game
    if plain or not has_screen(words):
        # Imported late, as below: other commands start faster without them.
        from taupes.terminal.plain.companion import PlainCompanion  # noqa: PLC0415

        PlainCompanion(seen, words, say, ask, colour=out.is_terminal).run()
        return
    from taupes.terminal.app import CompanionApp  # noqa: PLC0415

    CompanionApp(seen, words, no_colour=is_colourless(out, os.environ)).run()
