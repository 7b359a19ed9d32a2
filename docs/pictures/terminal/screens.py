"""Draw the screens of this folder: `python docs/pictures/terminal/screens.py`."""

import asyncio
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.app import App

from taupes.bots import Budget, make_bot, without_asking
from taupes.rules import Hex, Move, legal_moves, load_stack, preset_rules
from taupes.terminal.app import CompanionApp, TaupesApp
from taupes.terminal.game.realtable import empty_table
from taupes.terminal.game.session import Session
from taupes.terminal.game.setup import GameSetup, parse_chair
from taupes.terminal.screens.table import TableScreen
from taupes.words.language import Words

_LINE, _COLUMN, _TOP = 24.4, 12.2, 1.5
"""How Textual draws a line of text, in the units of its pictures."""


def pictures() -> dict[str, str]:
    """All pictures by file name."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_pictures(Path(folder)))


async def _pictures(folder: Path) -> dict[str, str]:
    return {
        "table.svg": await _table(folder, (120, 40), "en", ("Ada", "greedy", "pup", "Léa")),
        "small.svg": await _table(folder, (80, 24), "fr", ("Léa", "nibbler", "Jean")),
        "plain.svg": await _table(folder, (80, 24), "de", ("Ada", "pup"), no_colour=True),
        "companion.svg": await _companion(),
    }


async def _table(
    folder: Path,
    size: tuple[int, int],
    language: str,
    names: tuple[str, ...],
    *,
    no_colour: bool = False,
) -> str:
    """A game on its second board, with a mole in hand."""
    chairs = tuple(map(parse_chair, names))
    setup = GameSetup(chairs, orientations="0351", preset="soubeyrand", seed="11")
    session = _played(setup.begin())
    move = _best(session)
    app = TaupesApp(setup, Words(language), folder, session=session, pace=0, no_colour=no_colour)
    keys = [*session.game.name(move.origin)]
    return await _shot(app, size, keys, move.target)


async def _companion() -> str:
    """A question about a real table."""
    stack = load_stack("classic-0351")
    app = CompanionApp(empty_table(stack, preset_rules("web", 2), 2), Words("en"))
    keys = "L L c2 d4 f6 B e6 g5 3 M d4 g7".replace(" ", "")
    return await _shot(app, (80, 24), [*keys], None)


async def _shot(app: App[None], size: tuple[int, int], keys: list[str], cursor: Hex | None) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        if cursor and isinstance(app.screen, TableScreen):
            app.screen.cursor = cursor
            app.screen.show()
        await pilot.pause()
        return _tidy(app.export_screenshot())


def _played(session: Session) -> Session:
    """The game once a person is to move on the second board, some moles being home there."""
    mind = make_bot("greedy")
    while True:
        state = session.state
        only = without_asking(state)
        is_late = state.level == 1 and state.most > 1 and only is None
        if is_late and state.disc and session.is_person(state.turn):
            return session
        thought = only or mind.think(state, Budget(), session.generator())
        session = session.act(thought.choice)


def _best(session: Session) -> Move:
    """A move into a hole if there is one."""
    holes = session.game.stack.levels[session.state.level].holes
    return max(legal_moves(session.state), key=lambda move: move.target in holes)


def _tidy(svg: str) -> str:
    """The picture with no font from elsewhere, and half-blocks as shapes that leave no seams."""
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    block = r'<text class="([\w-]+)" x="([\d.]+)"[^>]*-line-(\d+)\)">(▀+)</text>'

    def shape(found: re.Match[str]) -> str:
        name, x, line, blocks = found.groups()
        y, width = _TOP + _LINE * int(line), _COLUMN * len(blocks)
        return (
            f'<rect class="{name}" x="{x}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{_LINE / 2:.1f}" shape-rendering="crispEdges"/>'
        )

    return re.sub(block, shape, svg) + "\n"


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    for name, picture in pictures().items():
        Path(__file__).with_name(name).write_text(picture, "utf-8")
