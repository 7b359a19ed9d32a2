"""Every text that the program asks for is there, every text is asked for, and by the right room."""

import re
from pathlib import Path

import taupes
from taupes.bots.external.fault import WORDS as FAULTS
from taupes.bots.player import THOUGHTS
from taupes.cli.examination import Condition
from taupes.cli.extras import EXTRAS
from taupes.cli.sentences import TROUBLES
from taupes.puzzles.contrasts import AIMS
from taupes.puzzles.themes import THEMES
from taupes.rules import OPTIONS, SHIPPED, TEAMS, Phase, Victory, load_boards
from taupes.rules.why import RULE_OF
from taupes.terminal.game.menu import RESUME, SEATS, START, Menu
from taupes.words.catalogue import catalogue
from taupes.words.language import Words
from tests.terminal.driver import new_setup

SOURCES = Path(taupes.__file__).parent
ARCHIVE = (SOURCES / "server" / "storage" / "archive.py").read_text("utf-8")
ROOMS = ("arena", "cli", "game", "puzzles", "server", "terminal")
"""Those whose texts are asked for by name."""
NAME = re.compile(r"""["'](arena|cli|game|puzzles|server|terminal)\.([a-z_]+)\.([a-z_]+)["']""")
UNUSABLE = {
    code
    for path in (SOURCES / "cli").rglob("*.py")
    for code in re.findall(r'unusable\(\s*"([a-z_]+)"', path.read_text("utf-8"))
}
REFUSED = {
    *re.findall(r'"([a-z_]+)"', "".join(re.findall(r"_refuse\(([^)]*)", ARCHIVE))),
    "as_written",
}
"""What commands and backups say by a code alone."""
STARTING = {"cli/commands/play.py", "cli/commands/companion.py", "cli/commands/day.py"}
"""The commands that start the terminal game speak its words."""

ROWS = {"seat", START, RESUME, *Menu(new_setup(), Words("en")).rows()} - set(SEATS)
SLUG = str.maketrans(" -", "__")
PLACES = ("code", "endgames", "games", "growth", "puzzles", "tables")
COMPUTED = (
    {f"game.board.{board.name}" for board in load_boards("classic").boards}
    | {f"game.team.{team}" for team in TEAMS}
    | {f"game.reason.{reason}" for reason in ("last_team", "stalemate", *map(str, Victory))}
    | {
        f"game.rule.{where.partition(', ')[0].lower().translate(SLUG)}"
        for where in RULE_OF.values()
    }
    | {f"cli.boards.{name}" for name in SHIPPED}
    | {f"cli.boards.{column}" for column in ("set", "radii", "holes", "special_cells", "about")}
    | {f"cli.bot.{how}" for how in ("fine", "warning", "wrong")}
    | {f"cli.doctor.{condition}" for condition in Condition}
    | {f"cli.parts.{part}" for part in ("rules", "kernel", "bots", "page", "terminal")}
    | {f"cli.parts.{extra.part.lower().replace(' ', '_')}" for extra in EXTRAS}
    | {f"cli.places.{place}" for place in PLACES}
    | {f"cli.files.{trouble}" for trouble in TROUBLES.values()}
    | {f"cli.usage.{code}" for code in UNUSABLE}
    | {f"cli.site.{group}" for group in ("page", "engine", "answers")}
    | {f"arena.faults.{code}" for code in (*FAULTS, *THOUGHTS)}
    | {f"arena.kinds.{kind}" for kind in ("crash", "flood", "garbled", "illegal", "slow")}
    | {f"arena.phases.{phase.name.lower()}" for phase in Phase if phase is not Phase.OVER}
    | {f"puzzles.themes.{theme}" for theme in THEMES}
    | {f"puzzles.turned.{aim}" for aim in ("wins", "enters", "exits")}
    | {f"puzzles.does.{end}" for end in ("wins", "remains", "points")}
    | {
        f"puzzles.{table}.{aim}"
        for aim in AIMS
        for table, aim in (
            ("then", aim),
            ("then", f"no_{aim}"),
            ("then", f"hope_{aim}"),
            ("after", aim),
            ("after", f"hope_{aim}"),
            ("after", f"no_hope_{aim}"),
        )
    }
    | {f"server.backup.{code}" for code in REFUSED}
    | {f"terminal.menu.{row}" for row in ROWS}
    | {f"terminal.menu.about_{row}" for row in ROWS - {"seat", "preset"} - set(OPTIONS)}
    | {
        f"terminal.{table}.{word}"
        for table in ("query", "prompt")
        for word in catalogue("terminal", "en")[table]
    }
)
"""Names that are known only while the program runs."""


def asked(folder: str) -> dict[str, set[str]]:
    """The names of texts in the sources of a room, by file."""
    return {
        path.relative_to(SOURCES).as_posix(): {
            ".".join(name) for name in NAME.findall(path.read_text("utf-8"))
        }
        for path in sorted((SOURCES / folder).rglob("*.py"))
    }


ASKED = {
    file: names
    for room in ("arena", "cli", "puzzles", "server", "terminal", "words")
    for file, names in asked(room).items()
}
THERE = {
    f"{room}.{table}.{name}"
    for room in ROOMS
    for table, texts in catalogue(room, "en").items()
    for name in texts
}


def test_every_text_asked_for_is_there() -> None:
    names = set().union(*ASKED.values())
    assert len(names) > 100
    assert (names | COMPUTED) - THERE == set()


def test_every_text_is_asked_for() -> None:
    assert THERE - set().union(*ASKED.values()) - COMPUTED == set()


def test_a_room_speaks_its_own_words_and_those_of_the_game() -> None:
    for file, names in ASKED.items():
        allowed = {"game", file.partition("/")[0]} | ({"terminal"} if file in STARTING else set())
        assert {name.partition(".")[0] for name in names} <= allowed, file


def test_faults_of_bots_are_told_as_their_own_room_writes_them() -> None:
    assert catalogue("arena", "en")["faults"] == {**FAULTS, **THOUGHTS}
