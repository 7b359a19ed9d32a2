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
from types import CodeType
from typing import Final

ALWAYS: Final = (
    *("_colorize", "_strptime", "codeop", "importlib.readers", "importlib.resources._adapters"),
    *("importlib.resources.readers", "linecache", "site", "zipimport"),
    *(f"encodings.{name}" for name in ("ascii", "cp437", "idna", "latin_1", "utf_8_sig", "utf_16")),
)
"""What Python itself wants of its library now and then, whoever uses it."""

OPTIONAL: Final = ("_ssl", "bz2", "compression.zstd", "lzma", "ssl")
"""What others of the library take if it is there; a device does without."""

LONGEST: Final = 8
"""The most steps of code that one entry of a table of lines is about."""
SAME_LINE: Final = bytes([0x80 | 13 << 3 | LONGEST - 1, 0])
"""Such an entry: so many steps, no columns, the line of those before. Of errors in the library the
function is enough to know, and it becomes a sixth smaller."""


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
    # As if they were not there, for all that is imported from now on.
    sys.modules.update(dict.fromkeys(OPTIONAL))  # type: ignore[arg-type]
    for name in sorted(wanted):
        # Some want what a device has not; some are no modules, but things in one.
        with suppress(ImportError):
            import_module(name)
    return {name for name, module in sys.modules.items() if module is not None}


def prune(library: Path, package: Path) -> None:
    """Leave of a library what a package uses, and of the package what can be used without NumPy."""
    kept = used(package)
    for folder in (library, package):
        for path in folder.rglob("*.py"):
            if name_of(path.relative_to(folder)) not in kept:
                path.unlink()


def coarse(code: CodeType) -> CodeType:
    """The same code, all of which is said to be in its first line."""
    steps = -(-len(code.co_code) // (2 * LONGEST))
    return code.replace(
        co_linetable=SAME_LINE * steps,
        co_consts=tuple(coarse(c) if isinstance(c, CodeType) else c for c in code.co_consts),
    )


def compile_all(folder: Path) -> None:
    """Replace every module by what the compiler makes of it."""
    # Else they would count as used.
    import marshal  # noqa: PLC0415
    from importlib.util import MAGIC_NUMBER, source_hash  # noqa: PLC0415

    for path in sorted(folder.rglob("*.py")):
        name, source = path.relative_to(folder), path.read_bytes()
        # Nobody on a device reads what is written in there.
        code = compile(source, str(name), "exec", dont_inherit=True, optimize=2)
        if name.parts[0] == "library":
            code = coarse(code)
        # A hash that nobody checks: no time of this machine is in it.
        head = MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(source)
        path.with_suffix(".pyc").write_bytes(head + marshal.dumps(code))
        path.unlink()
