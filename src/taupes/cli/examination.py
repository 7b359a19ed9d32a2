"""What `taupes doctor` looks at: every part tried, every place measured."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rich.filesize import decimal

from taupes import kernel
from taupes.bots import LEVELS, make_bot, play_game
from taupes.bots.endgame import store
from taupes.bots.evaluation.knowledge import mind_of
from taupes.cli.console import is_capable, is_colourless, out
from taupes.folders import data_folder
from taupes.kernel import compiler
from taupes.rules import LANGUAGES, MOLES, SHIPPED, Game, catalogue, load_stack, preset_rules

HERE: Final = Path(kernel.__file__).parents[1]
"""Where the package is installed."""


class Condition(StrEnum):
    """How a part is."""

    OK = "ok"
    MISSING = "missing"
    """Something optional is not there; all else works."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found out about one part."""

    part: str
    health: Condition
    what: str
    advice: str = ""
    """What to do about it, if it is not well."""


@dataclass(frozen=True, slots=True)
class Location:
    """A file or folder of the user's."""

    what: str
    path: str
    files: int
    bytes: int
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """A part that stands on packages of others."""

    part: str
    gives: str
    packages: tuple[str, ...]
    modules: tuple[str, ...]
    """What must be importable for it to work."""
    install: str


EXTRAS: Final = (
    Extra("full screen", "taupes play", ("textual",), ("textual",), "textual"),
    Extra("paper", "taupes print", ("typst",), ("typst",), "typst"),
    Extra("PostgreSQL", "taupes serve", ("psycopg",), ("psycopg",), "psycopg[binary]"),
    Extra("PNG", "plots of taupes arena", ("resvg-py",), ("resvg_py",), "taupes[arena]"),
    Extra(
        "environments",
        "PettingZoo, Gymnasium",
        ("pettingzoo", "gymnasium"),
        ("taupes.envs.aec", "taupes.envs.gym"),
        "taupes[envs]",
    ),
    Extra(
        "OpenSpiel",
        "python_taupes",
        ("open_spiel",),
        ("taupes.envs.openspiel",),
        "taupes[openspiel]",
    ),
    Extra(
        "cluster", "taupes arena --cluster", ("distributed",), ("distributed",), "taupes[cluster]"
    ),
)


def examine() -> Iterator[Diagnosis]:
    """Try every part."""
    yield _tried("rules", _try_rules)
    yield _tried("kernel", _try_kernel)
    yield _tried("bots", _try_bots)
    yield find_page()
    yield find_terminal()
    for extra in EXTRAS:
        yield find_extra(extra)


def _tried(part: str, attempt: Callable[[], Diagnosis]) -> Diagnosis:
    """What an attempt finds; whatever goes wrong in it is a diagnosis too."""
    try:
        return attempt()
    except Exception as error:  # noqa: BLE001 - a doctor is there for what nobody thought of
        what = f"{type(error).__name__}: {error}"
        return Diagnosis(part, Condition.BROKEN, what, "install taupes again")


def _game(seats: int = 2) -> Game:
    return Game(load_stack("classic-0000"), preset_rules("web", seats), seats, MOLES[seats])


def _try_rules() -> Diagnosis:
    for name in SHIPPED:
        load_stack(f"{name}-0000")
    for language in LANGUAGES:
        catalogue(language)
    what = f"boards {', '.join(SHIPPED)}; reasons in {', '.join(LANGUAGES)}"
    return Diagnosis("rules", Condition.OK, what)


def _try_kernel() -> Diagnosis:
    engine = kernel.Engine(_game())
    kernel.count_actions(engine.tables, engine.start())
    if kernel.IS_COMPILED:
        return Diagnosis("kernel", Condition.OK, f"compiled by Numba {version('numba')}")
    what = "plain Python, some 300 times slower"
    if os.environ.get("TAUPES_NO_NUMBA") or os.environ.get("NUMBA_DISABLE_JIT"):
        advice = "unset TAUPES_NO_NUMBA and NUMBA_DISABLE_JIT"
    else:
        advice = _pip("numba")
    return Diagnosis("kernel", Condition.MISSING, what, advice)


def _try_bots() -> Diagnosis:
    next(play_game(_game(), [make_bot("greedy")] * 2, ""))
    for seats in MOLES:  # what they know is read; to let them think would compile for a while
        mind_of(_game(seats))
    return Diagnosis("bots", Condition.OK, ", ".join(LEVELS))


def find_page() -> Diagnosis:
    """Whether `taupes serve` has a page to show."""
    # A web server takes a while to load: by path.
    page = HERE / "server" / "static"
    if (page / "index.html").exists():
        _, size = measure(page)
        return Diagnosis("page", Condition.OK, f"built, {decimal(size)}")
    advice = "pip install . in the sources builds it, with a Node of its own"
    return Diagnosis(
        "page", Condition.MISSING, "not built: taupes serve has no page to show", advice
    )


def find_terminal() -> Diagnosis:
    """What this terminal can show."""
    size = out.size
    colours = "few colours" if is_colourless(out, os.environ) else f"{out.color_system} colours"
    if is_capable(os.environ):
        what = f"full screen, {size.width}×{size.height}, {colours}"
        if size.width >= 80 and size.height >= 24:
            return Diagnosis("terminal", Condition.OK, what)
        return Diagnosis("terminal", Condition.MISSING, what, "make the window 80×24 or larger")
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return Diagnosis("terminal", Condition.OK, "none here, a pipe or a file: plain prompts")
    encoding = sys.stdout.encoding or "no"
    what = f"plain prompts: TERM={os.environ.get('TERM', '')}, {encoding} encoding"
    advice = "full screen wants a TERM other than dumb, and UTF-8"
    return Diagnosis("terminal", Condition.MISSING, what, advice)


def find_extra(extra: Extra) -> Diagnosis:
    """Whether a part that stands on other packages works."""
    try:
        versions = [f"{name} {version(name)}" for name in extra.packages]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):  # some greet
            for module in extra.modules:
                import_module(module)
    except (PackageNotFoundError, ModuleNotFoundError) as error:
        what = f"{extra.gives}: no {error.name}"
        return Diagnosis(extra.part, Condition.MISSING, what, _pip(extra.install))
    except Exception as error:  # noqa: BLE001 - other people's packages fail in their own ways
        what = f"{extra.gives}: {type(error).__name__}: {error}"
        return Diagnosis(extra.part, Condition.MISSING, what, f"{_pip(extra.install)}, once more")
    return Diagnosis(extra.part, Condition.OK, f"{extra.gives}: {', '.join(versions)}")


def _pip(package: str) -> str:
    return f"pip install '{package}'"


def find_places(environment: Mapping[str, str]) -> Iterator[Location]:
    """Where the user's things lie, and how much they are."""
    data = data_folder()
    database = environment.get("TAUPES_DATABASE", "")
    if database:
        yield Location("tables (TAUPES_DATABASE)", without_password(database), 0, 0)
    else:
        yield _place("tables of taupes serve", data / "taupes.sqlite")
    yield _place("games of taupes play", data / "games")
    code = compiler.cache_folder(Path(compiler.__file__).parent)
    if code:
        yield _place("compiled code", code.parent, "may be deleted; is made again")
    yield _place("endgame tables", store.cache_folder(), "may be deleted; are made again")


def without_password(address: str) -> str:
    """A database's address, fit to be shown."""
    password = urlsplit(address).password
    return address.replace(f":{password}@", ":…@") if password else address


def _place(what: str, path: Path, advice: str = "") -> Location:
    files, size = measure(path)
    return Location(what, str(path), files, size, advice)


def measure(path: Path) -> tuple[int, int]:
    """How many files there are, and how large they are together."""
    sizes = []
    for file in (path, *path.rglob("*")):
        with suppress(OSError):  # another process may be tidying up
            if file.is_file():
                sizes.append(file.stat().st_size)
    return len(sizes), sum(sizes)
