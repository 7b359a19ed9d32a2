"""Draw the rooms and who uses whom, from the imports: `python docs/pictures/architecture.py`.

Rooms are the packages of `taupes` and the page; what a longer path shows anyway is left out. The
page knows no Python: what it needs, it asks of whoever keeps tables.
"""

import posixpath
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Final

import grimp
from burrow import Room, draw
from plan import Way, reduced

ROOT: Final = Path(__file__).parents[2]
PICTURE: Final = Path(__file__).with_suffix(".svg")
WEB: Final = ROOT / "web" / "src"
TITLE: Final = "Taupes, room by room"
CAPTION: Final = "An arrow leads to what is used; dots are messages. Nothing leads upwards."

_IMPORT: Final = re.compile(r"""(?:\bfrom|\bimport\(|\bimport)\s*['"](\.[^'"]+)['"]""")


def house() -> Room:
    """All rooms, with the page beside them."""
    graph = grimp.build_graph("taupes", cache_dir=None)
    rooms = [package(graph, name) for name in packages(graph, "taupes")]
    known = ways(graph, packages(graph, "taupes"))
    spoken = frozenset({("page", "server"), ("page", "browser")})
    return Room("taupes", CAPTION, (*rooms, page()), reduced(known | spoken), spoken)


def packages(graph: grimp.ImportGraph, parent: str) -> list[str]:
    """The packages within a package."""
    return sorted(name for name in graph.find_children(parent) if graph.find_children(name))


def package(graph: grimp.ImportGraph, name: str) -> Room:
    """A package of Python as a room; what it is, its docstring says before the first colon."""
    said = (import_module(name).__doc__ or "").splitlines()[0].split(":")[0].strip("`.")
    inner = packages(graph, name)
    rooms = tuple(Room(child.rpartition(".")[2]) for child in inner)
    return Room(name.rpartition(".")[2], said, rooms, reduced(ways(graph, inner)))


def ways(graph: grimp.ImportGraph, names: Iterable[str]) -> set[Way]:
    """Who imports whom among these packages."""
    names = list(names)
    return {
        (importer.rpartition(".")[2], imported.rpartition(".")[2])
        for importer in names
        for imported in names
        if importer != imported
        and graph.direct_import_exists(importer=importer, imported=imported, as_packages=True)
    }


def page() -> Room:
    """The page: the folders of `web/src`, by the imports of TypeScript and Svelte."""
    known = set()
    for path in sorted((*WEB.rglob("*.ts"), *WEB.rglob("*.svelte"))):
        here = path.relative_to(WEB).as_posix()
        for target in _IMPORT.findall(path.read_text("utf-8")):
            there = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
            there = there.removeprefix("../")  # the engine's folder lies beside the page's sources
            if "/" in here and "/" in there:
                known.add((here.split("/")[0], there.split("/")[0]))
    names = sorted({name for way in known for name in way})
    known = {way for way in known if way[0] != way[1]}
    return Room("page", "What people play on", tuple(map(Room, names)), reduced(known))


def picture() -> str:
    """The drawing."""
    return draw(house(), TITLE)


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
