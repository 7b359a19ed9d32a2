"""What `taupes doctor` looks at: every part is tried, and none is needed for the others to be."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import Final

from rich.filesize import decimal

import taupes
from taupes.cli.console import is_capable, is_colourless, out
from taupes.cli.extras import EXTRAS, Extra
from taupes.cli.places import measure
from taupes.rules import LANGUAGES, MOLES, SHIPPED, Game, catalogue, load_stack, preset_rules

HERE: Final = Path(taupes.__file__).parent
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
    from taupes import kernel  # noqa: PLC0415 - as below, whatever is wrong with it is a diagnosis
    from taupes.kernel.way import LIBRARY, WAY, Way  # noqa: PLC0415

    engine = kernel.Engine(_game())
    kernel.count_actions(engine.tables, engine.start())
    if WAY is Way.LIBRARY:
        return Diagnosis("kernel", Condition.OK, f"compiled ahead of time, in {LIBRARY}")
    if WAY is Way.NUMBA:
        return Diagnosis("kernel", Condition.OK, f"compiled by Numba {version('numba')}")
    what = "plain Python, some 300 times slower"
    if os.environ.get("TAUPES_NO_NUMBA") or os.environ.get("NUMBA_DISABLE_JIT"):
        advice = "unset TAUPES_NO_NUMBA and NUMBA_DISABLE_JIT"
    else:
        advice = "pip install 'numba'"
    return Diagnosis("kernel", Condition.MISSING, what, advice)


def _try_bots() -> Diagnosis:
    from taupes.bots import LEVELS, make_bot, play_game  # noqa: PLC0415
    from taupes.bots.evaluation.knowledge import mind_of  # noqa: PLC0415

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
        return Diagnosis(extra.part, Condition.MISSING, what, extra.advice)
    except Exception as error:  # noqa: BLE001 - other people's packages fail in their own ways
        what = f"{extra.gives}: {type(error).__name__}: {error}"
        return Diagnosis(extra.part, Condition.MISSING, what, f"{extra.advice}, once more")
    return Diagnosis(extra.part, Condition.OK, f"{extra.gives}: {', '.join(versions)}")
