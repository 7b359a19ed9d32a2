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

import taupes
from taupes.cli.console import is_capable, is_colourless, out
from taupes.cli.extras import EXTRAS, Extra
from taupes.cli.places import measure
from taupes.rules import LANGUAGES, MOLES, SHIPPED, Game, catalogue, load_stack, preset_rules
from taupes.words.saying import Saying, saying

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
    what: Saying
    advice: Saying | None = None
    """What to do about it, if it is not well."""

    @property
    def title(self) -> Saying:
        """What the part is called."""
        return saying(f"cli.parts.{self.part.lower().replace(' ', '_')}")


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
        what = saying("cli.doctor.error", kind=type(error).__name__, error=error)
        return Diagnosis(part, Condition.BROKEN, what, saying("cli.doctor.install_again"))


def _game(seats: int = 2) -> Game:
    return Game(load_stack("classic-0000"), preset_rules("web", seats), seats, MOLES[seats])


def _try_rules() -> Diagnosis:
    for name in SHIPPED:
        load_stack(f"{name}-0000")
    for language in LANGUAGES:
        catalogue(language)
    known = {"boards": ", ".join(SHIPPED), "languages": ", ".join(LANGUAGES)}
    return Diagnosis("rules", Condition.OK, saying("cli.doctor.rules", **known))


def _try_kernel() -> Diagnosis:
    from taupes import kernel  # noqa: PLC0415 - as below, whatever is wrong with it is a diagnosis
    from taupes.kernel.way import LIBRARY, WAY, Way  # noqa: PLC0415

    engine = kernel.Engine(_game())
    kernel.count_actions(engine.tables, engine.start())
    if WAY is Way.LIBRARY:
        what = saying("cli.doctor.library", file=LIBRARY)
        return Diagnosis("kernel", Condition.OK, what)
    if WAY is Way.NUMBA:
        what = saying("cli.doctor.numba", version=version("numba"))
        return Diagnosis("kernel", Condition.OK, what)
    if os.environ.get("TAUPES_NO_NUMBA") or os.environ.get("NUMBA_DISABLE_JIT"):
        advice = saying("cli.doctor.unset", names="TAUPES_NO_NUMBA, NUMBA_DISABLE_JIT")
    else:
        advice = saying("cli.doctor.run", command="pip install 'numba'")
    return Diagnosis("kernel", Condition.MISSING, saying("cli.doctor.plain_python"), advice)


def _try_bots() -> Diagnosis:
    from taupes.bots import LEVELS, make_bot, play_game  # noqa: PLC0415
    from taupes.bots.evaluation.knowledge import mind_of  # noqa: PLC0415

    next(play_game(_game(), [make_bot("greedy")] * 2, ""))
    for seats in MOLES:  # what they know is read; to let them think would compile for a while
        mind_of(_game(seats))
    return Diagnosis("bots", Condition.OK, saying("cli.doctor.levels", names=", ".join(LEVELS)))


def find_page() -> Diagnosis:
    """Whether `taupes serve` has a page to show."""
    # A web server takes a while to load: by path.
    page = HERE / "server" / "static"
    if (page / "index.html").exists():
        _, size = measure(page)
        return Diagnosis("page", Condition.OK, saying("cli.doctor.page", size=round(size / 1e6)))
    advice = saying("cli.doctor.build_page")
    return Diagnosis("page", Condition.MISSING, saying("cli.doctor.no_page"), advice)


def find_terminal() -> Diagnosis:
    """What this terminal can show."""
    size = out.size
    if is_capable(os.environ):
        few = is_colourless(out, os.environ)
        colours = saying("cli.doctor.few_colours" if few else "cli.doctor.colours")
        measure = f"{size.width}×{size.height}"
        what = saying("cli.doctor.full_screen", size=measure, colours=colours)
        if size.width >= 80 and size.height >= 24:
            return Diagnosis("terminal", Condition.OK, what)
        return Diagnosis("terminal", Condition.MISSING, what, saying("cli.doctor.enlarge"))
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return Diagnosis("terminal", Condition.OK, saying("cli.doctor.no_terminal"))
    kind, encoding = os.environ.get("TERM", ""), sys.stdout.encoding or "-"
    what = saying("cli.doctor.prompts", term=kind, encoding=encoding)
    return Diagnosis("terminal", Condition.MISSING, what, saying("cli.doctor.other_terminal"))


def find_extra(extra: Extra) -> Diagnosis:
    """Whether a part that stands on other packages works."""
    try:
        versions = [f"{name} {version(name)}" for name in extra.packages]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):  # some greet
            for module in extra.modules:
                import_module(module)
    except (PackageNotFoundError, ModuleNotFoundError) as error:
        what = saying("cli.doctor.no_package", gives=extra.gives, name=error.name)
        advice = saying("cli.doctor.run", command=extra.advice)
        return Diagnosis(extra.part, Condition.MISSING, what, advice)
    except Exception as error:  # noqa: BLE001 - other people's packages fail in their own ways
        failed = saying("cli.doctor.error", kind=type(error).__name__, error=error)
        what = saying("cli.doctor.extra", gives=extra.gives, what=failed)
        advice = saying("cli.doctor.run_again", command=extra.advice)
        return Diagnosis(extra.part, Condition.MISSING, what, advice)
    what = saying("cli.doctor.extra", gives=extra.gives, what=", ".join(versions))
    return Diagnosis(extra.part, Condition.OK, what)
