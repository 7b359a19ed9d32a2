"""Build what a device needs to keep tables itself: `python web/device.py`.

`--check` only says whether what was built is of these sources; `--brotli FOLDER` makes the files
of a site still smaller, for hosts that know how to send that.

Python for browsers (Pyodide, from npm), its standard library as far as it is used, msgspec, this
package and the compiled kernel become a few packed files with a manifest, beside the built page.
What was built is kept until its sources change. Nothing is needed on the system.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import npm

HERE: Final = Path(__file__).resolve().parent
PROJECT: Final = HERE.parent
PACKAGE: Final = PROJECT / "src" / "taupes"
OUT: Final = PACKAGE / "server" / "engine"
STAMP: Final = OUT / ".built"
PYODIDE: Final = HERE / "node_modules" / "pyodide"
LOCK: Final = PROJECT / "requirements" / "serve.txt"

ROOMS: Final = (
    "answers",
    "bots",
    "browser",
    "drawing",
    "folders",
    "kernel",
    "puzzles",
    "rules",
    "table",
    "words",
)
"""The rooms that a device uses."""

UNUSED: Final = (
    "puzzles/mining/",
    "table/protocol.schema.json",
    *(f"words/{room}/" for room in ("arena", "cli", "paper", "server", "terminal")),
)
"""What it does not use of them."""

WEIGHTS: Final = "bots/evaluation/weights/"
"""Weights are fetched with the first game that they were made for; those for any boards at once."""

SMALLEST: Final = 12
"""How hard is tried to make files small: the last twenty-fifth of the way is worth two seconds."""

WHEEL: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
"""What wheels must be made for: the Python that Pyodide is."""

LICENCES: Final = """\
## pyodide - {pyodide} (MPL-2.0)

Unchanged; its source is at https://github.com/pyodide/pyodide, its licence at https://mozilla.org/MPL/2.0/.

## python - {python} (PSF-2.0)

Its standard library as far as it is used, compiled; source and licence are at https://www.python.org.

## msgspec - {wheel} (BSD-3-Clause)

"""
"""What goes with the engine; the last is followed by its own text."""


def sources() -> list[Path]:
    """Every file that what is built follows from."""
    own = _package_files()
    kernel = _files(HERE / "engine")
    here = [HERE / name for name in ("device.py", "compile.py", "compile.mjs", "package-lock.json")]
    return sorted({*own, *kernel, *here, LOCK, PACKAGE / "__init__.py"})


def digest() -> str:
    """A hash of all sources."""
    total = hashlib.sha256()
    for path in sources():
        total.update(f"{path.relative_to(PROJECT).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def build() -> Path:
    """Build the engine, unless it is there; gives back its manifest."""
    if not is_fresh():
        wanted = digest()
        npm.install()
        with tempfile.TemporaryDirectory() as folder:
            _build(Path(folder))
        STAMP.write_text(wanted)
    return next(OUT.glob("engine-*.json"))


def is_fresh() -> bool:
    """Whether what was built is of these sources."""
    return STAMP.exists() and STAMP.read_text() == digest()


def _build(work: Path) -> None:
    library, package = work / "compiled" / "library", work / "compiled" / "package"
    _lay_msgspec(package, work)
    _lay_package(package / "taupes")
    _lay_library(library)
    npm.node(HERE / "compile.mjs", work / "compiled")
    kernels = _make_kernels()
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    parts = {
        "core": _keep("core", (PYODIDE / "pyodide.asm.mjs").read_bytes()),
        "loader": _keep("loader", (PYODIDE / "pyodide.mjs").read_bytes()),
        "python": _keep("python", (PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "library": _keep("library", _archive(library)),
        "taupes": _keep("taupes", _pack(package)),
        **{name: _keep(name, data) for name, data in kernels.items()},
    }
    (OUT / "licences.md").write_text(_licences(work), encoding="utf-8")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    weights = {path.stem: _keep(path.stem, path.read_bytes()) for path in _fetched_later()}
    text = json.dumps({"python": lock["info"], "parts": parts, "weights": weights}, indent=1)
    mark = hashlib.sha256(text.encode()).hexdigest()[:12]
    (OUT / f"engine-{mark}.json").write_text(text + "\n", encoding="utf-8")


def _lay_library(folder: Path) -> None:
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".py")])


def _lay_msgspec(folder: Path, work: Path) -> None:
    """The same version as on a server, by the same hashes."""
    locked = re.search(r"^msgspec==[^\n]*(?:\n    [^\n]*)*", LOCK.read_text(), re.MULTILINE)
    if locked is None:
        raise SystemExit(f"there is no msgspec in {LOCK}")
    wish = work / "msgspec.txt"
    wish.write_text(re.sub(r"\n    # [^\n]*", "", locked[0]) + "\n")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    only = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(wish)]
    subprocess.run([*command, *only, *WHEEL, "--dest", str(work)], check=True)  # noqa: S603
    (wheel,) = work.glob("msgspec-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith((".py", ".so")):
                archive.extract(name, folder)


def _lay_package(folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copy(PACKAGE / "__init__.py", folder)
    for path in sorted({*_package_files()} - {*_fetched_later()}):
        place = folder / path.relative_to(PACKAGE)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)


def _licences(work: Path) -> str:
    """Whose work the engine is, under which licences."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    python = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"][
        "python"
    ]
    (wheel,) = work.glob("msgspec-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (text,) = (name for name in archive.namelist() if name.endswith("licenses/LICENSE"))
        msgspec = archive.read(text).decode()
    return LICENCES.format(pyodide=version, python=python, wheel=wheel.name.split("-")[1]) + msgspec


def _make_kernels() -> dict[str, bytes]:
    """The compiled kernel and the search alone, with vectors and without."""
    kinds = ("simd", "plain")
    files = {f"kernel-{kind}": f"engine-{kind}.so" for kind in kinds}
    files |= {f"thinker-{kind}": f"thinker-{kind}.wasm" for kind in kinds}
    command = [sys.executable, str(HERE / "engine" / "keep.py"), *files.values()]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    return {name: Path(said.stdout.strip(), file).read_bytes() for name, file in files.items()}


def _package_files() -> list[Path]:
    every = [path for room in ROOMS for path in _files(_room(room))]
    return [p for p in every if not p.relative_to(PACKAGE).as_posix().startswith(UNUSED)]


def _fetched_later() -> list[Path]:
    every = _files(PACKAGE / WEIGHTS)
    return [path for path in every if not path.name.startswith("any-")]


def _room(name: str) -> Path:
    """A room: a folder, or a module."""
    folder = PACKAGE / name
    return folder if folder.is_dir() else folder.with_suffix(".py")


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    every = (path for path in place.rglob("*") if path.is_file())
    return sorted(path for path in every if "__pycache__" not in path.parts)


def _laid(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in _files(folder):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def _archive(folder: Path) -> bytes:
    """A zip archive for Python to import from, not compressed twice, without times."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in _laid(folder):
            archive.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()


def _pack(folder: Path) -> bytes:
    """Files one after another, after a line of JSON that says how long each is."""
    files = dict(_laid(folder))
    lengths = json.dumps({name: len(data) for name, data in files.items()}, separators=(",", ":"))
    return lengths.encode() + b"\n" + b"".join(files.values())


def _keep(name: str, data: bytes) -> dict[str, str | int]:
    """Write a packed file under a name that follows its content.

    It is not called .gz: some hosts would unpack that on the way, and some not.
    """
    import deflate  # noqa: PLC0415 - whoever only asks whether it is fresh need not have it

    packed = deflate.gzip_compress(data, SMALLEST)
    file = f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.packed"
    (OUT / file).write_bytes(packed)
    return {"file": file, "bytes": len(packed)}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--brotli"]:
        npm.node(HERE / "brotli.mjs", Path(sys.argv[2]).resolve())
        sys.exit()
    if sys.argv[1:] == ["--check"]:
        sys.exit(None if is_fresh() else "the engine is not of these sources: python web/device.py")
    build()
    for path in sorted(OUT.glob("*-*")):
        print(f"{path.stat().st_size / 1000:8.1f} kB  {path.name}")  # noqa: T201
