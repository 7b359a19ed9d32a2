"""Every command under its heading: what it does, and where it is.

A command's module is loaded when the command is called: `taupes legal` need not wait for a web
server or an arena. So what the list of all commands says of each is written here, too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final

import typer

from taupes.cli.help import Command, Group, Row


@dataclass(frozen=True, slots=True)
class Entry:
    """A command as the list of all shows it."""

    place: str
    """Its module among the commands, and its function or group there."""
    about: str
    """The first sentences of its own help."""


INDEX: Final[Mapping[str, Mapping[str, Entry]]] = {
    "Play": {
        "play": Entry(
            "play:play",
            "Play against bots, or several people at one keyboard, in the terminal.",
        ),
        "companion": Entry(
            "companion:companion",
            "Help at a real table: tell what may be done there, and what should.",
        ),
        "print": Entry(
            "print:print_game",
            "Make a PDF of boards, moles, discs and rules to print and cut out.",
        ),
    },
    "Host": {
        "serve": Entry("serve:serve", "Serve tables: HTTP, live play and the page."),
        "backup": Entry(
            "backup:backup",
            "Write everything a server keeps into one file, while games go on.",
        ),
        "restore": Entry(
            "backup:restore",
            "Fill an empty database from a backup; its servers must be stopped.",
        ),
    },
    "Recorded games": {
        "show": Entry("show:show", "Show a position of a recorded game."),
        "check": Entry(
            "check:check",
            "Validate records; one answer per file, and exit code 1 if any is bad.",
        ),
        "legal": Entry(
            "legal:legal",
            "Answer each record, one per line, with the actions legal at its end.",
        ),
        "analyse": Entry(
            "analyse:analyse",
            "Say what each position of a game was worth, and what luck and choices made of it.",
        ),
        "endgame": Entry(
            "endgame:endgame",
            "Tell the chances to win of a position on the last board: exact with two players left.",
        ),
        "verify": Entry(
            "verify:verify",
            "Check every disc of records against the seed that was committed to.",
        ),
    },
    "Bots": {
        "bots": Entry("bots:bots", "List the bots, the weakest first."),
        "simulate": Entry("simulate:simulate", "Play whole games between bots and sum them up."),
        "arena": Entry(
            "arena:app",
            "Let bots play each other, each equally often on every seat, and rate them.",
        ),
        "bot": Entry("bot:app", "Bots of your own: check that they speak the protocol."),
    },
    "More": {
        "rules": Entry(
            "rules:rules",
            "Show what the presets play, where they differ, and the source of each point.",
        ),
        "doctor": Entry(
            "doctor:doctor",
            "Say what is installed, which parts work, and where things lie.",
        ),
        "boards": Entry("boards:app", "Board sets: list, show and check them."),
    },
}
"""In the order of the help."""

ENTRIES: Final = {name: entry for room in INDEX.values() for name, entry in room.items()}


@cache
def load(name: str) -> Any:
    """A command, ready to be called."""
    module, _, item = ENTRIES[name].place.partition(":")
    found = getattr(import_module(f"taupes.cli.commands.{module}"), item)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command(name, cls=Command)(found)
        found = single
    return typer.main.get_command(found)


class Loading(Mapping[str, Any]):
    """The commands by name, each loaded when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise KeyError(name)
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(ENTRIES)

    def __len__(self) -> int:
        return len(ENTRIES)


class Index(Group):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Loading()  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names; the library's own way would load them all."""
        return list(ENTRIES)

    def rows(self) -> dict[str, list[Row]]:
        """The commands by their headings."""
        return {
            room: [(name, entry.about) for name, entry in entries.items()]
            for room, entries in INDEX.items()
        }
