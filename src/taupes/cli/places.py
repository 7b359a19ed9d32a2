"""Where a user's things lie, and how much they are."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from taupes.folders import data_folder
from taupes.words.language import Words
from taupes.words.saying import Saying, saying


@dataclass(frozen=True, slots=True)
class Location:
    """A file or folder of the user's."""

    what: Saying
    path: str
    files: int
    bytes: int
    is_made_again: bool = False
    """It may be deleted, and is made again when it is wanted."""


def find_places(environment: Mapping[str, str]) -> Iterator[Location]:
    """Where the user's things lie, and how much they are."""
    data = data_folder()
    database = environment.get("TAUPES_DATABASE", "")
    if database:
        yield Location(saying("cli.places.database"), without_password(database), 0, 0)
    else:
        yield _place("tables", data / "taupes.sqlite")
    yield _place("games", data / "games")
    yield _place("growth", data / "growth.json")
    yield _place("puzzles", data / "puzzles.json")
    with suppress(ImportError):  # then there is no compiled code, and no table
        yield from _made_again()


def _made_again() -> Iterator[Location]:
    from taupes.bots.endgame import store  # noqa: PLC0415 - it loads all of NumPy
    from taupes.kernel import native  # noqa: PLC0415 - and this all of Numba

    code = native.cache_folder(Path(native.__file__).parent)
    if code:
        yield _place("code", code.parent, is_made_again=True)
    yield _place("endgames", store.cache_folder(), is_made_again=True)


def without_password(address: str) -> str:
    """A database's address, fit to be shown."""
    password = urlsplit(address).password
    return address.replace(f":{password}@", ":…@") if password else address


def _place(name: str, path: Path, *, is_made_again: bool = False) -> Location:
    files, size = measure(path)
    return Location(saying(f"cli.places.{name}"), str(path), files, size, is_made_again)


def measure(path: Path) -> tuple[int, int]:
    """How many files there are, and how large they are together."""
    sizes = []
    for file in (path, *path.rglob("*")):
        with suppress(OSError):  # another process may be tidying up
            if file.is_file():
                sizes.append(file.stat().st_size)
    return len(sizes), sum(sizes)


def format_size(size: int, words: Words) -> str:
    """A number of bytes as people say it.

    >>> format_size(70_500, Words("fr"))
    '70,5 ko'
    """
    power = 3 if size >= 1e9 else 2 if size >= 1e6 else 1
    figure, unit = words.figures(f"{size / 1000**power:.1f}"), " kMG"[power]
    return words("cli.places.size", figure=figure, unit=unit)
