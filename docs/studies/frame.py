"""What every study does alike: its command line, playing what is missing, writing its page."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from games import Row
from notebook import BadNotebook, Notebook
from study_page import BadPage, fill_page

from taupes.arena import BadArena, Pool

DOCS: Final = Path(__file__).parents[1]
TOLD: Final = 20
"""How often a run says how far it is."""

T = TypeVar("T")


def study_parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """The options that every study has; its games are kept in a file of its name."""
    kept = Path(tempfile.gettempdir()) / f"taupes-{name}.jsonl"
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few games, to try it")
    parser.add_argument("--games", type=Path, default=kept, help=f"where games are kept ({kept})")
    parser.add_argument("--out", type=Path, default=DOCS, help="where the page goes (docs)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", default="1997", help="another one gives other games")
    return parser


@contextmanager
def ending_in_words(name: str, games: Path) -> Iterator[None]:
    """Whatever keeps a study from its end is said in a sentence."""
    try:
        yield
    except (BadNotebook, BadPage, BadArena, OSError) as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        sys.exit(f"{name}: interrupted; the games so far are in {games}")


def play_all(
    pool: Pool, play: Callable[[T], tuple[str, Row]], missing: Sequence[T], notebook: Notebook
) -> None:
    """Play what is missing, keep it as it comes, and say how far it is."""
    for done, (key, row) in enumerate(pool.map(play, missing), 1):
        notebook.write(key, row)
        if done * TOLD // len(missing) > (done - 1) * TOLD // len(missing):
            sys.stderr.write(f"{done} of {len(missing)} batches\n")


def write_study(
    name: str,
    page: str,
    figures: Mapping[str, Any],
    tables: Mapping[str, str],
    plots: Mapping[str, str],
    out: Path,
) -> None:
    """Write the figures, the plots by the names of their files, and the page with its tables."""
    filled = fill_page((DOCS / page).read_text("utf-8"), tables)
    folder = out / "studies"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=1, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", "utf-8")
    for file, plot in plots.items():
        (folder / file).write_text(plot, "utf-8")
    (out / page).write_text(filled, "utf-8")
