"""Compile Python files with the Python that will run them; compile.mjs runs this in Pyodide.

A folder holds `package`, of which stays what can be imported, and `library`, of which that uses.
Every .py becomes a .pyc without a time or a path of this machine in it.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

ALWAYS: Final = (
    *("_colorize", "_strptime", "codeop", "importlib.readers", "importlib.resources._adapters"),
    *("importlib.resources.readers", "linecache", "site", "zipimport"),
    *(f"encodings.{name}" for name in ("ascii", "cp437", "idna", "latin_1", "utf_8_sig", "utf_16")),
)
"""What Python itself wants of its library now and then, whoever uses it."""


def imported(text: str) -> Iterator[str]:
    r"""The names of modules that a module imports, its functions too.

    >>> sorted(imported("import a.b\nfrom . import c\ndef f(): from d import e"))
    ['a.b', 'd', 'd.e']
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def name_of(path: Path) -> str:
    """A module by its file.

    >>> name_of(Path("json/__init__.py")), name_of(Path("json/decoder.py"))
    ('json', 'json.decoder')
    """
    return ".".join(part for part in path.with_suffix("").parts if part != "__init__")


def used(package: Path) -> set[str]:
    """The modules that are there when everything of a package has been imported that can be."""
    sys.path.insert(0, str(package))
    wanted = set(ALWAYS)
    for path in sorted(package.rglob("*.py")):
        wanted |= {name_of(path.relative_to(package)), *imported(path.read_text("utf-8"))}
    for name in sorted(wanted):
        # Some want what a device has not; some are no modules, but things in one.
        with suppress(ImportError):
            import_module(name)
    return set(sys.modules)


def prune(library: Path, package: Path) -> None:
    """Leave of a library what a package uses, and of the package what can be used without NumPy."""
    kept = used(package)
    for folder in (library, package):
        for path in folder.rglob("*.py"):
            if name_of(path.relative_to(folder)) not in kept:
                path.unlink()


def compile_all(folder: Path) -> None:
    """Replace every module by what the compiler makes of it."""
    import py_compile  # noqa: PLC0415 - else it would count as used

    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        py_compile.compile(
            str(path),
            str(path) + "c",
            str(name),
            doraise=True,
            # Nobody on a device reads what is written in there.
            optimize=2,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        path.unlink()
