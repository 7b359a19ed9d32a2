"""Where a user's things lie, and how much they are."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from taupes.folders import data_folder


@dataclass(frozen=True, slots=True)
class Location:
    """A file or folder of the user's."""

    what: str
    path: str
    files: int
    bytes: int
    advice: str = ""


def find_places(environment: Mapping[str, str]) -> Iterator[Location]:
    """Where the user's things lie, and how much they are."""
    data = data_folder()
    database = environment.get("TAUPES_DATABASE", "")
    if database:
        yield Location("tables (TAUPES_DATABASE)", without_password(database), 0, 0)
    else:
        yield _place("tables of taupes serve", data / "taupes.sqlite")
    yield _place("games of taupes play", data / "games")
    with suppress(ImportError):  # then there is no compiled code, and no table
        yield from _made_again()


def _made_again() -> Iterator[Location]:
    from taupes.bots.endgame import store  # noqa: PLC0415 - it loads all of NumPy
    from taupes.kernel import native  # noqa: PLC0415 - and this all of Numba

    code = native.cache_folder(Path(native.__file__).parent)
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
