"""Every command under its heading: what it does, and where it is.

A command's module is loaded when the command is called: `taupes legal` need not wait for a web
server or an arena. So what the list of all commands says of each is written here, too.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final

import typer

from taupes.cli.help import Command, Group, Row, in_our_words


@dataclass(frozen=True, slots=True)
class Listing:
    """A command as the list of all shows it."""

    place: str
    """Its module among the commands, and its function or group there."""
    about: str
    """The first sentences of its own help."""


INDEX: Final[Mapping[str, Mapping[str, Listing]]] = {
    "Play": {
        "play": Listing(
            "play:play",
            "Play against bots, or several people at one keyboard, in the terminal.",
        ),
        "day": Listing(
            "day:day",
            "Play the stack of the day: the same game for everybody who plays it without a server.",
        ),
        "puzzle": Listing(
            "puzzle:puzzle",
            "Solve puzzles: find the choice that is clearly best, and read why.",
        ),
        "companion": Listing(
            "companion:companion",
            "Help at a real table: tell what may be done there, and what should.",
        ),
        "print": Listing(
            "print:print_game",
            "Make a PDF of boards, moles, discs and rules to print and cut out.",
        ),
    },
    "Host": {
        "serve": Listing("serve:serve", "Serve tables: HTTP, live play and the page."),
        "site": Listing(
            "site:site",
            "Write the game as a folder for any host: it needs no server.",
        ),
        "backup": Listing(
            "backup:backup",
            "Write everything a server keeps into one file, while games go on.",
        ),
        "restore": Listing(
            "backup:restore",
            "Fill an empty database from a backup; its servers must be stopped.",
        ),
    },
    "Recorded games": {
        "show": Listing("show:show", "Show a position of a recorded game."),
        "check": Listing(
            "check:check",
            "Validate records; one answer per file, and exit code 1 if any is bad.",
        ),
        "legal": Listing(
            "legal:legal",
            "Answer each record, one per line, with the actions legal at its end.",
        ),
        "analyse": Listing(
            "analyse:analyse",
            "Say what each position of a game was worth, and what luck and choices made of it.",
        ),
        "endgame": Listing(
            "endgame:endgame",
            "Tell the chances to win of a position on the last board: exact with two players left.",
        ),
        "verify": Listing(
            "verify:verify",
            "Check every disc of records against the seed that was committed to.",
        ),
    },
    "Bots": {
        "bots": Listing("bots:bots", "List the bots, the weakest first."),
        "simulate": Listing("simulate:simulate", "Play whole games between bots and sum them up."),
        "arena": Listing(
            "arena:app",
            "Let bots play each other, each equally often on every seat, and rate them.",
        ),
        "bot": Listing("bot:app", "Bots of your own: check that they speak the protocol."),
        "puzzles": Listing(
            "puzzles:app",
            "Puzzles: find them in games between bots, and print them for programs.",
        ),
    },
    "More": {
        "rules": Listing(
            "rules:rules",
            "Show what the presets play, where they differ, and the source of each point.",
        ),
        "doctor": Listing(
            "doctor:doctor",
            "Say what is installed, which parts work, and where things lie.",
        ),
        "boards": Listing("boards:app", "Board sets: list, show and check them."),
    },
}
"""In the order of the help."""

COMMANDS: Final = {name: listing for room in INDEX.values() for name, listing in room.items()}


PLAYING: Final = ("Play", "Host", "Recorded games", "More")
"""Headings of the commands for people: nobody waits for a compiler where a library was shipped."""


@cache
def load(name: str) -> Any:
    """A command, ready to be called."""
    if any(name in INDEX[room] for room in PLAYING):
        os.environ.setdefault("TAUPES_LIBRARY", "shipped")
    module, _, item = COMMANDS[name].place.partition(":")
    found = getattr(import_module(f"taupes.cli.commands.{module}"), item)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command(name, cls=Command)(found)
        found = single
    return typer.main.get_command(found)


class Loading(Mapping[str, Any]):
    """The commands by name, each loaded when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class Index(Group):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Loading()  # type: ignore[assignment]

    def make_context(self, *typed: Any, **settings: Any) -> Any:
        """Read what was typed before the name of a command."""
        with in_our_words():
            return super().make_context(*typed, **settings)

    def invoke(self, ctx: Any) -> Any:
        """Read the rest, and run the command."""
        with in_our_words():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names; the library's own way would load them all."""
        return list(COMMANDS)

    def rows(self) -> dict[str, list[Row]]:
        """The commands by their headings."""
        return {
            room: [(name, listing.about) for name, listing in listings.items()]
            for room, listings in INDEX.items()
        }
