"""Options that several commands take, said once."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final

import typer

from taupes.cli.usage import unusable
from taupes.rules import (
    ANYHOW,
    DEFAULT_BOARDS,
    DEFAULT_PRESET,
    FAIR_START,
    LANGUAGES,
    SHIPPED,
    MolesWish,
    Rules,
    Stack,
    arrange,
    load_boards,
    parse_moles_wish,
    parse_option_text,
    preset_rules,
)
from taupes.words.language import Words, locale_language

TONGUES: Final = "|".join(LANGUAGES)


def new_file(path: Path | None) -> Path | None:
    """A file that can be written, as far as can be told before the work begins."""
    if path is not None and path.is_dir():
        raise unusable("folder", path=path)
    if path is not None and not path.parent.is_dir():
        raise unusable("no_folder", path=path.parent)
    return path


File = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input.")]
Files = Annotated[list[str], typer.Argument(metavar="FILE", help="Files, or - for standard input.")]
Which = Annotated[
    int, typer.Option("--game", metavar="N", min=1, help="Which record of the file, from 1.")
]
At = Annotated[
    int | None,
    typer.Option("--at", metavar="N", min=0, help="After so many events; else at the end."),
]
Players = Annotated[
    int,
    typer.Option("--players", "-p", metavar="2-4", min=2, max=4, help="How many sit at the table."),
]
Boards = Annotated[
    str,
    typer.Option(
        "--boards",
        metavar="SET|FILE",
        help=f"A board set ({', '.join(SHIPPED)}) or a board file.",
    ),
]
Orientations = Annotated[
    str,
    typer.Option(
        "--orientations",
        metavar=f"DIGITS|{ANYHOW}",
        help="How the boards lie, such as 0351.",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", metavar="T", help="Thinking time for one decision.")
]
Simulations = Annotated[
    int | None, typer.Option("--simulations", metavar="N", help="Simulations for one decision.")
]
Name = Annotated[str | None, typer.Option("--name", metavar="NAME", help="What you are called.")]
Pace = Annotated[
    float,
    typer.Option("--pace", metavar="T", min=0, max=10, help="Seconds between the acts of bots."),
]
PACE: Final = 0.8
"""So many, if nothing is said."""
Plain = Annotated[bool, typer.Option("--plain", help="Lines of text only, no full screen.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
Language = Annotated[
    str,
    typer.Option(
        "--language",
        "--lang",
        metavar=TONGUES,
        envvar="TAUPES_LANG",
        help="Whose words; the system's if left out.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="TAUPES_DATABASE",
        metavar="ADDRESS",
        help="sqlite:///PATH or postgresql://…; else a file in your data folder.",
    ),
]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What is played on: how many sit there, on which boards, by whose rules."""

    players: Players = 2
    preset: Annotated[
        str,
        typer.Option(
            "--preset", metavar="NAME", help="Whose rules; `taupes rules` lists the presets."
        ),
    ] = DEFAULT_PRESET
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "-o", metavar="NAME=VALUE", help="Change an option of the preset."
        ),
    ] = None
    boards: Boards = DEFAULT_BOARDS
    orientations: Orientations = ANYHOW
    moles_text: Annotated[
        str | None,
        typer.Option(
            "--moles",
            metavar=f"N[,N…]|{FAIR_START}",
            help="Moles of everybody, or with a handicap of each seat, as in 10,8; by "
            f"{FAIR_START} whoever begins has one fewer.",
        ),
    ] = None

    @property
    def options(self) -> dict[str, Any]:
        """What is changed on top of the preset."""
        return dict(map(parse_option_text, self.option or []))

    @property
    def moles(self) -> MolesWish | None:
        """How many moles there are, if that is said."""
        return None if self.moles_text is None else parse_moles_wish(self.moles_text)

    def rules(self) -> Rules:
        """The rules for so many players."""
        return preset_rules(self.preset, self.players, self.options)

    def stack(self, rng: Random) -> Stack:
        """The boards as they lie."""
        return arrange(load_boards(self.boards), self.orientations, rng)


def speak(language: str) -> Words:
    """The texts of the language asked for, or of the system's; a usage error if it is none."""
    if not language:
        return Words(locale_language())
    if language not in LANGUAGES:
        raise unusable("no_language", language=f"{language:.40}", known=", ".join(LANGUAGES))
    return Words(language)


def database_address(database: str | None) -> str:
    """The database asked for, or a server's own in the user's data folder."""
    from taupes.folders import data_folder  # noqa: PLC0415 - few commands want it

    return database or f"sqlite:///{data_folder() / 'taupes.sqlite'}"
