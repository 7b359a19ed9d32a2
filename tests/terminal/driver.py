"""A terminal without a terminal: the application driven by keys and clicks, and read as text."""

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

from textual.app import App
from textual.events import Key
from textual.pilot import Pilot

from taupes.bots import Choice, Thought, Turn, choices, make_bot
from taupes.bots.player import Budget
from taupes.rules import Hex, Move, Place, State, load_record, load_stack, preset_rules
from taupes.terminal.app import TaupesApp
from taupes.terminal.board.view import BoardView
from taupes.terminal.game.realtable import RealTable, empty_table
from taupes.terminal.game.session import Chair, Session, resume
from taupes.terminal.game.setup import GameSetup, parse_chair
from taupes.terminal.screens.board import BoardScreen
from taupes.terminal.screens.table import TableScreen
from taupes.words.language import Words

SMALL = (80, 24)
PEOPLE = (Chair("Ada"), Chair("Bob"))
_TEXT = re.compile(r'<text [^>]*x="([\d.]+)"[^>]*clip-path="url\(#[^)]*-line-(\d+)\)">(.*?)</text>')
_COLUMN = 12.2
"""The width of a character in the pictures that Textual draws."""


def new_setup(*names: str, **changes: Any) -> GameSetup:
    """A game of these people and bots on quick boards, the same each time."""
    chairs = tuple(map(parse_chair, names or ("Ada", "greedy")))
    return GameSetup(chairs, **{"boards": "quick", "orientations": "0351", "seed": "7", **changes})


def real_table(players: int = 2, preset: str = "web") -> RealTable:
    """A table in front of somebody, before the first mole is placed."""
    return empty_table(load_stack("classic-0351"), preset_rules(preset, players), players)


def app_of(
    folder: Path,
    session: Session | None = None,
    language: str = "en",
    *,
    no_colour: bool = False,
    asked: GameSetup | None = None,
    pace: float = 0,
) -> TaupesApp:
    """The application with a game of its own."""
    asked = asked or new_setup()
    return TaupesApp(
        asked, Words(language), folder, session=session, no_colour=no_colour, pace=pace
    )


def drive(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits."""
    asyncio.run(test())  # type: ignore[arg-type]


@asynccontextmanager
async def running(app: App[None], size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    """The application on a screen of that size."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def screen(app: App[None]) -> list[str]:
    """The lines of the screen as text."""
    lines = written(app.export_screenshot())
    return [lines.get(n, "") for n in range(app.size.height)]


def written(picture: str) -> dict[int, str]:
    """The lines of text in a picture that Textual draws, by their numbers."""
    lines: dict[int, str] = {}
    for left, line, text in _TEXT.findall(picture):
        before = lines.get(int(line), "").ljust(round(float(left) / _COLUMN))
        lines[int(line)] = before + unescape(text).replace("\xa0", " ")
    return lines


def shown(app: App[None]) -> str:
    """The whole screen as one text, with its line breaks forgotten."""
    return " ".join(" ".join(screen(app)).split())


def beside(app: App[None]) -> str:
    """What is written beside the board, as one text."""
    frame = app.screen
    assert isinstance(frame, BoardScreen)
    left = app.size.width - frame.side_width - 2
    return " ".join(" ".join(line[left:] for line in screen(app)).split())


async def until(pilot: Pilot[None], is_so: Callable[[], bool], tries: int = 20_000) -> None:
    """Wait until something is so, and shown."""
    for _ in range(tries):
        if is_so():
            await pilot.pause(0)
            return
        await asyncio.sleep(0.003)
    raise AssertionError("it never came to be")


def table_of(app: App[None]) -> TableScreen:
    """The table on the screen, or below what covers it."""
    (table,) = (each for each in app.screen_stack if isinstance(each, TableScreen))
    return table


async def asked(pilot: Pilot[None]) -> TableScreen:
    """The table once a person is to act, or the game is over, or a board is being lifted."""
    table = table_of(pilot.app)
    await until(
        pilot,
        lambda: table.is_asked or table.lifting is not None or bool(table.session.state.outcome),
    )
    return table


def decided(session: Session) -> Choice:
    """What a greedy person does."""
    return make_bot("greedy").think(session.state, Budget(), session.generator()).choice


def keys_for(session: Session, choice: Choice) -> list[str]:
    """The keys that make a choice, by the names of cells."""
    game = session.game
    match choice:
        case Place(cell):
            return list(game.name(cell))
        case Move(origin, target):
            return [*game.name(origin), "-", *game.name(target)]
        case Turn():
            return ["enter"]
        case _:
            return ["P" if type(choice).__name__ == "Pass" else "enter"]


async def type_keys(pilot: Pilot[None], *keys: str) -> None:
    """Press keys without the pauses that a pilot makes after each; wait for what they bring."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause(0)


async def act(pilot: Pilot[None], *, by: Callable[[Session], Choice]) -> None:
    """Let the person to act do something, by keys, and wait until it is done."""
    table = await asked(pilot)
    done = len(table.session.steps)
    if table.lifting:
        await type_keys(pilot, "enter")
        await until(pilot, lambda: table.lifting is None)
    else:
        options = choices(table.session.state)
        choice = options[0] if len(options) == 1 else by(table.session)
        await type_keys(pilot, *keys_for(table.session, choice))
        await until(pilot, lambda: len(table.session.steps) > done)


async def click(pilot: Pilot[None], cell: Hex) -> None:
    """Click the middle of a cell."""
    board = pilot.app.screen.query_one(BoardView)
    await pilot.click(board, offset=board.place_of(cell))
    await pilot.pause()


def ready(*names: str, **changes: Any) -> Session:
    """A game in which all moles are placed and the first person has a disc to move by."""
    session = new_setup(*names, **changes).begin()
    while not (session.state.disc and session.state.turn == 0 and len(choices(session.state)) > 1):
        options = choices(session.state)
        session = session.act(options[0] if len(options) == 1 else decided(session))
    return session


def kept(folder: Path) -> Session:
    """The one game of a folder, as it is kept."""
    (path,) = folder.glob("*.json")
    return resume(load_record(path.read_text("utf-8")), "none")


class Sage:
    """A bot whose thought is finished when the test says so."""

    def __init__(self) -> None:
        self.done = threading.Event()

    def advise(self, state: State, _: str) -> Thought:
        """Its first choice, once it is done."""
        self.done.wait(20)
        first, second = choices(state)[:2]
        values = (0.61, 0.39)
        return Thought(first, values, (first, second), ((first, 0.61), (second, 0.42)))
