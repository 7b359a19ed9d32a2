"""`taupes companion`: rulings, moves and hints for a game on a real table."""

import os
from random import Random

from taupes.cli.console import (
    BOARDS,
    PRESET,
    Boards,
    Options,
    Orientations,
    Players,
    Preset,
    make_stack,
    out,
    parse_options,
)
from taupes.cli.play import Plain, Tongue, is_capable, is_colourless, speak
from taupes.rules import load_boards, preset_rules
from taupes.terminal.desk import empty_desk


def companion(
    players: Players = 2,
    preset: Preset = PRESET,
    option: Options = None,
    boards: Boards = BOARDS,
    orientations: Orientations = "",
    plain: Plain = False,
    language: Tongue = None,
) -> None:
    """Help at a real table: tell what may be done there, and what should."""
    words = speak(language)
    board_set = load_boards(boards)
    stack = make_stack(board_set, orientations or "0" * len(board_set.boards), Random())
    desk = empty_desk(stack, preset_rules(preset, players, parse_options(option)), players)
    if plain or not is_capable(os.environ):
        # Imported late, as below: other commands start faster without them.
        from taupes.terminal.plaindesk import PlainDesk  # noqa: PLC0415

        def say(text: str) -> None:
            out.print(text, markup=False)

        PlainDesk(desk, words, say, input, colour=out.is_terminal).run()
        return
    from taupes.terminal.app import CompanionApp  # noqa: PLC0415

    CompanionApp(desk, words, no_colour=is_colourless(out, os.environ)).run()
